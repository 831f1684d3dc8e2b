package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
	"github.com/seed-a76b335c/philint/internal/store/pgtest"
)

// twice opens one database two times, as two processes do.
func twice(t *testing.T, test func(t *testing.T, a, b *Store)) {
	t.Helper()
	for _, name := range []string{"sqlite", "postgres"} {
		t.Run(name, func(t *testing.T) {
			place, open := filepath.Join(t.TempDir(), "s.db"), func(ctx context.Context, place string) (*Store, error) { return OpenSQLite(ctx, place, "") }
			if name == "postgres" {
				place, open = pgtest.DSN(t), OpenPostgres
			}
			var s [2]*Store
			for i := range s {
				var err error
				if s[i], err = open(context.Background(), place); err != nil {
					t.Fatal(err)
				}
				defer s[i].Close()
			}
			test(t, s[0], s[1])
		})
	}
}

func TestWritersOfTheSameChainsTakeTurns(t *testing.T) {
	twice(t, func(t *testing.T, a, b *Store) {
		ctx := context.Background()
		const rounds, people, each = 15, 5, 3
		var wg sync.WaitGroup
		for w, s := range []*Store{a, b, a, b} {
			wg.Go(func() {
				for round := range rounds {
					var batches []AccessBatch
					for p := range people {
						p = (p*(w+1) + w) % people // in another order each: they are brought into one
						batch := AccessBatch{Person: personAt(p)}
						for n := range each {
							batch.Entries = append(batch.Entries, AccessEntry{Actor: fmt.Sprint("w", w), Rows: int64(round*each + n)})
						}
						batches = append(batches, batch)
					}
					if n, err := s.LogAccesses(ctx, batches); err != nil || n != people {
						t.Errorf("writer %d: %d, %v", w, n, err)
					}
				}
			})
		}
		wg.Wait()
		total := 0
		for p := range people {
			entries, err := b.Person(personAt(p)).AccessLog(ctx)
			if err != nil {
				t.Fatal(err)
			}
			next := map[string]int64{}
			for _, e := range entries {
				if e.Rows != next[e.Actor] {
					t.Fatalf("person %d: %s's entry %d stands at %d", p, e.Actor, e.Rows, e.Seq)
				}
				next[e.Actor]++
			}
			total += len(entries)
		}
		if want := 4 * rounds * people * each; total != want {
			t.Errorf("%d entries, want %d", total, want)
		}
	})
}

func personAt(n int) record.PersonID { return record.NewPersonID([10]byte{byte(n >> 8), byte(n), 7}) }

func TestManyPersonsEntriesAreStoredWithOneAnotherAndApart(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		ctx := context.Background()
		const people = 2*accessChunk + 3
		var batches []AccessBatch
		for p := range people {
			batches = append(batches, AccessBatch{Person: personAt(people - p), Entries: []AccessEntry{{Actor: "a", Rows: int64(people - p)}, {Actor: "b"}}})
		}
		if n, err := s.LogAccesses(ctx, batches); err != nil || n != people {
			t.Fatal(n, err)
		}
		for p := 1; p <= people; p++ {
			got, err := s.Person(personAt(p)).AccessLog(ctx)
			if err != nil || len(got) != 2 || got[0].Rows != int64(p) || got[1].Seq != 2 {
				t.Fatalf("person %d: %+v, %v", p, got, err)
			}
		}
		// What cannot be stored stops there: those before are stored and counted, the rest are not.
		bad := []AccessBatch{{Person: personAt(0), Entries: []AccessEntry{{Actor: "a"}}}, {Person: personAt(1), Entries: []AccessEntry{{Actor: "a\x00"}}}}
		n, err := s.LogAccesses(ctx, bad)
		var e *engine.Error
		if !errors.As(err, &e) || e.Kind != engine.BadText || n != 0 {
			t.Errorf("%d, %v", n, err)
		}
		for p, want := range []int{0, 2} {
			if got, err := s.Person(personAt(p)).AccessLog(ctx); err != nil || len(got) != want {
				t.Errorf("person %d: %d entries, %v", p, len(got), err)
			}
		}
		if n, err := s.LogAccesses(ctx, nil); n != 0 || err != nil {
			t.Error(n, err)
		}
	})
}

// A log of five entries is changed in each way there is.
func TestAChangedLogSaysFromWhereOn(t *testing.T) {
	for _, tt := range []struct {
		name, sql string
		want      int64 // 0: the chain by itself does not show it
	}{
		{"a count", `UPDATE access_log SET rows_read = 9 WHERE seq = 3`, 3},
		{"an actor", `UPDATE access_log SET actor = 'x' WHERE seq = 1`, 1},
		{"an instant", `UPDATE access_log SET at = 0 WHERE seq = 5`, 5},
		{"a boundary between two texts", `UPDATE access_log SET actor = 'ab', surface = 'c' WHERE seq = 2`, 2},
		{"a hash", `UPDATE access_log SET hash = prev_hash WHERE seq = 4`, 4},
		{"an entry is taken out", `DELETE FROM access_log WHERE seq = 3`, 3},
		{"the first is taken out", `DELETE FROM access_log WHERE seq = 1`, 1},
		{"one is taken out and the rest moved up", `DELETE FROM access_log WHERE seq = 2; UPDATE access_log SET seq = 2 WHERE seq = 3; UPDATE access_log SET seq = 3 WHERE seq = 4; UPDATE access_log SET seq = 4 WHERE seq = 5`, 2},
		{"another's are put in", `UPDATE access_log SET person_id = 'p-other'`, 1},
		{"the last are cut off", `DELETE FROM access_log WHERE seq > 3`, 0},
		{"all is gone", `DELETE FROM access_log`, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ctx := context.Background()
			s, err := OpenSQLite(ctx, filepath.Join(t.TempDir(), "s.db"), "")
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			p := s.Person("p-ann")
			if err := p.LogAccesses(ctx, []AccessEntry{{At: 1, Actor: "a", Surface: "bc"}, {At: 2, Actor: "a", Surface: "bc"}, {At: 3}, {At: 4}, {At: 5}}); err != nil {
				t.Fatal(err)
			}
			head, err := p.CheckAccessLog(ctx, AccessHead{})
			if err != nil || head.Seq != 5 {
				t.Fatal(head, err)
			}
			if _, err := p.CheckAccessLog(ctx, head); err != nil {
				t.Fatal(err)
			}
			err = s.db.Write(ctx, "", func(tx engine.Tx) error { return script(ctx, tx, strings.ReplaceAll(tt.sql, "; ", ";\n")) })
			if err != nil {
				t.Fatal(err)
			}
			if tt.name == "another's are put in" {
				p = s.Person("p-other")
			}
			_, err = p.CheckAccessLog(ctx, AccessHead{})
			var chain *ChainError
			if found := errors.As(err, &chain); found != (tt.want != 0) || found && (chain.Seq != tt.want || !errors.Is(err, ErrChain)) {
				t.Errorf("%v, want %d", err, tt.want)
			}
			if entries, err := p.AccessLog(ctx); errors.Is(err, ErrChain) != (tt.want != 0) || tt.want != 0 && len(entries) == 0 {
				t.Errorf("%d entries, %v", len(entries), err)
			}
			// Whoever kept the head finds every change.
			if _, err := p.CheckAccessLog(ctx, head); !errors.Is(err, ErrChain) {
				t.Errorf("with the head that was kept: %v", err)
			}
		})
	}
}
