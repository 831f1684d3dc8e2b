package demo

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/ncruces/go-sqlite3"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/store/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// table is what stands in a table: rows of cells as text, in order of their text, whatever the engine.
type table struct {
	columns []string
	rows    [][]string
}

// opened is a store with a way to read all of it past its own doors.
type opened struct {
	*store.Store
	files *ingest.Files
	dump  func(t *testing.T) map[string]table
}

// engines runs a test on both.
func engines(t *testing.T, test func(t *testing.T, s opened)) {
	t.Helper()
	ctx := context.Background()
	run := func(name string, open func(t *testing.T) (*store.Store, func(t *testing.T) map[string]table, error)) {
		t.Run(name, func(t *testing.T) {
			s, dump, err := open(t)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			})
			files, err := ingest.NewFiles(t.TempDir(), "")
			if err != nil {
				t.Fatal(err)
			}
			test(t, opened{Store: s, files: files, dump: dump})
		})
	}
	run("sqlite", func(t *testing.T) (*store.Store, func(t *testing.T) map[string]table, error) {
		path := filepath.Join(t.TempDir(), "records.db")
		s, err := store.OpenSQLite(ctx, path, "")
		return s, func(t *testing.T) map[string]table { return dumpSQLite(t, path) }, err
	})
	run("postgres", func(t *testing.T) (*store.Store, func(t *testing.T) map[string]table, error) {
		dsn := pgtest.DSN(t)
		s, err := store.OpenPostgres(ctx, dsn)
		return s, func(t *testing.T) map[string]table { return dumpPostgres(t, pgtest.SuperDSN(t, dsn)) }, err
	})
}

// private are tables of the schema itself.
func private(name string) bool {
	return strings.HasPrefix(name, "schema_") || strings.HasPrefix(name, "sqlite_") || name == "meta"
}

func dumpSQLite(t *testing.T, path string) map[string]table {
	t.Helper()
	c, err := sqlite3.OpenFlags(path, sqlite3.OPEN_READONLY)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	out := map[string]table{}
	for _, name := range rowsSQLite(t, c, "SELECT name FROM sqlite_schema WHERE type = 'table'").column(0) {
		if !private(name) {
			out[name] = rowsSQLite(t, c, "SELECT * FROM "+name)
		}
	}
	return out
}

func rowsSQLite(t *testing.T, c *sqlite3.Conn, sql string) table {
	t.Helper()
	s, _, err := c.Prepare(sql)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var out table
	for i := range s.ColumnCount() {
		out.columns = append(out.columns, s.ColumnName(i))
	}
	for s.Step() {
		row := make([]string, len(out.columns))
		for i := range row {
			switch s.ColumnType(i) {
			case sqlite3.INTEGER:
				row[i] = strconv.FormatInt(s.ColumnInt64(i), 10)
			case sqlite3.FLOAT:
				row[i] = strconv.FormatFloat(s.ColumnFloat(i), 'g', -1, 64)
			case sqlite3.BLOB:
				row[i] = hex.EncodeToString(s.ColumnBlob(i, nil))
			case sqlite3.NULL:
				row[i] = "null"
			default:
				row[i] = s.ColumnText(i)
			}
		}
		out.rows = append(out.rows, row)
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return out.sorted()
}

func dumpPostgres(t *testing.T, dsn string) map[string]table {
	t.Helper()
	ctx := context.Background()
	c, err := pgx.Connect(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close(ctx) }()
	out := map[string]table{}
	for _, name := range rowsPostgres(t, c, "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public'").column(0) {
		if !private(name) {
			out[name] = rowsPostgres(t, c, "SELECT * FROM "+name)
		}
	}
	return out
}

func rowsPostgres(t *testing.T, c *pgx.Conn, sql string) table {
	t.Helper()
	rows, err := c.Query(context.Background(), sql)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var out table
	for _, f := range rows.FieldDescriptions() {
		out.columns = append(out.columns, f.Name)
	}
	for rows.Next() {
		values, err := rows.Values()
		if err != nil {
			t.Fatal(err)
		}
		row := make([]string, len(values))
		for i, v := range values {
			switch v := v.(type) {
			case nil:
				row[i] = "null"
			case float64:
				row[i] = strconv.FormatFloat(v, 'g', -1, 64)
			case []byte:
				row[i] = hex.EncodeToString(v)
			default:
				row[i] = fmt.Sprint(v)
			}
		}
		out.rows = append(out.rows, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out.sorted()
}

func (t table) sorted() table {
	slices.SortFunc(t.rows, func(a, b []string) int { return slices.Compare(a, b) })
	return t
}

func (t table) column(i int) []string {
	var out []string
	for _, r := range t.rows {
		out = append(out, r[i])
	}
	return out
}

// get is a cell by its column's name.
func (t table) get(row []string, column string) string {
	i := slices.Index(t.columns, column)
	if i < 0 {
		return ""
	}
	return row[i]
}

// text is a whole dump as text, tables and rows in order.
func text(d map[string]table) string {
	var b strings.Builder
	names := make([]string, 0, len(d))
	for name := range d {
		names = append(names, name)
	}
	slices.SortFunc(names, cmp.Compare)
	for _, name := range names {
		fmt.Fprintf(&b, "%s\n%s\n", name, strings.Join(d[name].columns, "|"))
		for _, row := range d[name].rows {
			fmt.Fprintf(&b, "%q\n", row)
		}
	}
	return b.String()
}
