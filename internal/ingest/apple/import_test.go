package apple_test

import (
	"bytes"
	"context"
	"path/filepath"
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
