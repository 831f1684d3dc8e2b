package canarycheck

import (
	"encoding/json"
	"strings"
)

// long is more than any field of any surface takes.
const long = 100 << 10

// hostileTexts are texts with a word in them that are meant for somebody who pastes them together, prints or runs them.
func hostileTexts(word string) []string {
	return []string{
		word,
		word + "'; DROP TABLE observation; --",
		`" OR "` + word + `"="` + word,
		"%s%n%d%!v(" + word + ")%%%x",
		word + "\r\nX-Injected: " + word + "\r\n\r\n" + word,
		word + "\x00" + word,
		word + "\u2028" + word + "\u2029",
		"\x1b[31m" + word + "\x1b[0m\x07\b\b",
		`{"` + word + `":"` + word + `"}`,
		`<script>` + word + `</script><!--`,
		"../../" + word + "/../etc/passwd",
		"${" + word + "}{{." + word + "}}$(" + word + ")`" + word + "`",
		"\u202e" + word + "\u200b\ufeff",
		word + `\`,
		strings.Repeat(word+" ", long/(len(word)+1)),
	}
}

// hostileBytes are texts that are not even UTF-8.
func hostileBytes(word string) []string {
	return []string{word + "\xff\xfe", "\xc0\x80" + word, word + "\xed\xa0\x80"}
}

// hostileValues are JSON values in the place of another: texts, other types, and depth.
func hostileValues(word string) []json.RawMessage {
	var out []json.RawMessage
	for _, s := range hostileTexts(word) {
		out = append(out, text(s), text([]string{s}))
	}
	for _, s := range []string{
		`1e999`, `-0.0`, `123456789012345678901234567890`, `true`, `null`, `[]`, `{}`, `[[["` + word + `"]]]`, `{"` + word + `":"` + word + `"}`,
		`["` + word + `",1,null,{"` + word + `":1}]`, `"\ud800` + word + `"`,
		strings.Repeat(`[`, 40) + `"` + word + `"` + strings.Repeat(`]`, 40),
		strings.Repeat(`{"`+word+`":`, 30) + `1` + strings.Repeat(`}`, 30),
		`[` + strings.Repeat(`"`+word+`",`, 300) + `"` + word + `"]`,
	} {
		out = append(out, json.RawMessage(s))
	}
	return out
}

// text is a value as JSON, with what stands in it as it is.
func text(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil { // texts and lists of them
		return json.RawMessage(`null`)
	}
	return b
}

// escaped percent-encodes each byte of a text that is not a letter or a digit.
func escaped(s string) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z':
			b.WriteByte(c)
		default:
			b.WriteString("%" + string(digits[c>>4]) + string(digits[c&15]))
		}
	}
	return b.String()
}
