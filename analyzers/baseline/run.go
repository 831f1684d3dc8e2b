package baseline

import (
	"maps"
	"slices"
)

// A Run is what one look at a module found, in one build configuration or, joined, in several.
type Run struct {
	// Packages are the import paths that were judged, with findings or without.
	Packages []string `json:"packages"`
	// Broken are those that exist but could not be judged, because they do not compile. Their entries are left alone.
	Broken []string `json:"broken,omitempty"`
	// Whole says that Packages and Broken are all the packages there are, so that an entry of any other belongs to a package that vanished.
	Whole    bool      `json:"whole"`
	Findings []Finding `json:"findings"`
}

// Join makes one run of several, one for each build configuration, in any order.
//
// Of each identity it takes as many findings as the run that has most: what is a surplus in any run is one,
// and an entry is stale only if no run needs it. Positions are not added up, because the same declaration may have
// a file for each configuration. A package counts as judged when some run judged it and none found it broken.
// The result is whole when every run is. Equal findings at one position, such as a package and its test variant give, are one.
func Join(runs ...Run) Run {
	joined := Run{Whole: len(runs) > 0}
	judged, broken := map[string]bool{}, map[string]bool{}
	most := map[Identity][]Finding{}
	for _, run := range runs {
		joined.Whole = joined.Whole && run.Whole
		for _, p := range run.Packages {
			judged[p] = true
		}
		for _, p := range run.Broken {
			broken[p] = true
		}
		for id, findings := range group(run.Findings) {
			judged[id.Package] = true
			if better(findings, most[id]) {
				most[id] = findings
			}
		}
	}
	for p := range broken {
		delete(judged, p)
	}
	for _, findings := range most {
		joined.Findings = append(joined.Findings, findings...)
	}
	slices.SortFunc(joined.Findings, compareFindings)
	joined.Packages = slices.Sorted(maps.Keys(judged))
	joined.Broken = slices.Sorted(maps.Keys(broken))
	return joined
}

// group returns the findings of each identity in file order, each position once.
func group(findings []Finding) map[Identity][]Finding {
	groups := map[Identity][]Finding{}
	for _, f := range findings {
		id := f.Identity()
		groups[id] = append(groups[id], f)
	}
	for id, fs := range groups {
		slices.SortFunc(fs, compareFindings)
		groups[id] = slices.CompactFunc(fs, func(f, g Finding) bool { return f.File == g.File && f.Offset == g.Offset })
	}
	return groups
}

// better prefers more findings; of equally many, those that come first.
func better(a, b []Finding) bool {
	if len(a) != len(b) {
		return len(a) > len(b)
	}
	return slices.CompareFunc(a, b, compareFindings) < 0
}

// judges reports whether the run can tell that an entry of the package is stale.
func (r Run) judges(pkg string) bool {
	if _, broken := slices.BinarySearch(r.Broken, pkg); broken {
		return false
	}
	return r.Whole || r.has(pkg)
}

// has expects a joined run.
func (r Run) has(pkg string) bool {
	_, ok := slices.BinarySearch(r.Packages, pkg)
	return ok
}
