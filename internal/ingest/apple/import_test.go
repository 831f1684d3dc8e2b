package apple_test

import (
	"bytes"
	"context"
	"maps"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/ingest/apple"
	"github.com/seed-a76b335c/philint/internal/ingest/apple/gen"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/terminology"
)

func options(t *testing.T) ingest.Options {
	t.Helper()
	s, err := store.OpenSQLite(context.Background(), filepath.Join(t.TempDir(), "store.db"), "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	zone, err := record.ParseZone("Europe/Berlin", time.LoadLocation)
	if err != nil {
		t.Fatal(err)
	}
	set, err := terminology.Core()
	if err != nil {
		t.Fatal(err)
	}
	anna := record.NewPersonID([10]byte{1})
	if err := s.AddPerson(context.Background(), store.Person{ID: anna, Name: "-", Zone: zone.String()}); err != nil {
		t.Fatal(err)
	}
	return ingest.Options{
		Store: s, Person: ingest.Person{ID: anna, Zone: zone}, Set: set, Source: "file:test",
		Now: func() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) },
	}
}

func load(t *testing.T, o ingest.Options, g gen.Options) (ingest.Tally, gen.Tally) {
	t.Helper()
	var file bytes.Buffer
	made, err := gen.WriteArchive(&file, "export.xml", g)
	if err != nil {
		t.Fatal(err)
	}
	e, err := apple.Open(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	tally, err := ingest.Import(context.Background(), o, e.Drafts(context.Background()))
	if err != nil {
		t.Fatal(err)
	}
	return tally, made
}

func TestAnExportIsStoredOnceHoweverOftenItIsImported(t *testing.T) {
	o := options(t)
	// Begins two days before clocks go forward in the one zone.
	g := gen.Options{Records: 4000, Seed: 7, Begin: time.Date(2026, 3, 27, 0, 0, 0, 0, time.UTC)}
	first, made := load(t, o, g)
	if first.Rejected[ingest.NotSupported] != int64(made.Unsupported) || len(first.Rejected) > 1 {
		t.Errorf("rejected: %v", first.Rejected)
	}
	if first.Changed != 0 || first.Stored+first.Duplicate != int64(made.Drafts) || first.Duplicate < int64(made.Duplicates) {
		t.Errorf("%+v of %+v", first, made)
	}
	second, _ := load(t, o, g)
	if second.Stored != 0 || second.Changed != 0 || second.Duplicate != int64(made.Drafts) {
		t.Errorf("the second time: %+v", second)
	}
}

// A phone writes its whole history with the offset of the place where it is when it exports.
func TestAnExportFromAnotherPlaceIsTheSameExport(t *testing.T) {
	o := options(t)
	g := gen.Options{Records: 4000, Seed: 7, Begin: time.Date(2026, 3, 27, 0, 0, 0, 0, time.UTC)}
	first, made := load(t, o, g)
	before := days(t, o)
	for _, hours := range []int{0, 8, -7} {
		g.Phone = time.FixedZone("", hours*3600)
		again, _ := load(t, o, g)
		if again.Stored != 0 || again.Changed != 0 || again.Duplicate != int64(made.Drafts) {
			t.Errorf("%+d hours: %+v after %+v", hours, again, first)
		}
		if after := days(t, o); !maps.Equal(before, after) {
			t.Errorf("%+d hours: days have moved", hours)
		}
	}
}

// days are the local days of all rows.
func days(t *testing.T, o ingest.Options) map[record.ObsID]record.Day {
	t.Helper()
	rows, err := o.Store.Person(o.Person.ID).Page(context.Background(), record.ObsID{}, -1)
	if err != nil {
		t.Fatal(err)
	}
	out := map[record.ObsID]record.Day{}
	for _, r := range rows {
		out[r.ID] = r.LocalDay
	}
	return out
}

func TestOfTwoStagesThatContradictEachOtherTheLaterRecordedStands(t *testing.T) {
	o := options(t)
	const text = `<?xml version="1.0"?><HealthData><ExportDate value="2026-03-10 08:00:00 +0100"/>
<Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="W" creationDate="2026-03-03 09:00:00 +0100" startDate="2026-03-03 01:00:00 +0100" endDate="2026-03-03 05:00:00 +0100" value="HKCategoryValueSleepAnalysisAsleepDeep"/>
<Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="W" creationDate="2026-03-03 07:00:00 +0100" startDate="2026-03-03 02:00:00 +0100" endDate="2026-03-03 04:00:00 +0100" value="HKCategoryValueSleepAnalysisAsleepREM"/>
<Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="W" creationDate="2026-03-03 10:00:00 +0100" startDate="2026-03-03 04:00:00 +0100" endDate="2026-03-03 06:00:00 +0100" value="HKCategoryValueSleepAnalysisAsleepCore"/>
</HealthData>`
	e, err := apple.Open(strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ingest.Import(context.Background(), o, e.Drafts(context.Background())); err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	rows, err := o.Store.Person(o.Person.ID).Page(context.Background(), record.ObsID{}, -1)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if r.Elected {
			n, _, _ := r.Comparable()
			got[r.Coding.Code] = n
		}
	}
	// Deep, light and all sleep: the segment of REM came before the one that covers it.
	if want := map[string]float64{"93831-6": 180, "93830-8": 120, "93832-4": 300}; !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
