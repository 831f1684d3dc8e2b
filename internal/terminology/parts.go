package terminology

import (
	"bytes"
	"slices"
	"strings"
)

// A name is put together from parts: one surface of a component and modifiers, every word used. The longest surface
// wins; a shorter one beside words that happen to be modifiers would be another analyte.

// maxReadings bounds the ways to take a name apart.
const maxReadings = 4096

// reading is one way to take a name apart.
type reading struct {
	surfaces []surface
	said     []*meaning
	words    int // of the component
	phrases  int // that are not the component
}

// parser takes one name apart.
type parser struct {
	x         *index
	w         words
	formal    bool // the name is in LOINC's own grammar, long or short
	short     bool // it is in that of short names, whose components are abbreviated
	plain     bool // own names are left out for now
	noAliases bool // own names are left out
	hide      string

	comp   [maxWords]int16 // words of the component so far
	nComp  int
	said   [maxWords]*meaning
	nSaid  int
	steps  int
	best   []reading
	keyBuf []byte
	found  []surface
}

// read finds the readings of a folded name. It keeps those with the longest component.
func (p *parser) read(folded string) []reading {
	p.best, p.nComp, p.nSaid, p.steps = p.best[:0], 0, 0, 0
	p.formal, p.short = false, false // not what the name before was
	p.x.lex.read(&p.w, folded)
	if p.w.n == 0 || p.w.overflow || !p.possible() {
		return nil
	}
	long := isLong(folded)
	p.short = !long && isShortName(&p.w)
	p.formal = long || p.short
	// Long names use LOINC's words: own names come in where those fail.
	p.plain = p.noAliases || long
	p.step(0)
	if len(p.best) == 0 && p.plain && !p.noAliases {
		p.plain, p.steps = false, 0
		p.step(0)
	}
	return p.best
}

// possible is false when a word is neither in a surface nor in a modifier: most names of unknown tests end here.
func (p *parser) possible() bool {
	covered := 0
	for i := range p.w.n {
		word := p.w.word(i)
		if n := p.x.lex.starts[string(word)]; n > 0 {
			for n = min(n, p.w.n-i); n > 0; n-- {
				if p.x.lex.phrases[string(p.w.phrase(i, i+n))] != nil {
					covered = max(covered, i+n)
					break
				}
			}
		}
		if i >= covered && !p.x.knows(word) {
			return false
		}
	}
	return true
}

// isLong recognises the grammar of long names: a bracketed property, or words that occur nowhere else.
func isLong(folded string) bool {
	if i := strings.IndexByte(folded, '['); i > 0 && strings.IndexByte(folded[i:], ']') > 1 {
		return true
	}
	for _, mark := range longNameMarks {
		if strings.Contains(folded, mark) {
			return true
		}
	}
	return false
}

// isShortName recognises the grammar of short names: an abbreviated property, scale or specimen.
func isShortName(w *words) bool {
	for i := range w.n {
		if shortNameMarks[string(w.word(i))] {
			return true
		}
	}
	return false
}

// longNameMarks occur in LOINC's long names and in names made from them.
var longNameMarks = []string{" in serum or plasma", " in platelet poor plasma", "/100 ", " actual/normal", ".total in "}

// shortNameMarks occur in LOINC's short names and nowhere else.
var shortNameMarks = map[string]bool{
	"mcnc": true, "scnc": true, "acnc": true, "ccnc": true, "ncnc": true, "mrat": true, "srat": true, "mrto": true,
	"srto": true, "crto": true, "mfr": true, "vfr": true, "nfr": true, "sfr": true, "cfr": true, "ql": true,
	"serpl": true, "bld": true, "blda": true, "bldv": true, "bldc": true, "urns": true, "naric": true, "entvol": true, "entmass": true,
}

func (p *parser) step(i int) {
	if p.steps++; p.steps > maxReadings {
		return
	}
	if i == p.w.n {
		p.leaf()
		return
	}
	if n := p.x.lex.starts[string(p.w.word(i))]; n > 0 {
		for n = min(n, p.w.n-i); n > 0; n-- {
			m := p.x.lex.phrases[string(p.w.phrase(i, i+n))]
			if m == nil || m.formal && !p.formal {
				continue
			}
			p.said[p.nSaid] = m
			p.nSaid++
			p.step(i + n)
			p.nSaid--
		}
	}
	if p.x.knows(p.w.word(i)) {
		p.comp[p.nComp] = int16(i)
		p.nComp++
		p.step(i + 1)
		p.nComp--
	}
}

func (p *parser) leaf() {
	// "Automated count" is one phrase before it is two.
	better := func(r *reading) bool {
		return p.nComp > r.words || p.nComp == r.words && p.nSaid < r.phrases
	}
	worse := func(r *reading) bool {
		return p.nComp < r.words || p.nComp == r.words && p.nSaid > r.phrases
	}
	if p.nComp == 0 || len(p.best) > 0 && worse(&p.best[0]) {
		return
	}
	found := p.lookUp()
	if len(found) == 0 {
		return
	}
	if len(p.best) > 0 && better(&p.best[0]) {
		p.best = p.best[:0]
	}
	said := make([]*meaning, 0, p.nSaid)
	for _, m := range p.said[:p.nSaid] {
		if m.axis != axisFiller && !slices.Contains(said, m) {
			said = append(said, m)
		}
	}
	p.best = append(p.best, reading{surfaces: slices.Clone(found), said: said, words: p.nComp, phrases: p.nSaid})
}

// lookUp finds the surfaces that the words of the component are, in their order, or else in any.
func (p *parser) lookUp() []surface {
	first, last := int(p.comp[0]), int(p.comp[p.nComp-1])
	together := last-first+1 == p.nComp
	if together {
		if s := p.allowed(p.x.find(p.found[:0], p.w.phrase(first, last+1))); len(s) > 0 {
			return s
		}
	}
	if p.nComp == 1 || p.formal && !p.short && together {
		return nil
	}
	key := p.keyBuf[:0]
	for _, i := range p.comp[:p.nComp] {
		if len(key) > 0 {
			key = append(key, ' ')
		}
		key = append(key, p.w.word(int(i))...)
	}
	p.keyBuf = key
	if !together {
		// Chinese words and the two sides of a ratio stand together or not at all.
		if bytes.ContainsFunc(key, func(r rune) bool { return r != ' ' && (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
			return nil
		}
		if s := p.allowed(p.x.find(p.found[:0], key)); len(s) > 0 {
			return s
		}
	}
	if p.formal && !p.short || p.nComp > maxBag {
		return nil
	}
	return p.allowed(p.x.findBag(p.found[:0], string(key)))
}

// allowed leaves out own names where they do not count, and the table's where an own name says what a word means in
// everyday use. It works in place.
func (p *parser) allowed(list []surface) []surface {
	p.found = list
	aliased := slices.ContainsFunc(list, isAlias)
	if !aliased || !p.plain && !slices.ContainsFunc(list, isRow) {
		return list
	}
	return slices.DeleteFunc(list, func(s surface) bool { return isAlias(s) == p.plain })
}

func isAlias(s surface) bool { return s.alias != nil }
func isRow(s surface) bool   { return s.alias == nil }
