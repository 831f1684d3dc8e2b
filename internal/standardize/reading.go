package standardize

import (
	"encoding/json"
	"strings"

	"github.com/seed-a76b335c/philint/internal/fhir"
	"github.com/seed-a76b335c/philint/internal/terminology"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

// Reading is a measurement as it is printed: name, value and unit each from its own column, the last two "" where there
// is none.
type Reading struct {
	Name, Value, Unit string
	// Effective is when it was taken, YYYY-MM-DD or an instant with its offset, or "".
	Effective string
}

// Reading makes the Observation of a reading. coded says that it carries a code.
func (s *Standardizer) Reading(in Reading) (o fhir.Observation, coded bool) {
	r := s.set.ResolveReading(in.Name, in.Value, in.Unit)
	o = fhir.Observation{
		ResourceType: "Observation",
		Status:       "final",
		Code:         fhir.CodeableConcept{Text: strings.TrimSpace(in.Name)},
		Effective:    in.Effective,
	}
	if r.Resolved() {
		o.Code.Coding = []fhir.Coding{{System: fhir.SystemLOINC, Code: r.Code, Display: r.Display}}
	}
	if o.Component = s.pressures(r, in); o.Component == nil {
		value(&o, r, in)
	}
	d := s.readingDecision(r)
	// Where the value is words there is no place for the unit in the resource, and it must not be lost.
	if o.ValueQuantity == nil && o.Component == nil {
		d.text("unit", strings.TrimSpace(in.Unit))
	}
	o.Extension = d.extension()
	return o, r.Resolved()
}

// value puts the value where FHIR has a place for it: a number with its unit, else the words as printed. A range, a
// pair and a titre are words: none of them is one number. So is a number that has two units, one beside it and another in
// the column.
func value(o *fhir.Observation, r terminology.Reading, in Reading) {
	printed := strings.TrimSpace(in.Value)
	if r.Value.Kind != units.Quantity || r.TwoUnits {
		o.ValueString = printed
		return
	}
	unit := strings.TrimSpace(in.Unit)
	if unit == "" {
		unit = r.Value.Unit
	}
	q := &fhir.Quantity{Value: json.Number(decimal(r.Value.Number, printed)), Comparator: r.Value.Comparator, Unit: unit}
	if r.UnitRecognized {
		q.System, q.Code = fhir.SystemUCUM, r.UnitUCUM
	}
	o.ValueQuantity = q
}

func (s *Standardizer) readingDecision(r terminology.Reading) decision {
	var d decision
	method := r.Method
	switch {
	case r.Reason == terminology.ReasonComplaint:
		method = "refused"
	case !r.Resolved():
		method = "unresolved"
	}
	d.text("method", method)
	if r.Resolved() {
		d.text("evidence", r.Evidence...)
		d.text("property", r.Property)
		d.text("scale", r.Scale)
		d.text("system", r.System)
	} else {
		d.text("reason", r.Reason)
		if r.Reason == terminology.ReasonAmbiguous {
			d.text("candidate", r.Codes...)
		}
	}
	d.text("verdict", string(r.Verdict))
	d.truth("unitRecognized", r.UnitRecognized)
	d.text("bundle", s.set.Release())
	d.text("rejectedCode", r.RejectedCode)
	d.text("rejectedReason", r.RejectedReason)
	return d
}
