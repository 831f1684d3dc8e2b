package terminology

import (
	"slices"

	"github.com/seed-a76b335c/philint/internal/terminology/loinc"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

// siblings are the rows that a unit or a kind of value may choose among: the same component, specimen, time and
// challenge. A count of cells and its share of all cells are siblings too. The nearest come first: the row itself, then
// those measured in the same way, then the commonest.
func (x *index) siblings(e *entry) []*entry {
	x.ready()
	list := []*entry{e}
	for _, g := range familyOf(e.group, true) {
		for _, o := range g.rows {
			if o != e && o.system == e.system && o.time == e.time && o.challenge == e.challenge &&
				!o.row.Panel && (!unasked(o.row.Property) || o.row.Property == e.row.Property) {
				list = append(list, o)
			}
		}
	}
	slices.SortStableFunc(list[1:], func(a, b *entry) int {
		if d := strangeness(a, e) - strangeness(b, e); d != 0 {
			return d
		}
		return compareUsual(a, b)
	})
	return list
}

// strangeness is how far a sibling's method is from the row's.
func strangeness(o, e *entry) int {
	switch o.method {
	case e.method:
		return 0
	case "":
		return 1
	}
	return 2
}

// carries says whether values of a row come in a unit. Two rows that are two scales of one quantity have one unit
// each, whatever their property admits.
func carries(e *entry, ucumCode string) bool {
	for _, p := range loinc.FormulaPairs() {
		if p.From == e.row.Code {
			return p.FromUnit == ucumCode
		}
	}
	return units.Fits(e.row.Property, ucumCode)
}

// admitsKind is the gate between the kind of a value and the scale of a row. An unknown scale admits everything.
func admitsKind(scale string, k ValueKind) bool {
	if scale == "" || scale == "-" {
		return true
	}
	switch k {
	case KindQuantity:
		return scale == "Qn" || scale == "OrdQn" || scale == "SemiQn"
	case KindOrdinal:
		return scale == "Ord" || scale == "OrdQn" || scale == "SemiQn"
	case KindNominal:
		return scale == "Nom" || scale == "Ord" || scale == "OrdQn"
	case KindNarrative:
		return scale == "Nar" || scale == "Doc"
	}
	return true
}
