package baseline

import (
	"bytes"
	"strconv"
	"strings"
)

const (
	headerStart = "# philint baseline v"
	header      = headerStart + "1: package, declaration, sink, class, operand, type, fields, count"
)

// columnNames are the columns of a line, as errors call them.
var columnNames = [...]string{"package", "declaration", "sink", "class", "operand", "type", "fields", "count"}

const (
	fieldsColumn = 6
	countColumn  = 7
)

// Format returns the text of the file.
func (b Baseline) Format() []byte {
	var buf bytes.Buffer
	buf.WriteString(header + "\n")
	for _, e := range b.entries {
		buf.WriteString(e.columns())
		buf.WriteByte('\t')
		buf.WriteString(strconv.Itoa(e.Count))
		buf.WriteByte('\n')
	}
	return buf.Bytes()
}

// Parse reads the text of a file. It accepts what [Baseline.Format] writes and nothing else;
// the error is a [*SyntaxError] for the first line that differs.
func Parse(text []byte) (Baseline, error) {
	if len(text) == 0 {
		return Baseline{}, &SyntaxError{Line: 1, Problem: Empty}
	}
	lines := strings.Split(string(text), "\n")
	last := len(lines) - 1 // what follows the last line end
	if problem := checkHeader(lines[0]); problem != 0 {
		return Baseline{}, &SyntaxError{Line: 1, Problem: problem}
	}
	b := Baseline{}
	before := ""
	for i, line := range lines {
		switch {
		case i == last && line == "":
			return b, nil
		case i == last:
			return Baseline{}, &SyntaxError{Line: i + 1, Problem: Truncated}
		case i == 0:
			continue
		}
		entry, serr := parseLine(line)
		columns := line[:max(strings.LastIndexByte(line, '\t'), 0)]
		switch {
		case serr != nil:
		case columns == before:
			serr = &SyntaxError{Problem: Duplicate}
		case columns < before:
			serr = &SyntaxError{Problem: Unsorted}
		}
		if serr != nil {
			serr.Line = i + 1
			return Baseline{}, serr
		}
		before = columns
		if b.counts == nil {
			b.counts = make(map[Identity]int, last)
		}
		b.entries = append(b.entries, entry)
		b.counts[entry.Identity] = entry.Count
	}
	panic("unreachable: the last line returns")
}

func checkHeader(line string) Problem {
	switch {
	case line == header:
		return 0
	case isConflictMarker(line):
		return ConflictMarker
	case strings.HasSuffix(line, "\r"):
		return CarriageReturn
	case strings.HasPrefix(line, headerStart) && !strings.HasPrefix(line, headerStart+"1:"):
		return UnknownVersion
	}
	return NoHeader
}

func parseLine(line string) (Entry, *SyntaxError) {
	switch {
	case isConflictMarker(line):
		return Entry{}, &SyntaxError{Problem: ConflictMarker}
	case strings.ContainsRune(line, '\r'):
		return Entry{}, &SyntaxError{Problem: CarriageReturn}
	}
	columns := strings.Split(line, "\t")
	if len(columns) != len(columnNames) {
		return Entry{}, &SyntaxError{Problem: WrongColumns}
	}
	var e Entry
	for i, dst := range []*string{&e.Package, &e.Decl, &e.Sink, &e.Class, &e.Operand, &e.Type} {
		value, ok := unescape(columns[i])
		if !ok || escape(value) != columns[i] {
			return Entry{}, &SyntaxError{Column: columnNames[i], Problem: BadText}
		}
		*dst = value
	}
	var problem Problem
	if e.Fields, problem = parseFields(columns[fieldsColumn]); problem != 0 {
		return Entry{}, &SyntaxError{Column: columnNames[fieldsColumn], Problem: problem}
	}
	n, err := strconv.Atoi(columns[countColumn])
	if err != nil || n < 1 || n > MaxCount || strconv.Itoa(n) != columns[countColumn] {
		return Entry{}, &SyntaxError{Column: columnNames[countColumn], Problem: BadCount}
	}
	e.Count = n
	return e, nil
}

func parseFields(column string) (Fields, Problem) {
	if column == "-" {
		return "", 0
	}
	digest, list, _ := strings.Cut(column, ":")
	fields := Fields(list)
	switch {
	case list == "" || !fields.valid():
		return "", BadText
	case fields.Digest() != digest:
		return "", WrongDigest
	}
	return fields, 0
}

// isConflictMarker recognises the lines that git leaves in a file it could not merge.
func isConflictMarker(line string) bool {
	for _, marker := range []string{"<<<<<<<", "|||||||", "=======", ">>>>>>>"} {
		if strings.HasPrefix(line, marker) {
			return true
		}
	}
	return false
}
