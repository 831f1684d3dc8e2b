package ingest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/terminology"
)

func of[T any](v T) *T { return &v }

func TestACorrectionTakesThePlaceOfWhatItCorrects(t *testing.T) {
	engines(t, func(t *testing.T, o Options) {
		ctx := context.Background()
		added, err := AddReading(ctx, o, TypedReading{Name: "Glucose", Value: "59", Unit: "mg/dL", Comment: "before breakfast", When: When{Start: at(t, "2026-03-29T01:30:00+01:00")}})
		if err != nil {
			t.Fatal(err)
		}
		if again, err := AddReading(ctx, o, TypedReading{Name: "Glucose", Value: "59", Unit: "mg/dL", Comment: "before breakfast", When: When{Start: at(t, "2026-03-29T01:30:00+01:00")}}); err != nil || !again.Duplicate || again.ID != added.ID {
			t.Errorf("typed twice: %+v, %v", again, err)
		}
		fixed, err := Correct(ctx, o, added.ID, Change{Value: of("95")})
		if err != nil {
			t.Fatal(err)
		}
		rows := all(t, o.Store, ana)
		if len(rows) != 1 || rows[0].ID != fixed.ID || rows[0].Value != "95" || rows[0].Amends != added.ID || rows[0].Comment != "before breakfast" || rows[0].LocalDay.String() != "2026-03-29" || rows[0].TZSource != record.ZoneOffset {
			t.Errorf("%+v", rows)
		}
		if _, err := Correct(ctx, o, added.ID, Change{Value: of("96")}); !errors.Is(err, store.ErrNoReading) {
			t.Errorf("the old row is corrected again: %v", err)
		}
		var r *Refusal
		if _, err := Correct(ctx, o, fixed.ID, Change{Value: of("9500000")}); !errors.As(err, &r) || r.Reason != OutOfRange {
			t.Errorf("an impossible correction: %v", err)
		}
		moved, err := Correct(ctx, o, fixed.ID, Change{Name: of("Sodium"), Value: of("140"), Unit: of("mmol/L")})
		if err != nil || moved.Coding.Code != "2951-2" {
			t.Errorf("another name: %+v, %v", moved, err)
		}
		if err := Remove(ctx, o, moved.ID); err != nil {
			t.Fatal(err)
		}
		if rows := all(t, o.Store, ana); len(rows) != 0 {
			t.Errorf("%d rows are left", len(rows))
		}
		if err := Remove(ctx, o, moved.ID); !errors.Is(err, store.ErrNoReading) {
			t.Errorf("removed twice: %v", err)
		}
		o.Person.ID = ben
		if err := Remove(ctx, o, added.ID); !errors.Is(err, store.ErrNoReading) {
			t.Errorf("another person removes it: %v", err)
		}
	})
}

func TestWhatAPersonSaysStandsOverWhatIsSentAgain(t *testing.T) {
	engines(t, func(t *testing.T, o Options) {
		ctx := context.Background()
		ds := []Draft{
			sample("Watch", steps, "4000", "count", at(t, "2026-03-02T10:00:00+01:00"), time.Hour),
			sample("Watch", steps, "50", "count", at(t, "2026-03-02T12:00:00+01:00"), time.Hour),
			sample("Watch", steps, "70", "count", at(t, "2026-03-02T14:00:00+01:00"), time.Hour),
		}
		mustImport(t, o, ds)
		ids := map[string]record.ObsID{}
		for _, r := range all(t, o.Store, ana) {
			ids[r.Value] = r.ID
			if r.Value == "4120" {
				if _, err := Correct(ctx, o, r.ID, Change{Value: of("1")}); !errors.Is(err, ErrComputed) {
					t.Errorf("a computed value is corrected: %v", err)
				}
			}
		}
		if _, err := Correct(ctx, o, ids["4000"], Change{Value: of("400")}); err != nil {
			t.Fatal(err)
		}
		if err := Remove(ctx, o, ids["70"]); err != nil {
			t.Fatal(err)
		}
		want := "map[steps 2026-03-02:450 only_candidate]"
		for range 2 {
			if got := published(t, o); sprint(got) != want {
				t.Errorf("%v, want %v", got, want)
			}
			ds[0].Value, ds[2].Value = "4001", "71"
			tally := mustImport(t, o, ds)
			if tally.Duplicate != 3 {
				t.Errorf("%+v", tally)
			}
		}
		for _, id := range []string{"50"} {
			if err := Remove(ctx, o, ids[id]); err != nil {
				t.Fatal(err)
			}
		}
		if got := published(t, o); sprint(got) != "map[steps 2026-03-02:400 only_candidate]" {
			t.Error(got)
		}
	})
}

func TestRecordsOfAnOriginAreTheSameInEveryFile(t *testing.T) {
	engines(t, func(t *testing.T, o Options) {
		d := Draft{Name: "Glucose", Value: "95", Unit: "mg/dL", When: When{Start: at(t, "2026-03-02T08:00:00+01:00")}, Origin: "https://lab.example", SourceRecordID: "o1"}
		o.Document = document(4)
		mustImport(t, o, []Draft{d})
		o.Document = document(5)
		if tally := mustImport(t, o, []Draft{d}); tally.Duplicate != 1 {
			t.Errorf("the same record in another file: %+v", tally)
		}
		d.Value = "96"
		if tally := mustImport(t, o, []Draft{d}); tally.Changed != 1 {
			t.Errorf("a changed record: %+v", tally)
		}
		rows := all(t, o.Store, ana)
		if len(rows) != 1 || rows[0].Value != "96" {
			t.Fatalf("%+v", rows)
		}
		// The source takes it back.
		back := func(yield func(Draft, error) bool) {
			if yield(d, &Problem{Position: 1, Reason: Removed}) {
				yield(d, &Problem{Position: 2, Reason: Removed})
			}
		}
		for range 2 {
			tally, err := Import(context.Background(), o, back)
			if err != nil || tally.Rejected[Removed] != 2 || len(tally.First[Removed]) != 2 {
				t.Errorf("%+v, %v", tally, err)
			}
		}
		if rows := all(t, o.Store, ana); len(rows) != 0 {
			t.Errorf("%+v", rows)
		}
		// Two results of one name and day in one file without ids are two.
		mustImport(t, o, []Draft{
			{Name: "Sodium", Value: "140", Unit: "mmol/L", When: When{Start: at(t, "2026-03-02T00:00:00Z"), DateOnly: true}},
			{Name: "Sodium", Value: "141", Unit: "mmol/L", When: When{Start: at(t, "2026-03-02T00:00:00Z"), DateOnly: true}},
		})
		if rows := all(t, o.Store, ana); len(rows) != 2 {
			t.Errorf("%d rows", len(rows))
		}
	})
}

func TestDecisionsAreMadeAgain(t *testing.T) {
	engines(t, func(t *testing.T, o Options) {
		ctx := context.Background()
		ds := append(lab(t), beats(t)...)
		ds = append(ds, Draft{Name: "GLU-X", Value: "101", Unit: "mg/dL", Codes: []SourceCode{{System: "urn:oid:2.16.840.1.113883.6.1", Code: "2345-7"}}, When: When{Start: at(t, "2026-03-02T08:00:00+01:00")}})
		mustImport(t, o, ds)
		before := state(t, o)
		if c, err := Recode(ctx, o, CauseRelease); err != nil || c.Changed != 0 || c.Read != int64(len(before)) {
			t.Fatalf("nothing is new: %+v, %v", c, err)
		}
		same(t, "a recode of nothing", state(t, o), before)

		alias := store.Alias{NameKey: terminology.NameKey("Blorbine"), Code: "2951-2"}
		if err := o.Store.Person(ana).PutAlias(ctx, alias); err != nil {
			t.Fatal(err)
		}
		// mg/dL is not what sodium's code carries alone; the beats become what nobody measures with a device.
		if err := o.Store.PutAlias(ctx, store.Alias{NameKey: terminology.NameKey(heartRate), Code: "8889-8"}); err != nil {
			t.Fatal(err)
		}
		calls := 0
		o.step = func() error {
			if calls++; calls == 1 {
				return errKilled
			}
			return nil
		}
		if _, err := Recode(ctx, o, CauseAlias); !errors.Is(err, errKilled) {
			t.Fatal(err)
		}
		c, err := Recode(ctx, o, CauseAlias)
		if err != nil || c.Changed < 40 {
			t.Fatalf("%+v, %v", c, err)
		}
		after := state(t, o)
		for _, r := range all(t, o.Store, ana) {
			switch {
			case r.Name == heartRate && r.Coding.Code == "8867-4":
				t.Errorf("a beat was not decided again, or a computed day is left: %+v", r.Coding)
			case r.Elected:
				t.Errorf("a day is published whose samples have gone: %+v", r.Coding)
			case r.Name == heartRate:
				h, err := o.Store.Person(ana).Histories(ctx, r.ID)
				if err != nil || len(h) != 2 || h[0].Cause != causeIngest || h[0].Coding.Code != "8867-4" || h[1].Cause != string(CauseAlias) {
					t.Fatalf("%+v, %v", h, err)
				}
			}
		}
		if again, err := Recode(ctx, o, CauseAlias); err != nil || again.Changed != 0 {
			t.Errorf("%+v, %v", again, err)
		}
		same(t, "a second recode", state(t, o), after)
		if tally := mustImport(t, o, ds); tally.Duplicate != tally.Read {
			t.Errorf("imported again: %+v", tally)
		}
		same(t, "imported again", state(t, o), after)
		if all, err := RecodeAll(ctx, o.Store, o.Set, CauseRules, nil); err != nil || all.Changed != 0 {
			t.Errorf("%+v, %v", all, err)
		}
	})
}

func TestTheJournal(t *testing.T) {
	engines(t, func(t *testing.T, o Options) {
		ctx := context.Background()
		when := When{Start: at(t, "2026-03-02T08:00:00+01:00")}
		for _, c := range []struct {
			kind    record.Kind
			text    string
			code    string
			outcome record.Outcome
		}{
			{record.Symptom, "headache", "NS01", record.Coded},
			{record.Symptom, "发烧", "AS03", record.Coded},
			{record.Symptom, "blorbing of the knee", "", record.NeedsInput},
			{record.Note, "headache", "", record.Refused},
		} {
			added, err := AddEntry(ctx, o, Entry{Kind: c.kind, Text: c.text, When: when, Comment: "since noon"})
			if err != nil || added.Coding.Code != c.code || added.Coding.Outcome != c.outcome {
				t.Errorf("%s: %+v, %v", c.text, added, err)
			}
			if added.Coding.System == terminology.SystemLOINC {
				t.Errorf("%s is a test", c.text)
			}
		}
		var r *Refusal
		if _, err := AddEntry(ctx, o, Entry{Kind: record.Measurement, Text: "x", When: when}); !errors.As(err, &r) {
			t.Error(err)
		}
		if _, err := AddEntry(ctx, o, Entry{Kind: record.Note, When: when}); !errors.As(err, &r) || r.Reason != NoValue {
			t.Error(err)
		}
	})
}

func TestTheDecimalSignOfATableStandsAfterItIsStored(t *testing.T) {
	engines(t, func(t *testing.T, o Options) {
		ctx := context.Background()
		when := When{Start: at(t, "2026-03-02T08:30:00+01:00")}
		mustImport(t, o, []Draft{
			{Name: "Platelets", Value: "250.000", Unit: "/uL", Ref: "150.000 - 400.000", Decimal: ',', When: when},
			{Name: "Potassium", Value: "4,125", Unit: "mmol/L", Ref: "3,500 - 5,100", Decimal: ',', When: when},
			{Name: "Sodium", Value: "140.125", Unit: "mmol/L", When: when},
			{Name: "Lipase", Value: "5.600", Unit: "U/L", Decimal: DecimalUnclear, When: when},
		})
		want := map[string][3]float64{"Platelets": {250_000, 150_000, 400_000}, "Potassium": {4.125, 3.5, 5.1}, "Sodium": {140.125}, "Lipase": {0}}
		check := func(when string) {
			t.Helper()
			for _, r := range all(t, o.Store, ana) {
				w := want[r.Name]
				if r.Number != w[0] || r.HasNumber != (w[0] != 0) || r.HasNumber && r.Coding.Outcome != record.Coded || w[1] != 0 && (r.RefLow == nil || *r.RefLow != w[1] || *r.RefHigh != w[2]) {
					t.Errorf("%s: %s %q is %v, %v, %v", when, r.Name, r.Value, r.Number, r.RefLow, r.Coding)
				}
			}
		}
		check("stored")
		if again, err := Recode(ctx, o, CauseRules); err != nil || again.Changed != 0 {
			t.Errorf("%+v, %v", again, err)
		}
		check("decided again")
		for _, r := range all(t, o.Store, ana) {
			if _, err := Correct(ctx, o, r.ID, Change{Comment: of("fasting")}); err != nil {
				t.Fatal(err)
			}
		}
		check("with another comment")
	})
}
