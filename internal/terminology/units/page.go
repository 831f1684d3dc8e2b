package units

import (
	"strings"
	"unicode/utf8"
)

// page is a printed value and its cleaned text. It leads from a part of the cleaned text back to the print, so that
// a unit is shown as the laboratory wrote it.
type page struct {
	text, clean string
	at          []uint16
}

// read cleans a value. Narrow and unbroken blanks between digits in threes group them, as the French and the
// Russians print thousands; they become the Swiss apostrophe.
func (p *page) read(text string) string {
	p.text, p.clean = text, text
	if isClean(text) {
		return text
	}
	p.text = joined(text)
	text = p.text
	c := cleaner{buf: make([]byte, 0, len(text)+8), at: make([]uint16, 0, len(text)+8), track: true}
	c.fold(groupBlanks(text))
	p.clean, p.at = string(c.buf), c.at
	return p.clean
}

// groupBlanks marks the unbroken blanks that group digits. The marks keep the length of the text.
func groupBlanks(s string) string {
	if !strings.ContainsAny(s, "\u00a0\u2009\u202f") {
		return s
	}
	var out []byte
	for i, r := range s {
		if r != '\u00a0' && r != '\u2009' && r != '\u202f' {
			continue
		}
		n := utf8.RuneLen(r)
		if i == 0 || !isDigit(s[i-1]) || digits(s[i+n:], false) != 3 {
			continue
		}
		if out == nil {
			out = []byte(s)
		}
		out[i] = '\''
		for j := 1; j < n; j++ {
			out[i+j] = 0x7f // dropped as a control sign
		}
	}
	if out == nil {
		return s
	}
	return string(out)
}

// printed returns the part of the print that a part of the cleaned text came from.
func (p *page) printed(part string) string {
	if part == "" || p.at == nil {
		return part
	}
	i := strings.LastIndex(p.clean, part)
	if i < 0 {
		return part
	}
	end := len(p.text)
	if j := i + len(part); j < len(p.at) {
		end = int(p.at[j])
	}
	if out := strings.TrimSpace(p.text[p.at[i]:end]); clean(out) == part {
		return out
	}
	return part
}
