package engine

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/ncruces/go-sqlite3"
)

// ApplicationID marks a file as a store of this program: "phis".
const ApplicationID = 0x70686973

// busyWait is how long a writer waits for another process, and queueWait how long anybody waits for a connection of
// this process. The second is there for a transaction that waits for itself.
const (
	busyWait  = 10 * time.Second
	queueWait = time.Minute
)

// SQLite is a database in one file: one writer, several readers, write-ahead log.
type SQLite struct {
	path    string
	key     []byte
	writer  *pool // of one
	readers *pool
	size    int
	health  fileHealth

	closed  chan struct{}
	closing sync.Once
	failed  error // of closing
}

// OpenSQLite opens the file, which is made if it is not there, with its directory; only its owner may read either. With
// a key its contents are encrypted (AES-256-XTS); a file that is encrypted without a key given, or the other way round,
// is refused.
func OpenSQLite(ctx context.Context, path string, key []byte) (*SQLite, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, &Error{Kind: Fault}
	}
	if err := checkFile(abs, key); err != nil {
		return nil, err
	}
	readers := max(4, 2*runtime.GOMAXPROCS(0))
	db := &SQLite{path: abs, key: key, writer: newPool(1), readers: newPool(readers), size: readers, closed: make(chan struct{})}
	w, err := db.open(ctx, false)
	if err != nil {
		return nil, err
	}
	db.writer.put(w)
	if err := db.health.identify(abs); err != nil {
		db.closeIdle()
		return nil, err
	}
	for range readers {
		r, err := db.open(ctx, true)
		if err != nil {
			db.closeIdle()
			return nil, err
		}
		db.readers.put(r)
	}
	return db, nil
}

// uri is the file's address for SQLite. What is made beside it gets its mode.
func uri(path string, key []byte) string {
	q := url.Values{"modeof": {path}, "vfs": {plainFiles}}
	if key != nil {
		q.Set("vfs", encryptedFiles)
		q.Set("hexkey", fmt.Sprintf("%x", key))
	}
	// SQLite does not take a plus for a blank.
	query := strings.ReplaceAll(q.Encode(), "+", "%20")
	return (&url.URL{Scheme: "file", Path: path, RawQuery: query}).String()
}

// open makes a connection. Two processes that open a new file at once get in each other's way where SQLite does not
// wait by itself.
func (db *SQLite) open(ctx context.Context, reader bool) (*conn, error) {
	until := time.Now().Add(busyWait)
	for {
		c, err := db.connect(ctx, reader)
		if !isKind(err, Busy) || time.Now().After(until) {
			return c, err
		}
		select {
		case <-ctx.Done():
			return nil, &Error{Kind: Canceled}
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// The log is synced at every commit, so that what was acknowledged outlives a loss of power; it is cut back to 64 MiB
// after a long import.
const (
	writerPragmas = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA journal_size_limit=67108864; PRAGMA foreign_keys=ON; PRAGMA temp_store=MEMORY; PRAGMA cache_size=-65536;"
	readerPragmas = "PRAGMA temp_store=MEMORY; PRAGMA cache_size=-16384; PRAGMA query_only=ON;"
)

func (db *SQLite) connect(ctx context.Context, reader bool) (*conn, error) {
	c, err := sqlite3.OpenFlags(uri(db.path, db.key), sqlite3.OPEN_READWRITE|sqlite3.OPEN_URI)
	if err != nil {
		return nil, sqliteError(err, db.key)
	}
	pragmas := writerPragmas
	if reader {
		pragmas = readerPragmas
	}
	c.SetInterrupt(ctx)
	err = c.BusyTimeout(busyWait)
	if err == nil && !reader {
		err = withChecksums(c)
	}
	if err == nil {
		err = c.Exec(pragmas)
	}
	if err == nil {
		// A plan that was made for the values at hand is made anew at each use, as others are bound: wherever a table has
		// a partial index. Plans here are by key, and hold for all values.
		_, err = c.Config(sqlite3.DBCONFIG_ENABLE_QPSG, true)
	}
	out := &conn{Conn: c, stmts: map[string]*statement{}, reader: reader}
	if err == nil {
		err = checkOwner(out, reader)
	}
	c.SetInterrupt(context.Background())
	if err != nil {
		_ = c.Close()
		return nil, sqliteError(err, db.key)
	}
	return out, nil
}

// checksumBytes are kept free at the end of each page of a new file. The driver puts a checksum there and looks at it
// whenever it reads the page: a page that was changed by anything else is then an error, and not other contents. An
// encrypted file needs it most, since its cipher makes of changed bytes other ones.
const checksumBytes = 8

// withChecksums changes nothing about a file that has pages already.
func withChecksums(c *sqlite3.Conn) error {
	_, err := c.FileControl("main", sqlite3.FCNTL_RESERVE_BYTES, checksumBytes)
	return err
}

// Checksums says whether the pages of the file have checksums: all that this program makes do, older ones may not.
func (db *SQLite) Checksums(ctx context.Context) (bool, error) {
	c, err := db.take(ctx, db.readers)
	if err != nil {
		return false, err
	}
	defer db.readers.put(c)
	said, err := c.text("PRAGMA checksum_verification")
	return said == "1", sqliteError(err, db.key)
}

// checkOwner refuses another program's database, and marks a new one as ours.
func checkOwner(c *conn, reader bool) error {
	id, err := c.number("PRAGMA application_id")
	if err != nil {
		return err
	}
	tables, err := c.number("SELECT count(*) FROM sqlite_schema")
	switch {
	case err != nil:
		return err
	case id == ApplicationID:
		return nil
	case id != 0 || tables != 0:
		return &Error{Kind: Foreign}
	case reader:
		return nil
	}
	return c.Exec("PRAGMA application_id=" + strconv.Itoa(ApplicationID))
}

// Name is sqlite.
func (db *SQLite) Name() string { return "sqlite" }

// Close waits for the connections that are in use and closes all.
func (db *SQLite) Close() error {
	db.closing.Do(func() {
		close(db.closed)
		// The writer goes last: it is the one that tidies the log away.
		for range db.size {
			<-db.readers.free
			db.readers.pop().close()
		}
		<-db.writer.free
		w := db.writer.pop()
		if !w.broken {
			db.failed = sqliteError(w.Exec("PRAGMA optimize"), nil)
		}
		w.close()
	})
	return db.failed
}

func (db *SQLite) closeIdle() {
	for {
		select {
		case <-db.readers.free:
			db.readers.pop().close()
		case <-db.writer.free:
			db.writer.pop().close()
		default:
			return
		}
	}
}

// Read runs fn on a reader.
func (db *SQLite) Read(ctx context.Context, _ string, fn func(Tx) error) error {
	return db.run(ctx, db.readers, "BEGIN", false, fn)
}

// ReadOnce runs fn on a reader: one query needs no transaction around it.
func (db *SQLite) ReadOnce(ctx context.Context, _ string, fn func(Tx) error) error {
	return db.run(ctx, db.readers, "", true, fn)
}

// Write runs fn on the writer, again where it says that it came into another's way.
func (db *SQLite) Write(ctx context.Context, _ string, fn func(Tx) error) error {
	return again(ctx, func() error { return db.run(ctx, db.writer, "BEGIN IMMEDIATE", false, fn) })
}

// take waits for a connection. One that could not be tidied up after its last transaction is made anew.
func (db *SQLite) take(ctx context.Context, from *pool) (*conn, error) {
	if ctx.Err() != nil { // of a choice between this and a connection nobody knows what comes out
		return nil, &Error{Kind: Canceled}
	}
	wait := time.NewTimer(queueWait)
	defer wait.Stop()
	var c *conn
	select {
	case <-db.closed:
		return nil, &Error{Kind: Closed}
	case <-from.free:
		c = from.pop()
	case <-ctx.Done():
		return nil, &Error{Kind: Canceled}
	case <-wait.C:
		return nil, &Error{Kind: Busy}
	}
	if !c.broken {
		return c, nil
	}
	fresh, err := db.open(ctx, c.reader)
	if err != nil {
		from.put(c)
		return nil, err
	}
	return fresh, nil
}

func (db *SQLite) run(ctx context.Context, from *pool, begin string, once bool, fn func(Tx) error) error {
	c, err := db.take(ctx, from)
	if err != nil {
		return err
	}
	tx := &sqliteTx{c: c, once: once}
	returned := false
	defer func() {
		// Also where fn panics, or ends the goroutine: then the connection may be in any state.
		tx.end()
		if !returned {
			c.discard()
		}
		from.put(c)
	}()
	err = tx.run(ctx, begin, fn)
	returned = true
	db.health.note(err)
	if ctx.Err() != nil && isKind(err, Busy) {
		return &Error{Kind: Canceled}
	}
	return err
}
