package canary

import (
	"bytes"
	"regexp"
	"unicode"
	"unicode/utf8"
)

// segments calls each with what stands between the line breaks of a line, which are escaped as \n as often as it was
// quoted, and between the quotation marks that are not; until each says that it has seen enough.
func segments(line []byte, each func(segment []byte) bool) bool {
	start := 0
	for i := 0; i < len(line); i++ {
		n := 0
		switch line[i] {
		case '"':
			n = 1
		case '\\':
			k := i
			for k < len(line) && line[k] == '\\' {
				k++
			}
			if k < len(line) && (line[k] == 'n' || line[k] == 'r') {
				n = k + 1 - i
			} else {
				i = k // what is escaped is text
				continue
			}
		default:
			continue
		}
		if each(line[start:i]) {
			return true
		}
		start = i + n
		i = start - 1
	}
	return each(line[min(start, len(line)):])
}

// columns are names by which a header of two columns is told from a choice of two words.
var columns = wordSet("indicator", "name", "time", "date", "value", "unit", "count", "code", "medication", "status", "start", "end",
	"first_date", "last_date", "note", "text", "comment", "reason", "patient", "subject", "email", "birth_date", "birthdate", "dose")

func wordSet(words ...string) map[string]bool {
	set := map[string]bool{}
	for _, w := range words {
		set[w] = true
	}
	return set
}

var (
	headerCells = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*(\|[A-Za-z_][A-Za-z0-9_]*)+$`)
	dataCell    = regexp.MustCompile(`^([<>]?=?[-+]?\d+([.,]\d+)?( ?[%\p{L}/]+)?|\d{4}-\d\d(-\d\d)?([ T]\d\d:\d\d(:\d\d)?)?\S*|)$`)
	ruled       = regexp.MustCompile(`^\s*[+|]?-{3,}(\s*[+|]\s*-{3,})+[+|]?\s*$`)
)

// drawn are the characters that tables are drawn with on a terminal, by what stands for them where there are only letters.
var drawn = func() map[rune]string {
	all := map[rune]string{'｜': "|"}
	for c := '\u2500'; c <= '\u257f'; c++ {
		all[c] = "+"
	}
	for _, c := range "─━┄┅┈┉╌╍═╴╶╸╺╼╾" {
		all[c] = "---" // a rule is one however narrow the column
	}
	for _, c := range "│┃┆┇┊┋╎╏║╵╷╹╻╽╿" {
		all[c] = "|"
	}
	return all
}()

// undrawn is a line with other signs in place of those that tables are drawn with, if it has any.
func undrawn(line []byte) (plain []byte, was bool) {
	for rest := line; ; {
		i := bytes.IndexByte(rest, 0xE2)
		if i < 0 || i+1 == len(rest) {
			return line, false
		}
		if c := rest[i+1]; c == 0x94 || c == 0x95 {
			break
		}
		rest = rest[i+1:]
	}
	out := make([]byte, 0, len(line))
	for i := 0; i < len(line); {
		r, size := utf8.DecodeRune(line[i:])
		if sign, ok := drawn[r]; ok {
			out = append(out, sign...)
		} else {
			out = append(out, line[i:i+size]...)
		}
		i += size
	}
	return out, true
}

func tableRow(line []byte) bool {
	line, terminal := undrawn(line)
	if bytes.IndexByte(line, '|') < 0 && !bytes.Contains(line, []byte("-+-")) {
		return false
	}
	return segments(line, func(s []byte) bool {
		pipes := bytes.Count(s, []byte("|"))
		if pipes > 0 && pipes == 2*bytes.Count(s, []byte("||")) {
			return false // one or the other, as in code and ranges of versions
		}
		if pipes == 0 {
			return ruled.Match(s)
		}
		if headerCells.Match(s) {
			known := 0
			for _, cell := range bytes.Split(s, []byte("|")) {
				if columns[string(bytes.ToLower(cell))] {
					known++
				}
			}
			return known > 1 || known > 0 && pipes > 1
		}
		return pipes > 1 && dataRow(s, terminal) || ruled.Match(s)
	})
}

// dataRow says whether cells have a number, a date or nothing in them. Pipes with blanks on both sides are a style of
// access logs; of a table they are one where the row starts and ends with a pipe, where a cell is a number with its unit,
// or where they are drawn and the cells are a row. Lettering that is drawn with pipes has
// cells of signs alone, which no row has.
func dataRow(s []byte, terminal bool) bool {
	s = bytes.TrimSpace(s)
	spaced := bytes.Contains(s, []byte(" | "))
	bordered := s[0] == '|' && s[len(s)-1] == '|'
	if !bordered && bytes.Contains(s, []byte(" || ")) {
		return false // one or the other, after a pipe of a shell
	}
	if spaced && !bordered {
		var c cells
		for _, cell := range bytes.Split(s, []byte("|")) {
			c.add(cell)
		}
		return c.measured() || terminal && c.row()
	}
	cells := bytes.Split(bytes.Trim(s, "|"), []byte("|"))
	if len(cells) < 2 {
		return false
	}
	data, said := false, 0
	for i, cell := range cells {
		cell = bytes.TrimSpace(cell)
		switch {
		case len(cell) == 0:
		case !speaks(cell):
			return false
		default:
			said++
		}
		data = data || i > 0 && dataCell.Match(cell)
	}
	return said > 1 && (data || spaced)
}

// speaks says whether a cell has a letter or digit, or is one of the signs that stand for nothing.
func speaks(cell []byte) bool {
	for _, r := range string(cell) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return true
		}
	}
	switch string(cell) {
	case "-", "--", "–", "—", "?", "*", "+", "++", "+++", "%", "…", "...":
		return true
	}
	return false
}

var frame = regexp.MustCompile(`\(constants: \w+=|\(window=[^()]*\brows=\d|(^|[\n\\n"])\(no rows\)`)

func resultFrame(line []byte) bool {
	return (bytes.Contains(line, []byte("(constants: ")) || bytes.Contains(line, []byte("(window=")) || bytes.Contains(line, []byte("(no rows)"))) &&
		frame.Match(line)
}

var csvCells = regexp.MustCompile(`(^|[\s:=])([^,\s"={}\[\]()][^,"={}\[\]()]*)?(,[^,\s"={}\[\]()][^,"={}\[\]()]*|,){3,}$`)

// csvRow wants four cells and more without a blank after the comma, two of them data, one of these with a date or a
// fraction, and one of words; or a header of known columns. Semicolons and tabs do as well.
func csvRow(line []byte) bool {
	for _, separator := range []string{",", ";", "\t"} {
		if bytes.Count(line, []byte(separator)) < 3 {
			continue
		}
		if segments(line, func(s []byte) bool {
			if bytes.Count(s, []byte(separator)) < 3 || bytes.Contains(s, []byte(separator+" ")) {
				return false
			}
			if separator != "," { // a comma is one of a fraction then
				s = bytes.ReplaceAll(bytes.ReplaceAll(s, []byte(","), []byte(".")), []byte(separator), []byte(","))
			}
			return cellsOfData(s)
		}) {
			return true
		}
	}
	return false
}

func cellsOfData(s []byte) bool {
	found := csvCells.Find(s)
	if found == nil {
		return false
	}
	data, exact, words, known := 0, 0, 0, 0
	for _, cell := range bytes.Split(bytes.TrimLeft(found, " \t:="), []byte(",")) {
		if i := bytes.LastIndexByte(cell, ' '); i >= 0 && !dataCell.Match(cell) {
			cell = cell[i+1:] // the first cell may have words of a message before it
		}
		switch {
		case len(cell) == 0:
		case dataCell.Match(cell):
			data++
			if bytes.ContainsAny(cell, ".-") {
				exact++
			}
		default:
			words++
			if columns[string(bytes.ToLower(cell))] {
				known++
			}
		}
	}
	return data > 1 && exact > 0 && words > 0 || known > 2
}
