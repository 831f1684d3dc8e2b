package csvtable

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

// errStop ends a reading that its reader ended.
var errStop = errors.New("stopped")

// Drafts yields a table's results. A draft's position is its row. Rows with one cell only are headings and footnotes,
// and are passed over.
func (t *Table) Drafts(ctx context.Context) ingest.Drafts {
	return func(yield func(ingest.Draft, error) bool) {
		emit := func(d ingest.Draft, p *ingest.Problem) error {
			var err error
			if p != nil {
				err = p
			}
			if !yield(d, err) {
				return errStop
			}
			return nil
		}
		err := t.each(func(row int64, cells []string) error {
			if err := ctx.Err(); err != nil {
				return err
			}
			if row == t.units2 {
				return nil
			}
			switch t.mapping.Form {
			case Wide:
				return t.wide(row, cells, emit)
			case Dated:
				return t.dated(row, cells, emit)
			default:
				return t.long(row, cells, emit)
			}
		})
		var p *ingest.Problem
		switch {
		case err == nil, errors.Is(err, errStop):
		case errors.As(err, &p):
			yield(ingest.Draft{}, &ingest.Halt{Problem: *p})
		default:
			yield(ingest.Draft{}, err)
		}
	}
}

type emitter func(ingest.Draft, *ingest.Problem) error

// line is a row with the table's columns.
type line struct {
	*Table
	cells []string
}

func (l line) get(r Role) string {
	if i := l.mapping.column(r); i >= 0 && i < len(l.cells) {
		return l.cells[i]
	}
	return ""
}

func (t *Table) base(row int64, l line) ingest.Draft {
	d := ingest.Draft{
		Position: row, Kind: record.Measurement, Modality: record.LabReport, SourceKind: record.FromFile,
		Method: l.get(Method), Specimen: l.get(Specimen), Comment: l.get(Comment), SourceRecordID: l.get(ID), Panel: l.get(Panel),
		Decimal: t.sign(),
	}
	if d.Panel != "" {
		d.PanelID = l.get(Date)
	}
	if code := l.get(LOINC); code != "" {
		d.Codes = []ingest.SourceCode{{System: "http://loinc.org", Code: code}}
	}
	return d
}

// sign is what separates decimals in the whole table.
func (t *Table) sign() byte {
	if t.mapping.Decimal == 0 {
		return ingest.DecimalUnclear
	}
	return t.mapping.Decimal
}

// when is the row's time, or why there is none.
func (t *Table) when(row int64, l line) (ingest.When, *ingest.Problem) {
	printed, where := l.get(Date), "column of the date"
	if i := t.mapping.column(Date); i >= 0 {
		where = place(i+1, Date)
	}
	if printed == "" && t.above != "" {
		printed, where = t.above, "date above the header"
	}
	if printed == "" {
		return ingest.When{}, fault(row, ingest.NoTime, where)
	}
	w, reason := t.dating.read(printed, l.get(Time))
	if reason != "" {
		return w, fault(row, reason, where)
	}
	return w, nil
}

func (t *Table) long(row int64, cells []string, emit emitter) error {
	if filled(cells) < 2 {
		return nil
	}
	l := line{t, cells}
	d := t.base(row, l)
	d.Name, d.Value, d.Unit, d.Flag = l.get(Name), l.get(Value), l.get(Unit), l.get(Flag)
	d.Ref = l.get(Ref)
	if d.Ref == "" {
		d.Ref = between(l.get(RefLow), l.get(RefHigh))
	}
	if p := t.unreadable(row, cells); p != nil {
		return emit(d, p)
	}
	var p *ingest.Problem
	d.When, p = t.when(row, l)
	return emit(d, p)
}

// between is a range that stands in two columns.
func between(low, high string) string {
	switch {
	case low != "" && high != "":
		return low + " - " + high
	case low != "":
		return ">= " + low
	case high != "":
		return "<= " + high
	}
	return ""
}

func filled(cells []string) int {
	n := 0
	for _, c := range cells {
		if c != "" {
			n++
		}
	}
	return n
}

// unreadable is a cell that could not be decoded.
func (t *Table) unreadable(row int64, cells []string) *ingest.Problem {
	for i, c := range t.mapping.Columns {
		if i < len(cells) && c.Role != Ignored && c.Role != Person && strings.ContainsRune(cells[i], '\uFFFD') {
			return fault(row, ingest.BadText, place(i+1, c.Role))
		}
	}
	return nil
}

func (t *Table) wide(row int64, cells []string, emit emitter) error {
	if filled(cells) < 2 {
		return nil
	}
	l := line{t, cells}
	base := t.base(row, l)
	p := t.unreadable(row, cells)
	if p == nil {
		base.When, p = t.when(row, l)
	}
	if p != nil {
		return emit(base, p)
	}
	for i, c := range t.mapping.Columns {
		if c.Role != test || i >= len(cells) || cells[i] == "" {
			continue
		}
		d := base
		d.Name, d.Unit, d.Value, d.Decimal = t.names[i], t.units[i], cells[i], t.signs[i]
		if err := emit(d, nil); err != nil {
			return err
		}
	}
	return nil
}

func (t *Table) dated(row int64, cells []string, emit emitter) error {
	if filled(cells) < 2 {
		return nil
	}
	l := line{t, cells}
	base := t.base(row, l)
	base.Name, base.Unit, base.Flag = l.get(Name), l.get(Unit), l.get(Flag)
	if base.Ref = l.get(Ref); base.Ref == "" {
		base.Ref = between(l.get(RefLow), l.get(RefHigh))
	}
	if p := t.unreadable(row, cells); p != nil {
		return emit(base, p)
	}
	for i, c := range t.mapping.Columns {
		if c.Role != day || i >= len(cells) || cells[i] == "" {
			continue
		}
		d := base
		d.Value, d.When = cells[i], t.whens[i]
		var p *ingest.Problem
		if t.reasons[i] != "" {
			p = fault(row, t.reasons[i], "header of "+"column "+strconv.Itoa(i+1))
		}
		if err := emit(d, p); err != nil {
			return err
		}
	}
	return nil
}

// Preview is what a reading would yield.
type Preview struct {
	Mapping  Mapping
	Drafts   int64
	Problems map[ingest.Reason]int64
}

// Preview reads the table and stores nothing.
func (t *Table) Preview(ctx context.Context) (Preview, error) {
	out := Preview{Mapping: t.mapping, Problems: map[ingest.Reason]int64{}}
	for _, err := range t.Drafts(ctx) {
		var p *ingest.Problem
		switch {
		case err == nil:
			out.Drafts++
		case errors.As(err, &p):
			out.Problems[p.Reason]++
		default:
			return out, err
		}
	}
	return out, nil
}

// String is the mapping and the counts, without content.
func (p Preview) String() string {
	var b strings.Builder
	b.WriteString(p.Mapping.String())
	b.WriteString("results: " + strconv.FormatInt(p.Drafts, 10) + "\n")
	for _, reason := range slices.Sorted(maps.Keys(p.Problems)) {
		b.WriteString("not read, " + string(reason) + ": " + strconv.FormatInt(p.Problems[reason], 10) + "\n")
	}
	return b.String()
}
