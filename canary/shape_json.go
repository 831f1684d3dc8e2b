package canary

import (
	"bytes"
	"regexp"
)

var (
	escapedKey  = regexp.MustCompile(`([{,]|\\n|\\t)\s*\\+"[^"\\]{1,60}\\+"\s*:`)
	escapedOpen = regexp.MustCompile(`\[\s*\{\s*\\+"`)
	textKey     = regexp.MustCompile(`(^|[\w:=.,)]) ?[\[]*\{"[^"\\]{1,60}":`)
	indentedKey = regexp.MustCompile(`^[ \t]+"[^"\\]{1,60}": ?("([^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[\[{][\]}]?),?$`)
)

func escapedJSON(line []byte) bool {
	return bytes.Contains(line, []byte(`\"`)) && (escapedKey.Match(line) || escapedOpen.Match(line))
}

// jsonInText is JSON after words or a sign of equality. Development logs of zap put a tab before theirs.
func jsonInText(line []byte) bool {
	i := bytes.Index(line, []byte(`{"`))
	if i <= 0 || jsonLine(line) {
		return false
	}
	return textKey.Match(line)
}

func jsonLine(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) > 1 && (line[0] == '{' && line[1] == '"' || line[0] == '[' && (line[1] == '{' || line[1] == '['))
}

var (
	// logKeys are of a line of a log, dataKeys of a row of data.
	logKeys  = wordSet("level", "lvl", "severity", "msg", "message", "time", "ts", "timestamp", "@timestamp", "log", "event", "logger")
	dataKeys = wordSet("value", "unit", "name", "text", "note", "notes", "comment", "display", "code", "code_system", "indicator",
		"indicators", "medication", "schedule", "dose", "reading", "readings", "rows", "items", "entries", "records", "window", "patient",
		"subject", "birth_date", "birthdate", "birthday", "email", "address", "phone", "given", "family", "resourcetype", "valuequantity",
		"effectivedatetime", "genotype", "allele", "diagnosis", "symptom")
)

// jsonRow looks at the keys of each object of a line of JSON.
func jsonRow(line []byte) bool {
	if !jsonLine(line) {
		return len(line) > 3 && (line[0] == ' ' || line[0] == '\t') && indentedKey.Match(line)
	}
	line = bytes.TrimSpace(line)
	if line[0] == '[' || bytes.Contains(line, []byte(`[{"`)) {
		return true
	}
	logged, keys := false, 0
	data := map[int]int{} // keys of data by depth
	row := false
	eachKey(line, func(depth int, key []byte) {
		if depth == 1 {
			keys++
			logged = logged || logKeys[string(key)]
		}
		if dataKeys[string(bytes.ToLower(key))] {
			data[depth]++
			row = row || depth > 1 && data[depth] > 1
		}
	}, func(depth int) { delete(data, depth) })
	return row || keys > 0 && !logged
}

// eachKey walks over JSON, as far as it is JSON, and tells keys and the ends of objects with their depth.
func eachKey(line []byte, key func(depth int, key []byte), end func(depth int)) {
	depth := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '{':
			depth++
		case '}':
			end(depth)
			depth--
		case '"':
			start := i + 1
			for i++; i < len(line) && line[i] != '"'; i++ {
				if line[i] == '\\' {
					i++
				}
			}
			if i+1 < len(line) && line[i+1] == ':' {
				key(depth, line[start:i])
			}
		}
	}
}
