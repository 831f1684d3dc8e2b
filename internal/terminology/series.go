package terminology

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/terminology/loinc"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

// seriesOf is the identity of everything that may stand in one line of a chart: the method does not part it, nor does
// mass from amount of substance.
func seriesOf(r *loinc.Row) string {
	return "loinc:" + strings.Join([]string{r.Component, r.System, r.Time, r.Scale, units.Dim(r.Property)}, "|")
}

// SeriesOf is the series of a code, and empty for a code that is not in the table.
func (s *Set) SeriesOf(code string) string {
	row, ok := s.loinc.Row(code)
	if !ok {
		return ""
	}
	return seriesOf(row)
}

// LocalSeries is the series of a name that has no code.
func LocalSeries(key string) string { return "local:" + key }

// ComplaintSeries is the series of an ICPC-3 code.
func ComplaintSeries(code string) string { return "icpc3:" + code }

// SeriesRows are the rows of a series, the commonest first, none of a series without codes of the table. The first
// call builds an index of the whole table.
func (s *Set) SeriesRows(series string) []*loinc.Row {
	out := s.seriesRows().of(series)
	slices.SortFunc(out, compareCommon)
	return out
}

// compareCommon is negative where a is the commoner row of one series.
func compareCommon(a, b *loinc.Row) int {
	unranked := func(r *loinc.Row) int {
		if r.Rank > 0 {
			return 0
		}
		return 1
	}
	return cmp.Or(
		unranked(a)-unranked(b), a.Rank-b.Rank, len(b.Sources)-len(a.Sources), methodOrder(a.Method)-methodOrder(b.Method),
		strings.Compare(a.Code, b.Code),
	)
}

// seriesRows finds the rows of a series. It keeps no text: a release has a hundred thousand codes.
type seriesRows struct {
	rows []loinc.Row
	seed maphash.Seed
	head map[uint64]int32 // by hash of the series, the last row of it
	next []int32          // by row, the row before of the same hash, or −1
}

func newSeriesRows(rows []loinc.Row) *seriesRows {
	x := &seriesRows{rows: rows, seed: maphash.MakeSeed(), head: make(map[uint64]int32, len(rows)), next: make([]int32, len(rows))}
	for i := range rows {
		h := maphash.String(x.seed, seriesOf(&rows[i]))
		before, ok := x.head[h]
		if !ok {
			before = -1
		}
		x.next[i], x.head[h] = before, int32(i) //nolint:gosec // a table has far fewer rows
	}
	return x
}

// of are the rows of a series, the last of the table first.
func (x *seriesRows) of(series string) []*loinc.Row {
	var out []*loinc.Row
	i, ok := x.head[maphash.String(x.seed, series)]
	for ok && i >= 0 {
		if r := &x.rows[i]; seriesOf(r) == series {
			out = append(out, r)
		}
		i = x.next[i]
	}
	return out
}
