package terminology

import (
	"strings"

	"github.com/seed-a76b335c/philint/internal/terminology/fold"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

// readValue is a reading before its name is known.
func readValue(name, value, unit string) Reading {
	r := Reading{Verdict: VerdictNoSignal, Value: units.ParseReading(value, unit)}
	column := strings.TrimSpace(unit)
	if column != "" && r.Value.Unit != "" && !sameUnit(r.Value.Unit, column) {
		r.TwoUnits, r.hasUnit = true, true
		return r
	}
	if column == "" {
		column = r.Value.Unit
	}
	if column == "" || placeholder(name, column) {
		return r
	}
	r.hasUnit = true
	r.UnitUCUM, r.UnitRecognized = units.Normalize(column)
	return r
}

// sameUnit says that two printed units are one. Units that are not known are one where they are one text.
func sameUnit(a, b string) bool {
	codeA, okA := units.Normalize(a)
	codeB, okB := units.Normalize(b)
	if okA && okB {
		return withoutCounted(codeA) == withoutCounted(codeB)
	}
	return okA == okB && fold.Key(a) == fold.Key(b)
}

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
