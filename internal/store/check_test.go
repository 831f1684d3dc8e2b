package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

func TestAStoreThatIsWholeIsFoundWhole(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		newWorld(3).fill(t, s)
		how, err := s.CheckFiles(context.Background())
		if want := map[string][]FileCheck{"sqlite": {FilesRead}, "postgres": {FilesChecksums, FilesServer}}[s.Engine()]; err != nil || how != want[0] && how != want[len(want)-1] {
			t.Errorf("%s, %v", how, err)
		}
	})
}

// TestADamagedIndexIsFound breaks the first page of an index, which nothing reads when a store is opened or backed up.
func TestADamagedIndexIsFound(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "s.db")
	s, err := OpenSQLite(ctx, path, "")
	if err != nil {
		t.Fatal(err)
	}
	newWorld(3).fill(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	page, size := rootOf(t, path, "dose_event_day")
	_, err = f.WriteAt([]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, (page-1)*size)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	if s, err = OpenSQLite(ctx, path, ""); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var e *engine.Error
	if _, err := s.CheckFiles(ctx); !errors.As(err, &e) || e.Kind != engine.Corrupt {
		t.Errorf("err = %v", err)
	}
}

// rootOf is the first page of a table or index, and the size of pages.
func rootOf(t *testing.T, path, name string) (page, size int64) {
	t.Helper()
	c, err := sqlite3.OpenFlags(path, sqlite3.OPEN_READONLY)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, ask := range []struct {
		sql  string
		into *int64
	}{{"SELECT rootpage FROM sqlite_schema WHERE name = '" + name + "'", &page}, {"PRAGMA page_size", &size}} {
		q, _, err := c.Prepare(ask.sql)
		if err != nil {
			t.Fatal(err)
		}
		if !q.Step() {
			t.Fatalf("%s is not there", name)
		}
		*ask.into = q.ColumnInt64(0)
		_ = q.Close()
	}
	return page, size
}

func TestAPersonIsNotLeftWithoutTheAccountThatWasWanted(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		ctx := context.Background()
		add := func(n byte, key string) (record.PersonID, error) {
			id := record.NewPersonID([10]byte{n})
			return id, s.AddPersonAndAccount(ctx, Person{ID: id, Name: "-", Zone: "UTC"}, Account{ID: fmt.Sprint("a-", n), Email: key, EmailKey: key, Person: id})
		}
		first, err := add(1, "a@example.org")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := add(2, "a@example.org"); !errors.Is(err, ErrAccountTaken) {
			t.Errorf("err = %v", err)
		}
		if list, err := s.Persons(ctx); err != nil || len(list) != 1 || list[0].ID != first {
			t.Errorf("%d persons, %v", len(list), err)
		}
		if a, err := s.AccountByEmail(ctx, "a@example.org"); err != nil || a.Person != first {
			t.Errorf("the account is of %s, %v", a.Person, err)
		}
	})
}
