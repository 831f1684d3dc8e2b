package store

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
	"github.com/seed-a76b335c/philint/internal/store/pgtest"
)

// heard is a statement as a read asks it.
type heard struct {
	engine.DB
	sql  string
	args []any
}

func (h *heard) ReadOnce(ctx context.Context, person string, fn func(engine.Tx) error) error {
	return h.DB.ReadOnce(ctx, person, func(tx engine.Tx) error { return fn(hearing{tx, h}) })
}

type hearing struct {
	engine.Tx
	h *heard
}

func (t hearing) Query(ctx context.Context, sql string, args ...any) (engine.Rows, error) {
	t.h.sql, t.h.args = sql, append([]any{}, args...)
	return t.Tx.Query(ctx, sql, args...)
}

// planOf is how the engine says it runs what a read asks.
func planOf(t *testing.T, s *Store, read func(*PersonStore) error) string {
	t.Helper()
	ctx := context.Background()
	h := &heard{DB: s.db}
	if err := read(&PersonStore{db: h, id: ana}); err != nil {
		t.Fatal(err)
	}
	var plan []string
	err := s.db.ReadOnce(ctx, string(ana), func(tx engine.Tx) error {
		explain := "EXPLAIN "
		var line string
		dest := []any{&line}
		if s.Engine() == "sqlite" {
			var a, b, c int64
			explain, dest = "EXPLAIN QUERY PLAN ", []any{&a, &b, &c, &line}
		}
		rows, err := tx.Query(ctx, explain+h.sql, h.args...)
		if err != nil {
			return err
		}
		for rows.Next() {
			if err := rows.Scan(dest...); err != nil {
				return errors.Join(err, rows.Close())
			}
			plan = append(plan, line)
		}
		return rows.Close()
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(plan, "\n")
}

// deviceHeavy fills a record with readings of a device, and few entries of a journal.
func deviceHeavy(t *testing.T, s *Store) {
	t.Helper()
	ctx := context.Background()
	rows := make([]record.Observation, 5000)
	for i := range rows {
		rows[i] = batch(i)[0]
		rows[i].LocalDay = record.Day(20000 + i/50)
		rows[i].Start = record.Instant(int64(rows[i].LocalDay)*86_400_000_000 + int64(i%50)*1_000_000)
		rows[i].Kind, rows[i].SourceRef, rows[i].Coding.Series = record.Measurement, "device:1", fmt.Sprint("s", i%10)
		switch i % 500 {
		case 0:
			rows[i].Kind, rows[i].Coding.Series = record.Symptom, "said"
		case 1:
			rows[i].SourceRef = "journal"
		case 2:
			rows[i].SourceRef = "correction:journal"
		}
		rows[i].ID = record.Identity{Start: rows[i].Start, SourceRecordID: fmt.Sprint(i)}.ID()
	}
	err := s.Person(ana).Write(ctx, func(tx *Tx) error { _, err := tx.InsertObservations(ctx, rows); return err })
	if err == nil {
		// What a server does by itself after a while.
		err = s.db.Write(ctx, string(ana), func(tx engine.Tx) error { _, err := tx.Exec(ctx, "ANALYZE observation"); return err })
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestTheJournalReadsNothingOfWhatDevicesSay(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		deviceHeavy(t, s)
		from, to := record.Day(20050), record.Day(20079)
		for what, q := range map[string]EntryQuery{
			"30 days":    {Said: true, Window: record.Window{From: &from, To: &to}, Limit: 2001},
			"earlier":    {Said: true, Window: record.Window{To: &from}, Limit: 1},
			"one kind":   {Said: true, Kinds: []record.Kind{record.Symptom}, Window: record.Window{From: &from, To: &to}, Limit: 2001},
			"everything": {Said: true, Limit: -1},
		} {
			n := 0
			plan := planOf(t, s, func(p *PersonStore) error {
				lines, err := p.Entries(context.Background(), q)
				n = len(lines)
				return err
			})
			if n == 0 || !strings.Contains(plan, "observation_said") {
				t.Errorf("%s: %d entries, by\n%s", what, n, plan)
			}
		}
	})
}

func TestTheCatalogueOfARecordReadsNoReading(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		deviceHeavy(t, s)
		plan := planOf(t, s, func(p *PersonStore) error {
			list, err := p.Catalogue(context.Background(), record.Window{})
			if err == nil && len(list) != 11 {
				t.Errorf("%d series", len(list))
			}
			return err
		})
		if strings.Contains(plan, "observation") || !strings.Contains(plan, "series_summary") || s.Engine() == "sqlite" && strings.Count(plan, "\n") > 0 {
			t.Errorf("it is found by\n%s", plan)
		}
	})
}

// TestAServerKeepsItsPlansWhenItKnowsTheTable asks with one connection, so that each statement is the kept one, for one
// person after another and without a condition, as a statement would that has forgotten it.
func TestAServerKeepsItsPlansWhenItKnowsTheTable(t *testing.T) {
	ctx := context.Background()
	dsn := pgtest.DSN(t)
	open := func(more string) *Store {
		s, err := OpenPostgres(ctx, dsn+more)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		return s
	}
	asked := func(s *Store, as, sql string, dest any) {
		t.Helper()
		err := s.db.ReadOnce(ctx, as, func(tx engine.Tx) error {
			rows, err := tx.Query(ctx, sql)
			if err != nil {
				return err
			}
			for rows.Next() {
				if err := rows.Scan(dest); err != nil {
					return errors.Join(err, rows.Close())
				}
			}
			return rows.Close()
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	mode := func(s *Store) (out string) {
		t.Helper()
		asked(s, string(ana), "SELECT current_setting('plan_cache_mode')", &out)
		return out
	}
	empty := open("")
	if got := mode(empty); got != "force_custom_plan" {
		t.Errorf("of an empty store: %s", got)
	}
	super, err := pgx.Connect(ctx, pgtest.SuperDSN(t, dsn))
	if err != nil {
		t.Fatal(err)
	}
	defer super.Close(ctx)
	ben := record.NewPersonID([10]byte{77})
	for _, p := range []record.PersonID{ana, ben} {
		rows := make([]record.Observation, 6000)
		for i := range rows {
			rows[i] = batch(i)[0]
			rows[i].Person = p
		}
		if err := empty.Person(p).Write(ctx, func(tx *Tx) error { _, err := tx.InsertObservations(ctx, rows); return err }); err != nil {
			t.Fatal(err)
		}
	}
	if got := mode(open(" plan_cache_mode=auto")); got != "auto" {
		t.Errorf("where the connection string says auto: %s", got)
	}
	// The store has seen to it that they are there.
	s := open(" pool_max_conns=1")
	if got := mode(s); got != "force_generic_plan" {
		t.Errorf("with statistics: %s", got)
	}
	for range 3 {
		for as, want := range map[string]int64{string(ana): 6000, string(ben): 6000, "": 0, everyone: 0, "p-stranger": 0} {
			n := int64(-1)
			if asked(s, as, "SELECT count(*) FROM observation", &n); n != want {
				t.Errorf("%q sees %d rows, not %d", as, n, want)
			}
		}
	}
	err = s.db.Write(ctx, string(ana), func(tx engine.Tx) error {
		n, err := count(ctx, tx, "SELECT count(*) FROM observation WHERE current_setting('plan_cache_mode') = 'force_custom_plan'")
		if n != 6000 {
			t.Errorf("a transaction that writes sees %d rows, or its plans are kept", n)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	// A server that does not know when it took statistics may never have.
	if _, err := super.Exec(ctx, "SELECT pg_stat_reset()"); err != nil {
		t.Fatal(err)
	}
	if got := mode(open("")); got != "force_custom_plan" {
		t.Errorf("before statistics: %s", got)
	}
}

// TestWhatADayPublishesIsFoundByItsKey asks as soon as a record is there, also of a second person: a server that does not
// know of anything of the person's reads all of it once for each day, and so takes seconds for two thousand readings.
func TestWhatADayPublishesIsFoundByItsKey(t *testing.T) {
	ctx := context.Background()
	wholeKey := map[string]*regexp.Regexp{
		"sqlite":   regexp.MustCompile(regexp.QuoteMeta("SEARCH o USING PRIMARY KEY (person_id=? AND series_id=? AND local_day=? AND start_at=? AND id>? AND id<?)")),
		"postgres": regexp.MustCompile(`Index Cond: \(\(person_id = [^\n]* AND \(series_id = a[^\n]* AND \(local_day = a[^\n]* AND \(start_at = a[^\n]* AND \(id >= a[^\n]* AND \(id <= a`),
	}
	engines(t, func(t *testing.T, s *Store) {
		for _, person := range []record.PersonID{record.NewPersonID([10]byte{77}), ana} {
			rows := make([]record.Observation, 0, 2000)
			var published []Authority
			for i := range cap(rows) {
				o := batch(i)[0]
				o.Person, o.LocalDay, o.Coding.Series = person, record.Day(20000+i/20), fmt.Sprint("s", i%10)
				o.Start = record.Instant(int64(o.LocalDay)*86_400_000_000 + int64(i%20)*1_000_000)
				o.ID = record.Identity{Start: o.Start, SourceRecordID: fmt.Sprint(i)}.ID()
				if rows = append(rows, o); i%20 < 10 {
					published = append(published, Authority{Cell: Cell{Series: o.Coding.Series, Day: o.LocalDay}, ID: o.ID})
				}
			}
			err := s.Person(person).Write(ctx, func(tx *Tx) error {
				if _, err := tx.InsertObservations(ctx, rows); err != nil {
					return err
				}
				return tx.AddAuthorities(ctx, published)
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		for what, read := range map[string]func(*PersonStore) error{
			"days":   func(p *PersonStore) error { _, err := p.DayPoints(ctx, []string{"s1"}, record.Window{}); return err },
			"base":   func(p *PersonStore) error { _, err := p.BasePoints(ctx, []string{"s1"}, record.Window{}); return err },
			"latest": func(p *PersonStore) error { _, err := p.LatestLines(ctx, []string{"s1"}, record.Window{}); return err },
		} {
			if plan := planOf(t, s, read); !wholeKey[s.Engine()].MatchString(plan) {
				t.Errorf("%s: it is found by\n%s", what, plan)
			}
		}
	})
}
