package ingest

import (
	"context"
	"testing"
)

func lite(t *testing.T) Options { return options(t, openLite(t)) }

func day(t *testing.T, s string) When {
	return When{Start: at(t, s+"T00:00:00Z"), DateOnly: true}
}

func glucose(t *testing.T, on, value string) Draft {
	return Draft{Name: "Glucose", Value: value, Unit: "mg/dL", When: day(t, on)}
}

func wantTally(t *testing.T, what string, got Tally, stored, duplicate, changed int64) {
	t.Helper()
	if got.Stored != stored || got.Duplicate != duplicate || got.Changed != changed {
		t.Errorf("%s: %+v, want %d stored, %d duplicate, %d changed", what, got, stored, duplicate, changed)
	}
}

func TestResultsThatDifferInCodeOrSpecimenOrMethodAreSeveral(t *testing.T) {
	o := lite(t)
	o.Document = document(1)
	base := Draft{Name: "Antibody", Value: "negative", When: day(t, "2024-03-04")}
	ds := []Draft{base, base, base, base}
	ds[0].Codes = []SourceCode{{System: "http://loinc.org", Code: "5196-1"}}
	ds[1].Codes = []SourceCode{{System: "http://loinc.org", Code: "16128-1"}}
	ds[2].Specimen = "urine"
	ds[3].Method = "ELISA"
	wantTally(t, "the first time", mustImport(t, o, ds), 4, 0, 0)
	wantTally(t, "again", mustImport(t, o, ds), 0, 4, 0)
	if rows := all(t, o.Store, ana); len(rows) != 4 {
		t.Errorf("%d rows", len(rows))
	}
}

func TestTheSameResultInTwoDocumentsIsOneReading(t *testing.T) {
	o := lite(t)
	o.Document = document(1)
	january := []Draft{glucose(t, "2024-01-05", "97"), glucose(t, "2024-01-06", "98")}
	mustImport(t, o, january)
	o.Document = document(2)
	again := append(january, glucose(t, "2024-02-05", "99"))
	again[0].Name, again[1].Unit = "GLUCOSE", " mg/dl "
	wantTally(t, "a file with one more row", mustImport(t, o, again), 1, 2, 0)
	// A report of which its file's own id is known, and one that the file numbers, say the same.
	o.Document = document(3)
	numbered := append([]Draft{}, january...)
	numbered[0].SourceRecordID, numbered[0].PanelID, numbered[0].Panel = "1", "2024-01-05", "Basic"
	wantTally(t, "a file that numbers its rows", mustImport(t, o, numbered), 0, 2, 0)
	// Another value of the same time is another result: nobody knows which is right.
	o.Document = document(4)
	wantTally(t, "another value", mustImport(t, o, []Draft{glucose(t, "2024-01-05", "79")}), 1, 0, 0)
	// The same value with a range that the first document did not print is the same reading with more said of it.
	o.Document = document(5)
	more := glucose(t, "2024-01-06", "98")
	more.Ref = "70-99"
	wantTally(t, "a range", mustImport(t, o, []Draft{more}), 0, 0, 1)
	if rows := all(t, o.Store, ana); len(rows) != 4 {
		t.Errorf("%d rows", len(rows))
	}
}

func TestEqualRowsThatAFileTellsApartStayTwo(t *testing.T) {
	o := lite(t)
	o.Document = document(1)
	a, b, c := glucose(t, "2024-01-05", "97"), glucose(t, "2024-01-05", "97"), glucose(t, "2024-01-05", "97")
	a.SourceRecordID, b.SourceRecordID, c.SourceRecordID = "r1", "r2", "r3"
	ds := []Draft{a, b, b, c}
	wantTally(t, "the first time", mustImport(t, o, ds), 3, 1, 0)
	wantTally(t, "the second time", mustImport(t, o, ds), 0, 4, 0)
	o.Document = document(2)
	wantTally(t, "in another file", mustImport(t, o, ds), 0, 4, 0)
	wantTally(t, "without ids", mustImport(t, o, []Draft{glucose(t, "2024-01-05", "97")}), 0, 1, 0)
	// The file takes one of them back: that one is gone, and no other that says the same.
	o.Document = document(1)
	back := func(yield func(Draft, error) bool) {
		for i, d := range []Draft{a, b} {
			var err error
			if i == 1 {
				err = &Problem{Position: 2, Reason: Removed}
			}
			if !yield(d, err) {
				return
			}
		}
	}
	if _, err := Import(context.Background(), o, back); err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for _, r := range all(t, o.Store, ana) {
		ids[r.SourceRecordID] = true
	}
	if len(ids) != 2 || ids["r2"] {
		t.Errorf("%v", ids)
	}
	// Another file's record that says the same as one of ours is none of ours.
	o.Document = document(3)
	foreign := a
	foreign.SourceRecordID = "x9"
	back = func(yield func(Draft, error) bool) { yield(foreign, &Problem{Position: 1, Reason: Removed}) }
	if _, err := Import(context.Background(), o, back); err != nil {
		t.Fatal(err)
	}
	if rows := all(t, o.Store, ana); len(rows) != 2 {
		t.Errorf("%d rows", len(rows))
	}
}

func TestALongFileThatGoesOnKnowsWhatItToldApart(t *testing.T) {
	o := lite(t)
	o.Document, o.sizes = document(1), sizes{whole: 2, batch: 2}
	var ds []Draft
	for _, id := range []string{"r1", "r2", "r3", "r4", "r5", "r6"} {
		d := glucose(t, "2024-01-05", "97")
		d.SourceRecordID = id
		ds = append(ds, d)
	}
	broken := func(yield func(Draft, error) bool) {
		for i := range ds {
			if i == 5 {
				yield(Draft{}, &Halt{Problem{Position: 6, Reason: Damaged}})
				return
			}
			if !yield(ds[i], nil) {
				return
			}
		}
	}
	if _, err := Import(context.Background(), o, broken); err == nil {
		t.Fatal("no error")
	}
	mustImport(t, o, ds)
	if rows := all(t, o.Store, ana); len(rows) != 6 {
		t.Errorf("%d rows", len(rows))
	}
}

func TestWhatItsSourceTookBackStandsAgainWithAnotherContent(t *testing.T) {
	engines(t, func(t *testing.T, o Options) {
		d := glucose(t, "2024-01-05", "90")
		d.Origin, d.SourceRecordID = "https://lab.example", "o1"
		visible := func(what, want string) {
			t.Helper()
			var got string
			for _, r := range all(t, o.Store, ana) {
				got += r.Value + " "
			}
			if got != want {
				t.Errorf("%s: %q, want %q", what, got, want)
			}
		}
		back := func(yield func(Draft, error) bool) { yield(d, &Problem{Position: 1, Reason: Removed}) }
		mustImport(t, o, []Draft{d})
		for range 2 {
			if _, err := Import(context.Background(), o, back); err != nil {
				t.Fatal(err)
			}
		}
		visible("taken back", "")
		old := d
		d.Value = "96"
		wantTally(t, "amended", mustImport(t, o, []Draft{d}), 0, 0, 1)
		visible("amended", "96 ")
		wantTally(t, "again", mustImport(t, o, []Draft{d}), 0, 1, 0)
		wantTally(t, "an old export", mustImport(t, o, []Draft{old}), 0, 1, 0)
		visible("in the end", "96 ")
		if err := Remove(context.Background(), o, all(t, o.Store, ana)[0].ID); err != nil {
			t.Fatal(err)
		}
		d.Value = "97"
		mustImport(t, o, []Draft{d})
		visible("removed by the person", "")
	})
}
