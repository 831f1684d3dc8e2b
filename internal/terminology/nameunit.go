package terminology

import (
	"strings"

	"github.com/seed-a76b335c/philint/internal/terminology/fold"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

// plainUnits are units without a solidus that table headings put behind a name. Others could be words.
var plainUnits = map[string]bool{
	"%": true, "kg": true, "g": true, "lb": true, "lbs": true, "cm": true, "mm": true, "mmhg": true, "kpa": true, "bpm": true,
	"fl": true, "pg": true, "°c": true, "°f": true, "℃": true, "℉": true, "mm[hg]": true, "kcal": true, "sec": true, "seconds": true,
}

// heading is a name that is cut in what it names and the UCUM code of its unit.
type heading struct {
	rest, code string
	// marked says that the unit stands in brackets and can be no word of the name.
	marked bool
}

// fullWidth are the brackets of Chinese and Japanese headings.
var fullWidth = strings.NewReplacer("（", "(", "）", ")", "［", "[", "］", "]", "【", "[", "】", "]")

// cutUnit cuts a heading such as "Glucose (mmol/L)" or "Hemoglobin g/dL". It reads the name as it is written: G/L is a
// count and g/L a mass.
func cutUnit(name string) (heading, bool) {
	name = fullWidth.Replace(strings.TrimSpace(name))
	var rest, unit string
	marked := false
	if i := lastBracket(name); i > 0 {
		rest, unit, marked = name[:i], name[i+1:len(name)-1], true
	} else if i := strings.LastIndexAny(name, " ,"); i > 0 {
		rest, unit = name[:i], name[i+1:]
	}
	unit = strings.TrimSpace(unit)
	rest = strings.TrimRight(rest, " ,:-")
	if rest == "" || unit == "" || !strings.Contains(unit, "/") && !plainUnits[fold.Key(unit)] {
		return heading{}, false
	}
	code, ok := units.Normalize(unit)
	return heading{rest: rest, code: code, marked: marked && len(unit) > 1}, ok
}

// lastBracket is where the bracket opens that closes at the end of a name. A unit may have brackets of its own: mm[Hg].
func lastBracket(name string) int {
	depth := 0
	for i := len(name) - 1; i >= 0; i-- {
		switch name[i] {
		case ')', ']':
			depth++
		case '(', '[':
			depth--
		}
		if depth == 0 {
			if i == len(name)-1 {
				return -1
			}
			return i
		}
	}
	return -1
}

// nameUnit is the code of the unit that a name has in it, empty where it has none. A word behind a name is its unit only
// where what is named comes in that unit: immunoglobulin G is no mass.
func (s *Set) nameUnit(name string) string {
	h, ok := cutUnit(name)
	if !ok || len(name) > maxName || len(units.Families(h.code)) == 0 {
		return ""
	}
	if h.marked {
		return h.code
	}
	r := s.resolve(h.rest, Without{valued: true})
	for _, code := range r.Codes {
		for _, e := range s.index.siblings(s.index.byCode(code)) {
			if e.row.Property != "" && carries(e, h.code) {
				return h.code
			}
		}
	}
	return ""
}

// withoutUnit is a name without the unit in it.
func withoutUnit(name string) string {
	if h, ok := cutUnit(name); ok {
		return h.rest
	}
	return name
}

// withUnit resolves a heading. Its unit chooses among the siblings and kin of the name's code, as that of a reading does, and
// where it fits none there is no answer.
func (s *Set) withUnit(p *parser, name string, v Without) found {
	h, ok := cutUnit(name)
	if !ok {
		return found{}
	}
	f := s.half(p, fold.KeyAsWritten(h.rest), v)
	if f.none() {
		f = s.halves(p, fold.Key(h.rest), v)
	}
	if f.entry == nil {
		return f
	}
	for _, e := range append(s.index.siblings(f.entry), s.index.kindred(f.entry, h.code)...) {
		if e.row.Code != v.Code && e.row.Property != "" && carries(e, h.code) {
			f.entry, f.method = e, MethodParts
			return f
		}
	}
	return found{}
}
