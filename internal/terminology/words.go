package terminology

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// maxWords bounds a name that is taken apart. LOINC's longest names have about forty words.
const maxWords = 64

// words is a name as a row of words, one blank between them. Letters and digits part ("B12" is "b 12"), and every
// character of Chinese and Japanese is a word, because there they are not parted by blanks. Signs that carry meaning
// (/ % # + < = >) are words; all others only part words. Names of tests, aliases and modifiers go through the same
// steps, so that they meet in one form.
type words struct {
	buf      []byte
	off      [maxWords + 1]int32 // where word i starts; word i ends one before the next one starts
	n        int
	overflow bool
}

func (w *words) reset() { w.buf, w.n, w.overflow = w.buf[:0], 0, false }

// phrase is the text of words i to j (j excluded).
func (w *words) phrase(i, j int) []byte { return w.buf[w.off[i] : w.off[j]-1] }

func (w *words) word(i int) []byte { return w.phrase(i, i+1) }

func (w *words) text() string {
	if w.n == 0 {
		return ""
	}
	return string(w.phrase(0, w.n))
}

// begin opens a word; end closes it.
func (w *words) begin() bool {
	if w.n == maxWords {
		w.overflow = true
		return false
	}
	w.off[w.n] = int32(len(w.buf)) //nolint:gosec // Names are bounded long before.
	return true
}

func (w *words) end() {
	w.n++
	w.buf = append(w.buf, ' ')
	w.off[w.n] = int32(len(w.buf)) //nolint:gosec // Names are bounded long before.
}

func (w *words) add(s string) {
	if w.begin() {
		w.buf = append(w.buf, s...)
		w.end()
	}
}

// latinPrefixes are spellings that differ between British and American English in every word that begins with them.
var latinPrefixes = []struct{ from, to string }{
	{"haem", "hem"}, {"leuco", "leuko"}, {"oestr", "estr"}, {"sulph", "sulf"}, {"caerulo", "cerulo"}, {"foet", "fet"},
}

// split takes a folded name apart.
func (w *words) split(folded string) {
	w.reset()
	for i := 0; i < len(folded); {
		c := folded[i]
		switch {
		case 'a' <= c && c <= 'z':
			i = w.letters(folded, i)
		case '0' <= c && c <= '9':
			i = w.number(folded, i)
		case c < utf8.RuneSelf:
			if isSign(c) || isPrime(folded, i) {
				w.add(folded[i : i+1])
			}
			i++
		default:
			i = w.other(folded, i)
		}
		if w.overflow {
			return
		}
	}
}

func isSign(c byte) bool { return strings.IndexByte("/%#+<=>&", c) >= 0 }

// isPrime tells the prime of R' and 5' from an apostrophe, which has a letter behind it.
func isPrime(s string, i int) bool {
	if s[i] != '\'' || i == 0 || s[i-1] == ' ' {
		return false
	}
	return i+1 == len(s) || s[i+1] < 'a' || s[i+1] > 'z'
}

// letters reads a run of Latin, Greek-free letters and drops accents and apostrophes in it.
func (w *words) letters(s string, i int) int {
	if !w.begin() {
		return len(s)
	}
	start := len(w.buf)
	for i < len(s) {
		c := s[i]
		if 'a' <= c && c <= 'z' {
			w.buf = append(w.buf, c)
			i++
			continue
		}
		if c == '\'' && !isPrime(s, i) {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			break
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		base, ok := latinBase(r)
		if !ok {
			break
		}
		w.buf = append(w.buf, base...)
		i += n
	}
	w.american(start)
	w.unit(start)
	w.end()
	return i
}

func (w *words) american(start int) {
	got := w.buf[start:]
	switch got[0] {
	case 'h', 'l', 'o', 's', 'c', 'f':
	default:
		return
	}
	for _, p := range latinPrefixes {
		if len(got) > len(p.from) && string(got[:len(p.from)]) == p.from {
			rest := string(got[len(p.from):])
			w.buf = append(append(w.buf[:start], p.to...), rest...)
			return
		}
	}
}

// unit spells out the unit of time after a number: 24 h, 30 min.
func (w *words) unit(start int) {
	if w.n == 0 || !isNumber(w.word(w.n-1)) {
		return
	}
	switch string(w.buf[start:]) {
	case "h":
		w.buf = append(w.buf[:start], "hour"...)
	case "m", "min", "mins", "minutes":
		w.buf = append(w.buf[:start], "minute"...)
	}
}

func isNumber(b []byte) bool { return len(b) > 0 && '0' <= b[0] && b[0] <= '9' }

// number reads digits with at most one point inside.
func (w *words) number(s string, i int) int {
	j := i
	point := false
	for j < len(s) {
		c := s[j]
		if c == '.' && !point && j+1 < len(s) && '0' <= s[j+1] && s[j+1] <= '9' {
			point = true
		} else if c < '0' || c > '9' {
			break
		}
		j++
	}
	w.add(s[i:j])
	return j
}

func (w *words) other(s string, i int) int {
	r, n := utf8.DecodeRuneInString(s[i:])
	if isHanOrKana(r) { // most of what comes here
		w.add(s[i : i+n])
		return i + n
	}
	if name := greekName(r); name != "" {
		w.add(name)
		return i + n
	}
	if _, ok := latinBase(r); ok {
		return w.letters(s, i)
	}
	switch {
	case unicode.In(r, unicode.Han, unicode.Hangul):
		w.add(s[i : i+n])
	case unicode.IsLetter(r):
		j := i
		for j < len(s) {
			r, n := utf8.DecodeRuneInString(s[j:])
			if r < utf8.RuneSelf || !unicode.IsLetter(r) && !unicode.IsMark(r) {
				break
			}
			j += n
		}
		w.add(s[i:j])
		return j
	}
	return i + n
}

func isHanOrKana(r rune) bool {
	return 0x4E00 <= r && r <= 0x9FFF || 0x3041 <= r && r <= 0x3096 || 0x30A1 <= r && r <= 0x30FA || r == 'ー'
}

// latinBase is the plain letter of an accented one.
func latinBase(r rune) (string, bool) {
	switch r {
	case 'œ':
		return "oe", true
	case 'æ':
		return "ae", true
	case 'ø':
		return "o", true
	case 'ı':
		return "i", true
	}
	if r < 0xC0 || r > 0x24F {
		return "", false
	}
	var b [utf8.UTFMax]byte
	n := utf8.EncodeRune(b[:], r)
	d := norm.NFD.Properties(b[:n]).Decomposition()
	if len(d) == 0 || d[0] < 'a' || d[0] > 'z' {
		return "", false
	}
	return letterStrings[d[0]-'a'], true
}

var letterStrings = strings.Split("a b c d e f g h i j k l m n o p q r s t u v w x y z", " ")

func greekName(r rune) string {
	switch r {
	case 'α':
		return "alpha"
	case 'β':
		return "beta"
	case 'γ':
		return "gamma"
	case 'δ':
		return "delta"
	case 'ε':
		return "epsilon"
	case 'ζ':
		return "zeta"
	case 'κ':
		return "kappa"
	case 'λ':
		return "lambda"
	case 'ω':
		return "omega"
	}
	return ""
}
