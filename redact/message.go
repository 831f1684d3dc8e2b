package redact

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Bytes of a message that make it worth a closer look. The message of most statements is a constant of
// letters, spaces and a little punctuation, and costs one pass over its bytes.
const (
	looksOdd = 1 << iota // a digit, a bracket, an @, anything outside printable ASCII
	mayLead              // may begin "bearer " or "://"
)

var trigger = func() (t [256]uint8) {
	for c := range t {
		if c < ' ' || c >= 0x7f {
			t[c] = looksOdd
		}
	}
	for _, c := range "0123456789@={}[]|<>%&?" {
		t[c] = looksOdd
	}
	for _, c := range ":bB" {
		t[c] = mayLead
	}
	return t
}()

// Message returns what may be logged of a message: the message itself, or, when a detector finds
// something in it, what it found and the length. Control characters are escaped, so a message stays on
// its line, and what is longer than the limit is cut.
func (f *Filter) Message(msg string) string {
	if f == nil {
		f = new(Filter) // which cuts at no runes
	}
	if f.plainDetectors && len(msg) <= f.maxMessage && !triggered(msg) && (!f.constantOnly || isConstant(msg)) {
		return msg
	}
	return f.message(msg)
}

func triggered(msg string) bool {
	if len(msg) >= 8 && isPlainText(msg) {
		return false
	}
	var seen uint8
	i := 0
	for ; i+4 <= len(msg); i += 4 {
		seen |= trigger[msg[i]] | trigger[msg[i+1]] | trigger[msg[i+2]] | trigger[msg[i+3]]
	}
	for ; i < len(msg); i++ {
		seen |= trigger[msg[i]]
	}
	return seen&looksOdd != 0 || seen&mayLead != 0 && leads(msg)
}

// isPlainText reports whether msg, of at least 8 bytes, is letters other than b and spaces, looking at
// eight bytes at a time.
func isPlainText(msg string) bool {
	var notOK uint64
	for i := 0; ; i += 8 {
		if i+8 > len(msg) {
			if i == len(msg) {
				break
			}
			i = len(msg) - 8
		}
		x := load64(msg[i:])
		l := x | ones*0x20
		letter := (l + ones*(0x80-'a')) &^ (l + ones*(0x80-'z'-1)) // see alphanumeric
		notB := (l ^ ones*'b') + ones*0x7f                         // a byte that is not zero carries into its high bit
		notSpace := (x ^ ones*' ') + ones*0x7f
		notOK |= x | ^(letter&notB)&notSpace
	}
	return notOK&high == 0
}

// leads reports whether something begins in msg that may be a secret of letters alone.
func leads(msg string) bool {
	for i := 0; i < len(msg); i++ {
		switch msg[i] {
		case 'b', 'B':
			if hasWordAt(msg[i:], "bearer ") || hasWordAt(msg[i:], "basic ") {
				return true
			}
		case ':':
			if strings.HasPrefix(msg[i:], "://") {
				return true
			}
		}
	}
	return false
}

func (f *Filter) message(msg string) string {
	if msg == "" {
		return ""
	}
	if f.isMessageMarker(msg) {
		return msg
	}
	if f.constantOnly && !isConstant(msg) {
		f.count().replaced.Add(1)
		return messageMarker("dynamic", msg)
	}
	// What lies beyond the cut is not written; a little of it is looked at, so that an address that
	// straddles the cut is still seen as one.
	if what := f.detect(head(msg, f.maxMessage*utf8.UTFMax+256)); what != "" {
		f.count().replaced.Add(1)
		return messageMarker(what, msg)
	}
	out := f.cut(msg, f.escape(head(msg, f.maxMessage*utf8.UTFMax+256)))
	// What an escape or the cut has made of it is looked at again, as a second filter would.
	if out != msg {
		if what := f.detect(out); what != "" {
			f.count().replaced.Add(1)
			return messageMarker(what, msg)
		}
	}
	return out
}

func messageMarker(what, msg string) string {
	return "[redacted " + what + ": " + strconv.Itoa(utf8.RuneCountInString(msg)) + " runes]"
}

// isMessageMarker lets a message that has been through a filter pass a second one unchanged. What is in it is
// one of the words that filters write: anything else is a message in the marker's form.
func (f *Filter) isMessageMarker(s string) bool {
	s, ok := strings.CutPrefix(s, "[redacted ")
	if !ok {
		return false
	}
	if s, ok = strings.CutSuffix(s, " runes]"); !ok {
		return false
	}
	what, n, ok := strings.Cut(s, ": ")
	if !ok || n == "" || len(n) > 10 || !all(n, digit) {
		return false
	}
	switch what {
	case "dynamic", "text", "detail":
		return true
	}
	named := func(d Detector) bool { return d.Name == what && isDetectorName(what) }
	return slices.ContainsFunc(f.detectors, named) || slices.ContainsFunc(Detectors, named)
}

// head returns at most n bytes of s, cut between runes.
func head(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

const (
	cutPrefix = "… [cut: "
	cutSuffix = " runes]"
)

// cut shortens text, which is what msg or its beginning looks like when it is escaped, to the limit.
func (f *Filter) cut(msg, text string) string {
	if k := strings.LastIndex(text, cutPrefix); k >= 0 && isCutMarker(text[k:]) && utf8.RuneCountInString(text[:k]) <= f.maxMessage {
		return text
	}
	n := 0
	for i := range text {
		if n == f.maxMessage {
			f.count().cut.Add(1)
			return text[:wholeEscape(text, i)] + cutPrefix + strconv.Itoa(utf8.RuneCountInString(msg)) + cutSuffix
		}
		n++
	}
	return text
}

// wholeEscape moves a cut at i before an escape that it would split.
func wholeEscape(s string, i int) int {
	for j := max(0, i-5); j < i; j++ {
		if s[j] != '\\' {
			continue
		}
		n := 2
		if j+1 < len(s) {
			switch s[j+1] {
			case 'x':
				n = 4
			case 'u':
				n = 6
			}
		}
		if j+n > i {
			return j
		}
		j += n - 1
	}
	return i
}

func isCutMarker(s string) bool {
	s, ok := strings.CutPrefix(s, cutPrefix)
	if !ok {
		return false
	}
	s, ok = strings.CutSuffix(s, cutSuffix)
	return ok && s != "" && len(s) <= 10 && all(s, digit)
}

// escape writes control characters, invisible ones and broken UTF-8 as escapes.
func (f *Filter) escape(msg string) string {
	i := 0
	for i < len(msg) {
		r, n := utf8.DecodeRuneInString(msg[i:])
		if unsafeRune(r, n) {
			break
		}
		i += n
	}
	if i == len(msg) {
		return msg
	}
	f.count().escaped.Add(1)
	var b strings.Builder
	b.WriteString(msg[:i])
	for i < len(msg) {
		r, n := utf8.DecodeRuneInString(msg[i:])
		switch {
		case !unsafeRune(r, n):
			b.WriteString(msg[i : i+n])
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == utf8.RuneError:
			fmt.Fprintf(&b, `\x%02x`, msg[i])
		case r < 0x80:
			fmt.Fprintf(&b, `\x%02x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		i += n
	}
	return b.String()
}

// unsafeRune reports whether r can break a line, steer a terminal, hide or reorder text.
func unsafeRune(r rune, n int) bool {
	switch {
	case r < 0x20, r >= 0x7f && r < 0xa0:
		return true
	case r == utf8.RuneError:
		return n <= 1
	case r < 0x200b:
		return r == 0x61c
	}
	return r <= 0x200f || 0x2028 <= r && r <= 0x202e || 0x2060 <= r && r <= 0x206f || r == 0xfeff || r >= 0xe0000 && r <= 0xe007f
}
