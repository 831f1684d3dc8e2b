package ingest

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed-a76b335c/philint/internal/record"
)

// DecimalUnclear is the decimal sign of a source that may have either: 5.600 is then as unclear as 5,600 always is, but for
// what is counted in whole things only.
const DecimalUnclear byte = '?'

// DecimalSign is what the separators of one printed number say: the sign that separates its decimals, 0 where it can be
// either, and whether the text is a number with a separator at all.
func DecimalSign(printed string) (sign byte, separated bool) {
	s := strings.TrimLeft(printed, "<>≤≥=+-− ")
	commas, points, last := 0, 0, -1
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
		case i == 0 || c != ',' && c != '.':
			return 0, false
		default:
			if c == ',' {
				commas++
			} else {
				points++
			}
			last = i
		}
	}
	if last < 0 || last == len(s)-1 {
		return 0, false
	}
	switch {
	case commas > 0 && points > 0:
		return s[last], true
	case commas > 1:
		return '.', true
	case points > 1:
		return ',', true
	case len(s)-last-1 != 3 || last > 3 || s[0] == '0':
		return s[last], true
	default:
		return 0, true
	}
}

// underSign writes the numbers of a text that can be read in two ways so that they can be read in one: 250.000 is 250000
// where decimals stand behind a comma. It is for reading only; what is stored stays as printed.
func underSign(printed string, decimal byte) string {
	if decimal == 0 || strings.IndexByte(printed, ',') < 0 && strings.IndexByte(printed, '.') < 0 {
		return printed
	}
	var b strings.Builder
	for rest := printed; rest != ""; {
		n := numberAt(rest)
		if n == 0 {
			_, size := utf8.DecodeRuneInString(rest)
			b.WriteString(rest[:size])
			rest = rest[size:]
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(printed[:len(printed)-len(rest)])
		number := strings.TrimRight(rest[:n], ",.")
		b.WriteString(oneWay(number, decimal, unicode.IsLetter(before)))
		b.WriteString(rest[len(number):n])
		rest = rest[n:]
	}
	return b.String()
}

// numberAt is the length of the digits and separators at the beginning of a text that begins with a digit.
func numberAt(s string) int {
	if s[0] < '0' || s[0] > '9' {
		return 0
	}
	n := 1
	for n < len(s) && (s[n] >= '0' && s[n] <= '9' || s[n] == ',' || s[n] == '.') {
		n++
	}
	return n
}

// oneWay is a number that can be read in one way only. What is part of a word is no number.
func oneWay(number string, decimal byte, inWord bool) string {
	if sign, separated := DecimalSign(number); inWord || !separated || sign != 0 {
		return number
	}
	if decimal == DecimalUnclear {
		return strings.Replace(number, ".", ",", 1) // which the parser does not guess at
	}
	if strings.IndexByte(number, decimal) >= 0 {
		return strings.Replace(number, string(decimal), ".", 1)
	}
	return strings.NewReplacer(",", "", ".", "").Replace(number)
}

// signOf is the decimal sign under which a stored row's value was read: the one that gives its number. 0 where any does.
func (g *gate) signOf(o *record.Observation) byte {
	if !o.HasNumber {
		if p := g.parse(o.Value, o.Unit, DecimalUnclear); p.Ambiguous {
			return DecimalUnclear
		}
		return 0
	}
	for _, sign := range [...]byte{0, ',', '.', DecimalUnclear} {
		if p := g.parse(o.Value, o.Unit, sign); p.Number == o.Number || math.IsNaN(p.Number) {
			return sign
		}
	}
	return 0
}
