package ingest_test

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

func TestTheSamplesMedicationsArePlans(t *testing.T) {
	for name, want := range map[string]struct{ plans, courses, active, stopped int }{
		"renato-dare.json": {3, 3, 2, 1}, "angelic-mueller.json": {8, 12, 3, 5},
	} {
		t.Run(name, func(t *testing.T) {
			text := read(t, filepath.Join("fhir", name))
			clinics(t, func(t *testing.T, open func() *clinic) {
				c := open()
				c.bring("fhir", string(text))
				first := c.plans()
				courses, standing := 0, map[record.EffectiveStatus]int{}
				for _, r := range first {
					courses += len(r.Courses)
					standing[r.Effective(record.DayOf(2026, time.November, 20))]++
					if r.Plan.Confirmed || r.Plan.Source != "fhir:urn:uuid" || !strings.HasPrefix(r.Plan.SourceRecordID, "MedicationRequest/") || len(r.Plan.Codes) == 0 {
						t.Errorf("source %q, record %q", r.Plan.Source, r.Plan.SourceRecordID)
					}
				}
				if len(first) != want.plans || courses != want.courses || standing[record.EffectiveActive] != want.active || standing[record.EffectiveStopped] != want.stopped {
					t.Errorf("%d plans, %d courses, %v", len(first), courses, standing)
				}
				if tally := c.bring("fhir", string(text)); tally.Stored != 0 || tally.Changed != 0 {
					t.Errorf("again: %+v", tally)
				}
				if !reflect.DeepEqual(c.plans(), first) {
					t.Error("the second import changed a plan")
				}
				for seed := range uint64(3) {
					other := open()
					other.bring("fhir", shuffled(t, text, seed))
					if !reflect.DeepEqual(other.plans(), first) {
						t.Errorf("in another order the plans are others: %d", seed)
					}
				}
			})
		})
	}
}

func TestAClinicalDocumentsMedicationsArePlans(t *testing.T) {
	text := string(read(t, filepath.Join("ccda", "ccd-1.xml")))
	clinics(t, func(t *testing.T, open func() *clinic) {
		c := open()
		c.bring("ccda", text)
		first := c.plans()
		if len(first) == 0 || !strings.HasPrefix(first[0].Plan.Source, "ccda:") {
			t.Fatalf("%d plans", len(first))
		}
		if tally := c.bring("ccda", text); tally.Stored+tally.Changed != 0 || !reflect.DeepEqual(c.plans(), first) {
			t.Errorf("again: %+v", tally)
		}
	})
}

func TestHowASourceSaysThatAMedicationStands(t *testing.T) {
	clinics(t, func(t *testing.T, open func() *clinic) {
		for name, tt := range map[string]struct {
			given []string
			want  []string
		}{
			"thirteen repeats are one drug": {
				func() (out []string) {
					for i := range 13 {
						out = append(out, order(fmt.Sprint(i), "Exempelol", "completed", "2024-01-01", ""))
					}
					return out
				}(),
				nil,
			},
			"a renewal takes the place of the order before": {
				[]string{order("a", "Exempelol", "active", "2025-01-01", ""), order("b", "exempelol", "active", "2025-06-01", "")},
				[]string{"exempelol; active; a 2025-01-01–2025-06-01 superseded; b 2025-06-01–…"},
			},
			"stopped is not completed": {
				[]string{use("a", "A", "stopped", "2025-01-01", "2025-02-01"), use("b", "B", "completed", "2025-01-01", "2025-02-01")},
				[]string{"A; stopped; MedicationStatement/a 2025-01-01–2025-02-01 stopped", "B; completed; MedicationStatement/b 2025-01-01–2025-02-01 completed"},
			},
			"an end that is not said is not guessed": {
				[]string{order("a", "A", "stopped", "2025-01-01", ""), order("b", "B", "completed", "2025-01-01", "")},
				[]string{"A; stopped; a 2025-01-01–2025-01-01 stopped_day_unknown", "B; completed; b 2025-01-01–2025-01-01 completed_day_unknown"},
			},
			"inactive is neither active nor ended": {
				[]string{order("a", "A", "inactive", "2025-01-01", "")},
				[]string{"A; unknown; a 2025-01-01–2025-01-01 unknown"},
			},
			"on hold is on hold, since nobody knows when": {
				[]string{order("a", "A", "on-hold", "2025-01-01", "")},
				[]string{"A; on_hold; a 2025-01-01–2025-01-01 on_hold"},
			},
			"ended before its planned end": {
				[]string{use("a", "A", "stopped", "2026-01-01", "2027-02-01")},
				[]string{"A; stopped; MedicationStatement/a 2026-01-01–2026-11-20 stopped"},
			},
			"planned for later": {
				[]string{order("a", "A", "draft", "2027-01-01", "")},
				[]string{"A; intended; a 2027-01-01–…"},
			},
			"cancelled and planned for long ago are none": {
				[]string{order("a", "A", "cancelled", "2025-01-01", ""), order("b", "B", "draft", "2025-01-01", "")},
				nil,
			},
			"an order goes on where another one within it ended": {
				[]string{order("a", "A", "active", "2025-01-01", ""), use("b", "A", "stopped", "2025-03-01", "2025-04-01")},
				[]string{"A; active; a 2025-01-01–2025-03-01 superseded; MedicationStatement/b 2025-03-01–2025-04-01 stopped; a 2025-04-01–…"},
			},
			"active since a day that is not said": {
				[]string{order("a", "A", "active", "", "")},
				[]string{"A; active; a 2026-11-20–…"},
			},
			"a year is no day, and not today": {
				[]string{order("a", "A", "active", "2025", ""), order("b", "B", "active", "2025-03", "")},
				nil,
			},
			"stopped within the time for which it was prescribed": {
				[]string{order("a", "A", "stopped", "2025-01-01", `,"dispenseRequest":{"validityPeriod":{"start":"2025-01-01","end":"2025-03-01"}}`)},
				[]string{"A; stopped; a 2025-01-01–2025-03-01 stopped"},
			},
			"active beyond the time for which it was prescribed": {
				[]string{order("a", "A", "active", "2025-01-01", `,"dispenseRequest":{"validityPeriod":{"start":"2025-01-01","end":"2025-03-01"}}`)},
				[]string{"A; active; a 2025-01-01–…"},
			},
			"entered in error": {
				[]string{order("a", "A", "entered-in-error", "2025-01-01", "")},
				nil,
			},
		} {
			t.Run(name, func(t *testing.T) {
				c := open()
				c.t = t
				c.fhir(tt.given...)
				if name == "thirteen repeats are one drug" {
					if p := c.plans(); len(p) != 1 || len(p[0].Courses) != 13 {
						t.Errorf("%d plans", len(p))
					}
				} else {
					c.want(tt.want...)
				}
				before := c.plans()
				if tally := c.fhir(tt.given...); tally.Stored+tally.Changed != 0 || !reflect.DeepEqual(c.plans(), before) {
					t.Errorf("again: %+v", tally)
				}
				if len(tt.given) < 2 {
					return
				}
				turned := slices.Clone(tt.given)
				slices.Reverse(turned)
				for _, apart := range []bool{false, true} {
					c := open()
					c.t = t
					if apart {
						for _, r := range turned {
							c.fhir(r)
						}
					} else {
						c.fhir(turned...)
					}
					var was, is []string
					for _, r := range before {
						was = append(was, says(r))
					}
					for _, r := range c.plans() {
						is = append(is, says(r))
					}
					if !slices.Equal(was, is) {
						t.Errorf("the other way round, apart %t:\n%s\nnot\n%s", apart, strings.Join(is, "\n"), strings.Join(was, "\n"))
					}
				}
			})
		}
	})
}

func TestAnImportFollowsItsSource(t *testing.T) {
	clinics(t, func(t *testing.T, open func() *clinic) {
		c := open()
		c.fhir(order("a", "A", "active", "2025-01-01", ""), order("b", "B", "active", "2025-01-01", ""))
		if tally := c.fhir(order("a", "A", "stopped", "2025-01-01", ""), order("b", "B", "active", "2025-01-01", "")); tally.Changed != 1 || tally.Duplicate != 1 {
			t.Errorf("stopped: %+v", tally)
		}
		c.want("A; stopped; a 2025-01-01–2025-01-01 stopped_day_unknown", "B; active; b 2025-01-01–…")
		plan := c.plans()[0].Plan.ID
		if c.plans()[0].Plan.Name != "A" {
			plan = c.plans()[1].Plan.ID
		}
		log, err := c.person1().Overrides(context.Background(), store.OnPlan, plan)
		if err != nil || len(log) == 0 || log[0].Actor != "import" {
			t.Errorf("log: %+v, %v", log, err)
		}
		c.fhir(order("a", "A", "active", "2025-01-01", ""), order("c", "A", "active", "2024-01-01", ""))
		c.want("A; active; c 2024-01-01–2025-01-01 superseded; a 2025-01-01–…", "B; active; b 2025-01-01–…")
		c.fhir(order("a", "A", "entered-in-error", "2025-01-01", ""), order("b", "B", "cancelled", "2025-01-01", ""))
		c.want("A; completed; c 2024-01-01–2025-01-01 completed", "B; entered_in_error; b 2025-01-01–2026-11-20 entered_in_error")
		before := c.plans()
		c.fhir(order("b", "B", "entered-in-error", "2025-01-01", ""))
		if !reflect.DeepEqual(before, c.plans()) {
			t.Error("taking back again changed something")
		}
		c.fhir(order("b", "B", "active", "2025-01-01", ""))
		c.fhir(order("b", "B2", "active", "2025-01-01", ""))
		c.want("A; completed; c 2024-01-01–2025-01-01 completed", "B; entered_in_error; b 2025-01-01–2026-11-20 entered_in_error", "B2; active; b 2025-01-01–…")
	})
}

func TestWhatAPersonChangedStaysAsItIs(t *testing.T) {
	name, yes := "mine", true
	today := record.DayOf(2026, time.November, 20)
	for what, change := range map[string]func(record.Regimen) (record.Regimen, error){
		"stopped":   func(r record.Regimen) (record.Regimen, error) { return r.Stop(today, today) },
		"renamed":   func(r record.Regimen) (record.Regimen, error) { return r.Edit(record.PlanEdit{Name: &name}, today) },
		"confirmed": func(r record.Regimen) (record.Regimen, error) { return r.Edit(record.PlanEdit{Confirmed: &yes}, today) },
		"voided":    func(r record.Regimen) (record.Regimen, error) { return r.Void(today) },
	} {
		t.Run(what, func(t *testing.T) {
			clinics(t, func(t *testing.T, open func() *clinic) {
				c := open()
				c.fhir(order("a", "A", "active", "2025-01-01", ""))
				id := c.plans()[0].Plan.ID
				if err := c.person1().Write(context.Background(), func(tx *store.Tx) error {
					_, err := tx.ApplyTransition(context.Background(), id, 0, store.By{Actor: "p", At: record.InstantOf(now)}, change)
					return err
				}); err != nil {
					t.Fatal(err)
				}
				before := c.plans()
				for _, status := range []string{"active", "stopped", "entered-in-error", "cancelled"} {
					tally := c.fhir(order("a", "A", status, "2025-01-01", ""), order("b", "A", status, "2025-05-01", ""), intake("i", "A", "completed", "2025-02-01T08:00:00Z", ""))
					if tally.Changed != 0 || !reflect.DeepEqual(c.plans(), before) {
						t.Errorf("%s: %+v", status, tally)
					}
				}
				if d := c.doses(); len(d) != 1 || d[0].Plan != id {
					t.Errorf("doses %+v", d)
				}
			})
		})
	}
	t.Run("entered", func(t *testing.T) {
		clinics(t, func(t *testing.T, open func() *clinic) {
			c := open()
			r, err := record.Begin(record.Plan{ID: "own", Name: "exempelol", Start: 20000, Source: "web", Confirmed: true, Instructions: []record.Instruction{{DosesPerDay: 2}}})
			if err != nil {
				t.Fatal(err)
			}
			if err := c.person1().Write(context.Background(), func(tx *store.Tx) error { _, err := tx.PutRegimen(context.Background(), r); return err }); err != nil {
				t.Fatal(err)
			}
			if tally := c.fhir(order("a", "Exempelol", "stopped", "2025-01-01", "")); tally.Duplicate != 1 || !reflect.DeepEqual(c.plans(), []record.Regimen{r}) {
				t.Errorf("%+v", tally)
			}
		})
	})
}

func TestIntakesAreDosesOnce(t *testing.T) {
	clinics(t, func(t *testing.T, open func() *clinic) {
		c := open()
		given := []string{
			intake("i", "A", "completed", "2026-03-04T23:30:00+01:00", `,"request":{"reference":"MedicationRequest/a"}`), order("a", "Aa", "active", "2026-01-01", ""),
			intake("j", "B", "completed", "2026-03-04T08:00:00Z", ""), intake("k", "B", "completed", "2026-02-04T08:00:00Z", ""), intake("l", "B", "not-done", "2026-02-05T08:00:00Z", ""),
		}
		if tally := c.fhir(given...); tally.Stored != 4 || tally.Rejected[ingest.NotGiven] != 1 {
			t.Errorf("%+v", tally)
		}
		c.want("Aa; active; a 2026-01-01–…", "B; completed; intakes: 2026-02-04–2026-03-04 completed")
		doses := c.doses()
		if len(doses) != 3 || doses[0].LocalDay.String() != "2026-03-04" || *doses[0].Dose != (record.Dose{Value: 2, Unit: "{tablet}"}) || doses[0].RecordedBy != record.ByImport {
			t.Errorf("%+v", doses)
		}
		if tally := c.fhir(given...); tally.Stored+tally.Changed != 0 || tally.Duplicate != 4 || !reflect.DeepEqual(doses, c.doses()) {
			t.Errorf("again: %+v", tally)
		}
		c.fhir(intake("j", "B", "entered-in-error", "2026-03-04T08:00:00Z", ""), order("o", "B", "active", "2026-02-01", ""))
		c.want("Aa; active; a 2026-01-01–…", "B; active; o 2026-02-01–…")
		if left := c.doses(); len(left) != 2 {
			t.Errorf("%+v", left)
		}
		c.fhir(given...)
		if left := c.doses(); len(left) != 2 {
			t.Errorf("what was taken back came again: %+v", left)
		}
	})
}

func TestAnIntakeThatComesAgainCorrected(t *testing.T) {
	clinics(t, func(t *testing.T, open func() *clinic) {
		c := open()
		given := func(id, at string, amount int) string {
			return strings.Replace(intake(id, "A", "completed", at, ""), `"value":2`, `"value":`+strconv.Itoa(amount), 1)
		}
		const first, later = "2026-03-04T08:00:00Z", "2026-03-05T09:00:00Z"
		for i, tt := range []struct {
			send          []string
			changed, same int64
			amount        float64
			day           string
		}{
			{[]string{given("i", first, 1)}, 0, 0, 1, "2026-03-04"},
			{[]string{given("i", first, 1)}, 0, 1, 1, "2026-03-04"},
			{[]string{given("i", first, 2)}, 1, 0, 2, "2026-03-04"},
			{[]string{given("i", first, 2)}, 0, 1, 2, "2026-03-04"},
			{[]string{given("i", first, 1)}, 0, 1, 2, "2026-03-04"}, // the older file again
			{[]string{given("i", later, 2)}, 1, 0, 2, "2026-03-05"},
			{[]string{given("i", first, 1), given("i", first, 2), given("i", later, 2)}, 0, 3, 2, "2026-03-05"},
		} {
			tally := c.fhir(tt.send...)
			list := c.doses()
			if tally.Changed != tt.changed || tally.Duplicate != tt.same || len(list) != 1 || list[0].Dose.Value != tt.amount || list[0].LocalDay.String() != tt.day {
				t.Errorf("%d: %+v, %+v", i, tally, list)
			}
		}
		log, err := c.person1().Overrides(context.Background(), store.OnDose, c.doses()[0].ID)
		if err != nil || len(log) != 2 || log[0].Actor != "import" {
			t.Errorf("the log has %d lines, %v", len(log), err)
		}
		// What a person removed stays removed, whatever comes.
		if err := c.person1().Write(context.Background(), func(tx *store.Tx) error {
			return tx.RemoveDose(context.Background(), c.doses()[0].ID, store.By{Actor: "p"})
		}); err != nil {
			t.Fatal(err)
		}
		if tally := c.fhir(given("i", first, 3)); tally.Duplicate != 1 || len(c.doses()) != 0 {
			t.Errorf("%+v", tally)
		}
	})
}

func TestWordsStayBesideWhatTheyMean(t *testing.T) {
	clinics(t, func(t *testing.T, open func() *clinic) {
		c := open()
		for id, text := range map[string]string{"a": "Take 1 tablet twice daily", "b": "1-2 tablets when the moon is full", "c": "每天两次，每次一片"} {
			c.fhir(order(id, id, "active", "2026-01-01", `,"dosageInstruction":[{"text":"`+text+`"}]`))
			for _, r := range c.plans() {
				if r.Plan.Name == id && (r.Plan.Instructions[0].Text != text || r.Courses[0].Instructions[0].Text != text) {
					t.Errorf("%s: other words", id)
				}
			}
		}
		c.fhir(order("d", "d", "active", "2026-01-01", `,"dosageInstruction":[{"sequence":1,"text":"2 tablets daily for a week"},{"sequence":2,"text":"1 tablet daily"}]`))
		for _, r := range c.plans() {
			want := map[string]string{"a": "1 {tablet} 2x/day", "b": "unscheduled", "c": "1 {tablet} 2x/day", "d": "unscheduled; unscheduled"}[r.Plan.Name]
			if got := record.Schedule(r.Plan.Instructions); got != want {
				t.Errorf("%s: %s", r.Plan.Name, got)
			}
		}
	})
}

func TestARefusalOfAMedicationQuotesNothing(t *testing.T) {
	token := "Quillfeather"
	clinics(t, func(t *testing.T, open func() *clinic) {
		c := open()
		long := strings.Repeat(token, 60)
		dosage := func(unit string) string {
			return `,"dosageInstruction":[{"text":"` + token + `","doseAndRate":[{"doseQuantity":{"value":1,"unit":"` + unit + `"}}]}]`
		}
		tally := c.fhir(
			order("a", long, "active", "2026-01-01", ""), order("b", token+`\u0000`, "active", "2026-01-01", ""), order("c", token, "completed", token, ""),
			order("d", token, "active", "1012-01-01", ""), order("e", token, "active", "2026-01-01", dosage(long)), order("f", token, "completed", "2026", ""),
			use("g", token, "active", "2026-02-01", "2026-01-01"), intake("h", token, "completed", "2031-01-01", ""),
		)
		if len(c.plans()) > 1 || tally.AllRejected() < 7 {
			t.Errorf("%d plans, %+v", len(c.plans()), tally)
		}
		if strings.Contains(fmt.Sprint(tally), token) {
			t.Error("a refusal quotes")
		}
		for reason := range tally.Rejected {
			p := ingest.Problem{Position: 1, Reason: reason}
			if p.Error() == "record 1: " || strings.Contains(p.Error(), token) {
				t.Errorf("%s says %q", reason, p.Error())
			}
		}
	})
}
