package baseline

import (
	"cmp"
	"slices"
	"strings"
)

// A Tally counts the entries, and the findings they stand for, under one name.
type Tally struct {
	Name     string `json:"name"`
	Entries  int    `json:"entries"`
	Findings int    `json:"findings"`
}

// A Summary is a baseline in numbers: what is left to fix, most first.
type Summary struct {
	Entries  int     `json:"entries"`
	Findings int     `json:"findings"`
	Classes  []Tally `json:"classes"`
	Packages []Tally `json:"packages"`
}

// Summarize counts a baseline by class and by package.
func Summarize(b Baseline) Summary {
	return Summary{
		Entries:  b.Len(),
		Findings: b.Total(),
		Classes:  b.tally(func(e Entry) string { return e.Class }),
		Packages: b.tally(func(e Entry) string { return e.Package }),
	}
}

func (b Baseline) tally(name func(Entry) string) []Tally {
	index := map[string]int{}
	tallies := []Tally{}
	for _, e := range b.entries {
		at, ok := index[name(e)]
		if !ok {
			at = len(tallies)
			index[name(e)] = at
			tallies = append(tallies, Tally{Name: name(e)})
		}
		tallies[at].Entries++
		tallies[at].Findings += e.Count
	}
	slices.SortFunc(tallies, func(a, b Tally) int {
		return cmp.Or(cmp.Compare(b.Findings, a.Findings), strings.Compare(a.Name, b.Name))
	})
	return tallies
}
