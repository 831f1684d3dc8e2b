package canary

import (
	"bytes"
	"regexp"
)

var (
	escapedKey  = regexp.MustCompile(`([{,]|\\n|\\t)\s*\\+"[^"\\]{1,60}\\+"\s*:`)
	indentedKey = regexp.MustCompile(`^[ \t]+"([^"\\]{1,60})": ?("([^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[\[{][\]}]?),?$`)
)

// jsonRow is a line of JSON that is no line of a log, or holds rows.
func jsonRow(line []byte) bool {
	if !jsonLine(line) {
		if len(line) > 3 && (line[0] == ' ' || line[0] == '\t') {
			if key := indentedKey.FindSubmatch(line); key != nil {
				switch kindOf(key[1]) {
				case unknownKey, dataKey, rowKey:
					return true
				}
			}
		}
		return false
	}
	line = bytes.TrimSpace(line)
	return rowsIn(line, aloneIn) || listRows(line)
}

func jsonLine(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) > 1 && (objectAt(line, 0) || line[0] == '[' && (line[1] == '[' || line[1] == '"' || objectAt(line, 1)))
}

// objectAt says whether an object with keys starts at i.
func objectAt(text []byte, i int) bool {
	if i >= len(text) || text[i] != '{' {
		return false
	}
	for i++; i < len(text) && (text[i] == ' ' || text[i] == '\t' || text[i] == '\n' || text[i] == '\r'); i++ {
	}
	return i < len(text) && (text[i] == '"' || text[i] == '\'')
}

// jsonInText is JSON after words or a sign of equality. Development logs of zap put the fields of a line after a tab:
// they are the line's attributes.
func jsonInText(line []byte) bool {
	object, list := bytes.IndexByte(line, '{') >= 0, bytes.IndexByte(line, '[') >= 0
	if !object && !list || jsonLine(line) {
		return false
	}
	if list && listRows(line) {
		return true
	}
	return object && rowsIn(line, func(text []byte, at int) place {
		if at > 0 && text[at-1] == '\t' && prefixOf(line) > 0 {
			return attributesOf
		}
		return aloneIn(text, at)
	})
}

// escapedJSON is JSON as text within a line, however often it was escaped.
func escapedJSON(line []byte) bool {
	if !bytes.Contains(line, []byte(`\"`)) || !escapedKey.Match(line) && !bytes.Contains(line, []byte(`{\`)) && !bytes.Contains(line, []byte(`[\`)) {
		return false
	}
	for depth := 0; depth < maxDepth; depth++ {
		var next []byte
		row := false
		eachQuoted(line, func(text []byte) {
			row = row || rowsIn(text, aloneIn) || listRows(text) || !holdsObject(text) && partOfObject.Match(text)
			if bytes.Contains(text, []byte(`\"`)) {
				next = append(append(next, text...), '"')
			}
		})
		if row {
			return true
		}
		if next == nil {
			return false
		}
		line = next
	}
	return true // what is escaped more often than that is not looked at, and is no line of a log
}

// partOfObject is JSON whose beginning is not there.
var partOfObject = regexp.MustCompile(`[{,]\s*"[^"\\]{1,60}"\s*:`)

func holdsObject(text []byte) bool {
	for i := range text {
		if objectAt(text, i) {
			return true
		}
	}
	return false
}

// eachQuoted calls each with every text of a line that has an escaped quotation mark, unescaped once. Such a text reaches
// from one mark that is not escaped to the next.
func eachQuoted(line []byte, each func(text []byte)) {
	start, escaped := 0, false
	end := func(i int) {
		if escaped {
			each(unescaped(line[start:i]))
		}
		start, escaped = i+1, false
	}
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
			escaped = escaped || i < len(line) && line[i] == '"'
			if i < len(line) && line[i] == '\\' { // what was escaped twice has its marks deeper
				k := i
				for k < len(line) && line[k] == '\\' {
					k++
				}
				if k < len(line) && line[k] == '"' {
					escaped, i = true, k
				}
			}
		case '"':
			end(i)
		}
	}
	end(len(line))
}

func unescaped(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] != '\\' || i+1 == len(text) {
			out = append(out, text[i])
			continue
		}
		i++
		switch text[i] {
		case 'n':
			out = append(out, '\n')
		case 't':
			out = append(out, '\t')
		case 'r':
		default:
			out = append(out, text[i])
		}
	}
	return out
}

// place is where an object stands, which decides what its keys must be.
type place uint8

const (
	standsAlone place = iota
	attributesOf
	inRecord
	inList
)

func aloneIn([]byte, int) place { return standsAlone }

func (t *tally) honest(p place) bool {
	switch p {
	case standsAlone:
		return t.alone()
	case attributesOf:
		return t.attributes()
	case inList:
		return t.listed()
	}
	return t.within()
}

// rowsIn says whether any object of a text is a row of data: one by itself, for which placed says what it is there, or one
// within another. A list of lists is one of rows.
func rowsIn(text []byte, placed func(text []byte, at int) place) bool {
	if len(text) > 1 && text[0] == '[' && text[1] == '[' {
		return true
	}
	for i := 0; i < len(text); i++ {
		j := bytes.IndexByte(text[i:], '{')
		if j < 0 {
			return false
		}
		i += j
		if !objectAt(text, i) {
			continue
		}
		end, row := objectRows(text, i, placed(text, i))
		if row {
			return true
		}
		i = end - 1
	}
	return false
}

// objectRows walks over the object at i, as far as it is one, and says where it ends and whether it, or an object in it,
// is a row.
func objectRows(text []byte, i int, p place) (end int, row bool) {
	var (
		open  [16]tally
		lists [16]bool // an object of this depth is one of a list
	)
	depth, list := 0, false
	var key []byte // whose text may come
	for ; i < len(text); i++ {
		switch c := text[i]; c {
		case '{':
			if depth < len(open) {
				open[depth], lists[depth] = tally{}, list
			}
			if 0 < depth && depth <= len(open) && !list {
				open[depth-1].objects++
			}
			depth++
			list, key = false, nil
		case '}':
			depth--
			if depth < len(open) && open[depth].row(depth, lists[depth], p) {
				return i + 1, true
			}
			if 0 < depth && depth < len(open) {
				open[depth-1].takes(&open[depth])
			}
			if depth == 0 {
				return i + 1, false
			}
			list = depth < len(open) && lists[depth]
		case '[':
			list = true
		case ']':
			list = false
		case '"', '\'':
			start := i + 1
			for i++; i < len(text) && text[i] != c; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			word := text[start:min(i, len(text))]
			k := i + 1
			for k < len(text) && text[k] == ' ' {
				k++
			}
			if depth == 0 || depth > len(open) {
				continue
			}
			if k < len(text) && (text[k] == ':' || text[k] == '=' && k+1 < len(text) && text[k+1] == '>') {
				open[depth-1].add(word)
				key = word
			} else if key != nil {
				open[depth-1].learn(key, word)
				key = nil
			}
		}
	}
	for depth--; depth >= 0; depth-- { // it was cut
		if depth < len(open) && open[depth].row(depth, lists[depth], p) {
			return len(text), true
		}
		if 0 < depth && depth < len(open) {
			open[depth-1].takes(&open[depth])
		}
	}
	return len(text), false
}

// row says whether the object of a depth is a row of data.
func (t *tally) row(depth int, list bool, p place) bool {
	switch {
	case t.members == 0:
		return false
	case depth == 0:
		return !t.honest(p) && (p != standsAlone || t.strays())
	case list:
		return !t.honest(inList)
	}
	return !t.honest(inRecord)
}
