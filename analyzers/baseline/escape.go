package baseline

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// hidden lists the characters that a reviewer could not see, or that would change how the rest of a line reads.
// It is a list of our own, not strconv.IsPrint, so that a file does not depend on the Unicode version of the tool.
var hidden = [][2]rune{
	{0x00, 0x1f}, {0x7f, 0x9f}, // control characters
	{0xad, 0xad}, {0x61c, 0x61c}, {0x180e, 0x180e}, // soft hyphen, Arabic letter mark, Mongolian separator
	{0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f}, // zero width, line separators, direction overrides
	{0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe0fff}, // byte order mark, annotations, tags
}

func isHidden(r rune) bool {
	for _, h := range hidden {
		if h[0] <= r && r <= h[1] {
			return true
		}
	}
	return false
}

// escape writes one column. Every text has exactly one spelling.
func escape(s string) string { return escapeWith(s, false) }

// escapeLeaf writes one member of a comma-separated column.
func escapeLeaf(s string) string { return escapeWith(s, true) }

func escapeWith(s string, comma bool) string {
	switch s {
	case "":
		return "-"
	case "-":
		return `\-`
	}
	if isPlain(s, comma) {
		return s
	}
	var b strings.Builder
	for i, width := 0, 0; i < len(s); i += width {
		var r rune
		r, width = utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && width == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '\\':
			b.WriteString(`\\`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == ',' && comma:
			b.WriteString(`\,`)
		case isHidden(r) && r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		case isHidden(r):
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			b.WriteString(s[i : i+width])
		}
	}
	return b.String()
}

// isPlain recognises the common case.
func isPlain(s string, comma bool) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '\\' || c == ',' && comma {
			return false
		}
	}
	return true
}

var simpleEscapes = map[byte]byte{'\\': '\\', 't': '\t', 'n': '\n', 'r': '\r', ',': ',', '-': '-'}

var hexEscapes = map[byte]int{'x': 2, 'u': 4, 'U': 8}

// unescape reads what escape and escapeLeaf write. It accepts other spellings too; callers compare.
func unescape(s string) (string, bool) {
	if s == "-" {
		return "", true
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		if i++; i == len(s) {
			return "", false
		}
		if c, ok := simpleEscapes[s[i]]; ok {
			b.WriteByte(c)
			continue
		}
		digits, ok := hexEscapes[s[i]]
		if !ok || len(s) < i+1+digits {
			return "", false
		}
		n, err := strconv.ParseUint(s[i+1:i+1+digits], 16, 32)
		if err != nil {
			return "", false
		}
		if digits == 2 {
			b.WriteByte(byte(n))
		} else {
			b.WriteRune(rune(n))
		}
		i += digits
	}
	return b.String(), true
}
