package ccda

import (
	"strconv"
	"unicode/utf8"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

const freeTextSig = "2.16.840.1.113883.10.20.22.4.147"

// standings are the status codes of acts. Aborted is ended by somebody; inactive, which is no act's status but is
// written, says neither who nor when.
var standings = map[string]ingest.Standing{
	"active": ingest.StandingActive, "completed": ingest.StandingCompleted, "aborted": ingest.StandingStopped,
	"suspended": ingest.StandingOnHold, "held": ingest.StandingOnHold, "new": ingest.StandingIntended, "cancelled": ingest.StandingNotTaken,
}

// medications reads a medication, or the acts that discharge and admission wrap around some.
func (r *reader) medications(s *section, e *element) {
	switch e.name {
	case "substanceAdministration":
		r.medication(s, e)
	case "act", "organizer":
		found := false
		for _, rel := range append(e.all("entryRelationship"), e.all("component")...) {
			m := rel.child("substanceAdministration")
			if m == nil || r.stopped {
				continue
			}
			found = true
			if negated(e) {
				r.problem(ingest.NotSupported, "act.negationInd")
				continue
			}
			r.medication(s, m)
		}
		if !found {
			r.problem(ingest.MissingElement, "act.entryRelationship")
		}
	default:
		// A supply by itself is a filling of an order, and no medication of its own.
		r.problem(ingest.NotSupported, s.kind.says()+" "+e.name)
	}
}

func (r *reader) medication(s *section, e *element) {
	mood, status := e.attr("moodCode"), e.child("statusCode").attr("code")
	switch {
	case negated(e):
		r.problem(ingest.NotSupported, "substanceAdministration.negationInd")
		return
	case e.child("subject") != nil:
		r.problem(ingest.OtherPerson, s.kind.says())
		return
	case mood == "PRP" || mood == "PRMS" || mood == "GOL":
		r.problem(ingest.NotSupported, "substanceAdministration.moodCode")
		return
	}
	m := &ingest.MedicationDraft{Kind: ingest.MedicationUse, Status: status, Standing: ingest.StandingUnknown}
	if mood == "INT" || mood == "RQO" {
		m.Kind = ingest.MedicationOrder
	}
	if st, ok := standings[status]; ok {
		m.Standing = st
	}
	d := ingest.Draft{
		Position: r.position, SourceKind: record.FromFile, SourceClass: record.ByHand, Modality: record.Manual, SourceRecordID: idOf(e),
		Vendor: author(e), Comment: s.comments(e), Medication: m,
	}
	if d.SourceRecordID != "" {
		d.Origin = origin
	}
	removed := status == "nullified"
	material := e.child("consumable", "manufacturedProduct", "manufacturedMaterial")
	m.Codes, m.Name = codes(material.child("code")), s.called(material.child("code"))
	if m.Name == "" {
		m.Name = material.child("name").own()
	}
	if m.Name == "" && !removed {
		r.problem(ingest.NoName, "substanceAdministration.consumable")
		return
	}
	m.Route = s.called(e.child("routeCode"))
	s.relations(e, m)
	if reason := s.course(e, &d); reason != "" && !removed {
		r.problem(reason, "substanceAdministration.effectiveTime")
		return
	}
	s.instructions(e, &d)
	r.put(&d, removed)
}

// relations are what an order is for and how often it may be filled. Supplies within it are fillings of it.
func (s *section) relations(e *element, m *ingest.MedicationDraft) {
	for _, rel := range e.all("entryRelationship") {
		if o := rel.child("observation"); o != nil && rel.attr("typeCode") == "RSON" {
			m.Reason = ingest.Joined("; ", m.Reason, s.called(o.child("value")))
		}
		if supply := rel.child("supply"); supply != nil && m.Repeats == "" && supply.attr("moodCode") != "EVN" {
			m.Repeats = supply.child("repeatNumber").attr("value")
		}
	}
}

// course sets the days of a medication, or the moment of an intake.
func (s *section) course(e *element, d *ingest.Draft) (reason ingest.Reason) {
	m := d.Medication
	for _, t := range e.all("effectiveTime") {
		if t.kind == "PIVL_TS" || t.kind == "EIVL_TS" || t.kind == "SXPR_TS" {
			continue
		}
		if v := t.attr("value"); v != "" && m.Kind == ingest.MedicationUse && len(e.all("effectiveTime")) == 1 {
			// One moment of something that was done is one intake.
			m.Kind = ingest.MedicationTaken
			d.When, reason = when(v, "")
			return reason
		}
		start, end := times(t)
		if start == "" && end == "" || m.StartText != "" || m.EndText != "" {
			continue
		}
		m.StartText, m.EndText = start, end
		if m.Start, reason = on(start); reason != "" {
			return reason
		}
		if m.End, reason = on(end); reason != "" {
			return reason
		}
		if !m.Start.Start.IsZero() && !m.End.Start.IsZero() && m.End.Start.Before(m.Start.Start) {
			return ingest.EndBefore
		}
	}
	return ""
}

// instructions reads the dose and its times, and those of the steps that a tapering order has within.
func (s *section) instructions(e *element, d *ingest.Draft) {
	m := d.Medication
	steps := []*element{e}
	for _, rel := range e.all("entryRelationship") {
		if step := rel.child("substanceAdministration"); step != nil && rel.attr("typeCode") == "COMP" && !step.template(freeTextSig) {
			steps = append(steps, step)
		}
	}
	for i, step := range steps {
		in := ingest.InstructionDraft{Instruction: s.instruction(step), Sequence: i}
		in.Text = s.words(step)
		if i > 0 {
			inner := ingest.Draft{Medication: &ingest.MedicationDraft{Kind: ingest.MedicationOrder}}
			_ = s.course(step, &inner)
			in.From, in.Until = inner.Medication.Start, inner.Medication.End
		}
		if utf8.RuneCountInString(in.Text) > longText {
			// Longer than an instruction is kept whole elsewhere, rather than cut.
			d.Comment, in.Text = ingest.Joined("\n", d.Comment, in.Text), ""
		}
		if in.Kind() == record.Unscheduled && in.Dose == nil && in.Text == "" {
			continue
		}
		m.Instructions = append(m.Instructions, in)
	}
}

// longText is how many characters an instruction's words may have.
const longText = 500

// words are an instruction as written for people: the order's own, else what the text refers to.
func (s *section) words(e *element) string {
	for _, rel := range e.all("entryRelationship") {
		if sig := rel.child("substanceAdministration"); sig != nil && sig.template(freeTextSig) {
			return s.spelled(sig.child("text"))
		}
	}
	if text := s.spelled(e.child("text")); text != "" {
		return text
	}
	return s.unsaid(e)
}

// unsaid is what the structure of an order without words cannot say, in the document's terms.
func (s *section) unsaid(e *element) string {
	var parts []string
	needed := e.child("precondition")
	if _, ok := timing(e); needed != nil || !ok {
		for _, t := range e.all("effectiveTime") {
			low, high := t.child("period", "low"), t.child("period", "high")
			period := ingest.Joined(" ", t.child("period").attr("value"), t.child("period").attr("unit"))
			if period == "" {
				period = ingest.Joined("-", ingest.Joined(" ", low.attr("value"), low.attr("unit")), ingest.Joined(" ", high.attr("value"), high.attr("unit")))
			}
			parts = append(parts, ingest.Labelled("period", period), ingest.Labelled("event", t.child("event").attr("code")))
		}
	}
	if s.dose(e) == nil {
		v := s.rangeText(e.child("doseQuantity"))
		parts = append(parts, ingest.Labelled("dose", v))
	}
	parts = append(parts, ingest.Labelled("precondition", s.called(needed.child("criterion", "value"))))
	return ingest.Joined("; ", parts...)
}

// instruction is the structure of an order as far as it can be said exactly. What is taken as needed has no times; how
// often at most stands in the words.
func (s *section) instruction(e *element) record.Instruction {
	in, _ := timing(e)
	if e.child("precondition") != nil {
		in = record.Instruction{AsNeeded: true}
	}
	in.Dose = s.dose(e)
	if most := e.child("maxDoseQuantity"); in.AsNeeded && in.Dose != nil && most != nil {
		in.MaxDosePerDay = s.maxPerDay(most, in.Dose.Unit)
	}
	if in.Validate() != nil {
		return record.Instruction{}
	}
	return in
}

func (s *section) dose(e *element) *record.Dose {
	n, unit := quantity(s, e.child("doseQuantity"))
	v, err := strconv.ParseFloat(n, 64)
	if err != nil || v <= 0 {
		return nil
	}
	if unit == "" {
		unit = s.called(e.child("administrationUnitCode"))
	}
	return &record.Dose{Value: v, Unit: ingest.DoseUnit(unit)}
}

func (s *section) maxPerDay(e *element, unit string) float64 {
	n, top := quantity(s, e.child("numerator"))
	per, bottom := quantity(s, e.child("denominator"))
	v, err := strconv.ParseFloat(n, 64)
	if err != nil || per != "1" || bottom != "d" || top != "" && ingest.DoseUnit(top) != unit {
		return 0
	}
	return v
}

// timing reads the times of doses. ok is false where the record has no shape for them.
func timing(e *element) (in record.Instruction, ok bool) {
	var periods []*element
	var events []string
	var take func([]*element)
	take = func(list []*element) {
		for _, t := range list {
			switch t.kind {
			case "PIVL_TS":
				periods = append(periods, t.child("period"))
			case "EIVL_TS":
				code := t.child("event").attr("code")
				if t.child("offset") != nil {
					code = "" // minutes from an event
				}
				events = append(events, code)
			case "SXPR_TS":
				take(t.all("comp"))
			}
		}
	}
	take(e.all("effectiveTime"))
	switch {
	case len(periods) == 0 && len(events) > 0:
		return ingest.EventTiming(events)
	case len(periods) != 1 || len(events) > 0:
		return in, false
	}
	v, err := strconv.ParseFloat(periods[0].attr("value"), 64)
	if err != nil {
		return in, false
	}
	return ingest.Repeated(1, v, periods[0].attr("unit"))
}
