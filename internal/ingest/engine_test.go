package ingest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"testing"
	"time"
	_ "time/tzdata"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/store/pgtest"
	"github.com/seed-a76b335c/philint/internal/terminology"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

var (
	ana = record.NewPersonID([10]byte{1})
	ben = record.NewPersonID([10]byte{2})
)

var testNow = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func coreSet(t testing.TB) *terminology.Set {
	t.Helper()
	set, err := terminology.Core()
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func berlin(t testing.TB) record.Zone { return zoneOf(t, "Europe/Berlin") }

func zoneOf(t testing.TB, name string) record.Zone {
	t.Helper()
	z, err := record.ParseZone(name, time.LoadLocation)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func openLite(t testing.TB) *store.Store {
	t.Helper()
	s, err := store.OpenSQLite(context.Background(), filepath.Join(t.TempDir(), "store.db"), "")
	return opened(t, s, err)
}

func openPostgres(t testing.TB) *store.Store {
	t.Helper()
	s, err := store.OpenPostgres(context.Background(), pgtest.DSN(t))
	return opened(t, s, err)
}

func opened(t testing.TB, s *store.Store, err error) *store.Store {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	for i, id := range []record.PersonID{ana, ben} {
		if err := s.AddPerson(context.Background(), store.Person{ID: id, Name: "-", Zone: "Europe/Berlin", CreatedAt: record.Instant(i)}); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// engines runs a test on both.
func engines(t *testing.T, test func(t *testing.T, o Options)) {
	t.Helper()
	for name, open := range map[string]func(testing.TB) *store.Store{"sqlite": openLite, "postgres": openPostgres} {
		t.Run(name, func(t *testing.T) { test(t, options(t, open(t))) })
	}
}

func options(t testing.TB, s *store.Store) Options {
	return Options{
		Store: s, Person: Person{ID: ana, Zone: berlin(t)}, Set: coreSet(t), Now: func() time.Time { return testNow }, Source: "test",
	}
}

// drafts yields drafts, and after them an error if there is one.
func drafts(ds []Draft, last error) Drafts {
	return func(yield func(Draft, error) bool) {
		for i := range ds {
			d := ds[i]
			d.Position = int64(i + 1)
			if !yield(d, nil) {
				return
			}
		}
		if last != nil {
			yield(Draft{}, last)
		}
	}
}

var _ iter.Seq2[Draft, error] = drafts(nil, nil)

// at is a time with an offset.
func at(t testing.TB, s string) time.Time {
	t.Helper()
	x, err := time.Parse(time.RFC3339, s)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// all are a person's visible rows in the order of their ids.
func all(t testing.TB, s *store.Store, id record.PersonID) []store.Reading {
	t.Helper()
	rows, err := s.Person(id).Page(context.Background(), record.ObsID{}, -1)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func mustImport(t testing.TB, o Options, ds []Draft) Tally {
	t.Helper()
	tally, err := Import(context.Background(), o, drafts(ds, nil))
	if err != nil {
		t.Fatal(err)
	}
	if sum := tally.Stored + tally.Duplicate + tally.Changed + tally.AllRejected(); sum != tally.Read {
		t.Fatalf("%d read, and %d stored, doubled, changed or rejected", tally.Read, sum)
	}
	return tally
}

func minutes(n int) time.Duration { return time.Duration(n) * time.Minute }

func asRefusal(err error, r **Refusal) bool { return errors.As(err, r) }

func sprint(v any) string { return fmt.Sprint(v) }
