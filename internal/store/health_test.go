package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

func TestAStoreWhoseFileIsAnotherNowDoesNotStand(t *testing.T) {
	ctx := context.Background()
	for name, change := range map[string]func(path, other string) error{
		"another file is moved there": func(path, other string) error { return os.Rename(other, path) },
		"it is moved away":            func(path, _ string) error { return os.Rename(path, path+".old") },
		"it is deleted":               func(path, _ string) error { return os.Remove(path) },
		"it is moved away and another put there": func(path, other string) error {
			return errors.Join(os.Rename(path, path+".old"), os.Rename(other, path))
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "s.db")
			other, err := OpenSQLite(ctx, path+".new", "")
			if err != nil {
				t.Fatal(err)
			}
			if err := other.Close(); err != nil {
				t.Fatal(err)
			}
			s, err := OpenSQLite(ctx, path, "")
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if err := errors.Join(s.Standing(), s.Health(ctx)); err != nil {
				t.Fatal(err)
			}
			if err := change(path, path+".new"); err != nil {
				t.Skipf("this system does not let an open file be changed so: %v", errors.Unwrap(err))
			}
			if err := s.Standing(); kindOf(err) != engine.Replaced {
				t.Errorf("standing: %v", err)
			}
			if err := s.Health(ctx); kindOf(err) != engine.Replaced {
				t.Errorf("health: %v", err)
			}
			_ = os.Remove(path)
			if os.Rename(path+".old", path) == nil && kindOf(s.Standing()) != engine.Replaced {
				t.Error("it is forgotten that another file stood there")
			}
		})
	}
}

func TestAFileThatIsWrittenByOthersStands(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "s.db")
	s, err := OpenSQLite(ctx, path, "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	second, err := OpenSQLite(ctx, path, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := second.AddPerson(ctx, Person{ID: "p-ana", Zone: "UTC"}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(second.Close(), s.Health(ctx)); err != nil {
		t.Error(err)
	}
}

// A store is not well where a question has come upon damage, although the pages that everybody asks for are whole.
func TestDamageThatWasComeUponIsUnhealthy(t *testing.T) {
	ctx := context.Background()
	path, _ := filledFile(t, "")
	s, err := OpenSQLite(ctx, path, "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	var root int64
	err = s.db.ReadOnce(ctx, "", func(tx engine.Tx) error {
		rows, err := tx.Query(ctx, `SELECT rootpage FROM sqlite_schema WHERE name = 'observation'`)
		if err != nil {
			return err
		}
		for rows.Next() {
			err = errors.Join(err, rows.Scan(&root))
		}
		return errors.Join(err, rows.Close())
	})
	if err != nil || root < 2 {
		t.Fatal(root, err)
	}
	const page = 4096 // of every file that this program makes
	_, err = f.WriteAt([]byte("damage"), (root-1)*page+100)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	if err := s.Health(ctx); err != nil {
		t.Errorf("nobody has come upon it: %v", err)
	}
	persons, err := s.Persons(ctx)
	if err != nil || len(persons) == 0 {
		t.Fatal(len(persons), err)
	}
	var met error
	for _, p := range persons {
		_, err := s.Person(p.ID).Entries(ctx, EntryQuery{Window: record.Window{}, Limit: 10})
		met = errors.Join(met, err)
	}
	if kindOf(met) != engine.Corrupt {
		t.Fatalf("the question did not come upon it: %v", met)
	}
	if err := s.Health(ctx); kindOf(err) != engine.Corrupt {
		t.Errorf("health: %v", err)
	}
}

func TestAStoreOfANewerProgramIsUnhealthy(t *testing.T) {
	ctx := context.Background()
	s := opens(t, "sqlite")
	err := s.db.Write(ctx, "", func(tx engine.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO schema_migration (version, digest, applied_at) VALUES (9999, '', 0)`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Health(ctx); kindOf(err) != engine.Foreign {
		t.Errorf("health: %v", err)
	}
}
