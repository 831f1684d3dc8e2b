package canary

import (
	"bytes"
	"regexp"
)

var (
	structFields = regexp.MustCompile(`\{[A-Z]\w*:[^{}]*[ ,{][A-Z]\w*:`)
	typedStruct  = regexp.MustCompile(`\b[a-z]\w*\.[A-Z]\w*\{[A-Z]\w*:`)
	mapFields    = regexp.MustCompile(`\bmap\[(\w+\][\w .{}*\[\]]*\{)?["\w-]+:`)
)

// structDump is a struct or map as fmt writes it with %+v or %#v.
func structDump(line []byte) bool {
	return bytes.IndexByte(line, '{') >= 0 && (structFields.Match(line) || typedStruct.Match(line)) ||
		bytes.Contains(line, []byte("map[")) && mapFields.Match(line)
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
	at := statement.FindIndex(line)
	return at != nil && arguments.Match(line[at[0]:])
}

var (
	requestLine = regexp.MustCompile(`(^|[\s"])(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|CONNECT|TRACE) \S+ HTTP/[123](\.\d)?(\r|\\+r|\\+n|$)|(^|[\s"])HTTP/[123](\.\d)? \d{3}[ \w-]*(\r|\\+r|\\+n|$)`)
	headerLine  = regexp.MustCompile(`(?i)^(host|user-agent|accept|accept-[a-z]+|authorization|proxy-authorization|cookie|set-cookie|content-type|content-length|content-disposition|referer|origin|location|x-[a-z-]+|if-none-match|etag|connection|transfer-encoding|mcp-[a-z-]+): \S`)
)

// httpDump is a message as it goes over the wire. An access log has its request line in quotation marks, with numbers
// after.
func httpDump(line []byte) bool {
	if bytes.Contains(line, []byte("HTTP/")) && requestLine.Match(line) {
		return true
	}
	return bytes.Contains(line, []byte(": ")) && segments(line, headerLine.Match)
}

var element = regexp.MustCompile(`(?i)(<|\\+u003c|&lt;)(/(table|tr|td|th|p|div|span|ul|li|body|html|form|h[1-6]|text|entry|resource)|!doctype html|\?xml [a-z])`)

// markup is a part of a page, or of a document.
func markup(line []byte) bool {
	return (bytes.IndexByte(line, '<') >= 0 || bytes.Contains(line, []byte("003c")) || bytes.Contains(line, []byte("003C")) || bytes.Contains(line, []byte("&lt;"))) &&
		element.Match(line)
}
