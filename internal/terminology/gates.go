package terminology

import (
	"regexp"
	"strings"

	"github.com/seed-a76b335c/philint/internal/terminology/fold"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

// readValue is a reading before its name is known. Its unit may stand in a column, behind the value and in the name: all
// that are printed must say the same.
func (s *Set) readValue(name, value, unit string) Reading {
	column, named := strings.TrimSpace(unit), s.nameUnit(name)
	elsewhere := column
	if elsewhere == "" {
		elsewhere = named
	}
	r := Reading{Verdict: VerdictNoSignal, Value: units.ParseReading(value, elsewhere)}
	if column != "" && r.Value.Unit != "" && !sameUnit(r.Value.Unit, column) {
		r.TwoUnits, r.hasUnit = true, true
		return r
	}
	if column == "" {
		column = r.Value.Unit
	}
	if named != "" && column != "" && !sameUnit(named, column) {
		if !refines(named, column) {
			r.TwoUnits, r.hasUnit = true, true
			return r
		}
		column = named
	}
	if column == "" && r.takesNamedUnit() {
		column = named
	}
	if column == "" || placeholder(name, column) {
		return r
	}
	r.hasUnit = true
	code, ok := units.Normalize(column)
	if strings.HasPrefix(code, "10*") && r.printsPower() {
		r.TwoUnits = true // 7.2 x 10^9 beside 10^9/L: the power is printed twice, and meant once or twice
		return r
	}
	r.UnitUCUM, r.UnitRecognized = code, ok
	return r
}

// takesNamedUnit says that the unit in a name is that of the value. "Negative" has none: a heading stands over numbers
// and words alike.
func (r *Reading) takesNamedUnit() bool {
	switch r.Value.Kind {
	case units.Quantity, units.Range, units.Pair, units.None:
		return true
	}
	return false
}

// refines says that the unit of a name is the other one and says what it refers to: ug/mL FEU beside ug/mL.
func refines(named, other string) bool {
	code, ok := units.Normalize(other)
	if !ok || strings.Contains(code, "{") {
		return false
	}
	if named == "mm/h" && code == "mm" {
		return true // of the first hour
	}
	bare := named
	for {
		i := strings.IndexByte(bare, '{')
		j := strings.IndexByte(bare, '}')
		if i < 0 || j < i {
			break
		}
		if strings.ContainsAny(bare[i:j], "0123456789") {
			return false // {1.73_m2} is a quantity
		}
		bare = bare[:i] + bare[j+1:]
	}
	return bare != named && bare == code
}

// sameUnit says that two printed units are one. Units that are not known are one where they are one text.
func sameUnit(a, b string) bool {
	codeA, okA := units.Normalize(a)
	codeB, okB := units.Normalize(b)
	if okA && okB {
		return withoutCounted(codeA) == withoutCounted(codeB) || sameNumber(codeA, codeB)
	}
	return okA == okB && fold.Key(a) == fold.Key(b)
}

// sameNumber says that a value has one number in both units, so that it does not matter which is meant: K/uL and 10*9/L,
// ug/mL and mg/L. What laboratories print as IU and as U is one unit, whichever the test.
func sameNumber(codeA, codeB string) bool {
	a, _, okA := readQuantity(unitOfActivity.Replace(codeA))
	b, _, okB := readQuantity(unitOfActivity.Replace(codeB))
	if !okA || !okB || a.unit.Special() || b.unit.Special() {
		return false
	}
	v, _, reason := convert(1, a, b, nil)
	return reason == "" && v == 1
}

var unitOfActivity = strings.NewReplacer("[IU]", "U", "[iU]", "U")

// counted are annotations that only say what is counted: beats per minute is "per minute".
var counted = strings.NewReplacer("{beats}", "", "{breaths}", "", "{cells}", "", "{steps}", "", "{#}", "")

func withoutCounted(code string) string {
	if short := counted.Replace(code); short != "" {
		return short
	}
	return "{#}"
}

// placeholder says that a unit stands there only because its column wants one: Apple Health writes "count" beside all
// that it keeps without a unit.
func placeholder(name, unit string) bool {
	return unit == "count" && strings.HasPrefix(strings.TrimSpace(name), "HKQuantityTypeIdentifier") &&
		strings.HasSuffix(strings.TrimSpace(name), "Index")
}

// readFor reads the value once more where the row says what it can be. The genotype 1b is no number of barns, and mm in
// the first hour are mm/h.
func (r *Reading) readFor(e *entry) {
	v := &r.Value
	switch {
	case r.TwoUnits:
	case e.row.Scale == "Nom" && v.Kind == units.Quantity && isLabel(v, e):
		*v = units.Value{Kind: units.Nominal, Text: v.Text}
		r.UnitUCUM, r.UnitRecognized, r.hasUnit = "", false, false
	case e.row.Property == "Vel" && e.row.Component == "Erythrocyte sedimentation rate" && r.UnitUCUM == "mm":
		r.UnitUCUM = "mm/h"
	}
}

// isLabel says that what looks like a number is a label: digits with a letter behind them, or the number of a genotype.
func isLabel(v *units.Value, e *entry) bool {
	if v.Comparator != "" || v.Flag != "" || strings.ContainsAny(v.Text, " .,") {
		return false
	}
	glued := len(v.Unit) == 1 && strings.HasSuffix(v.Text, v.Unit)
	return glued || v.Unit == "" && strings.HasSuffix(e.row.Component, "genotype")
}

// weighPanel lets a panel stand where no single value is beside it. Two numbers that belong together are those of its
// members.
func (r *Reading) weighPanel(base *entry) {
	switch r.Value.Kind {
	case units.None, units.Narrative:
	case units.Pair:
		if r.UnitRecognized && !units.Fits("Pres", r.UnitUCUM) {
			r.refuse(base, ReasonUnitConflict)
			return
		}
	default:
		r.refuse(base, ReasonPanelValue)
		return
	}
	r.take(base)
	if r.hasUnit && !r.UnitRecognized {
		r.Verdict = VerdictUnitUnrecognized
	}
}

// isPairUnder says that two numbers stand beside a row of one value. Nobody knows which of them is its own.
func isPairUnder(v *units.Value, e *entry) bool {
	if v.Kind != units.Pair || e.row.Panel {
		return false
	}
	switch e.row.Scale {
	case "", "-", "Nar", "Doc":
		return false
	}
	return true
}

// kindPair is what the reason says of such a value.
const kindPair ValueKind = "pair"

// powerOfTen is a number that is printed with one: 7.2 x 10^9, 7.2e9.
var powerOfTen = regexp.MustCompile(`(?i)\d\s*(?:[x×✕✖*·]\s*10|e[+-]?\d)`)

func (r *Reading) printsPower() bool {
	number := strings.TrimSuffix(r.Value.Text, r.Value.Unit)
	return r.Value.Kind == units.Quantity && powerOfTen.MatchString(number)
}

// halfAUnit says that a number without a unit has a power of ten, which is the first half of one: what it is by is lost.
func (r *Reading) halfAUnit() bool {
	return !r.hasUnit && r.printsPower()
}

// unitDecides says that an analyte is reported in mass and in moles, or as a count and as a share: a bare number agrees
// with neither.
func (x *index) unitDecides(e *entry) bool {
	return x.massOrMoles(e) || e.group.whole != nil || len(e.group.fractions) > 0
}

// eitherTiterOrUnits says that a bare number beside a name that means yes or no is a titre, or one of units: nothing
// tells which.
func (s *Set) eitherTiterOrUnits(r *Reading, base *entry) bool {
	if r.Value.Kind != units.Quantity || base.row.Scale != "Ord" {
		return false
	}
	for _, e := range s.index.siblings(base) {
		if e.row.Property == "Titr" {
			return true
		}
	}
	return false
}
