package units

import (
	"strconv"
	"strings"
	"unicode"
)

type numberState uint8

const (
	numberNone      numberState = iota // no number stands there
	numberRead                         // one number
	numberAmbiguous                    // one number with two readings
)

// scanNumber reads the number at the start of a cleaned value and returns what stands behind it.
func scanNumber(s string) (float64, string, numberState) {
	i := 0
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		i++
	}
	start := i
	i = numberEnd(s, i)
	if i == start || s[i-1] == '.' || s[i-1] == ',' {
		return 0, s, numberNone
	}
	digitsPart := s[start:i]
	text, st := plainNumber(digitsPart)
	if st != numberRead {
		return 0, s[i:], st
	}
	if cut, ok := splitTen(text, s[i:]); ok {
		text, i = cut, start+len(cut)
	}
	if exp, w := exponent(s[i:]); w > 0 {
		i += w
		text += "e" + exp
	}
	f, err := strconv.ParseFloat(text, 64)
	// A number that is not 0 and becomes 0 is too small to be read.
	if err != nil || !finite(f) || f == 0 && strings.ContainsAny(mantissa(text), "123456789") {
		return 0, s, numberNone
	}
	if s[0] == '-' && f != 0 {
		f = -f
	}
	return f, s[i:], numberRead
}

func mantissa(text string) string {
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		return text[:i]
	}
	return text
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// numberEnd measures digits with single marks between them.
func numberEnd(s string, i int) int {
	if i < len(s) && (s[i] == '.' || s[i] == ',') && i+1 < len(s) && isDigit(s[i+1]) {
		i++ // .5
	}
	for i < len(s) {
		switch {
		case isDigit(s[i]):
		case (s[i] == '.' || s[i] == ',' || s[i] == '\'') && i+1 < len(s) && isDigit(s[i+1]) && i > 0 && isDigit(s[i-1]):
		default:
			return i
		}
		i++
	}
	return i
}

// plainNumber brings digits with marks to the form the machine reads. One comma before three digits has two readings.
func plainNumber(s string) (string, numberState) {
	comma, dot, mark := strings.Count(s, ","), strings.Count(s, "."), strings.Count(s, "'")
	switch {
	case mark > 0:
		decimal := strings.IndexAny(s, ".,")
		if comma+dot > 1 || !grouped(before(before(s, '.'), ','), '\'') || decimal >= 0 && decimal < strings.LastIndexByte(s, '\'') {
			return "", numberNone
		}
		return strings.ReplaceAll(strings.ReplaceAll(s, "'", ""), ",", "."), numberRead
	case comma == 0 && dot <= 1:
		return s, numberRead
	case comma == 0:
		if !grouped(s, '.') {
			return "", numberNone
		}
		return strings.ReplaceAll(s, ".", ""), numberRead
	case dot == 0 && comma == 1:
		i := strings.IndexByte(s, ',')
		if len(s)-i-1 == 3 && i >= 1 && i <= 3 && s[0] != '0' {
			return "", numberAmbiguous
		}
		return s[:i] + "." + s[i+1:], numberRead
	case dot == 0:
		if !grouped(s, ',') && !lakhs(s) {
			return "", numberNone
		}
		return strings.ReplaceAll(s, ",", ""), numberRead
	case strings.LastIndexByte(s, '.') > strings.LastIndexByte(s, ','):
		if dot != 1 || !grouped(before(s, '.'), ',') {
			return "", numberNone
		}
		return strings.ReplaceAll(s, ",", ""), numberRead
	default:
		if comma != 1 || !grouped(before(s, ','), '.') {
			return "", numberNone
		}
		return strings.ReplaceAll(strings.ReplaceAll(s, ".", ""), ",", "."), numberRead
	}
}

// wholeCount reads a number with one comma before three digits where the unit counts whole things: 8,432 steps and
// 7,250 /uL are thousands, because nobody has 8.432 steps.
func wholeCount(s, rest, unit string) (float64, bool) {
	if unit == "" {
		unit, _ = cutFlag(strings.TrimLeft(rest, " "), false)
	}
	c := code(unit)
	if f := Family(c); f != "NCnc" && f != "Num" || strings.Contains(c, "10*") || c == "1" {
		return 0, false
	}
	n, err := strconv.ParseFloat(strings.Replace(s[:len(s)-len(rest)], ",", "", 1), 64)
	return n, err == nil
}

func before(s string, mark byte) string {
	if i := strings.IndexByte(s, mark); i >= 0 {
		return s[:i]
	}
	return s
}

// grouped reports whether digits stand in threes: 1,234,567.
func grouped(s string, mark byte) bool {
	i := strings.IndexByte(s, mark)
	if i < 1 || i > 3 || s[0] == '0' {
		return false
	}
	for i < len(s) {
		if s[i] != mark || digits(s[i+1:], false) != 3 {
			return false
		}
		i += 4
	}
	return true
}

// lakhs reports whether digits stand as in India: 12,34,567.
func lakhs(s string) bool {
	parts := strings.Split(s, ",")
	if len(parts) < 3 || len(parts[0]) < 1 || len(parts[0]) > 2 || len(parts[len(parts)-1]) != 3 {
		return false
	}
	for _, p := range parts[1 : len(parts)-1] {
		if len(p) != 2 {
			return false
		}
	}
	return true
}

// splitTen finds the power of ten glued to a number: 24010^9/L is 240 and 10^9/L.
func splitTen(text, rest string) (string, bool) {
	if !strings.HasPrefix(rest, "^") || !strings.HasSuffix(text, "10") || len(text) == 2 {
		return "", false
	}
	return text[:len(text)-2], true
}

// exponent reads 1.2e3 and 1.2 x 10^3. A power in front of a stroke belongs to the unit and is left there.
func exponent(s string) (string, int) {
	if len(s) > 1 && (s[0] == 'e' || s[0] == 'E') {
		w := digits(s[1:], true)
		if w == 0 || w > 4 || 1+w < len(s) && s[1+w] == '/' {
			return "", 0
		}
		return s[1 : 1+w], 1 + w
	}
	t := strings.TrimLeft(s, " ")
	if len(t) < 4 || t[0] != 'x' && t[0] != 'X' && t[0] != '*' {
		return "", 0
	}
	t = strings.TrimLeft(t[1:], " ")
	if !strings.HasPrefix(t, "10^") && !strings.HasPrefix(t, "10*") {
		return "", 0
	}
	w := digits(t[3:], true)
	if w == 0 || w > 4 {
		return "", 0
	}
	if after := strings.TrimLeft(t[3+w:], " "); strings.HasPrefix(after, "/") {
		return "", 0
	}
	return t[3 : 3+w], len(s) - len(t) + 3 + w
}

// lostSplit finds a power of ten that lost its raised exponent and was glued to the number: 240109/L.
func lostSplit(s, rest string) bool {
	if rest[0] != '/' {
		return false
	}
	num := s[:len(s)-len(rest)]
	for p := range lostPower {
		if len(num) > len(p) && strings.HasSuffix(num, p) {
			return true
		}
	}
	return false
}

// second reads a second number behind the first: a range, a pair, a titre. ok is true where one stands there.
func second(s, rest string, v *Value) (read, ok bool) {
	t := strings.TrimLeft(rest, " ")
	if t == "" {
		return false, false
	}
	switch t[0] {
	case '/':
		if strings.ContainsFunc(t, unicode.IsLetter) && strings.ContainsRune(code(t), '{') {
			return false, false // 2 /100 WBC: the second number is the unit's
		}
		if n, r, st := scanNumber(t[1:]); st != numberNone && isDigit(t[1]) {
			return pair(n, r, st, v), true
		}
	case ':':
		if n, r, st := scanNumber(strings.TrimLeft(t[1:], " ")); st != numberNone {
			return titer(n, r, st, v), true
		}
	}
	dash := rangeMark(t)
	if dash == 0 {
		return false, false
	}
	after := strings.TrimLeft(t[dash:], " ")
	if after == "" || !isDigit(after[0]) && after[0] != '.' {
		return false, false
	}
	n, r, st := scanNumber(after)
	if st == numberNone {
		return false, false
	}
	return span(n, r, st, v), true
}

// rangeMark measures the mark between the ends of a range.
func rangeMark(s string) int {
	i := 0
	for i < len(s) && (s[i] == '-' || s[i] == '~') {
		i++
	}
	if i > 0 {
		if i > 2 {
			return 0
		}
		return i
	}
	for _, w := range [...]string{"～", "〜", "to ", "bis ", "至", "到", "à "} {
		if strings.HasPrefix(s, w) {
			return len(w)
		}
	}
	return 0
}

func span(high float64, rest string, st numberState, v *Value) bool {
	if st != numberRead || v.Comparator != "" || high < v.Number {
		return false
	}
	v.Kind, v.Second = Range, high
	return rest == "" || tail(rest, v, false)
}

// pair accepts two numbers that can be a blood pressure. Halves, dates and acuities stay text.
func pair(low float64, rest string, st numberState, v *Value) bool {
	if st != numberRead || v.Comparator != "" || low >= v.Number {
		return false
	}
	first := v.Number
	if rest != "" {
		if !tail(rest, v, false) {
			return false
		}
		if v.Unit != "" && Family(code(v.Unit)) != "Pres" {
			return false
		}
	}
	kPa := v.Unit != "" && code(v.Unit) == "kPa"
	if !kPa && (first < 40 || first > 350 || low < 15) {
		return false
	}
	v.Kind, v.Second = Pair, low
	return true
}

func code(unit string) string {
	c, _ := Normalize(unit)
	return c
}

// titer accepts one in something: the something is the titre.
func titer(n float64, rest string, st numberState, v *Value) bool {
	if st != numberRead || v.Number != 1 || n < 1 {
		return false
	}
	if rest != "" && !tail(rest, v, false) {
		return false
	}
	v.Kind, v.Number = Titer, n
	return true
}
