//go:build linux

package main

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/ncruces/go-sqlite3"
)

// whole is a connection that may see and write everything.
type whole interface {
	exec(sql string, args ...any) error
	// count is how many rows a query finds.
	count(sql string, args ...any) (int, error)
	// tables are those that have persons' rows, and columns are a table's but for person_id.
	tables() ([]string, error)
	columns(table string) ([]string, error)
	close() error
}

func openWhole(engine, at string) (whole, error) {
	if engine == "postgres" {
		c, err := pgx.Connect(context.Background(), at)
		return &wholePostgres{c}, err
	}
	c, err := sqlite3.OpenFlags("file:"+at, sqlite3.OPEN_READWRITE|sqlite3.OPEN_URI)
	if err == nil {
		// Nobody needs these rows after a power cut.
		err = c.Exec("PRAGMA busy_timeout=30000; PRAGMA synchronous=OFF; PRAGMA cache_size=-65536")
	}
	return &wholeSQLite{c, map[string]*sqlite3.Stmt{}}, err
}

type wholeSQLite struct {
	c        *sqlite3.Conn
	prepared map[string]*sqlite3.Stmt
}

func (w *wholeSQLite) bound(sql string, args []any) (s *sqlite3.Stmt, err error) {
	if s = w.prepared[sql]; s == nil {
		if s, _, err = w.c.Prepare(sql); err != nil {
			return nil, err
		}
		w.prepared[sql] = s
	}
	for i, a := range args {
		switch a := a.(type) {
		case string:
			err = s.BindText(i+1, a)
		case []byte:
			err = s.BindBlob(i+1, a)
		}
		if err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (w *wholeSQLite) exec(sql string, args ...any) error {
	s, err := w.bound(sql, args)
	if err != nil {
		return err
	}
	return s.Exec()
}

func (w *wholeSQLite) rows(sql string, args []any) (out []string, err error) {
	s, err := w.bound(sql, args)
	if err != nil {
		return nil, err
	}
	for s.Step() {
		out = append(out, s.ColumnText(0))
	}
	return out, s.Reset()
}

func (w *wholeSQLite) count(sql string, args ...any) (int, error) {
	found, err := w.rows(sql, args)
	return len(found), err
}

func (w *wholeSQLite) tables() ([]string, error) {
	return w.rows("SELECT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) p WHERE m.type = 'table' AND p.name = 'person_id'", nil)
}

func (w *wholeSQLite) columns(table string) ([]string, error) {
	return w.rows("SELECT name FROM pragma_table_info(?) WHERE name <> 'person_id'", []any{table})
}

func (w *wholeSQLite) close() error {
	for _, s := range w.prepared {
		_ = s.Close()
	}
	return w.c.Close()
}

type wholePostgres struct{ c *pgx.Conn }

func (w *wholePostgres) exec(sql string, args ...any) error {
	_, err := w.c.Exec(context.Background(), numbered(sql), args...)
	return err
}

func (w *wholePostgres) count(sql string, args ...any) (int, error) {
	found, err := w.c.Query(context.Background(), numbered(sql), args...)
	if err != nil {
		return 0, err
	}
	defer found.Close()
	n := 0
	for found.Next() {
		n++
	}
	return n, found.Err()
}

func (w *wholePostgres) names(sql string, args ...any) ([]string, error) {
	found, err := w.c.Query(context.Background(), sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(found, pgx.RowTo[string])
}

func (w *wholePostgres) tables() ([]string, error) {
	return w.names("SELECT table_name::text FROM information_schema.columns WHERE table_schema = current_schema() AND column_name = 'person_id'")
}

func (w *wholePostgres) columns(table string) ([]string, error) {
	return w.names("SELECT column_name::text FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = $1 AND column_name <> 'person_id' ORDER BY ordinal_position", table)
}

func (w *wholePostgres) close() error { return w.c.Close(context.Background()) }
