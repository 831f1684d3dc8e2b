package store

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed-a76b335c/philint/internal/store/pgtest"
)

// childTask names the environment variable that makes the test binary a child: the task, the engine, where the store is
// and the number of its first batch, separated by tabs.
const childTask = "STORE_CHILD"

// closers are what the benchmarks leave open until the end.
var closers []func()

func TestMain(m *testing.M) {
	if task := os.Getenv(childTask); task != "" {
		os.Exit(runChild(task))
	}
	code := pgtest.Main(m)
	for _, c := range closers {
		c()
	}
	os.Exit(code)
}

// engines runs a test on both.
func engines(t *testing.T, test func(t *testing.T, s *Store)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		s, err := OpenSQLite(context.Background(), filepath.Join(t.TempDir(), "store.db"), "")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
		test(t, s)
	})
	t.Run("postgres", func(t *testing.T) {
		s, err := OpenPostgres(context.Background(), pgtest.DSN(t))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := s.Close(); err != nil {
				t.Error(err)
			}
		})
		test(t, s)
	})
}

func TestBothEnginesOpen(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		if s.Engine() == "" {
			t.Error("no name")
		}
	})
}

// freshPlace is where a fresh store of an engine goes.
func freshPlace(t *testing.T, engineName string) string {
	t.Helper()
	if engineName == "sqlite" {
		return filepath.Join(t.TempDir(), "s.db")
	}
	return pgtest.DSN(t)
}

func reopen(engineName, where string) (*Store, error) {
	if engineName == "sqlite" {
		return OpenSQLite(context.Background(), where, "")
	}
	return OpenPostgres(context.Background(), where)
}
