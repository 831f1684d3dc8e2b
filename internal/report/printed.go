package report

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

// windowLines is how many lines one row of a table may be set over.
const windowLines = 4

// printed is a part of a document as it is compared with cells, in lines.
type printed []string

func printedIn(part string) printed { return strings.Split(condense(part), "\n") }

// holds says whether a row is printed: its whole name, then its value, the first number after the name, with its sign,
// comparator and unit, on one line. Where no line that has the name has a number after it, the row may be set over a
// few lines.
func (p printed) holds(r Row) bool {
	want := cells{name: condense(r.Name), value: condense(r.Value), unit: condense(r.Unit)}
	alone := true
	for _, l := range p {
		found, numbered := want.in(l)
		if found {
			return true
		}
		alone = alone && !numbered
	}
	if !alone {
		return false
	}
	for i := range p {
		if found, _ := want.in(strings.Join(p[i:min(i+windowLines, len(p))], " ")); found {
			return true
		}
	}
	return false
}

// cells is a row as it is looked for.
type cells struct{ name, value, unit string }

// in looks for the row in a line. numbered says that the name stands there with a number after it.
func (c cells) in(line string) (found, numbered bool) {
	for from := 0; from <= len(line); {
		i := strings.Index(line[from:], c.name)
		if i < 0 {
			break
		}
		i += from
		from = i + 1
		if !startsCell(line[:i]) {
			continue
		}
		rest := line[i+len(c.name):]
		numbered = numbered || strings.ContainsAny(rest, "0123456789")
		if c.follows(rest) {
			return true, true
		}
	}
	return false, numbered
}

// startsCell says that a name may begin after this text: no letter is joined to it, and no word before it makes it
// another test, as in "non HDL cholesterol" and "urine glucose".
func startsCell(before string) bool {
	before = strings.TrimRight(before, " *•·#>|:;,.()[]")
	if before == "" {
		return true
	}
	last, _ := utf8.DecodeLastRuneInString(before)
	if last == '-' || last == '/' {
		return false
	}
	word := before[strings.LastIndexByte(before, ' ')+1:]
	return !unicode.IsLetter(last) || passing(word)
}

// passing are the words that stand between the cells of a row without being part of a name: units, flags, and what a
// table counts its lines with.
func passing(word string) bool {
	word = strings.Trim(word, "*()[]:;,|")
	if word == "" || flags[word] {
		return true
	}
	if strings.ContainsAny(word, "0123456789") && strings.Trim(word, "0123456789.,-–~<>≤≥=:/") == "" {
		return true
	}
	// Words that are counted in, such as ratio and index, are parts of names as well.
	code, ok := units.Normalize(word)
	return ok && code[0] != '{'
}

var flags = map[string]bool{"h": true, "l": true, "hh": true, "ll": true, "a": true, "n": true, "high": true, "low": true, "↑": true, "↓": true, "+": true, "-": true, "–": true, "=": true}

// follows says whether the value comes next after the name, and then its unit.
func (c cells) follows(rest string) bool {
	if first, _ := utf8.DecodeRuneInString(rest); c.value != "" && joinsWord(c.name, first) {
		return false
	}
	if c.value == "" {
		return true
	}
	at := 0
	for at < len(rest) {
		// The value may stand here, if all that came before it were cells of other kinds.
		if strings.HasPrefix(rest[at:], c.value) && c.ends(rest[:at], rest[at+len(c.value):]) {
			return true
		}
		space := strings.IndexByte(rest[at:], ' ')
		if space < 0 {
			return false
		}
		word := rest[at : at+space]
		if plainNumber.MatchString(strings.Trim(word, "*():;|,")) || !passing(word) {
			return false
		}
		at += space + 1
	}
	return false
}

// plainNumber is a result, and no range: the first of these after a name is its value.
var plainNumber = regexp.MustCompile(`^[<>≤≥=+\-−]*[0-9]+([.,][0-9]+)*$`)

// ends says whether the value stands between before and after as a whole, with the unit that the row gives it.
func (c cells) ends(before, after string) bool {
	numeric := digit(c.value[len(c.value)-1])
	if prev, _ := utf8.DecodeLastRuneInString(strings.TrimRight(before, " ")); strings.ContainsRune("<>≤≥", prev) {
		return false
	}
	if prev, _ := utf8.DecodeLastRuneInString(before); digit(c.value[0]) && (unicode.IsDigit(prev) || strings.ContainsRune(".,+-−", prev)) {
		return false
	}
	next, size := utf8.DecodeRuneInString(after)
	switch {
	case numeric && unicode.IsDigit(next):
		return false
	case numeric && strings.ContainsRune(".,", next) && len(after) > size && digit(after[size]):
		return false
	case numeric && strings.ContainsRune("-–/:~", next) && len(after) > size && digit(after[size]):
		return false
	case !numeric && unicode.IsLetter(next) && joinsWord(c.value, next):
		return false
	}
	return c.unitIn(after)
}

// unitIn says whether the row's unit is the one that the line gives the value: the one beside it, else one that stands
// behind a range or a flag.
func (c cells) unitIn(after string) bool {
	words := strings.Fields(after)
	for len(words) > 0 && flags[strings.Trim(words[0], "()*")] {
		words = words[1:]
	}
	if len(words) == 0 {
		return c.unit == ""
	}
	// A unit of two words, or one glued to the value, is compared as text.
	joined := strings.Join(words, " ")
	if c.unit != "" && strings.HasPrefix(joined, c.unit) && !unitGoesOn(joined[len(c.unit):]) {
		return true
	}
	if _, ok := units.Normalize(strings.Trim(words[0], "()[];,")); ok {
		return strings.Trim(words[0], "()[];,") == c.unit
	}
	if c.unit == "" {
		return true
	}
	for i := range words {
		if rest := strings.Join(words[i:], " "); strings.HasPrefix(rest, c.unit) && !unitGoesOn(rest[len(c.unit):]) {
			return true
		}
		if !passing(words[i]) {
			return false
		}
	}
	return false
}

func unitGoesOn(after string) bool {
	next, _ := utf8.DecodeRuneInString(after)
	return after != "" && (unicode.IsLetter(next) || unicode.IsDigit(next) || strings.ContainsRune("/·.^*%", next) && len(after) > 1 && after[1] != ' ')
}

// joinsWord says whether a rune goes on with the word that a text ends with.
func joinsWord(text string, next rune) bool {
	last, _ := utf8.DecodeLastRuneInString(text)
	return unicode.IsLetter(last) && unicode.IsLetter(next) || unicode.IsDigit(last) && (unicode.IsDigit(next) || unicode.IsLetter(next))
}

// notOfSamples are words beside dates that are not of a sample.
var notOfSamples = regexp.MustCompile(`birth|\bdob\b|\bborn\b|\bgeb|geburt|naissance|\bn[ée]e? le\b|nacimiento|nascita|рожд|出生|生日|生年月日|\bprinted\b|打印`)

// dates says whether a date is printed in the part, beside no word that makes it another date.
func (p printed) dates(day string) bool {
	day = condense(day)
	for _, l := range p {
		if at := strings.Index(l, day); at >= 0 && !digitBeside(l[:at], l[at+len(day):]) && !notOfSamples.MatchString(l) {
			return true
		}
	}
	return false
}

func digitBeside(before, after string) bool {
	return before != "" && digit(before[len(before)-1]) || after != "" && digit(after[0])
}

func digit(b byte) bool { return '0' <= b && b <= '9' }

// condense makes two printings of one cell equal: forms of one character, case, and white space within a line.
func condense(s string) string {
	ls := strings.Split(strings.ToLower(norm.NFKC.String(s)), "\n")
	for i, l := range ls {
		ls[i] = strings.Join(strings.Fields(l), " ")
	}
	return strings.Join(ls, "\n")
}
