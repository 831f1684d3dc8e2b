package terminology

import (
	"slices"
	"strings"
	"unicode"

	"github.com/seed-a76b335c/philint/internal/terminology/fold"
	"github.com/seed-a76b335c/philint/internal/terminology/loinc"
	"github.com/seed-a76b335c/philint/internal/terminology/ucum"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

// notes are the annotations of a unit, above and below its stroke. UCUM gives them no meaning; a laboratory does.
type notes struct {
	counted  [2][]string // {copies}/mL: what the number counts; it stands alone or behind a number
	referred [2][]string // ug/mL{FEU}, mg/g{creat}: what a unit refers to
}

// notesOf reads the annotations of a valid code.
func notesOf(code string) notes {
	var n notes
	n.scan(code, 0)
	for side := range 2 {
		slices.Sort(n.counted[side])
		slices.Sort(n.referred[side])
	}
	return n
}

func (n *notes) scan(term string, side int) {
	at := side
	for i := 0; i < len(term); {
		switch term[i] {
		case '.':
			at = side
			i++
			continue
		case '/':
			at = 1 - side
			i++
			continue
		}
		j := componentEnd(term, i)
		n.component(term[i:j], at)
		i = j
	}
}

func (n *notes) component(s string, side int) {
	if strings.HasPrefix(s, "(") {
		end := strings.LastIndexByte(s, ')')
		n.scan(s[1:end], side)
		s = s[end+1:]
	}
	open := strings.IndexByte(s, '{')
	if open < 0 || saysNothing(s[open:]) {
		return
	}
	if strings.Trim(s[:open], "0123456789*^+-") == "" {
		n.counted[side] = append(n.counted[side], s[open:])
		return
	}
	n.referred[side] = append(n.referred[side], s[open:])
}

// saysNothing are the annotations for a count of whatever it is.
func saysNothing(note string) bool { return note == "{#}" || note == "{}" }

// scales are annotations under which the same thing has another number: without one of them a unit does not say which
// is meant. A D-dimer in FEU is about twice the D-dimer in DDU.
var scales = []string{"{FEU}", "{DDU}"}

// shares are annotations for one part of a whole, which may be told in percent.
var shares = []string{"{ratio}", "{fraction}"}

// noteConflict holds the annotations of two different codes against each other. An annotation beside none is passed
// over where the number stays what it is ({beats}/min and /min); two that differ are two quantities. A logarithm
// never converts: what stands below its stroke went into it.
func noteConflict(a, b quantity) ConvertReason {
	x, y := notesOf(a.code), notesOf(b.code)
	if x.logarithm() || y.logarithm() {
		return Logarithm
	}
	for side := range 2 {
		if differ(x.counted[side], y.counted[side]) || differ(x.referred[side], y.referred[side]) {
			return DifferentAnnotations
		}
		for _, s := range scales {
			if slices.Contains(x.all(side), s) != slices.Contains(y.all(side), s) {
				return DifferentAnnotations
			}
		}
	}
	if !numbersAlone(a, x.counted[0], b) || !numbersAlone(b, y.counted[0], a) {
		return DifferentAnnotations
	}
	return ""
}

// oneNumber says that a code's values are printed under either of two annotations with one number: the code itself names
// both, as that of INR names {INR} and {ratio}.
func oneNumber(row *loinc.Row, a, b quantity) bool {
	return a.code != b.code && underCode(row, a).code == underCode(row, b).code
}

// underCode is a plain number under the first annotation that its code names, if it names this one too: what holds of
// one of them then holds of the other.
func underCode(row *loinc.Row, q quantity) quantity {
	if row == nil || !slices.Contains(row.ExampleUnits, q.code) || !isPlain(q) {
		return q
	}
	for _, u := range row.ExampleUnits {
		if first, _, ok := readQuantity(u); ok && isPlain(first) {
			return first
		}
	}
	return q
}

// isPlain says that a unit is a plain number to UCUM, with or without an annotation.
func isPlain(q quantity) bool {
	one, err := ucum.Parse("1")
	if err != nil || !isShare(q) || q.contents.anyMol {
		return false
	}
	r, _, reason := convertUnits(1, q, quantity{unit: one, code: "1"})
	return reason == "" && r == 1
}

// differ says that two sides are annotated, and not in the same way.
func differ(a, b []string) bool { return len(a) > 0 && len(b) > 0 && !slices.Equal(a, b) }

func (n *notes) all(side int) []string { return slices.Concat(n.counted[side], n.referred[side]) }

func (n *notes) logarithm() bool {
	for side := range 2 {
		for _, note := range n.all(side) {
			if s := strings.ToLower(note); strings.HasPrefix(s, "{log") || strings.HasPrefix(s, "{ln}") {
				return true
			}
		}
	}
	return false
}

// numbersAlone passes a score, an index or a count of steps only to a plain number. In percent it would be a share, and
// it is a share of nothing.
func numbersAlone(q quantity, counted []string, other quantity) bool {
	if len(counted) == 0 || !q.unit.Dimension().None() || q.unit.Arbitrary() || slices.Contains(shares, counted[0]) {
		return true
	}
	if n := notesOf(other.code); len(n.counted[0]) > 0 {
		return true // the same annotation, or differ has said so
	}
	return !strings.ContainsFunc(other.code, letterOrPercent)
}

func letterOrPercent(r rune) bool {
	return r == '%' || r == '[' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}

// printedConflict holds the annotations of two units against each other as they are printed. The code of a unit has only
// those that laboratories report by: {RBC}/uL and {WBC}/uL are both /uL, and still not the same cells.
func printedConflict(from, to string) bool {
	a, b := printedNotes(from), printedNotes(to)
	return differ(a[0], b[0]) || differ(a[1], b[1])
}

// printedNotes are the annotations above and below the stroke of a printed unit, in braces or as words.
func printedNotes(printed string) (sides [2][]string) {
	text, side := fold.Key(printed), 0
	for i := 0; i < len(text); {
		switch text[i] {
		case '/':
			side = 1
			i++
			continue
		case '.':
			i++
			continue
		}
		j := componentEnd(text, i)
		if note := printedNote(text[i:j]); note != "" && !saysNothing(note) {
			sides[side] = append(sides[side], note)
		}
		i = j
	}
	slices.Sort(sides[0])
	slices.Sort(sides[1])
	return sides
}

// printedNote is the annotation of a factor in one spelling, empty where it has none. A word is one where it says as
// much in braces as it does without them.
func printedNote(factor string) string {
	if open := strings.IndexByte(factor, '{'); open >= 0 {
		end := strings.IndexByte(factor[open:], '}')
		if end < 0 {
			return ""
		}
		return oneSpelling(factor[open+1 : open+end])
	}
	word := strings.TrimLeft(factor, "0123456789 ^*+-x×")
	if word == "" || strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && r != ' ' }) {
		return ""
	}
	if _, ok := units.Normalize(word); ok {
		return ""
	}
	plain, ok := units.Normalize(word + "/L")
	if braced, _ := units.Normalize("{" + word + "}/L"); !ok || plain != braced {
		return ""
	}
	return oneSpelling(word)
}

// oneSpelling writes an annotation as the codes of units do, and one that they leave out without its plural.
func oneSpelling(note string) string {
	if code, ok := units.Normalize("{" + note + "}/L"); ok && code != "/L" {
		return strings.TrimSuffix(code, "/L")
	}
	return "{" + strings.TrimSuffix(note, "s") + "}"
}
