package engine

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math"

	"github.com/jackc/pgx/v5/pgconn"
)

// copyFrom is how many rows an insertion has at least that goes the long way: the server is asked which of them it has,
// the others are copied into a table beside, and from there inserted at once. Taking arrays apart and looking for
// conflicts row by row costs it twice as much.
const copyFrom = 500

// copyIn inserts many rows of the transaction's person. Two transactions that insert the same row at once get in each
// other's way, and the second is run again.
func (t *postgresTx) copyIn(ctx context.Context, in Insertion, n int, row func(int, Values)) ([]bool, error) {
	beside := "pg_temp.in_" + in.Table
	if _, err := t.conn.Exec(ctx, "CREATE TEMPORARY TABLE IF NOT EXISTS in_"+in.Table+" (LIKE "+in.Table+") ON COMMIT DELETE ROWS"); err != nil {
		return nil, postgresError(err)
	}
	added := make([]bool, n)
	v := &copyRows{key: in.Key, buf: make([]byte, 0, min(n, insertRows)*600)}
	for from := 0; from < n; {
		v.reset(len(in.Columns))
		to := from
		for to < n && to-from < insertRows && len(v.buf) < insertBytes && v.err == nil {
			v.begin()
			row(to, v)
			to++
		}
		v.end()
		if v.err != nil {
			return nil, v.err
		}
		if err := t.copyPart(ctx, in, beside, v, added[from:to]); err != nil {
			return nil, err
		}
		from = to
	}
	return added, nil
}

func (t *postgresTx) copyPart(ctx context.Context, in Insertion, beside string, v *copyRows, added []bool) error {
	key := in.Columns[in.Key].Name
	there := make(map[string]bool, len(v.keys))
	rows, err := t.Lookup(ctx, "SELECT x."+key+" AS found FROM "+in.Table+" x WHERE x.person_id = ? AND x."+key+" = ?", v.keys, t.person)
	if err != nil {
		return err
	}
	var id []byte
	for rows.Next() {
		if err := rows.Scan(&id); err != nil {
			return errors.Join(err, rows.Close())
		}
		there[string(id)] = true
	}
	if err := rows.Close(); err != nil {
		return err
	}
	left := 0
	for i, k := range v.keys {
		// Of two rows with one key the first goes in.
		if added[i] = !there[string(k)]; added[i] {
			there[string(k)] = true
			left++
		}
	}
	if left == 0 {
		return nil
	}
	t.added(in.Table, addition{rows: int64(left)})
	if _, err := t.conn.PgConn().CopyFrom(ctx, bytes.NewReader(v.only(added)), "COPY "+beside+" ("+in.names()+") FROM STDIN (FORMAT binary)"); err != nil {
		return postgresError(err)
	}
	_, err = t.conn.Exec(ctx, "INSERT INTO "+in.Table+" ("+in.names()+") SELECT "+in.names()+" FROM "+beside)
	if err == nil {
		_, err = t.conn.Exec(ctx, "TRUNCATE "+beside)
	}
	if e := (*pgconn.PgError)(nil); errors.As(err, &e) && e.Code == "23505" {
		return &Error{Kind: Busy, Code: e.Code}
	}
	return postgresError(err)
}

// copyRows gathers rows in the server's binary form. The values of a row come in the order of the columns.
type copyRows struct {
	buf     []byte
	starts  []int // where rows begin, and where the last one ends
	keys    [][]byte
	columns int
	key     int
	next    int // the column that comes next
	err     error
}

// copyHeader is how binary data begin, with no flags and nothing more.
const copyHeader = "PGCOPY\n\xff\r\n\x00\x00\x00\x00\x00\x00\x00\x00\x00"

func (v *copyRows) reset(columns int) {
	v.buf, v.starts, v.keys, v.columns, v.next = append(v.buf[:0], copyHeader...), v.starts[:0], v.keys[:0], columns, columns
}

func (v *copyRows) begin() {
	v.end()
	v.next = 0
	v.buf = binary.BigEndian.AppendUint16(v.buf, uint16(v.columns))
}

// end is where one row ends and another may begin.
func (v *copyRows) end() {
	v.column(v.columns)
	v.starts = append(v.starts, len(v.buf))
}

func (v *copyRows) column(c int) {
	if v.next != c {
		v.keep(&Error{Kind: Fault, Code: "column"})
	}
	v.next++
}

func (v *copyRows) keep(err error) {
	if v.err == nil {
		v.err = err
	}
}

func (v *copyRows) size(n int) { v.buf = binary.BigEndian.AppendUint32(v.buf, uint32(n)) }

func (v *copyRows) Text(c int, s string) {
	v.column(c)
	if err := checkText(s); err != nil {
		v.keep(err)
		return
	}
	v.size(len(s))
	v.buf = append(v.buf, s...)
}

func (v *copyRows) Int(c int, n int64) {
	v.column(c)
	v.size(8)
	v.buf = binary.BigEndian.AppendUint64(v.buf, uint64(n))
}

func (v *copyRows) Float(c int, f *float64) {
	v.column(c)
	if f == nil {
		v.size(-1)
		return
	}
	n, err := checkFloat(*f)
	v.keep(err)
	v.size(8)
	v.buf = binary.BigEndian.AppendUint64(v.buf, math.Float64bits(n))
}

func (v *copyRows) Bytes(c int, b []byte) {
	v.column(c)
	if err := checkBytes(b); err != nil {
		v.keep(err)
		return
	}
	if c == v.key {
		v.keys = append(v.keys, append(make([]byte, 0, len(b)), b...))
	}
	v.size(len(b))
	v.buf = append(v.buf, b...)
}

// only are the data of the rows that are wanted.
func (v *copyRows) only(wanted []bool) []byte {
	out := v.buf[:len(copyHeader)]
	for i, w := range wanted {
		if w {
			out = append(out, v.buf[v.starts[i]:v.starts[i+1]]...)
		}
	}
	return binary.BigEndian.AppendUint16(out, math.MaxUint16) // no row, the end
}
