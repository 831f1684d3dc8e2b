package canary

import (
	"bytes"
	"html"
	"unicode/utf16"
	"unicode/utf8"
)

// value of a hexadecimal digit, 0xFF for other bytes.
var hexValue = func() (t [256]uint8) {
	for i := range t {
		t[i] = 0xFF
	}
	for i, c := range []byte("0123456789abcdef") {
		t[c] = uint8(i)
	}
	for i, c := range []byte("ABCDEF") {
		t[c] = uint8(10 + i)
	}
	return t
}()

// hexNumber reads up to most digits at i and says how many there are.
func hexNumber(data []byte, i, most int) (value rune, n int) {
	for n < most && i+n < len(data) && hexValue[data[i+n]] != 0xFF {
		value = value<<4 | rune(hexValue[data[i+n]])
		n++
	}
	return value, n
}

var backslashed = [256]byte{'n': '\n', 't': '\t', 'r': '\r', 'b': '\b', 'f': '\f', 'a': '\a', 'v': '\v', 'e': 0x1B}

// backslash undoes the escapes of JSON, Go, C, Python and shells; letters in the wrong case are taken too.
func backslash(out, data []byte, i int) ([]byte, int) {
	if i+1 >= len(data) {
		return nil, 0
	}
	switch c := data[i+1]; {
	case c == 'u' || c == 'U':
		return unicodeEscape(out, data, i)
	case c == 'x' || c == 'X':
		value, n := hexNumber(data, i+2, 2)
		if n == 0 {
			return nil, 0
		}
		return append(out, byte(value)), 2 + n
	case '0' <= c && c <= '7':
		value, n := 0, 0
		for n < 3 && i+1+n < len(data) && '0' <= data[i+1+n] && data[i+1+n] <= '7' && value*8+int(data[i+1+n]-'0') < 256 {
			value = value*8 + int(data[i+1+n]-'0')
			n++
		}
		return append(out, byte(value)), 1 + n
	case c|0x20 >= 'a' && c|0x20 <= 'z':
		if to := backslashed[c|0x20]; to != 0 {
			return append(out, to), 2
		}
		return nil, 0
	case c == '\n':
		return out, 2
	case c < 0x80 && c >= ' ' && (c < '0' || c > '9'):
		return append(out, c), 2
	}
	return nil, 0
}

// unicodeEscape undoes \u with four digits, surrogate pairs of them, \u{…} and \U with eight.
func unicodeEscape(out, data []byte, i int) ([]byte, int) {
	if i+2 < len(data) && data[i+2] == '{' {
		value, n := hexNumber(data, i+3, 6)
		if n > 0 && i+3+n < len(data) && data[i+3+n] == '}' {
			return utf8.AppendRune(out, value), 4 + n
		}
		return nil, 0
	}
	if data[i+1] == 'U' {
		if value, n := hexNumber(data, i+2, 8); n == 8 && value <= utf8.MaxRune && value >= 0 {
			return utf8.AppendRune(out, value), 10
		}
	}
	value, n := hexNumber(data, i+2, 4)
	if n != 4 {
		return nil, 0
	}
	if utf16.IsSurrogate(value) && i+7 < len(data) && data[i+6] == '\\' && data[i+7]|0x20 == 'u' {
		if low, n := hexNumber(data, i+8, 4); n == 4 {
			if r := utf16.DecodeRune(value, low); r != utf8.RuneError {
				return utf8.AppendRune(out, r), 12
			}
		}
	}
	return utf8.AppendRune(out, value), 6
}

// percent undoes %XX, and %uXXXX of old scripts.
func percent(out, data []byte, i int) ([]byte, int) {
	if value, n := hexNumber(data, i+1, 2); n == 2 {
		return append(out, byte(value)), 3
	}
	if i+1 < len(data) && data[i+1]|0x20 == 'u' {
		if value, n := hexNumber(data, i+2, 4); n == 4 {
			return utf8.AppendRune(out, value), 6
		}
	}
	return nil, 0
}

// plus is the decoder of percent escapes where a blank is a plus sign. Where no token has a blank, a sign matters only near
// an escape.
func plus(b *blockSearch, v *view) {
	if bytes.IndexByte(v.data, '+') < 0 {
		return
	}
	before, after := -1, -1 // the escapes around what is looked at; len: there is none after it
	near := func(i int) bool {
		if b.w.spaced {
			return true
		}
		for after < i {
			before = after
			after = percentAt(v.data, after+1)
		}
		return before >= 0 && i-before < b.reach || after < len(v.data) && after-i < b.reach
	}
	next := func(i int) int {
		for ; i < len(v.data); i++ {
			if c := v.data[i]; c == '%' || c == '+' && near(i) {
				return i
			}
		}
		return -1
	}
	b.stretches(v, stepURL, next, func(out, data []byte, i int) ([]byte, int) {
		if data[i] == '%' {
			return percent(out, data, i)
		}
		if zone(data, i) {
			return nil, 0
		}
		return append(out, ' '), 1
	})
}

// percentAt is where the next percent escape is, or the end.
func percentAt(data []byte, i int) int {
	for {
		j := bytes.IndexByte(data[i:], '%')
		if j < 0 {
			return len(data)
		}
		i += j + 1
		if _, n := percent(nil, data, i-1); n > 0 {
			return i - 1
		}
	}
}

// zone says whether the sign at i starts a difference to UTC, such as +01:00 after a digit.
func zone(data []byte, i int) bool {
	return i > 0 && i+5 < len(data) && digit(data[i-1]) && digit(data[i+1]) && digit(data[i+2]) && data[i+3] == ':' && digit(data[i+4])
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// reference undoes the character references of HTML.
func reference(out, data []byte, i int) ([]byte, int) {
	n := 1
	for i+n < len(data) && n < 34 && (data[i+n] == '#' && n == 1 || digit(data[i+n]) || data[i+n]|0x20 >= 'a' && data[i+n]|0x20 <= 'z') {
		n++
	}
	if n < 3 {
		return nil, 0
	}
	if i+n < len(data) && data[i+n] == ';' {
		n++
	}
	if text := bytes.TrimLeft(data[i+1:i+n], "#xX0"); data[i+1] == '#' && (len(text) == 0 || string(text) == ";") {
		return append(out, 0), n // which html takes for a mistake
	}
	text := string(data[i : i+n])
	plain := html.UnescapeString(text)
	if plain == text {
		return nil, 0
	}
	// Without its semicolon a name may be the start of a longer word: html leaves the rest as it is.
	return append(out, plain...), n
}

// quotedPrintable undoes =XX and the soft line break. In a log, a key and a number look like =XX too: one alone counts
// where it stands for the sign itself.
func quotedPrintable(out, data []byte, i int) ([]byte, int) {
	if value, n := hexNumber(data, i+1, 2); n == 2 {
		if value == '=' || value == 0x1B || pairAt(data, i+3) || pairAt(data, i-3) || value == 0 && (pairAt(data, i+4) || pairAt(data, i-4)) {
			return append(out, byte(value)), 3
		}
		return nil, 0
	}
	j := i + 1
	for j < len(data) && (data[j] == ' ' || data[j] == '\t' || data[j] == '\r') && j-i < 8 {
		j++
	}
	if j < len(data) && data[j] == '\n' {
		return out, j + 1 - i
	}
	return nil, 0
}

// pairAt says whether =XX stands at i.
func pairAt(data []byte, i int) bool {
	return i >= 0 && i+2 < len(data) && data[i] == '=' && hexValue[data[i+1]] != 0xFF && hexValue[data[i+2]] != 0xFF
}
