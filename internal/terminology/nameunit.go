package terminology

import (
	"strings"

	"github.com/seed-a76b335c/philint/internal/terminology/fold"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

// plainUnits are units without a solidus that table headings put behind a name. Others could be words.
var plainUnits = map[string]bool{
	"%": true, "kg": true, "g": true, "lb": true, "lbs": true, "cm": true, "mm": true, "mmhg": true, "kpa": true, "bpm": true,
	"fl": true, "pg": true, "°c": true, "°f": true, "℃": true, "℉": true, "kcal": true, "sec": true, "seconds": true,
}

// cutUnit cuts a heading such as "Glucose (mmol/L)" or "Hemoglobin g/dL" in its name and the UCUM code of its unit. It
// reads the name as it is written: G/L is a count and g/L a mass.
func cutUnit(name string) (rest, code string, ok bool) {
	name = strings.NewReplacer("（", "(", "）", ")", "[", "(", "]", ")").Replace(strings.TrimSpace(name))
	var unit string
	if i := strings.LastIndexByte(name, '('); i > 0 && strings.HasSuffix(name, ")") {
		rest, unit = name[:i], name[i+1:len(name)-1]
	} else if i := strings.LastIndexAny(name, " ,"); i > 0 {
		rest, unit = name[:i], name[i+1:]
	}
	unit = strings.TrimSpace(unit)
	rest = strings.TrimRight(rest, " ,:-")
	if rest == "" || unit == "" || !strings.Contains(unit, "/") && !plainUnits[fold.Key(unit)] {
		return "", "", false
	}
	code, ok = units.Normalize(unit)
	return rest, code, ok
}

// withUnit resolves a heading. Its unit chooses among the siblings of the name's code, as that of a reading does, and
// where it fits none there is no answer.
func (s *Set) withUnit(p *parser, name string, v Without) found {
	rest, code, ok := cutUnit(name)
	if !ok {
		return found{}
	}
	f := s.half(p, fold.KeyAsWritten(rest), v)
	if f.none() {
		f = s.halves(p, fold.Key(rest), v)
	}
	if f.entry == nil {
		return f
	}
	for _, e := range s.index.siblings(f.entry) {
		if e.row.Code != v.Code && e.row.Property != "" && carries(e, code) {
			f.entry, f.method = e, MethodParts
			return f
		}
	}
	return found{}
}
