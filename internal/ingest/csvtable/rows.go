package csvtable

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"unicode/utf8"
)

// Bounds of a table.
const (
	maxRow   = 1 << 20
	maxCells = 4096
	maxLines = 1000 // of one quoted cell
)

var (
	errQuote    = errors.New("a quote without an end")
	errTooLarge = errors.New("a row beyond the bounds")
)

// rowReader takes rows apart. A quote counts at the beginning of a cell only, and two in a quoted cell are one.
type rowReader struct {
	in    *bufio.Reader
	comma rune
	row   int64 // of the row read last, from 1
	cells []string
	cell  []byte
}

func newRowReader(r io.Reader, comma rune) *rowReader {
	return &rowReader{in: bufio.NewReaderSize(r, 64<<10), comma: comma}
}

// next is the next row. Its cells are good for as long as the caller likes; the slice is not.
func (r *rowReader) next() ([]string, error) {
	r.cells = r.cells[:0]
	r.row++
	size, lines := 0, 0
	start, quoted := true, false // at the start of a cell; within quotes
	for {
		c, n, err := r.in.ReadRune()
		if err == io.EOF {
			switch {
			case quoted:
				return nil, errQuote
			case len(r.cells) == 0 && start:
				return nil, io.EOF
			}
			r.end()
			return r.cells, nil
		}
		if err != nil {
			return nil, err
		}
		if size += n; size > maxRow || len(r.cells) >= maxCells {
			return nil, errTooLarge
		}
		switch {
		case quoted && c == '"':
			if r.follows('"') {
				r.cell = append(r.cell, '"')
			} else {
				quoted = false
			}
		case quoted:
			if c == '\n' {
				if lines++; lines > maxLines {
					return nil, errQuote
				}
			}
			r.cell = utf8.AppendRune(r.cell, c)
		case c == r.comma:
			r.end()
			start = true
			continue
		case c == '\n' || c == '\r':
			if c == '\r' {
				r.follows('\n')
			}
			r.end()
			return r.cells, nil
		case start && c == '"':
			quoted = true
		default:
			r.cell = utf8.AppendRune(r.cell, c)
		}
		start = false
	}
}

// follows takes the next character if it is c.
func (r *rowReader) follows(c byte) bool {
	if b, err := r.in.Peek(1); err != nil || b[0] != c {
		return false
	}
	_, _ = r.in.Discard(1)
	return true
}

func (r *rowReader) end() {
	r.cells = append(r.cells, string(bytes.TrimSpace(r.cell)))
	r.cell = r.cell[:0]
}

func blank(cells []string) bool {
	for _, c := range cells {
		if c != "" {
			return false
		}
	}
	return true
}
