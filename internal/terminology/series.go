package terminology

import (
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
