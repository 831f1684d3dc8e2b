package canary

import "bytes"

// Fields of a row have the same names in any notation. What a line says in key=value, in braces, or over the lines of a
// block of YAML is counted as the keys of a JSON object are.

// addText counts a field with its value, which tells more than its key does: an amount and a choice are of no row, and an
// address is a machine's.
func (t *tally) addText(key []byte, kind keyKind, value []byte) {
	switch {
	case kind == rowKey && isWord(key, "unit") && (serviceUnit(value) || len(value) < 16 && machineUnits[string(bytes.ToLower(value))]),
		kind == dataKey && kindOfCell(value) == machineCell:
		t.members++
		t.machine++
	case (kind == rowKey || kind == dataKey) && (isWord(value, "true", "false") || key[len(key)-1]|0x20 == 's' && len(bytes.Trim(value, "-0123456789")) == 0):
		t.members++ // whether there are, or how many
	default:
		t.addKind(key, kind)
		t.learn(key, value)
	}
}

// serviceUnit says whether the name of a unit is one of systemd.
func serviceUnit(name []byte) bool {
	switch string(name[bytes.LastIndexByte(name, '.')+1:]) {
	case "service", "socket", "timer", "mount", "target", "scope", "slice", "path":
		return true
	}
	return false
}

// textRow says whether the fields of a text are a row.
func (t *tally) textRow() bool {
	data, rows := t.told()
	return data+2*rows >= 3 && (rows > 0 || data > t.machine)
}

var fieldByte = func() (all [256]bool) {
	for c := range 256 {
		all[c] = letters[c] || digit(byte(c)) || c == '_' || c == '.' || c == '-' || c >= 0x80
	}
	return all
}()

// beforeField and beforeName are what stands before the key of key=value, and before a name in braces.
var beforeField, beforeName = byteSet(" \t\"'{([,;|<"), byteSet(" {,")

func byteSet(bytes string) (all [256]bool) {
	for _, c := range []byte(bytes) {
		all[c] = true
	}
	return all
}

// keyTo is the key that ends at i, where one does.
func keyTo(line []byte, i int, before *[256]bool) []byte {
	from := i
	for from > 0 && i-from <= 64 && fieldByte[line[from-1]] {
		from--
	}
	if from > 0 && line[from-1] == '\\' { // \n and \t before it
		from++
	} else if from > 0 && !before[line[from-1]] {
		return nil
	}
	if from >= i || !letters[line[from]] {
		return nil
	}
	return line[from:i]
}

// valueFrom is the value that starts at i, up to a blank or a sign that ends it. What stands for a value in code, in a
// template or in a usage is none.
func valueFrom(line []byte, i int) []byte {
	for i < len(line) && (line[i] == '"' || line[i] == '\\' || line[i] == '\'') {
		i++
	}
	from := i
	for i < len(line) && i-from < maxValue && !afterField[line[i]] {
		i++
	}
	if from == i || bytes.IndexByte([]byte("$?:@<{[&=~"), line[from]) >= 0 || line[from] == '%' && i > from+1 {
		return nil
	}
	return line[from:i]
}

// quoted is the whole of a value that starts at i where it is in quotation marks, and short; else what it is up to a blank.
func quoted(line []byte, i int, value []byte) []byte {
	if line[i] != '"' {
		return value
	}
	if n := bytes.IndexByte(line[i+1:min(len(line), i+32)], '"'); n > len(value) {
		return line[i+1 : i+1+n]
	}
	return value
}

// maxValue is how much of a value says what it is.
const maxValue = 128

var afterField = byteSet(" \t\"'\\,;|)}]>")

// maxFields are as many fields as a line is asked for, each once.
const maxFields = 32

// fieldRow says whether the fields of a line, key=value with blanks between them, are a row.
func fieldRow(line []byte) bool {
	var (
		t    tally
		keys [maxFields][]byte
		n    int
	)
next:
	for i := 0; i < len(line) && n < maxFields; i++ {
		j := bytes.IndexByte(line[i:], '=')
		if j < 0 {
			break
		}
		i += j
		key := keyTo(line, i, &beforeField)
		if key == nil || i+1 == len(line) {
			continue
		}
		kind := kindOf(key)
		switch kind { // most are of a machine, and say enough by that
		case machineKey:
			t.machine++
			continue
		case plainKey, logKey:
			continue
		}
		value := valueFrom(line, i+1)
		if len(value) == 0 || len(value) > len(key) && bytes.HasSuffix(value, key) && value[len(value)-len(key)-1] == '.' {
			continue // name=excluded.name is a statement's
		}
		value = quoted(line, i+1, value)
		for _, k := range keys[:n] {
			if bytes.Equal(k, key) {
				continue next
			}
		}
		keys[n] = key
		n++
		t.addText(key, kind, value)
	}
	return t.textRow()
}

// braceRow says whether names in braces that are not quoted, as Go, JavaScript and YAML in one line write them, are those
// of a row.
func braceRow(line []byte) bool {
	if !nameInBraces(line) {
		return false
	}
	var open [16]tally
	depth := 0
	for i, c := range line {
		switch c {
		case '{':
			if depth < len(open) {
				open[depth] = tally{}
			}
			depth++
		case '}':
			if 0 < depth && depth <= len(open) && open[depth-1].textRow() {
				return true
			}
			depth = max(0, depth-1)
		case ':':
			if depth == 0 || depth > len(open) || i+1 == len(line) {
				continue
			}
			key := keyTo(line, i, &beforeName)
			at := i + 1
			if line[at] == ' ' {
				at++
			}
			if value := valueFrom(line, at); key != nil && len(value) > 0 {
				open[depth-1].addText(key, kindOf(key), value)
			}
		}
	}
	for ; depth > 0; depth-- { // it was cut
		if depth <= len(open) && open[depth-1].textRow() {
			return true
		}
	}
	return false
}

// nameInBraces says whether a brace has a name and a colon after it.
func nameInBraces(line []byte) bool {
	for i := 0; i < len(line); i++ {
		j := bytes.IndexByte(line[i:], '{')
		if j < 0 {
			return false
		}
		i += j + 1
		for i < len(line) && line[i] == ' ' {
			i++
		}
		from := i
		for i < len(line) && fieldByte[line[i]] {
			i++
		}
		if i > from && i < len(line) && line[i] == ':' {
			return true
		}
		i--
	}
	return false
}

// block reads the lines of a block of YAML, and says with each whether the mapping that it belongs to has become a row.
type block struct {
	open [8]mapping
	n    int
}

type mapping struct {
	indent int
	told   bool
	tally  tally
	first  [64]byte // key, which starts the next of a list
	size   int
}

var blockStart = byteSet(" -\"'_")

// line takes the next line.
func (b *block) line(line []byte) bool {
	if len(line) == 0 || !letters[line[0]] && !blockStart[line[0]] {
		b.n = 0
		return false
	}
	indent, starts := 0, false
	rest := line
	for {
		n := len(rest) - len(bytes.TrimLeft(rest, " "))
		indent, rest = indent+n, rest[n:]
		if len(rest) < 2 || rest[0] != '-' || rest[1] != ' ' {
			break
		}
		indent, rest, starts = indent+1, rest[1:], true
	}
	i := bytes.IndexByte(rest[:min(len(rest), 64)], ':')
	if i <= 0 || i+1 < len(rest) && rest[i+1] != ' ' || i+3 < len(rest) && rest[i+2] != '"' && rest[i+2] != '\'' && bytes.Contains(rest[i+2:], []byte(": ")) {
		b.n = 0 // an error with its causes, for one
		return false
	}
	key := bytes.Trim(rest[:i], `"'`)
	for _, c := range key {
		if !fieldByte[c] && c != ' ' {
			b.n = 0
			return false
		}
	}
	if len(key) == 0 {
		b.n = 0
		return false
	}
	for b.n > 0 && (b.open[b.n-1].indent > indent || starts && b.open[b.n-1].indent == indent) {
		b.n--
	}
	if b.n == 0 || b.open[b.n-1].indent < indent || bytes.Equal(b.open[b.n-1].first[:b.open[b.n-1].size], key) {
		if b.n > 0 && b.open[b.n-1].indent == indent {
			b.n-- // the next of its kind
		}
		if b.n == len(b.open) {
			b.n = 0
		}
		m := &b.open[b.n]
		*m = mapping{indent: indent}
		m.size = copy(m.first[:], key)
		b.n++
	}
	m := &b.open[b.n-1]
	value := bytes.Trim(bytes.TrimSpace(rest[i+1:]), `"'`)
	if len(value) == 0 || bytes.IndexByte([]byte("|>{[&*!$"), value[0]) >= 0 {
		return false // what it is follows, and is counted for itself, or comes from elsewhere
	}
	m.tally.addText(key, kindOf(key), value)
	if _, rows := m.tally.told(); m.told || rows == 0 || !m.tally.textRow() {
		return false // most of YAML is configuration: a name with a text is not enough
	}
	m.told = true
	return true
}

// blockRow is a row of YAML within a line, whose line breaks are escaped.
func blockRow(line []byte) bool {
	if bytes.IndexByte(line, '\\') < 0 || bytes.IndexByte(line, ':') < 0 {
		return false
	}
	var b block
	return segments(line, b.line)
}

// rowOfLines says with each line of a text whether it makes a row of YAML of the lines before it and itself.
func rowOfLines() func(line []byte) bool {
	var b block
	return func(line []byte) bool { return b.line(line) || blockRow(line) }
}
