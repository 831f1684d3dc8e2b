package store

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/archive"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// A backup holds the rows of every table in the order of their keys and the original files, whichever engine they come
// from: a record can move from one to the other. See package archive for how it is closed.

// Files are the original files beside the database, by person and document.
type Files interface {
	// Open returns an error that is fs.ErrNotExist where there is no such file.
	Open(ctx context.Context, person record.PersonID, document string) (io.ReadCloser, error)
	// Put makes a file of all that r gives, or none where r fails.
	Put(ctx context.Context, person record.PersonID, document string, r io.Reader) error
	Remove(ctx context.Context, person record.PersonID, document string) error
}

// BackupOptions of Backup and Restore.
type BackupOptions struct {
	KeyFile string // encrypts the archive, or opens it; "" for one that is not encrypted
	Files   Files  // nil: without the original files
	// Lost is told of each original file that is not in the backup. It may be nil.
	Lost func(Lost)
}

// Lost is an original file that a backup does not hold.
type Lost struct {
	Person   record.PersonID
	Document string
	Damaged  bool // it is there, and is not what was kept, or cannot be read
}

// BackupSummary is what a backup holds. Equal contents have equal digests.
type BackupSummary struct {
	Rows    int64
	Files   int64
	Missing int64 // files that the record names and that are not there
	Damaged int64 // files that are there and cannot be read as they were kept
	Unsound bool  // an index of the store is damaged: all rows are in the backup, which is the way to a sound store
	Digest  [32]byte
}

// Parts of an archive.
const (
	partSchema = 'S' // the migrations that the tables were made by
	partTable  = 'T' // the rows after it are this table's
	partRow    = 'R'
	partFile   = 'F' // the pieces after it are this file's
	partPiece  = 'P'
	partLast   = 'L' // the last piece was this file's last
	partBroken = 'B' // the file could not be read further: what was read of it is nothing
	partEnd    = 'E'
)

// own are the tables that a new store fills by itself.
var own = []string{"schema_migration", "schema_lock"}

// Backup writes one state of the whole store to w, while others read and write. Only an archive that was written to its
// end can be restored.
func (s *Store) Backup(ctx context.Context, w io.Writer, o BackupOptions) (BackupSummary, error) {
	secret, err := optionalKey(o.KeyFile)
	if err != nil {
		return BackupSummary{}, err
	}
	enc, err := archive.NewEncoder(w, secret)
	if err != nil {
		return BackupSummary{}, engine.FileError(err)
	}
	indexes, err := s.sound(ctx)
	if err != nil {
		return BackupSummary{}, err
	}
	b := &backup{enc: enc, files: o.Files, lost: o.Lost, whole: s.Engine() == "sqlite"}
	b.sum.Unsound = !indexes
	begun := false
	err = s.db.Read(ctx, "", func(tx engine.Tx) error {
		if begun {
			return &engine.Error{Kind: engine.Fault, Code: "again"} // what is written cannot be taken back
		}
		begun = true
		b.tx = tx
		return b.run(ctx)
	})
	if err == nil {
		err = engine.FileError(enc.Close())
	}
	return b.sum, err
}

// sound looks at the structure of a file whose pages have no checksums: a row that is found by a damaged key is not
// found, and nothing says so. With checksums a damaged page cannot be read; then it says whether the indexes can be. It
// is asked before, since SQLite ends a transaction in which a page could not be read.
func (s *Store) sound(ctx context.Context) (indexes bool, err error) {
	file, ok := s.db.(*engine.SQLite)
	if !ok {
		return true, nil
	}
	has, err := file.Checksums(ctx)
	if err != nil || !has {
		if err == nil {
			err = file.Quick(ctx)
		}
		return true, err
	}
	var tables []engine.Table
	if err := file.ReadOnce(ctx, "", func(tx engine.Tx) (err error) { tables, err = contents(ctx, tx); return err }); err != nil {
		return false, err
	}
	for _, t := range tables {
		err := file.ReadOnce(ctx, "", func(tx engine.Tx) error {
			_, err := count(ctx, tx, "SELECT count(*) FROM "+t.Name)
			return err
		})
		var damaged *engine.Error
		switch {
		case errors.As(err, &damaged) && damaged.Kind == engine.Corrupt:
			return false, nil
		case err != nil:
			return false, err
		}
	}
	return true, nil
}

type backup struct {
	enc     *archive.Encoder
	tx      engine.Tx
	files   Files
	lost    func(Lost)
	whole   bool // a transaction sees everybody's rows
	persons []string
	sum     BackupSummary
}

func (b *backup) run(ctx context.Context) error {
	applied, err := appliedMigrations(ctx, b.tx)
	if err != nil {
		return err
	}
	b.enc.Byte(partSchema)
	b.enc.Int(int64(len(applied)))
	for version := range int64(len(applied)) {
		b.enc.Text(applied[version+1])
	}
	tables, err := contents(ctx, b.tx)
	if err != nil {
		return err
	}
	if err := b.findPersons(ctx, tables); err != nil {
		return err
	}
	for _, t := range tables {
		if err := b.table(ctx, t); err != nil {
			return err
		}
	}
	if err := b.documents(ctx); err != nil {
		return err
	}
	b.enc.Byte(partEnd)
	b.sum.Digest = b.enc.Sum()
	b.enc.Int(b.sum.Rows)
	b.enc.Int(b.sum.Files)
	b.enc.Bytes(b.sum.Digest[:])
	return engine.FileError(b.enc.Err())
}

// contents are the tables that are copied, by name.
func contents(ctx context.Context, tx engine.Tx) ([]engine.Table, error) {
	all, err := tx.Tables(ctx)
	return slices.DeleteFunc(all, func(t engine.Table) bool { return slices.Contains(own, t.Name) }), err
}

// findPersons finds everybody who has rows. A server shows nobody's rows without their name; there the list of persons
// is all there is to go by.
func (b *backup) findPersons(ctx context.Context, tables []engine.Table) error {
	if err := b.tx.As(ctx, everyone); err != nil {
		return err
	}
	for _, t := range tables {
		if !slices.Contains(personal, t.Name) {
			continue
		}
		for last := ""; ; {
			next, err := texts(ctx, b.tx, "SELECT person_id FROM "+t.Name+" WHERE person_id > ? ORDER BY "+strings.Join(t.Key, ", ")+" LIMIT 1", last)
			if err != nil {
				return err
			}
			if len(next) == 0 {
				break
			}
			last = next[0]
			b.persons = append(b.persons, last)
		}
	}
	slices.Sort(b.persons)
	b.persons = slices.Compact(b.persons)
	return b.tx.As(ctx, "")
}

func texts(ctx context.Context, tx engine.Tx, sql string, args ...any) ([]string, error) {
	rows, err := tx.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	var out []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		out = append(out, s)
	}
	return out, rows.Close()
}

func (b *backup) table(ctx context.Context, t engine.Table) error {
	b.enc.Byte(partTable)
	b.enc.Text(t.Name)
	b.enc.Int(int64(len(t.Columns)))
	names := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		names[i] = c.Name
		b.enc.Text(c.Name)
		b.enc.Int(int64(c.Type))
	}
	sql := "SELECT " + strings.Join(names, ", ") + " FROM " + t.Name
	order := " ORDER BY " + strings.Join(t.Key, ", ")
	before := b.sum.Rows
	if !slices.Contains(personal, t.Name) {
		if err := b.rows(ctx, t, sql+order); err != nil {
			return err
		}
		return b.recount(ctx, t, before, "")
	}
	persons := b.persons
	if t.Name == "name_alias" {
		persons = append([]string{""}, persons...) // what is confirmed for everybody
	}
	for _, p := range persons {
		if err := b.tx.As(ctx, p); err != nil {
			return err
		}
		before := b.sum.Rows
		if err := b.rows(ctx, t, sql+" WHERE person_id = ?"+order, p); err != nil {
			return err
		}
		if b.whole {
			continue
		}
		if err := b.recount(ctx, t, before, p); err != nil {
			return err
		}
	}
	if err := b.tx.As(ctx, ""); err != nil || !b.whole {
		return err
	}
	return b.recount(ctx, t, before, "")
}

// recount holds the rows that were written of a table against a count of its own, which is not by the key that they were
// found by: the engine goes through the whole of its smallest index.
func (b *backup) recount(ctx context.Context, t engine.Table, before int64, person string) error {
	sql, args := "SELECT count(*) FROM "+t.Name, []any{}
	if person != "" {
		sql, args = sql+" WHERE person_id = ?", []any{person}
	}
	if b.sum.Unsound {
		// An index that cannot be read does not keep back rows that can: then the table is gone through, from end to end.
		sql += " NOT INDEXED"
	}
	n, err := count(ctx, b.tx, sql, args...)
	if err == nil && n != b.sum.Rows-before {
		err = &engine.Error{Kind: engine.Corrupt}
	}
	return err
}

func (b *backup) rows(ctx context.Context, t engine.Table, sql string, args ...any) error {
	rows, err := b.tx.Query(ctx, sql, args...)
	if err != nil {
		return err
	}
	values := make([]value, len(t.Columns))
	dest := make([]any, len(t.Columns))
	for i, c := range t.Columns {
		dest[i] = values[i].dest(c.Type)
	}
	for rows.Next() {
		if err := rows.Scan(dest...); err != nil {
			return errors.Join(err, rows.Close())
		}
		b.enc.Byte(partRow)
		for i, c := range t.Columns {
			values[i].encode(b.enc, c.Type)
		}
		b.sum.Rows++
		if b.enc.Err() != nil {
			return errors.Join(engine.FileError(b.enc.Err()), rows.Close())
		}
	}
	return rows.Close()
}

// value is one value of any column.
type value struct {
	n     int64
	f     *float64
	bytes []byte
}

func (v *value) dest(t engine.Type) any {
	switch t {
	case engine.Int:
		return &v.n
	case engine.Float:
		return &v.f
	default:
		return &v.bytes
	}
}

func (v *value) encode(e *archive.Encoder, t engine.Type) {
	switch t {
	case engine.Int:
		e.Int(v.n)
	case engine.Float:
		e.Float(v.f)
	default:
		e.Bytes(v.bytes)
	}
}

// documents writes the original files that the document table names.
func (b *backup) documents(ctx context.Context) error {
	if b.files == nil {
		return nil
	}
	for _, p := range b.persons {
		if err := b.tx.As(ctx, p); err != nil {
			return err
		}
		ids, err := texts(ctx, b.tx, "SELECT document_id FROM document WHERE person_id = ? ORDER BY document_id", p)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := b.document(ctx, record.PersonID(p), id); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *backup) document(ctx context.Context, person record.PersonID, id string) error {
	f, err := b.files.Open(ctx, person, id)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		b.sum.Missing++
		b.leftOut(person, id, false)
		return nil
	case err != nil:
		return b.damaged(ctx, person, id)
	}
	defer f.Close()
	b.enc.Byte(partFile)
	b.enc.Text(string(person))
	b.enc.Text(id)
	piece := make([]byte, 64<<10)
	for {
		n, err := f.Read(piece)
		if n > 0 {
			b.enc.Byte(partPiece)
			b.enc.Bytes(piece[:n])
		}
		switch {
		case errors.Is(err, io.EOF):
			b.enc.Byte(partLast)
			b.sum.Files++
			return engine.FileError(b.enc.Err())
		case b.enc.Err() != nil:
			return engine.FileError(b.enc.Err())
		case err != nil:
			b.enc.Byte(partBroken)
			return b.damaged(ctx, person, id)
		case ctx.Err() != nil:
			return &engine.Error{Kind: engine.Canceled}
		}
	}
}

// damaged goes on after an original file that cannot be read: the records are worth more than it. A caller that has
// given up is told so.
func (b *backup) damaged(ctx context.Context, person record.PersonID, id string) error {
	if ctx.Err() != nil {
		return &engine.Error{Kind: engine.Canceled}
	}
	b.sum.Damaged++
	b.leftOut(person, id, true)
	return nil
}

func (b *backup) leftOut(person record.PersonID, id string, damaged bool) {
	if b.lost != nil {
		b.lost(Lost{Person: person, Document: id, Damaged: damaged})
	}
}
