package answers

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// readText is an answer read back from its text, by its lines alone.
type readText struct {
	cut    string // where there is one
	tables []readTable
	meta   []string
	notes  string
	next   []string
}

type readTable struct {
	heading string
	rows    []map[string]string // by column, without empty cells
}

// parseCompact reads what Compact wrote. hasCut says that a sentence stands before the tables.
func parseCompact(text string, hasCut bool) (p readText, err error) {
	lines := strings.Split(text, "\n")
	last := func(prefix string) (string, bool) {
		if len(lines) == 0 {
			return "", false
		}
		rest, ok := strings.CutPrefix(lines[len(lines)-1], prefix)
		if ok {
			lines = lines[:len(lines)-1]
		}
		return rest, ok
	}
	if next, ok := last("next: "); ok {
		p.next = strings.Split(next, ", ")
	}
	if notes, ok := last("notes: "); ok {
		p.notes = notes
	}
	meta, ok := last("(")
	if !ok || !strings.HasSuffix(meta, ")") {
		return p, fmt.Errorf("no line of how it was made")
	}
	p.meta = strings.Split(strings.TrimSuffix(meta, ")"), ", ")
	if hasCut {
		p.cut, lines = lines[0], lines[1:]
	}
	if n := len(lines); n == 0 || lines[n-1] != "" {
		return p, fmt.Errorf("no empty line behind the tables")
	}
	lines = lines[:len(lines)-1]
	for _, l := range lines {
		for _, structure := range []string{"notes:", "next:", "error (", "(window=", "(rows="} {
			if strings.HasPrefix(l, structure) {
				return p, fmt.Errorf("a line of a table begins with %q", structure)
			}
		}
	}
	if slices.Equal(lines, []string{"(no rows)"}) {
		return p, nil
	}
	for len(lines) > 0 {
		end := slices.Index(lines, "")
		if end < 0 {
			end = len(lines)
		}
		t, err := parseTable(lines[:end])
		if err != nil {
			return p, err
		}
		p.tables = append(p.tables, t)
		lines = lines[min(end+1, len(lines)):]
	}
	return p, nil
}

var alikeLine = regexp.MustCompile(`^\((\d+) rows, all alike\)$`)

func parseTable(lines []string) (t readTable, err error) {
	if len(lines) > 0 && lines[0] == reportedHeading {
		t.heading, lines = lines[0], lines[1:]
	}
	constants, n := map[string]string{}, 1
	if rest, ok := strings.CutPrefix(lines[0], "(constants: "); ok {
		if constants, err = parseConstants(strings.TrimSuffix(rest, ")")); err != nil {
			return t, err
		}
		lines = lines[1:]
	}
	if len(lines) > 0 {
		if m := alikeLine.FindStringSubmatch(lines[0]); m != nil {
			n, _ = strconv.Atoi(m[1])
			lines = lines[1:]
		}
	}
	if len(lines) == 0 {
		for range n {
			t.rows = append(t.rows, constants)
		}
		return t, nil
	}
	columns := strings.Split(lines[0], "|")
	for _, l := range lines[1:] {
		cells := splitCells(l)
		if len(cells) != len(columns) {
			return t, fmt.Errorf("a row of %d cells under %d columns", len(cells), len(columns))
		}
		row := map[string]string{}
		for k, v := range constants {
			row[k] = v
		}
		for i, c := range cells {
			if c != "" {
				row[columns[i]] = unescape(c)
			}
		}
		t.rows = append(t.rows, row)
	}
	return t, nil
}

var constantKey = regexp.MustCompile(`(^|, )([a-z0-9_]+)=`)

// parseConstants parts k=v, k=v at the commas that no backslash stands before.
func parseConstants(s string) (map[string]string, error) {
	out := map[string]string{}
	var at [][]int
	for _, m := range constantKey.FindAllStringSubmatchIndex(s, -1) {
		if !oddBackslashes(s[:m[0]]) {
			at = append(at, m)
		}
	}
	if len(at) == 0 || at[0][0] != 0 {
		return nil, fmt.Errorf("no constants in their line")
	}
	for i, m := range at {
		end := len(s)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		out[s[m[4]:m[5]]] = unescape(s[m[1]:end])
	}
	return out, nil
}

func oddBackslashes(s string) bool {
	return (len(s)-len(strings.TrimRight(s, `\`)))%2 == 1
}

func splitCells(s string) []string {
	var out []string
	start := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '|':
			out, start = append(out, s[start:i]), i+1
		}
	}
	return append(out, s[start:])
}

// quotations parts a sentence at what it quotes: the program's own words with "" in the place of each quotation, and what is
// quoted.
func quotations(s string) (own string, quoted []string, err error) {
	for {
		from := strings.IndexByte(s, '"')
		if from < 0 {
			return own + s, quoted, nil
		}
		to := from + 1
		for to < len(s) && s[to] != '"' {
			if s[to] == '\\' {
				to++
			}
			to++
		}
		if to >= len(s) {
			return own, quoted, fmt.Errorf("a quotation without an end: %q", s)
		}
		var text string
		if err := json.Unmarshal([]byte(s[from:to+1]), &text); err != nil {
			return own, quoted, err
		}
		own, quoted, s = own+s[:from]+`""`, append(quoted, text), s[to+1:]
	}
}

// unescape is the inverse of escape, opening and constant.
func unescape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 't':
			b.WriteByte('\t')
		case 'u', 'U':
			digits := 4
			if s[i] == 'U' {
				digits = 8
			}
			n, _ := strconv.ParseUint(s[i+1:i+1+digits], 16, 32)
			b.WriteRune(rune(n))
			i += digits
		default:
			b.WriteByte(s[i]) // the character itself, or the first byte of it
		}
	}
	return b.String()
}
