package engine_test

import (
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/seed-a76b335c/philint/internal/store/engine"
	"github.com/seed-a76b335c/philint/internal/store/pgtest"
)

// knowing is a database on a server, and whoever may ask what the server knows of it.
type knowing struct {
	engine.DB
	t   *testing.T
	all *pgx.Conn
}

func openKnowing(t *testing.T, dsn string) *knowing {
	t.Helper()
	db, err := engine.OpenPostgres(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	all, err := pgx.Connect(ctx, pgtest.SuperDSN(t, dsn))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = all.Close(ctx) })
	return &knowing{db, t, all}
}

// item is how many rows the planner takes the table for, of how many columns it has statistics, and how often somebody
// asked it to take them.
func (k *knowing) item() (rows float64, columns, asked int64) {
	k.t.Helper()
	err := k.all.QueryRow(ctx, `SELECT c.reltuples::float8, (SELECT count(*) FROM pg_stats s WHERE s.tablename = c.relname), pg_stat_get_analyze_count(c.oid)
FROM pg_class c WHERE c.relname = 'item'`).Scan(&rows, &columns, &asked)
	if err != nil {
		k.t.Fatal(err)
	}
	return rows, columns, asked
}

// addItems adds rows from one number to before another, in one statement.
func addItems(tx engine.Tx, from, to int) error {
	in := engine.Insertion{Table: "item", Key: engine.Unkeyed, Columns: []engine.Column{
		{Name: "id", Type: engine.Int}, {Name: "name", Type: engine.Text}, {Name: "data", Type: engine.Bytes},
	}}
	_, err := tx.Insert(ctx, in, to-from, func(i int, v engine.Values) {
		v.Int(0, int64(from+i))
		v.Text(1, "n")
		v.Bytes(2, []byte{1})
	})
	return err
}

// TestAServerKnowsATableThatWasFilled waits for nothing: the next question is planned with what the server knows now.
func TestAServerKnowsATableThatWasFilled(t *testing.T) {
	// However rows are added.
	for way, fill := range map[string]func(tx engine.Tx, from, to int) error{
		"at once": addItems,
		"one by one": func(tx engine.Tx, from, to int) error {
			for i := from; i < to; i++ {
				if _, err := tx.Exec(ctx, add, item(int64(i))...); err != nil {
					return err
				}
			}
			return nil
		},
		"in a list": func(tx engine.Tx, from, to int) error {
			var list [][]any
			for i := from; i < to; i++ {
				list = append(list, item(int64(i)))
			}
			return tx.Each(ctx, add, list)
		},
	} {
		t.Run(way, func(t *testing.T) {
			k := openKnowing(t, pgtest.DSN(t))
			if err := write(k, engine.Dialect(k.Name()).Replace(schema)); err != nil {
				t.Fatal(err)
			}
			put := func(from, to int) error {
				return k.Write(ctx, "", func(tx engine.Tx) error { return fill(tx, from, to) })
			}
			if err := put(0, 99); err != nil {
				t.Fatal(err)
			}
			if _, _, asked := k.item(); asked != 0 {
				t.Error("statistics were taken of next to nothing")
			}
			for _, to := range []int{300, 450} {
				if err := put(to-150, to); err != nil {
					t.Fatal(err)
				}
			}
			if rows, columns, asked := k.item(); rows != 399 || columns != 4 || asked != 2 {
				t.Errorf("the server knows of %v rows and %d columns, and was asked %d times", rows, columns, asked)
			}
			wrong := errors.New("wrong")
			err := k.Write(ctx, "", func(tx engine.Tx) error { return errors.Join(fill(tx, 1000, 1200), wrong) })
			if !errors.Is(err, wrong) {
				t.Fatal(err)
			}
			if _, _, asked := k.item(); asked != 2 {
				t.Error("statistics were taken of what was taken back")
			}
		})
	}
}

// TestARoleWithoutTheRightToTakeStatisticsWrites where the tables are somebody else's.
func TestARoleWithoutTheRightToTakeStatisticsWrites(t *testing.T) {
	dsn := pgtest.DSN(t)
	owner := openKnowing(t, dsn)
	if err := write(owner, engine.Dialect(owner.Name()).Replace(schema)); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{
		"DROP ROLE IF EXISTS clerk", "CREATE ROLE clerk LOGIN NOSUPERUSER NOBYPASSRLS", "GRANT SELECT, INSERT ON item TO clerk",
	} {
		if _, err := owner.all.Exec(ctx, sql); err != nil {
			t.Fatal(err)
		}
	}
	clerk := openKnowing(t, dsn+" user=clerk pool_max_conns=1")
	for from := 0; from < 600; from += 200 {
		if err := clerk.Write(ctx, "", func(tx engine.Tx) error { return addItems(tx, from, from+200) }); err != nil {
			t.Fatal(err)
		}
	}
	if n := count(t, clerk); n != 600 {
		t.Errorf("%d rows", n)
	}
	if _, _, asked := clerk.item(); asked != 0 {
		t.Error("they were taken: the role has the right")
	}
}

// TestStatisticsThatAreBeingTakenAreNotWaitedFor holds the lock that taking them needs.
func TestStatisticsThatAreBeingTakenAreNotWaitedFor(t *testing.T) {
	k := openKnowing(t, pgtest.DSN(t))
	if err := write(k, engine.Dialect(k.Name()).Replace(schema)); err != nil {
		t.Fatal(err)
	}
	held, err := k.all.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := held.Exec(ctx, "LOCK TABLE item IN SHARE UPDATE EXCLUSIVE MODE"); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- k.Write(ctx, "", func(tx engine.Tx) error { return addItems(tx, 0, 200) }) }()
	select {
	case err = <-done:
	case <-time.After(10 * time.Second):
		t.Error("they are waited for")
		_ = held.Rollback(ctx)
		err = <-done
	}
	if err != nil {
		t.Fatal(err)
	}
	_ = held.Rollback(ctx)
}
