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
	'−': '-', '–': '-', '—': '-', '‐': '-', '‑': '-', '‒': '-', '―': '-', '⁻': '-',
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
	var b strings.Builder
	b.Grow(len(s) + 4)
	var last rune // what was written last; 0 at the start
	space := false
	inSuper := false
	for i, r := range s {
		if unicode.IsSpace(r) {
			space = b.Len() > 0
			inSuper = false
			continue
		}
		if ignorable(r) {
			continue
		}
		if space {
			b.WriteByte(' ')
			last, space = ' ', false
		}
		if d := superDigit(r); d != 0 {
			if !inSuper && last >= '0' && last <= '9' {
				b.WriteByte('^')
			}
			b.WriteByte(d)
			last, inSuper = rune(d), true
			continue
		}
		if r == '⁻' || r == '⁺' {
			if !inSuper && last >= '0' && last <= '9' {
				b.WriteByte('^')
			}
			if r == '⁻' {
				b.WriteByte('-')
			}
			last, inSuper = '-', true
			continue
		}
		inSuper = false
		if p, ok := plain[r]; ok {
			b.WriteRune(p)
			last = p
			continue
		}
		// The Cyrillic kha stands for the times sign in front of a power of ten.
		if (r == 'х' || r == 'Х') && timesBefore(s[i+utf8.RuneLen(r):]) {
			b.WriteByte('x')
			last = 'x'
			continue
		}
		if r < utf8.RuneSelf {
			b.WriteRune(r)
			last = r
			continue
		}
		var buf [utf8.UTFMax]byte
		for _, f := range string(norm.NFKC.Append(nil, buf[:utf8.EncodeRune(buf[:], r)]...)) {
			if p, ok := plain[f]; ok {
				f = p
			}
			b.WriteRune(f)
			last = f
		}
	}
	return b.String()
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

func superDigit(r rune) byte {
	switch r {
	case '⁰':
		return '0'
	case '¹':
		return '1'
	case '²':
		return '2'
	case '³':
		return '3'
	case '⁴', '⁵', '⁶', '⁷', '⁸', '⁹':
		return byte(r-'⁴') + '4'
	}
	return 0
}

func timesBefore(rest string) bool {
	rest = strings.TrimLeft(rest, " ")
	return strings.HasPrefix(rest, "10") || strings.HasPrefix(rest, "１０")
}

// bare takes the outer brackets and the stray punctuation off a unit: "(mmol/L)", "[mmol/L]", "g/dL,".
func bare(s string) string {
	for {
		t := strings.Trim(s, " ,;:.，；：、。")
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
