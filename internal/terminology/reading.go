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

// Reasons of an axis conflict. Two more carry what they speak of: "scale:<kind>-vs-<SCALE>" and
// "property:titer-vs-<PROPERTY>".
const (
	ReasonUnitConflict = "unit:conflict"
	ReasonTwoUnits     = "unit:two-units"     // the value, its column and its name do not say the same unit
	ReasonPanelValue   = "panel:single-value" // a panel has members, which have values
)

// Reading is what a name, its value and its unit mean together.
type Reading struct {
	Resolution
	Verdict        Verdict
	Value          units.Value
	UnitUCUM       string // empty where there is no unit or it is not known
	UnitRecognized bool
	// TwoUnits says that the value, its column and its name do not all have the same unit. Nobody knows which of them the number is in:
	// there is then no code, no unit and no quantity.
	TwoUnits       bool
	Property       string // axes of the code
	Scale          string
	System         string
	RejectedCode   string // what the name alone would have meant
	RejectedReason string

	hasUnit bool // one is printed, whether or not it is known
}

// ResolveReading resolves a name and lets unit and value choose among its siblings. They never move it to another
// specimen, time or challenge: what fits no sibling is refused.
func (s *Set) ResolveReading(name, value, unit string) Reading {
	r := s.readValue(name, value, unit)
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
		if r.TwoUnits && r.RejectedReason == "" {
			r.RejectedReason = ReasonTwoUnits
		}
		return r
	}
	if other := s.meantByUnit(name, base, r.UnitUCUM); other != nil {
		r.Resolution = Resolution{Name: name, Codes: []string{base.row.Code, other.row.Code}, Candidates: 2, Reason: ReasonAmbiguous}
		return r
	}
	s.weigh(&r, base)
	return r
}

const complaintAdvice = "this names a complaint or a diagnosis, not a test; use standardize_complaint"

// weigh holds unit and value against the row that the name means.
func (s *Set) weigh(r *Reading, base *entry) {
	r.readFor(base)
	kind := kindOf(r.Value)
	unitSays, kindSays := r.UnitRecognized, kind != KindNone && kind != KindNarrative
	switch {
	case r.TwoUnits:
		r.refuse(base, ReasonTwoUnits)
		return
	case base.row.Panel:
		r.weighPanel(base)
		return
	case isPairUnder(&r.Value, base):
		r.refuse(base, r.objection(base))
		return
	case !unitSays && !kindSays:
		r.take(base)
		if r.hasUnit {
			r.Verdict = VerdictUnitUnrecognized
		}
		return
	}
	e := s.fitting(r, base)
	if e == nil {
		r.refuse(base, r.objection(base))
		return
	}
	if e != base && !r.UnitRecognized && s.eitherTiterOrUnits(r, base) {
		r.refuse(base, ReasonUnitMissing)
		return
	}
	r.take(e)
	r.Verdict = VerdictAgreed
	if e != base {
		r.Verdict = VerdictSwitched
	}
	r.support(e, unitSays, kindSays)
	switch {
	case r.hasUnit && !r.UnitRecognized && e == base:
		r.Verdict = VerdictUnitUnrecognized
	case r.halfAUnit(), !r.hasUnit && r.Value.Kind == units.Quantity && s.index.unitDecides(e):
		// The bare number may be in mass or in moles, a count or a share: it supports neither.
		r.Verdict, r.Evidence = VerdictNoSignal, nameEvidence
	}
}

// fitting is the nearest row that unit and value fit: the name's own, a sibling, or a row of a component that is the
// same analyte in another form.
func (s *Set) fitting(r *Reading, base *entry) *entry {
	for i, e := range s.index.siblings(base) {
		if (i == 0 || r.knows(e)) && r.objection(e) == "" {
			return e
		}
	}
	for _, e := range s.index.kindred(base, r.UnitUCUM) {
		if r.knows(e) && r.objection(e) == "" {
			return e
		}
	}
	return nil
}

// knows says that a row is known to be what unit and value ask for: what is not known of a sibling is no reason to
// switch to it.
func (r *Reading) knows(e *entry) bool {
	kind := kindOf(r.Value)
	return (!r.UnitRecognized || e.row.Property != "") && (kind == KindNone || kind == KindNarrative || e.row.Scale != "")
}

// objection is what speaks against a row, empty where nothing does.
func (r *Reading) objection(e *entry) string {
	kind := kindOf(r.Value)
	switch {
	case isPairUnder(&r.Value, e):
		return scaleReason(kindPair, e.row.Scale)
	case r.UnitRecognized && !carries(e, r.UnitUCUM):
		return ReasonUnitConflict
	case kind != KindNarrative && !admits(e, &r.Value):
		return scaleReason(kind, e.row.Scale)
	case r.Value.Kind == units.Titer && e.row.Property != "" && e.row.Property != "Titr":
		return "property:titer-vs-" + e.row.Property
	}
	return ""
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

func (r *Reading) refuse(base *entry, reason string) {
	r.Verdict = VerdictAxisConflict
	r.RejectedCode, r.RejectedReason = base.row.Code, reason
	r.Resolution = Resolution{Name: r.Name, Candidates: r.Candidates, Reason: ReasonAxisConflict}
}

func scaleReason(kind ValueKind, scale string) string {
	return "scale:" + string(kind) + "-vs-" + scale
}

// onlyCarrier lets the unit decide between the meanings that an own name lists, as with PCT in % or in ng/mL. Halves of
// a name that contradict each other stay a contradiction.
func (s *Set) onlyCarrier(name string, codes []string, ucumCode string) *entry {
	a, ok := s.aliases.Find(fold.KeyAsWritten(name))
	if !ok {
		a, ok = s.aliases.Find(fold.KeyAsWritten(withoutUnit(name)))
	}
	if !ok || !a.Ambiguous() {
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
