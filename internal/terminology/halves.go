package terminology

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// halves reads a name that says the same thing twice: 白细胞计数(WBC), "Thyrotropin (TSH)", "总胆固醇 TC". Both halves must
// be known and mean the same analyte. Where they do not, the name is ambiguous: 血糖(HbA1c) is neither.
func (s *Set) halves(p *parser, key string, v Without) found {
	for i, cut := range [...]func(string) (string, string, bool){cutBrackets, cutScripts, cutSlash, cutFirstWord, cutLastWord} {
		a, b, ok := cut(key)
		if !ok {
			continue
		}
		fa, fb := s.half(p, a, v), s.half(p, b, v)
		if fa.none() || fb.none() {
			continue
		}
		if fa.broad || fb.broad {
			if i >= contradicting || fa.broad && !abbreviates(a, b) || fb.broad && !abbreviates(b, a) {
				continue
			}
		}
		f, agree := agreement(fa, fb)
		if agree {
			return f
		}
		// A ratio of two analytes is neither of them, and a word that does not repeat the rest narrows it: "Leukocyte
		// alkaline phosphatase" is unknown rather than ambiguous.
		if i < contradicting && !strings.Contains(key, "/") {
			return f
		}
	}
	return found{}
}

// contradicting is how many of the cuts leave halves that contradict each other when they do not agree.
const contradicting = 2

func (s *Set) half(p *parser, key string, v Without) found {
	if f := s.exact(key, v); !f.none() {
		return f
	}
	return s.parts(p, key)
}

// agreement joins two halves. One that says more than the bare analyte goes first: 空腹血糖(GLU) is fasting.
func agreement(a, b found) (found, bool) {
	switch {
	case a.broad && b.broad:
		return a, true
	case a.broad:
		return b, true // initials that mean many things mean this one beside its name
	case b.broad:
		return a, true
	case a.entry != nil && b.entry != nil:
		if a.entry == b.entry {
			return a, true
		}
		if e, ok := closer(a.entry, b.entry); ok {
			f := a
			f.entry, f.candidates = e, max(a.candidates, b.candidates)
			f.method = MethodParts
			return f, true
		}
	}
	f := found{method: MethodParts}
	for _, half := range [...]found{a, b} {
		if half.entry != nil {
			f.rival(half.entry)
		}
		for _, e := range half.rivals {
			f.rival(e)
		}
	}
	return f, false
}

// closer picks the row that says more, where the other is just its component's usual one.
func closer(a, b *entry) (*entry, bool) {
	if !sameAnalyte(a, b) {
		return nil, false
	}
	switch {
	case plain(b):
		return a, true
	case plain(a):
		return b, true
	}
	return nil, false
}

func sameAnalyte(a, b *entry) bool {
	return a.group == b.group || a.group.whole == b.group || b.group.whole == a.group ||
		a.group.whole != nil && a.group.whole == b.group.whole
}

// plain says that a row is what the bare name of its component means, up to property and method.
func plain(e *entry) bool {
	u := e.group.usual()
	return u != nil && e.group.whole == nil && e.challenge == "" && e.system == u.system && e.time == u.time
}

// cutBrackets cuts "name (short name)".
func cutBrackets(s string) (outer, inner string, ok bool) {
	i := strings.IndexByte(s, '(')
	if i < 0 {
		return "", "", false
	}
	j := strings.IndexByte(s[i:], ')')
	if j < 2 {
		return "", "", false
	}
	inner = strings.TrimSpace(s[i+1 : i+j])
	outer = strings.TrimSpace(s[:i] + " " + s[i+j+1:])
	return outer, inner, outer != "" && inner != ""
}

// cutScripts cuts where Chinese or Japanese meets Latin letters: "总胆固醇TC", "WBC白细胞计数".
func cutScripts(s string) (a, b string, ok bool) {
	at, changes := 0, 0
	last := 0
	for i, r := range s {
		kind := scriptOf(r)
		if kind == 0 {
			continue
		}
		if last != 0 && kind != last {
			at, changes = i, changes+1
		}
		last = kind
	}
	if changes != 1 {
		return "", "", false
	}
	trim := func(s string) string { return strings.Trim(s, " -:,/、·") }
	a, b = trim(s[:at]), trim(s[at:])
	return a, b, a != "" && b != ""
}

func scriptOf(r rune) int {
	switch {
	case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
		return 1
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana):
		return 2
	}
	return 0
}

// cutSlash cuts "ALT/GPT".
func cutSlash(s string) (a, b string, ok bool) {
	a, b, ok = strings.Cut(s, "/")
	a, b = strings.TrimSpace(a), strings.TrimSpace(b)
	return a, b, ok && a != "" && b != "" && !strings.Contains(b, "/")
}

// cutFirstWord cuts "TSH thyrotropin", cutLastWord "Total cholesterol TC": a short word that repeats the rest.
func cutFirstWord(s string) (word, rest string, ok bool) {
	word, rest, ok = strings.Cut(s, " ")
	return strings.TrimRight(word, ":,-"), strings.TrimLeft(rest, "-: "), ok && isShort(word)
}

func cutLastWord(s string) (rest, word string, ok bool) {
	i := strings.LastIndexByte(s, ' ')
	if i < 0 {
		return "", "", false
	}
	rest, word = strings.TrimRight(s[:i], "-:, "), s[i+1:]
	return rest, word, rest != "" && isShort(word)
}

// abbreviates says that a short form that means many things alone can stand for the name beside it: "Ca" for calcium,
// "PT" for prothrombin time. Beside Chinese there are no letters to compare.
func abbreviates(short, name string) bool {
	if len(short) > 4 || short == "" || scriptOf(rune(short[0])) != 1 {
		return false
	}
	if !strings.ContainsFunc(name, func(r rune) bool { return scriptOf(r) != 2 }) {
		return true
	}
	if short[0] != name[0] {
		return false
	}
	rest := name
	for i := range len(short) {
		at := strings.IndexByte(rest, short[i])
		if at < 0 {
			return false
		}
		rest = rest[at+1:]
	}
	return true
}

func isShort(word string) bool {
	n := utf8.RuneCountInString(word)
	return 2 <= n && n <= 9
}
