package icpc3

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
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
	body := t.body()
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s%s\n%s", layoutMark, digestOf(body), body)
	if err := out.Flush(); err != nil {
		return fmt.Errorf("icpc3: writing a table: %w", err)
	}
	return nil
}

// Digest is the SHA-256 of the rows in our own layout, in hexadecimal.
func (t *Table) Digest() string { return digestOf(t.body()) }

func (t *Table) body() string {
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
	return body.String()
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
		return nil, errors.New("not a table of ours")
	}
	if digest != digestOf(body) {
		return nil, errors.New("the table does not fit its digest")
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
	return newTable(rows.list, rows.byCode, len(rows.list))
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
		plain: utf8.ValidString(body) && !broken(body),
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
	if !slices.Contains(rowKinds, kind) {
		return columnKind, errors.New("must be one of: " + strings.Join(rowKinds, ", "))
	}
	if strings.TrimSpace(preferred) == "" {
		return columnPreferred, errors.New("empty")
	}
	if !rs.plain {
		for _, c := range [...]struct{ column, text string }{
			{columnPreferred, preferred},
			{columnInclusions, inclusions},
			{columnExclusions, exclusions},
		} {
			if !utf8.ValidString(c.text) {
				return c.column, errors.New("not UTF-8")
			}
			if strings.IndexFunc(c.text, breaks) >= 0 {
				return c.column, errors.New("a control character, or a line end within a cell")
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

// breaks says whether a character has no place in a cell. The tab that parts cells is not looked at.
func breaks(r rune) bool {
	return r != '\t' && unicode.IsControl(r) || r == '\u2028' || r == '\u2029'
}

// broken says whether a file has such a character other than a line end. It looks at bytes, since it is asked at
// every start.
func broken(body string) bool {
	for i := range len(body) {
		switch b := body[i]; {
		case b >= ' ' && b < 0x7f, b == '\t', b == '\n':
		case b < ' ' || b == 0x7f:
			return true
		case b == 0xc2 && i+1 < len(body) && body[i+1] < 0xa0: // U+0080 to U+009F
			return true
		case b == 0xe2 && strings.HasPrefix(body[i:], "\u2028"), b == 0xe2 && strings.HasPrefix(body[i:], "\u2029"):
			return true
		}
	}
	return false
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
