package answers

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// line is a line of a table, and how many rows it is.
type line struct {
	text string
	rows int
}

// lines are a table as text: first what all rows have in common, then the columns that differ and their cells. Columns
// without a value are left out.
func (t *Table) lines() []line {
	var out []line
	if t.Heading != "" {
		out = append(out, line{text: t.Heading})
	}
	texts := t.texts()
	var same, names []string
	var differ []int
	for c, name := range t.Columns {
		switch first, one := common(texts, c); {
		case !one:
			differ, names = append(differ, c), append(names, name)
		case first != "":
			same = append(same, name+"="+constant(escape(first)))
		}
	}
	// Where nothing differs the constants are all rows.
	alike := 0
	if len(differ) == 0 {
		alike = len(texts)
	}
	if len(same) > 0 {
		out = append(out, line{"(constants: " + strings.Join(same, ", ") + ")", min(alike, 1)})
	}
	if alike > 1 || alike == 1 && len(same) == 0 {
		out = append(out, line{"(" + strconv.Itoa(alike) + " rows, all alike)", alike - min(len(same), 1)})
	}
	if len(differ) == 0 {
		return out
	}
	end := lineEnd(texts, differ)
	out = append(out, line{text: strings.Join(names, "|") + end})
	var b strings.Builder
	size := 0
	for _, row := range texts {
		for _, c := range differ {
			size += len(row[c]) + 1
		}
	}
	b.Grow(size + len(texts)*len(end))
	out = slices.Grow(out, len(texts))
	ends := make([]int, len(texts))
	for i, row := range texts {
		b.WriteString(opening(escape(row[differ[0]])))
		for _, c := range differ[1:] {
			b.WriteByte('|')
			b.WriteString(escape(row[c]))
		}
		b.WriteString(end)
		ends[i] = b.Len()
	}
	rows, from := b.String(), 0
	for _, to := range ends {
		out = append(out, line{rows[from:to], 1})
		from = to
	}
	return out
}

func (t *Table) texts() [][]string {
	all := make([]string, len(t.Cells)*len(t.Columns))
	out := make([][]string, len(t.Cells))
	var number *float64 // the last one and its text: of one reading the least, the most and the mean are the same
	var text string
	for i, cells := range t.Cells {
		out[i], all = all[:len(t.Columns)], all[len(t.Columns):]
		for c := range out[i] {
			n, ok := cells[c].(*float64)
			switch {
			case !ok || n == nil:
				out[i][c] = cellText(cells[c])
			case number != nil && math.Float64bits(*n) == math.Float64bits(*number):
				out[i][c] = text
			default:
				number, text = n, cellText(n)
				out[i][c] = text
			}
		}
	}
	return out
}

// common is the text of a column and whether all rows have it.
func common(texts [][]string, column int) (first string, one bool) {
	for i, row := range texts {
		if i == 0 {
			first = row[column]
		}
		if row[column] != first {
			return "", false
		}
	}
	return first, true
}

// lineEnd is a pipe where one column is left and some of its cells are empty: an empty line would end the table.
func lineEnd(texts [][]string, differ []int) string {
	if len(differ) == 1 {
		for _, row := range texts {
			if row[differ[0]] == "" {
				return "|"
			}
		}
	}
	return ""
}

// maxBody is how much of an answer is tables, in characters. What stands below them is never cut.
const maxBody = 40_000

// allLines are the tables of rows, an empty line between two.
func allLines(rows Rows) []line {
	if rows == nil || rows.Len() == 0 {
		return []line{{text: "(no rows)"}}
	}
	if l, ok := rows.(interface{ lines() []line }); ok {
		return l.lines()
	}
	return linesOf(rows.Tables())
}

func linesOf(tables []Table) []line {
	var all []line
	for i := range tables {
		if i > 0 {
			all = append(all, line{})
		}
		all = append(all, tables[i].lines()...)
	}
	return all
}

// tablesText is the tables of an answer. Answers are made so that they fit, see [fitted]; one that was made otherwise is
// cut behind a whole line, and shown is how many rows are left.
func tablesText(rows Rows) (text string, shown int, cut bool) {
	all := allLines(rows)
	texts := make([]string, 0, len(all))
	used := -1 // no end of a line stands before the first
	for _, l := range all {
		if used += 1 + utf8.RuneCountInString(l.text); used > maxBody {
			cut = true
			break
		}
		texts, shown = append(texts, l.text), shown+l.rows
	}
	return strings.Join(texts, "\n"), shown, cut
}
