package terminology

import (
	"slices"
	"strings"
	"sync"

	"github.com/seed-a76b335c/philint/internal/terminology/alias"
	"github.com/seed-a76b335c/philint/internal/terminology/fold"
	"github.com/seed-a76b335c/philint/internal/terminology/loinc"
	"github.com/seed-a76b335c/philint/internal/terminology/lookup"
)

// entry is one row of the table with its axes in the lexicon's values.
type entry struct {
	row       *loinc.Row
	name      int32  // the number of its long name, -1 where it has none
	group     *group // all rows of its component
	system    string
	time      string
	challenge string
	method    string
	// What the long name spells out. A name in LOINC's own grammar must then do so too.
	named, placed, by, scaled bool
}

// kin counts the rows of the same component, specimen, time and challenge: what a bare name chose among.
func (e *entry) kin() int {
	n := 0
	for _, o := range e.group.rows {
		if o.system == e.system && o.time == e.time && o.challenge == e.challenge {
			n++
		}
	}
	return n
}

// group is a set of rows that one surface stands for: those of a component, or those whose long names begin alike.
type group struct {
	rows []*entry
	// fractions are the groups of the same cells or the same protein as a share of their whole.
	fractions []*group
	whole     *group // the group this one is a fraction of
	patient   bool   // a property of the person: other specimens have to be named
	bare      *entry // what the component's bare name means; nil where a challenge is always named
}

// surface is what a phrase of a name stands for.
type surface struct {
	group  *group
	begins bool           // the rows' long names begin so: what else the row says may be in these words
	alias  *alias.Meaning // nil for names out of the table
	target *entry         // the alias's own row
	fixed  fixedAxes
}

// fixedAxes are what an alias says besides the component: 尿糖 is glucose in urine, whatever stands beside it.
type fixedAxes struct {
	system, time, challenge, method bool
}

// index finds rows by the phrases of a name.
type index struct {
	codes   *loinc.Table
	names   *alias.Index
	base    *lexicon
	lex     *lexicon // the base, and from ready on the phrases of the table's long names as well
	entries []entry
	long    *lookup.Table // folded long names and the names of a release
	named   [][]*entry    // the rows of each
	extra   []alias.Entry
	phrases
	values map[valueKey]string // of axes, while the parts are made
	begins []string            // what long names begin with, likewise; empty where that is not all that they name
	once   sync.Once
}

type valueKey struct {
	axis axis
	text string
}

// newIndex makes what whole names need. The rest waits until a name has to be taken apart.
func newIndex(t *loinc.Table, names *alias.Index, extra []alias.Entry) (*index, error) {
	base, err := baseLexicon()
	if err != nil {
		return nil, err
	}
	rows := t.Rows()
	x := &index{
		codes: t, base: base, lex: base, names: names, extra: extra,
		entries: make([]entry, len(rows)),
		long:    lookup.New(len(rows)), named: make([][]*entry, 0, len(rows)),
	}
	lists := make([]*entry, len(rows)) // one array for the lists, which nearly all have one entry
	for i := range rows {
		e := &x.entries[i]
		e.row = &rows[i]
		lists[i] = e
		e.name = x.addName(e.row.LongName, lists[i:i+1:i+1])
		for _, n := range e.row.Names {
			x.addName(n, lists[i:i+1:i+1])
		}
	}
	return x, nil
}

// byCode finds the row of a code, nil where the table has none.
func (x *index) byCode(code string) *entry {
	if i, ok := x.codes.Place(code); ok {
		return &x.entries[i]
	}
	return nil
}

// byName lists the rows of a folded name.
func (x *index) byName(key string) []*entry {
	if n, ok := x.long.Find(key); ok {
		return x.named[n]
	}
	return nil
}

// namesakes are the rows that have the long name of a row, itself among them.
func (x *index) namesakes(e *entry) []*entry {
	if e.name < 0 {
		return nil
	}
	return x.named[e.name]
}

// addName gives a row a name and answers its number, -1 for a name that is empty.
func (x *index) addName(name string, list []*entry) int32 {
	key := fold.Key(name)
	if key == "" {
		return -1
	}
	n, added := x.long.Add(key)
	switch {
	case added:
		x.named = append(x.named, list)
	case !slices.Contains(x.named[n], list[0]):
		old := x.named[n]
		x.named[n] = append(old[:len(old):len(old)], list...)
	}
	return n
}

// ready makes the parts, once.
func (x *index) ready() *index {
	x.once.Do(func() {
		n := len(x.entries)
		phrases, words := ownCounts()
		x.phrases = newPhrases(n*2/3+phrases+len(x.extra), n/2+words)
		x.values = make(map[valueKey]string, n/4)
		x.begins = make([]string, n)
		x.lex = x.base.clone()
		x.harvest()
		x.compile()
		x.beginnings()
		x.ownNames()
		x.values, x.begins, x.extra = nil, nil, nil
	})
	return x
}

// value is the lexicon's value for an axis of a row: its own spelling where the lexicon does not know it.
func (x *index) value(a axis, text string) string {
	if text == "" {
		return ""
	}
	k := valueKey{a, text}
	v, ok := x.values[k]
	if !ok {
		v = x.newValue(a, text)
		x.values[k] = v
	}
	return v
}

func (x *index) newValue(a axis, text string) string {
	if m, ok := x.lex.meaningOf(a, text); ok && !m.loose {
		return m.vals[0]
	}
	if a == axisChallenge {
		var w words
		x.lex.read(&w, fold.Key(text))
		return w.text()
	}
	return text
}

// compile gives each row its values and its group.
func (x *index) compile() {
	n := len(x.entries)
	analytes := lookup.New(n * 2 / 3) // spelled as the rows have them
	places := make([]int32, 0, n*2/3) // the group of each
	keys := lookup.New(n * 2 / 3)     // one for each group, in the order of the table
	sizes := make([]int32, 0, n*2/3)  // of the groups
	ofEntry := make([]int32, n)       // the group of each entry
	var w words
	for i := range x.entries {
		e := &x.entries[i]
		r := e.row
		e.system, e.time = x.value(axisSystem, r.System), r.Time // the rest is known from the harvest
		e.placed = e.placed && e.system != ""
		analyte, added := analytes.Add(r.Analyte())
		if added {
			x.lex.read(&w, fold.Key(r.Analyte()))
			g, first := keys.Add(w.text())
			if first {
				sizes = append(sizes, 0)
			}
			places = append(places, g)
		}
		ofEntry[i] = places[analyte]
		sizes[places[analyte]]++
	}
	groups := make([]group, keys.Len())
	rows := make([]*entry, n) // one array for the rows of all groups
	for g := range groups {
		groups[g].rows, rows = rows[:0:sizes[g]], rows[sizes[g]:]
	}
	for i := range x.entries {
		e, g := &x.entries[i], &groups[ofEntry[i]]
		g.rows = append(g.rows, e)
		g.patient = g.patient || e.system == "^Patient"
		e.group = g
	}
	for i, key := range keys.Texts() {
		g := &groups[i]
		g.bare = g.usual()
		x.addPhrase(key, x.addSense(surface{group: g}))
		x.addWords(key)
		if base, whole, ok := strings.Cut(key, " / "); ok && isWhole(whole) {
			if b, ok := keys.Find(base); ok {
				groups[b].fractions = append(groups[b].fractions, g)
				g.whole = &groups[b]
			}
		}
	}
}

// isWhole says that a denominator makes a share of the same cells: the numerator's name alone then stands for either,
// and the unit decides.
func isWhole(s string) bool {
	switch s {
	case "100 leukocytes", "leukocytes", "100 erythrocytes", "erythrocytes":
		return true
	}
	return false
}

// beginnings adds what long names begin with, where that is not the component: "Microalbumin" of albumin.
func (x *index) beginnings() {
	prefixes := map[string]*group{}
	var keys []string
	var w words
	for i := range x.entries {
		e := &x.entries[i]
		if x.begins[i] == e.row.Analyte() || !e.named && e.system == "" || e.by && e.method == "" {
			continue
		}
		x.lex.read(&w, fold.Key(x.begins[i]))
		if w.n == 0 || w.overflow {
			continue
		}
		key := w.text()
		if n, ok := x.table.Find(key); ok && x.senses[x.list[x.first[n]-1].sense].group == e.group {
			continue
		}
		if e.challenge != "" && x.startsWithChallenge(&w) {
			continue // "Fasting glucose" is put together from its two parts
		}
		g := prefixes[key]
		if g == nil {
			g = &group{}
			prefixes[key] = g
			keys = append(keys, key)
		}
		g.rows = append(g.rows, e)
	}
	for _, key := range keys {
		// Rows that begin like another component are that component's in everyday words, or a name that LOINC changed.
		// The component's own surface goes first; a phrase that stands for both is kept with both.
		x.addPhrase(key, x.addSense(surface{group: prefixes[key], begins: true}))
		x.addWords(key)
	}
}

func (x *index) startsWithChallenge(w *words) bool {
	for n := min(x.lex.starts[string(w.word(0))], w.n-1); n > 0; n-- {
		if m := x.lex.phrases[string(w.phrase(0, n))]; m != nil && m.axis == axisChallenge {
			return true
		}
	}
	return false
}

// usual is the row that the component's bare name means, nil where there is no usual specimen.
func (g *group) usual() *entry {
	if g.bare != nil {
		return g.bare
	}
	var best *entry
	for _, e := range g.rows {
		if e.challenge == "" && (best == nil || compareUsual(e, best) < 0) {
			best = e
		}
	}
	return best
}
