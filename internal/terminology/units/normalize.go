package units

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/seed-a76b335c/philint/internal/terminology/ucum"
)

// maxPrinted bounds what is read as a unit, in bytes. The longest code in use has 40.
const maxPrinted = 128

// Normalize returns the UCUM code of a printed unit. A UCUM code comes back in its canonical spelling. What is not
// known, or has two readings, is "" and false.
func Normalize(printed string) (code string, ok bool) {
	if len(printed) == 0 || len(printed) > maxPrinted {
		return "", false
	}
	t, err := table()
	if err != nil {
		return "", false // the tables are part of the program; a test loads them
	}
	if code, ok := t.exact[printed]; ok {
		return code, true
	}
	s := spelling(withoutMolarMass(clean(printed)))
	if micronAlone(printed) {
		code, ok := t.exact[s]
		return code, ok
	}
	if code, ok, known := t.read(s); known {
		return code, ok
	}
	if b := bare(s); b != s && b != "" {
		if code, ok, known := t.read(b); known {
			return code, ok
		}
	}
	return grammar(s)
}

// withoutMolarMass takes the molar mass out of a unit as phones export it: mmol<180.1558800000541>/L.
func withoutMolarMass(s string) string {
	i := strings.IndexByte(s, '<')
	if i < 0 {
		return s
	}
	j := strings.IndexByte(s[i:], '>')
	if j < 0 || !strings.HasSuffix(s[:i], "mol") || strings.Trim(s[i+1:i+j], "0123456789.") != "" {
		return s
	}
	return s[:i] + s[i+j+1:]
}

// read tries the table and the words. known is true where the tables decide, also against the spelling.
func (t *unitTable) read(s string) (code string, ok, known bool) {
	if code, ok := t.exact[s]; ok {
		return code, true, true
	}
	if t.refused[s] {
		return "", false, true
	}
	lx, err := words()
	if err != nil {
		return "", false, true
	}
	if strings.IndexByte(s, '{') >= 0 {
		if code, ok := t.lower[strings.ToLower(s)]; ok {
			return code, true, true
		}
		if logarithm(s) {
			return "", false, true
		}
	}
	if code, ok := compose(lx, s, false); ok {
		if code, ok, known := t.settle(code); known {
			return code, ok, known
		}
	}
	if trapped(s) {
		return "", false, true
	}
	switch standingOf(s) {
	case own:
		if s[0] == '(' && bare(s) != s {
			return "", false, false
		}
		code, ok := grammar(s)
		return code, ok, true
	case odd:
		return "", false, true
	}
	if foldable(s) {
		if code, ok := t.lower[strings.ToLower(s)]; ok {
			return code, true, true
		}
		if code, ok := compose(lx, s, true); ok {
			return t.settle(code)
		}
	}
	return "", false, false
}

// settle lets the table rename what was composed: g% put together from its words is still g/dL.
func (t *unitTable) settle(code string) (string, bool, bool) {
	if c, ok := t.exact[code]; ok {
		return c, true, true
	}
	if t.refused[code] {
		return "", false, true
	}
	if _, err := ucum.Parse(code); err != nil {
		return "", false, false // words that UCUM does not let stand together: a special unit in a product
	}
	if len(families(code)) == 0 && strings.ContainsAny(code, "/.0123456789") {
		return "", false, false // words that print does not put together: miles by the cubic millimetre are thousands
	}
	return code, true, true
}

// foldable reports whether case may be ignored. One letter alone is told apart by its case.
func foldable(s string) bool { return utf8.RuneCountInString(s) > 1 }

// trapped finds the word Mg: megagram in UCUM, magnesium on paper, milligram in a hurry.
func trapped(s string) bool {
	for i := 0; ; {
		j := strings.Index(s[i:], "Mg")
		if j < 0 {
			return false
		}
		j += i
		before, _ := utf8.DecodeLastRuneInString(s[:j])
		after, _ := utf8.DecodeRuneInString(s[j+2:])
		if !unicode.IsLetter(before) && !unicode.IsLetter(after) {
			return true
		}
		i = j + 2
	}
}

// grammar takes a valid UCUM code that no table knows. Numbers alone, and a stroke before a negative exponent, are
// valid there and mean nothing in print.
func grammar(s string) (string, bool) {
	if strings.ContainsRune(s, ' ') || !measures(s) || strokeDot(s) || strokeMinus(s) || misread(s) || trapped(s) {
		return "", false
	}
	if _, err := ucum.Parse(s); err != nil || unprinted(s) {
		return "", false
	}
	code := litres(annotations(s))
	if code == s {
		return s, true
	}
	if _, err := ucum.Parse(code); err == nil && measures(code) {
		return Normalize(code)
	}
	return s, true // an annotation that stands for a factor of its own: mL/{stroke}
}

// measures reports whether a unit stands outside the annotations.
func measures(s string) bool {
	depth := 0
	for _, r := range s {
		switch {
		case r == '{':
			depth++
		case r == '}':
			depth--
		case depth == 0 && (r == '%' || r == '\'' || unicode.IsLetter(r)):
			return true
		}
	}
	return false
}

// strokeMinus finds "/L-1": either the stroke or the sign is a slip.
func strokeMinus(s string) bool {
	for i := strings.IndexByte(s, '/'); i >= 0 && i < len(s); {
		j := i + 1
		for j < len(s) && s[j] != '/' && s[j] != '.' && s[j] != '(' && s[j] != '{' {
			if s[j] == '-' {
				return true
			}
			j++
		}
		k := strings.IndexByte(s[i+1:], '/')
		if k < 0 {
			return false
		}
		i += 1 + k
	}
	return false
}

// strokeDot finds a dot behind a stroke: mg/L.h. UCUM has what follows above the stroke, print below.
func strokeDot(s string) bool {
	depth, stroke := 0, false
	for i := range len(s) {
		switch s[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '/':
			stroke = stroke || depth == 0
		case '.':
			if depth == 0 && stroke {
				return true
			}
		}
	}
	return false
}

// misread finds the exponent one and the division by one, which nobody prints: m1 is ml and U/1 is U/l, read by a
// machine.
func misread(s string) bool {
	for i := 1; i < len(s); i++ {
		if s[i] == '1' && (isLetter(s[i-1]) || s[i-1] == '/') && !inMarks(s, i) && (i+1 == len(s) || !isDigit(s[i+1])) {
			return true
		}
	}
	return false
}

// annotations drops the annotations that no table knows.
func annotations(s string) string {
	if strings.IndexByte(s, '{') < 0 {
		return s
	}
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '{')
		if i < 0 {
			break
		}
		j := strings.IndexByte(s[i:], '}')
		if j < 0 {
			break
		}
		b.WriteString(s[:i])
		if l, ok := notes()[strings.ToLower(s[i+1:i+j])]; ok && (l.lone || l.ref || l.code == surface) {
			b.WriteString(brace(l.code))
		}
		s = s[i+j+1:]
	}
	b.WriteString(s)
	return b.String()
}

// litres writes l as L, the spelling of LOINC, where it stands as a unit.
func litres(s string) string {
	if strings.IndexByte(s, 'l') < 0 {
		return s
	}
	out := []byte(s)
	for i := range out {
		if out[i] != 'l' || i+1 < len(out) && isLetter(out[i+1]) || inMarks(s, i) {
			continue
		}
		start := i
		for start > 0 && isLetter(out[start-1]) {
			start--
		}
		if p := string(out[start:i]); p == "" || contains("f,p,n,u,m,c,d,h,k,da,M,G", p) {
			out[i] = 'L'
		}
	}
	return string(out)
}

// inMarks reports whether a place lies inside brackets or braces.
func inMarks(s string, at int) bool {
	depth := 0
	for i := range at {
		switch s[i] {
		case '[', '{':
			depth++
		case ']', '}':
			depth--
		}
	}
	return depth > 0
}

func isLetter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '_' }

// notes finds annotations by their text in small letters.
var notes = sync.OnceValue(func() map[string]lexeme {
	out := map[string]lexeme{}
	lx, err := words()
	if err != nil {
		return out
	}
	for w, l := range lx.exact {
		if l.kind == lexNote {
			out[strings.ToLower(w)] = l
			out[strings.ToLower(strings.Trim(l.code, "{}"))] = l
		}
	}
	for _, w := range []string{surface, "1.73m2", "1.73 m2", "1.73_m^2"} {
		out[w] = lexeme{kind: lexNote, code: surface}
	}
	return out
})
