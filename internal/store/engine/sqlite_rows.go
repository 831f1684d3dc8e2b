package engine

import "github.com/ncruces/go-sqlite3"

type sqliteRows struct {
	tx     *sqliteTx
	s      *sqlite3.Stmt
	keys   [][]byte // of a lookup: those still to be asked for
	place  int      // where they are bound, 0 for no lookup
	err    error
	closed bool
}

func (r *sqliteRows) Next() bool {
	for !r.closed && r.err == nil {
		if r.s.Step() {
			return true
		}
		if len(r.keys) == 0 || r.s.Err() != nil {
			_ = r.Close()
			return false
		}
		r.bind()
	}
	return false
}

// bind goes on to the next key of a lookup.
func (r *sqliteRows) bind() {
	err := r.s.Reset()
	if err == nil {
		err = bindBytes(r.s, r.place, r.keys[0])
	}
	if err != nil {
		r.err = sqliteError(err, nil)
	}
	r.keys = r.keys[1:]
}

func (r *sqliteRows) Scan(dest ...any) error {
	if r.closed {
		return &Error{Kind: Fault, Code: "scan"}
	}
	for i, d := range dest {
		if !r.column(i, d) {
			r.err = &Error{Kind: Fault, Code: "scan"}
			return r.err
		}
	}
	return nil
}

// column reads one value; ok is false for null where null cannot be, and for a type that is not ours.
func (r *sqliteRows) column(i int, dest any) (ok bool) {
	switch d := dest.(type) {
	case *Repeated:
		raw := r.s.ColumnRawText(i)
		d.set(raw)
		return raw != nil
	case *Number:
		d.Float, d.Valid = r.s.ColumnFloat(i), true
		if d.Float == 0 {
			d.Valid = r.present(i)
		}
	case *string:
		raw := r.s.ColumnRawText(i)
		*d = string(raw)
		return raw != nil // it is for null alone
	case *int64:
		*d = r.s.ColumnInt64(i)
		return *d != 0 || r.present(i)
	case *[]byte:
		*d = append((*d)[:0], r.s.ColumnRawBlob(i)...)
	case **float64:
		*d = nil
		if r.present(i) {
			f := r.s.ColumnFloat(i)
			*d = &f
		}
	case *float64:
		*d = r.s.ColumnFloat(i)
		return *d != 0 || r.present(i)
	default:
		return false
	}
	return true
}

func (r *sqliteRows) present(i int) bool { return r.s.ColumnType(i) != sqlite3.NULL }

// Close resets the statement for its next use and lets go of its arguments.
func (r *sqliteRows) Close() error {
	if r.closed {
		return r.err
	}
	r.closed = true
	if err := r.s.Err(); err != nil && r.err == nil {
		r.err = sqliteError(err, nil)
	}
	_ = r.s.Reset()
	_ = r.s.ClearBindings()
	if r.tx.open == r {
		r.tx.open = nil
	}
	return r.err
}
