package answers

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// clinic is a store with one person and a clock that a test sets.
type clinic struct {
	*Service
	t      *testing.T
	person record.PersonID
	zone   record.Zone
	at     record.Instant
}

func newClinic(t *testing.T, zone string) *clinic {
	t.Helper()
	s, err := store.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "record.db"), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	c := &clinic{t: t, person: record.NewPersonID([10]byte{7})}
	if c.zone, err = record.ParseZone(zone, time.LoadLocation); err != nil {
		t.Fatal(err)
	}
	if err := s.AddPerson(t.Context(), store.Person{ID: c.person, Name: "Test", Zone: zone}); err != nil {
		t.Fatal(err)
	}
	c.Service = New(Config{Store: s, Zones: time.LoadLocation, Now: func() record.Instant { return c.at }})
	return c
}

// clockAt sets the clock to a local time: 2026-03-29 08:00.
func (c *clinic) clockAt(text string) {
	c.t.Helper()
	at, err := time.ParseInLocation("2006-01-02 15:04", text, c.zone.Location())
	if err != nil {
		c.t.Fatal(err)
	}
	c.at = record.InstantOf(at)
}

func (c *clinic) write(fn func(context.Context, *store.Tx) error) {
	c.t.Helper()
	if err := c.store.Person(c.person).Write(c.t.Context(), func(tx *store.Tx) error { return fn(c.t.Context(), tx) }); err != nil {
		c.t.Fatal(err)
	}
}

func (c *clinic) put(regimens ...record.Regimen) {
	c.t.Helper()
	c.write(func(ctx context.Context, tx *store.Tx) error {
		for _, r := range regimens {
			if _, err := tx.PutRegimen(ctx, r); err != nil {
				return err
			}
		}
		return nil
	})
}

func (c *clinic) dose(events ...record.DoseEvent) {
	c.t.Helper()
	c.write(func(ctx context.Context, tx *store.Tx) error {
		for i, e := range events {
			if e.ID == "" {
				e.ID = fmt.Sprintf("%s-%d-%d-%s", e.Plan, e.TakenAt, i, e.SlotName)
			}
			if _, err := tx.AddDose(ctx, e); err != nil {
				return err
			}
		}
		return nil
	})
}

// ask is a question about medications, past its schema.
func (c *clinic) ask(view View, from, to string, keywords ...string) Envelope {
	c.t.Helper()
	q := &Question{Tool: MedicationsTool, View: view, Keywords: keywords}
	q.Window, q.Swapped = record.NewWindow(dayAt(c.t, from), dayAt(c.t, to))
	u, err := c.subject(c.t.Context(), c.person)
	if err != nil {
		c.t.Fatal(err)
	}
	e, err := c.medications(c.t.Context(), u, q, ForModel())
	if err != nil {
		c.t.Fatal(err)
	}
	return e
}

func dayAt(t *testing.T, text string) *record.Day {
	t.Helper()
	if text == "" {
		return nil
	}
	d, err := record.ParseDay(text)
	if err != nil {
		t.Fatal(err)
	}
	return &d
}

func dayOf(t *testing.T, text string) record.Day { t.Helper(); return *dayAt(t, text) }

func began(t *testing.T, p record.Plan) record.Regimen {
	t.Helper()
	if p.Instructions == nil {
		p.Instructions = []record.Instruction{{}}
	}
	r, err := record.Begin(p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func must(t *testing.T) func(record.Regimen, error) record.Regimen {
	return func(r record.Regimen, err error) record.Regimen {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
}

func planIDs(e Envelope) []string {
	var out []string
	switch l := e.Data.(type) {
	case *list[PlanRow]:
		for _, r := range l.rows {
			out = append(out, r.PlanID)
		}
	case *list[DoseRow]:
		for _, r := range l.rows {
			out = append(out, r.PlanID)
		}
	case *list[CourseRow]:
		for _, r := range l.rows {
			out = append(out, r.PlanID)
		}
	}
	return out
}

func plans(t *testing.T, e Envelope) []PlanRow {
	t.Helper()
	l, ok := e.Data.(*list[PlanRow])
	if !ok {
		t.Fatalf("rows of type %T", e.Data)
	}
	return l.rows
}

// Against a loop over every day and every stretch of time.
func TestAPlanIsListedIfItWasInEffectOnSomeDayOfTheWindow(t *testing.T) {
	c := newClinic(t, "Europe/Berlin")
	c.clockAt("2026-06-01 12:00")
	today := dayOf(t, "2026-06-01")
	r := rand.New(rand.NewPCG(5, 5))
	var regimens []record.Regimen
	for i := range 60 {
		p := record.Plan{ID: "p" + strconv.Itoa(i), Name: "Drug " + strconv.Itoa(i), Start: today + record.Day(r.IntN(60)-45)}
		if r.IntN(3) == 0 {
			end := p.Start + record.Day(r.IntN(30))
			p.End = &end
		}
		regimen := began(t, p)
		for on := p.Start; on <= today; on += record.Day(1 + r.IntN(9)) {
			// Transitions that do not fit the state are refused and change nothing.
			var next record.Regimen
			var err error
			switch r.IntN(5) {
			case 0:
				next, err = regimen.Stop(on, on)
			case 1:
				next, err = regimen.Resume(on)
			case 2:
				next, err = regimen.Edit(record.PlanEdit{Instructions: &[]record.Instruction{{DosesPerDay: 1 + r.IntN(5)}}}, on)
			case 3:
				if r.IntN(6) == 0 {
					next, err = regimen.Void(on)
				} else {
					continue
				}
			default:
				continue
			}
			if err == nil {
				regimen = next
			}
		}
		regimens = append(regimens, regimen)
	}
	c.put(regimens...)
	inEffect := func(c *record.Course, p *record.Plan, d record.Day) bool {
		end := c.End
		if end == nil {
			end = p.End
		}
		return c.Start <= d && (end == nil || d <= *end)
	}
	lowest, highest := today-70, today+70
	statuses := map[string]int{}
	for range 150 {
		var from, to string
		w := record.Window{}
		if r.IntN(4) > 0 {
			d := today + record.Day(r.IntN(100)-60)
			w.From, from = &d, d.String()
		}
		if r.IntN(4) > 0 {
			d := today + record.Day(r.IntN(100)-60)
			w.To, to = &d, d.String()
		}
		swapped := w.From != nil && w.To != nil && *w.From > *w.To
		if swapped {
			w.From, w.To = w.To, w.From
		}
		var wantPlans, wantCourses []string
		for i := range regimens {
			p := &regimens[i].Plan
			if p.Status == record.PlanVoided {
				continue
			}
			found := false
			for j := range regimens[i].Courses {
				hit := false
				for d := lowest; d <= highest && !hit; d++ {
					hit = w.Holds(d) && inEffect(&regimens[i].Courses[j], p, d)
				}
				if found = found || hit; hit {
					wantCourses = append(wantCourses, p.ID)
				}
			}
			if found {
				wantPlans = append(wantPlans, p.ID)
			}
		}
		e := c.ask(Plan, from, to)
		for _, row := range plans(t, e) {
			statuses[row.Status]++
		}
		for view, want := range map[View][]string{Plan: wantPlans, History: wantCourses} {
			got := planIDs(c.ask(view, from, to))
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("%s of %s: %v, want %v", view, w, got, want)
			}
		}
		if has := slices.Contains(e.Assumptions, noteSwapped); has != swapped {
			t.Errorf("%s..%s: said to be swapped: %v", from, to, has)
		}
		if e.Meta.Start != dayText(w.From) || e.Meta.End != dayText(w.To) {
			t.Errorf("%s printed as %s..%s", w, e.Meta.Start, e.Meta.End)
		}
		if got := plans(t, e); !slices.IsSortedFunc(got, func(a, b PlanRow) int {
			rank := func(r PlanRow) string {
				return map[bool]string{true: "0", false: "1"}[r.Status == "active"] + r.Since
			}
			return strings.Compare(rank(a), rank(b))
		}) {
			t.Errorf("%s is not sorted: %v", w, got)
		}
	}
	for _, s := range []record.EffectiveStatus{record.EffectiveActive, record.EffectiveStopped, record.EffectiveCompleted, record.EffectiveIntended} {
		if statuses[string(s)] == 0 {
			t.Errorf("no plan was %s", s)
		}
	}
}

func TestTwoHundredRowsAreAllAndTwoHundredAndOneAreCut(t *testing.T) {
	c := newClinic(t, "UTC")
	c.clockAt("2026-06-01 12:00")
	start := dayOf(t, "2026-05-01")
	add := func(from, to int) {
		var regimens []record.Regimen
		var events []record.DoseEvent
		for i := from; i < to; i++ {
			id := fmt.Sprintf("p%03d", i)
			e := record.DoseEvent{Plan: id, Status: record.DoseTaken, RecordedBy: record.ByUser}
			e.Take(record.InstantOf(time.Date(2026, 5, 20, 8, i%60, i/60, 0, time.UTC)), record.UTC)
			regimens, events = append(regimens, began(t, record.Plan{ID: id, Name: "Drug " + id, Start: start})), append(events, e)
		}
		c.put(regimens...)
		c.dose(events...)
	}
	add(0, 200)
	for _, n := range []int{200, 201} {
		if n == 201 {
			add(200, 201)
		}
		for _, view := range []View{Plan, Log, History} {
			for _, keywords := range [][]string{nil, {"drug"}} {
				e := c.ask(view, "", "", keywords...)
				cut := n > 200
				switch {
				case e.Data.Len() != 200 || e.Meta.RowCount != 200:
					t.Errorf("%d of %s: %d rows", n, view, e.Data.Len())
				case e.Meta.Truncated != cut || (e.Status == Partial) != cut || (e.Meta.Cut != "") != cut:
					t.Errorf("%d of %s: truncated %v, %s, %q", n, view, e.Meta.Truncated, e.Status, e.Meta.Cut)
				case len(e.NextSteps) > 0 || strings.Contains(e.Meta.Cut, "end=") || cut && !strings.Contains(e.Meta.Cut, "keywords"):
					t.Errorf("%d of %s, of one day all of them: next %v, %q", n, view, e.NextSteps, e.Meta.Cut)
				case cut && view == Plan && !strings.Contains(e.Meta.Cut, `"Drug p200"`):
					t.Errorf("the one that is not shown is not named: %q", e.Meta.Cut)
				case cut && !strings.HasPrefix(Compact(e), e.Meta.Cut+"\n"):
					t.Errorf("%s: what was cut does not stand before the table", view)
				case len(e.Provenance) != 200:
					t.Errorf("%s: provenance of %d plans", view, len(e.Provenance))
				}
			}
			if e := c.ask(view, "", "", "drug p007"); e.Data.Len() != 1 || e.Meta.Truncated {
				t.Errorf("%d of %s, one of them: %d rows, truncated %v", n, view, e.Data.Len(), e.Meta.Truncated)
			}
		}
	}
}

func TestWithoutDatesTheLogHasTheLastThirtyLocalDaysAndSaysWhich(t *testing.T) {
	c := newClinic(t, "Asia/Shanghai")
	c.put(began(t, record.Plan{ID: "p", Name: "Drug", Start: dayOf(t, "2026-01-01")}))
	at := func(text string) record.DoseEvent {
		u, err := time.ParseInLocation("2006-01-02 15:04", text, c.zone.Location())
		if err != nil {
			t.Fatal(err)
		}
		e := record.DoseEvent{Plan: "p", Status: record.DoseTaken, RecordedBy: record.ByUser}
		e.Take(record.InstantOf(u), c.zone)
		return e
	}
	c.dose(at("2026-03-01 23:59"), at("2026-03-02 00:00"), at("2026-03-31 23:59"), at("2026-04-01 00:00"))
	for _, tt := range []struct {
		name, now, from, to, start, end string
		rows                            int
	}{
		{"late on the last of them", "2026-03-31 23:59", "", "", "2026-03-02", "2026-03-31", 2},
		{"a minute later it is the next day", "2026-04-01 00:00", "", "", "2026-03-03", "2026-04-01", 2},
		{"a named start leaves the other side open", "2026-03-31 23:59", "2026-03-02", "", "2026-03-02", "", 3},
		{"a named end too", "2026-03-31 23:59", "", "2026-03-31", "", "2026-03-31", 3},
		{"both ends are in the window", "2026-03-31 23:59", "2026-03-01", "2026-03-02", "2026-03-01", "2026-03-02", 2},
		{"ends the other way round are swapped", "2026-03-31 23:59", "2026-03-02", "2026-03-01", "2026-03-01", "2026-03-02", 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c.clockAt(tt.now)
			e := c.ask(Log, tt.from, tt.to)
			if e.Meta.Start != tt.start || e.Meta.End != tt.end || e.Data.Len() != tt.rows {
				t.Errorf("%s..%s, %d rows", e.Meta.Start, e.Meta.End, e.Data.Len())
			}
			if swapped := tt.from > tt.to && tt.to != ""; slices.Contains(e.Assumptions, noteSwapped) != swapped {
				t.Errorf("notes %q", e.Assumptions)
			}
			if !strings.Contains(Compact(e), "(window="+tt.start+".."+tt.end+", tz=Asia/Shanghai, dates=tz_exact, view=log,") {
				t.Errorf("the window is not printed: %s", Compact(e))
			}
		})
	}
}

func TestTodaysSlotsStandByTheClock(t *testing.T) {
	twice := []record.Instruction{{Dose: &record.Dose{Value: 1, Unit: "{tablet}"}, Times: []string{"08:00", "20:00"}}}
	night := []record.Instruction{{Times: []string{"02:30", "03:30"}}}
	for _, tt := range []struct {
		name, zone, now string
		instructions    []record.Instruction
		answers         map[string]record.DoseStatus // slots of the clock's day
		want            string
	}{
		{"before the first", "Europe/Berlin", "2026-06-01 07:59", twice, nil, "08:00=upcoming, 20:00=upcoming"},
		{"from its minute on it is due", "Europe/Berlin", "2026-06-01 08:00", twice, nil, "08:00=due, 20:00=upcoming"},
		{"to the end of the day", "Europe/Berlin", "2026-06-01 23:59", twice, nil, "08:00=due, 20:00=due"},
		{"the next day is another", "Europe/Berlin", "2026-06-02 00:00", twice, nil, "08:00=upcoming, 20:00=upcoming"},
		{"what was recorded", "Europe/Berlin", "2026-06-01 21:00", twice, map[string]record.DoseStatus{"08:00": record.DoseTaken, "20:00": record.DoseSkipped}, "08:00=taken, 20:00=skipped"},
		{"taken before its time", "Europe/Berlin", "2026-06-01 07:00", twice, map[string]record.DoseStatus{"08:00": record.DoseTaken}, "08:00=taken, 20:00=upcoming"},
		{"an hour that the clocks leave out comes an hour later", "Europe/Berlin", "2026-03-29 03:29", night, nil, "02:30=upcoming, 03:30=upcoming"},
		{"and then", "Europe/Berlin", "2026-03-29 03:30", night, nil, "02:30=due, 03:30=due"},
		{"a day of 25 hours is one day", "Europe/Berlin", "2026-10-25 23:59", twice, nil, "08:00=due, 20:00=due"},
		{"doses a day have the whole day", "Asia/Shanghai", "2026-06-01 00:00", []record.Instruction{{DosesPerDay: 2}}, map[string]record.DoseStatus{"2/2": record.DoseTaken}, "1/2=due, 2/2=taken"},
		{"two instructions with one time", "UTC", "2026-06-01 09:00", []record.Instruction{{Times: []string{"08:00"}}, {Times: []string{"08:00"}}}, map[string]record.DoseStatus{"08:00#2": record.DoseTaken}, "08:00#1=due, 08:00#2=taken"},
		{"as needed is never due", "UTC", "2026-06-01 09:00", []record.Instruction{{AsNeeded: true}}, nil, ""},
		{"a weekday that is not today", "UTC", "2026-06-01 09:00", []record.Instruction{{Weekdays: []int{2, 3}}}, nil, ""},
		{"a weekday that is today", "UTC", "2026-06-01 09:00", []record.Instruction{{Weekdays: []int{1}}}, nil, "day=due"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := newClinic(t, tt.zone)
			c.clockAt(tt.now)
			today := dayOf(t, tt.now[:10])
			c.put(began(t, record.Plan{ID: "p", Name: "Drug", Start: today - 10, Instructions: tt.instructions}))
			for slot, status := range tt.answers {
				e := record.DoseEvent{Plan: "p", Status: status, RecordedBy: record.ByUser, SlotDay: today, SlotName: slot}
				e.Take(c.at, c.zone)
				c.dose(e)
			}
			// Yesterday's evening dose, taken after midnight, answers nothing of today.
			late := record.DoseEvent{Plan: "p", Status: record.DoseTaken, RecordedBy: record.ByUser, SlotDay: today - 1, SlotName: "20:00"}
			late.Take(c.zone.Start(today).Add(time.Minute), c.zone)
			c.dose(late)
			if got := plans(t, c.ask(Plan, "", ""))[0].Today; got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

// A dose that was taken in another zone, or in the night behind the day, answers the slot of the day.
func TestADoseOfTodayMayHaveBeenTakenOnAnotherDate(t *testing.T) {
	for name, taken := range map[string]string{"on a date before": "Pacific/Honolulu", "on a date behind": "Pacific/Kiritimati"} {
		t.Run(name, func(t *testing.T) {
			c := newClinic(t, "UTC")
			c.clockAt("2026-06-01 12:30")
			today := dayOf(t, "2026-06-01")
			c.put(began(t, record.Plan{ID: "p", Name: "Drug", Start: today - 10, Instructions: []record.Instruction{{Times: []string{"12:00"}}}}))
			zone, err := record.ParseZone(taken, time.LoadLocation)
			if err != nil {
				t.Fatal(err)
			}
			e := record.DoseEvent{Plan: "p", Status: record.DoseTaken, RecordedBy: record.ByUser, SlotDay: today, SlotName: "12:00"}
			e.Take(c.at.Add(-4*time.Hour), zone)
			if e.LocalDay == today {
				e.Take(c.at, zone)
			}
			c.dose(e)
			if e.LocalDay == today && taken == "Pacific/Kiritimati" {
				t.Fatal("the test shows nothing")
			}
			if got := plans(t, c.ask(Plan, "", ""))[0].Today; got != "12:00=taken" {
				t.Errorf("%q", got)
			}
		})
	}
}

func TestPlansThatAreNotInEffectHaveNoSlotsToday(t *testing.T) {
	c := newClinic(t, "UTC")
	c.clockAt("2026-06-01 12:00")
	today, do := dayOf(t, "2026-06-01"), must(t)
	daily := []record.Instruction{{DosesPerDay: 1}}
	yesterday := today - 1
	c.put(
		began(t, record.Plan{ID: "a-later", Name: "A", Start: today + 1, Instructions: daily}),
		began(t, record.Plan{ID: "b-over", Name: "B", Start: today - 9, End: &yesterday, Instructions: daily}),
		do(began(t, record.Plan{ID: "c-stopped", Name: "C", Start: today - 9, Instructions: daily}).Stop(today, today)),
		do(began(t, record.Plan{ID: "d-void", Name: "D", Start: today - 9, Instructions: daily}).Void(today)),
		began(t, record.Plan{ID: "e-now", Name: "E", Start: today, Instructions: daily, Confirmed: true}),
	)
	var got []string
	e := c.ask(Plan, "", "")
	for _, r := range plans(t, e) {
		got = append(got, fmt.Sprintf("%s %s [%s] %s..%s %s", r.PlanID, r.Status, r.Today, r.Since, r.Until, r.Provenance))
	}
	want := []string{
		"e-now active [day=due] 2026-06-01.. measured",
		"b-over completed [] 2026-05-23..2026-05-31 computed",
		"c-stopped stopped [] 2026-05-23..2026-06-01 computed",
		"a-later intended [] 2026-06-02.. computed",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if e.Provenance["e-now"] != Measured || e.Provenance["b-over"] != Computed || len(e.Provenance) != 4 {
		t.Errorf("provenance %v", e.Provenance)
	}
}

func TestKeywordsNarrowByNameStrengthCodeAndCodesName(t *testing.T) {
	c := newClinic(t, "UTC")
	c.clockAt("2026-06-01 12:00")
	start := dayOf(t, "2026-05-20")
	add := func(id, name, strength string, codes ...record.MedicationCode) record.Regimen {
		r := began(t, record.Plan{ID: id, Name: name, Strength: strength, Codes: codes, Start: start})
		e := record.DoseEvent{Plan: id, Status: record.DoseTaken, RecordedBy: record.ByUser}
		c.put(r)
		e.Take(c.at, record.UTC)
		c.dose(e)
		return r
	}
	add("met", "二甲双胍", "500 mg", record.MedicationCode{System: record.ATC, Code: "A10BA02", Display: "Metformin"}, record.MedicationCode{System: record.RxNorm, Code: "6809", Display: "metformin"})
	add("ram", "Ramipril HEXAL", "5 mg")
	text := add("dee", "Vitamin D3", "20000 [IU]").Plan.ConceptKey
	for name, tt := range map[string]struct {
		keywords []string
		want     string
	}{
		"part of a name, in any case":              {[]string{"RAMI"}, "ram"},
		"white space does not count":               {[]string{"ramipril  hexal"}, "ram"},
		"full width letters":                       {[]string{"ｒａｍｉｐｒｉｌ"}, "ram"},
		"the traditional characters of a name":     {[]string{"二甲雙胍"}, "met"},
		"a code":                                   {[]string{"a10ba02"}, "met"},
		"a code's name in another language":        {[]string{"metformin"}, "met"},
		"a concept's key":                          {[]string{"rxnorm:6809"}, "met"},
		"the key of a name":                        {[]string{text}, "dee"},
		"part of a digest is nothing":              {[]string{strings.TrimPrefix(text, "text:")[2:6]}, ""},
		"the name as it is shown":                  {[]string{"Vitamin D3 20000 [IU]"}, "dee"},
		"any of several":                           {[]string{"vitamin", "ramipril"}, "dee ram"},
		"one that is not there beside one that is": {[]string{"aspirin", "ramipril"}, "ram"},
		"none": {[]string{"aspirin"}, ""},
		"what folds to nothing is not in every name":   {[]string{"\u200b"}, ""},
		"signs that patterns are made of are literal":  {[]string{"%", "_", "ram.*"}, ""},
		"no keyword is all":                            {nil, "dee met ram"},
		"a keyword is not a list of letters it starts": {[]string{"ramiprilat"}, ""},
	} {
		for _, view := range []View{Plan, Log, History} {
			e := c.ask(view, "", "", tt.keywords...)
			got := planIDs(e)
			slices.Sort(got)
			if strings.Join(got, " ") != tt.want {
				t.Errorf("%s, %s: %v, want %s", name, view, got, tt.want)
			}
			if slices.Contains(e.Assumptions, emptyForNote) != (tt.want == "") || slices.Contains(e.Assumptions, emptyNote) {
				t.Errorf("%s, %s: notes %q", name, view, e.Assumptions)
			}
		}
	}
}

func TestWhatEveryAnswerOnMedicationsSays(t *testing.T) {
	c := newClinic(t, "UTC")
	c.clockAt("2026-06-01 12:00")
	empty := map[View][]string{
		Plan:    {"a plan is what the person intends to take; it is not a record of doses taken", emptyNote},
		Log:     {"a dose missing from the log is not evidence it was not taken", emptyNote},
		History: {emptyNote},
	}
	for view, want := range empty {
		if got := c.ask(view, "", "").Assumptions; !slices.Equal(got, want) {
			t.Errorf("an empty %s: %q, want %q", view, got, want)
		}
	}
	today := dayOf(t, "2026-06-01")
	c.put(began(t, record.Plan{ID: "p", Name: "Drug", Start: today}))
	e := record.DoseEvent{Plan: "p", Status: record.DoseTaken, RecordedBy: record.ByUser}
	e.Take(c.at, record.UTC)
	c.dose(e)
	for view, want := range empty {
		if got := c.ask(view, "", "").Assumptions; !slices.Equal(got, want[:len(want)-1]) {
			t.Errorf("%s: %q, want %q", view, got, want[:len(want)-1])
		}
	}
	c.write(func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.ApplyTransition(ctx, "p", 0, store.By{}, func(r record.Regimen) (record.Regimen, error) { return r.Void(today) })
		return err
	})
	if got := Compact(c.ask(Log, "", "")); !strings.Contains(got, "(constants: date=2026-06-01, time=12:00, status=taken, recorded_by=user, plan_id=p)") {
		t.Errorf("a dose of a plan that was entered in error: %s", got)
	}
	for _, view := range []View{Plan, History} {
		if n := c.ask(view, "", "").Data.Len(); n != 0 {
			t.Errorf("%d rows of a plan that was entered in error in %s", n, view)
		}
	}
}

func TestRowsOfTheLogAndOfTheHistory(t *testing.T) {
	c := newClinic(t, "Europe/Berlin")
	c.clockAt("2026-06-10 12:00")
	do := must(t)
	start := dayOf(t, "2026-06-01")
	r := began(t, record.Plan{ID: "p", Name: "Ramipril", Strength: "5 mg", Start: start, Instructions: []record.Instruction{{Times: []string{"20:00"}, Text: "these words are nowhere"}}})
	r = do(r.Stop(start+3, start+3))
	r = do(r.Resume(start + 3)) // on the day of the stop
	r = do(r.Edit(record.PlanEdit{Instructions: &[]record.Instruction{{Dose: &record.Dose{Value: 0.5, Unit: "{tablet}"}, DosesPerDay: 2}}}, start+5))
	c.put(r)
	shanghai, err := record.ParseZone("Asia/Shanghai", time.LoadLocation)
	if err != nil {
		t.Fatal(err)
	}
	late := record.DoseEvent{Plan: "p", Status: record.DoseTaken, RecordedBy: record.ByUser, SlotDay: start, SlotName: "20:00"}
	late.Take(record.InstantOf(time.Date(2026, 6, 1, 16, 5, 0, 0, time.UTC)), shanghai) // 00:05 there
	skipped := record.DoseEvent{Plan: "p", Status: record.DoseSkipped, RecordedBy: record.ByCaregiver, SlotDay: start + 2, SlotName: "20:00", Reason: "nor these"}
	skipped.Take(record.InstantOf(time.Date(2026, 6, 3, 18, 1, 59, 0, time.UTC)), c.zone)
	extra := record.DoseEvent{Plan: "p", Status: record.DoseTaken, RecordedBy: record.ByDevice, Dose: &record.Dose{Value: 1.5, Unit: "{tablet}"}}
	extra.Take(record.InstantOf(time.Date(2026, 6, 9, 6, 0, 0, 0, time.UTC)), c.zone)
	unknown := record.DoseEvent{Plan: "p", Status: record.DoseTaken, RecordedBy: record.ByImport}
	unknown.Take(record.InstantOf(time.Date(2026, 6, 8, 6, 0, 0, 0, time.UTC)), record.UTC)
	unknown.Zone = "Nowhere/At_All"
	c.dose(late, skipped, extra, unknown)
	if got, want := tablesOf(c.ask(Log, "", "")), `(constants: medication=Ramipril 5 mg, plan_id=p)
date|time|status|slot|dose|recorded_by
2026-06-09|08:00|taken||1.5 {tablet}|device
2026-06-08|08:00|taken|||import
2026-06-03|20:01|skipped|20:00||caregiver
2026-06-02|00:05|taken|20:00 of 2026-06-01||user`; got != want {
		t.Errorf("log:\n%s\nwant\n%s", got, want)
	}
	if got, want := tablesOf(c.ask(History, "", "")), `(constants: medication=Ramipril 5 mg, plan_id=p)
start|end|closed_by
2026-06-06||open
2026-06-04|2026-06-06|superseded
2026-06-01|2026-06-04|stopped`; got != want {
		t.Errorf("history:\n%s\nwant\n%s", got, want)
	}
	if got, want := tablesOf(c.ask(Plan, "", "")), "(constants: medication=Ramipril 5 mg, status=active, schedule=0.5 {tablet} 2x/day, today=1/2=due, 2/2=due, since=2026-06-04, plan_id=p)"; got != want {
		t.Errorf("plan:\n%s\nwant\n%s", got, want)
	}
}

func TestAPlanThatWasTakenUpAgainSaysWhereItsEarlierCourseStands(t *testing.T) {
	c := newClinic(t, "UTC")
	c.clockAt("2026-06-10 12:00")
	do := must(t)
	start := dayOf(t, "2026-03-01")
	r := do(began(t, record.Plan{ID: "p", Name: "Drug", Start: start}).Stop(start+20, start+20))
	c.put(do(r.Resume(dayOf(t, "2026-06-01"))))
	for _, tt := range []struct {
		from, to string
		rows     int
		said     bool
	}{
		{"2026-03-01", "2026-03-31", 1, true},
		{"", "2026-05-31", 1, true},
		{"2026-04-01", "2026-05-31", 0, false},
		{"2026-03-01", "2026-06-01", 1, false},
		{"", "", 1, false},
		{"2026-06-05", "", 1, false},
	} {
		e := c.ask(Plan, tt.from, tt.to)
		if got := slices.Contains(e.Assumptions, resumedNote); got != tt.said || e.Data.Len() != tt.rows {
			t.Errorf("%s..%s: %d rows, said: %v", tt.from, tt.to, e.Data.Len(), got)
		}
	}
}

// tablesOf are the tables of an answer as text.
func tablesOf(e Envelope) string {
	text, _, _ := tablesText(e.Data)
	return text
}

func TestAPlanSaysFromWhichKindOfSourceItIsAndFromWhichFile(t *testing.T) {
	c := newClinic(t, "UTC")
	const document = "412d8798a5be54689965cef0412d8798"
	c.write(func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.PutDocument(ctx, store.Document{ID: document, Name: "ward | summary.json"})
		return err
	})
	for source, want := range map[string]string{
		"web": "web", "record": "record", "journal": "journal", "api:": "api", "fhir:urn:uuid:8f1c": "fhir", "fhir:https://clinic.example/r4:document:" + document: "fhir, file ward | summary.json", "fhir:document:" + document: "fhir, file ward | summary.json",
		"document:" + document: "file, file ward | summary.json", "ccda:document:00": "ccda",
	} {
		id := fmt.Sprintf("p%02d", len(source)) // each has another length, and no id begins another
		c.put(began(t, record.Plan{ID: id, Name: "Drug " + id, Start: 20000, Source: source}))
		e := c.ask(Plan, "", "", "drug "+id)
		if got := rowsOf[PlanRow](t, e); len(got) != 1 || got[0].Source != want {
			t.Errorf("source %q is shown as %+v, want %q", source, got, want)
		}
		if strings.Contains(Compact(e), document) {
			t.Errorf("%q shows the document's id", source)
		}
	}
}
