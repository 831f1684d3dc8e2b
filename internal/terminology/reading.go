package terminology

import (
	"strings"

	"github.com/seed-a76b335c/philint/internal/terminology/fold"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

// Evidence that a code rests on.
const (
	EvidenceName     = "name"
	EvidenceProperty = "property" // the unit is one that the code's property carries
	EvidenceScale    = "scale"    // the value is of the code's kind
)

// Verdict is what unit and value said about the code that the name has.
type Verdict string

// The verdicts.
const (
	VerdictNoSignal         Verdict = "no-signal"         // there was neither, or prose
	VerdictAgreed           Verdict = "agreed"            // they fit the name's code
	VerdictSwitched         Verdict = "switched"          // they fit a sibling, which is the code now
	VerdictUnitUnrecognized Verdict = "unit-unrecognized" // the name's code stands, the unit says nothing
	VerdictAxisConflict     Verdict = "axis-conflict"     // they fit no sibling: there is no code
)

// ValueKind is what a printed value is.
type ValueKind string

// The kinds of values.
const (
	KindNone      ValueKind = ""
	KindQuantity  ValueKind = "quantity"
	KindOrdinal   ValueKind = "ordinal"
	KindNominal   ValueKind = "nominal"
	KindNarrative ValueKind = "narrative"
)

// kindOf is the kind of a parsed value for the scale gate. A titre is a quantity. A pair and a range are prose to it:
// neither is one number.
func kindOf(v units.Value) ValueKind {
	switch v.Kind {
	case units.Quantity, units.Titer:
		return KindQuantity
	case units.Ordinal:
		return KindOrdinal
	case units.Nominal:
		return KindNominal
	case units.None:
		return KindNone
	}
	return KindNarrative
}

// ReasonUnitConflict is one reason of an axis conflict; the other is "scale:<kind>-vs-<SCALE>".
const ReasonUnitConflict = "unit:conflict"

// Reading is what a name, its value and its unit mean together.
type Reading struct {
	Resolution
	Verdict        Verdict
	Value          units.Value
	UnitUCUM       string // empty where there is no unit or it is not known
	UnitRecognized bool
	Property       string // axes of the code
	Scale          string
	System         string
	RejectedCode   string // what the name alone would have meant
	RejectedReason string
}

// ResolveReading resolves a name and lets unit and value choose among its siblings. They never move it to another
// specimen, time or challenge: what fits no sibling is refused.
func (s *Set) ResolveReading(name, value, unit string) Reading {
	r := Reading{Verdict: VerdictNoSignal, Value: units.ParseReading(value, unit)}
	unit = strings.TrimSpace(unit)
	if unit == "" {
		unit = r.Value.Unit
	}
	if unit != "" {
		r.UnitUCUM, r.UnitRecognized = units.Normalize(unit)
	}
	kind := kindOf(r.Value)
	r.Resolution = s.resolve(name, Without{valued: strings.TrimSpace(value) != ""})
	var base *entry
	switch {
	case r.Code != "":
		base = s.index.byCode(r.Code)
	case r.Reason == ReasonAmbiguous && r.UnitRecognized:
		if base = s.onlyCarrier(name, r.Codes, r.UnitUCUM); base != nil {
			r.Resolution = Resolution{Name: name, Candidates: r.Candidates, Method: MethodAlias, Evidence: nameEvidence}
			r.take(base)
		}
	case r.Reason == ReasonComplaint:
		r.RejectedReason = "complaint: " + complaintAdvice
	}
	if base == nil {
		return r
	}
	s.weigh(&r, base, kind, unit != "")
	return r
}

const complaintAdvice = "this names a complaint or a diagnosis, not a test; use standardize_complaint"

// weigh holds unit and kind against the row that the name means.
func (s *Set) weigh(r *Reading, base *entry, kind ValueKind, hasUnit bool) {
	unitSays, kindSays := r.UnitRecognized, kind != KindNone && kind != KindNarrative
	if base.row.Panel {
		unitSays, kindSays = false, false
	}
	if !unitSays && !kindSays {
		r.take(base)
		if hasUnit && !r.UnitRecognized {
			r.Verdict = VerdictUnitUnrecognized
		}
		return
	}
	for i, e := range s.index.siblings(base) {
		if unitSays && !carries(e, r.UnitUCUM) || kindSays && !admitsKind(e.row.Scale, kind) {
			continue
		}
		if i > 0 && (unitSays && e.row.Property == "" || kindSays && e.row.Scale == "") {
			continue // what is not known of a sibling is no reason to switch to it
		}
		r.take(e)
		r.Verdict = VerdictAgreed
		if i > 0 {
			r.Verdict = VerdictSwitched
		}
		r.support(e, unitSays, kindSays)
		if hasUnit && !r.UnitRecognized && i == 0 {
			r.Verdict = VerdictUnitUnrecognized
		}
		return
	}
	r.reject(base, unitSays, kind)
}

// support adds what the code rests on besides the name. What is not known of the row supports nothing.
func (r *Reading) support(e *entry, unitSays, kindSays bool) {
	ev := []string{EvidenceName}
	if unitSays && e.row.Property != "" {
		ev = append(ev, EvidenceProperty)
	}
	if kindSays && e.row.Scale != "" {
		ev = append(ev, EvidenceScale)
	}
	if len(ev) == 1 {
		r.Verdict = VerdictNoSignal
	}
	r.Evidence = ev
}

func (r *Reading) take(e *entry) {
	r.Code, r.Display, r.Reason = e.row.Code, e.row.LongName, ""
	r.Codes = []string{e.row.Code}
	r.Property, r.Scale, r.System = e.row.Property, e.row.Scale, e.row.System
}

func (r *Reading) reject(base *entry, unitSays bool, kind ValueKind) {
	r.Verdict = VerdictAxisConflict
	r.RejectedCode, r.RejectedReason = base.row.Code, ReasonUnitConflict
	if !unitSays || carries(base, r.UnitUCUM) {
		r.RejectedReason = scaleReason(kind, base.row.Scale)
	}
	r.Resolution = Resolution{Name: r.Name, Candidates: r.Candidates, Reason: ReasonAxisConflict}
}

func scaleReason(kind ValueKind, scale string) string {
	return "scale:" + string(kind) + "-vs-" + scale
}

// onlyCarrier lets the unit decide between the meanings that an own name lists, as with PCT in % or in ng/mL. Halves of
// a name that contradict each other stay a contradiction.
func (s *Set) onlyCarrier(name string, codes []string, ucumCode string) *entry {
	if a, ok := s.aliases.Find(fold.KeyAsWritten(name)); !ok || !a.Ambiguous() {
		return nil
	}
	var only *entry
	for _, code := range codes {
		e := s.index.byCode(code)
		fits := false
		for _, o := range s.index.siblings(e) {
			fits = fits || o.row.Property != "" && carries(o, ucumCode)
		}
		if !fits {
			continue
		}
		if only != nil {
			return nil
		}
		only = e
	}
	return only
}
