package canary

import (
	"bytes"
	"regexp"
	"strings"
)

var (
	structFields = regexp.MustCompile(`\{[A-Z]\w*:[^{}]*[ ,{][A-Z]\w*:`)
	typedStruct  = regexp.MustCompile(`\b[a-z]\w*\.[A-Z]\w*\{[A-Z]\w*:`)
	mapFields    = regexp.MustCompile(`\bmap\[(\w+\][\w .{}*\[\]]*\{)?["\w-]+:`)
)

// structDump is a struct or map as fmt writes it with %+v or %#v.
func structDump(line []byte) bool {
	return capitalField(line) && (structFields.Match(line) || typedStruct.Match(line)) ||
		bytes.Contains(line, []byte("map[")) && mapFields.Match(line)
}

// capitalField says whether a brace has a capital letter after it: the expressions are slow, and few lines have one.
func capitalField(line []byte) bool {
	for i := 0; i < len(line); i++ {
		j := bytes.IndexByte(line[i:], '{')
		if j < 0 || i+j+1 == len(line) {
			return false
		}
		i += j
		if c := line[i+1]; 'A' <= c && c <= 'Z' {
			return true
		}
	}
	return false
}

var (
	statement = regexp.MustCompile(`(?i)\b(select\b.{1,400}\bfrom\s+["\w.]+|insert\s+(or\s+\w+\s+)?into\s+["\w.]+|update\s+["\w.]+\s+set\b|delete\s+from\s+["\w.]+|call\s+\w+\()`)
	arguments = regexp.MustCompile(`(?i)\b(args|arguments|params|parameters|bind|bound|binds)\\?"?\s*[:=]\s*\S|values\s*\(\s*('|\\*"|[-+]?\d)|(=|<|>|like|in \()\s*\(?\s*'[^']|(=|<|>)\s*\d+\b|\[[^\]$?]+\]\s*"?\}?$`)
	bound     = regexp.MustCompile(`\$\d+ ?= ?('|\\?"|\d)`)
)

// sqlWithArguments is a statement whose values are in it or beside it; a statement with its marks alone is code.
func sqlWithArguments(line []byte) bool {
	if bytes.IndexByte(line, '$') >= 0 && bound.Match(line) {
		return true
	}
	if !verb(line) {
		return false
	}
	at := statement.FindIndex(line)
	return at != nil && arguments.Match(line[at[0]:])
}

// verb says whether a line has a word that statements start with.
func verb(line []byte) bool {
	for i := 0; i+6 < len(line); i++ {
		if i > 0 && (line[i-1]|0x20 >= 'a' && line[i-1]|0x20 <= 'z') {
			continue
		}
		switch line[i] | 0x20 {
		case 's', 'i', 'u', 'd', 'c':
			for _, v := range verbs {
				if bytes.EqualFold(line[i:i+len(v)], v) {
					return true
				}
			}
		}
	}
	return false
}

var verbs = [][]byte{[]byte("select"), []byte("insert"), []byte("update"), []byte("delete"), []byte("call ")}

var (
	requestLine = regexp.MustCompile(`(^|[\s"])(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|CONNECT|TRACE) \S+ HTTP/[123](\.\d)?(\r|\\+r|\\+n|$)|(^|[\s"])HTTP/[123](\.\d)? \d{3}[ \w-]*(\r|\\+r|\\+n|$)`)
	httpHeaders = wordSet("host", "user-agent", "accept", "authorization", "proxy-authorization", "cookie", "set-cookie", "content-type",
		"content-length", "content-disposition", "referer", "origin", "location", "if-none-match", "etag", "connection", "transfer-encoding")
)

// httpDump is a message as it goes over the wire. An access log has its request line in quotation marks, with numbers
// after.
func httpDump(line []byte) bool {
	if i := bytes.Index(line, []byte("HTTP/")); i >= 0 {
		end := i + len("HTTP/")
		for end < len(line) && (digit(line[end]) || line[end] == '.') {
			end++
		}
		if (end == len(line) || line[end] != '"') && requestLine.Match(line) {
			return true
		}
	}
	return bytes.Contains(line, []byte(": ")) && segments(line, headerLine)
}

// headerLine says whether a segment is a header with a value.
func headerLine(s []byte) bool {
	i := bytes.Index(s, []byte(": "))
	if i <= 0 || i > 40 || i+2 == len(s) || bytes.IndexByte(s[:i], ' ') >= 0 {
		return false
	}
	name := string(bytes.ToLower(s[:i]))
	return httpHeaders[name] || strings.HasPrefix(name, "x-") || strings.HasPrefix(name, "accept-") || strings.HasPrefix(name, "mcp-")
}

var element = regexp.MustCompile(`(?i)(<|\\+u003c|&lt;)(/(table|tr|td|th|p|div|span|ul|li|body|html|form|h[1-6]|text|entry|resource)|!doctype html|\?xml [a-z])`)

// markup is a part of a page, or of a document.
func markup(line []byte) bool {
	return (bytes.IndexByte(line, '<') >= 0 || bytes.Contains(line, []byte("003c")) || bytes.Contains(line, []byte("003C")) || bytes.Contains(line, []byte("&lt;"))) &&
		element.Match(line)
}
