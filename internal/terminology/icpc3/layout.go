package icpc3

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/seed-a76b335c/philint/internal/terminology/lookup"
)

// Our own layout of the table: a first line with the digest of the rest, then one row a line,
//
//	code TAB kind TAB preferred TAB inclusions TAB exclusions
//
// Component, chapter and depth are not written, for the code says them.

const (
	layoutMark    = "icpc3-table/1 sha256:"
	layoutColumns = 5
)

// maxTable is the size in bytes above which a file is no table: a hundred times the real one.
const maxTable = 32 << 20

// WriteTable writes the rows of a table in our own layout. Our own names are not part of it.
func WriteTable(w io.Writer, t *Table) error {
	var body strings.Builder
	for _, r := range t.rubrics {
		for i, cell := range []string{r.Code, r.Kind, r.Preferred, cellOf(r.Inclusions), cellOf(r.Exclusions)} {
			if i > 0 {
				body.WriteByte('\t')
			}
			body.WriteString(cell)
		}
		body.WriteByte('\n')
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s%s\n%s", layoutMark, digestOf(body.String()), body.String())
	if err := out.Flush(); err != nil {
		return fmt.Errorf("icpc3: writing a table: %w", err)
	}
	return nil
}

// ReadTable reads what WriteTable wrote. A file that was changed by other hands does not fit its digest and is
// refused.
func ReadTable(r io.Reader) (*Table, error) {
	text, err := readAll(r)
	if err != nil {
		return nil, err
	}
	t, err := readTable(text)
	if err != nil {
		return nil, fmt.Errorf("icpc3: %w", err)
	}
	return t, nil
}

func readTable(text string) (*Table, error) {
	first, body, _ := strings.Cut(text, "\n")
	digest, ok := strings.CutPrefix(first, layoutMark)
	if !ok {
		return nil, errors.New("not a table of ours: import the official file instead")
	}
	if digest != digestOf(body) {
		return nil, errors.New("the table does not fit its digest: import it anew")
	}
	return readRows(body)
}

// readRows reads what stands below the digest.
func readRows(body string) (*Table, error) {
	rows := newRows(body)
	number := 1
	for line := range strings.Lines(body) {
		number++
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(cells) != layoutColumns {
			return nil, fmt.Errorf("line %d: want %d columns, not %d", number, layoutColumns, len(cells))
		}
		if column, err := rows.add(number, cells[0], cells[1], cells[2], cells[3], cells[4]); err != nil {
			return nil, fmt.Errorf("line %d column %s: %w", number, column, err)
		}
	}
	if err := rows.complete(); err != nil {
		return nil, err
	}
	return newTable(rows)
}

func digestOf(body string) string {
	sum := sha256.Sum256([]byte(body))
	return hex.EncodeToString(sum[:])
}

func readAll(r io.Reader) (string, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxTable+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("icpc3: reading a table: %w", err)
	case len(text) > maxTable:
		return "", fmt.Errorf("icpc3: reading a table: more than %d bytes", maxTable)
	}
	return string(text), nil
}

// rows collects and checks the rows of a table, whatever file they come from.
type rows struct {
	list   []Rubric
	lines  []int
	byCode *lookup.Table // numbered as the list
	plain  bool          // the whole file is text, so that no cell has to be looked at
}

func newRows(body string) *rows {
	n := strings.Count(body, "\n") + 1
	return &rows{
		list: make([]Rubric, 0, n), lines: make([]int, 0, n), byCode: lookup.New(n),
		plain: utf8.ValidString(body) && !strings.ContainsRune(body, 0) && !strings.ContainsRune(body, '\r'),
	}
}

// The names of the columns, as they are in the official file and in errors.
const (
	columnComponent   = "component"
	columnChapter     = "chapter"
	columnCode        = "code"
	columnKind        = "kind"
	columnPreferred   = "preferred"
	columnDescription = "description"
	columnInclusions  = "inclusions"
	columnExclusions  = "exclusions"
	columnDepth       = "depth"
)

// add checks one row and keeps it. An error names the column, never what is in it.
func (rs *rows) add(line int, code, kind, preferred, inclusions, exclusions string) (column string, err error) {
	shape, ok := shapeOf(code)
	if !ok {
		return columnCode, errors.New("not a code of components S or D")
	}
	if first, twice := rs.byCode.Find(code); twice {
		return columnCode, fmt.Errorf("the code of line %d again", rs.lines[first])
	}
	if kind == "" {
		return columnKind, errors.New("empty")
	}
	if strings.TrimSpace(preferred) == "" {
		return columnPreferred, errors.New("empty")
	}
	if !rs.plain {
		for _, c := range [...]struct{ column, text string }{
			{columnKind, kind},
			{columnPreferred, preferred},
			{columnInclusions, inclusions},
			{columnExclusions, exclusions},
		} {
			if !utf8.ValidString(c.text) {
				return c.column, errors.New("not UTF-8")
			}
			if strings.ContainsAny(c.text, "\x00\r") {
				return c.column, errors.New("a control character")
			}
		}
	}
	rs.byCode.Add(code)
	rs.lines = append(rs.lines, line)
	rs.list = append(rs.list, Rubric{
		Component: shape.component, Chapter: shape.chapter, Code: code, Kind: kind, Preferred: preferred,
		Inclusions: listOf(inclusions), Exclusions: listOf(exclusions), Depth: shape.depth(),
	})
	return "", nil
}

// complete checks what only the whole table shows.
func (rs *rows) complete() error {
	if len(rs.list) == 0 {
		return errors.New("no rows")
	}
	for i, r := range rs.list {
		shape, _ := shapeOf(r.Code)
		if shape.parent == "" {
			continue
		}
		if _, ok := rs.byCode.Find(shape.parent); !ok {
			return fmt.Errorf("line %d column %s: its parent is not in the table", rs.lines[i], columnCode)
		}
	}
	return nil
}
