package engine

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
)

type postgresTx struct {
	conn   *pgx.Conn
	sql    *numbered
	person string
	once   bool // one query, sent together with the person
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
		b.Queue(setPerson, t.person)
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
	return tag.RowsAffected(), nil
}

func (t *postgresTx) As(ctx context.Context, person string) error {
	_, err := t.Exec(ctx, "SELECT set_config('app.person', ?, true)", person)
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
