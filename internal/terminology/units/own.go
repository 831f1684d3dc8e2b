package units

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/seed-a76b335c/philint/internal/terminology/ucum"
)

// standing says what a text is as a UCUM code, in which case tells one unit from another: mS is no ms.
type standing uint8

const (
	foreign standing = iota // no UCUM code, or one that print writes in any case: its letters may be folded
	odd                     // a code in nobody's report, written in mixed case: neither taken nor folded
	own                     // a code that health records have: it stays what it is
)

// standingOf judges a cleaned text. A code whose units and prefixes are all in use is never read as another. One that
// UCUM's grammar makes by accident, as petagram for a capital pg, may be folded where it is plain that case says
// nothing: in words of one case, and in words that only begin with a capital.
func standingOf(s string) standing {
	if _, err := ucum.Parse(s); err != nil {
		return foreign
	}
	used, spelled := true, true
	eachWord(s, func(word string) {
		if inUse(word) {
			return
		}
		used = false
		spelled = spelled && (oneCase(word) || oneCase(word[1:]) && word[0] >= 'A' && word[0] <= 'Z' || gauss(word))
	})
	switch {
	case used && (!strings.ContainsFunc(s, smallLetter) && len(families(litres(s))) == 0):
		return foreign // L/S in a text of capitals: litre per siemens is a unit of nothing
	case used:
		return own
	case spelled:
		return foreign
	}
	return odd
}

// largePrefixes are the prefixes above kilo, and the units that they stand before in health records. Before any other
// unit they are a small prefix in capitals.
var largePrefixes = map[string]string{
	"M": "Pa,Hz,Bq,Ohm,J,W,cal,U,[IU],[iU]",
	"G": "Bq,Hz,Pa",
	"T": "Bq",
	"h": "Pa,L,l",
	"a": "mol,g,L,l",
}

// inUse reports whether a unit with its prefix is one that health records have.
func inUse(word string) bool {
	kinds := atomKinds()
	if _, ok := kinds[word]; ok {
		return word != "u" && word != "st"
	}
	atom := word[1:]
	if _, ok := kinds[atom]; !ok || atom == "u" || atom == "st" {
		return false
	}
	if strings.Contains("kdcmunpf", word[:1]) {
		return true
	}
	return contains(largePrefixes[word[:1]], atom)
}

// gauss finds the unit G behind a prefix. Nobody is measured in gauss; kG and mG are grams.
func gauss(word string) bool { return len(word) == 2 && word[1] == 'G' }

// oneCase reports whether a word has capitals only, or small letters only.
func oneCase(word string) bool { return strings.ToLower(word) == word || strings.ToUpper(word) == word }

// eachWord gives the units of a valid code, with their prefixes and without exponents, numbers and annotations.
func eachWord(code string, f func(word string)) {
	for i := 0; i < len(code); {
		switch b := code[i]; {
		case b == '{':
			i += strings.IndexByte(code[i:], '}') + 1
		case isLetter(b) || b == '%' || b == '[' || b == '\'':
			j := i
			for j < len(code) && (isLetter(code[j]) || strings.IndexByte("%['", code[j]) >= 0) {
				if code[j] == '[' {
					j += strings.IndexByte(code[j:], ']')
				}
				j++
			}
			f(code[i:j])
			i = j
		default:
			i++
		}
	}
}

// micronAlone finds a mu that is the prefix of nothing. It is the old sign of the micron; u without care is U, but
// nobody prints a mu for that.
func micronAlone(printed string) bool {
	for i, r := range printed {
		if r != 'µ' && r != 'μ' {
			continue
		}
		after, _ := utf8.DecodeRuneInString(printed[i+len(string(r)):])
		if !unicode.IsLetter(after) {
			return true
		}
	}
	return false
}

// spelling joins what is printed with blanks or dots inside: 10 ^ 9, U.I., I.E.
func spelling(s string) string {
	if strings.IndexByte(s, '^') >= 0 {
		s = strings.ReplaceAll(strings.ReplaceAll(s, " ^", "^"), "^ ", "^")
	}
	if strings.IndexByte(s, '.') >= 0 {
		s = initials.Replace(s)
	}
	return s
}

// initials takes the dots out of the international unit as each language writes it.
var initials = strings.NewReplacer(
	"I.U.", "IU", "U.I.", "UI", "I.E.", "IE", "М.Е.", "МЕ", "i.u.", "IU", "u.i.", "UI", "i.e.", "IE",
	"I.U/", "IU/", "U.I/", "UI/", "I.E/", "IE/", "М.Е/", "МЕ/",
)

// atomCodes are the units that a prefix may stand before, and the others.
var atomCodes = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, a := range ucum.Atoms() {
		out[a.Code] = true
	}
	return out
})

// unprinted finds what UCUM's grammar allows and no report has: the atomic mass unit, gauss, a large prefix before a
// unit that never has one (mg/TV is a total volume, not a teravolt), and numbers without a unit.
func unprinted(s string) bool {
	found := false
	eachWord(s, func(word string) {
		switch {
		case word == "u" || word == "G" || gauss(word):
			found = true
		case len(word) > 1 && atomCodes()[word[1:]] && !atomCodes()[word]:
			found = found || word[1] == 'u' && len(word) == 2 ||
				strings.Contains("MGTPEZY", word[:1]) && !inUse(word)
		}
	})
	return found || looseNumber(s)
}

// looseNumber finds a number behind a number, as in 10.9/L, and one that divides alone, as in mg/100.
func looseNumber(s string) bool {
	for i := 0; i < len(s); i++ {
		w := digits(s[i:], false)
		if w == 0 {
			continue
		}
		begins := i == 0 || strings.IndexByte("./(", s[i-1]) >= 0
		end := i + w
		if begins && !inMarks(s, i) {
			if end+1 < len(s) && s[end] == '.' && isDigit(s[end+1]) {
				return true
			}
			if i > 0 && s[i-1] == '/' && (end == len(s) || strings.IndexByte("/)", s[end]) >= 0) {
				return true
			}
		}
		i = end - 1
	}
	return false
}

// logarithm finds an annotation that makes the number its logarithm. What no table knows is dropped elsewhere; this
// must not be.
func logarithm(s string) bool {
	for {
		i := strings.IndexByte(s, '{')
		if i < 0 {
			return false
		}
		s = s[i+1:]
		note := strings.ToLower(strings.TrimLeft(s, " _[("))
		for _, p := range [...]string{"log", "lg", "ln"} {
			rest, ok := strings.CutPrefix(note, p)
			if ok && (p == "log" || rest == "" || rest[0] < 'a' || rest[0] > 'z') {
				return true
			}
		}
	}
}
