package engine

import (
	"bytes"
	"context"
	"strconv"
	"strings"
)

var postgresTypes = map[Type]string{Text: "text", Int: "bigint", Float: "double precision", Bytes: "bytea"}

// insertRows and insertBytes are how much goes to the server in one statement at most.
const (
	insertRows  = 5000
	insertBytes = 16 << 20
)

// Insert sends the columns as arrays: one statement for any number of rows. A column that says the same in all of them
// is sent once: taking arrays apart is most of what such a statement costs.
func (t *postgresTx) Insert(ctx context.Context, in Insertion, n int, row func(int, Values)) ([]bool, error) {
	if err := t.ready(nil); err != nil {
		return nil, err
	}
	if t.once {
		return nil, &Error{Kind: Fault, Code: "once"}
	}
	if in.Own && n >= copyFrom && t.beside {
		return t.copyIn(ctx, in, n, row)
	}
	var added []bool
	if in.Key != Unkeyed {
		added = make([]bool, 0, n)
	}
	for from := 0; from < n; {
		v := newColumns(in, min(n-from, insertRows))
		to := from
		for to < n && to-from < insertRows && v.size < insertBytes && v.err == nil {
			row(to, v)
			to++
		}
		if v.err != nil {
			return nil, v.err
		}
		part, err := t.insert(ctx, in, v, to-from)
		if err != nil {
			return nil, err
		}
		added = append(added, part...)
		from = to
	}
	return added, nil
}

// insertion is the statement for columns of which some are the same in all rows.
func insertion(in Insertion, same []bool) string {
	var values, arrays, names []string
	for i, c := range in.Columns {
		arg := "$" + strconv.Itoa(i+1) + "::" + postgresTypes[c.Type]
		if same[i] {
			values = append(values, arg)
			continue
		}
		name := "c" + strconv.Itoa(i)
		values, arrays, names = append(values, "u."+name), append(arrays, arg+"[]"), append(names, name)
	}
	sql := "INSERT INTO " + in.Table + " (" + in.names() + ") SELECT " + strings.Join(values, ", ") +
		" FROM unnest(" + strings.Join(arrays, ", ") + ") AS u(" + strings.Join(names, ", ") + ")" + in.conflict()
	if in.Key != Unkeyed {
		sql += " RETURNING " + in.Columns[in.Key].Name
	}
	return sql
}

func (t *postgresTx) insert(ctx context.Context, in Insertion, v *columns, n int) ([]bool, error) {
	args, same := v.args(in.Key)
	sql := insertion(in, same)
	if in.Key == Unkeyed {
		tag, err := t.conn.Exec(ctx, sql, args...)
		t.added(in.Table, addition{tag.RowsAffected(), in.Conflict != ""})
		return nil, postgresError(err)
	}
	rows, err := t.conn.Query(ctx, sql, args...)
	if err != nil {
		return nil, postgresError(err)
	}
	defer rows.Close()
	inserted := make(map[string]bool, n)
	for rows.Next() {
		inserted[string(rows.RawValues()[0])] = true
	}
	if err := rows.Err(); err != nil {
		return nil, postgresError(err)
	}
	t.added(in.Table, addition{int64(len(inserted)), in.Conflict != ""})
	added := make([]bool, n)
	for i, k := range v.bytes[in.Key] {
		// Of two rows with one key in one statement the first went in.
		added[i] = inserted[string(k)]
		delete(inserted, string(k))
	}
	return added, nil
}

// columns gathers rows column by column, as the server takes them.
type columns struct {
	types  []Type
	texts  [][]string
	ints   [][]int64
	floats [][]*float64
	bytes  [][][]byte
	size   int
	err    error
}

func newColumns(in Insertion, n int) *columns {
	width := len(in.Columns)
	v := &columns{texts: make([][]string, width), ints: make([][]int64, width), floats: make([][]*float64, width), bytes: make([][][]byte, width)}
	for i, c := range in.Columns {
		v.types = append(v.types, c.Type)
		switch c.Type {
		case Text:
			v.texts[i] = make([]string, 0, n)
		case Int:
			v.ints[i] = make([]int64, 0, n)
		case Float:
			v.floats[i] = make([]*float64, 0, n)
		case Bytes:
			v.bytes[i] = make([][]byte, 0, n)
		}
	}
	return v
}

func (v *columns) keep(err error) {
	if v.err == nil {
		v.err = err
	}
}

func (v *columns) Text(c int, s string) {
	v.keep(checkText(s))
	v.size += len(s)
	v.texts[c] = append(v.texts[c], s)
}

func (v *columns) Int(c int, n int64) { v.ints[c] = append(v.ints[c], n) }

func (v *columns) Float(c int, f *float64) {
	if f != nil {
		n, err := checkFloat(*f)
		v.keep(err)
		f = &n
	}
	v.floats[c] = append(v.floats[c], f)
}

// Bytes copies, since the caller may use the slice again, and keeps empty apart from null.
func (v *columns) Bytes(c int, b []byte) {
	v.keep(checkBytes(b))
	v.size += len(b)
	v.bytes[c] = append(v.bytes[c], append(make([]byte, 0, len(b)), b...))
}

// args are the columns as arguments, and which of them say the same in all rows. One at least is an array: the key, or
// the last.
func (v *columns) args(key int) (out []any, same []bool) {
	if key == Unkeyed {
		key = len(v.types) - 1
	}
	out, same = make([]any, len(v.types)), make([]bool, len(v.types))
	for i, t := range v.types {
		switch t {
		case Text:
			out[i], same[i] = argument(v.texts[i], i == key, func(a, b string) bool { return a == b })
		case Int:
			out[i], same[i] = argument(v.ints[i], i == key, func(a, b int64) bool { return a == b })
		case Float:
			out[i], same[i] = argument(v.floats[i], i == key, func(a, b *float64) bool { return a == nil && b == nil })
		case Bytes:
			out[i], same[i] = argument(v.bytes[i], i == key, bytes.Equal)
		}
	}
	return out, same
}

func argument[T any](values []T, array bool, equal func(a, b T) bool) (arg any, same bool) {
	if array {
		return values, false
	}
	for i := range values {
		if !equal(values[0], values[i]) {
			return values, false
		}
	}
	return values[0], true
}
