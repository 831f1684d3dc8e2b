package engine

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

type postgresTx struct {
	conn   *pgx.Conn
	sql    *numbered
	person string
	beside bool // tables of its own may be made
	once   bool // one query, sent together with the person
	plans  string
	grown  additions
	open   *postgresRows
	over   bool
}

func (t *postgresTx) end() {
	t.over = true
	if t.open != nil {
		_ = t.open.Close()
	}
}

func (t *postgresTx) ready(args []any) error {
	if err := inOrder(t.over, t.open != nil); err != nil {
		return err
	}
	return checkArgs(args)
}

func (t *postgresTx) Query(ctx context.Context, sql string, args ...any) (Rows, error) {
	if err := t.ready(args); err != nil {
		return nil, err
	}
	r := &postgresRows{tx: t}
	var err error
	if t.once {
		t.over = true
		b := &pgx.Batch{}
		b.Queue(setPersonAndPlans, t.person, t.plans)
		b.Queue(t.sql.sql(sql), args...)
		r.batch = t.conn.SendBatch(ctx, b)
		if _, err = r.batch.Exec(); err == nil {
			r.rows, err = r.batch.Query()
		}
	} else {
		r.rows, err = t.conn.Query(ctx, t.sql.sql(sql), args...)
	}
	if err != nil {
		if r.batch != nil {
			_ = r.batch.Close()
		}
		return nil, postgresError(err)
	}
	t.open = r
	return r, nil
}

func (t *postgresTx) Exec(ctx context.Context, sql string, args ...any) (int64, error) {
	if err := t.ready(args); err != nil {
		return 0, err
	}
	if t.once {
		return 0, &Error{Kind: Fault, Code: "once"}
	}
	tag, err := t.conn.Exec(ctx, t.sql.sql(sql), args...)
	if err != nil {
		return 0, postgresError(err)
	}
	if table, ok := insertedInto(sql); ok {
		t.added(table, addition{rows: tag.RowsAffected()})
	}
	return tag.RowsAffected(), nil
}

// Lookup sends the keys as an array. The query is kept apart from it, so that the server finds each key by itself: where
// it may choose, and has no statistics of a new table yet, it reads all of a person's rows instead.
func (t *postgresTx) Lookup(ctx context.Context, sql string, keys [][]byte, args ...any) (Rows, error) {
	last := strings.LastIndexByte(sql, '?')
	if last < 0 {
		return nil, &Error{Kind: Fault, Code: "statement"}
	}
	if err := t.ready(args); err != nil {
		return nil, err
	}
	for _, k := range keys {
		if err := checkBytes(k); err != nil {
			return nil, err
		}
	}
	if t.once {
		return nil, &Error{Kind: Fault, Code: "once"}
	}
	n := strconv.Itoa(len(args) + 1)
	whole := "SELECT found.* FROM unnest($" + n + "::bytea[]) AS asked(key), LATERAL (" + t.sql.sql(sql[:last]) + "asked.key" + sql[last+1:] + " OFFSET 0) AS found"
	rows, err := t.conn.Query(ctx, whole, append(slices.Clone(args), keys)...)
	if err != nil {
		return nil, postgresError(err)
	}
	t.open = &postgresRows{tx: t, rows: rows}
	return t.open, nil
}

// Each sends all at once.
func (t *postgresTx) Each(ctx context.Context, sql string, args [][]any) error {
	if t.once {
		return &Error{Kind: Fault, Code: "once"}
	}
	b := &pgx.Batch{}
	for _, a := range args {
		if err := t.ready(a); err != nil {
			return err
		}
		b.Queue(t.sql.sql(sql), a...)
	}
	if b.Len() == 0 {
		return nil
	}
	if table, ok := insertedInto(sql); ok {
		t.added(table, addition{rows: int64(b.Len())})
	}
	return postgresError(t.conn.SendBatch(ctx, b).Close())
}

func (t *postgresTx) As(ctx context.Context, person string) error {
	_, err := t.Exec(ctx, "SELECT set_config('app.person', ?, true)", person)
	if err == nil {
		t.person = person
	}
	return err
}

// Tables asks the server's catalogue about the schema that tables are made in.
func (t *postgresTx) Tables(ctx context.Context) ([]Table, error) {
	rows, err := t.Query(ctx, `SELECT c.relname::text COLLATE "C", a.attname::text, format_type(a.atttypid, NULL), COALESCE(array_position(i.indkey::int2[], a.attnum) + 1, 0)
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
LEFT JOIN pg_catalog.pg_index i ON i.indrelid = c.oid AND i.indisprimary
WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
ORDER BY 1, a.attnum`)
	if err != nil {
		return nil, err
	}
	found := tables{types: map[string]Type{"text": Text, "bigint": Int, "double precision": Float, "bytea": Bytes}}
	for rows.Next() {
		if err := found.scan(rows); err != nil {
			return nil, errors.Join(err, rows.Close())
		}
	}
	return found.out, rows.Close()
}
