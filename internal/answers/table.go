package answers

import (
	"encoding/json"
	"fmt"
	"sync"
)

// Table is what a model is shown of rows: cells by column, not yet text. Heading stands above it, or is empty.
type Table struct {
	Heading string
	Columns []string
	Cells   [][]any // a row each, as many as there are columns; string, bool, int, int64, *float64, Provenance
}

// Column is a column of a table of rows of type R.
type Column[R any] struct {
	Name string
	Cell func(*R) any
}

// list is Rows of one type of row.
type list[R any] struct {
	rows []R
	// measured and reported are the columns of the two tables. Rows for which isReported is true stand in the second.
	measured, reported []Column[R]
	isReported         func(*R) bool
	reportedFirst      bool
	// An answer is written once to see whether it fits, and that is what is sent: rows do not change afterwards.
	written sync.Once
	text    []line
}

// lines are the tables as text, an empty line between two.
func (l *list[R]) lines() []line {
	l.written.Do(func() { l.text = linesOf(l.Tables()) })
	return l.text
}

// Len implements [Rows].
func (l *list[R]) Len() int { return len(l.rows) }

// MarshalJSON is an array of the rows, [] for none.
func (l *list[R]) MarshalJSON() ([]byte, error) {
	if len(l.rows) == 0 {
		return []byte("[]"), nil
	}
	out, err := json.Marshal(l.rows)
	if err != nil {
		return nil, fmt.Errorf("encode rows: %w", err)
	}
	return out, nil
}

// reportedHeading stands above what the person said. Their words are the record; the code only sorts them.
const reportedHeading = "reported by the person; name is in their own words, system and code classify it:"

// Tables implements [Rows].
func (l *list[R]) Tables() []Table {
	var measured, reported []*R
	for i := range l.rows {
		if r := &l.rows[i]; l.isReported != nil && l.isReported(r) {
			reported = append(reported, r)
		} else {
			measured = append(measured, r)
		}
	}
	var out []Table
	if len(measured) > 0 {
		out = append(out, table("", l.measured, measured))
	}
	if len(reported) > 0 {
		t := table(reportedHeading, l.reported, reported)
		if l.reportedFirst {
			return append([]Table{t}, out...)
		}
		out = append(out, t)
	}
	return out
}

func table[R any](heading string, columns []Column[R], rows []*R) Table {
	t := Table{Heading: heading}
	for _, c := range columns {
		t.Columns = append(t.Columns, c.Name)
	}
	all := make([]any, 0, len(rows)*len(columns))
	t.Cells = make([][]any, len(rows))
	for i, r := range rows {
		from := len(all)
		for _, c := range columns {
			all = append(all, c.Cell(r))
		}
		t.Cells[i] = all[from:len(all):len(all)]
	}
	return t
}
