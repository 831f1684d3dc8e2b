package store

import (
	"context"
	"errors"
	"io"
	"slices"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/archive"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// Limits of what is read from an archive before it is known to be whole.
const (
	nameLimit    = 1 << 10
	valueLimit   = 64 << 20
	restoreRows  = 1000
	restoreBytes = 4 << 20
)

// Restore fills an empty store from an archive: with all of it, or, where anything about it is wrong, with nothing.
func (s *Store) Restore(ctx context.Context, r io.Reader, o BackupOptions) (BackupSummary, error) {
	secret, err := optionalKey(o.KeyFile)
	if err != nil {
		return BackupSummary{}, err
	}
	dec, err := archive.NewDecoder(r, secret)
	if err != nil {
		return BackupSummary{}, archiveError(err)
	}
	re := &restore{dec: dec, files: o.Files, counts: map[place]int64{}}
	begun := false
	err = s.db.Write(ctx, "", func(tx engine.Tx) error {
		if begun {
			return &engine.Error{Kind: engine.Fault, Code: "again"} // the archive is read already
		}
		begun = true
		re.tx = tx
		return re.run(ctx)
	})
	if err != nil {
		re.takeBack(ctx)
		return BackupSummary{}, err
	}
	return re.sum, nil
}

// BackupEncrypted says from the beginning of an archive whether it needs a key file.
func BackupEncrypted(r io.Reader) (bool, error) {
	is, err := archive.Encrypted(r)
	return is, archiveError(err)
}

// CheckBackup reads the beginning of an archive: whether it can be one, the key file is its own, and it was made by this
// version of the program. What comes after that is looked at while it is restored.
func CheckBackup(r io.Reader, keyFile string) error {
	secret, err := optionalKey(keyFile)
	if err != nil {
		return err
	}
	dec, err := archive.NewDecoder(r, secret)
	if err != nil {
		return archiveError(err)
	}
	names, err := migrationNames()
	if err != nil {
		return err
	}
	ours := map[int64]string{}
	for i, name := range names {
		text, err := migrations.ReadFile(name)
		if err != nil {
			return err
		}
		ours[int64(i+1)] = digestOf(text)
	}
	return sameSchema(dec, ours)
}

// sameSchema compares the versions that an archive names with those of a store.
func sameSchema(dec *archive.Decoder, applied map[int64]string) error {
	if dec.Byte() != partSchema {
		dec.Fail()
	}
	n := dec.Int()
	same := n == int64(len(applied))
	for version := int64(1); version <= n && dec.Err() == nil; version++ {
		same = dec.Text(nameLimit) == applied[version] && same
	}
	if err := archiveError(dec.Err()); err != nil {
		return err
	}
	if !same {
		return &engine.Error{Kind: engine.OtherVersion}
	}
	return nil
}

// Discard removes a store in a file that nobody has open and that holds nothing, such as one that was made for a
// restoration that failed.
func Discard(ctx context.Context, path, keyFile string) error {
	key, err := optionalKey(keyFile)
	if err != nil {
		return err
	}
	return engine.DiscardSQLite(ctx, path, key, func(tx engine.Tx) (bool, error) {
		tables, err := contents(ctx, tx)
		if err != nil {
			return false, err
		}
		return emptyTables(ctx, tx, tables)
	})
}

// emptyTables says that none of the tables has a row.
func emptyTables(ctx context.Context, tx engine.Tx, tables []engine.Table) (bool, error) {
	for _, t := range tables {
		n, err := count(ctx, tx, "SELECT count(*) FROM (SELECT 1 FROM "+t.Name+" LIMIT 1) found")
		if err != nil || n != 0 {
			return false, err
		}
	}
	return true, nil
}

func archiveError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, archive.ErrNoKey):
		return &engine.Error{Kind: engine.BackupNoKey}
	case errors.Is(err, archive.ErrNeedsNone):
		return &engine.Error{Kind: engine.BackupPlain}
	case errors.Is(err, archive.ErrChanged), errors.Is(err, archive.ErrVersion):
		return &engine.Error{Kind: engine.BadBackup}
	}
	return engine.FileError(err)
}

// place is a person's part of a table, or a whole table that belongs to nobody.
type place struct{ table, person string }

type restore struct {
	dec    *archive.Decoder
	tx     engine.Tx
	files  Files
	tables []engine.Table
	table  *engine.Table // whose rows are being read
	as     string
	rows   [][]value
	size   int
	counts map[place]int64
	put    []kept
	sum    BackupSummary
}

// kept names a file.
type kept struct {
	person   record.PersonID
	document string
}

func (r *restore) run(ctx context.Context) error {
	if err := r.begin(ctx); err != nil {
		return err
	}
	for {
		var err error
		part := r.dec.Byte()
		if part != partRow {
			err = r.flush(ctx)
		}
		switch {
		case err != nil:
		case part == partTable:
			err = r.startTable(ctx)
		case part == partRow:
			err = r.row(ctx)
		case part == partFile:
			err = r.file(ctx)
		case part == partEnd:
			return r.end(ctx)
		default:
			r.dec.Fail()
		}
		if err == nil {
			err = archiveError(r.dec.Err())
		}
		if err != nil {
			return err
		}
	}
}

// begin compares the versions and refuses a store that holds anything.
func (r *restore) begin(ctx context.Context) error {
	applied, err := appliedMigrations(ctx, r.tx)
	if err != nil {
		return err
	}
	if err := sameSchema(r.dec, applied); err != nil {
		return err
	}
	if r.tables, err = contents(ctx, r.tx); err != nil {
		return err
	}
	if empty, err := emptyTables(ctx, r.tx, r.tables); err != nil || empty {
		return err
	}
	return &engine.Error{Kind: engine.NotEmpty}
}

func count(ctx context.Context, tx engine.Tx, sql string, args ...any) (n int64, err error) {
	rows, err := tx.Query(ctx, sql, args...)
	if err != nil {
		return 0, err
	}
	for rows.Next() {
		if err := rows.Scan(&n); err != nil {
			return 0, errors.Join(err, rows.Close())
		}
	}
	return n, rows.Close()
}

// startTable finds the table in our own schema: no name of the archive becomes part of a statement.
func (r *restore) startTable(ctx context.Context) error {
	name := r.dec.Text(nameLimit)
	i := slices.IndexFunc(r.tables, func(t engine.Table) bool { return t.Name == name })
	if r.dec.Int(); i < 0 {
		r.dec.Fail()
		return nil
	}
	r.table = &r.tables[i]
	for _, c := range r.table.Columns {
		if r.dec.Text(nameLimit) != c.Name || r.dec.Int() != int64(c.Type) {
			r.dec.Fail()
		}
	}
	if !slices.Contains(personal, name) {
		return r.actFor(ctx, "")
	}
	return nil
}

func (r *restore) actFor(ctx context.Context, person string) error {
	if r.as == person {
		return nil
	}
	r.as = person
	return r.tx.As(ctx, person)
}

// row gathers one row; they are stored many at once, those of one person together.
func (r *restore) row(ctx context.Context) error {
	if r.table == nil {
		r.dec.Fail()
		return nil
	}
	row := make([]value, len(r.table.Columns))
	person := ""
	for i, c := range r.table.Columns {
		switch c.Type {
		case engine.Int:
			row[i].n = r.dec.Int()
		case engine.Float:
			row[i].f = r.dec.Float()
		default:
			row[i].bytes = r.dec.Bytes(nil, valueLimit)
			r.size += len(row[i].bytes)
		}
		if c.Name == "person_id" && slices.Contains(personal, r.table.Name) {
			person = string(row[i].bytes)
		}
	}
	if r.dec.Err() != nil {
		return nil
	}
	if person != r.as {
		if err := r.flush(ctx); err != nil {
			return err
		}
		if err := r.actFor(ctx, person); err != nil {
			return err
		}
	}
	r.rows = append(r.rows, row)
	r.counts[place{r.table.Name, person}]++
	r.sum.Rows++
	if len(r.rows) >= restoreRows || r.size >= restoreBytes {
		return r.flush(ctx)
	}
	return nil
}

func (r *restore) flush(ctx context.Context) error {
	if len(r.rows) == 0 {
		return nil
	}
	into := engine.Insertion{Table: r.table.Name, Columns: r.table.Columns, Key: engine.Unkeyed}
	_, err := r.tx.Insert(ctx, into, len(r.rows), func(n int, v engine.Values) {
		for i, c := range r.table.Columns {
			x := &r.rows[n][i]
			switch c.Type {
			case engine.Text:
				v.Text(i, string(x.bytes))
			case engine.Int:
				v.Int(i, x.n)
			case engine.Float:
				v.Float(i, x.f)
			case engine.Bytes:
				v.Bytes(i, x.bytes)
			}
		}
	})
	r.rows, r.size = r.rows[:0], 0
	return err
}

// file hands one original file on. Without a place for files they are read and left out.
func (r *restore) file(ctx context.Context) error {
	person, id := record.PersonID(r.dec.Text(nameLimit)), r.dec.Text(nameLimit)
	pieces := &pieces{dec: r.dec}
	if r.dec.Err() != nil {
		return nil
	}
	if r.files == nil {
		_, err := io.Copy(io.Discard, pieces)
		if pieces.damaged {
			return nil
		}
		return archiveError(err)
	}
	r.put = append(r.put, kept{person, id})
	err := r.files.Put(ctx, person, id, pieces)
	switch {
	case pieces.damaged && err != nil:
		r.sum.Damaged++
		return nil
	case err != nil:
		return archiveError(err)
	}
	if !pieces.over {
		r.dec.Fail()
	}
	r.sum.Files++
	return nil
}

// pieces reads a file out of the archive.
type pieces struct {
	dec  *archive.Decoder
	buf  []byte
	rest []byte
	over bool

	damaged bool // it was so already when the archive was made
}

// errDamagedThen ends a file that could not be read to its end when the archive was made.
var errDamagedThen = errors.New("the file was damaged when the backup was made")

func (p *pieces) Read(b []byte) (int, error) {
	for len(p.rest) == 0 {
		if p.over {
			return 0, io.EOF
		}
		switch p.dec.Byte() {
		case partPiece:
			p.buf = p.dec.Bytes(p.buf, 64<<10)
			p.rest = p.buf
		case partLast:
			p.over = true
		case partBroken:
			p.damaged = true
			return 0, errDamagedThen
		default:
			p.dec.Fail()
		}
		if err := p.dec.Err(); err != nil {
			return 0, err
		}
	}
	n := copy(b, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}

// end holds what was stored against what the archive says it holds, before it counts.
func (r *restore) end(ctx context.Context) error {
	r.sum.Digest = r.dec.Sum()
	rows, files := r.dec.Int(), r.dec.Int()
	claimed := r.dec.Bytes(nil, 32)
	if err := archiveError(r.dec.End()); err != nil {
		return err
	}
	if rows != r.sum.Rows || r.files != nil && files != r.sum.Files || string(claimed) != string(r.sum.Digest[:]) {
		return &engine.Error{Kind: engine.BadBackup}
	}
	for p, want := range r.counts {
		if err := r.actFor(ctx, p.person); err != nil {
			return err
		}
		sql, args := "SELECT count(*) FROM "+p.table, []any{}
		if slices.Contains(personal, p.table) {
			sql, args = sql+" WHERE person_id = ?", []any{p.person}
		}
		switch n, err := count(ctx, r.tx, sql, args...); {
		case err != nil:
			return err
		case n != want: // a key was there twice
			return &engine.Error{Kind: engine.BadBackup}
		}
	}
	return nil
}

// takeBack removes the files of a restore that failed. The caller may have given up.
func (r *restore) takeBack(ctx context.Context) {
	for _, f := range r.put {
		_ = r.files.Remove(context.WithoutCancel(ctx), f.person, f.document)
	}
}
