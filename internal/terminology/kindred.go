package terminology

import (
	"math"
	"strings"

	"github.com/seed-a76b335c/philint/internal/terminology/fold"
	"github.com/seed-a76b335c/philint/internal/terminology/ucum"
)

// kindred are the rows of components that are another form of the analyte, for a unit that the analyte itself does not
// come in: its share of its total, its activity relative to normal, or the basis that the unit names. The specimen, the
// time and the challenge are those of the row.
func (x *index) kindred(e *entry, ucumCode string) []*entry {
	x.ready()
	var list []*entry
	for _, analyte := range forms(e, ucumCode) {
		for _, s := range x.find(nil, []byte(x.base.phraseOf(fold.Key(analyte)))) {
			if s.alias == nil && !s.begins {
				list = append(list, e.kinIn(s.group)...)
			}
		}
	}
	e.sortNearest(list)
	return list
}

// forms are the components that may be meant by the name of one in a unit.
func forms(e *entry, ucumCode string) []string {
	analyte := e.row.Analyte()
	if basis := basisOf(ucumCode); basis != "" && strings.HasPrefix(analyte, dimer) {
		return []string{dimer + " " + basis}
	}
	list := alsoMeant[analyte]
	if ucumCode != "%" || strings.Contains(analyte, "/") {
		return list
	}
	list = append(list[:len(list):len(list)], analyte+" actual/Normal")
	if stem, part, ok := strings.Cut(analyte, "."); ok && part != "total" {
		list = append(list, analyte+"/"+stem+".total")
	}
	return list
}

// alsoMeant are components that LOINC parts and reports do not. In moles 25-hydroxyvitamin D is reported under D3.
var alsoMeant = map[string][]string{
	"Calcidiol+Ercalcidiol": {"Calcidiol"},
}

// otherMeanings are short names of two analytes, of which one is so much commoner that the name stands for it, unless
// the unit is by orders of magnitude that of the other.
var otherMeanings = map[string]string{
	"tg": "3013-0", // triglyceride, and thyroglobulin
}

// meantByUnit is the other meaning of a short name, where the unit is nearer to it.
func (s *Set) meantByUnit(name string, base *entry, ucumCode string) *entry {
	other := s.index.byCode(otherMeanings[fold.Key(withoutUnit(name))])
	if ucumCode == "" || other == nil || sameAnalyte(base, other) {
		return nil
	}
	if s.index.apart(base, ucumCode) <= s.index.apart(other, ucumCode) {
		return nil
	}
	return other
}

// apart is how many orders of magnitude a unit is from those that an analyte usually comes in.
func (x *index) apart(e *entry, ucumCode string) float64 {
	least := math.Inf(1)
	from, err := ucum.Parse(ucumCode)
	if err != nil {
		return least
	}
	for _, o := range x.siblings(e) {
		for _, usual := range o.row.ExampleUnits {
			to, err := ucum.Parse(usual)
			if err != nil {
				continue
			}
			if f, err := ucum.Convert(1, from, to); err == nil && f > 0 {
				least = min(least, math.Abs(math.Log10(f)))
			}
		}
	}
	return least
}
