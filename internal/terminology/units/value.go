package units

import (
	"math"
	"strings"
	"unicode/utf8"
)

// Kind is what a printed value turned out to be.
type Kind uint8

const (
	None      Kind = iota // nothing printed, or dashes
	Quantity              // a number, perhaps with a comparator and a unit
	Ordinal               // a place on a scale of words: negative, trace, 2+
	Nominal               // one of several names: a blood group, a colour
	Narrative             // anything else; the text is kept
	Pair                  // two numbers that belong together: 120/80
	Range                 // from one number to another: 3-5
	Titer                 // a dilution: 1:40
)

var kindNames = [...]string{"none", "quantity", "ordinal", "nominal", "narrative", "pair", "range", "titer"}

// String is the name of a kind in decisions and reports.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

// Value is a printed value taken apart. Text is always what was printed.
type Value struct {
	Kind       Kind
	Number     float64 // Quantity; the first of a Pair, the low end of a Range, the 40 of a 1:40
	Second     float64 // the second of a Pair, the high end of a Range
	Comparator string  // "<", "<=", ">", ">=", or empty
	Unit       string  // the unit as printed, where one was split off
	Flag       string  // H, L, HH, LL, A, N or *, where one was split off
	Ordinal    string  // the word on the scale, in English and one spelling: "negative", "2+"
	Text       string  // as printed, without white space around it
	// Ambiguous says that a number stands there and can be read in two ways, as 1,234 can. It is then a Narrative.
	Ambiguous bool
}

// maxValue bounds what is taken apart, in bytes. Longer text is prose.
const maxValue = 160

// ParseValue takes a printed value apart. It does not guess: what can be read in two ways is a Narrative.
//
//   - "1,234" is a thousand and more or a decimal comma: Ambiguous. "1,234.5", "1,234,567", "0,123" and "5,4" are not.
//   - "1.234" is a decimal point.
//   - "5.6 H" is a number and its flag. "5.6 L" is litres: only a range or a unit column can say "low", and
//     ParseReading knows whether there is one. "5.6 (L)", "L 5.6" and "5.6 mmol/L L" are flags.
//   - "+" is positive: it is so as an answer and as the lowest grade. "-" alone is a dash or a negative: Ambiguous.
//   - "120/80" is a pair where it can be a blood pressure; "1/2" stays text.
//   - "1:40" is the titre 40.
func ParseValue(printed string) Value {
	return parseValue(printed, "")
}

// ParseReading takes a value apart that has a unit of its own in another column. A trailing L is then the flag.
func ParseReading(printed, unit string) Value {
	return parseValue(printed, strings.TrimSpace(unit))
}

func parseValue(printed, column string) Value {
	text := strings.TrimSpace(printed)
	v := Value{Kind: Narrative, Text: text}
	if text == "" {
		v.Kind = None
		return v
	}
	if len(text) > maxValue || !utf8.ValidString(text) {
		return v
	}
	var page page
	s := page.read(text)
	if isDashes(s) {
		if s == "-" {
			v.Ambiguous = true
			return v
		}
		v.Kind = None
		return v
	}
	if word(s, &v) {
		return v
	}
	s = leadingFlag(s, &v)
	body, cmp, ok := comparator(s)
	if !ok {
		v.Flag = ""
		return v
	}
	v.Comparator = cmp
	if quantity(body, &v, column) {
		v.Unit = page.printed(v.Unit)
		return v
	}
	if v.Comparator == "" && trailingFlag(s, &v) {
		return v
	}
	amb := v.Ambiguous
	return Value{Kind: Narrative, Text: text, Ambiguous: amb}
}

// trailingFlag reads a word of a scale with a flag behind it: "positive *", "1+ H".
func trailingFlag(s string, v *Value) bool {
	rest, flag := cutFlag(s, false)
	if flag == "" || rest == "" {
		return false
	}
	if !word(rest, v) {
		return false
	}
	v.Flag = flag
	return true
}

// quantity reads a number and what stands behind it.
func quantity(s string, v *Value, column string) bool {
	n, rest, st := scanNumber(s)
	switch st {
	case numberNone:
		return v.Comparator == "" && unitFirst(s, v)
	case numberAmbiguous:
		whole, ok := wholeCount(s, rest, column)
		if !ok {
			v.Ambiguous = true
			return false
		}
		n = whole
	}
	v.Number, v.Kind = n, Quantity
	if rest == "" {
		return true
	}
	if more, ok := second(s, rest, v); ok {
		return more
	}
	if lostSplit(s, rest) {
		v.Ambiguous = true
		return false
	}
	return tail(rest, v, column != "")
}

// tail reads what stands behind a number: a unit, a flag, or both.
func tail(rest string, v *Value, unitElsewhere bool) bool {
	glued := rest[0] != ' '
	rest = strings.TrimLeft(rest, " ")
	if unitElsewhere && (rest == "L" || rest == "l") && !glued {
		v.Flag = "L"
		return true
	}
	if knownUnit(rest) {
		v.Unit = rest
		return true
	}
	unit, flag := cutFlag(rest, unitElsewhere)
	if flag != "" {
		if v.Flag != "" && v.Flag != flag {
			return false
		}
		v.Flag = flag
	}
	if unit == "" {
		return true
	}
	if code, ok := Normalize(unit); ok && code != "" || looksLikeUnit(unit, glued) {
		v.Unit = unit
		return true
	}
	// A range of reference in brackets belongs to the row, not to the value.
	return false
}

// knownUnit is the short way for a unit as the table writes it. One letter may be a flag.
func knownUnit(s string) bool {
	t, err := table()
	if err != nil || len(s) < 2 {
		return false
	}
	_, ok := t.exact[s]
	return ok
}

// looksLikeUnit lets an unknown unit stand beside its number: one word with a stroke in it, mg/fooL.
func looksLikeUnit(s string, glued bool) bool {
	i := strings.IndexByte(s, '/')
	return i > 0 && i < len(s)-1 && !strings.ContainsAny(s, " ,;:") && !strings.ContainsAny(s[:i], "0123456789") && (glued || i > 1)
}

// unitFirst reads a unit in front of its number: "pH 7.4", "mmol/L 5.4".
func unitFirst(s string, v *Value) bool {
	i := strings.LastIndexByte(s, ' ')
	if i < 0 {
		return false
	}
	unit := strings.TrimRight(s[:i], " :=")
	if !strings.ContainsRune(unit, '/') && !strings.EqualFold(unit, "pH") && unit != "%" {
		return false
	}
	if _, ok := Normalize(unit); !ok {
		return false
	}
	n, rest, st := scanNumber(s[i+1:])
	if st != numberRead || rest != "" {
		v.Ambiguous = st == numberAmbiguous
		return false
	}
	v.Number, v.Unit, v.Kind = n, unit, Quantity
	return true
}

// comparator takes a comparator off. "=", "<>" and arrows of two signs are refused: they compare nothing.
func comparator(s string) (rest, cmp string, ok bool) {
	switch s[0] {
	case '<', '>':
		cmp = s[:1]
		rest = s[1:]
		if strings.HasPrefix(rest, "=") {
			cmp += "="
			rest = rest[1:]
		}
		rest = strings.TrimLeft(rest, " ")
		if rest == "" || strings.ContainsAny(rest[:1], "<>=-") {
			return "", "", false
		}
		return rest, cmp, true
	case '=', '~':
		return "", "", false
	}
	if isDigit(s[0]) {
		return s, "", true
	}
	for _, w := range comparatorWords {
		if r, found := cutPrefixFold(s, w.word); found {
			return r, w.cmp, true
		}
	}
	return s, "", true
}

var comparatorWords = [...]struct{ word, cmp string }{
	{"less than or equal to ", "<="},
	{"greater than or equal to ", ">="},
	{"less than ", "<"},
	{"greater than ", ">"},
	{"more than ", ">"},
	{"小于等于", "<="},
	{"大于等于", ">="},
	{"小于", "<"},
	{"大于", ">"},
	{"менее ", "<"},
	{"более ", ">"},
}

func cutPrefixFold(s, prefix string) (string, bool) {
	if len(s) > len(prefix) && strings.EqualFold(s[:len(prefix)], prefix) {
		return strings.TrimLeft(s[len(prefix):], " "), true
	}
	return s, false
}

// isDashes finds the places where nothing was written.
func isDashes(s string) bool {
	return strings.Trim(s, "-") == "" || strings.Trim(s, "_") == "" || strings.Trim(s, ".") == ""
}

func finite(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }
