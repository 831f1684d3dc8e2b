package apple

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

func isSpace(b byte) bool { return b == ' ' || b == '\n' || b == '\t' || b == '\r' }

// Classes of bytes.
const (
	inName    = 1 << iota // may stand in a name
	isPlain               // ASCII that stands for itself in a value
	isText                // stands for itself in a value, if it is part of a character
	startName             // may begin a name
)

var classes = func() (c [256]byte) {
	for i := range c {
		b := byte(i)
		letter := 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || b == '_' || b == ':' || b >= utf8.RuneSelf
		if letter {
			c[i] |= startName
		}
		if letter || '0' <= b && b <= '9' || b == '-' || b == '.' {
			c[i] |= inName
		}
		if b >= ' ' && b < utf8.RuneSelf && b != '&' && b != '<' || b == '\n' || b == '\t' {
			c[i] |= isPlain | isText
		}
		if b >= utf8.RuneSelf {
			c[i] |= isText
		}
	}
	return c
}()

func nameEnd(b []byte, i int) int {
	for i < len(b) && classes[b[i]]&inName != 0 {
		i++
	}
	return i
}

func isName(b []byte) bool { return len(b) > 0 && classes[b[0]]&startName != 0 && utf8.Valid(b) }

// value is an attribute's value with its entities replaced.
func (s *scanner) value(b []byte) ([]byte, error) {
	for _, c := range b {
		if classes[c]&isPlain == 0 {
			return s.unescape(b)
		}
	}
	return b, nil
}

func (s *scanner) unescape(b []byte) ([]byte, error) {
	from := len(s.scratch)
	for i := 0; i < len(b); {
		// Most of a value stands for itself and is copied in one piece.
		j, c := i, byte(0)
		for j < len(b) && classes[b[j]]&isText != 0 {
			c |= b[j]
			j++
		}
		if c >= utf8.RuneSelf && !isText8(b[i:j]) {
			return nil, errSyntax
		}
		s.scratch = append(s.scratch, b[i:j]...)
		if i = j; i == len(b) {
			break
		}
		switch b[i] {
		case '&':
			end := bytes.IndexByte(b[i:], ';')
			if end < 0 {
				return nil, errSyntax
			}
			r, ok := entity(b[i+1 : i+end])
			if !ok {
				return nil, errSyntax
			}
			s.scratch = utf8.AppendRune(s.scratch, r)
			i += end + 1
		case '\r':
			s.scratch = append(s.scratch, '\n')
			if i++; i < len(b) && b[i] == '\n' {
				i++
			}
		default:
			return nil, errSyntax
		}
	}
	return s.scratch[from:len(s.scratch):len(s.scratch)], nil
}

// isText8 says whether b is UTF-8 without the two characters above U+FFFD that are none.
func isText8(b []byte) bool {
	return utf8.Valid(b) && !bytes.Contains(b, []byte("\uFFFE")) && !bytes.Contains(b, []byte("\uFFFF"))
}

func isChar(r rune) bool {
	return r == '\n' || r == '\t' || r == '\r' || r >= ' ' && r <= 0xd7ff || r >= 0xe000 && r <= 0xfffd || r >= 0x10000 && r <= utf8.MaxRune
}

// entity is the character of an entity: one of the five that XML has, or a number. Half of a surrogate pair, which some
// writers leave of an emoji in a device's name, is U+FFFD, as encoding/xml has it: no reason to lose a file.
func entity(name []byte) (rune, bool) {
	switch string(name) {
	case "lt":
		return '<', true
	case "gt":
		return '>', true
	case "amp":
		return '&', true
	case "quot":
		return '"', true
	case "apos":
		return '\'', true
	}
	if len(name) < 2 || name[0] != '#' {
		return 0, false
	}
	digits, base := name[1:], rune(10)
	if digits[0] == 'x' {
		digits, base = digits[1:], 16
	}
	r, ok := rune(0), len(digits) > 0
	for _, d := range digits {
		var v rune
		switch {
		case '0' <= d && d <= '9':
			v = rune(d - '0')
		case base == 16 && 'a' <= d|0x20 && d|0x20 <= 'f':
			v = rune(d|0x20-'a') + 10
		default:
			return 0, false
		}
		if r = r*base + v; r > utf8.MaxRune {
			return 0, false
		}
	}
	if utf16.IsSurrogate(r) {
		r = utf8.RuneError
	}
	return r, ok && isChar(r)
}
