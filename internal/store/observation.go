package store

import (
	"context"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// column is one column of the observation table: its place in the schema, how a row is written to it and read from it.
// One list serves both ways, so neither can forget a column.
type column struct {
	name string
	kind engine.Type
	put  func(v engine.Values, c int, o *record.Observation)
	take func(o *record.Observation, s *cell)
}

// cell takes a value as the engine reads it. Most texts of a record are the same from row to row.
type cell struct {
	text  engine.Repeated
	n     int64
	float engine.Number
	bytes []byte
}

func text[T ~string](name string, field func(*record.Observation) *T) column {
	return column{
		name: name, kind: engine.Text,
		put:  func(v engine.Values, c int, o *record.Observation) { v.Text(c, string(*field(o))) },
		take: func(o *record.Observation, s *cell) { *field(o) = T(s.text.Text) },
	}
}

func number[T ~int64 | ~int32](name string, field func(*record.Observation) *T) column {
	return column{
		name: name, kind: engine.Int,
		put:  func(v engine.Values, c int, o *record.Observation) { v.Int(c, int64(*field(o))) },
		take: func(o *record.Observation, s *cell) { *field(o) = T(s.n) },
	}
}

func optional(name string, get func(*record.Observation) *float64, set func(*record.Observation, engine.Number)) column {
	return column{
		name: name, kind: engine.Float,
		put:  func(v engine.Values, c int, o *record.Observation) { v.Float(c, get(o)) },
		take: func(o *record.Observation, s *cell) { set(o, s.float) },
	}
}

func digest(name string, field func(*record.Observation) *[16]byte) column {
	return column{
		name: name, kind: engine.Bytes,
		put:  func(v engine.Values, c int, o *record.Observation) { v.Bytes(c, bytesOf(*field(o))) },
		take: func(o *record.Observation, s *cell) { copy(field(o)[:], s.bytes) },
	}
}

// bytesOf is an id's bytes, none for the zero id.
func bytesOf(id [16]byte) []byte {
	if id == [16]byte{} {
		return nil
	}
	return id[:]
}

type obs = record.Observation

var columns = []column{
	text("person_id", func(o *obs) *record.PersonID { return &o.Person }),
	text("series_id", func(o *obs) *string { return &o.Coding.Series }),
	number("local_day", func(o *obs) *record.Day { return &o.LocalDay }),
	number("start_at", func(o *obs) *record.Instant { return &o.Start }),
	digest("id", func(o *obs) *[16]byte { return (*[16]byte)(&o.ID) }),
	text("kind", func(o *obs) *record.Kind { return &o.Kind }),
	text("status", func(o *obs) *record.Status { return &o.Status }),
	digest("amends", func(o *obs) *[16]byte { return (*[16]byte)(&o.Amends) }),
	text("modality", func(o *obs) *record.Modality { return &o.Modality }),
	text("source_kind", func(o *obs) *record.SourceKind { return &o.SourceKind }),
	text("source_ref", func(o *obs) *string { return &o.SourceRef }),
	text("source_record_id", func(o *obs) *string { return &o.SourceRecordID }),
	text("source_code", func(o *obs) *string { return &o.SourceCode }),
	text("vendor", func(o *obs) *string { return &o.Vendor }),
	text("vendor_field", func(o *obs) *string { return &o.VendorField }),
	digest("member_of", func(o *obs) *[16]byte { return (*[16]byte)(&o.MemberOf) }),
	text("stream_key", func(o *obs) *string { return &o.StreamKey }),
	text("source_class", func(o *obs) *record.SourceClass { return &o.SourceClass }),
	number("end_at", func(o *obs) *record.Instant { return &o.End }),
	text("zone", func(o *obs) *string { return &o.Zone }),
	text("tz_source", func(o *obs) *record.TZSource { return &o.TZSource }),
	{
		name: "day_known", kind: engine.Int,
		put:  func(v engine.Values, c int, o *obs) { v.Int(c, truth(o.DayKnown)) },
		take: func(o *obs, s *cell) { o.DayKnown = s.n != 0 },
	},
	text("grain", func(o *obs) *record.Grain { return &o.Grain }),
	text("stat", func(o *obs) *string { return &o.Stat }),
	text("name_text", func(o *obs) *string { return &o.Name }),
	text("value_text", func(o *obs) *string { return &o.Value }),
	text("unit_text", func(o *obs) *string { return &o.Unit }),
	text("ref_text", func(o *obs) *string { return &o.Ref }),
	text("flag_text", func(o *obs) *string { return &o.Flag }),
	text("method_text", func(o *obs) *string { return &o.Method }),
	text("specimen_text", func(o *obs) *string { return &o.Specimen }),
	text("comment_text", func(o *obs) *string { return &o.Comment }),
	text("name_key", func(o *obs) *string { return &o.NameKey }),
	text("value_kind", func(o *obs) *record.ValueKind { return &o.ValueKind }),
	optional("value_number", func(o *obs) *float64 { return present(&o.Number, o.HasNumber) }, func(o *obs, n engine.Number) { o.Number, o.HasNumber = n.Float, n.Valid }),
	text("comparator", func(o *obs) *string { return &o.Comparator }),
	text("ucum", func(o *obs) *string { return &o.UCUM }),
	optional("ref_low", func(o *obs) *float64 { return o.RefLow }, func(o *obs, n engine.Number) { o.RefLow = pointer(n) }),
	optional("ref_high", func(o *obs) *float64 { return o.RefHigh }, func(o *obs, n engine.Number) { o.RefHigh = pointer(n) }),
	text("absent_reason", func(o *obs) *string { return &o.AbsentReason }),
	text("outcome", func(o *obs) *record.Outcome { return &o.Coding.Outcome }),
	text("reason", func(o *obs) *string { return &o.Coding.Reason }),
	text("system", func(o *obs) *string { return &o.Coding.System }),
	text("code", func(o *obs) *string { return &o.Coding.Code }),
	text("decision", func(o *obs) *string { return &o.Coding.Decision }),
	text("release", func(o *obs) *string { return &o.Coding.Release }),
	optional("canonical_number", func(o *obs) *float64 { return present(&o.Coding.Canonical, o.Coding.HasCanonical) }, func(o *obs, n engine.Number) { o.Coding.Canonical, o.Coding.HasCanonical = n.Float, n.Valid }),
	text("canonical_unit", func(o *obs) *string { return &o.Coding.CanonicalUnit }),
	digest("fingerprint", func(o *obs) *[16]byte { return &o.Fingerprint }),
	number("created_at", func(o *obs) *record.Instant { return &o.CreatedAt }),
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func present(f *float64, has bool) *float64 {
	if !has {
		return nil
	}
	return f
}

func pointer(n engine.Number) *float64 {
	if !n.Valid {
		return nil
	}
	return &n.Float
}

func absent(f *float64) (float64, bool) {
	if f == nil {
		return 0, false
	}
	return *f, true
}

// observationColumns is the list of columns as a SELECT writes it.
var observationColumns = selected(columns)

func selected(columns []column) string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = "o." + c.name
	}
	return strings.Join(names, ", ")
}

// fields are some of the columns.
func fields(names ...string) []column {
	var out []column
	for _, name := range names {
		if i := slices.IndexFunc(columns, func(c column) bool { return c.name == name }); i >= 0 {
			out = append(out, columns[i])
		}
	}
	return out
}

var observationTable = func() engine.Insertion {
	in := engine.Insertion{Table: "observation", Own: true}
	for i, c := range columns {
		in.Columns = append(in.Columns, engine.Column{Name: c.name, Type: c.kind})
		if c.name == "id" {
			in.Key = i
		}
	}
	return in
}()

// InsertObservations adds rows and says which were added; the others are there already, with the same id. Every row
// must be the transaction's person's.
func (tx *Tx) InsertObservations(ctx context.Context, rows []record.Observation) (added []bool, err error) {
	for i := range rows {
		if string(rows[i].Person) != tx.person {
			return nil, &engine.Error{Kind: engine.Constraint, Code: "person"}
		}
	}
	added, err = tx.tx.Insert(ctx, observationTable, len(rows), func(i int, v engine.Values) {
		for c := range columns {
			columns[c].put(v, c, &rows[i])
		}
	})
	for i := range added {
		if added[i] {
			tx.names.count(&rows[i], 1)
		}
	}
	return added, err
}

// scanner reads rows of columns, and what a query adds after them.
type scanner struct {
	columns []column
	cells   []cell
	dest    []any
}

func newScanner(columns []column, more ...any) *scanner {
	s := &scanner{columns: columns, cells: make([]cell, len(columns))}
	for i, c := range columns {
		switch c.kind {
		case engine.Text:
			s.dest = append(s.dest, &s.cells[i].text)
		case engine.Int:
			s.dest = append(s.dest, &s.cells[i].n)
		case engine.Float:
			s.dest = append(s.dest, &s.cells[i].float)
		case engine.Bytes:
			s.dest = append(s.dest, &s.cells[i].bytes)
		}
	}
	s.dest = append(s.dest, more...)
	return s
}

func (s *scanner) row(rows engine.Rows, o *record.Observation) error {
	if err := rows.Scan(s.dest...); err != nil {
		return err
	}
	for i := range s.columns {
		s.columns[i].take(o, &s.cells[i])
	}
	return nil
}
