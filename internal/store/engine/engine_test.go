package engine_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/store/engine"
	"github.com/seed-a76b335c/philint/internal/store/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

var ctx = context.Background()

const schema = `CREATE TABLE item (id {int} NOT NULL, name {text} NOT NULL, data {bytes} NOT NULL, size {float}, PRIMARY KEY (id)){clustered}`

// both runs a test on both engines, with an empty table item.
func both(t *testing.T, test func(t *testing.T, db engine.DB)) {
	t.Helper()
	run := func(name string, open func(t *testing.T) (engine.DB, error)) {
		t.Run(name, func(t *testing.T) {
			db, err := open(t)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = db.Close() })
			if err := write(db, engine.Dialect(db.Name()).Replace(schema)); err != nil {
				t.Fatal(err)
			}
			test(t, db)
		})
	}
	run("sqlite", func(t *testing.T) (engine.DB, error) {
		return engine.OpenSQLite(ctx, filepath.Join(t.TempDir(), "s.db"), nil)
	})
	run("postgres", func(t *testing.T) (engine.DB, error) { return engine.OpenPostgres(ctx, pgtest.DSN(t)) })
}

func write(db engine.DB, sql string, args ...any) error {
	return db.Write(ctx, "", func(tx engine.Tx) error {
		_, err := tx.Exec(ctx, sql, args...)
		return err
	})
}

const add = "INSERT INTO item (id, name, data, size) VALUES (?, ?, ?, ?)"

func item(id int64) []any { return []any{id, "n", []byte{1}, 1.5} }

func count(t *testing.T, db engine.DB) (n int64) {
	t.Helper()
	err := db.ReadOnce(ctx, "", func(tx engine.Tx) error {
		rows, err := tx.Query(ctx, "SELECT count(*) FROM item")
		if err != nil {
			return err
		}
		for rows.Next() {
			if err := rows.Scan(&n); err != nil {
				return err
			}
		}
		return rows.Close()
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func kind(err error) engine.Kind {
	var e *engine.Error
	if !errors.As(err, &e) {
		return ""
	}
	return e.Kind
}

func TestWhatWasBegunIsTakenBack(t *testing.T) {
	wrong := errors.New("wrong")
	for name, leave := range map[string]func(){
		"after an error":                nil,
		"after a panic":                 func() { panic("at the disco") },
		"after the goroutine has ended": runtime.Goexit,
	} {
		t.Run(name, func(t *testing.T) {
			both(t, func(t *testing.T, db engine.DB) {
				for range 20 { // more often than there are connections
					done := make(chan struct{})
					go func() {
						defer close(done)
						defer func() { _ = recover() }()
						err := db.Write(ctx, "", func(tx engine.Tx) error {
							if _, err := tx.Exec(ctx, add, item(1)...); err != nil {
								return err
							}
							// Rows that nobody closes.
							rows, err := tx.Query(ctx, "SELECT id FROM item")
							if err != nil || !rows.Next() {
								return fmt.Errorf("no rows: %w", err)
							}
							if leave != nil {
								leave()
							}
							return wrong
						})
						if !errors.Is(err, wrong) {
							t.Errorf("err = %v", err)
						}
					}()
					<-done
				}
				if n := count(t, db); n != 0 {
					t.Errorf("%d rows are there", n)
				}
				if err := write(db, add, item(2)...); err != nil {
					t.Errorf("the next transaction: %v", err)
				}
			})
		})
	}
}

func TestACallerThatGivesUpLeavesNothingBehind(t *testing.T) {
	both(t, func(t *testing.T, db engine.DB) {
		for i := range 20 {
			gone, cancel := context.WithCancel(ctx)
			err := db.Write(gone, "", func(tx engine.Tx) error {
				if _, err := tx.Exec(gone, add, item(1)...); err != nil {
					return err
				}
				cancel()
				if i%2 == 0 {
					return nil // and does not notice
				}
				_, err := tx.Exec(gone, add, item(2)...)
				return err
			})
			if kind(err) != engine.Canceled {
				t.Fatalf("err = %v", err)
			}
		}
		if n := count(t, db); n != 0 {
			t.Errorf("%d rows are there", n)
		}
	})
}

func TestALongQueryEndsWithItsCaller(t *testing.T) {
	both(t, func(t *testing.T, db engine.DB) {
		gone, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
		defer cancel()
		began := time.Now()
		err := db.Read(gone, "", func(tx engine.Tx) error {
			rows, err := tx.Query(gone, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000) SELECT count(*) FROM n")
			if err != nil {
				return err
			}
			rows.Next()
			return rows.Close()
		})
		if kind(err) != engine.Canceled || time.Since(began) > 5*time.Second {
			t.Errorf("err = %v after %v", err, time.Since(began))
		}
		if n := count(t, db); n != 0 {
			t.Error("not usable afterwards")
		}
	})
}

func TestEnginesRefuseTheSame(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for name, c := range map[string]struct {
		name string
		data []byte
		size *float64
		want engine.Kind
	}{
		"a NUL character":        {name: "a\x00b", want: engine.BadText},
		"bytes that are no text": {name: "a\xffb", want: engine.BadText},
		"half a character":       {name: "\xf0\x9f", want: engine.BadText},
		"no number":              {name: "n", size: &nan, want: engine.BadNumber},
		"an infinite number":     {name: "n", size: &inf, want: engine.BadNumber},
		"a huge text":            {name: strings.Repeat("x", 64<<20+1), want: engine.TooBig},
		"huge data":              {name: "n", data: make([]byte, 64<<20+1), want: engine.TooBig},
	} {
		t.Run(name, func(t *testing.T) {
			both(t, func(t *testing.T, db engine.DB) {
				if err := write(db, add, int64(1), c.name, c.data, c.size); kind(err) != c.want {
					t.Errorf("a statement: %v", err)
				}
				if _, err := insert(db, 1, func(int, engine.Values) (string, []byte, *float64) { return c.name, c.data, c.size }); kind(err) != c.want {
					t.Errorf("an insertion: %v", err)
				}
				if n := count(t, db); n != 0 {
					t.Errorf("%d rows", n)
				}
			})
		})
	}
}

var items = engine.Insertion{Table: "item", Key: 2, Columns: []engine.Column{
	{Name: "id", Type: engine.Int}, {Name: "name", Type: engine.Text}, {Name: "data", Type: engine.Bytes}, {Name: "size", Type: engine.Float},
}}

func insert(db engine.DB, n int, row func(int, engine.Values) (string, []byte, *float64)) (added []bool, err error) {
	err = db.Write(ctx, "", func(tx engine.Tx) error {
		var err error
		added, err = tx.Insert(ctx, items, n, func(i int, v engine.Values) {
			name, data, size := row(i, v)
			v.Int(0, int64(i))
			v.Text(1, name)
			v.Bytes(2, data)
			v.Float(3, size)
		})
		return err
	})
	return added, err
}

func TestValuesComeBackAsTheyWent(t *testing.T) {
	big := strings.Repeat("ä", 1<<20)
	minus := math.Copysign(0, -1)
	both(t, func(t *testing.T, db engine.DB) {
		names, sizes := []string{"", big, "\x01\n'", "😀"}, []*float64{nil, &minus, new(float64), nil}
		*sizes[2] = math.MaxFloat64
		if _, err := insert(db, 4, func(i int, _ engine.Values) (string, []byte, *float64) {
			return names[i], []byte(names[i]), sizes[i]
		}); err != nil {
			t.Fatal(err)
		}
		err := db.Read(ctx, "", func(tx engine.Tx) error {
			rows, err := tx.Query(ctx, "SELECT id, name, data, size FROM item ORDER BY id")
			if err != nil {
				return err
			}
			var data []byte // used again
			for rows.Next() {
				var id int64
				var name string
				var size *float64
				if err := rows.Scan(&id, &name, &data, &size); err != nil {
					return err
				}
				if name != names[id] || string(data) != names[id] || (size == nil) != (sizes[id] == nil) || size != nil && *size != *sizes[id] {
					t.Errorf("row %d differs", id)
				}
				if size != nil && math.Signbit(*size) {
					t.Error("a zero below zero")
				}
			}
			return rows.Close()
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestNullIsNotTakenForAValue(t *testing.T) {
	both(t, func(t *testing.T, db engine.DB) {
		for _, sql := range []string{"CAST(NULL AS text)", "CAST(NULL AS bigint)"} {
			for _, dest := range []any{new(string), new(int64), new(float64), new(int), new(bool)} {
				err := db.Read(ctx, "", func(tx engine.Tx) error {
					rows, err := tx.Query(ctx, "SELECT "+sql)
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
				if kind(err) != engine.Fault {
					t.Errorf("%s into %T: %v", sql, dest, err)
				}
			}
		}
	})
}

func TestStatementsOutOfOrderAreRefusedAlike(t *testing.T) {
	both(t, func(t *testing.T, db engine.DB) {
		if err := write(db, add, item(1)...); err != nil {
			t.Fatal(err)
		}
		var late engine.Tx
		var lateRows engine.Rows
		err := db.Read(ctx, "", func(tx engine.Tx) error {
			late = tx
			rows, err := tx.Query(ctx, "SELECT id FROM item")
			if err != nil {
				return err
			}
			if _, err := tx.Query(ctx, "SELECT id FROM item"); kind(err) != engine.Fault {
				t.Errorf("a query while rows are read: %v", err)
			}
			if err := rows.Close(); err != nil {
				return err
			}
			lateRows, err = tx.Query(ctx, "SELECT id FROM item")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if lateRows.Next() || kind(lateRows.Scan(new(int64))) != engine.Fault {
			t.Error("rows are read after the end")
		}
		if _, err := late.Query(ctx, "SELECT id FROM item"); kind(err) != engine.Fault {
			t.Errorf("a query after the end: %v", err)
		}
		if _, err := late.Exec(ctx, "DELETE FROM item"); kind(err) != engine.Fault {
			t.Errorf("a statement after the end: %v", err)
		}
		if err := write(db, add, int64(5)); err == nil {
			t.Error("missing arguments are taken for null")
		}
	})
}

func TestOneQueryIsOne(t *testing.T) {
	both(t, func(t *testing.T, db engine.DB) {
		err := db.ReadOnce(ctx, "", func(tx engine.Tx) error {
			if _, err := tx.Exec(ctx, "DELETE FROM item"); kind(err) != engine.Fault {
				t.Errorf("a statement: %v", err)
			}
			rows, err := tx.Query(ctx, "SELECT 1")
			if err != nil {
				return err
			}
			if err := rows.Close(); err != nil {
				return err
			}
			if _, err := tx.Query(ctx, "SELECT 1"); kind(err) != engine.Fault {
				t.Errorf("a second query: %v", err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		gone, cancel := context.WithCancel(ctx)
		cancel()
		if err := db.ReadOnce(gone, "", func(tx engine.Tx) error { _, err := tx.Query(gone, "SELECT 1"); return err }); kind(err) != engine.Canceled {
			t.Errorf("err = %v", err)
		}
	})
}

func TestReadersWriteNothing(t *testing.T) {
	both(t, func(t *testing.T, db engine.DB) {
		err := db.Read(ctx, "", func(tx engine.Tx) error {
			_, err := tx.Exec(ctx, add, item(1)...)
			return err
		})
		if kind(err) != engine.ReadOnly {
			t.Errorf("err = %v", err)
		}
	})
}

func TestAReaderSeesOneState(t *testing.T) {
	both(t, func(t *testing.T, db engine.DB) {
		ask := func(tx engine.Tx) (n int64, err error) {
			rows, err := tx.Query(ctx, "SELECT count(*) FROM item")
			if err != nil {
				return 0, err
			}
			for rows.Next() {
				err = rows.Scan(&n)
			}
			return n, errors.Join(err, rows.Close())
		}
		err := db.Read(ctx, "", func(tx engine.Tx) error {
			if n, err := ask(tx); err != nil || n != 0 {
				return fmt.Errorf("%d, %w", n, err)
			}
			if err := write(db, add, item(1)...); err != nil {
				return err
			}
			n, err := ask(tx)
			if n != 0 {
				t.Error("the state changes under a reader")
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if n := count(t, db); n != 1 {
			t.Errorf("%d rows", n)
		}
	})
}

func TestCloseWaitsAndThenRefuses(t *testing.T) {
	both(t, func(t *testing.T, db engine.DB) {
		inside, goOn := make(chan struct{}), make(chan struct{})
		var writing sync.WaitGroup
		writing.Go(func() {
			err := db.Write(ctx, "", func(tx engine.Tx) error {
				close(inside)
				<-goOn
				_, err := tx.Exec(ctx, add, item(1)...)
				return err
			})
			if err != nil {
				t.Errorf("the running transaction: %v", err)
			}
		})
		<-inside
		closed := make(chan error)
		go func() { closed <- db.Close() }()
		select {
		case <-closed:
			t.Error("it does not wait")
		case <-time.After(50 * time.Millisecond):
		}
		if err := write(db, add, item(2)...); kind(err) != engine.Closed {
			t.Errorf("afterwards: %v", err)
		}
		close(goOn)
		writing.Wait()
		if err := <-closed; err != nil {
			t.Error(err)
		}
		if err := db.Close(); err != nil {
			t.Errorf("closed twice: %v", err)
		}
		if err := db.Read(ctx, "", func(engine.Tx) error { return nil }); kind(err) != engine.Closed {
			t.Errorf("afterwards: %v", err)
		}
	})
}

func TestManyStatementsDoNotFillTheCache(t *testing.T) {
	both(t, func(t *testing.T, db engine.DB) {
		for i := range 1200 {
			err := db.Read(ctx, "", func(tx engine.Tx) error {
				rows, err := tx.Query(ctx, fmt.Sprintf("SELECT %d, count(*) FROM item WHERE id = ?", i), int64(i))
				if err != nil {
					return err
				}
				var n, c int64
				for rows.Next() {
					err = rows.Scan(&n, &c)
				}
				if n != int64(i) {
					t.Errorf("%d for %d", n, i)
				}
				return errors.Join(err, rows.Close())
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestManyWritersTakeTurns(t *testing.T) {
	both(t, func(t *testing.T, db engine.DB) {
		var all sync.WaitGroup
		for w := range 8 {
			all.Go(func() {
				for i := range 20 {
					if err := write(db, add, item(int64(w*100+i))...); err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		if n := count(t, db); n != 160 {
			t.Errorf("%d rows", n)
		}
	})
}

func TestInsertionsLargerThanOneStatement(t *testing.T) {
	both(t, func(t *testing.T, db engine.DB) {
		name := strings.Repeat("x", 3500)
		row := func(i int, _ engine.Values) (string, []byte, *float64) { return name, fmt.Append(nil, i), nil }
		for again, want := range []bool{true, false} {
			added, err := insert(db, 5100, row)
			if err != nil || len(added) != 5100 {
				t.Fatalf("%d, %v", len(added), err)
			}
			for i, a := range added {
				if a != want {
					t.Fatalf("time %d, row %d: %v", again, i, a)
				}
			}
		}
	})
}

func TestTablesTellTheirColumnsAndKeys(t *testing.T) {
	both(t, func(t *testing.T, db engine.DB) {
		if err := write(db, engine.Dialect(db.Name()).Replace("CREATE TABLE b (x {bytes} NOT NULL, y {text} NOT NULL, z {int} NOT NULL, PRIMARY KEY (z, x)){clustered}")); err != nil {
			t.Fatal(err)
		}
		err := db.Read(ctx, "", func(tx engine.Tx) error {
			got, err := tx.Tables(ctx)
			want := "[{b [{x 3} {y 0} {z 1}] [z x]} {item [{id 1} {name 0} {data 3} {size 2}] [id]}]"
			if s := fmt.Sprint(got); s != want {
				t.Errorf("got %s, want %s", s, want)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestALookupAsksForEachKey(t *testing.T) {
	both(t, func(t *testing.T, db engine.DB) {
		if _, err := insert(db, 100, func(i int, _ engine.Values) (string, []byte, *float64) {
			return fmt.Sprint("n", i%2), []byte{byte(i)}, nil
		}); err != nil {
			t.Fatal(err)
		}
		lookup := func(tx engine.Tx, keys ...[]byte) (found []int64, err error) {
			rows, err := tx.Lookup(ctx, "SELECT i.id AS id FROM item i WHERE i.name = ? AND i.data = ?", keys, "n1")
			if err != nil {
				return nil, err
			}
			for rows.Next() {
				var n int64
				if err := rows.Scan(&n); err != nil {
					return nil, errors.Join(err, rows.Close())
				}
				found = append(found, n)
			}
			slices.Sort(found)
			return found, rows.Close()
		}
		err := db.Write(ctx, "", func(tx engine.Tx) error {
			for _, c := range []struct {
				keys [][]byte
				want string
			}{
				{nil, "[]"},
				{[][]byte{{7}}, "[7]"},
				{[][]byte{{8}}, "[]"},
				{[][]byte{{99}, {200}, {7}, {8}, {}, {1}}, "[1 7 99]"},
			} {
				got, err := lookup(tx, c.keys...)
				if err != nil || fmt.Sprint(got) != c.want {
					t.Errorf("%v: %v, %v, want %s", c.keys, got, err, c.want)
				}
			}
			// Rows that are left open stand in the way of the next statement, closed ones do not.
			rows, err := tx.Lookup(ctx, "SELECT i.id AS id FROM item i WHERE i.data = ?", [][]byte{{1}, {2}})
			if err != nil || !rows.Next() {
				t.Fatalf("no rows: %v", err)
			}
			if _, err := lookup(tx, []byte{7}); kind(err) != engine.Fault {
				t.Errorf("while rows are read: %v", err)
			}
			if err := rows.Close(); err != nil {
				return err
			}
			if err := tx.Each(ctx, "UPDATE item SET name = ? WHERE id = ?", [][]any{{"a", int64(1)}, {"b", int64(2)}, {"c", int64(2)}}); err != nil {
				return err
			}
			if err := tx.Each(ctx, "UPDATE item SET name = ? WHERE id = ?", nil); err != nil {
				return err
			}
			got, err := lookup(tx, []byte{1}, []byte{3})
			if err != nil || fmt.Sprint(got) != "[3]" {
				t.Errorf("afterwards %v, %v", got, err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Write(ctx, "", func(tx engine.Tx) error {
			return tx.Each(ctx, "UPDATE item SET id = ? WHERE id = ?", [][]any{{int64(5), int64(6)}})
		}); kind(err) != engine.Constraint {
			t.Errorf("a key that is taken: %v", err)
		}
		if err := db.Read(ctx, "", func(tx engine.Tx) error { return tx.Each(ctx, "DELETE FROM item WHERE id = ?", [][]any{{int64(5)}}) }); kind(err) != engine.ReadOnly {
			t.Errorf("a reader: %v", err)
		}
	})
}
