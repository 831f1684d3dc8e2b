package canary

import (
	"bytes"
	"regexp"
)

var (
	structFields = regexp.MustCompile(`\{[A-Z]\w*:[^{}]*[ ,{][A-Z]\w*:`)
	typedStruct  = regexp.MustCompile(`\b[a-z]\w*\.[A-Z]\w*\{[A-Z]\w*:`)
	fieldName    = regexp.MustCompile(`[ ,{]([A-Z]\w*):`)
	mapFields    = regexp.MustCompile(`\bmap\[(\w+\][\w .{}*\[\]]*\{)?["\w-]+:`)
	mapKey       = regexp.MustCompile(`[\[ {]"?([A-Za-z][\w-]*)"?:`)
)

// structDump is a struct or map as fmt writes it with %+v or %#v, but for those of a configuration; or with %v, where a
// number in it has its unit.
func structDump(line []byte) bool {
	return braceRow(line) || bracketRow(line) || capitalField(line) && (ofData(line, structFields, fieldName) || ofData(line, typedStruct, fieldName)) ||
		bytes.Contains(line, []byte("map[")) && ofData(line, mapFields, mapKey)
}

// ofData says whether what starts as the expression says has other keys than the machine's.
func ofData(line []byte, starts, keys *regexp.Regexp) bool {
	at := starts.FindIndex(line)
	if at == nil {
		return false
	}
	var t tally
	from := at[0]
	for from > 0 && at[0]-from < 64 && fieldByte[line[from-1]] {
		from--
	}
	if kindOf(line[from:at[0]]) == machineKey {
		t.machine++ // its type says it, too
	}
	for _, key := range keys.FindAllSubmatch(line[at[0]:], -1) {
		t.add(key[1])
	}
	return !t.alone()
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
	statement = regexp.MustCompile(`(?i)^(select\b.{1,400}?\bfrom\s+["\w.]+|insert\s+(or\s+\w+\s+)?into\s+["\w.]+|update\s+["\w.]+\s+set\b|delete\s+from\s+["\w.]+|call\s+\w+\()`)
	// clause is what a statement has and a sentence has not, even one such as "select one from the list".
	clause    = regexp.MustCompile(`^(SELECT|INSERT|UPDATE|DELETE|CALL)\b|(?i:^call\s+\w+\(|\b(where|values|set|join|order\s+by|group\s+by|limit|returning|on\s+conflict)\b|\$\d|\?)|\*`)
	arguments = regexp.MustCompile(`(?i)\b(args|arguments|params|parameters|bind|bound|binds)\\?"?\s*[:=]\s*\S|values\s*\(\s*('|\\*"|[-+]?\d)|(=|<|>|like|in \()\s*\(?\s*'[^']|\[[^\]$?]+\]\s*"?\}?$`)
	compared  = regexp.MustCompile(`(?i)\b(where|and|or|on|having|set)\b[^;]*?["\w)\]\x60]\s*(=|<|>|<>|!=|<=|>=)\s*-?\d+(\.\d+)?\b`)
	bound     = regexp.MustCompile(`\$\d+ ?= ?('|\\?"|\d)`)
	// refused is how databases tell the values of a row that they do not take.
	refused = regexp.MustCompile(`Key \([^()]+\)=\(|Failing row contains \(|Duplicate entry '`)
)

// sqlWithArguments is a statement whose values are in it or beside it; a statement with its marks alone is code.
func sqlWithArguments(line []byte) bool {
	if bytes.IndexByte(line, '$') >= 0 && bound.Match(line) {
		return true
	}
	if (bytes.Contains(line, []byte(")=(")) || bytes.Contains(line, []byte("row contains (")) || bytes.Contains(line, []byte("icate entry '"))) && refused.Match(line) {
		return true
	}
	found := false
	eachVerb(line, func(i int) bool {
		text := line[i:]
		found = statement.Match(text) && clause.Match(text) && (arguments.Match(text) || compared.Match(text))
		return !found
	})
	return found
}

// eachVerb calls each with the places of words that statements start with, until it says that it has seen enough.
func eachVerb(line []byte, each func(i int) bool) {
	for i, c := range line {
		if !verbLetter[c] || i > 0 && letters[line[i-1]] {
			continue
		}
		if i+6 >= len(line) {
			return
		}
		for _, v := range verbs {
			if end := i + len(v); c|0x20 == v[0] && bytes.EqualFold(line[i:end], v) && !letters[line[end]] && !each(i) {
				return
			}
		}
	}
}

var letters, verbLetter = func() (all, first [256]bool) {
	for c := byte('a'); c <= 'z'; c++ {
		all[c], all[c-0x20] = true, true
	}
	for _, v := range verbs {
		first[v[0]], first[v[0]-0x20] = true, true
	}
	return all, first
}()

var verbs = [][]byte{[]byte("select"), []byte("insert"), []byte("update"), []byte("delete"), []byte("call")}

var (
	requestLine = regexp.MustCompile(`(^|")(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|CONNECT|TRACE) \S+ HTTP/[123](\.\d)?(\r|\\+r|\\+n|$)|[\s:=](GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|CONNECT|TRACE) \S+ HTTP/[123](\.\d)?(\r|\\+r|\\+n)`)
	statusLine  = regexp.MustCompile(`(^|[":=]\s?)HTTP/[123](\.\d)? \d{3}[A-Za-z -]*(\r|\\+r|\\+n|$)`)
	httpHeaders = wordSet("user-agent", "authorization", "proxy-authorization", "cookie", "set-cookie", "content-type",
		"content-length", "content-disposition", "content-encoding", "if-none-match", "if-modified-since", "last-modified", "transfer-encoding", "cache-control",
		"accept-language", "accept-encoding", "accept-charset", "accept-ranges", "mcp-session-id", "mcp-protocol-version", "last-event-id", "forwarded",
		"x-forwarded-for", "x-real-ip", "x-request-id", "x-api-key")
)

// httpDump is a message as it goes over the wire: a request or status line that nothing but its headers follows, or a
// header. The line of an access log has its request line in quotation marks, or numbers after it. Names of headers that
// are words of their own, such as host and accept, stand before colons elsewhere too; a dump has others beside them.
func httpDump(line []byte) bool {
	if endsLine(line) && (requestLine.Match(line) || statusLine.Match(line)) {
		return true
	}
	return bytes.Contains(line, []byte(": ")) && segments(line, headerLine)
}

// endsLine says whether a version of HTTP has the end of a line after it, or the number of a status.
func endsLine(line []byte) bool {
	for {
		i := bytes.Index(line, []byte("HTTP/"))
		if i < 0 {
			return false
		}
		line = line[i+len("HTTP/"):]
		for len(line) > 0 && (digit(line[0]) || line[0] == '.') {
			line = line[1:]
		}
		if len(line) == 0 || line[0] == '\r' || line[0] == '\\' || len(line) > 3 && line[0] == ' ' && digit(line[1]) && digit(line[2]) && digit(line[3]) {
			return true
		}
	}
}

// headerLine says whether a segment is a header with a value.
func headerLine(s []byte) bool {
	i := bytes.Index(s, []byte(": "))
	if i <= 0 || i > 40 || i+2 == len(s) || bytes.IndexByte(s[:i], ' ') >= 0 {
		return false
	}
	var lower [40]byte
	for k, c := range s[:i] {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		lower[k] = c
	}
	return httpHeaders[string(lower[:i])] || (s[0] == 'X' && len(s) > 3 && s[1] == '-' && 'A' <= s[2] && s[2] <= 'Z')
}

var (
	element   = regexp.MustCompile(`(?i)^(/(table|tr|td|th|p|div|span|ul|li|body|html|form|h[1-6]|text|entry|resource)|!doctype html|\?xml [a-z])`)
	bracketed = [][]byte{[]byte("<"), []byte("u003c"), []byte("u003C"), []byte("&lt;")}
)

// markup is a part of a page, or of a document.
func markup(line []byte) bool {
	for _, open := range bracketed {
		for rest := line; ; {
			i := bytes.Index(rest, open)
			if i < 0 {
				break
			}
			rest = rest[i+len(open):]
			if len(rest) > 0 && (rest[0] == '/' || rest[0] == '!' || rest[0] == '?') && element.Match(rest) {
				return true
			}
		}
	}
	return false
}
