package terminology

import (
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/terminology/loinc"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

// siblings are the rows that a unit or a kind of value may choose among: the same component, specimen, time and
// challenge. A count of cells and its share of all cells are siblings too. The nearest come first: the row itself, then
// those measured in the same way, then those without a method, then the commonest.
func (x *index) siblings(e *entry) []*entry {
	x.ready()
	list := []*entry{e}
	for _, g := range familyOf(e.group, true) {
		list = append(list, e.kinIn(g)...)
	}
	e.sortNearest(list[1:])
	return list
}

// kinIn are the rows of a group that differ from a row in property, scale and method, and not in what was measured.
func (e *entry) kinIn(g *group) []*entry {
	var list []*entry
	for _, o := range g.rows {
		if o != e && sameSpecimen(o.system, e.system) && o.time == e.time && o.challenge == e.challenge &&
			!o.row.Panel && (!unasked(o.row.Property) || o.row.Property == e.row.Property) {
			list = append(list, o)
		}
	}
	return list
}

func (e *entry) sortNearest(list []*entry) {
	slices.SortStableFunc(list, func(a, b *entry) int {
		if d := strangeness(a, e) - strangeness(b, e); d != 0 {
			return d
		}
		return compareUsual(a, b)
	})
}

// specimens that LOINC has two names for: rows in serum became rows in serum or plasma one by one, and cells are
// counted in urine or in its sediment.
var specimens = map[string]string{"Ser": "Ser/Plas", "Urine sed": "Urine"}

func sameSpecimen(a, b string) bool {
	if s, ok := specimens[a]; ok {
		a = s
	}
	if s, ok := specimens[b]; ok {
		b = s
	}
	return a == b
}

// strangeness is how far a sibling's method is from the row's, and then its specimen.
func strangeness(o, e *entry) int {
	n := 0
	switch {
	case strings.HasPrefix(o.method, perField) && o.row.Property != "Naric":
		n = 6 // what is counted in a field of the microscope is printed by the field
	case o.method == e.method:
	case o.method == "":
		n = 2
	default:
		n = 4
	}
	if o.system != e.system {
		n++
	}
	return n
}

const perField = "Microscopy.light."

// carries says whether values of a row come in a unit. Two rows that are two scales of one quantity have one unit
// each, whatever their property admits.
func carries(e *entry, ucumCode string) bool {
	if !ofBasis(e, ucumCode) || massRatios[e.row.Property] && strings.Contains(ucumCode, "mol") {
		return false
	}
	for _, p := range loinc.FormulaPairs() {
		if p.From == e.row.Code {
			return p.FromUnit == ucumCode
		}
	}
	return units.Fits(e.row.Property, ucumCode)
}

// massRatios are properties of mass over mass. Mass over moles is a ratio of neither kind.
var massRatios = map[string]bool{"MRto": true, "MCnt": true, "MFr": true}

// ofBasis keeps the two units of D-dimer apart, which differ by a factor of about two: what is in fibrinogen equivalents
// is a row of those.
func ofBasis(e *entry, ucumCode string) bool {
	basis := basisOf(ucumCode)
	return basis == "" || !strings.HasPrefix(e.row.Component, dimer) || e.row.Component == dimer+" "+basis
}

const dimer = "Fibrin D-dimer"

func basisOf(ucumCode string) string {
	for _, basis := range [...]string{"FEU", "DDU"} {
		if strings.Contains(ucumCode, "{"+basis+"}") {
			return basis
		}
	}
	return ""
}

// signed are rows of names whose names are positive and negative.
var signed = map[string]bool{"10331-7": true} // the Rh factor

// admits is the gate between a value and a row. What an interpretation says is a name, and may be "negative"; and where
// a row names what was found, "negative" says that nothing was.
func admits(e *entry, v *units.Value) bool {
	k := kindOf(*v)
	if k == KindOrdinal && e.row.Scale == "Nom" {
		return e.row.Property == "Imp" || signed[e.row.Code] || nothing[v.Ordinal] && namesFindings(e.row.Component)
	}
	return admitsKind(e.row.Scale, k)
}

// nothing are the words of a scale that say that nothing was found.
var nothing = map[string]bool{"negative": true, "absent": true, "not detected": true}

func namesFindings(component string) bool {
	return strings.HasSuffix(component, " identified") || component == "Microscopic observation"
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
