package engine

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/ncruces/go-sqlite3"
)

// RekeySQLite writes a file anew under another key, or under none, and puts the copy in the file's place once check has
// found it whole. Until then the file is what it was, and it still is after any error. Nobody else may have it open.
func RekeySQLite(ctx context.Context, path string, from, to []byte, check func(copied *SQLite) error) error {
	abs, err := filepath.Abs(path)
	if err != nil {
		return &Error{Kind: Fault}
	}
	if !exists(abs) {
		return &Error{Kind: ReadOnly, Code: "missing"}
	}
	if err := checkFile(abs, from); err != nil {
		return err
	}
	c, err := exclusive(ctx, abs, from)
	if err != nil {
		return err
	}
	defer c.Close()
	// What a run that was killed left behind.
	temporary := abs + ".rekey"
	if err := removeAll(temporary); err != nil {
		return err
	}
	defer func() { _ = removeAll(temporary) }()
	f, err := private(temporary)
	if err != nil {
		return fileError(err)
	}
	defer f.Close()
	// Written anew and not copied page by page, so that it gets checksums where it had none.
	if err := c.copyTo(uri(temporary, to) + "&" + checksummed + "=1"); err != nil {
		return sqliteError(err, nil)
	}
	if err := checked(ctx, temporary, to, check); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return fileError(err)
	}
	if err := os.Rename(temporary, abs); err != nil {
		return fileError(err)
	}
	return syncDir(filepath.Dir(abs))
}

// exclusive opens a file so that nobody else reads or writes it until the connection is closed, and without a log beside
// it.
func exclusive(ctx context.Context, path string, key []byte) (*conn, error) {
	raw, err := sqlite3.OpenFlags(uri(path, key), sqlite3.OPEN_READWRITE|sqlite3.OPEN_URI)
	if err != nil {
		return nil, sqliteError(err, key)
	}
	c := &conn{Conn: raw, stmts: map[string]*statement{}}
	raw.SetInterrupt(ctx)
	err = checkOwner(c, true)
	for _, sql := range []string{
		"PRAGMA temp_store=MEMORY", "PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA locking_mode=EXCLUSIVE", "PRAGMA journal_mode=DELETE",
		"BEGIN EXCLUSIVE", "COMMIT",
	} {
		if err == nil {
			err = raw.Exec(sql)
		}
	}
	if err == nil {
		// With another process there the journal stays what it is, and no error is given.
		var mode string
		if mode, err = c.text("PRAGMA journal_mode"); err == nil && mode != "delete" {
			err = &Error{Kind: Busy}
		}
	}
	if err != nil {
		_ = raw.Close()
		return nil, sqliteError(err, key)
	}
	return c, nil
}

func (c *conn) copyTo(uri string) error {
	if err := withChecksums(c.Conn); err != nil {
		return err
	}
	s, _, err := c.Prepare("VACUUM INTO ?")
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.BindText(1, uri); err != nil {
		return err
	}
	return s.Exec()
}

func (c *conn) text(sql string) (string, error) {
	s, _, err := c.Prepare(sql)
	if err != nil {
		return "", err
	}
	defer s.Close()
	s.Step()
	return s.ColumnText(0), s.Err()
}

// checked opens a copy as it will be opened, and has it looked at.
func checked(ctx context.Context, path string, key []byte, check func(*SQLite) error) error {
	db, err := OpenSQLite(ctx, path, key)
	if err != nil {
		return err
	}
	err = db.Whole(ctx)
	if err == nil {
		err = check(db)
	}
	if closing := db.Close(); err == nil {
		err = closing
	}
	return err
}

// Whole has SQLite go through the whole file, and gives an error where anything in it is damaged.
func (db *SQLite) Whole(ctx context.Context) error { return db.check(ctx, "PRAGMA integrity_check(1)") }

func (db *SQLite) check(ctx context.Context, pragma string) error {
	return db.ReadOnce(ctx, "", func(tx Tx) error {
		rows, err := tx.Query(ctx, pragma)
		if err != nil {
			return err
		}
		var found []string
		for rows.Next() {
			var line string
			if err := rows.Scan(&line); err != nil {
				return err
			}
			found = append(found, line)
		}
		if err := rows.Close(); err != nil {
			return err
		}
		if strings.Join(found, "\n") != "ok" {
			return &Error{Kind: Corrupt}
		}
		return nil
	})
}

// Quick is Whole without a comparison of each index with its table.
func (db *SQLite) Quick(ctx context.Context) error { return db.check(ctx, "PRAGMA quick_check(1)") }

// DiscardSQLite removes a file that nobody has open, where empty finds nothing in it.
func DiscardSQLite(ctx context.Context, path string, key []byte, empty func(Tx) (bool, error)) error {
	abs, err := filepath.Abs(path)
	if err != nil {
		return &Error{Kind: Fault}
	}
	if err := checkFile(abs, key); err != nil {
		return err
	}
	c, err := exclusive(ctx, abs, key)
	if err != nil {
		return err
	}
	defer c.close()
	tx := &sqliteTx{c: c}
	defer tx.end()
	is, err := empty(tx)
	switch {
	case err != nil:
		return err
	case !is:
		return &Error{Kind: NotEmpty}
	}
	return removeAll(abs)
}

func removeAll(path string) error {
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		if err := os.Remove(path + suffix); err != nil && !os.IsNotExist(err) {
			return fileError(err)
		}
	}
	return nil
}

// syncDir makes a renamed file outlive a loss of power.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return fileError(err)
	}
	defer d.Close()
	return fileError(d.Sync())
}
