// Package engine runs SQL on SQLite and on PostgreSQL through one small door, so that the statements of package store
// are written once.
//
// Statements use ? for arguments. Arguments are string, int64, float64, []byte, *float64 and nil; results are scanned
// into pointers to these. Text compares by bytes, instants and days are integers, truth is 0 or 1: the engines then
// answer alike.
package engine

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// DB is an open database.
type DB interface {
	// Name is sqlite or postgres.
	Name() string
	// Read runs fn in a transaction that sees one state of the database and changes nothing.
	Read(ctx context.Context, person string, fn func(Tx) error) error
	// ReadOnce is Read for an fn that asks one query and nothing else: a server is then asked in one round trip.
	ReadOnce(ctx context.Context, person string, fn func(Tx) error) error
	// Write runs fn in a transaction that is committed if fn returns nil. Where the engine asks for it, the whole of fn
	// is run again, so fn must not act outside of the transaction. A server that plans by statistics has those of tables to
	// which many rows were added when Write returns; SQLite reads in the order in which statements are written.
	Write(ctx context.Context, person string, fn func(Tx) error) error
	// Close waits for running transactions. Whoever comes after it is told that the store is closed.
	Close() error
}

// Tx is a transaction on behalf of one person, or of nobody ("") for what belongs to nobody. On PostgreSQL the rows of
// anybody else do not exist in it. Before the next statement the rows of the one before must be read to their end or
// closed. When the transaction has ended it answers nothing any more.
type Tx interface {
	Query(ctx context.Context, sql string, args ...any) (Rows, error)
	// Exec returns how many rows were changed.
	Exec(ctx context.Context, sql string, args ...any) (int64, error)
	// Insert adds n rows and leaves out those whose key is there already; added says which were added, and is nil for an
	// insertion without a key.
	Insert(ctx context.Context, into Insertion, n int, row func(i int, v Values)) (added []bool, err error)
	// Lookup asks a query once for each of many keys: the rows of all, in no order. The key is the last place of the
	// query, which has no other one of its kind behind it and names each of its columns.
	Lookup(ctx context.Context, sql string, keys [][]byte, args ...any) (Rows, error)
	// Each runs a statement once for each list of arguments.
	Each(ctx context.Context, sql string, args [][]any) error
	// As goes on for another person. It is for what copies whole stores.
	As(ctx context.Context, person string) error
	// Tables are the tables of the database by name, with their columns in order.
	Tables(ctx context.Context) ([]Table, error)
}

// Table is a table as the database has it. Key are the columns of its primary key, in order.
type Table struct {
	Name    string
	Columns []Column
	Key     []string
}

// Rows are the results of a query. Close must be called; it returns the first error. Scan takes *string, *Repeated,
// *int64, *float64, **float64 and *Number; *[]byte gets what is valid until the next Scan, of a text as well. Null goes
// into **float64, as nil, into *Number, and into *[]byte, as no bytes; elsewhere it is an error.
type Rows interface {
	Next() bool
	Scan(dest ...any) error
	Close() error
}

// Repeated takes a text that is often the same from row to row, and then is kept once.
type Repeated struct{ Text string }

func (r *Repeated) set(raw []byte) {
	if r.Text != string(raw) {
		r.Text = string(raw)
	}
}

// Number takes a number that may be null.
type Number struct {
	Float float64
	Valid bool
}

// Type of a column.
type Type int

// Types of columns.
const (
	Text Type = iota
	Int
	Float // may be null
	Bytes
)

// Column of an insertion.
type Column struct {
	Name string
	Type Type
}

// Insertion says where rows go. Key is the position of the Bytes column that tells the rows of one insertion apart, or
// Unkeyed where nobody asks which rows were added.
type Insertion struct {
	Table   string
	Columns []Column
	Key     int
	// Own says that the rows are the transaction's person's, and that person_id and Key are a unique key of the table.
	Own bool
	// Conflict is what becomes of a row whose key is there already, as it stands after ON CONFLICT; "" leaves the row
	// that is there as it is. With another one no row may come twice in one insertion.
	Conflict string
}

// Unkeyed is the Key of an insertion that does not say which rows were added.
const Unkeyed = -1

// Values takes the values of one row, column by column, each once and in order.
type Values interface {
	Text(column int, s string)
	Int(column int, n int64)
	Float(column int, f *float64)
	Bytes(column int, b []byte)
}

func (in Insertion) conflict() string {
	if in.Conflict != "" {
		return " ON CONFLICT " + in.Conflict
	}
	return " ON CONFLICT DO NOTHING"
}

func (in Insertion) names() string {
	names := make([]string, len(in.Columns))
	for i, c := range in.Columns {
		names[i] = c.Name
	}
	return strings.Join(names, ", ")
}

// Dialect is how one engine writes what the other writes differently: {name} in a migration becomes its text.
func Dialect(name string) *strings.Replacer {
	if name == "postgres" {
		return strings.NewReplacer("{text}", `text COLLATE "C"`, "{int}", "bigint", "{float}", "double precision", "{bytes}", "bytea", "{clustered}", "")
	}
	return strings.NewReplacer("{text}", "TEXT", "{int}", "INTEGER", "{float}", "REAL", "{bytes}", "BLOB", "{clustered}", " STRICT, WITHOUT ROWID")
}

// numbered turns ? into $1, $2, … and remembers what it turned. A ? in a quoted text is not an argument.
type numbered struct {
	seen sync.Map
	size atomic.Int64
}

// remembered is how many statements are kept: more than a program has, unless it writes their text anew each time.
const remembered = 1000

func (n *numbered) sql(s string) string {
	if out, ok := n.seen.Load(s); ok {
		return out.(string)
	}
	var b strings.Builder
	count, quoted := 0, false
	for _, r := range s {
		switch {
		case r == '\'':
			quoted = !quoted
		case r == '?' && !quoted:
			count++
			b.WriteByte('$')
			b.WriteString(strconv.Itoa(count))
			continue
		}
		b.WriteRune(r)
	}
	if n.size.Add(1) > remembered {
		n.seen.Clear()
		n.size.Store(1)
	}
	n.seen.Store(s, b.String())
	return b.String()
}
