// Package plaintext says which characters are text: what a person can print and read, and what FHIR takes in a string.
package plaintext

import (
	"strings"
	"unicode"
)

// Control says whether a character steers a device. Tabs and the ends of lines are text.
func Control(r rune) bool {
	switch r {
	case '\t', '\n', '\r':
		return false
	}
	return unicode.IsControl(r)
}

// HasControl says whether a text has such a character.
func HasControl(s string) bool { return strings.IndexFunc(s, Control) >= 0 }

const braillePatternBlank = '\u2800'

// invisible are white space and the other characters that nobody sees. Of the format characters a few are seen: those
// that stand before Arabic numbers. Control characters are not among them: they are no text at all.
func invisible(r rune) bool {
	if r < 0x80 {
		return unicode.IsSpace(r)
	}
	return unicode.IsSpace(r) || r == braillePatternBlank ||
		unicode.In(r, unicode.Z, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) ||
		unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

// Trim takes what cannot be seen off both ends.
func Trim(s string) string { return strings.TrimFunc(s, invisible) }

// Blank says whether there is nothing to see.
func Blank(s string) bool { return Trim(s) == "" }

// Clean is a text as FHIR takes it: control characters become spaces, and what is blank is empty.
func Clean(s string) string {
	s = strings.Map(func(r rune) rune {
		if Control(r) {
			return ' '
		}
		return r
	}, s)
	if Blank(s) {
		return ""
	}
	return s
}
