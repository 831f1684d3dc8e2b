package engine

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// attempts is how often a transaction is run that the server asks to have run again.
const attempts = 8

// Postgres is a database on a PostgreSQL server, or one that speaks as it does.
type Postgres struct {
	pool *pgxpool.Pool
	sql  numbered
}

// OpenPostgres connects. dsn is a connection string of libpq's. Plans are made for the values at hand: a window of a
// few days out of years needs another plan than the year.
func OpenPostgres(ctx context.Context, dsn string) (*Postgres, error) {
	cfg, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		// The parser's message quotes the connection string.
		return nil, &Error{Kind: Unreachable, Code: "dsn"}
	}
	if cfg.ConnConfig.RuntimeParams["plan_cache_mode"] == "" {
		cfg.ConnConfig.RuntimeParams["plan_cache_mode"] = "force_custom_plan"
	}
	cfg.ConnConfig.RuntimeParams["application_name"] = "recordserver"
	if cfg.ConnConfig.ConnectTimeout == 0 {
		cfg.ConnConfig.ConnectTimeout = 10 * time.Second
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, postgresError(err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, postgresError(err)
	}
	return &Postgres{pool: pool}, nil
}

// Name is postgres.
func (db *Postgres) Name() string { return "postgres" }

// Close waits for the connections that are in use and closes all.
func (db *Postgres) Close() error {
	db.pool.Close()
	return nil
}

// Read runs fn in a read-only transaction.
func (db *Postgres) Read(ctx context.Context, person string, fn func(Tx) error) error {
	return db.retry(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, person, fn)
}

// Write runs fn in a transaction, again where the server says so.
func (db *Postgres) Write(ctx context.Context, person string, fn func(Tx) error) error {
	return db.retry(ctx, pgx.TxOptions{}, person, fn)
}

func (db *Postgres) retry(ctx context.Context, opts pgx.TxOptions, person string, fn func(Tx) error) error {
	wait := 5 * time.Millisecond
	for try := 1; ; try++ {
		err := db.once(ctx, opts, person, fn)
		var e *Error
		if err == nil || try == attempts || !errors.As(err, &e) || e.Kind != Busy {
			return err
		}
		select {
		case <-ctx.Done():
			return &Error{Kind: Canceled}
		case <-time.After(wait):
		}
		wait *= 2
	}
}

func (db *Postgres) once(ctx context.Context, opts pgx.TxOptions, person string, fn func(Tx) error) error {
	// The function's own error goes back as it is; the driver's does not.
	var inner error
	err := pgx.BeginTxFunc(ctx, db.pool, opts, func(tx pgx.Tx) error {
		// The second wall: row level security compares every row with this.
		if _, err := tx.Exec(ctx, "SELECT set_config('app.person', $1, true)", person); err != nil {
			return err
		}
		inner = fn(&postgresTx{tx: tx, sql: &db.sql})
		return inner
	})
	if inner != nil {
		return inner
	}
	return postgresError(err)
}

type postgresTx struct {
	tx  pgx.Tx
	sql *numbered
}

func (t *postgresTx) Query(ctx context.Context, sql string, args ...any) (Rows, error) {
	rows, err := t.tx.Query(ctx, t.sql.sql(sql), args...)
	if err != nil {
		return nil, postgresError(err)
	}
	return &postgresRows{rows: rows}, nil
}

func (t *postgresTx) Exec(ctx context.Context, sql string, args ...any) (int64, error) {
	tag, err := t.tx.Exec(ctx, t.sql.sql(sql), args...)
	if err != nil {
		return 0, postgresError(err)
	}
	return tag.RowsAffected(), nil
}

var arrays = map[Type]string{Text: "text[]", Int: "bigint[]", Float: "double precision[]", Bytes: "bytea[]"}

// insertRows is how many rows go to the server in one statement.
const insertRows = 5000

func (t *postgresTx) Insert(ctx context.Context, in Insertion, n int, row func(int, Values)) ([]bool, error) {
	var b strings.Builder
	b.WriteString("INSERT INTO " + in.Table + " (" + in.names() + ") SELECT * FROM unnest(")
	for i, c := range in.Columns {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString("$" + itoa(i+1) + "::" + arrays[c.Type])
	}
	b.WriteString(") ON CONFLICT DO NOTHING")
	if in.Key != Unkeyed {
		b.WriteString(" RETURNING " + in.Columns[in.Key].Name)
	}
	sql := b.String()
	added := make([]bool, 0, n)
	for from := 0; from < n; from += insertRows {
		part, err := t.insert(ctx, sql, in, from, min(from+insertRows, n), row)
		if err != nil {
			return nil, err
		}
		added = append(added, part...)
	}
	return added, nil
}

func (t *postgresTx) insert(ctx context.Context, sql string, in Insertion, from, to int, row func(int, Values)) ([]bool, error) {
	v := newColumns(in, to-from)
	for i := from; i < to; i++ {
		row(i, v)
	}
	rows, err := t.tx.Query(ctx, sql, v.args()...)
	if err != nil {
		return nil, postgresError(err)
	}
	if in.Key == Unkeyed {
		rows.Close()
		return nil, postgresError(rows.Err())
	}
	new := make(map[string]bool, to-from)
	key := []byte{}
	for rows.Next() {
		if err := rows.Scan(&key); err != nil {
			rows.Close()
			return nil, postgresError(err)
		}
		new[string(key)] = true
	}
	if err := rows.Err(); err != nil {
		return nil, postgresError(err)
	}
	added := make([]bool, to-from)
	for i, k := range v.bytes[in.Key] {
		// Of two rows with one key in one statement the first went in.
		added[i] = new[string(k)]
		delete(new, string(k))
	}
	return added, nil
}

// columns gathers rows column by column, as the server takes them.
type columns struct {
	types  []Type
	texts  map[int][]string
	ints   map[int][]int64
	floats map[int][]*float64
	bytes  map[int][][]byte
}

func newColumns(in Insertion, n int) *columns {
	v := &columns{texts: map[int][]string{}, ints: map[int][]int64{}, floats: map[int][]*float64{}, bytes: map[int][][]byte{}}
	for i, c := range in.Columns {
		v.types = append(v.types, c.Type)
		switch c.Type {
		case Text:
			v.texts[i] = make([]string, 0, n)
		case Int:
			v.ints[i] = make([]int64, 0, n)
		case Float:
			v.floats[i] = make([]*float64, 0, n)
		case Bytes:
			v.bytes[i] = make([][]byte, 0, n)
		}
	}
	return v
}

func (v *columns) Text(c int, s string)    { v.texts[c] = append(v.texts[c], s) }
func (v *columns) Int(c int, n int64)      { v.ints[c] = append(v.ints[c], n) }
func (v *columns) Float(c int, f *float64) { v.floats[c] = append(v.floats[c], f) }

// Bytes copies, since the caller may use the slice again, and keeps empty apart from null.
func (v *columns) Bytes(c int, b []byte) {
	v.bytes[c] = append(v.bytes[c], append(make([]byte, 0, len(b)), b...))
}

func (v *columns) args() []any {
	out := make([]any, len(v.types))
	for i, t := range v.types {
		switch t {
		case Text:
			out[i] = v.texts[i]
		case Int:
			out[i] = v.ints[i]
		case Float:
			out[i] = v.floats[i]
		case Bytes:
			out[i] = v.bytes[i]
		}
	}
	return out
}

type postgresRows struct {
	rows pgx.Rows
	err  error
}

func (r *postgresRows) Next() bool { return r.err == nil && r.rows.Next() }

func (r *postgresRows) Scan(dest ...any) error {
	if err := r.rows.Scan(dest...); err != nil {
		r.err = postgresError(err)
		return r.err
	}
	return nil
}

func (r *postgresRows) Close() error {
	r.rows.Close()
	if r.err != nil {
		return r.err
	}
	return postgresError(r.rows.Err())
}

// postgresError puts the driver's error into one of our kinds.
func postgresError(err error) error {
	var own *Error
	var pg *pgconn.PgError
	var dial *pgconn.ConnectError
	var network net.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &own):
		return own
	case errors.As(err, &pg):
		return &Error{Kind: postgresKind(pg.Code), Code: pg.Code}
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return &Error{Kind: Canceled}
	case errors.As(err, &dial), errors.As(err, &network), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return &Error{Kind: Unreachable}
	default:
		return &Error{Kind: Fault}
	}
}

func postgresKind(state string) Kind {
	switch {
	case state == "40001", state == "40P01", state == "55P03":
		return Busy
	case state == "57014":
		return Canceled
	case state == "53100":
		return Full
	case state == "25006":
		return ReadOnly
	case strings.HasPrefix(state, "23"):
		return Constraint
	case strings.HasPrefix(state, "28"), state == "42501", state == "3D000":
		return Denied
	case strings.HasPrefix(state, "08"), strings.HasPrefix(state, "57P"):
		return Unreachable
	case strings.HasPrefix(state, "XX"):
		return Corrupt
	default:
		return Fault
	}
}
