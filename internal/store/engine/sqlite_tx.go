package engine

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/ncruces/go-sqlite3"
)

// conn is a connection with its prepared statements.
type conn struct {
	*sqlite3.Conn
	stmts  map[string]*statement
	tick   int64
	reader bool
	broken bool // to be made anew before the next use
}

// statement is a prepared statement.
type statement struct {
	*sqlite3.Stmt
	args int
	used int64
}

// prepared is how many statements a connection keeps.
const prepared = 200

func (c *conn) number(sql string) (int64, error) {
	s, _, err := c.Prepare(sql)
	if err != nil {
		return 0, err
	}
	defer s.Close()
	s.Step()
	return s.ColumnInt64(0), s.Err()
}

func (c *conn) close() {
	if c.broken {
		return
	}
	for _, s := range c.stmts {
		_ = s.Close()
	}
	_ = c.Close()
	c.broken = true
}

// discard closes a connection that may be in any state.
func (c *conn) discard() {
	defer func() {
		if recover() != nil {
			c.broken = true
		}
	}()
	c.close()
}

// statement finds or prepares a statement. The one that was not used for the longest time makes room.
func (c *conn) statement(sql string) (*statement, error) {
	c.tick++
	if s, ok := c.stmts[sql]; ok {
		s.used = c.tick
		return s, nil
	}
	if len(c.stmts) >= prepared {
		var oldest string
		for sql, s := range c.stmts {
			if oldest == "" || s.used < c.stmts[oldest].used {
				oldest = sql
			}
		}
		_ = c.stmts[oldest].Close()
		delete(c.stmts, oldest)
	}
	p, tail, err := c.PrepareFlags(sql, sqlite3.PREPARE_PERSISTENT)
	switch {
	case err != nil:
		return nil, sqliteError(err, nil)
	case p == nil || strings.TrimSpace(tail) != "":
		_ = p.Close()
		return nil, &Error{Kind: Fault, Code: "statement"}
	}
	s := &statement{Stmt: p, args: p.BindCount(), used: c.tick}
	c.stmts[sql] = s
	return s, nil
}

type sqliteTx struct {
	c    *conn
	open *sqliteRows // those not read to their end
	once bool        // for one query, without a transaction
	over bool
}

func (tx *sqliteTx) run(ctx context.Context, begin string, fn func(Tx) error) error {
	tx.c.SetInterrupt(ctx)
	if tx.once {
		return fn(tx)
	}
	if err := tx.do(begin); err != nil {
		return err
	}
	if err := fn(tx); err != nil {
		return err
	}
	// Rows that are left open would keep this state of the database beyond the transaction.
	tx.closeRows()
	tx.c.SetInterrupt(ctx)
	return tx.do("COMMIT")
}

func (tx *sqliteTx) do(sql string) error {
	s, err := tx.c.statement(sql)
	if err != nil {
		return err
	}
	return sqliteError(s.Exec(), nil)
}

// end takes back what was not committed. The caller may have given up; it must be taken back all the same.
func (tx *sqliteTx) end() {
	tx.over = true
	defer func() {
		if recover() != nil {
			tx.c.broken = true
		}
	}()
	tx.c.SetInterrupt(context.Background())
	tx.closeRows()
	if !tx.c.GetAutocommit() {
		_ = tx.do("ROLLBACK")
	}
	if !tx.c.GetAutocommit() {
		tx.c.discard()
	}
}

func (tx *sqliteTx) closeRows() {
	if tx.open != nil {
		_ = tx.open.Close()
	}
}

// ready says whether the transaction can take a statement.
func (tx *sqliteTx) ready(ctx context.Context) error {
	if err := inOrder(tx.over, tx.open != nil); err != nil {
		return err
	}
	tx.c.SetInterrupt(ctx)
	return nil
}

// inOrder refuses what one engine would let pass: a statement after the end, and one while rows are being read.
func inOrder(over, reading bool) error {
	switch {
	case over:
		return &Error{Kind: Fault, Code: "ended"}
	case reading:
		return &Error{Kind: Fault, Code: "nested"}
	}
	return nil
}

func (tx *sqliteTx) bound(ctx context.Context, sql string, args []any) (*statement, error) {
	if err := tx.ready(ctx); err != nil {
		return nil, err
	}
	if err := checkArgs(args); err != nil {
		return nil, err
	}
	s, err := tx.c.statement(sql)
	if err != nil {
		return nil, err
	}
	if s.args != len(args) {
		return nil, &Error{Kind: Fault, Code: "arguments"}
	}
	for i, a := range args {
		if err := bind(s.Stmt, i+1, a); err != nil {
			return nil, sqliteError(err, nil)
		}
	}
	return s, nil
}

func bind(s *sqlite3.Stmt, i int, a any) error {
	switch a := a.(type) {
	case string:
		return s.BindText(i, a)
	case int64:
		return s.BindInt64(i, a)
	case float64:
		return s.BindFloat(i, a)
	case []byte:
		return bindBytes(s, i, a)
	default:
		return s.BindNull(i)
	}
}

// bindBytes keeps an empty slice apart from null.
func bindBytes(s *sqlite3.Stmt, i int, b []byte) error {
	if len(b) == 0 {
		return s.BindZeroBlob(i, 0)
	}
	return s.BindBlob(i, b)
}

// As changes nothing: one file has no second wall.
func (tx *sqliteTx) As(context.Context, string) error { return inOrder(tx.over, tx.open != nil) }

func (tx *sqliteTx) Query(ctx context.Context, sql string, args ...any) (Rows, error) {
	s, err := tx.bound(ctx, sql, args)
	if err != nil {
		return nil, err
	}
	tx.over = tx.once
	tx.open = &sqliteRows{tx: tx, s: s.Stmt}
	return tx.open, nil
}

// Lookup asks as often as there are keys.
func (tx *sqliteTx) Lookup(ctx context.Context, sql string, keys [][]byte, args ...any) (Rows, error) {
	s, err := tx.bound(ctx, sql, append(slices.Clone(args), nil))
	if err != nil {
		return nil, err
	}
	for _, k := range keys {
		if err := checkBytes(k); err != nil {
			return nil, err
		}
	}
	tx.over = tx.once
	// The key that is bound is none, so that the first step finds nothing and goes on to the first.
	tx.open = &sqliteRows{tx: tx, s: s.Stmt, keys: keys, place: len(args) + 1}
	return tx.open, nil
}

// Each runs the statement in a loop.
func (tx *sqliteTx) Each(ctx context.Context, sql string, args [][]any) error {
	for _, a := range args {
		if _, err := tx.Exec(ctx, sql, a...); err != nil {
			return err
		}
	}
	return nil
}

func (tx *sqliteTx) Exec(ctx context.Context, sql string, args ...any) (int64, error) {
	if tx.once {
		return 0, &Error{Kind: Fault, Code: "once"}
	}
	s, err := tx.bound(ctx, sql, args)
	if err != nil {
		return 0, err
	}
	before := tx.c.TotalChanges()
	if err := s.Exec(); err != nil {
		return 0, sqliteError(err, nil)
	}
	return tx.c.TotalChanges() - before, nil
}

func (tx *sqliteTx) Insert(ctx context.Context, in Insertion, n int, row func(int, Values)) ([]bool, error) {
	if err := tx.ready(ctx); err != nil {
		return nil, err
	}
	if tx.once {
		return nil, &Error{Kind: Fault, Code: "once"}
	}
	s, err := tx.c.statement("INSERT INTO " + in.Table + " (" + in.names() + ") VALUES (?" + strings.Repeat(", ?", len(in.Columns)-1) + ")" + in.conflict())
	if err != nil {
		return nil, err
	}
	var added []bool
	if in.Key != Unkeyed {
		added = make([]bool, n)
	}
	v := &sqliteValues{s: s.Stmt}
	before := tx.c.TotalChanges()
	for i := range n {
		row(i, v)
		if v.err == nil {
			v.err = s.Exec()
		}
		if v.err != nil {
			return nil, sqliteError(v.err, nil)
		}
		if added != nil {
			after := tx.c.TotalChanges()
			added[i], before = after != before, after
		}
	}
	return added, nil
}

type sqliteValues struct {
	s   *sqlite3.Stmt
	err error
}

func (v *sqliteValues) keep(err error) {
	if v.err == nil {
		v.err = err
	}
}

func (v *sqliteValues) Int(c int, n int64) { v.keep(v.s.BindInt64(c+1, n)) }

func (v *sqliteValues) Text(c int, s string) {
	if err := checkText(s); err != nil {
		v.keep(err)
		return
	}
	v.keep(v.s.BindText(c+1, s))
}

func (v *sqliteValues) Bytes(c int, b []byte) {
	if err := checkBytes(b); err != nil {
		v.keep(err)
		return
	}
	v.keep(bindBytes(v.s, c+1, b))
}

func (v *sqliteValues) Float(c int, f *float64) {
	if f == nil {
		v.keep(v.s.BindNull(c + 1))
		return
	}
	n, err := checkFloat(*f)
	if err != nil {
		v.keep(err)
		return
	}
	v.keep(v.s.BindFloat(c+1, n))
}

// Tables asks SQLite's own tables.
func (tx *sqliteTx) Tables(ctx context.Context) ([]Table, error) {
	rows, err := tx.Query(ctx, `SELECT m.name, p.name, p.type, p.pk FROM sqlite_schema m JOIN pragma_table_info(m.name) p
WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' ORDER BY m.name, p.cid`)
	if err != nil {
		return nil, err
	}
	t := tables{types: map[string]Type{"TEXT": Text, "INTEGER": Int, "REAL": Float, "BLOB": Bytes}}
	for rows.Next() {
		if err := t.scan(rows); err != nil {
			return nil, errors.Join(err, rows.Close())
		}
	}
	return t.out, rows.Close()
}
