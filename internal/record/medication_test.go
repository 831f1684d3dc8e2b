package record

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"
)

func kindOf(err error) MedicationErrorKind {
	var e *MedicationError
	if errors.As(err, &e) {
		return e.Kind
	}
	if err != nil {
		return "another error"
	}
	return ""
}

func TestAnInstructionHasOneTiming(t *testing.T) {
	shapes := []func(*Instruction){
		func(in *Instruction) { in.Times = []string{"08:00"} },
		func(in *Instruction) { in.DosesPerDay = 2 },
		func(in *Instruction) { in.PeriodDays = 3 },
		func(in *Instruction) { in.Weekdays = []int{1} },
		func(in *Instruction) { in.AsNeeded = true },
	}
	kinds := []InstructionKind{FixedTimes, Daily, Interval, Weekly, PRN}
	for i := range shapes {
		for j := range shapes {
			var in Instruction
			shapes[i](&in)
			shapes[j](&in)
			want := MedicationErrorKind("")
			if i != j {
				want = TwoShapes
			}
			if got := kindOf(in.Validate()); got != want {
				t.Errorf("%s and %s: %q", kinds[i], kinds[j], got)
			}
			if i == j && in.Kind() != kinds[i] {
				t.Errorf("%s is %s", kinds[i], in.Kind())
			}
		}
	}
	if k := (&Instruction{}).Kind(); k != Unscheduled {
		t.Errorf("nothing is %s", k)
	}
	if k := (&Instruction{PeriodDays: 1}).Kind(); k != Daily {
		t.Errorf("every day is %s", k)
	}
}

func TestInstructionsOutOfRangeAreRefused(t *testing.T) {
	for field, list := range map[string][]Instruction{
		"times":            {{Times: []string{"8:00"}}, {Times: []string{"24:00"}}, {Times: []string{"08:60"}}, {Times: []string{"20:00", "08:00"}}, {Times: []string{"08:00", "08:00"}}, {Times: []string{"ab:cd"}}, {Times: make([]string, 13)}},
		"doses_per_day":    {{DosesPerDay: 25}, {DosesPerDay: -1}},
		"period_days":      {{PeriodDays: 366}, {PeriodDays: -1}},
		"weekdays":         {{Weekdays: []int{0}}, {Weekdays: []int{8}}, {Weekdays: []int{2, 1}}, {Weekdays: []int{1, 1}}},
		"dose":             {{Dose: &Dose{}}, {Dose: &Dose{Value: -1}}, {Dose: &Dose{Value: 100001}}, {Dose: &Dose{Value: math.NaN()}}, {Dose: &Dose{Value: math.Inf(1)}}},
		"max_dose_per_day": {{MaxDosePerDay: 4}, {AsNeeded: true, MaxDosePerDay: -1}, {AsNeeded: true, MaxDosePerDay: math.NaN()}},
		"text":             {{Text: strings.Repeat("药", 501)}},
	} {
		for _, in := range list {
			var e *MedicationError
			if err := in.Validate(); !errors.As(err, &e) || e.Field != field {
				t.Errorf("%+v: %v, want one about %s", in, err, field)
			}
		}
	}
	for _, in := range []Instruction{{Text: strings.Repeat("药", 500)}, {Dose: &Dose{Value: 100000, Unit: "mg"}}, {AsNeeded: true, MaxDosePerDay: 4}, {DosesPerDay: 24}, {PeriodDays: 365}, {Weekdays: []int{1, 2, 3, 4, 5, 6, 7}}} {
		if err := in.Validate(); err != nil {
			t.Errorf("%+v: %v", in, err)
		}
	}
}

func TestEffectiveStatus(t *testing.T) {
	end := Day(20)
	for _, c := range []struct {
		status PlanStatus
		end    *Day
		today  Day
		want   EffectiveStatus
	}{
		{PlanActive, nil, 9, EffectiveIntended},
		{PlanActive, nil, 10, EffectiveActive},
		{PlanActive, &end, 20, EffectiveActive},
		{PlanActive, &end, 21, EffectiveCompleted},
		{PlanStopped, &end, 9, EffectiveStopped},
		{PlanStopped, &end, 21, EffectiveStopped},
		{PlanVoided, &end, 21, EffectiveVoided},
	} {
		p := Plan{Status: c.status, Start: 10, End: c.end}
		if got := p.Effective(c.today); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

func TestConceptKeys(t *testing.T) {
	rx := func(codes ...string) (out []MedicationCode) {
		for _, c := range codes {
			out = append(out, MedicationCode{System: RxNorm, Code: c})
		}
		return out
	}
	if got := ConceptKey(rx("861007", "6809", "6809"), "Metformin"); got != "rxnorm:6809,861007" {
		t.Error(got)
	}
	text := ConceptKey([]MedicationCode{{System: ATC, Code: "A10BA02"}}, " Metformin  500 ")
	if len(text) != len("text:")+16 || strings.Contains(text, "etformin") {
		t.Error(text)
	}
	for _, same := range []string{"metformin 500", "ＭＥＴＦＯＲＭＩＮ500", "Met formin 500"} {
		if ConceptKey(nil, same) != text {
			t.Errorf("%q is another medication", same)
		}
	}
	if ConceptKey(nil, "metformin 850") == text || ConceptKey(rx("6809"), "metformin 500") == text {
		t.Error("two medications have one key")
	}
}

func TestAStopAndAResumeOnOneDayAreTwoCourses(t *testing.T) {
	r := plan(t, 100, Instruction{DosesPerDay: 1})
	r, err := r.Stop(110, 110)
	if err != nil || r.Plan.Effective(110) != EffectiveStopped {
		t.Fatal(err)
	}
	r, err = r.Resume(110)
	if err != nil || len(r.Courses) != 2 || r.Plan.StoppedOn != nil || r.Plan.Start != 110 || r.Plan.End != nil {
		t.Fatalf("%+v, %v", r, err)
	}
	if a, b := r.Courses[0], r.Courses[1]; a.ID != "plan:1970-04-11:1" || b.ID != "plan:1970-04-21:2" || *a.End != 110 || a.ClosedBy != ByStop || b.End != nil {
		t.Errorf("%+v %+v", a, b)
	}
	slots, err := r.Slots(span(109, 111), UTC, ShiftGap)
	if got := slotNamesOf(slots); err != nil || !reflect.DeepEqual(got, []string{"04-20 day", "04-21 day", "04-22 day"}) || slots[1].Ended {
		t.Errorf("%v, %v: a day has its dose once", got, err)
	}
}

func TestVoidingClosesTheOpenCourse(t *testing.T) {
	for name, today := range map[string]Day{"in effect": 110, "before it began": 90} {
		r, err := plan(t, 100, Instruction{DosesPerDay: 1}).Void(today)
		if err != nil || r.Courses[0].ClosedBy != ByEnteredInError || *r.Courses[0].End != max(today, 100) || r.Check() != nil {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
		for _, again := range []func() error{
			func() error { _, err := r.Void(today); return err },
			func() error { _, err := r.Stop(today, today); return err },
			func() error { _, err := r.Resume(today); return err },
			func() error { _, err := r.Edit(PlanEdit{}, today); return err },
		} {
			if got := kindOf(again()); got != Voided {
				t.Errorf("%s: after the end: %s", name, got)
			}
		}
		if slots, err := r.Slots(span(100, 120), UTC, ShiftGap); err != nil || len(slots) != 0 {
			t.Errorf("%s: doses of what never was: %v", name, slots)
		}
	}
}

func TestTransitionsThatAreRefused(t *testing.T) {
	r := plan(t, 100, Instruction{DosesPerDay: 1})
	stopped, _ := r.Stop(105, 110)
	ended := func(end Day) Regimen {
		e, err := r.Edit(PlanEdit{End: &end}, 100)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	completed := ended(104)
	d := func(n Day) *Day { return &n }
	resumed, _ := stopped.Resume(110)
	for name, c := range map[string]struct {
		do   func() (Regimen, error)
		want MedicationErrorKind
	}{
		"stop before the start":             {func() (Regimen, error) { return r.Stop(99, 110) }, BeforeStart},
		"stop tomorrow":                     {func() (Regimen, error) { return r.Stop(111, 110) }, AfterToday},
		"stop what has not begun":           {func() (Regimen, error) { return r.Stop(99, 99) }, NotActive},
		"stop twice":                        {func() (Regimen, error) { return stopped.Stop(110, 110) }, NotActive},
		"stop what is completed":            {func() (Regimen, error) { return completed.Stop(104, 110) }, NotActive},
		"resume what is active":             {func() (Regimen, error) { return r.Resume(110) }, NotStopped},
		"resume what is completed":          {func() (Regimen, error) { return completed.Resume(110) }, NotStopped},
		"resume before the stop":            {func() (Regimen, error) { return stopped.Resume(104) }, BeforeStart},
		"move a stopped plan's start":       {func() (Regimen, error) { return stopped.Edit(PlanEdit{Start: d(101)}, 110) }, NotActive},
		"move the start over a closed one":  {func() (Regimen, error) { return resumed.Edit(PlanEdit{Start: d(104)}, 110) }, OverClosedCourse},
		"end before the start":              {func() (Regimen, error) { return r.Edit(PlanEdit{End: d(99)}, 110) }, EndBeforeStart},
		"give a completed plan another end": {func() (Regimen, error) { return completed.Edit(PlanEdit{End: d(200)}, 110) }, NotActive},
		"take away a completed plan's end":  {func() (Regimen, error) { return completed.Edit(PlanEdit{NoEnd: true}, 110) }, NotActive},
		"take away the name":                {func() (Regimen, error) { return r.Edit(PlanEdit{Name: new(string)}, 110) }, BadField},
		"take away the instructions":        {func() (Regimen, error) { return r.Edit(PlanEdit{Instructions: &[]Instruction{}}, 110) }, BadField},
		"give instructions with two timings": {func() (Regimen, error) {
			return r.Edit(PlanEdit{Instructions: &[]Instruction{{DosesPerDay: 1, AsNeeded: true}}}, 110)
		}, TwoShapes},
	} {
		got, err := c.do()
		if kindOf(err) != c.want {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil || reflect.DeepEqual(got, Regimen{}) {
			t.Errorf("%s: the regimen is gone", name)
		}
	}
}

func TestAnEditKeepsWhatItDoesNotSpeakOf(t *testing.T) {
	r, err := Begin(Plan{ID: "p", Name: "Metformin", Strength: "500 mg", Form: "tablet", Codes: []MedicationCode{{System: RxNorm, Code: "6809"}}, Start: 100, Instructions: []Instruction{{DosesPerDay: 1, Text: "once daily"}}, Source: "fhir:x", OrderID: "o", Classification: "c"})
	if err != nil {
		t.Fatal(err)
	}
	name := "Glucophage"
	next, err := r.Edit(PlanEdit{Name: &name}, 120)
	if err != nil {
		t.Fatal(err)
	}
	want := r
	want.Plan.Name = name
	if !reflect.DeepEqual(next, want) {
		t.Errorf("got %+v, want %+v", next, want)
	}
	if r.Plan.Name != "Metformin" {
		t.Error("the old regimen has changed")
	}
	if got := PlanChanges(&r.Plan, &next.Plan); !reflect.DeepEqual(got, []PlanFieldChange{{"name", "Metformin"}}) {
		t.Errorf("changes: %v", got)
	}
	words := []Instruction{{DosesPerDay: 1, Text: "one a day"}}
	if next, err = r.Edit(PlanEdit{Instructions: &words}, 120); err != nil || len(next.Courses) != 1 || next.Courses[0].Instructions[0].Text != "one a day" {
		t.Errorf("other words: %+v, %v", next.Courses, err)
	}
}

func TestNewInstructionsLeaveThePastAsItWas(t *testing.T) {
	r := plan(t, 100, Instruction{DosesPerDay: 2})
	before, err := r.Slots(span(100, 109), UTC, ShiftGap)
	if err != nil {
		t.Fatal(err)
	}
	thrice := []Instruction{{Times: []string{"08:00", "14:00", "20:00"}}}
	next, err := r.Edit(PlanEdit{Instructions: &thrice}, 110)
	if err != nil || len(next.Courses) != 2 || next.Courses[0].ClosedBy != BySupersession || next.Plan.Start != 100 {
		t.Fatalf("%+v, %v", next, err)
	}
	after, err := next.Slots(span(100, 109), UTC, ShiftGap)
	if err != nil || !reflect.DeepEqual(before, after) {
		t.Errorf("before %v, after %v, %v", slotNamesOf(before), slotNamesOf(after), err)
	}
	today, _ := next.Slots(span(110, 110), UTC, ShiftGap)
	events := []DoseEvent{{Plan: "plan", Status: DoseTaken, SlotDay: 110, SlotName: "1/2", LocalDay: 110}}
	got, counts := Answer(today, events, UTC.End(110), 0)
	if len(got) != 4 || counts != (Adherence{Taken: 1, Missed: 3}) {
		t.Errorf("the dose taken before the change and the three after: %+v, %+v", got, counts)
	}
	if _, err := next.Edit(PlanEdit{Start: new(Day)}, 111); kindOf(err) != OverClosedCourse {
		t.Errorf("moving what is history: %v", err)
	}
	corrected, err := r.Edit(PlanEdit{Instructions: &thrice}, 100)
	if err != nil || len(corrected.Courses) != 1 {
		t.Errorf("on its first day: %+v, %v", corrected.Courses, err)
	}
}

func TestWhatWasTakenInMarch(t *testing.T) {
	d := func(s string) Day { return day(t, s) }
	r := plan(t, d("2026-01-10"), Instruction{DosesPerDay: 1})
	r, _ = r.Stop(d("2026-04-05"), d("2026-04-05"))
	march, may := span(d("2026-03-01"), d("2026-03-31")), span(d("2026-05-01"), d("2026-05-31"))
	if !r.InEffect(march) || r.InEffect(may) || !r.InEffect(Window{}) {
		t.Error("stopped in April")
	}
	r, err := r.Resume(d("2026-06-01"))
	if err != nil || !r.InEffect(march) || r.InEffect(may) || !r.InEffect(span(d("2026-07-01"), d("2026-07-02"))) {
		t.Error("resumed in June")
	}
	if r.InEffect(span(d("2026-01-01"), d("2026-01-09"))) || !r.InEffect(span(d("2026-01-01"), d("2026-01-10"))) {
		t.Error("the first day")
	}
}

func TestACompletedPlansCourseIsOver(t *testing.T) {
	end := Day(110)
	r := plan(t, 100, Instruction{DosesPerDay: 1})
	r, err := r.Edit(PlanEdit{End: &end}, 105)
	if err != nil || r.Courses[0].End != nil {
		t.Fatal(r, err)
	}
	if c := r.Courses[0].On(&r.Plan, 110); c.End != nil {
		t.Errorf("on its last day: %+v", c)
	}
	if c := r.Courses[0].On(&r.Plan, 111); c.End == nil || *c.End != 110 || c.ClosedBy != ByCompletion {
		t.Errorf("after it: %+v", c)
	}
	slots, err := r.Slots(span(108, 120), UTC, ShiftGap)
	if err != nil || len(slots) != 3 || slots[2].Ended {
		t.Errorf("%v, %v", slotNamesOf(slots), err)
	}
}

// TestRandomTransitionsKeepTheRules makes random changes: whatever is accepted keeps courses apart, at most one open,
// what was closed as it was, and the doses that were due before today.
func TestRandomTransitionsKeepTheRules(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	accepted := map[string]int{}
	for range 2000 {
		start := Day(1000 + random.IntN(20))
		r := plan(t, start, Instruction{DosesPerDay: 1 + random.IntN(3)})
		today := start - 5
		for range 25 {
			today += Day(random.IntN(4))
			near := func() Day { return today + Day(random.IntN(21)-10) }
			name, next, err := "", r, error(nil)
			keepsPast := false
			switch random.IntN(8) {
			case 0:
				name = "stop"
				next, err = r.Stop(near(), today)
			case 1, 2:
				name, keepsPast = "resume", true
				next, err = r.Resume(today)
			case 3:
				if random.IntN(6) > 0 {
					continue
				}
				name = "void"
				next, err = r.Void(today)
			case 4:
				name = "start"
				d := near()
				next, err = r.Edit(PlanEdit{Start: &d}, today)
			case 5:
				name = "end"
				d := near() + 10
				next, err = r.Edit(PlanEdit{End: &d, NoEnd: false}, today)
			case 6:
				name, keepsPast = "no end", true
				next, err = r.Edit(PlanEdit{NoEnd: true}, today)
			default:
				name, keepsPast = "instructions", true
				in := []Instruction{{DosesPerDay: 1 + random.IntN(3)}}
				next, err = r.Edit(PlanEdit{Instructions: &in}, today)
			}
			if err != nil {
				if !reflect.DeepEqual(next, r) || kindOf(err) == "another error" || kindOf(err) == BrokenHistory {
					t.Fatalf("%s: %v, %+v", name, err, next)
				}
				continue
			}
			accepted[name]++
			if err := r.Follows(&next); err != nil {
				t.Fatalf("%s: %v\n%+v\n%+v", name, err, r, next)
			}
			checkCourses(t, name, next)
			if keepsPast {
				w := span(today-30, today-1)
				before, err1 := r.Slots(w, UTC, ShiftGap)
				after, err2 := next.Slots(w, UTC, ShiftGap)
				if err1 != nil || err2 != nil || !reflect.DeepEqual(before, after) {
					t.Fatalf("%s rewrote the past: %v, then %v", name, slotNamesOf(before), slotNamesOf(after))
				}
			}
			r = next
		}
	}
	for _, name := range []string{"stop", "resume", "void", "start", "end", "no end", "instructions"} {
		if accepted[name] < 100 {
			t.Errorf("%s was accepted %d times", name, accepted[name])
		}
	}
}

func checkCourses(t *testing.T, name string, r Regimen) {
	t.Helper()
	open := 0
	ids := map[string]bool{}
	for i, c := range r.Courses {
		if c.End == nil {
			open++
		}
		if ids[c.ID] {
			t.Fatalf("%s: two courses are %s", name, c.ID)
		}
		ids[c.ID] = true
		for _, d := range r.Courses[:i] {
			if c.Start < *d.End {
				t.Fatalf("%s: courses overlap: %+v", name, r.Courses)
			}
		}
	}
	if open > 1 || open == 1 && r.Plan.Status != PlanActive {
		t.Fatalf("%s: %d open, plan %s", name, open, r.Plan.Status)
	}
}

func TestRefusalsNameFieldsAndNeverWhatIsInThem(t *testing.T) {
	p := Plan{ID: "p", Name: strings.Repeat("Quillfeather", 50), Start: 1, Instructions: []Instruction{{}}, Status: PlanActive}
	err := p.Validate()
	if err == nil || strings.Contains(err.Error(), "Quill") || !strings.Contains(err.Error(), "name") {
		t.Errorf("%v", err)
	}
	for kind := range medicationSays {
		if (&MedicationError{Kind: kind}).Error() == "" {
			t.Errorf("%s says nothing", kind)
		}
	}
}

func TestSchedulesAsText(t *testing.T) {
	one := &Dose{Value: 1.5, Unit: "{tablet}"}
	got := Schedule([]Instruction{
		{Dose: one, Times: []string{"08:00", "20:00"}, Text: "Quillfeather"},
		{Dose: one, DosesPerDay: 2},
		{PeriodDays: 1},
		{Weekdays: []int{1, 4}},
		{PeriodDays: 3},
		{Dose: &Dose{Value: 100000, Unit: "mg"}, AsNeeded: true},
		{},
	})
	if want := "1.5 {tablet} 08:00/20:00; 1.5 {tablet} 2x/day; 1x/day; wd<1,4>; every 3d; 100000 mg as needed; unscheduled"; got != want {
		t.Error(got)
	}
}

func TestDoseEventsThatAreRefused(t *testing.T) {
	good := DoseEvent{ID: "e", Plan: "p", Status: DoseTaken, Zone: "UTC", RecordedBy: ByUser}
	if err := good.Validate(); err != nil {
		t.Fatal(err)
	}
	for field, change := range map[string]func(*DoseEvent){
		"event_id":    func(e *DoseEvent) { e.ID = "" },
		"plan_id":     func(e *DoseEvent) { e.Plan = "" },
		"status":      func(e *DoseEvent) { e.Status = "missed" },
		"slot":        func(e *DoseEvent) { e.Status = DoseSkipped },
		"zone":        func(e *DoseEvent) { e.Zone = "" },
		"dose":        func(e *DoseEvent) { e.Dose = &Dose{Value: -1} },
		"recorded_by": func(e *DoseEvent) { e.RecordedBy = "" },
		"reason":      func(e *DoseEvent) { e.Reason = strings.Repeat("x", 501) },
		"local_day":   func(e *DoseEvent) { e.SlotDay = 3 },
	} {
		e := good
		change(&e)
		var got *MedicationError
		if err := e.Validate(); !errors.As(err, &got) || got.Field != field {
			t.Errorf("%s: %v", field, err)
		}
	}
}

func TestADoseIsOnTheDayOfItsZone(t *testing.T) {
	var e DoseEvent
	e.Take(UTC.Start(day(t, "2026-06-01")).Add(23*time.Hour), zone(t, "Asia/Tokyo"))
	if e.LocalDay.String() != "2026-06-02" || e.Zone != "Asia/Tokyo" {
		t.Errorf("%+v", e)
	}
	if !reflect.DeepEqual(DosesOn([]DoseEvent{e}, span(e.LocalDay, e.LocalDay)), []DoseEvent{e}) {
		t.Error("it is not on its day")
	}
	e.SlotName, e.SlotDay = "23:00", e.LocalDay-1
	if DosesOn([]DoseEvent{e}, span(e.LocalDay, e.LocalDay)) != nil {
		t.Error("it counts for the day after its slot's")
	}
}
