package terminology

import (
	"slices"
	"strings"
	"sync"

	"github.com/seed-a76b335c/philint/internal/terminology/alias"
	"github.com/seed-a76b335c/philint/internal/terminology/fold"
	"github.com/seed-a76b335c/philint/internal/terminology/loinc"
)

// entry is one row of the table with its axes in the lexicon's values.
type entry struct {
	row       *loinc.Row
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
	begins bool         // the rows' long names begin so: what else the row says may be in these words
	alias  *alias.Entry // nil for names out of the table
	target *entry       // the alias's own row
	fixed  fixedAxes
	phrase string
	next   int32 // the next surface of the same phrase, bagged the next with the same words
	bagged int32
}

// fixedAxes are what an alias says besides the component: 尿糖 is glucose in urine, whatever stands beside it.
type fixedAxes struct {
	system, time, challenge, method bool
}

// index finds rows by the phrases of a name.
type index struct {
	table    *loinc.Table
	lex      *lexicon
	entries  []entry
	byCode   map[string]*entry
	byName   map[string][]*entry // folded long names and the names of a release
	surfaces map[string]int32    // the first surface of a phrase in list, one more than its place
	bags     map[uint64]int32    // the same for phrases with the words in any order
	list     []surface
	vocab    map[string]struct{} // words of surfaces
	values   map[valueKey]string // of axes, while the parts are made
	tails    []tail              // of the entries, likewise
	own      []alias.Entry
	once     sync.Once
}

type valueKey struct {
	axis axis
	text string
}

// newIndex makes what whole names need. The rest waits until a name has to be taken apart.
func newIndex(t *loinc.Table, aliases []alias.Entry) (*index, error) {
	base, err := baseLexicon()
	if err != nil {
		return nil, err
	}
	rows := t.Rows()
	x := &index{
		table: t, lex: base, own: aliases,
		entries: make([]entry, len(rows)),
		byCode:  make(map[string]*entry, len(rows)),
		byName:  make(map[string][]*entry, len(rows)),
	}
	lists := make([]*entry, len(rows)) // one array for the lists, which nearly all have one entry
	for i := range rows {
		e := &x.entries[i]
		e.row = &rows[i]
		x.byCode[rows[i].Code] = e
		lists[i] = e
		x.addName(e.row.LongName, lists[i:i+1:i+1])
		for _, n := range e.row.Names {
			x.addName(n, lists[i:i+1:i+1])
		}
	}
	return x, nil
}

func (x *index) addName(name string, list []*entry) {
	key := fold.Key(name)
	if key == "" || slices.Contains(x.byName[key], list[0]) {
		return
	}
	if old := x.byName[key]; old != nil {
		list = append(old[:len(old):len(old)], list...)
	}
	x.byName[key] = list
}

// ready makes the parts, once.
func (x *index) ready() *index {
	x.once.Do(func() {
		n := len(x.entries)
		x.surfaces = make(map[string]int32, n+len(x.own))
		x.bags = make(map[uint64]int32, (n+len(x.own))/2)
		x.list = make([]surface, 0, n+len(x.own))
		x.vocab = make(map[string]struct{}, n+len(x.own)/2)
		x.values = make(map[valueKey]string, n/4)
		x.tails = make([]tail, n)
		keys := make(chan []string, 1)
		go func(lex *lexicon, own []alias.Entry) { keys <- ownKeys(lex, own) }(x.lex, x.own) // beside the work on the table
		x.lex = x.lex.clone()
		for i := range x.entries {
			x.tails[i] = cutName(x.entries[i].row.LongName)
		}
		x.harvest()
		x.compile()
		x.beginnings()
		x.aliases(x.own, <-keys)
		x.values, x.tails, x.own = nil, nil, nil
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
	groups := map[string]*group{}
	byAnalyte := map[string]*group{} // spelled as the rows have it
	var w words
	for i := range x.entries {
		e := &x.entries[i]
		r := e.row
		e.system, e.time, e.method = x.value(axisSystem, r.System), r.Time, x.value(axisMethod, r.Method)
		e.challenge = x.value(axisChallenge, strings.TrimPrefix(r.Challenge(), "^"))
		p := &x.tails[i]
		e.named, e.placed, e.by, e.scaled = p.property != "", p.system != "" && e.system != "", p.method != "", p.scale
		analyte := r.Analyte()
		g := byAnalyte[analyte]
		if g == nil {
			x.lex.read(&w, fold.Key(analyte))
			key := w.text()
			if g = groups[key]; g == nil {
				g = &group{}
				groups[key] = g
			}
			byAnalyte[analyte] = g
		}
		g.rows = append(g.rows, e)
		g.patient = g.patient || e.system == "^Patient"
		e.group = g
	}
	for _, g := range groups {
		g.bare = g.usual()
	}
	for key, g := range groups {
		x.addSurface(key, surface{group: g})
		if base, whole, ok := strings.Cut(key, " / "); ok && isWhole(whole) {
			if b := groups[base]; b != nil {
				b.fractions = append(b.fractions, g)
				g.whole = b
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
	var w words
	for i := range x.entries {
		e := &x.entries[i]
		p := &x.tails[i]
		if p.component == e.row.Analyte() {
			continue
		}
		if p.rest || p.property == "" && e.system == "" || p.method != "" && e.method == "" {
			continue
		}
		x.lex.read(&w, fold.Key(p.component))
		if w.n == 0 || w.overflow {
			continue
		}
		key := w.text()
		if i := x.surfaces[key]; i > 0 && x.list[i-1].group == e.group {
			continue
		}
		if e.challenge != "" && x.startsWithChallenge(&w) {
			continue // "Fasting glucose" is put together from its two parts
		}
		g := prefixes[key]
		if g == nil {
			g = &group{}
			prefixes[key] = g
		}
		g.rows = append(g.rows, e)
	}
	for key, g := range prefixes {
		// Rows that begin like another component are that component's in everyday words, or a name that LOINC changed.
		// The component's own surface goes first; a phrase that stands for both is kept with both.
		x.addSurface(key, surface{group: g, begins: true})
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

func (x *index) addSurface(key string, s surface) {
	if key == "" {
		return
	}
	x.list = append(x.list, s)
	at := int32(len(x.list)) //nolint:gosec // A table is refused long before it has 2^31 rows.
	added := &x.list[at-1]
	added.phrase = key
	// The first surface of a phrase stays the first: those of the table are added before the own names.
	if first := x.surfaces[key]; first > 0 {
		added.next, x.list[first-1].next = x.list[first-1].next, at
	} else {
		x.surfaces[key] = at
	}
	if b := bagOf(key); b != 0 {
		added.bagged = x.bags[b]
		x.bags[b] = at
	}
	for word := range strings.SplitSeq(key, " ") {
		if _, ok := x.vocab[word]; !ok {
			x.vocab[word] = struct{}{}
		}
	}
}

// bagOf is a key of the same words in any order, or 0 where order carries meaning: ratios, sums, two numbers, and
// scripts whose words are single characters.
func bagOf(key string) uint64 {
	n, numbers := 0, 0
	var sum uint64
	for word := range strings.SplitSeq(key, " ") {
		n++
		if n > maxBag || word == "" {
			return 0
		}
		c := word[0]
		switch {
		case '0' <= c && c <= '9':
			numbers++
		case c < 'a' || c > 'z':
			return 0
		}
		h := uint64(14695981039346656037)
		for i := range len(word) {
			h = (h ^ uint64(word[i])) * 1099511628211
		}
		sum += h
	}
	if n < 2 || numbers > 1 {
		return 0
	}
	return sum
}

// maxBag is how many words may change their places.
const maxBag = 6

// sameBag says that two phrases have the same words: equal keys may be chance.
func sameBag(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	x, y := strings.Split(a, " "), strings.Split(b, " ")
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// find lists the surfaces of a phrase.
func (x *index) find(out []surface, phrase []byte) []surface {
	for i := x.surfaces[string(phrase)]; i > 0; i = x.list[i-1].next {
		out = append(out, x.list[i-1])
	}
	return out
}

// findBag lists the surfaces that have the words of a phrase.
func (x *index) findBag(out []surface, phrase string) []surface {
	b := bagOf(phrase)
	if b == 0 {
		return out
	}
	for i := x.bags[b]; i > 0; i = x.list[i-1].bagged {
		if sameBag(x.list[i-1].phrase, phrase) {
			out = append(out, x.list[i-1])
		}
	}
	return out
}

// ownKeys are the own names as rows of words; empty for one that has too many.
func ownKeys(lex *lexicon, entries []alias.Entry) []string {
	keys := make([]string, len(entries))
	var w words
	for i := range entries {
		if lex.read(&w, entries[i].Key); !w.overflow {
			keys[i] = w.text()
		}
	}
	return keys
}

// aliases adds the own names. An alias whose code is not in the table stands for nothing.
func (x *index) aliases(entries []alias.Entry, keys []string) {
	for i := range entries {
		a, key := &entries[i], keys[i]
		s := surface{alias: a}
		if len(a.Codes) == 1 {
			s.target = x.byCode[a.Codes[0]]
			if s.target == nil {
				continue
			}
			s.group = s.target.group
			s.fixed = x.fixedBy(s.target)
		}
		if !x.hasSurface(key, a) {
			x.addSurface(key, s)
		}
	}
}

// hasSurface says that another spelling of the same own name is there already.
func (x *index) hasSurface(key string, a *alias.Entry) bool {
	for i := x.surfaces[key]; i > 0; i = x.list[i-1].next {
		if b := x.list[i-1].alias; b != nil && b.Target == a.Target {
			return true
		}
	}
	return false
}

// fixedBy compares an alias's row with the one its component alone would mean. What differs is what the alias says.
func (x *index) fixedBy(t *entry) fixedAxes {
	d := t.group.usual()
	f := fixedAxes{challenge: t.challenge != ""}
	if d == nil {
		return f
	}
	f.system = t.system != d.system && usualSystem(t.system) >= usualSystems
	f.time = t.time != d.time
	f.method = t.method != "" && t.method != d.method
	return f
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
