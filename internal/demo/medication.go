package demo

import (
	"fmt"
	"strconv"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
)

// medication is one of the four, with the days on which something about it changed.
type medication struct {
	person, name, strength, form string
	codes                        []record.MedicationCode
	words                        string // as the person wrote it; what it says is read by the grammar
	instruction                  record.Instruction
	start                        record.Day
	stopped, resumed             record.Day // 0: never
	doses                        func(p *Person, m *medication, plan string) []record.DoseEvent
}

// medications are four: one stopped, one as needed, one weekly, one twice a day that was stopped and taken up again.
func medications() []medication {
	return []medication{
		{
			person: "ilse", name: "Ramipril", strength: "5 mg", form: "tablet", words: "1 tablet at 08:00",
			codes: []record.MedicationCode{{System: record.ATC, Code: "C09AA05", Display: "ramipril"}},
			start: record.DayOf(2026, time.February, 3), stopped: record.DayOf(2026, time.March, 20), doses: everyMorning,
		},
		{
			// The words hold something that no grammar knows, so the structure was entered beside them.
			person: "ilse", name: "Ibuprofen", strength: "400 mg", form: "tablet", words: "1 tablet for headache, as " + canaryInstruction + " said, not more than 3 a day",
			instruction: record.Instruction{Dose: &record.Dose{Value: 1, Unit: "{tablet}"}, AsNeeded: true, MaxDosePerDay: 3},
			start:       FirstDay, doses: onHeadaches,
		},
		{
			person: "ilse", name: canaryMedication + " D3", strength: "20000 [IU]", form: "capsule", words: "1 capsule weekly on Sundays",
			start: record.DayOf(2025, time.November, 23), doses: onSundays,
		},
		{
			person: "lan", name: "二甲双胍", strength: "500 mg", form: "片", words: "每天两次，每次一片",
			codes: []record.MedicationCode{{System: record.ATC, Code: "A10BA02", Display: "metformin"}},
			start: record.DayOf(2025, time.December, 15), stopped: record.DayOf(2026, time.March, 28), resumed: record.DayOf(2026, time.May, 4), doses: twiceADay,
		},
	}
}

// Regimen is a medication with its doses.
type Regimen struct {
	record.Regimen
	Doses []record.DoseEvent
}

// regimens are a person's medications, made by the transitions that a person's own clicks make.
func (p *Person) regimens() ([]Regimen, error) {
	var out []Regimen
	for i, m := range medications() {
		if m.person != p.key {
			continue
		}
		r, err := p.regimen(&m, "demo-"+strconv.Itoa(i+1))
		if err != nil {
			return nil, fmt.Errorf("medication %d: %w", i+1, err)
		}
		out = append(out, r)
	}
	return out, nil
}

func (p *Person) regimen(m *medication, id string) (Regimen, error) {
	in := m.instruction
	if parsed, ok := record.ParseSig(m.words); ok {
		in = parsed
	}
	in.Text = m.words
	start := record.InstantOf(p.at(m.start, 9, 0))
	r, err := record.Begin(record.Plan{
		ID: id, Name: m.name, Strength: m.strength, Form: m.form, Codes: m.codes, Instructions: []record.Instruction{in}, Start: m.start,
		Confirmed: true, Source: "web", CreatedAt: start, ChangedAt: start,
	})
	if err == nil && m.stopped != 0 {
		r, err = r.Stop(m.stopped, m.stopped)
		r.Plan.ChangedAt = record.InstantOf(p.at(m.stopped, 9, 0))
	}
	if err == nil && m.resumed != 0 {
		r, err = r.Resume(m.resumed)
		r.Plan.ChangedAt = record.InstantOf(p.at(m.resumed, 9, 0))
	}
	if err != nil {
		return Regimen{}, err
	}
	out := Regimen{Regimen: r, Doses: m.doses(p, m, id)}
	for i := range out.Doses {
		if err := out.Doses[i].Validate(); err != nil {
			return Regimen{}, err
		}
	}
	return out, nil
}

// dose is one that answers a slot, or none where slot is empty.
func (p *Person) dose(plan string, day record.Day, slot string, status record.DoseStatus, at time.Time) record.DoseEvent {
	e := record.DoseEvent{
		ID: plan + "-" + day.String() + "-" + strconv.FormatInt(at.Unix()%86400, 10), Plan: plan, Status: status, TakenAt: record.InstantOf(at), Zone: p.Zone,
		LocalDay: record.DayOf(at.Date()), RecordedBy: record.ByUser,
	}
	if slot != "" {
		e.SlotDay, e.SlotName = day, slot
	}
	return e
}

// everyMorning leaves out some doses: some were skipped and said so, others are missed.
func everyMorning(p *Person, m *medication, plan string) []record.DoseEvent {
	d := roll(p.key, m.name)
	var out []record.DoseEvent
	for day := m.start; day < m.stopped; day++ {
		switch at := p.at(day, 8, d.IntN(25)); {
		case d.oneIn(15):
		case d.oneIn(12):
			e := p.dose(plan, day, "08:00", record.DoseSkipped, at)
			e.Reason = "cough"
			out = append(out, e)
		default:
			out = append(out, p.dose(plan, day, "08:00", record.DoseTaken, at))
		}
	}
	return out
}

// onHeadaches are taken on the days of the journal's headaches.
func onHeadaches(p *Person, _ *medication, plan string) []record.DoseEvent {
	var out []record.DoseEvent
	for _, e := range p.journal() {
		if e.Name == "headache" {
			at := e.When.Start.Add(10 * time.Minute)
			dose := p.dose(plan, record.DayOf(at.Date()), "", record.DoseTaken, at)
			dose.Dose = &record.Dose{Value: 1, Unit: "{tablet}"}
			out = append(out, dose)
		}
	}
	return out
}

func onSundays(p *Person, m *medication, plan string) []record.DoseEvent {
	d := roll(p.key, m.name)
	var out []record.DoseEvent
	for day := m.start; day <= LastDay; day++ {
		if day.Weekday() == time.Sunday && !d.oneIn(9) {
			out = append(out, p.dose(plan, day, "day", record.DoseTaken, p.at(day, 9, d.IntN(50))))
		}
	}
	return out
}

// twiceADay are the doses of the last month.
func twiceADay(p *Person, m *medication, plan string) []record.DoseEvent {
	d := roll(p.key, m.name)
	var out []record.DoseEvent
	for day := LastDay - 29; day < LastDay; day++ {
		for i, hour := range []int{8, 19} {
			if !d.oneIn(10) {
				out = append(out, p.dose(plan, day, strconv.Itoa(i+1)+"/2", record.DoseTaken, p.at(day, hour, d.IntN(45))))
			}
		}
	}
	return out
}
