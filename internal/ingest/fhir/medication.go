package fhir

import (
	"strings"

	"github.com/seed-a76b335c/philint/internal/ingest"
)

// standings are the statuses of the three resources that speak of a medication. Stopped and completed are different:
// one was ended, the other ran its course.
var standings = map[string]ingest.Standing{
	"active": ingest.StandingActive, "in-progress": ingest.StandingActive,
	"completed": ingest.StandingCompleted,
	"stopped":   ingest.StandingStopped,
	"on-hold":   ingest.StandingOnHold,
	"draft":     ingest.StandingIntended, "intended": ingest.StandingIntended,
	"cancelled": ingest.StandingNotTaken, "not-taken": ingest.StandingNotTaken, "not-done": ingest.StandingNotTaken,
}

// noPlan are intents that nobody has acted on yet.
var noPlan = map[string]bool{"proposal": true, "option": true}

// medicationUse yields an order, a statement or an intake.
func (r *reader) medicationUse(res *resource) {
	switch {
	case !r.aboutPerson(res):
		r.problem(ingest.OtherPerson, res.kind)
		return
	case res.truth("doNotPerform"):
		r.problem(ingest.NotSupported, res.kind+".doNotPerform")
		return
	case noPlan[res.str("intent")]:
		r.problem(ingest.NotSupported, res.kind+".intent")
		return
	}
	d := r.base(res)
	d.Kind = ""
	d.Comment = notes(res.node)
	m := &ingest.MedicationDraft{Status: res.str("status"), Standing: ingest.StandingUnknown}
	d.Medication = m
	if s, ok := standings[m.Status]; ok {
		m.Standing = s
	}
	removed := m.Status == "entered-in-error"
	var reason ingest.Reason
	var where string
	switch res.kind {
	case "MedicationRequest":
		reason, where = r.order(res, &d)
		d.Vendor = res.display(res.get("requester"))
	case "MedicationStatement":
		reason, where = r.statement(res, &d)
		d.Vendor = res.display(res.get("informationSource"))
	default:
		m.Kind = ingest.MedicationTaken
		if m.Standing == ingest.StandingStopped {
			// It was begun and broken off: how much was taken is not known.
			m.Standing = ingest.StandingUnknown
		}
		d.When, reason, where = r.timed(res, "effective")
		if in, ok := administered(res.get("dosage"), m); ok {
			m.Instructions = append(m.Instructions, in)
		}
		m.Orders = references(res, "request")
	}
	m.StatusReason, m.Reason = conceptTexts(res, "statusReason"), conceptTexts(res, "reasonCode")
	if reason != "" && !removed {
		r.problem(reason, where)
		return
	}
	r.named(res, d, removed)
}

func conceptTexts(res *resource, key string) string {
	var texts []string
	for _, c := range res.list(key) {
		texts = append(texts, conceptText(&c))
	}
	return ingest.Joined("; ", texts...)
}

func references(res *resource, keys ...string) (ids []string) {
	for _, k := range keys {
		for _, ref := range res.list(k) {
			if s := ref.str("reference"); s != "" {
				ids = append(ids, referenceName(s))
			}
		}
	}
	return ids
}

func (r *reader) order(res *resource, d *ingest.Draft) (ingest.Reason, string) {
	m := d.Medication
	m.Kind = ingest.MedicationOrder
	m.Instructions = r.dosages(res.list("dosageInstruction"), d)
	m.Orders = references(res, "priorPrescription", "basedOn")
	m.Repeats = res.get("dispenseRequest").scalar("numberOfRepeatsAllowed")
	m.StartText = res.scalar("authoredOn")
	r.bounds(m)
	if m.End.Start.IsZero() && (m.Standing == ingest.StandingStopped || m.Standing == ingest.StandingCompleted || m.Standing == ingest.StandingOnHold) {
		// What has ended did so within the time for which it was prescribed. What goes on may be prescribed anew.
		m.EndText = res.get("dispenseRequest").get("validityPeriod").scalar("end")
	}
	return r.span(m), "MedicationRequest.authoredOn"
}

func (r *reader) statement(res *resource, d *ingest.Draft) (ingest.Reason, string) {
	m := d.Medication
	m.Kind = ingest.MedicationUse
	m.Instructions = r.dosages(res.list("dosage"), d)
	m.Orders = references(res, "basedOn", "derivedFrom")
	if p := res.get("effectivePeriod"); p != nil {
		m.StartText, m.EndText = p.scalar("start"), p.scalar("end")
	} else if s := res.scalar("effectiveDateTime"); s != "" {
		m.StartText = s
	} else {
		m.StartText = res.scalar("dateAsserted")
		r.bounds(m)
	}
	return r.span(m), "MedicationStatement.effective"
}

// bounds takes the first and the last day from the instructions, where all of them have bounds.
func (r *reader) bounds(m *ingest.MedicationDraft) {
	for i := range m.Instructions {
		in := &m.Instructions[i]
		if i == 0 || in.From.Start.Before(m.Start.Start) {
			m.Start = in.From
		}
		if i == 0 || in.Until.Start.After(m.End.Start) {
			m.End = in.Until
		}
	}
	for i := range m.Instructions {
		if m.Instructions[i].Until.Start.IsZero() {
			m.End = ingest.When{} // one instruction goes on
		}
	}
}

// span reads the printed times. One that is not exact to the day stays text.
func (r *reader) span(m *ingest.MedicationDraft) ingest.Reason {
	for _, x := range []struct {
		text string
		when *ingest.When
	}{{m.StartText, &m.Start}, {m.EndText, &m.End}} {
		if x.text == "" || !x.when.Start.IsZero() {
			continue
		}
		mo, ok := parseMoment(x.text)
		if !ok {
			return ingest.BadTime
		}
		if !mo.coarse {
			*x.when, _ = when(x.text, "")
			r.place(x.when)
		}
	}
	if !m.End.Start.IsZero() && m.End.Start.Before(m.Start.Start) {
		return ingest.EndBefore
	}
	return ""
}

// drug is what a medication is, apart from who takes it.
type drug struct {
	name, form, strength string
	codes                []ingest.SourceCode
}

func (g *drug) set(m *ingest.MedicationDraft) {
	m.Name, m.Form, m.Strength, m.Codes = g.name, g.form, g.strength, g.codes
}

// drugOf reads a Medication.
func drugOf(n *node) drug {
	code := n.get("code")
	g := drug{name: conceptText(code), codes: codesOf(code), form: conceptText(n.get("form"))}
	var strengths, names []string
	for _, in := range n.list("ingredient") {
		if s := in.get("strength"); s != nil {
			v := ratioValue(s)
			strengths = append(strengths, ingest.Joined(" ", v.text, v.unit))
		}
		names = append(names, conceptText(in.get("itemCodeableConcept")), in.get("itemReference").str("display"))
	}
	g.strength = ingest.Joined(" + ", strengths...)
	if g.name == "" {
		// A compound without a name of its own is called by what is in it.
		g.name = ingest.Joined(" + ", names...)
	}
	return g
}

// named gives a draft its drug: written here, contained, read before, or still to come.
func (r *reader) named(res *resource, d ingest.Draft, removed bool) {
	if c := res.get("medicationCodeableConcept"); c != nil {
		g := drug{name: conceptText(c), codes: codesOf(c)}
		g.set(d.Medication)
		r.release(&d, removed, res.kind)
		return
	}
	ref := res.get("medicationReference")
	key := referenceName(ref.str("reference"))
	d.Medication.Name = ref.str("display")
	if in := res.within(key); in != nil {
		g := drugOf(in)
		g.set(d.Medication)
		r.release(&d, removed, res.kind)
		return
	}
	if key == "" || strings.HasPrefix(key, "#") {
		r.release(&d, removed, res.kind)
		return
	}
	if g, ok := r.medications.find(key); ok {
		g.set(d.Medication)
		r.release(&d, removed, res.kind)
		return
	}
	r.wait(key, &d, removed, res.kind)
}

// release yields a draft whose drug is as known as it will be.
func (r *reader) release(d *ingest.Draft, removed bool, kind string) {
	if d.Medication.Name == "" && !removed {
		r.emit(ingest.Draft{Position: d.Position}, &ingest.Problem{Position: d.Position, Reason: ingest.NoName, Where: kind + ".medication"})
		return
	}
	r.put(d, removed, kind+".status")
}
