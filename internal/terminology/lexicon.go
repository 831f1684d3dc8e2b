package terminology

import (
	_ "embed" // The modifiers.
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/seed-a76b335c/philint/internal/terminology/fold"
)

//go:embed modifiers.tsv
var modifiersTSV string

// axis is what a modifier says something about.
type axis uint8

const (
	axisFiller axis = iota // says nothing
	axisSystem
	axisTime
	axisProperty
	axisScale
	axisMethod
	axisChallenge
	axisCount
)

var axisNames = map[string]axis{
	"filler": axisFiller, "system": axisSystem, "time": axisTime, "property": axisProperty, "scale": axisScale,
	"method": axisMethod, "challenge": axisChallenge,
}

// meaning is what one phrase says: which values of an axis it admits, the best first.
type meaning struct {
	axis axis
	vals []string
	// loose phrases have no exact value: Chinese 血 is serum or blood. LOINC's own names do not use them.
	loose bool
	// formal phrases count in LOINC's grammar only.
	formal bool
}

// admits answers how well a value fits: 0 is best, -1 is not at all. In LOINC's own grammar only the first fits.
func (m *meaning) admits(value string, formal bool) int {
	if formal {
		if m.loose || m.vals[0] != value {
			return -1
		}
		return 0
	}
	return slices.Index(m.vals, value)
}

// lexicon knows the words of a name that are not the analyte.
type lexicon struct {
	rewrites map[string]string   // a phrase and its one spelling
	heads    map[string]int      // the longest rewrite that begins with a word
	phrases  map[string]*meaning // normalised phrase
	starts   map[string]int      // the longest phrase that begins with a word
}

var baseLexicon = sync.OnceValues(func() (*lexicon, error) { return parseLexicon(modifiersTSV) })

func parseLexicon(text string) (*lexicon, error) {
	l := &lexicon{
		rewrites: make(map[string]string, 128), heads: make(map[string]int, 128),
		phrases: make(map[string]*meaning, 1024), starts: make(map[string]int, 1024),
	}
	type line struct {
		axis, value string
		phrases     []string
		number      int
	}
	var lines []line
	number := 0
	for s := range strings.Lines(text) {
		number++
		s = strings.TrimRight(s, "\n")
		if s == "" || s[0] == '#' {
			continue
		}
		f := strings.Split(s, "\t")
		if len(f) != 3 {
			return nil, fmt.Errorf("modifiers.tsv line %d: want axis, value and phrases", number)
		}
		lines = append(lines, line{f[0], f[1], strings.Split(f[2], "|"), number})
	}
	var w words
	for _, ln := range lines {
		if ln.axis != "word" {
			continue
		}
		for _, p := range ln.phrases {
			w.split(fold.Key(p))
			if key := w.text(); key != ln.value {
				l.rewrites[key] = ln.value
				l.heads[string(w.word(0))] = max(l.heads[string(w.word(0))], w.n)
			}
		}
	}
	for _, ln := range lines {
		if ln.axis == "word" {
			continue
		}
		a, ok := axisNames[ln.axis]
		if !ok {
			return nil, fmt.Errorf("modifiers.tsv line %d: %q is not an axis", ln.number, ln.axis)
		}
		value, loose := strings.CutPrefix(ln.value, "~")
		m := &meaning{axis: a, vals: strings.Split(value, ";"), loose: loose}
		if value == "-" {
			m.vals = []string{""}
		}
		for _, p := range ln.phrases {
			if err := l.add(p, m); err != nil {
				return nil, fmt.Errorf("modifiers.tsv line %d: %w", ln.number, err)
			}
		}
	}
	return l, nil
}

// add gives a phrase its meaning. Two meanings of one phrase are an error: the matcher could not choose.
func (l *lexicon) add(phrase string, m *meaning) error {
	var w words
	l.read(&w, fold.Key(phrase))
	key := w.text()
	if key == "" {
		return fmt.Errorf("the phrase %q has no word", phrase)
	}
	if old := l.phrases[key]; old != nil && (old.axis != m.axis || !slices.Equal(old.vals, m.vals)) {
		return fmt.Errorf("the phrase %q has two meanings", phrase)
	}
	l.put(&w, key, m)
	return nil
}

func (l *lexicon) put(w *words, key string, m *meaning) {
	l.phrases[key] = m
	head := string(w.word(0))
	l.starts[head] = max(l.starts[head], w.n)
}

// read takes a folded name apart and gives its words their one spelling.
func (l *lexicon) read(w *words, folded string) {
	w.split(folded)
	for i := range w.n {
		if w.buf[w.off[i]] < utf8.RuneSelf && l.heads[string(w.word(i))] > 0 { // rewrites are Latin
			l.rewrite(w)
			return
		}
	}
}

func (l *lexicon) rewrite(w *words) {
	var out words
	for i := 0; i < w.n && !out.overflow; {
		step := 0
		for n := min(l.heads[string(w.word(i))], w.n-i); n > 0; n-- {
			to, ok := l.rewrites[string(w.phrase(i, i+n))]
			if !ok {
				continue
			}
			for to != "" {
				var word string
				word, to, _ = strings.Cut(to, " ")
				out.add(word)
			}
			step = n
			break
		}
		if step == 0 {
			out.add(string(w.word(i)))
			step = 1
		}
		i += step
	}
	buf := append(w.buf[:0], out.buf...)
	*w = out
	w.buf = buf
}

// meaningOf is the meaning of a whole text on one axis.
func (l *lexicon) meaningOf(a axis, text string) (*meaning, bool) {
	var w words
	l.read(&w, fold.Key(text))
	m := l.phrases[w.text()]
	return m, m != nil && m.axis == a
}

// clone is a copy that a table's own phrases can be added to.
func (l *lexicon) clone() *lexicon {
	c := &lexicon{rewrites: l.rewrites, heads: l.heads, phrases: make(map[string]*meaning, 2*len(l.phrases)), starts: make(map[string]int, 2*len(l.starts))}
	for k, v := range l.phrases {
		c.phrases[k] = v
	}
	for k, v := range l.starts {
		c.starts[k] = v
	}
	return c
}
