package ingest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/seed-a76b335c/philint/internal/record"
)

// Admit says why a draft of a medication is not stored, "" where it is.
func (s *Medications) Admit(d *Draft) Reason {
	m := d.Medication
	if reason := medicationTexts(d); reason != "" {
		return reason
	}
	if strings.TrimSpace(m.Name) == "" {
		return NoName
	}
	if m.Standing == StandingNotTaken && m.Kind == MedicationTaken {
		return NotGiven
	}
	if m.Standing == StandingNotTaken {
		return NotSupported // nobody took it
	}
	if m.Kind == MedicationTaken {
		if m.Standing != StandingCompleted {
			return NotSupported // how much was taken is not known, or not yet
		}
		_, reason := s.dose(d)
		return reason
	}
	p, reason := s.period(d, nil)
	if reason != "" {
		return reason
	}
	plan := s.describe(record.Plan{ID: "x"}, &p)
	r := lay(plan, []period{p})
	return refusedAs(r.Check())
}

// refusedAs is the reason for what a plan or a dose cannot hold.
func refusedAs(err error) Reason {
	var e *record.MedicationError
	switch {
	case err == nil:
		return ""
	case !errors.As(err, &e):
		return BadElement
	case e.Kind == record.EndBeforeStart, e.Kind == record.BeforeStart:
		return EndBefore
	case e.Field == "name" || e.Field == "strength" || e.Field == "form" || e.Field == "text" || e.Field == "reason":
		return TooLong
	default:
		return BadElement
	}
}

func medicationTexts(d *Draft) Reason {
	if reason := texts(d); reason != "" {
		return reason
	}
	m := d.Medication
	all := []string{m.Name, m.Strength, m.Form, m.StartText, m.EndText}
	for _, c := range m.Codes {
		all = append(all, c.System, c.Code, c.Display)
	}
	for i := range m.Instructions {
		in := &m.Instructions[i]
		all = append(all, in.Text)
		if in.Dose != nil {
			all = append(all, in.Dose.Unit)
		}
	}
	for _, t := range all {
		switch {
		case len(t) > maxText:
			return TooLong
		case !utf8.ValidString(t), strings.ContainsRune(t, 0):
			return BadText
		}
	}
	return ""
}

// scope is where a draft's record id is unique: its origin, or the source. What a document alone numbers has none.
func (s *Medications) scope(d *Draft) string {
	origin := d.Origin
	if origin == "" && !s.filed(d) {
		origin = s.source
	}
	return s.format + ":" + strings.ReplaceAll(origin, "|", "%7C")
}

// filed says that a draft's id is of its document only. Another document can use it for something else.
func (s *Medications) filed(d *Draft) bool {
	return d.Origin == "" && strings.HasPrefix(s.source, documentPrefix)
}

// orderOf names the order or statement that a draft is, or the intake: by its id, or by what it says. The same order of
// two documents is one, also where the later one says that it has ended.
func (s *Medications) orderOf(d *Draft) string {
	id := d.SourceRecordID
	if id == "" || s.filed(d) {
		m := d.Medication
		parts := []string{m.ConceptKey(), string(m.Kind), m.StartText, d.When.Start.UTC().String()}
		if m.StartText == "" {
			parts = append(parts, m.EndText)
		}
		for i := range m.Instructions {
			parts = append(parts, m.Instructions[i].Text, record.Schedule([]record.Instruction{m.Instructions[i].Instruction}))
		}
		id = "content:" + shortHash(strings.Join(parts, "\x1f"))
	}
	return s.scope(d) + "|" + id
}

func shortHash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:10])
}

// dayOf is the day of a time: the one that is printed, or that of an instant in the person's zone.
func (s *Medications) dayOf(w When) *record.Day {
	if w.Start.IsZero() {
		return nil
	}
	day := record.DayOf(w.Start.Date())
	if !w.DateOnly && !w.Floating {
		zone := s.person.Zone
		if named, err := record.ParseZone(w.Zone, s.load); w.Zone != "" && err == nil {
			zone = named
		} else if _, offset := w.Start.Zone(); offset != 0 {
			zone = record.FixedZone(offset)
		}
		day, _ = zone.Local(record.InstantOf(w.Start))
	}
	return &day
}

// period is what an order or a statement says. known is what it said when it was stored before.
//
// Nothing is made up from dates or for want of them. What has ended on a day that the source does not give is known to have
// been in effect on the day that it does give, its first; its end is kept as unknown. What goes on since a day of which the source says nothing is in effect from the
// day on which it came to be known; where it does say something, which is no day, the record is refused.
func (s *Medications) period(d *Draft, known *period) (period, Reason) {
	m := d.Medication
	p := period{order: s.orderOf(d), end: s.dayOf(m.End), instructions: instructionsFor(m), drug: m}
	start := s.dayOf(m.Start)
	// Inactive and unknown say that it is not known to be taken. A source without a status lists what is taken.
	going := m.Standing == StandingActive || m.Standing == StandingIntended || m.Standing == StandingUnknown && m.Status == ""
	switch {
	case start != nil:
		p.start = *start
	case p.end != nil:
		p.start = *p.end
	case m.StartText != "":
		return p, CoarseDate // no day can be made of it, and today it is not
	case !going:
		return p, NoTime
	case known != nil:
		p.start = known.start
	default:
		p.start = s.today
	}
	if m.Standing == StandingIntended && p.start <= s.today {
		return p, NotSupported // it should have begun, and nobody says that it has
	}
	if p.start < earliestDay {
		return p, BeforeAll
	}
	if p.end != nil && *p.end < p.start {
		return p, EndBefore
	}
	if going {
		return p, ""
	}
	p.stopped = m.Standing == StandingStopped || m.Standing == StandingOnHold
	switch {
	case p.end == nil:
		p.end, p.how = &p.start, unknownDay[m.Standing]
	case *p.end > s.today && known != nil && known.end != nil && known.stopped == p.stopped:
		p.end = known.end
	case *p.end > s.today:
		// It ended before the end that was planned.
		last := max(s.today, p.start)
		p.end = &last
	}
	day := *p.end
	p.end = &day
	return p, ""
}

// unknownDay is how something ended of which the source gives no day for that.
var unknownDay = map[Standing]record.ClosedBy{
	StandingStopped: record.ByStopSomeDay, StandingCompleted: record.ByCompletionSomeDay, StandingOnHold: record.ByHold, StandingUnknown: record.ByUnknown,
}

var earliestDay = record.DayOf(1900, 1, 1)

// instructionsFor are a draft's instructions, as said and as far as they are understood. The words stay beside the
// structure. Steps that follow one another have words only: taken together they would be too much.
func instructionsFor(m *MedicationDraft) []record.Instruction {
	var out []record.Instruction
	steps := map[int]bool{}
	for i := range m.Instructions {
		steps[m.Instructions[i].Sequence] = true
	}
	for i := range m.Instructions {
		in := m.Instructions[i].Instruction
		switch parsed, ok := record.ParseSig(in.Text); {
		case len(steps) > 1:
			in = record.Instruction{Text: in.Text}
		case ok && in.Kind() == record.Unscheduled && (in.Dose == nil || parsed.Dose == nil || *in.Dose == *parsed.Dose):
			if parsed.Dose == nil {
				parsed.Dose = in.Dose
			}
			parsed.Text = in.Text
			in = parsed
		}
		out = append(out, in)
	}
	if len(out) == 0 {
		out = []record.Instruction{{}}
	}
	return out
}

// dose is one intake.
func (s *Medications) dose(d *Draft) (record.DoseEvent, Reason) {
	var o record.Observation
	if reason := newGate(s.person, s.now).place(&o, d); reason != "" {
		return record.DoseEvent{}, reason
	}
	e := record.DoseEvent{
		ID: "dose-" + shortHash(s.orderOf(d)), Plan: "x", Status: record.DoseTaken, TakenAt: o.Start, Zone: o.Zone, LocalDay: o.LocalDay,
		RecordedBy: record.ByImport,
	}
	if list := d.Medication.Instructions; len(list) > 0 {
		e.Dose = list[0].Dose
	}
	return e, refusedAs(e.Validate())
}
