package canary

import (
	"bytes"
	"regexp"
)

// A row of cells is one of data by what its cells say, whatever stands between them: a bar, a comma, a line that is drawn,
// a blank. A number with its unit is a person's; so is a date beside words and a number, unless another cell is a
// machine's own: an address, a level, a duration, a file.

type cellKind uint8

const (
	emptyCell cellKind = iota
	wordCell
	numberCell
	dateCell    // or a time in seconds since 1970
	unitCell    // of measurements of a person
	measureCell // a number with such a unit
	machineCell
)

// unitsOf are units of what is measured in people. Those of a machine are not among them, nor are single letters but g.
var unitsOf = wordSet("kg", "g", "mg", "µg", "μg", "mcg", "ug", "ng", "pg", "lb", "lbs", "oz", "cm", "mm", "km", "dl", "ml", "µl", "ul", "fl", "mmol",
	"mol", "µmol", "μmol", "umol", "nmol", "pmol", "iu", "miu", "µiu", "uiu", "meq", "mosm", "mmhg", "cmh2o", "kpa", "bpm", "kcal", "kj", "°c", "°f", "%", "mmol/mol")

// countedOf are the units that stand over another alone, as in /min, U/L and 10^9/L.
var countedOf = regexp.MustCompile(`^(\{\w+\}|[Uu]|x?10[*^]\d+|cells|beats|copies)?/([Ll]|dL|dl|mL|ml|uL|ul|µL|μL|min|hpf|kg|m2)$`)

// unit says whether a text is a unit of what is measured in people, alone or by another, such as mmol/L.
func unit(text []byte) bool {
	if len(text) == 0 || len(text) > 16 {
		return false
	}
	var lower [16]byte
	over := len(text)
	for i, c := range text {
		switch {
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		case c == '/' && over == len(text):
			over = i
		case c == ' ':
			return false
		}
		lower[i] = c
	}
	return unitsOf[string(lower[:len(text)])] || over > 0 && unitsOf[string(lower[:over])] && len(text)-over < 10 || over < len(text) && countedOf.Match(text)
}

var (
	numberOf   = regexp.MustCompile(`^[<>≤≥~=]{0,2} ?[-+]?\d+([.,]\d+)*(/\d+)?`)
	dateOf     = regexp.MustCompile(`^(\d{4}-\d\d(-\d\d)?([ T]\d\d:\d\d\S*)?|\d{1,2}[./]\d{1,2}[./]\d{4})$`)
	jsonNumber = regexp.MustCompile(`^[-+]?\d+(\.\d+)?([eE][-+]?\d+)?$`)
	versions   = regexp.MustCompile(`^v?\d+(\.\d+){2,}`)
)

// kindOfCell says what a cell is.
func kindOfCell(cell []byte) cellKind {
	cell = bytes.TrimSpace(cell)
	switch {
	case len(cell) == 0 || len(cell) <= 5 && isWord(cell, "-", "null", "nil", "<nil>", "—"):
		return emptyCell
	case len(cell) > 80:
		return wordCell
	case digit(cell[0]) || bytes.IndexByte([]byte("<>~=+-\xe2"), cell[0]) >= 0:
		if kind, ok := kindOfNumber(cell); ok {
			return kind
		}
	}
	switch {
	case unit(cell):
		return unitCell
	case machineText(cell):
		return machineCell
	}
	return wordCell
}

// kindOfNumber says what a cell is that starts with a number, if it does.
func kindOfNumber(cell []byte) (kind cellKind, ok bool) {
	if dateOf.Match(cell) {
		return dateCell, true
	}
	n := len(numberOf.Find(cell))
	if n == 0 || unit(cell) { // 10^9/L
		return wordCell, false
	}
	rest := bytes.TrimSpace(cell[n:])
	switch {
	case len(rest) == 0 && epoch(cell):
		return dateCell, true
	case len(rest) == 0 && versions.Match(cell):
		return machineCell, true
	case len(rest) == 0:
		return numberCell, true
	case measure(cell, n):
		return measureCell, true
	case len(cell) > n && cell[n] == ' ' && !machineText(rest):
		return wordCell, true // two capsules
	}
	return machineCell, true
}

// measure says whether a text is a number of so many bytes with its unit. 2g and 2G are amounts of memory.
func measure(text []byte, number int) bool {
	rest := bytes.TrimLeft(text[number:], " ")
	return unit(rest) && (len(rest) > 1 || len(rest) < len(text)-number && rest[0] != 'G' || rest[0] == '%')
}

// measureOf says whether a text is a number with its unit, but for per cent.
func measureOf(text []byte) bool {
	if len(text) < 2 || len(text) > 24 {
		return false
	}
	n := 0
	for n < len(text) && (digit(text[n]) || n > 0 && bytes.IndexByte([]byte(".,/"), text[n]) >= 0) {
		n++
	}
	return n > 0 && n < len(text) && text[len(text)-1] != '%' && measure(text, n)
}

// epoch says whether a number is a time in seconds since 1970, of this century, or in parts of them.
func epoch(number []byte) bool {
	whole, _, _ := bytes.Cut(number, []byte("."))
	switch len(whole) {
	case 10, 13, 16, 19:
		return whole[0] == '1' || whole[0] == '2'
	}
	return false
}

// machineText says whether a text is an address, a path, a file, a level, a method or another word of a machine.
func machineText(text []byte) bool {
	if bytes.IndexByte(text, ' ') >= 0 {
		return bytes.Contains(text, []byte(" /")) // GET /x
	}
	if text[0] == '/' || text[0] == ':' || bytes.IndexByte(text, '=') >= 0 || bytes.Contains(text, []byte("://")) {
		return true
	}
	for i := 1; i+1 < len(text); i++ { // web:80, main.go, *sql.DB
		if (text[i] == '.' || text[i] == ':') && (letters[text[i+1]] || digit(text[i+1])) {
			return true
		}
	}
	var lower [12]byte
	if len(text) > len(lower) {
		return kindOf(text) == machineKey
	}
	for i, c := range text {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		lower[i] = c
	}
	word := lower[:len(text)]
	return levels[string(word)] || machineWords[string(word)] || kindOf(text) == machineKey
}

var machineWords = wordSet("get", "head", "post", "put", "patch", "delete", "options", "connect", "true", "false", "yes", "no", "on", "off", "ok", "kb", "mb",
	"gb", "kib", "mib", "gib", "s", "ms", "us", "µs", "ns", "linux", "amd64", "arm64")

// machineUnits are those of what a machine measures of itself.
var machineUnits = wordSet("s", "ms", "us", "µs", "ns", "seconds", "milliseconds", "microseconds", "nanoseconds", "by", "b", "kb", "mb", "gb", "kib", "mib",
	"gib", "bytes", "1", "count", "requests", "percent")

// cells counts the cells of a row by what they are.
type cells struct {
	count                                    int
	words, numbers, dates, measures, machine int
	last                                     cellKind
	known, rows                              int // of words, those that are a header's, and of these a row's own
}

func (c *cells) add(cell []byte) {
	kind := kindOfCell(cell)
	if kind == unitCell && c.last == numberCell {
		c.numbers--
		kind = measureCell
	}
	c.count++
	c.last = kind
	switch kind {
	case wordCell, unitCell:
		c.words++
		if len(cell) < 20 && columns[string(bytes.ToLower(bytes.TrimSpace(cell)))] {
			c.known++
			if kindOf(cell) == rowKey {
				c.rows++
			}
		}
	case numberCell:
		c.numbers++
	case dateCell:
		c.dates++
	case measureCell:
		c.measures++
	case machineCell:
		c.machine++
	}
}

// row says whether the cells are a row of data.
func (c *cells) row() bool {
	return c.measured() || c.dates > 0 && c.words > 0 && c.numbers > 0 && c.machine == 0
}

// measured says whether a cell is a number with its unit, beside another cell.
func (c *cells) measured() bool { return c.measures > 0 && c.count > 1 }

// header says whether the cells are the names of a row's.
func (c *cells) header() bool { return c.known > 2 && c.rows > 0 }

// listRows says whether a text has lists of JSON that are rows: the list of a row's cells, a list of lists under a name of
// rows, or one of times with their values.
func listRows(text []byte) bool {
	for i := 0; i < len(text); i++ {
		j := bytes.IndexByte(text[i:], '[')
		if j < 0 {
			return false
		}
		i += j
		end, row := listAt(text, i)
		if row {
			return true
		}
		i = max(i, end-1)
	}
	return false
}

// listAt reads the list at i as far as it is one of texts, numbers and lists of them, and says whether one of these is a
// row.
func listAt(text []byte, i int) (end int, row bool) {
	whose := keyBefore(text, i)
	var c cells
	flat, depth := false, 0
	for ; i < len(text); i++ {
		switch text[i] {
		case ' ', ',', '\n', '\t', '\r':
		case '[':
			c, flat = cells{}, true
			depth++
		case ']':
			if flat && c.listed(whose, depth > 1) {
				return i + 1, true
			}
			flat = false
			if depth--; depth == 0 {
				return i + 1, false
			}
		case '"':
			start := i + 1
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			c.add(text[start:min(i, len(text))])
		default:
			start := i
			for i < len(text) && i-start < maxNumber && (fieldByte[text[i]] || text[i] == '+') {
				i++
			}
			if word := text[start:i]; !jsonNumber.Match(word) && !isWord(word, "null", "true", "false") {
				return start + 1, false
			}
			c.add(text[start:i])
			i--
		}
	}
	return len(text), flat && c.listed(whose, depth > 1) // it was cut
}

// maxNumber is the longest number that a cell has.
const maxNumber = 40

// listed says whether the cells of a list are a row, which stands under a key of some kind and perhaps in another list.
func (c *cells) listed(whose keyKind, inList bool) bool {
	switch {
	case c.count < 2:
		return false
	case c.measured() || c.header():
		return true
	case whose == machineKey:
		return false
	case c.row():
		return true
	case !inList:
		return false
	}
	return c.machine == 0 && (whose == dataKey || whose == rowKey || c.dates > 0 && c.dates+c.numbers == c.count && c.numbers > 0)
}

// keyBefore is the kind of the key whose list starts at i.
func keyBefore(text []byte, i int) keyKind {
	back := func() {
		for i > 0 && text[i-1] == ' ' {
			i--
		}
	}
	if back(); i == 0 || text[i-1] != ':' {
		return unknownKey
	}
	i--
	if back(); i == 0 || text[i-1] != '"' {
		return unknownKey
	}
	i--
	start := bytes.LastIndexByte(text[max(0, i-64):i], '"')
	if start < 0 {
		return unknownKey
	}
	return kindOf(text[max(0, i-64)+start+1 : i])
}

// bracketRow says whether a line has cells in brackets with blanks between them, as %v of Go writes structs and lists, and
// one is a number that its unit follows; but not per cent, which progress has too.
func bracketRow(line []byte) bool {
	if bytes.IndexByte(line, '[') < 0 && bytes.IndexByte(line, '{') < 0 {
		return false
	}
	for i := 0; i < len(line); i++ {
		if c := line[i]; c != '[' && c != '{' {
			continue
		}
		start := i + 1
		for i = start; i < len(line) && i-start < maxBracket && !bracket[line[i]]; i++ {
		}
		if i-start > 3 && spacedRow(line[start:i]) {
			return true
		}
		i--
	}
	return false
}

var bracket = byteSet(`{}[]"`)

// maxBracket is how much within brackets is looked at.
const maxBracket = 400

// spacedRow says whether one of the words of a text is a number and the next a unit.
func spacedRow(text []byte) bool {
	for i := 1; i+1 < len(text); i++ {
		if text[i] != ' ' || !digit(text[i-1]) || text[i+1] == ' ' {
			continue
		}
		to := i + 1
		for to < len(text) && text[to] != ' ' && text[to] != ',' && text[to] != ';' {
			to++
		}
		if !unit(text[i+1:to]) || text[i+1] == 'G' && to == i+2 {
			continue
		}
		from := i
		for from > 0 && text[from-1] != ' ' && text[from-1] != ',' && text[from-1] != ':' {
			from--
		}
		if len(numberOf.Find(text[from:i])) == i-from && text[i+1] != '%' {
			return true
		}
	}
	return false
}
