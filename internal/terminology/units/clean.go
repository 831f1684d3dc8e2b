package units

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// plain gives one spelling to signs that are printed in several ways. NFKC alone does not join them.
var plain = map[rune]rune{
	'µ': 'u', 'μ': 'u',
	'·': '.', '⋅': '.', '•': '.', '∙': '.', '・': '.', '･': '.', '‧': '.',
	'∕': '/', '⁄': '/', '÷': '/', '／': '/',
	'×': 'x', '✕': 'x', '✖': 'x', '╳': 'x', '⨯': 'x',
	'−': '-', '–': '-', '—': '-', '‐': '-', '‑': '-', '‒': '-', '―': '-',
	'’': '\'', '‘': '\'', '′': '\'', '＇': '\'', '″': '"',
	'º': '°', '˚': '°', '∗': '*', '⁎': '*', '＊': '*', 'Ω': 'Ω', '［': '[', '］': ']',
	'【': '[', '】': ']', '〔': '[', '〕': ']', 'ˆ': '^', '＾': '^', '：': ':', '﹪': '%', '٪': '%',
}

// clean folds the signs of a printed text: full-width forms, superscripts, the two mu, dashes, dots, white space.
// Letters keep their case, because case tells mM from mm.
func clean(s string) string {
	if isClean(s) {
		return s
	}
	s = joined(s)
	c := cleaner{buf: make([]byte, 0, len(s)+8)}
	c.fold(s)
	return string(c.buf)
}

// cleaner collects the cleaned text and, if asked, where each byte of it was printed.
type cleaner struct {
	buf   []byte
	at    []uint16
	track bool
	from  int // where the sign now read was printed
}

func (c *cleaner) put(r rune) {
	c.buf = utf8.AppendRune(c.buf, r)
	for c.track && len(c.at) < len(c.buf) {
		c.at = append(c.at, uint16(c.from)) // a value is shorter than maxValue
	}
}

// last is the byte written last, 0 at the start.
func (c *cleaner) last() byte {
	if len(c.buf) == 0 {
		return 0
	}
	return c.buf[len(c.buf)-1]
}

func (c *cleaner) fold(s string) {
	space, raised := false, false
	for i, r := range s {
		c.from = i
		if unicode.IsSpace(r) {
			space, raised = len(c.buf) > 0, false
			continue
		}
		if ignorable(r) {
			continue
		}
		if space {
			c.put(' ')
			space = false
		}
		if d, ok := superscript(r); ok {
			if !raised && isDigit(c.last()) {
				c.put('^')
			}
			if d != '+' {
				c.put(d)
			}
			raised = true
			continue
		}
		raised = false
		c.sign(s, i, r)
	}
}

// settled reports letters that NFKC leaves as they are: Cyrillic, kana, Chinese, Hangul.
func settled(r rune) bool {
	return r >= 0x0400 && r <= 0x052f || r >= 0x3041 && r <= 0x3096 || r >= 0x30a1 && r <= 0x30fa ||
		r >= 0x4e00 && r <= 0x9fff || r >= 0xac00 && r <= 0xd7a3
}

// joined puts letters and the marks behind them together, as some systems write é in two signs.
func joined(s string) string {
	for _, r := range s {
		if r >= 0x0300 && r <= 0x036f || r == 0x3099 || r == 0x309a || r >= 0x1100 && r <= 0x11ff {
			return norm.NFC.String(s)
		}
	}
	return s
}

// sign writes one sign that is neither blank nor raised.
func (c *cleaner) sign(s string, i int, r rune) {
	if r < utf8.RuneSelf {
		c.put(r)
		return
	}
	if p, ok := plain[r]; ok {
		c.put(p)
		return
	}
	switch r {
	case '≤', '≦', '⩽':
		c.put('<')
		c.put('=')
		return
	case '≥', '≧', '⩾':
		c.put('>')
		c.put('=')
		return
	case 'х', 'Х': // the Cyrillic kha stands for the times sign in front of a power of ten
		if timesBefore(s[i+utf8.RuneLen(r):]) {
			c.put('x')
			return
		}
	}
	if settled(r) {
		c.put(r)
		return
	}
	var in [utf8.UTFMax]byte
	var out [16]byte
	for b := norm.NFKC.Append(out[:0], in[:utf8.EncodeRune(in[:], r)]...); len(b) > 0; {
		f, n := utf8.DecodeRune(b)
		b = b[n:]
		if p, ok := plain[f]; ok {
			f = p
		}
		c.put(f)
	}
}

// isClean reports whether clean would return the text itself: plain ASCII with single blanks inside.
func isClean(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= utf8.RuneSelf || c < ' ' || c == 0x7f {
			return false
		}
		if c == ' ' && (i == 0 || i == len(s)-1 || s[i-1] == ' ') {
			return false
		}
	}
	return true
}

func ignorable(r rune) bool {
	switch r {
	case '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\ufe0f', '\ufe0e':
		return true
	}
	return unicode.Is(unicode.Cc, r)
}

// superscript reads a raised digit or sign.
func superscript(r rune) (rune, bool) {
	switch {
	case r < '²':
		return 0, false
	case r == '¹':
		return '1', true
	case r == '²':
		return '2', true
	case r == '³':
		return '3', true
	case r == '⁰' || r >= '⁴' && r <= '⁹':
		return '0' + (r - '⁰'), true
	case r == '⁻':
		return '-', true
	case r == '⁺':
		return '+', true
	}
	return 0, false
}

func timesBefore(rest string) bool {
	rest = strings.TrimLeft(rest, " ")
	return strings.HasPrefix(rest, "10") || strings.HasPrefix(rest, "１０")
}

// bare takes the outer brackets and the stray punctuation off a unit: "(mmol/L)", "[mmol/L]", "g/dL,".
func bare(s string) string {
	for {
		t := strings.Trim(s, " ,;:.，；：、。")
		for _, r := range [...]string{"(calc)", "(calc.)", "(calculated)", " calc"} {
			t = strings.TrimRight(strings.TrimSuffix(t, r), " ")
		}
		if len(t) > 2 && (t[0] == '(' && t[len(t)-1] == ')' || t[0] == '[' && t[len(t)-1] == ']') && outer(t) {
			t = t[1 : len(t)-1]
		}
		if t == s {
			return s
		}
		s = t
	}
}

// outer reports whether the first bracket of a text is closed by its last.
func outer(s string) bool {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
			if depth == 0 && i < len(s)-1 {
				return false
			}
		}
	}
	return depth == 0
}
