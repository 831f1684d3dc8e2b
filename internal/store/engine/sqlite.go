package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"

	"github.com/ncruces/go-sqlite3"
	_ "github.com/ncruces/go-sqlite3/vfs/xts" // encryption at rest
)

// ApplicationID marks a file as a store of this program: "phis".
const ApplicationID = 0x70686973

// SQLite is a database in one file: one writer, several readers, write-ahead log.
type SQLite struct {
	writer  chan *conn // of one
	readers chan *conn
	size    int
}

// conn is a connection with its prepared statements.
type conn struct {
	*sqlite3.Conn
	stmts map[string]*sqlite3.Stmt
}

// OpenSQLite opens the file, which is made if it is not there, readable by its owner only. With a key its contents are
// encrypted (AES-256-XTS); a file that is encrypted without a key given, or the other way round, is refused.
func OpenSQLite(ctx context.Context, path string, key []byte) (*SQLite, error) {
	if err := checkFile(path, key); err != nil {
		return nil, err
	}
	readers := max(4, 2*runtime.GOMAXPROCS(0))
	db := &SQLite{writer: make(chan *conn, 1), readers: make(chan *conn, readers), size: readers}
	w, err := open(path, key, false)
	if err != nil {
		return nil, err
	}
	db.writer <- w
	for range readers {
		r, err := open(path, key, true)
		if err != nil {
			db.closeIdle()
			return nil, err
		}
		db.readers <- r
	}
	return db, nil
}

// sqliteHeader begins every plain SQLite file.
const sqliteHeader = "SQLite format 3\x00"

// checkFile makes a file that only its owner may read, and compares what is there with the key.
func checkFile(path string, key []byte) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	switch {
	case errors.Is(err, fs.ErrPermission):
		return &Error{Kind: ReadOnly}
	case err != nil:
		return fileError(err)
	}
	defer f.Close()
	head := make([]byte, len(sqliteHeader))
	n, _ := f.ReadAt(head, 0)
	switch plain := string(head[:n]) == sqliteHeader; {
	case n == 0:
		return nil
	case plain && key != nil:
		return &Error{Kind: NotEncrypted}
	case !plain && key == nil:
		return &Error{Kind: NoKey}
	}
	return nil
}

func open(path string, key []byte, reader bool) (*conn, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, &Error{Kind: Fault}
	}
	q := url.Values{}
	if key != nil {
		q.Set("vfs", "xts")
		q.Set("hexkey", fmt.Sprintf("%x", key))
	}
	flags := sqlite3.OPEN_READWRITE | sqlite3.OPEN_URI
	name := (&url.URL{Scheme: "file", Path: abs, RawQuery: q.Encode()}).String()
	c, err := sqlite3.OpenFlags(name, flags)
	if err != nil {
		return nil, sqliteError(err, key)
	}
	pragmas := "PRAGMA busy_timeout=5000; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY; PRAGMA cache_size=-65536;"
	if reader {
		pragmas = "PRAGMA busy_timeout=5000; PRAGMA temp_store=MEMORY; PRAGMA cache_size=-16384; PRAGMA query_only=ON;"
	}
	if err := c.Exec(pragmas); err != nil {
		_ = c.Close()
		return nil, sqliteError(err, key)
	}
	out := &conn{Conn: c, stmts: map[string]*sqlite3.Stmt{}}
	if err := checkOwner(out, key, reader); err != nil {
		_ = c.Close()
		return nil, err
	}
	return out, nil
}

// checkOwner refuses another program's database, and marks a new one as ours.
func checkOwner(c *conn, key []byte, reader bool) error {
	id, err := c.number("PRAGMA application_id")
	if err != nil {
		return sqliteError(err, key)
	}
	tables, err := c.number("SELECT count(*) FROM sqlite_schema")
	switch {
	case err != nil:
		return sqliteError(err, key)
	case id == ApplicationID:
		return nil
	case id != 0 || tables != 0:
		return &Error{Kind: Foreign}
	case reader:
		return nil
	}
	if err := c.Exec("PRAGMA application_id=" + strconv.Itoa(ApplicationID)); err != nil {
		return sqliteError(err, key)
	}
	return nil
}

func (c *conn) number(sql string) (int64, error) {
	s, _, err := c.Prepare(sql)
	if err != nil {
		return 0, err
	}
	defer s.Close()
	s.Step()
	return s.ColumnInt64(0), s.Err()
}

// Name is sqlite.
func (db *SQLite) Name() string { return "sqlite" }

// Close waits for the connections that are in use and closes all.
func (db *SQLite) Close() error {
	// The writer goes last: it is the one that tidies the log away.
	for range db.size {
		(<-db.readers).close()
	}
	w := <-db.writer
	err := w.Exec("PRAGMA optimize")
	w.close()
	return sqliteError(err, nil)
}

func (db *SQLite) closeIdle() {
	for {
		select {
		case c := <-db.readers:
			c.close()
		case c := <-db.writer:
			c.close()
		default:
			return
		}
	}
}

func (c *conn) close() {
	for _, s := range c.stmts {
		_ = s.Close()
	}
	_ = c.Close()
}

// Read runs fn on a reader.
func (db *SQLite) Read(ctx context.Context, _ string, fn func(Tx) error) error {
	return db.run(ctx, db.readers, "BEGIN", fn)
}

// Write runs fn on the writer.
func (db *SQLite) Write(ctx context.Context, _ string, fn func(Tx) error) error {
	return db.run(ctx, db.writer, "BEGIN IMMEDIATE", fn)
}

func (db *SQLite) run(ctx context.Context, pool chan *conn, begin string, fn func(Tx) error) (err error) {
	var c *conn
	select {
	case c = <-pool:
	case <-ctx.Done():
		return &Error{Kind: Canceled}
	}
	defer func() { pool <- c }()
	old := c.SetInterrupt(ctx)
	defer c.SetInterrupt(old)
	if err := c.Exec(begin); err != nil {
		return sqliteError(err, nil)
	}
	committed := false
	defer func() {
		if committed {
			return
		}
		// The caller may have gone; what it began must be taken back all the same.
		c.SetInterrupt(context.Background())
		if !c.GetAutocommit() {
			_ = c.Exec("ROLLBACK")
		}
	}()
	if err := fn(&sqliteTx{c: c}); err != nil {
		return err
	}
	if err := c.Exec("COMMIT"); err != nil {
		return sqliteError(err, nil)
	}
	committed = true
	return nil
}

type sqliteTx struct{ c *conn }

// statement finds or prepares a statement and binds its arguments. A statement that is still being read is prepared
// anew.
func (tx *sqliteTx) statement(sql string, args []any) (s *sqlite3.Stmt, cached bool, err error) {
	s, cached = tx.c.stmts[sql]
	if cached && s.Busy() {
		s, cached = nil, false
	} else if !cached && len(tx.c.stmts) < 500 {
		if s, _, err = tx.c.PrepareFlags(sql, sqlite3.PREPARE_PERSISTENT); err != nil {
			return nil, false, sqliteError(err, nil)
		}
		tx.c.stmts[sql], cached = s, true
	}
	if s == nil {
		if s, _, err = tx.c.Prepare(sql); err != nil {
			return nil, false, sqliteError(err, nil)
		}
	}
	for i, a := range args {
		if err := bind(s, i+1, a); err != nil {
			return nil, cached, sqliteError(err, nil)
		}
	}
	return s, cached, nil
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
	case *float64:
		if a == nil {
			return s.BindNull(i)
		}
		return s.BindFloat(i, *a)
	case nil:
		return s.BindNull(i)
	default:
		return fmt.Errorf("argument of type %T", a)
	}
}

// bindBytes keeps an empty slice apart from null.
func bindBytes(s *sqlite3.Stmt, i int, b []byte) error {
	if len(b) == 0 {
		return s.BindZeroBlob(i, 0)
	}
	return s.BindBlob(i, b)
}

func (tx *sqliteTx) Query(_ context.Context, sql string, args ...any) (Rows, error) {
	s, cached, err := tx.statement(sql, args)
	if err != nil {
		return nil, err
	}
	return &sqliteRows{s: s, cached: cached}, nil
}

func (tx *sqliteTx) Exec(_ context.Context, sql string, args ...any) (int64, error) {
	s, cached, err := tx.statement(sql, args)
	if err != nil {
		return 0, err
	}
	before := tx.c.TotalChanges()
	err = s.Exec()
	if !cached {
		_ = s.Close()
	}
	if err != nil {
		return 0, sqliteError(err, nil)
	}
	return tx.c.TotalChanges() - before, nil
}

func (tx *sqliteTx) Insert(ctx context.Context, in Insertion, n int, row func(int, Values)) ([]bool, error) {
	marks := make([]byte, 0, 2*len(in.Columns))
	for i := range in.Columns {
		if i > 0 {
			marks = append(marks, ',')
		}
		marks = append(marks, '?')
	}
	s, cached, err := tx.statement("INSERT INTO "+in.Table+" ("+in.names()+") VALUES ("+string(marks)+") ON CONFLICT DO NOTHING", nil)
	if err != nil {
		return nil, err
	}
	if !cached {
		defer s.Close()
	}
	var added []bool
	if in.Key != Unkeyed {
		added = make([]bool, n)
	}
	v := &sqliteValues{s: s}
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

func (v *sqliteValues) Text(c int, s string)    { v.keep(v.s.BindText(c+1, s)) }
func (v *sqliteValues) Int(c int, n int64)      { v.keep(v.s.BindInt64(c+1, n)) }
func (v *sqliteValues) Bytes(c int, b []byte)   { v.keep(bindBytes(v.s, c+1, b)) }
func (v *sqliteValues) Float(c int, f *float64) { v.keep(bind(v.s, c+1, f)) }

type sqliteRows struct {
	s      *sqlite3.Stmt
	cached bool
}

func (r *sqliteRows) Next() bool { return r.s.Step() }

func (r *sqliteRows) Scan(dest ...any) error {
	for i, d := range dest {
		switch d := d.(type) {
		case *string:
			*d = r.s.ColumnText(i)
		case *int64:
			*d = r.s.ColumnInt64(i)
		case *float64:
			*d = r.s.ColumnFloat(i)
		case *[]byte:
			*d = r.s.ColumnBlob(i, (*d)[:0])
		case **float64:
			*d = nil
			if r.s.ColumnType(i) != sqlite3.NULL {
				f := r.s.ColumnFloat(i)
				*d = &f
			}
		default:
			return &Error{Kind: Fault, Code: "scan"}
		}
	}
	return nil
}

func (r *sqliteRows) Close() error {
	err := r.s.Err()
	if r.cached {
		_ = r.s.Reset()
		_ = r.s.ClearBindings()
	} else {
		_ = r.s.Close()
	}
	return sqliteError(err, nil)
}

// sqliteError puts SQLite's error into one of our kinds. With a key, a file that is no database is one that the key
// does not open.
func sqliteError(err error, key []byte) error {
	if err == nil {
		return nil
	}
	var own *Error
	if errors.As(err, &own) {
		return err
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return &Error{Kind: Canceled}
	}
	var e *sqlite3.Error
	if !errors.As(err, &e) {
		var code sqlite3.ErrorCode
		if errors.As(err, &code) {
			return &Error{Kind: sqliteKind(code, key), Code: strconv.Itoa(int(code))}
		}
		return fileError(err)
	}
	return &Error{Kind: sqliteKind(e.Code(), key), Code: strconv.Itoa(int(e.ExtendedCode()))}
}

func sqliteKind(code sqlite3.ErrorCode, key []byte) Kind {
	switch code {
	case sqlite3.BUSY, sqlite3.LOCKED:
		return Busy
	case sqlite3.FULL:
		return Full
	case sqlite3.READONLY, sqlite3.PERM, sqlite3.CANTOPEN:
		return ReadOnly
	case sqlite3.NOTADB:
		if key != nil {
			return WrongKey
		}
		return Corrupt
	case sqlite3.CORRUPT:
		return Corrupt
	case sqlite3.INTERRUPT:
		return Canceled
	case sqlite3.CONSTRAINT:
		return Constraint
	default:
		return Fault
	}
}

func fileError(err error) error {
	switch {
	case errors.Is(err, fs.ErrPermission), errors.Is(err, fs.ErrNotExist):
		return &Error{Kind: ReadOnly}
	default:
		return &Error{Kind: Fault}
	}
}
