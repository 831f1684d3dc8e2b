package engine

import (
	"context"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Postgres is a database on a PostgreSQL server, or one that speaks as it does.
type Postgres struct {
	pool   *pgxpool.Pool
	sql    numbered
	beside bool // the role may make temporary tables
	plans  planning
	learns learning
	closed atomic.Bool
}

// connections is how many connections are made at most where the connection string does not say.
const connections = 16

// OpenPostgres connects. dsn is a connection string of libpq's. A role that sees through row level security is refused.
func OpenPostgres(ctx context.Context, dsn string) (*Postgres, error) {
	cfg, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		// The parser's message quotes the connection string.
		return nil, &Error{Kind: Unreachable, Code: "dsn"}
	}
	if !strings.Contains(dsn, "pool_max_conns") {
		cfg.MaxConns = connections
	}
	params := cfg.ConnConfig.RuntimeParams
	given := params["plan_cache_mode"]
	if given == "" {
		// Plans are made for the values at hand: a window of a few days out of years needs another plan than the year.
		// What is read in one statement is another matter, see planning.
		params["plan_cache_mode"] = customPlans
	}
	if params["jit"] == "" {
		// Compiling a statement takes longer than any that is asked here: what is read is read by keys, and the server
		// takes many steps of a recursion for granted.
		params["jit"] = "off"
	}
	params["application_name"] = "recordserver"
	if cfg.ConnConfig.ConnectTimeout == 0 {
		cfg.ConnConfig.ConnectTimeout = 10 * time.Second
	}
	if !strings.Contains(dsn, "sslmode") && os.Getenv("PGSSLMODE") == "" {
		withoutPlainText(&cfg.ConnConfig.Config)
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, postgresError(err)
	}
	db := &Postgres{pool: pool, plans: planning{given: given}}
	if err := db.checkRole(ctx); err != nil {
		pool.Close()
		return nil, err
	}
	return db, nil
}

// withoutPlainText takes away libpq's default of going on without TLS where a server over a network offers none. Whoever
// wants that says so with sslmode.
func withoutPlainText(cfg *pgconn.Config) {
	cfg.Fallbacks = slices.DeleteFunc(cfg.Fallbacks, func(f *pgconn.FallbackConfig) bool {
		return f.TLSConfig == nil && !local(f.Host)
	})
}

func local(host string) bool {
	return strings.HasPrefix(host, "/") || strings.HasPrefix(host, "@") || host == "localhost" || host == "127.0.0.1" || host == "::1"
}

// checkRole refuses a role for which the server does not keep persons apart, and looks what else it may do.
func (db *Postgres) checkRole(ctx context.Context) error {
	var sees bool
	err := db.pool.QueryRow(ctx, `SELECT rolsuper OR rolbypassrls, has_database_privilege(current_database(), 'TEMPORARY')
FROM pg_catalog.pg_roles WHERE rolname = current_user`).Scan(&sees, &db.beside)
	switch {
	case err != nil:
		return postgresError(err)
	case sees:
		return &Error{Kind: Privileged}
	}
	return nil
}

// Name is postgres.
func (db *Postgres) Name() string { return "postgres" }

// Close waits for the connections that are in use and closes all.
func (db *Postgres) Close() error {
	db.closed.Store(true)
	db.pool.Close()
	return nil
}

// Read runs fn in a read-only transaction.
func (db *Postgres) Read(ctx context.Context, person string, fn func(Tx) error) error {
	return again(ctx, func() error {
		return db.run(ctx, person, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", fn)
	})
}

// Write runs fn in a transaction, again where the server says so.
func (db *Postgres) Write(ctx context.Context, person string, fn func(Tx) error) error {
	return again(ctx, func() error { return db.run(ctx, person, "BEGIN", fn) })
}

// ReadOnce sends the person and the query together, as one transaction that ends with the query.
func (db *Postgres) ReadOnce(ctx context.Context, person string, fn func(Tx) error) error {
	return again(ctx, func() error {
		c, err := db.acquire(ctx)
		if err != nil {
			return err
		}
		defer c.Release()
		tx := &postgresTx{conn: c.Conn(), sql: &db.sql, once: true, person: person, plans: db.plans.mode(ctx, c.Conn())}
		defer tx.end()
		return fn(tx)
	})
}

// acquire waits for a connection, but not forever: it may be a transaction that waits for itself.
func (db *Postgres) acquire(ctx context.Context) (*pgxpool.Conn, error) {
	if db.closed.Load() {
		return nil, &Error{Kind: Closed}
	}
	waiting, cancel := context.WithTimeout(ctx, queueWait)
	defer cancel()
	c, err := db.pool.Acquire(waiting)
	switch {
	case err != nil && db.closed.Load():
		return nil, &Error{Kind: Closed}
	case err != nil && ctx.Err() == nil && waiting.Err() != nil:
		return nil, &Error{Kind: Busy}
	}
	return c, postgresError(err)
}

// settleWait is how long a commit or a rollback may take. They do not end with the caller's context: a commit that is
// broken off may or may not have happened.
const settleWait = 30 * time.Second

func (db *Postgres) run(ctx context.Context, person, begin string, fn func(Tx) error) error {
	c, err := db.acquire(ctx)
	if err != nil {
		return err
	}
	// A connection that is not idle afterwards is thrown away.
	defer c.Release()
	settling, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	tx := &postgresTx{conn: c.Conn(), sql: &db.sql, person: person, beside: db.beside}
	committed := false
	defer func() {
		// Also where fn panics, or ends the goroutine.
		tx.end()
		if !committed && !c.Conn().IsClosed() {
			stop := time.AfterFunc(settleWait, cancel)
			_, _ = c.Exec(settling, "ROLLBACK")
			stop.Stop()
		}
	}()
	if err := tx.begin(ctx, begin); err != nil {
		return err
	}
	if err := fn(tx); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return &Error{Kind: Canceled}
	}
	tx.end()
	stop := time.AfterFunc(settleWait, cancel)
	tag, err := c.Exec(settling, "COMMIT")
	stop.Stop()
	switch {
	case err == nil && tag.String() != "COMMIT":
		// The server rolls a failed transaction back and calls that no error.
		return &Error{Kind: Fault, Code: "rolled-back"}
	case err != nil && c.Conn().IsClosed():
		return &Error{Kind: Uncertain}
	case err != nil:
		return postgresError(err)
	}
	committed = true
	db.learns.after(ctx, c.Conn(), tx.grown)
	return nil
}

// begin starts the transaction and names its person, in one round trip. Row level security compares every row with it.
func (t *postgresTx) begin(ctx context.Context, sql string) error {
	b := &pgx.Batch{}
	b.Queue(sql)
	b.Queue(setPerson, t.person)
	return postgresError(t.conn.SendBatch(ctx, b).Close())
}

const setPerson = "SELECT set_config('app.person', $1, true)"
