package units

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxTokens is more than any printed unit has. Longer text is prose.
const maxTokens = 24

type tokKind uint8

const (
	tokUnit   tokKind = iota
	tokNote           // an annotation, in braces or as a word
	tokNumber         // digits
	tokPower          // a power of ten
	tokExp            // an exponent behind a unit
	tokSlash
	tokDot
	tokOpen
	tokClose
	tokBlank
)

type token struct {
	kind tokKind
	text string
	lex  lexeme
}

// composer puts a code together from the words of one printed unit.
type composer struct {
	lx       *lexicon
	fold     bool // words may be found in any case
	capitals bool // the text has no small letters
	toks     [maxTokens]token
	n        int
}

// compose reads a cleaned text word by word. It knows every word or it gives up.
func compose(lx *lexicon, s string, fold bool) (string, bool) {
	if len(s) > 64 {
		return "", false
	}
	c := composer{lx: lx, fold: fold, capitals: fold && !strings.ContainsFunc(s, smallLetter)}
	if !c.scan(s) || c.n == 0 {
		return "", false
	}
	return c.build()
}

func smallLetter(r rune) bool { return unicode.IsLower(r) && r != 'x' && r != 'u' }

func (c *composer) push(k tokKind, text string) bool {
	if c.n == maxTokens {
		return false
	}
	if k == tokPower {
		var ok bool
		if text, ok = exponentText(text); !ok {
			return false
		}
	}
	c.toks[c.n] = token{kind: k, text: text}
	c.n++
	return true
}

// exponentText writes the exponent of ten without sign and zeros in front. UCUM takes two digits.
func exponentText(s string) (string, bool) {
	s, minus := strings.CutPrefix(s, "-")
	s = strings.TrimLeft(strings.TrimPrefix(s, "+"), "0")
	if s == "" || len(s) > 2 {
		return "", false
	}
	if minus {
		s = "-" + s
	}
	return s, true
}

func (c *composer) pushLex(l lexeme) bool {
	k := tokUnit
	switch l.kind {
	case lexNote:
		k = tokNote
	case lexPower:
		k = tokPower
	case lexPer:
		k = tokSlash
	case lexTrap:
		return false
	}
	if !c.push(k, l.code) {
		return false
	}
	c.toks[c.n-1].lex = l
	return true
}

// last is the kind of the token before, or tokOpen at the start.
func (c *composer) last() tokKind {
	if c.n == 0 {
		return tokOpen
	}
	return c.toks[c.n-1].kind
}

func (c *composer) scan(s string) bool {
	for i := 0; i < len(s); {
		ok := true
		switch b := s[i]; {
		case b == ' ':
			ok = c.push(tokBlank, "")
			i++
		case b == '/':
			ok = c.push(tokSlash, "")
			i++
		case b == '(':
			ok = c.push(tokOpen, "")
			i++
		case b == ')':
			ok = c.push(tokClose, "")
			i++
		case b == '.' || b == '*':
			if strings.HasPrefix(s[i:], "**") {
				i++
				if e := digits(s[i+1:], true); e > 0 && c.last() == tokUnit {
					ok = c.push(tokExp, s[i+1:i+1+e])
					i += e
				} else {
					return false
				}
			} else if startsTen(s[i+1:]) && c.n == 0 {
				// "*10^9/L": the star is a times sign without its left side.
			} else {
				ok = c.push(tokDot, "")
			}
			i++
		case b == '^':
			e := digits(s[i+1:], true)
			if e == 0 || c.last() != tokUnit {
				return false
			}
			ok = c.push(tokExp, s[i+1:i+1+e])
			i += 1 + e
		case b == '-':
			e := digits(s[i+1:], false)
			if e == 0 || c.last() != tokUnit {
				return false
			}
			ok = c.push(tokExp, s[i:i+1+e])
			i += 1 + e
		case b == '{':
			j := strings.IndexByte(s[i:], '}')
			if j < 2 {
				return false
			}
			ok = c.brace(s[i+1 : i+j])
			i += j + 1
		case b == '#':
			ok = c.pushLex(lexeme{kind: lexNote, code: "{#}"})
			i++
		case b >= '0' && b <= '9':
			var w int
			w, ok = c.number(s[i:])
			i += w
		case (b == 'x' || b == 'X') && startsTen(strings.TrimLeft(s[i+1:], " ")):
			i++
			for i < len(s) && s[i] == ' ' {
				i++
			}
			var w int
			w, ok = c.timesTen(s[i:])
			i += w
		default:
			var w int
			w, ok = c.word(s[i:])
			i += w
		}
		if !ok {
			return false
		}
	}
	return true
}

// brace takes an annotation. One that is not in the tables says nothing about the unit and is dropped later.
func (c *composer) brace(text string) bool {
	if l, ok := notes()[strings.ToLower(text)]; ok {
		return c.pushLex(l)
	}
	return c.pushLex(lexeme{kind: lexNote})
}

// number reads digits, a power of ten, or a number with a point.
func (c *composer) number(s string) (int, bool) {
	if strings.HasPrefix(s, surface) {
		return len(surface), c.pushLex(lexeme{kind: lexNote, code: surface})
	}
	w := digits(s, false)
	if c.n == 0 {
		if p, n := dottedPower(s); n > 0 {
			return n, c.push(tokPower, p)
		}
	}
	if w < len(s)-1 && s[w] == '.' && s[w+1] >= '0' && s[w+1] <= '9' {
		w += 1 + digits(s[w+1:], false)
		return w, c.push(tokNumber, s[:w])
	}
	if s[:w] == "10" && w < len(s) && (s[w] == '^' || s[w] == '*' || s[w] == 'e' || s[w] == 'E') {
		at := w + 1
		if strings.HasPrefix(s[w:], "**") {
			at++
		}
		if e := digits(s[at:], true); e > 0 {
			return at + e, c.push(tokPower, s[at:at+e])
		}
	}
	if p, n := bracketPower(s); n > 0 {
		return n, c.push(tokPower, p)
	}
	if s[:w] == "1" && w < len(s) && (s[w] == 'e' || s[w] == 'E') {
		if e := digits(s[w+1:], true); e > 0 {
			return w + 1 + e, c.push(tokPower, s[w+1:w+1+e])
		}
	}
	// The raised exponent of a blood count is often lost: 109/L is printed for 10⁹/L. No laboratory counts by the 109.
	if c.n == 0 && w < len(s) && s[w] == '/' {
		if p, ok := lostPower[s[:w]]; ok {
			return w, c.push(tokPower, p)
		}
	}
	return w, c.push(tokNumber, s[:w])
}

// bracketPower reads 10(9) and 10x9, which stand for 10⁹ where nothing can be raised.
func bracketPower(s string) (string, int) {
	if len(s) < 4 || s[:2] != "10" {
		return "", 0
	}
	w := digits(s[3:], false)
	switch s[2] {
	case '(':
		if w > 0 && 3+w < len(s) && s[3+w] == ')' {
			return s[3 : 3+w], 4 + w
		}
	case 'x', 'X':
		if w == 1 || w == 2 {
			return s[3 : 3+w], 3 + w
		}
	}
	return "", 0
}

// dottedPower reads 10.9/L, where a dot stands for what could not be raised. Nobody counts by the ten and nine tenths,
// nor by the ninety that UCUM makes of it.
func dottedPower(s string) (string, int) {
	rest, ok := strings.CutPrefix(s, "10.")
	w := digits(rest, false)
	if !ok || w == len(rest) || rest[w] != '/' {
		return "", 0
	}
	if _, ok := lostPower["10"+rest[:w]]; !ok {
		return "", 0
	}
	return rest[:w], 3 + w
}

var lostPower = map[string]string{"103": "3", "106": "6", "109": "9", "1012": "12"}

// timesTen reads what follows a times sign: 10^9, 10E9, 109, E9, 10 9.
func (c *composer) timesTen(s string) (int, bool) {
	if s[0] == 'e' || s[0] == 'E' {
		e := digits(s[1:], false)
		return 1 + e, c.push(tokPower, s[1:1+e])
	}
	w := digits(s, false)
	if s[:w] == "10" && w+1 < len(s) && s[w] == ' ' {
		if e := digits(s[w+1:], false); e > 0 {
			return w + 1 + e, c.push(tokPower, s[w+1:w+1+e])
		}
	}
	if p, n := dottedPower(s); n > 0 {
		return n, c.push(tokPower, p)
	}
	if p, ok := lostPower[s[:w]]; ok {
		return w, c.push(tokPower, p)
	}
	if p, ok := round[s[:w]]; ok {
		return w, c.push(tokPower, p)
	}
	return c.number(s)
}

// round are the powers of ten that are written out behind a times sign.
var round = map[string]string{"100": "2", "1000": "3", "10000": "4", "100000": "5", "1000000": "6"}

func startsTen(s string) bool {
	if strings.HasPrefix(s, "10") {
		return true
	}
	return len(s) > 1 && (s[0] == 'e' || s[0] == 'E') && s[1] >= '0' && s[1] <= '9'
}

// word reads one run of letters: a known word, or a known unit with its exponent behind it.
func (c *composer) word(s string) (int, bool) {
	w := run(s)
	if w == 0 {
		return 0, false
	}
	word := s[:w]
	if l, ok := c.find(word); ok {
		return w, c.pushLex(l)
	}
	if word == "H" && c.fold && c.last() == tokNumber { // /24H: nothing is measured per henry
		return w, c.pushLex(c.lx.exact["h"])
	}
	base := strings.TrimRight(word, "0123456789")
	if n := len(word) - len(base); n > 0 {
		if n == len(word)-1 && c.n == 0 && (base == "e" || base == "E") {
			return w, c.push(tokPower, word[1:])
		}
		l, ok := c.find(base)
		if ok && l.kind == lexPower && c.capitals {
			l, ok = c.lx.capital(base) // KG/M2
		}
		if n == 1 && ok && l.kind == lexUnit {
			return w, c.pushLex(l) && c.push(tokExp, word[len(base):])
		}
		return 0, false
	}
	// 每 stands between words without blanks: 次每分.
	if i := strings.Index(word, "每"); i > 0 {
		if l, ok := c.find(word[:i]); ok {
			return i, c.pushLex(l)
		}
	} else if i == 0 && w > len("每") {
		return len("每"), c.push(tokSlash, "")
	}
	return 0, false
}

func (c *composer) find(word string) (lexeme, bool) {
	if c.fold {
		return c.lx.find(word, c.capitals)
	}
	l, ok := c.lx.exact[word]
	return l, ok && l.kind != lexTrap
}

// run measures a word: letters, digits behind them, bracketed parts and the signs ° % ' _ and ".
func run(s string) int {
	i := 0
	for i < len(s) {
		switch b := s[i]; {
		case b == '[':
			j := strings.IndexByte(s[i:], ']')
			if j < 0 {
				return 0
			}
			i += j + 1
		case b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_' || b == '\'' || b == '%':
			i++
		case b < utf8.RuneSelf:
			return i
		default:
			r, n := utf8.DecodeRuneInString(s[i:])
			if !unicode.IsLetter(r) && !unicode.IsMark(r) && r != '°' && r != '‰' {
				return i
			}
			i += n
		}
	}
	return i
}

// digits measures a run of digits, with a sign before it if asked.
func digits(s string, sign bool) int {
	i := 0
	if sign && i < len(s) && (s[i] == '-' || s[i] == '+') {
		i++
	}
	start := i
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	if i == start {
		return 0
	}
	return i
}
