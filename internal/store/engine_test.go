package store

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed-a76b335c/philint/internal/store/pgtest"
)

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
