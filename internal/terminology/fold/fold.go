package fold

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxPasses bounds the work on text whose normal form changes again after a rune was removed. Two passes settle
// ordinary text.
const maxPasses = 4

// Key is the key of s with traditional Chinese characters folded to simplified ones.
//
// Some Taiwanese words are other words once folded: 血紅素 is haemoglobin in Taiwan. A table of names therefore lists
// such a word as written, and a look-up tries KeyAsWritten before Key.
func Key(s string) string {
	switch classify(s) {
	case folded:
		return s
	case ascii:
		return foldASCII(s)
	default:
		return Hans(foldAny(s))
	}
}

// KeyAsWritten is the key of s in the script it was written in: NFKC, lower case, one micro sign, one dash, one kind
// of each quote, single spaces, and no characters that take no room. ß and ẞ become "ss", as capitals and Swiss
// spelling have it. Text that is its own key is returned as it is.
func KeyAsWritten(s string) string {
	switch classify(s) {
	case folded:
		return s
	case ascii:
		return foldASCII(s)
	default:
		return foldAny(s)
	}
}

type class int

const (
	folded class = iota // ASCII that is its own key
	ascii               // ASCII that is not
	wide                // anything else
)

func classify(s string) class {
	c := folded
	space := true // a leading space is one too many
	for i := range len(s) {
		b := s[i]
		switch {
		case b >= utf8.RuneSelf:
			return wide
		case b == ' ':
			if space {
				c = ascii
			}
			space = true
			continue
		case b < ' ', b == 0x7f, b == '`', 'A' <= b && b <= 'Z':
			c = ascii
		}
		space = false
	}
	if space && s != "" {
		return ascii
	}
	return c
}

func foldASCII(s string) string {
	var room [128]byte // most names are shorter
	b := room[:0]
	space := false
	for i := range len(s) {
		c := s[i]
		switch {
		case c == ' ' || '\t' <= c && c <= '\r':
			space = true
			continue
		case c < ' ' || c == 0x7f:
			continue
		case c == '`':
			c = '\''
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		}
		if space && len(b) > 0 {
			b = append(b, ' ')
		}
		space = false
		b = append(b, c)
	}
	return string(b)
}

func foldAny(s string) string {
	for range maxPasses {
		next := foldRunes(s)
		if next == s || classify(next) == folded {
			return next
		}
		s = next
	}
	return s
}

func foldRunes(s string) string {
	// An acute accent that stands alone would decompose to a space and a mark: people type it as an apostrophe.
	if strings.ContainsRune(s, '´') {
		s = strings.ReplaceAll(s, "´", "'")
	}
	s = norm.NFKC.String(s)
	var b strings.Builder
	b.Grow(len(s))
	space := false
	for _, r := range s {
		switch {
		case unicode.IsSpace(r):
			space = true
			continue
		case invisible(r):
			continue
		}
		if space && b.Len() > 0 {
			b.WriteByte(' ')
		}
		space = false
		switch {
		case dash(r):
			b.WriteByte('-')
		case r == 'ß' || r == 'ẞ':
			b.WriteString("ss")
		case r == 'ς':
			b.WriteRune('σ')
		case r == 'İ':
			b.WriteByte('i')
		case singleQuote(r):
			b.WriteByte('\'')
		case doubleQuote(r):
			b.WriteByte('"')
		case r == '〜':
			b.WriteByte('~')
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

func dash(r rune) bool {
	switch r {
	case '‐', '‑', '‒', '–', '—', '―', '−', '⁃', '﹘', '﹣', '－':
		return true
	}
	return false
}

func singleQuote(r rune) bool {
	switch r {
	case '`', '‘', '’', '‚', '‛', '′', '‵', 'ʹ', 'ʼ':
		return true
	}
	return false
}

func doubleQuote(r rune) bool {
	switch r {
	case '“', '”', '„', '‟', '〝', '〞', '〟':
		return true
	}
	return false
}

// invisible is what copies of tables and web pages carry along without showing it: controls, format characters such as
// zero-width spaces, joiners, direction marks and soft hyphens, variation selectors and the grapheme joiner.
func invisible(r rune) bool {
	return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r) ||
		r == '\u034f'
}
