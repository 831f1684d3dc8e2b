package store

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
	"github.com/seed-a76b335c/philint/internal/store/pgtest"
)

// firstMigration makes a store as it was before there were names of series, and fills it with a person's readings: some
// of them superseded, some that only remove, some of an unknown day.
func firstMigration(t *testing.T, engineName, where string, rows int) {
	t.Helper()
	ctx := context.Background()
	db, err := openEngine(engineName, where)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := migrateBy(ctx, db, []string{"migrations/0001_record.sql"}); err != nil {
		t.Fatal(err)
	}
	for _, person := range []record.PersonID{ana, "p-cccccccccccccccc"} {
		err := db.Write(ctx, string(person), func(tx engine.Tx) error {
			os := make([]record.Observation, rows)
			for i := range os {
				os[i] = batch(i)[0]
				os[i].Person, os[i].Name, os[i].NameKey, os[i].DayKnown = person, fmt.Sprint("N", i%7), fmt.Sprint("n", i%3), i%5 > 0
				os[i].Coding.Series = fmt.Sprint("s", i%11)
				if i%13 == 0 {
					os[i].Status = record.EnteredInError
				}
			}
			_, err := tx.Insert(ctx, observationTable, len(os), func(i int, v engine.Values) {
				for c := range columns {
					columns[c].put(v, c, &os[i])
				}
			})
			if err != nil {
				return err
			}
			_, err = tx.Exec(ctx, `INSERT INTO superseded (person_id, series_id, local_day, start_at, id, by_id)
SELECT person_id, series_id, local_day, start_at, id, id FROM observation WHERE person_id = ? AND name_text = 'N3'`, string(person))
			if err != nil {
				return err
			}
			_, err = tx.Exec(ctx, `INSERT INTO day_authority (person_id, series_id, local_day, id, rule, candidates, decided_at)
SELECT person_id, series_id, local_day, id, 'r', 1, 5 FROM observation WHERE person_id = ? AND local_day % 2 = 0`, string(person))
			if err != nil {
				return err
			}
			// This one is of a row that is not there.
			_, err = tx.Exec(ctx, `INSERT INTO day_authority (person_id, series_id, local_day, id, rule, candidates, decided_at) VALUES (?, 's1', -1, ?, 'r', 1, 5)`,
				string(person), []byte{1})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func openEngine(engineName, where string) (engine.DB, error) {
	if engineName == "sqlite" {
		return engine.OpenSQLite(context.Background(), where, nil)
	}
	return engine.OpenPostgres(context.Background(), where)
}

// namesOfFirst checks the names of a store that firstMigration filled.
func namesOfFirst(t *testing.T, s *Store, rows int) {
	t.Helper()
	want := map[named]int64{}
	for i := range rows {
		if i%13 != 0 && i%7 != 3 {
			want[named{series: fmt.Sprint("s", i%11), name: fmt.Sprint("N", i%7), nameKey: fmt.Sprint("n", i%3)}]++
		}
	}
	for _, person := range []record.PersonID{ana, "p-cccccccccccccccc"} {
		names, err := s.Person(person).SeriesNames(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if len(names) != len(want) {
			t.Errorf("%d names, want %d", len(names), len(want))
		}
		for _, n := range names {
			if w := want[named{series: n.Series, name: n.Name, nameKey: n.NameKey}]; w != n.Readings {
				t.Errorf("%s of %s: %d readings, want %d", n.Name, n.Series, n.Readings, w)
			}
		}
		if agree, err := s.Person(person).SeriesNamesAgree(context.Background()); err != nil || !agree {
			t.Errorf("they agree: %v, %v", agree, err)
		}
	}
}

// publishedOfFirst checks that the days of a store that firstMigration filled publish what they did.
func publishedOfFirst(t *testing.T, s *Store, rows int) {
	t.Helper()
	for _, person := range []record.PersonID{ana, "p-cccccccccccccccc"} {
		for series := range 11 {
			points, err := s.Person(person).DayPoints(context.Background(), []string{fmt.Sprint("s", series)}, record.Window{})
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for i := series; i < rows; i += 11 {
				if i%13 != 0 && i%7 != 3 {
					if n >= len(points) || points[n].Day != record.Day(i) || points[n].Elected != (i%2 == 0) {
						t.Errorf("s%d: the points do not say what day %d publishes", series, i)
						break
					}
					n++
				}
			}
			if n != len(points) {
				t.Errorf("s%d: %d points, want %d", series, len(points), n)
			}
		}
	}
}

func TestAStoreFromBeforeGetsTheNamesOfItsSeries(t *testing.T) {
	for _, name := range []string{"sqlite", "postgres"} {
		t.Run(name, func(t *testing.T) {
			where := freshPlace(t, name)
			firstMigration(t, name, where, 500)
			var all sync.WaitGroup
			for range 4 { // who comes at the same time waits and finds it done
				all.Go(func() {
					s, err := reopen(name, where)
					if err != nil {
						t.Error(err)
						return
					}
					defer s.Close()
					namesOfFirst(t, s, 500)
					publishedOfFirst(t, s, 500)
				})
			}
			all.Wait()
		})
	}
}

func TestAMigrationOfAFullStoreThatIsKilledIsDoneByTheNext(t *testing.T) {
	for engineName, times := range map[string]int{"sqlite": 8, "postgres": 5} {
		t.Run(engineName, func(t *testing.T) {
			for range times {
				where := freshPlace(t, engineName)
				firstMigration(t, engineName, where, 3000)
				killed(t, "open", engineName, where, 0, 5*time.Millisecond+time.Duration(rand.N(int64(150*time.Millisecond))))
				s, err := reopen(engineName, where)
				if err != nil {
					t.Fatal(err)
				}
				namesOfFirst(t, s, 3000)
				publishedOfFirst(t, s, 3000)
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// A migration takes the wall away for its own transaction only.
func TestTheSecondWallStandsAgainAfterAMigration(t *testing.T) {
	where := pgtest.DSN(t)
	firstMigration(t, "postgres", where, 50)
	s, err := OpenPostgres(context.Background(), where)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, table := range personal {
		err := s.db.Read(context.Background(), "", func(tx engine.Tx) error {
			n, err := count(context.Background(), tx, "SELECT count(*) FROM "+table)
			if n != 0 {
				t.Errorf("%s: nobody sees %d rows", table, n)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	forced, err := s.forced()
	if err != nil || forced != int64(len(personal)) {
		t.Errorf("the wall stands before %d tables of %d: %v", forced, len(personal), err)
	}
}

func (s *Store) forced() (n int64, err error) {
	err = s.db.Read(context.Background(), "", func(tx engine.Tx) error {
		n, err = count(context.Background(), tx, "SELECT count(*) FROM pg_catalog.pg_class WHERE relforcerowsecurity AND relrowsecurity AND relnamespace = current_schema()::regnamespace")
		return err
	})
	return n, err
}

func TestTheNamesOfSeriesAreThereAfterABackup(t *testing.T) {
	engines(t, func(t *testing.T, from *Store) {
		w := newWorld(3)
		w.fill(t, from)
		packed, _ := backedUp(t, from, BackupOptions{})
		into, err := OpenSQLite(context.Background(), filepath.Join(t.TempDir(), "s.db"), "")
		if err != nil {
			t.Fatal(err)
		}
		defer into.Close()
		if _, err := into.Restore(context.Background(), bytes.NewReader(packed), BackupOptions{}); err != nil {
			t.Fatal(err)
		}
		for _, id := range w.persons {
			want, err1 := from.Person(id).SeriesNames(context.Background())
			got, err2 := into.Person(id).SeriesNames(context.Background())
			agree, err3 := into.Person(id).SeriesNamesAgree(context.Background())
			if err1 != nil || err2 != nil || err3 != nil || len(want) == 0 || fmt.Sprint(got) != fmt.Sprint(want) || !agree {
				t.Errorf("%d names of %d, they agree: %v", len(got), len(want), agree)
			}
		}
	})
}

func TestNamesThatDoNotAgreeAreFound(t *testing.T) {
	for what, sql := range map[string]string{
		"a number that is too high":      "UPDATE series_name SET readings = readings + 1 WHERE person_id = ?",
		"a name that nothing bears":      "INSERT INTO series_name (person_id, series_id, kind, name_key, name_text, readings, unknown_days) VALUES (?, 'x', 'note', 'x', 'x', 1, 0)",
		"a name that is missing":         "DELETE FROM series_name WHERE person_id = ?",
		"days that are said to be known": "UPDATE series_name SET unknown_days = 0 WHERE person_id = ?",
		"a summary that is missing":      "DELETE FROM series_summary WHERE person_id = ?",
		"a summary of other words":       "UPDATE series_summary SET value_text = value_text || 'x' WHERE person_id = ?",
		"a first day that is too early":  "UPDATE series_summary SET first_day = first_day - 1 WHERE person_id = ?",
		"a reading that nobody counted":  "UPDATE observation SET name_text = name_text || 'x' WHERE person_id = ?",
	} {
		t.Run(what, func(t *testing.T) {
			engines(t, func(t *testing.T, s *Store) {
				ctx := context.Background()
				if err := s.Person(ana).Write(ctx, func(tx *Tx) error { _, err := tx.InsertObservations(ctx, batch(1)); return err }); err != nil {
					t.Fatal(err)
				}
				if agree, err := s.Person(ana).SeriesNamesAgree(ctx); err != nil || !agree {
					t.Fatalf("they agree: %v, %v", agree, err)
				}
				err := s.db.Write(ctx, string(ana), func(tx engine.Tx) error { _, err := tx.Exec(ctx, sql, string(ana)); return err })
				if err != nil {
					t.Fatal(err)
				}
				if agree, err := s.Person(ana).SeriesNamesAgree(ctx); err != nil || agree {
					t.Errorf("they agree: %v, %v", agree, err)
				}
			})
		})
	}
}

func TestWritersAtOnceCountEveryReading(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		var all sync.WaitGroup
		for n := range 8 {
			all.Go(func() {
				for i := range 5 {
					if err := writeBatch(s, n*5+i); err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		names, err := s.Person(ana).SeriesNames(context.Background())
		if err != nil || len(names) != 1 || names[0].Readings != 40*batchRows {
			t.Errorf("%v, %v", names, err)
		}
	})
}

// Some add rows, without a turn, while others remove what is the first or the newest.
func TestWritersAtOnceKeepTheEndsOfASeries(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		ctx := context.Background()
		if err := s.AddPerson(ctx, Person{ID: ana, Zone: "UTC"}); err != nil {
			t.Fatal(err)
		}
		p := s.Person(ana)
		var all sync.WaitGroup
		for n := range 6 {
			all.Go(func() {
				r := rand.New(rand.NewPCG(uint64(n), 3))
				for i := range 8 {
					var rows []record.Observation
					for j, o := range batch(n*100 + i)[:6] {
						o.LocalDay = record.Day(20000 + r.IntN(40) - 20*(j%2)*i)
						rows = append(rows, o)
					}
					if err := p.Write(ctx, func(tx *Tx) error { _, err := tx.InsertObservations(ctx, rows); return err }); err != nil {
						t.Error(err)
						return
					}
					if i%2 == 0 {
						continue
					}
					slices.SortFunc(rows, func(a, b record.Observation) int { return cmp.Compare(a.LocalDay, b.LocalDay) })
					err := p.Write(ctx, func(tx *Tx) error {
						if err := tx.Lock(ctx); err != nil {
							return err
						}
						return tx.SupersedeAll(ctx, []record.Observation{rows[0], rows[5]}, []record.Observation{rows[1], rows[1]})
					})
					if err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
		all.Wait()
		list, err := p.Catalogue(ctx, record.Window{})
		agree, err2 := p.SeriesNamesAgree(ctx)
		if err != nil || err2 != nil || len(list) != 1 || list[0].Readings != 6*8*6-6*4*2 || !agree {
			t.Errorf("%+v, they agree: %v, %v, %v", list, agree, err, err2)
		}
	})
}

func TestARowThatIsNotThereIsNeitherHiddenNorMoved(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		ctx := context.Background()
		rows := batch(1)
		hidden, elsewhere, never := rows[0], rows[1], batch(2)[0]
		elsewhere.Coding.Series = "another"
		gone := func(err error, what string) {
			t.Helper()
			if !errors.Is(err, ErrNoReading) {
				t.Errorf("%s: %v", what, err)
			}
		}
		p := s.Person(ana)
		if err := p.Write(ctx, func(tx *Tx) error {
			if _, err := tx.InsertObservations(ctx, rows); err != nil {
				return err
			}
			return tx.Supersede(ctx, hidden, rows[2])
		}); err != nil {
			t.Fatal(err)
		}
		for what, o := range map[string]record.Observation{"hidden": hidden, "elsewhere": elsewhere, "never": never} {
			gone(p.Write(ctx, func(tx *Tx) error { return tx.Supersede(ctx, o, rows[3]) }), what+", superseded")
			gone(p.Write(ctx, func(tx *Tx) error { return tx.Recode(ctx, o, record.Coding{Series: "new"}, "recode-rules", 1) }), what+", moved")
		}
		names, err := p.SeriesNames(ctx)
		if err != nil || len(names) != 1 || names[0].Readings != batchRows-1 {
			t.Errorf("%v, %v", names, err)
		}
	})
}
