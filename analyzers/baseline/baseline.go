package baseline

import (
	"slices"
	"strings"
)

// FileName is the usual name of the file, beside go.mod.
const FileName = "philint.baseline"

// MaxCount is the largest count of one entry.
const MaxCount = 1_000_000

// A Baseline is a set of entries, sorted, each with a count of at least one. The zero Baseline is empty. It is never changed in place.
type Baseline struct {
	entries []Entry
	counts  map[Identity]int
}

// New returns the baseline with these entries, in any order. Counts of equal identities are added; entries without a count are dropped.
func New(entries ...Entry) Baseline {
	counts := make(map[Identity]int, len(entries))
	for _, e := range entries {
		if !e.Fields.valid() {
			e.Fields = MakeFields(e.Fields.Leaves()...)
		}
		if e.Count > 0 {
			counts[e.Identity] = min(counts[e.Identity]+min(e.Count, MaxCount), MaxCount)
		}
	}
	return fromCounts(counts)
}

// fromCounts takes over the map.
func fromCounts(counts map[Identity]int) Baseline {
	type line struct {
		columns string
		entry   Entry
	}
	lines := make([]line, 0, len(counts))
	for id, n := range counts {
		if n > 0 {
			lines = append(lines, line{id.columns(), Entry{id, n}})
		} else {
			delete(counts, id)
		}
	}
	if len(lines) == 0 {
		return Baseline{}
	}
	slices.SortFunc(lines, func(a, b line) int { return strings.Compare(a.columns, b.columns) })
	b := Baseline{counts: counts, entries: make([]Entry, len(lines))}
	for i, l := range lines {
		b.entries[i] = l.entry
	}
	return b
}

// Init returns the baseline that holds exactly the findings of the run.
func Init(run Run) Baseline {
	counts := map[Identity]int{}
	for _, f := range Join(run).Findings {
		id := f.Identity()
		counts[id] = min(counts[id]+1, MaxCount)
	}
	return fromCounts(counts)
}

// Entries returns the entries in the order of the file.
func (b Baseline) Entries() []Entry { return slices.Clone(b.entries) }

// Len returns the number of entries.
func (b Baseline) Len() int { return len(b.entries) }

// Count returns how many findings of this identity are known.
func (b Baseline) Count(id Identity) int { return b.counts[id] }

// Total returns how many findings are known.
func (b Baseline) Total() int {
	total := 0
	for _, e := range b.entries {
		total += e.Count
	}
	return total
}

// Equal reports whether the files of both would be the same.
func (b Baseline) Equal(other Baseline) bool { return slices.Equal(b.entries, other.entries) }
