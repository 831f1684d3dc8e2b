package engine

import (
	"encoding/binary"
	"math"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

type postgresRows struct {
	tx     *postgresTx
	rows   pgx.Rows
	batch  pgx.BatchResults // nil unless the query was sent with its transaction
	fields []pgconn.FieldDescription
	raw    [][]byte
	err    error
	closed bool
}

func (r *postgresRows) Next() bool {
	if r.closed || r.err != nil {
		return false
	}
	if r.rows.Next() {
		r.raw = r.rows.RawValues()
		return true
	}
	_ = r.Close()
	return false
}

// Scan reads the server's binary form. The driver's own way asks for each value anew what it is and what it goes into.
func (r *postgresRows) Scan(dest ...any) error {
	if r.closed {
		return &Error{Kind: Fault, Code: "scan"}
	}
	if r.fields == nil {
		r.fields = r.rows.FieldDescriptions()
	}
	if len(dest) > len(r.raw) {
		r.err = &Error{Kind: Fault, Code: "scan"}
		return r.err
	}
	for i, d := range dest {
		if !column(&r.fields[i], r.raw[i], d) {
			r.err = &Error{Kind: Fault, Code: "scan"}
			return r.err
		}
	}
	return nil
}

// column reads one value; ok is false for null where null cannot be, and for a type that is not ours.
func column(f *pgconn.FieldDescription, raw []byte, dest any) (ok bool) {
	switch d := dest.(type) {
	case *Repeated:
		d.set(raw)
		return raw != nil && text(f)
	case *Number:
		if d.Valid = raw != nil; !d.Valid {
			d.Float = 0
			return true
		}
		d.Float, ok = float(f, raw)
	case *string:
		*d = string(raw)
		return raw != nil && text(f)
	case *[]byte:
		*d = append((*d)[:0], raw...)
		return f.DataTypeOID == pgtype.ByteaOID && f.Format == pgx.BinaryFormatCode || text(f)
	case *int64:
		*d, ok = integer(f, raw)
	case *float64:
		*d, ok = float(f, raw)
	case **float64:
		*d = nil
		if raw == nil {
			return true
		}
		var n float64
		if n, ok = float(f, raw); ok {
			*d = &n
		}
	}
	return ok
}

// text has the same form whichever way it is sent.
func text(f *pgconn.FieldDescription) bool {
	return f.DataTypeOID == pgtype.TextOID || f.DataTypeOID == pgtype.VarcharOID || f.DataTypeOID == pgtype.NameOID
}

func integer(f *pgconn.FieldDescription, raw []byte) (int64, bool) {
	if f.Format == pgx.BinaryFormatCode {
		switch {
		case f.DataTypeOID == pgtype.Int8OID && len(raw) == 8:
			return int64(binary.BigEndian.Uint64(raw)), true
		case f.DataTypeOID == pgtype.Int4OID && len(raw) == 4:
			return int64(int32(binary.BigEndian.Uint32(raw))), true
		}
	}
	return 0, false
}

func float(f *pgconn.FieldDescription, raw []byte) (float64, bool) {
	if f.Format == pgx.BinaryFormatCode && f.DataTypeOID == pgtype.Float8OID && len(raw) == 8 {
		return math.Float64frombits(binary.BigEndian.Uint64(raw)), true
	}
	return 0, false
}

func (r *postgresRows) Close() error {
	if r.closed {
		return r.err
	}
	r.closed = true
	r.rows.Close()
	err := r.rows.Err()
	if r.batch != nil {
		if closing := r.batch.Close(); err == nil {
			err = closing
		}
	}
	if err != nil && r.err == nil {
		r.err = postgresError(err)
	}
	if r.tx.open == r {
		r.tx.open = nil
	}
	return r.err
}
