package baseline

import "slices"

// A Surplus is a finding that the baseline does not hold.
type Surplus struct {
	Finding
	Verdict
}

// A Result is how a module stands to its baseline.
type Result struct {
	Surplus  []Surplus // fails: findings to fix, in file order
	Changes  []Change  // fails too: what [Prune] would do
	Known    []Finding // hidden
	Unjudged []Entry   // of packages that the run did not judge
}

// Clean reports whether the baseline says exactly what the module has.
func (r Result) Clean() bool { return len(r.Surplus) == 0 && len(r.Changes) == 0 }

// Compare judges a baseline and the findings of a module by each other.
//
// Findings of an identity beyond its count are a surplus; counts beyond the findings are loose.
// A surplus finding that can take the place of a loose one has moved or was narrowed, and is no surplus.
// A surplus finding at the place of a loose one whose fields or class differ stays a surplus, and keeps the entry from being stale:
// undoing the edit makes both fit again.
func Compare(b Baseline, run Run) Result {
	run = Join(run)
	var res Result
	var open []Surplus
	produced := map[Identity]int{}
	for i, v := range Judge(b, run.Findings) {
		f := run.Findings[i]
		produced[f.Identity()]++
		if v.Reason == Known {
			res.Known = append(res.Known, f)
		} else {
			open = append(open, Surplus{f, v})
		}
	}
	var loose []*looseEntry
	for _, e := range b.entries {
		if !run.judges(e.Package) {
			res.Unjudged = append(res.Unjudged, e)
		} else if n := e.Count - produced[e.Identity]; n > 0 {
			loose = append(loose, &looseEntry{Entry: e, free: n})
		}
	}
	res.Surplus, res.Changes = settle(loose, open)
	for i, s := range res.Surplus {
		if s.Reason == Elsewhere && run.judges(s.From.Package) {
			res.Surplus[i].Verdict = Verdict{Reason: Unseen} // it did not move: that one is needed where it is
		}
	}
	for _, l := range loose {
		if l.free == 0 {
			continue
		}
		kind := Lowered
		switch {
		case !run.has(l.Package): // judged all the same, so the run is whole
			kind = Vanished
		case l.free == l.Count:
			kind = Gone
		}
		res.Changes = append(res.Changes, Change{Kind: kind, Entry: l.Entry, Count: l.free})
	}
	slices.SortFunc(res.Changes, compareChanges)
	return res
}

// Prune returns the baseline with the changes of [Compare] applied: counts lowered, entries deleted, moved and narrowed.
// It adds nothing: Since(b, Prune(b, run)) is empty whatever the run.
func Prune(b Baseline, run Run) Baseline {
	return Compare(b, run).apply(b)
}

func (r Result) apply(b Baseline) Baseline {
	counts := make(map[Identity]int, b.Len())
	for _, e := range b.entries {
		counts[e.Identity] = e.Count
	}
	for _, c := range r.Changes {
		counts[c.Entry.Identity] -= c.Count
		if c.Kind == Moved || c.Kind == Narrowed {
			counts[c.To] += c.Count
		}
	}
	return fromCounts(counts)
}
