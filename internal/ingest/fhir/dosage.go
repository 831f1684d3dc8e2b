package fhir

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

// longText is how many characters an instruction's words may have.
const longText = 500

func (r *reader) dosages(list []node, d *ingest.Draft) (out []ingest.InstructionDraft) {
	m := d.Medication
	for i := range list {
		n := &list[i]
		in := ingest.InstructionDraft{Instruction: instruction(n)}
		in.Sequence, _ = strconv.Atoi(n.scalar("sequence"))
		if in.Text = words(n); utf8.RuneCountInString(in.Text) > longText {
			// Longer than an instruction is kept whole elsewhere, rather than cut.
			d.Comment, in.Text = ingest.Joined("\n", d.Comment, in.Text), ""
		}
		if b := n.get("timing").get("repeat").get("boundsPeriod"); b != nil {
			in.From, in.Until = r.bound(b.scalar("start")), r.bound(b.scalar("end"))
		}
		if m.Route == "" {
			m.Route = conceptText(n.get("route"))
		}
		if in.Kind() == record.Unscheduled && in.Dose == nil && in.Text == "" && in.From.Start.IsZero() {
			continue // it says nothing
		}
		out = append(out, in)
	}
	return out
}

func (r *reader) bound(text string) ingest.When {
	w, reason := when(text, "")
	if reason != "" {
		return ingest.When{}
	}
	r.place(&w)
	return w
}

// words are an instruction as written for people.
func words(n *node) string {
	texts := []string{n.str("text")}
	for _, a := range n.list("additionalInstruction") {
		texts = append(texts, conceptText(&a))
	}
	texts = append(texts, n.str("patientInstruction"))
	if s := ingest.Joined("; ", texts...); s != "" {
		return s
	}
	if s := n.get("timing").get("code").str("text"); s != "" {
		return s
	}
	return unsaid(n)
}

// unsaid is what the structure of a dosage without words cannot say, in the resource's terms.
func unsaid(n *node) string {
	var parts []string
	_, ok := timing(n.get("timing"))
	if reason := n.get("asNeededCodeableConcept"); !ok || reason != nil || n.truth("asNeededBoolean") {
		for _, m := range repeatMembers(n) {
			parts = append(parts, m.key+" "+m.value.printed())
		}
		parts = append(parts, codeOf(n.get("timing").get("code")), ingest.Labelled("asNeeded", conceptText(reason)))
	}
	for _, rate := range n.list("doseAndRate") {
		if text, unit, reason := spanned(rate.get("doseRange").get("low"), rate.get("doseRange").get("high")); reason == "" {
			parts = append(parts, ingest.Labelled("doseRange", ingest.Joined(" ", text, unit)))
		}
	}
	return ingest.Joined("; ", parts...)
}

// repeatMembers are the members of a Timing's repeat that say how often.
func repeatMembers(n *node) (out []member) {
	repeat := n.get("timing").get("repeat")
	if repeat == nil {
		return nil
	}
	for _, m := range repeat.members {
		if m.value.kind != '{' && m.value.kind != 'n' {
			out = append(out, m)
		}
	}
	return out
}

// printed is a scalar, or a list of scalars, as text.
func (n *node) printed() string {
	if n.kind != '[' {
		return n.text
	}
	var parts []string
	for i := range n.items {
		parts = append(parts, n.items[i].text)
	}
	return ingest.Joined(",", parts...)
}

// instruction is the structure of a dosage, as far as it can be said exactly. What is taken as needed has no times; how
// often at most stands in the words.
func instruction(n *node) record.Instruction {
	in, _ := timing(n.get("timing"))
	if n.truth("asNeededBoolean") || n.get("asNeededCodeableConcept") != nil {
		in = record.Instruction{AsNeeded: true}
	}
	in.Dose = dose(n)
	if in.AsNeeded && in.Dose != nil {
		in.MaxDosePerDay = maxPerDay(n.get("maxDosePerPeriod"), in.Dose.Unit)
	}
	if in.Validate() != nil {
		return record.Instruction{}
	}
	return in
}

// dose is the amount of one intake. A range is no amount.
func dose(n *node) *record.Dose {
	q := n.get("doseQuantity") // as DSTU2 and STU3 have it
	if rates := n.list("doseAndRate"); len(rates) == 1 {
		q = rates[0].get("doseQuantity")
	} else if len(rates) > 1 {
		return nil
	}
	return amount(q)
}

func amount(n *node) *record.Dose {
	q, reason := quantityOf(n)
	if reason != "" || !q.ok || q.comparator != "" {
		return nil
	}
	v, err := strconv.ParseFloat(q.number, 64)
	if err != nil || v <= 0 {
		return nil
	}
	return &record.Dose{Value: v, Unit: ingest.DoseUnit(q.unit)}
}

func maxPerDay(n *node, unit string) float64 {
	if n == nil {
		return 0
	}
	top, bottom := amount(n.get("numerator")), n.get("denominator")
	per, reason := quantityOf(bottom)
	if top == nil || reason != "" || top.Unit != unit || per.number != "1" || per.unit != "d" && per.unit != "day" {
		return 0
	}
	return top.Value
}

// timing reads a Timing. ok is false where the record has no shape for it, such as three times a week.
func timing(n *node) (in record.Instruction, ok bool) {
	repeat := n.get("repeat")
	if repeat == nil {
		for _, c := range n.get("code").list("coding") {
			if in, ok = ingest.TimingCode(c.str("code")); ok {
				return in, true
			}
		}
		return in, false
	}
	for _, key := range []string{"frequencyMax", "periodMax", "countMax", "durationMax", "offset"} {
		if repeat.get(key) != nil {
			return in, false // a range, or minutes from an event
		}
	}
	times, days, events := stringsOf(repeat, "timeOfDay"), stringsOf(repeat, "dayOfWeek"), stringsOf(repeat, "when")
	unit, daily := repeat.str("periodUnit"), repeat.scalar("period") == "" || repeat.scalar("period") == "1"
	switch {
	case len(times) > 0 && len(days) == 0 && len(events) == 0 && daily && (unit == "d" || unit == ""):
		return clockTimes(times)
	case len(days) > 0 && len(times) == 0 && len(events) == 0 && daily:
		if f := repeat.scalar("frequency"); f != "" && f != "1" && f != strconv.Itoa(len(days)) {
			return in, false
		}
		return weekdays(days)
	case len(events) > 0 && len(times) == 0 && len(days) == 0 && daily && (unit == "d" || unit == ""):
		return ingest.EventTiming(events)
	case len(times)+len(days)+len(events) > 0:
		return in, false
	}
	frequency, err := strconv.ParseFloat(orOne(repeat.scalar("frequency")), 64)
	if err != nil {
		return in, false
	}
	period, err := strconv.ParseFloat(orOne(repeat.scalar("period")), 64)
	if err != nil {
		return in, false
	}
	return ingest.Repeated(frequency, period, unit)
}

func orOne(s string) string {
	if s == "" {
		return "1"
	}
	return s
}

func stringsOf(n *node, key string) (out []string) {
	for _, x := range n.list(key) {
		out = append(out, x.string())
	}
	return out
}

func clockTimes(times []string) (in record.Instruction, ok bool) {
	for _, t := range times {
		if len(t) != 8 || t[5:] != ":00" {
			return record.Instruction{}, false
		}
		in.Times = append(in.Times, t[:5])
	}
	slices.Sort(in.Times)
	in.Times = slices.Compact(in.Times)
	return in, true
}

var weekdayNumbers = map[string]int{"mon": 1, "tue": 2, "wed": 3, "thu": 4, "fri": 5, "sat": 6, "sun": 7}

func weekdays(days []string) (in record.Instruction, ok bool) {
	for _, d := range days {
		n, ok := weekdayNumbers[d]
		if !ok {
			return record.Instruction{}, false
		}
		in.Weekdays = append(in.Weekdays, n)
	}
	slices.Sort(in.Weekdays)
	in.Weekdays = slices.Compact(in.Weekdays)
	return in, true
}

// administered is the dose of one intake.
func administered(n *node, m *ingest.MedicationDraft) (in ingest.InstructionDraft, ok bool) {
	if n == nil {
		return in, false
	}
	m.Route = conceptText(n.get("route"))
	in.Text = n.str("text")
	if in.Dose = amount(n.get("dose")); in.Validate() != nil {
		in.Dose = nil
	}
	return in, in.Dose != nil || in.Text != ""
}
