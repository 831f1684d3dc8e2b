package redact

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Line judges a line that another logger has formatted: a JSON object by its fields, key=value text by its
// pairs, anything else as a message. A line gives less to go by than a record: the types of values are lost,
// so an error is kept only if its text is a type name, and text after the first pair is dropped, since a
// value may have spaces.
func (f *Filter) Line(line string) string {
	if f == nil {
		f = new(Filter)
	}
	line = strings.TrimRight(line, "\r\n")
	if t := strings.TrimSpace(line); strings.HasPrefix(t, "{") {
		return f.jsonLine(t)
	}
	return f.textLine(line)
}

// parseValue reads the text of a value as what it was before it was printed.
func parseValue(s string) slog.Value {
	if i, err := strconv.ParseInt(s, 10, 64); err == nil {
		return slog.Int64Value(i)
	}
	switch s {
	case "true":
		return slog.BoolValue(true)
	case "false":
		return slog.BoolValue(false)
	}
	if s != "" && isDigit(s[0]) {
		if d, err := time.ParseDuration(s); err == nil {
			return slog.DurationValue(d)
		}
		if x, err := strconv.ParseFloat(s, 64); err == nil {
			return slog.Float64Value(x)
		}
		if t, err := time.Parse(time.RFC3339Nano, s); err == nil {
			return slog.TimeValue(t)
		}
	}
	return slog.StringValue(s)
}

// accepts reports whether the printed form s is a value of the entry's kind. A number is also tried as
// the text it may have been.
func (e *entry) accepts(s string) bool {
	v := parseValue(s)
	if e.scalar(v.Kind(), v) {
		return true
	}
	return v.Kind() != slog.KindString && e.check(s)
}

// What the loggers call the parts of a line that are not fields.
var (
	messageKeys = wordSet(`msg message M`)
	timeKeys    = wordSet(`time ts timestamp @timestamp t T`)
	levelKeys   = wordSet(`level lvl severity L`)
)

// jsonLine rebuilds an object member by member, in order.
func (f *Filter) jsonLine(line string) string {
	dec := json.NewDecoder(strings.NewReader(line))
	dec.UseNumber()
	var b bytes.Buffer
	b.WriteByte('{')
	s := f.snapshot()
	if _, err := dec.Token(); err != nil {
		return f.unreadable(line)
	}
	for dec.More() {
		tok, err := dec.Token()
		name, ok := tok.(string)
		if err != nil || !ok {
			return f.unreadable(line)
		}
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return f.unreadable(line)
		}
		if v, ok := f.jsonMember(s, name, raw); ok {
			writeMember(&b, name, v)
		}
	}
	if _, err := dec.Token(); err != nil || dec.More() {
		return f.unreadable(line)
	}
	b.WriteByte('}')
	return b.String()
}

func (f *Filter) jsonMember(s *snapshot, name string, raw json.RawMessage) (any, bool) {
	var str string
	isText := len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &str) == nil
	switch {
	case messageKeys[name] && isText:
		return f.Message(str), true
	case timeKeys[name] && isOwnClock(text(str, raw)):
		return raw, true
	case levelKeys[name]:
		name = "level"
	}
	w := walk{f: f, s: s, printed: true}
	a, ok := w.attr(slog.Any(name, raw))
	if !ok {
		return nil, false
	}
	return plain(a.Value), true
}

func text(str string, raw []byte) string {
	if str != "" {
		return str
	}
	return string(raw)
}

func writeMember(b *bytes.Buffer, name string, v any) {
	before := b.Len()
	if before > 1 {
		b.WriteByte(',')
	}
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false) // a chain of error types has a < in it
	for _, part := range []any{name, v} {
		if err := enc.Encode(part); err != nil {
			b.Truncate(before)
			return
		}
		b.Truncate(b.Len() - 1) // the newline
		b.WriteByte(':')
	}
	b.Truncate(b.Len() - 1)
}

// unreadable replaces a line that begins like an object and is none. As JSON still, so that what reads
// the log can go on.
func (f *Filter) unreadable(line string) string {
	f.count().replaced.Add(1)
	j, _ := json.Marshal(map[string]string{"msg": messageMarker("document", line)})
	return string(j)
}

// isOwnClock reports whether s is the time at which a line was written: of about now. A time field of
// any other day is about something else.
func isOwnClock(s string) bool {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.000Z0700", "2006/01/02 15:04:05", "2006-01-02 15:04:05", "2006/01/02 15:04:05.000000"} {
		if t, err := time.Parse(layout, s); err == nil {
			// A layout without a zone is in local time, up to 14 hours from this reading.
			return time.Since(t).Abs() < 38*time.Hour
		}
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || !finite(x) {
		return false
	}
	for _, unit := range []float64{1, 1e3, 1e6, 1e9} {
		if d := float64(time.Now().Unix()) - x/unit; d > -86400 && d < 86400 {
			return true
		}
	}
	return false
}

// stdPrefixes begin messages of the standard library that end in a panic's value, a client's address or
// a client's text.
var stdPrefixes = []string{
	"http: panic serving", "http2: panic serving", "http: TLS handshake error", "http: Accept error",
	"http: superfluous response.WriteHeader call", "http: response.WriteHeader on hijacked connection",
	"http: response.Write on hijacked connection", "http: proxy error", "http: URL query contains semicolon",
	"http: suppressing panic", "http2: server connection error", "http2: server", "http2: received",
	"httputil: ReverseProxy read error", "suppressing panic for copyResponse error", "rpc.Serve", "rpc:",
	"panic:", "fatal error:", "goroutine panic:", "cgi:", "fcgi:",
}

func (f *Filter) textLine(line string) string {
	lead, rest := splitLead(line)
	for _, p := range stdPrefixes {
		if tail, ok := strings.CutPrefix(rest, p); ok {
			if strings.TrimSpace(tail) == "" {
				return lead + p
			}
			f.count().replaced.Add(1)
			return lead + strings.TrimSuffix(p, ":") + ": " + messageMarker("detail", tail)
		}
	}
	if cells := strings.Split(rest, "\t"); len(cells) > 1 && lead != "" {
		return lead + f.cells(cells)
	}
	i := firstPair(rest)
	if i < 0 {
		return lead + f.Message(rest)
	}
	var parts []string
	if head := strings.TrimSpace(rest[:i]); head != "" {
		parts = append(parts, f.Message(head))
	}
	return lead + strings.Join(append(parts, f.pairs(rest[i:])...), " ")
}

// cells judges the tab-separated columns of a console encoder, after its time and level.
func (f *Filter) cells(cells []string) string {
	for i, c := range cells {
		switch {
		case isSourceLine(c), i == 0 && isName(c):
		case strings.HasPrefix(c, "{"):
			cells[i] = f.jsonLine(c)
		default:
			cells[i] = f.Message(c)
		}
	}
	return strings.Join(cells, "\t")
}

// splitLead cuts the logger's own time, level and source line off the front.
func splitLead(line string) (lead, rest string) {
	rest = line
	take := func(n int) {
		for n < len(rest) && (rest[n] == ' ' || rest[n] == '\t') {
			n++
		}
		lead, rest = lead+rest[:n], rest[n:]
	}
	for _, n := range []int{len("2006/01/02 15:04:05.000000"), len("2006/01/02 15:04:05")} {
		if len(rest) >= n && isOwnClock(rest[:n]) {
			take(n)
			break
		}
	}
	if word, _, _ := strings.Cut(rest, " "); lead == "" {
		if word, _, _ = strings.Cut(word, "\t"); len(word) > 8 && isOwnClock(word) {
			take(len(word))
		}
	}
	for _, level := range []string{"TRACE", "DEBUG", "INFO", "WARN", "WARNING", "ERROR", "FATAL", "PANIC", "DPANIC"} {
		for _, form := range []string{level + " ", level + "\t", strings.ToLower(level) + "\t", "[" + level + "] "} {
			if strings.HasPrefix(rest, form) {
				take(len(form))
				break
			}
		}
	}
	if src, _, ok := strings.Cut(rest, ": "); ok && isSourceLine(src) {
		take(len(src) + 1)
	}
	return lead, rest
}

// firstPair returns where the first key=value begins, or -1.
func firstPair(s string) int {
	for i := 1; i < len(s); i++ {
		if s[i] != '=' {
			continue
		}
		j := i
		for j > 0 && isKeyByte(s[j-1]) {
			j--
		}
		if j < i && (j == 0 || s[j-1] == ' ' || s[j-1] == '\t' || s[j-1] == '\n') {
			return j
		}
	}
	return -1
}

func isKeyByte(c byte) bool { return isAlnum(c) || strings.IndexByte("_-.@/!", c) >= 0 || c >= 0x80 }

// pairs judges key=value text and returns what is left of it.
func (f *Filter) pairs(s string) []string {
	var out []string
	snap := f.snapshot()
	for s != "" {
		key, val, rest, ok := cutPair(s)
		if !ok {
			// Words between pairs: the rest of a value, for all that can be known.
			i := firstPair(s)
			if strings.TrimSpace(s[:max(i, 0)]) != "" || i < 0 && strings.TrimSpace(s) != "" {
				f.dropped("", nil, Unregistered)
			}
			if i < 0 {
				break
			}
			s = s[i:]
			continue
		}
		s = rest
		if p, ok := f.pair(snap, key, val); ok {
			out = append(out, p)
		}
	}
	return out
}

func (f *Filter) pair(s *snapshot, key, val string) (string, bool) {
	switch {
	case messageKeys[key]:
		return key + "=" + quoteIfNeeded(f.Message(val)), true
	case timeKeys[key] && isOwnClock(val):
		return key + "=" + quoteIfNeeded(val), true
	case levelKeys[key]:
		key = "level"
	}
	e := s.lookup(key)
	if e == nil || !e.accepts(val) {
		a, ok := f.drop(key, e, reasonFor(key, e))
		return a.Key + "=" + Marker, ok
	}
	return key + "=" + quoteIfNeeded(val), true
}

func quoteIfNeeded(s string) string {
	if s == "" || strings.ContainsAny(s, " \"=\\") || !utf8.ValidString(s) ||
		strings.ContainsFunc(s, func(r rune) bool { return !strconv.IsPrint(r) }) {
		return strconv.Quote(s)
	}
	return s
}

// cutPair reads one pair off the front of s.
func cutPair(s string) (key, val, rest string, ok bool) {
	i := 0
	for i < len(s) && isKeyByte(s[i]) {
		i++
	}
	if i == 0 || i >= len(s) || s[i] != '=' {
		return "", "", s, false
	}
	key, s = s[:i], s[i+1:]
	if q, err := strconv.QuotedPrefix(s); err == nil {
		if v, err := strconv.Unquote(q); err == nil {
			return key, v, strings.TrimLeft(s[len(q):], " "), true
		}
	}
	n := strings.IndexFunc(s, func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == utf8.RuneError })
	if n < 0 {
		n = len(s)
	}
	return key, s[:n], strings.TrimLeft(s[n:], " \t\n"), true
}
