package store

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"

	"github.com/seed-a76b335c/philint/internal/record"
)

// filledDeep is filled for what also has lists and pointers to anything.
func filledDeep(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			filledDeep(v.Field(i), n)
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range 2 {
			filledDeep(v.Index(i), n)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		filledDeep(v.Elem(), n)
	case reflect.String:
		v.SetString("käse\x01 ' ? \" \\ <中文> " + string(rune('a'+*n%26)))
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(int64(*n))
	case reflect.Float64:
		v.SetFloat(float64(*n) + 0.1)
	case reflect.Bool:
		v.SetBool(true)
	default:
		panic("a field of a kind that the table does not know: " + v.Kind().String())
	}
}

func full[T any]() T {
	var v T
	n := 0
	filledDeep(reflect.ValueOf(&v).Elem(), &n)
	return v
}

func metformin(t testing.TB, id string) record.Regimen {
	t.Helper()
	r, err := record.Begin(record.Plan{
		ID: id, Name: "Metformin", Start: 20000, Source: "web", CreatedAt: 5, ChangedAt: 5,
		Instructions: []record.Instruction{{Dose: &record.Dose{Value: 0.5, Unit: "{tablet}"}, DosesPerDay: 2, Text: "1/2 tablet twice daily"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func write(t testing.TB, p *PersonStore, fn func(tx *Tx) error) {
	t.Helper()
	if err := p.Write(context.Background(), fn); err != nil {
		t.Fatal(err)
	}
}

func TestAPlanAndItsCoursesComeBackAsTheyWent(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		ctx := context.Background()
		all := record.Regimen{Plan: full[record.Plan](), Courses: []record.Course{full[record.Course](), full[record.Course]()}}
		all.Courses[1].ID += "2"
		empty := record.Regimen{Plan: record.Plan{ID: "empty"}, Courses: []record.Course{{ID: "c"}}}
		for _, r := range []*record.Regimen{&all, &empty} {
			for i := range r.Courses {
				r.Courses[i].Plan = r.Plan.ID
			}
			write(t, s.Person(ana), func(tx *Tx) error {
				if added, err := tx.insertPlan(ctx, &r.Plan); err != nil || !added {
					t.Errorf("added %v, %v", added, err)
				}
				for i := range r.Courses {
					if err := tx.putCourse(ctx, i, &r.Courses[i]); err != nil {
						return err
					}
				}
				return nil
			})
			got, err := s.Person(ana).Plan(ctx, r.Plan.ID)
			if err != nil || !reflect.DeepEqual(got, *r) {
				t.Errorf("got %+v, %v, want %+v", got, err, *r)
			}
		}
		// And through an update.
		changed := all.Plan
		changed.Name, changed.End, changed.Codes, changed.Confirmed = "other", nil, nil, false
		write(t, s.Person(ana), func(tx *Tx) error { return tx.updatePlan(ctx, &changed) })
		if got, err := s.Person(ana).Plan(ctx, all.Plan.ID); err != nil || !reflect.DeepEqual(got.Plan, changed) {
			t.Errorf("got %+v, %v, want %+v", got.Plan, err, changed)
		}
		back := full[record.Plan]()
		write(t, s.Person(ana), func(tx *Tx) error { return tx.updatePlan(ctx, &back) })
		if got, err := s.Person(ana).Plan(ctx, all.Plan.ID); err != nil || !reflect.DeepEqual(got.Plan, back) {
			t.Errorf("got %+v, %v, want %+v", got.Plan, err, back)
		}
		if _, err := s.Person(ben).Plan(ctx, all.Plan.ID); !errors.Is(err, ErrNoPlan) {
			t.Errorf("another person: %v", err)
		}
	})
}

func TestADoseComesBackAsItWent(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		ctx := context.Background()
		all := full[record.DoseEvent]()
		bare := record.DoseEvent{ID: "bare", LocalDay: all.LocalDay - 1}
		write(t, s.Person(ana), func(tx *Tx) error {
			for _, e := range []*record.DoseEvent{&all, &bare, &all} {
				if _, err := tx.insertDose(ctx, e); err != nil {
					return err
				}
			}
			return nil
		})
		got, err := s.Person(ana).Doses(ctx, record.Window{}, -1)
		if err != nil || !reflect.DeepEqual(got, []record.DoseEvent{all, bare}) {
			t.Errorf("got %+v, %v", got, err)
		}
		if got, err := s.Person(ben).Doses(ctx, record.Window{}, -1); err != nil || len(got) != 0 {
			t.Errorf("another person sees %+v, %v", got, err)
		}
	})
}

func TestAPlanIsAddedOnceAndOnlyIfItHolds(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		ctx := context.Background()
		r := metformin(t, "m")
		write(t, s.Person(ana), func(tx *Tx) error {
			for _, want := range []bool{true, false} {
				if added, err := tx.PutRegimen(ctx, r); err != nil || added != want {
					t.Errorf("added %v, %v", added, err)
				}
			}
			bad := r
			bad.Plan.Name = ""
			var e *record.MedicationError
			if _, err := tx.PutRegimen(ctx, bad); !errors.As(err, &e) {
				t.Errorf("without a name: %v", err)
			}
			return nil
		})
		// The same id in another person's record is another plan.
		write(t, s.Person(ben), func(tx *Tx) error {
			added, err := tx.PutRegimen(ctx, metformin(t, "m"))
			if !added {
				t.Error("two people cannot have plans of one id")
			}
			return err
		})
		got, err := s.Person(ana).Plan(ctx, "m")
		if err != nil || !reflect.DeepEqual(got, r) || got.Plan.Instructions[0].Text != "1/2 tablet twice daily" {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

func TestATransitionStoresPlanCoursesAndWhoDidIt(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		ctx := context.Background()
		p := s.Person(ana)
		by := By{Actor: "acc1", At: 50, Reason: "hurts"}
		var last record.Regimen
		apply := func(seen record.Instant, change func(record.Regimen) (record.Regimen, error)) (err error) {
			return p.Write(ctx, func(tx *Tx) error { last, err = tx.ApplyTransition(ctx, "m", seen, by, change); return err })
		}
		if err := apply(0, func(r record.Regimen) (record.Regimen, error) { return r, nil }); !errors.Is(err, ErrNoPlan) {
			t.Errorf("no plan: %v", err)
		}
		write(t, p, func(tx *Tx) error { _, err := tx.PutRegimen(ctx, metformin(t, "m")); return err })
		if err := apply(5, func(r record.Regimen) (record.Regimen, error) { return r.Stop(20010, 20010) }); err != nil {
			t.Fatal(err)
		}
		if err := apply(5, func(r record.Regimen) (record.Regimen, error) { return r.Resume(20010) }); !errors.Is(err, ErrPlanChanged) {
			t.Errorf("decided on what is past: %v", err)
		}
		if err := apply(50, func(r record.Regimen) (record.Regimen, error) { return r.Resume(20010) }); err != nil || last.Plan.ChangedAt != 51 {
			t.Errorf("%d, %v", last.Plan.ChangedAt, err)
		}
		words := []record.Instruction{{Times: []string{"08:00"}, Text: "Quillfeather"}}
		if err := apply(0, func(r record.Regimen) (record.Regimen, error) {
			return r.Edit(record.PlanEdit{Instructions: &words}, 20020)
		}); err != nil {
			t.Fatal(err)
		}
		var refused *record.MedicationError
		for name, change := range map[string]func(record.Regimen) (record.Regimen, error){
			"what the rules refuse":   func(r record.Regimen) (record.Regimen, error) { return r.Stop(19000, 20020) },
			"another history":         func(r record.Regimen) (record.Regimen, error) { r.Courses = r.Courses[1:]; return r, nil },
			"another closed course":   func(r record.Regimen) (record.Regimen, error) { r.Courses[0].Start--; return r, nil },
			"another plan altogether": func(r record.Regimen) (record.Regimen, error) { r.Plan.ID = "x"; return r, nil },
		} {
			if err := apply(0, change); !errors.As(err, &refused) {
				t.Errorf("%s: %v", name, err)
			}
		}
		got, err := p.Plan(ctx, "m")
		if err != nil || !reflect.DeepEqual(got, last) && len(got.Courses) != 3 {
			t.Fatalf("got %+v, %v, want %+v", got, err, last)
		}
		if c := got.Courses; c[0].ClosedBy != record.ByStop || c[1].ClosedBy != record.BySupersession || c[2].End != nil || c[1].Instructions[0].DosesPerDay != 2 || c[2].Instructions[0].Times[0] != "08:00" {
			t.Errorf("%+v", c)
		}
		log, err := p.Overrides(ctx, OnPlan, "m")
		if err != nil {
			t.Fatal(err)
		}
		var fields []string
		for i, o := range log {
			fields = append(fields, o.Field)
			if o.Seq != int64(i+1) || o.By != by {
				t.Errorf("%+v", o)
			}
		}
		if want := []string{"stopped_on", "status", "start_date", "stopped_on", "status", "schedule", "text"}; !reflect.DeepEqual(fields, want) {
			t.Errorf("the log has %v", fields)
		}
		if log[6].Value != `["1/2 tablet twice daily"]` {
			t.Errorf("the words before are %s", log[6].Value)
		}
		if other, err := s.Person(ben).Overrides(ctx, OnPlan, "m"); err != nil || len(other) != 0 {
			t.Errorf("another person sees %v, %v", other, err)
		}
	})
}

func TestOfManyWhoStopAPlanAtOnceOneDoes(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		ctx := context.Background()
		p := s.Person(ana)
		write(t, p, func(tx *Tx) error { _, err := tx.PutRegimen(ctx, metformin(t, "m")); return err })
		errs := make([]error, 8)
		var wait sync.WaitGroup
		for i := range errs {
			wait.Go(func() {
				errs[i] = p.Write(ctx, func(tx *Tx) error {
					_, err := tx.ApplyTransition(ctx, "m", 0, By{Actor: fmt.Sprint(i), At: 9}, func(r record.Regimen) (record.Regimen, error) { return r.Stop(20001, 20001) })
					return err
				})
			})
		}
		wait.Wait()
		done := 0
		for _, err := range errs {
			var refused *record.MedicationError
			switch {
			case err == nil:
				done++
			case !errors.As(err, &refused) || refused.Kind != record.NotActive:
				t.Errorf("%v", err)
			}
		}
		r, err := p.Plan(ctx, "m")
		log, err2 := p.Overrides(ctx, OnPlan, "m")
		if done != 1 || err != nil || err2 != nil || len(r.Courses) != 1 || len(log) != 2 {
			t.Errorf("%d stopped it; %d courses, %d entries", done, len(r.Courses), len(log))
		}
	})
}

func TestPlansAndCoursesInAWindow(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		ctx := context.Background()
		p := s.Person(ana)
		put := func(id string, start, end record.Day, change func(record.Regimen) (record.Regimen, error)) {
			r := metformin(t, id)
			var err error
			if r, err = record.Begin(record.Plan{ID: id, Name: id, Start: start, Instructions: r.Plan.Instructions}); err != nil {
				t.Fatal(err)
			}
			if end != 0 {
				r.Plan.End = &end
			}
			write(t, p, func(tx *Tx) error { _, err := tx.PutRegimen(ctx, r); return err })
			if change != nil {
				write(t, p, func(tx *Tx) error {
					_, err := tx.ApplyTransition(ctx, id, 0, By{}, change)
					return err
				})
			}
		}
		type change = func(record.Regimen) (record.Regimen, error)
		stop := func(on record.Day) change {
			return func(r record.Regimen) (record.Regimen, error) { return r.Stop(on, on) }
		}
		put("open", 100, 0, nil)
		put("ended", 100, 120, nil)
		put("stopped", 90, 0, stop(110))
		put("resumed", 100, 0, stop(110))
		write(t, p, func(tx *Tx) error {
			_, err := tx.ApplyTransition(ctx, "resumed", 0, By{}, func(r record.Regimen) (record.Regimen, error) { return r.Resume(150) })
			return err
		})
		put("later", 300, 0, nil)
		put("void", 100, 0, func(r record.Regimen) (record.Regimen, error) { return r.Void(105) })
		// What ended on an unknown day, and what was taken up again after such an end.
		for id, next := range map[string]record.Day{"dark": 0, "relit": 140} {
			day, instructions := record.Day(95), []record.Instruction{{}}
			r := record.Regimen{Plan: record.Plan{ID: id, Name: id, Start: day, Status: record.PlanStopped, StoppedOn: &day, Instructions: instructions}}
			r.Courses = []record.Course{{ID: id + ":1", Plan: id, Start: day, End: &day, ClosedBy: record.ByStopSomeDay, Instructions: instructions}}
			if next != 0 {
				end := next + 5
				r.Plan.Start, r.Plan.StoppedOn = next, &end
				r.Courses = append(r.Courses, record.Course{ID: id + ":2", Plan: id, Start: next, End: &end, ClosedBy: record.ByStop, Instructions: instructions})
			}
			write(t, p, func(tx *Tx) error { _, err := tx.PutRegimen(ctx, r); return err })
		}
		for _, c := range []struct {
			from, to       record.Day
			limit          int
			plans, courses string
		}{
			{0, 0, -1, "[open resumed stopped dark ended relit later]", "[later:300 resumed:150 relit:140 ended:100 open:100 resumed:100 dark:95 relit:95 stopped:90]"},
			{105, 106, -1, "[open resumed stopped dark ended relit]", "[ended:100 open:100 resumed:100 dark:95 relit:95 stopped:90]"},
			{110, 110, -1, "[open resumed stopped dark ended relit]", "[ended:100 open:100 resumed:100 dark:95 relit:95 stopped:90]"},
			{111, 119, -1, "[open dark ended relit]", "[ended:100 open:100 dark:95 relit:95]"},
			{121, 139, -1, "[open dark relit]", "[open:100 dark:95 relit:95]"},
			{146, 149, -1, "[open dark]", "[open:100 dark:95]"},
			{150, 299, -1, "[open resumed dark]", "[resumed:150 open:100 dark:95]"},
			{80, 89, -1, "[]", "[]"},
			{80, 90, -1, "[stopped]", "[stopped:90]"},
			{0, 0, 2, "[open resumed]", "[later:300 resumed:150]"},
			{0, 0, 0, "[]", "[]"},
		} {
			w := record.Window{}
			if c.from != 0 {
				w = record.Window{From: &c.from, To: &c.to}
			}
			plans, err := p.Plans(ctx, w, 200, c.limit)
			if err != nil {
				t.Fatal(err)
			}
			names := []string{}
			for _, r := range plans {
				names = append(names, r.Plan.ID)
				if !r.InEffect(w) {
					t.Errorf("%s is not in effect in %s", r.Plan.ID, w)
				}
			}
			courses, err := p.Courses(ctx, w, 200, c.limit)
			if err != nil {
				t.Fatal(err)
			}
			starts := []string{}
			for _, k := range courses {
				starts = append(starts, fmt.Sprintf("%s:%d", k.Plan, k.Start))
				if k.Plan == "ended" && k.ClosedBy != record.ByCompletion {
					t.Errorf("%+v", k)
				}
			}
			if fmt.Sprint(names) != c.plans || fmt.Sprint(starts) != c.courses {
				t.Errorf("%s: plans %v, courses %v", w, names, starts)
			}
		}
		if other, err := s.Person(ben).Plans(ctx, record.Window{}, 200, -1); err != nil || len(other) != 0 {
			t.Errorf("another person sees %v, %v", other, err)
		}
		if other, err := s.Person(ben).Courses(ctx, record.Window{}, 200, -1); err != nil || len(other) != 0 {
			t.Errorf("another person sees %v, %v", other, err)
		}
	})
}

func TestDosesAreAddedOnceAndRemovedByALine(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		ctx := context.Background()
		p := s.Person(ana)
		event := func(id string, day record.Day) record.DoseEvent {
			return record.DoseEvent{ID: id, Plan: "m", Status: record.DoseTaken, TakenAt: record.Instant(day) * 100, Zone: "UTC", LocalDay: day, RecordedBy: record.ByUser}
		}
		slotted := event("night", 20002)
		slotted.SlotDay, slotted.SlotName = 20001, "23:00"
		write(t, p, func(tx *Tx) error {
			if _, err := tx.AddDose(ctx, event("a", 20000)); !errors.Is(err, ErrNoPlan) {
				t.Errorf("without a plan: %v", err)
			}
			if _, err := tx.PutRegimen(ctx, metformin(t, "m")); err != nil {
				return err
			}
			for _, e := range []record.DoseEvent{event("a", 20000), event("b", 20001), slotted} {
				if added, err := tx.AddDose(ctx, e); err != nil || !added {
					t.Errorf("added %v, %v", added, err)
				}
			}
			if added, err := tx.AddDose(ctx, event("a", 20005)); err != nil || added {
				t.Errorf("an id again: %v, %v", added, err)
			}
			var refused *record.MedicationError
			if _, err := tx.AddDose(ctx, record.DoseEvent{ID: "x", Plan: "m"}); !errors.As(err, &refused) {
				t.Errorf("without a status: %v", err)
			}
			return nil
		})
		ids := func(list []record.DoseEvent, err error) string {
			if err != nil {
				t.Fatal(err)
			}
			out := ""
			for _, e := range list {
				out += e.ID + " "
			}
			return out
		}
		from, to := record.Day(20001), record.Day(20001)
		one := record.Window{From: &from, To: &to}
		for got, want := range map[string]string{
			ids(p.Doses(ctx, record.Window{}, -1)): "night b a ",
			ids(p.Doses(ctx, record.Window{}, 2)):  "night b ",
			ids(p.Doses(ctx, one, -1)):             "b ",
			ids(p.PlanDoses(ctx, "m", one)):        "b night ", // taken after midnight for the evening before
		} {
			if got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
		by := By{Actor: "acc", At: 7, Reason: "not me"}
		write(t, p, func(tx *Tx) error { return tx.RemoveDose(ctx, "b", by) })
		for _, id := range []string{"b", "none"} {
			if err := p.Write(ctx, func(tx *Tx) error { return tx.RemoveDose(ctx, id, by) }); !errors.Is(err, ErrNoDose) {
				t.Errorf("%s: %v", id, err)
			}
		}
		if err := s.Person(ben).Write(ctx, func(tx *Tx) error { return tx.RemoveDose(ctx, "a", by) }); !errors.Is(err, ErrNoDose) {
			t.Errorf("another person removes: %v", err)
		}
		if got := ids(p.Doses(ctx, record.Window{}, -1)); got != "night a " {
			t.Error(got)
		}
		log, err := p.Overrides(ctx, OnDose, "b")
		if err != nil || !reflect.DeepEqual(log, []Override{{Target: OnDose, TargetID: "b", Seq: 1, Field: "deleted", By: by}}) {
			t.Errorf("%+v, %v", log, err)
		}
		if got := ids(s.Person(ben).PlanDoses(ctx, "m", record.Window{})); got != "" {
			t.Errorf("another person sees %s", got)
		}
	})
}

// TestPlansOfAWindowAreThoseThatTheRuleNames holds the SQL against the rule, over random plans and windows.
func TestPlansOfAWindowAreThoseThatTheRuleNames(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		ctx := context.Background()
		p := s.Person(ana)
		random := rand.New(rand.NewPCG(7, 8))
		var all []record.Regimen
		write(t, p, func(tx *Tx) error {
			all = nil
			for i := range 60 {
				r := randomRegimen(t, random, fmt.Sprintf("p%02d", i))
				if r.Plan.Status != record.PlanVoided {
					all = append(all, r)
				}
				if _, err := tx.PutRegimen(ctx, r); err != nil {
					return err
				}
			}
			return nil
		})
		for range 60 {
			from, to := record.Day(990+random.IntN(80)), record.Day(990+random.IntN(80))
			w, _ := record.NewWindow(&from, &to)
			got, err := p.Plans(ctx, w, 1040, -1)
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]bool{}
			for i := range all {
				if all[i].InEffect(w) {
					want[all[i].Plan.ID] = true
				}
			}
			for _, r := range got {
				if !want[r.Plan.ID] {
					t.Errorf("%s: %+v", w, r)
				}
			}
			if len(got) != len(want) {
				t.Errorf("%s: %d plans, the rule names %d", w, len(got), len(want))
			}
		}
	})
}

func randomRegimen(t *testing.T, random *rand.Rand, id string) record.Regimen {
	r, err := record.Begin(record.Plan{ID: id, Name: id, Start: record.Day(1000 + random.IntN(20)), Instructions: []record.Instruction{{DosesPerDay: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	today := r.Plan.Start
	for range random.IntN(6) {
		today += record.Day(random.IntN(12))
		var next record.Regimen
		var err error
		switch random.IntN(5) {
		case 0, 1:
			next, err = r.Stop(today-record.Day(random.IntN(3)), today)
		case 2:
			next, err = r.Resume(today)
		case 3:
			end := today + record.Day(random.IntN(20)-5)
			next, err = r.Edit(record.PlanEdit{End: &end}, today)
		default:
			in := []record.Instruction{{DosesPerDay: 1 + random.IntN(4)}}
			next, err = r.Edit(record.PlanEdit{Instructions: &in}, today)
		}
		if err == nil {
			r = next
		}
	}
	return r
}
