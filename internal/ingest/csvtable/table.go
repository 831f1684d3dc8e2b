package csvtable

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/terminology/fold"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

// Options are what a person says about a table; the zero value is nothing.
type Options struct {
	Columns  Columns
	Order    Order
	Encoding string // utf-8, utf-16, gb18030, shift_jis, windows-1252
	Decimal  byte   // what separates decimals; 0 where the table is to show it
}

// Table is a table that was looked through and can be read, more than once.
type Table struct {
	src     io.ReaderAt
	size    int64
	charset charset
	comma   rune
	mapping Mapping

	header []string
	dating dating
	above  string // the date of the whole table, as printed
	// Of the wide and the dated form, by column.
	names, units []string
	whens        []ingest.When
	reasons      []ingest.Reason
	signs        []byte // by column, what separates decimals
	units2       int64  // the row of the units, 0 for none
}

// Mapping is how the table is read.
func (t *Table) Mapping() Mapping { return t.mapping }

// headRows is how many rows a header is looked for in.
const headRows = 64

// Open looks a table through and decides how it is read. The error is a *ingest.Problem; Unmapped says that no header
// was recognised, so that columns have to be named.
func Open(src io.ReaderAt, size int64, o Options) (*Table, error) {
	t := &Table{src: src, size: size, dating: newDating(o.Order)}
	if t.isForeign() {
		return nil, fault(0, ingest.WrongFormat, "file")
	}
	if err := t.findEncoding(o.Encoding); err != nil {
		return nil, err
	}
	l, err := t.findHeader(o.Columns)
	if err != nil {
		return nil, err
	}
	t.lay(l, o)
	if err := t.lookThrough(o.Columns, o.Decimal); err != nil {
		return nil, err
	}
	return t, nil
}

func (t *Table) raw() io.Reader { return io.NewSectionReader(t.src, 0, t.size) }

func (t *Table) rows() *rowReader { return newRowReader(t.charset.reader(t.raw()), t.comma) }

// isForeign says whether a file is what people take for a table: a spreadsheet's own format, a page, a document.
func (t *Table) isForeign() bool {
	head := make([]byte, 64)
	n, err := t.src.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return true
	}
	head = bytes.TrimLeft(head[:n], "\xef\xbb\xbf \r\n\t")
	for _, magic := range []string{"PK\x03\x04", "%PDF", "\xd0\xcf\x11\xe0", "<", "{"} {
		if bytes.HasPrefix(head, []byte(magic)) {
			return true
		}
	}
	return false
}

func (t *Table) findEncoding(asked string) error {
	if asked != "" {
		c, ok := charsets[strings.ToLower(asked)]
		if !ok {
			return fault(0, ingest.BadElement, "encoding: utf-8, utf-16, gb18030, shift_jis or windows-1252")
		}
		t.charset = c
		return nil
	}
	c, binary, err := detect(t.raw())
	switch {
	case err != nil:
		return fault(0, ingest.Damaged, "file")
	case binary:
		return fault(0, ingest.WrongFormat, "file")
	}
	t.charset = c
	return nil
}

// found is a header that was found, with what stands above it.
type found struct {
	layout
	row   int64 // from 1; 0 for no header
	cells []string
	above [][]string
}

// findHeader tries every delimiter and takes the one under which the header says most.
func (t *Table) findHeader(asked Columns) (found, error) {
	var best found
	var comma rune
	even := -1.0
	widths := map[rune]int{}
	empty := true
	for _, c := range []rune{',', ';', '\t', '|'} {
		t.comma = c
		rows := t.head()
		empty = empty && len(rows) == 0
		f, ok := bestHeader(rows, asked)
		if !ok {
			widths[c] = usualWidth(rows)
			continue
		}
		if e := evenness(rows); f.score > best.score || f.score == best.score && e > even {
			best, comma, even = f, c, e
		}
	}
	if comma != 0 {
		t.comma = comma
		return best, nil
	}
	if empty {
		return found{}, fault(0, ingest.WrongFormat, "file")
	}
	for _, c := range []rune{';', '\t', '|', ','} {
		if l, ok := withoutHeader(widths[c], asked); ok && widths[c] > 1 {
			t.comma = c
			return found{layout: l}, nil
		}
	}
	return found{}, fault(0, ingest.Unmapped, "header")
}

// head is the first rows; what cannot be read ends it.
func (t *Table) head() [][]string {
	var out [][]string
	r := t.rows()
	for len(out) < headRows {
		cells, err := r.next()
		if err != nil {
			break
		}
		out = append(out, slices.Clone(cells))
	}
	return out
}

func bestHeader(rows [][]string, asked Columns) (best found, ok bool) {
	for i, cells := range rows {
		l, is := readHeader(cells, asked)
		if is && (!ok || l.score > best.score) {
			best, ok = found{layout: l, row: int64(i + 1), cells: cells, above: rows[:i]}, true
		}
	}
	return best, ok
}

// evenness is the share of rows that have the usual number of cells.
func evenness(rows [][]string) float64 {
	usual, n := usualWidth(rows), 0
	for _, cells := range rows {
		if len(cells) == usual {
			n++
		}
	}
	return float64(n) / float64(max(1, len(rows)))
}

func usualWidth(rows [][]string) int {
	count := map[int]int{}
	best := 0
	for _, cells := range rows {
		w := len(cells)
		count[w]++
		if count[w] > count[best] || count[w] == count[best] && w > best {
			best = w
		}
	}
	return best
}

// lay writes the mapping down.
func (t *Table) lay(f found, o Options) {
	t.header = f.cells
	t.mapping = Mapping{
		Encoding: t.charset.name, Delimiter: t.comma, Header: f.row, Form: f.form, Dates: o.Order, Asked: o.Order != "",
	}
	for i, r := range f.roles {
		t.mapping.Columns = append(t.mapping.Columns, Column{Number: i + 1, Role: r})
	}
	if t.mapping.column(Date) < 0 && f.form != Dated {
		t.above = dateAbove(f.above)
		t.mapping.DayAbove = t.above != ""
	}
	if f.form != Wide {
		return
	}
	t.names, t.units = make([]string, len(f.cells)), make([]string, len(f.cells))
	for i, cell := range f.cells {
		t.names[i], t.units[i] = splitUnit(cell)
	}
}

// splitUnit takes a unit off a test's name: "Glucose (mg/dL)", "Glukose [mmol/l]", "Glucose, mg/dL".
func splitUnit(header string) (name, unit string) {
	s := strings.TrimSpace(header)
	for _, pair := range [...][2]string{{"(", ")"}, {"[", "]"}, {"（", "）"}, {",", ""}} {
		i := strings.LastIndex(s, pair[0])
		if i <= 0 || !strings.HasSuffix(s, pair[1]) {
			continue
		}
		inside := strings.TrimSpace(s[i+len(pair[0]) : len(s)-len(pair[1])])
		if isUnit(inside) {
			return strings.TrimSpace(s[:i]), inside
		}
	}
	return s, ""
}

// isUnit says whether a text is a unit and nothing else. One letter can be anything.
func isUnit(s string) bool {
	_, ok := units.Normalize(s)
	return ok && (utf8.RuneCountInString(s) > 1 || s == "%" || s == "℃") && !isNumber(s)
}

// lookThrough reads the whole table for what no single cell can say.
func (t *Table) lookThrough(asked Columns, sign byte) error {
	m := &t.mapping
	if t.above != "" {
		t.dating.see(t.above)
	}
	for i, c := range m.Columns {
		if c.Role == day {
			t.dating.see(t.header[i])
		}
	}
	var numbers decimals
	columns := make([]decimals, len(m.Columns))
	var persons map[int]string
	if asked[Person] != "-" {
		persons = map[int]string{}
	}
	dates := m.column(Date)
	err := t.each(func(row int64, cells []string) error {
		if m.Form == Wide && t.units2 == 0 && t.unitRow(cells, dates) {
			t.units2, m.UnitRow = row, true
			return nil
		}
		for i, cell := range cells {
			if cell == "" || i >= len(m.Columns) {
				continue
			}
			switch m.Columns[i].Role {
			case Date:
				t.dating.see(cell)
			case Value, test, day, Ref, RefLow, RefHigh:
				numbers.see(cell)
				columns[i].see(cell)
			case Person:
				if persons == nil {
					continue
				}
				key := fold.Key(cell)
				if old, ok := persons[i]; ok && old != key {
					return fault(row, ingest.OtherPerson, place(i+1, Person))
				}
				persons[i] = key
			}
		}
		return nil
	})
	var p *ingest.Problem
	if errors.As(err, &p) && p.Reason == ingest.OtherPerson {
		return p
	}
	// A table that is damaged further down is read up to there.
	t.dating.done()
	m.Dates = t.dating.settle
	t.decideDecimals(sign, &numbers, columns)
	t.whens, t.reasons = make([]ingest.When, len(m.Columns)), make([]ingest.Reason, len(m.Columns))
	for i, c := range m.Columns {
		if c.Role == day {
			t.whens[i], t.reasons[i] = t.dating.read(t.header[i], "")
		}
	}
	return nil
}

// unitRow takes the row below a wide header as units, where it is: no date, and units in at least half of its cells.
func (t *Table) unitRow(cells []string, dates int) bool {
	if dates < len(cells) && isDate(cells[dates]) {
		return false
	}
	filled, good := 0, 0
	for i, cell := range cells {
		if i == dates || cell == "" {
			continue
		}
		filled++
		if isUnit(strings.Trim(cell, "()[]")) {
			good++
		}
	}
	if good == 0 || good*2 < filled {
		return false
	}
	for i, cell := range cells {
		if i < len(t.units) && t.units[i] == "" {
			t.units[i] = strings.Trim(cell, "()[]")
		}
	}
	return true
}

// each gives the rows below the header that are not empty and not the header again. The error is the callback's, or a
// *ingest.Problem of the file.
func (t *Table) each(do func(row int64, cells []string) error) error {
	r := t.rows()
	for {
		cells, err := r.next()
		switch {
		case err == io.EOF:
			return nil
		case errors.Is(err, errTooLarge):
			return fault(r.row, ingest.TooLarge, "row")
		case err != nil:
			return fault(r.row, ingest.Damaged, "row")
		}
		if r.row <= t.mapping.Header || blank(cells) || t.mapping.Header > 0 && slices.Equal(cells, t.header) {
			continue
		}
		if err := do(r.row, cells); err != nil {
			return err
		}
	}
}
