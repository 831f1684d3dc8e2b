package icpc3

import (
	"slices"

	"github.com/seed-a76b335c/philint/internal/terminology/lookup"
)

// lookup finds a name that is folded already. Our own names come first: what we have looked at beats what a cell happens
// to contain.
func (t *Table) lookup(name string, k Kind) (*Match, bool) {
	if i, ok := t.own[k].line(name); ok && t.curated[k][i] != nil {
		return t.curated[k][i], true
	}
	return t.licensed[k].find(name)
}

// addCurated gives each line of our own names its match under this table.
func (t *Table) addCurated(k Kind) {
	own := &t.own[k]
	t.curated[k] = make([]*Match, len(own.lines))
	for i := range own.lines {
		l := &own.lines[i]
		m, lost := t.curatedMatch(l)
		for _, text := range l.at(own) {
			for _, c := range lost {
				t.report.Lost = append(t.report.Lost, LostSurface{text, c, l.file, l.number})
			}
		}
		if m != nil {
			t.curated[k][i] = m
			t.report.Surfaces += len(l.at(own))
		}
	}
}

// curatedMatch is the match of the names of a line, nil when the table has none of its codes, and the codes that the
// table does not have. An ambiguous name that lost a code stays ambiguous: that one reading of it is gone does not make
// the other the right one.
func (t *Table) curatedMatch(l *surfaceLine) (m *Match, lost []string) {
	if l.tooBroad {
		return &Match{Outcome: Refused, Reason: ReasonTooBroad, Rule: RuleCurated}, nil
	}
	m = &Match{Rule: RuleCurated}
	for _, c := range l.codes {
		if i, ok := t.byCode.Find(c); ok {
			t.add(m, int(i))
		} else {
			lost = append(lost, c)
		}
	}
	switch {
	case len(m.Codes) == 0:
		return nil, lost
	case len(l.codes) == 1:
		m.Outcome = Coded
	default:
		m.Outcome, m.Reason = NeedsInput, ReasonAmbiguous
	}
	return m, lost
}

// licensed are the terms of a table itself.
type licensed struct {
	names   *lookup.Table
	matches []*Match // of each name
}

func (l *licensed) find(name string) (*Match, bool) {
	n, ok := l.names.Find(name)
	if !ok {
		return nil, false
	}
	return l.matches[n], true
}

// addLicensed enters one tier of the terms of some rows. A name that an earlier tier has stays there; a name of two
// rubrics of this tier is ambiguous.
func (t *Table) addLicensed(rule Rule, from, to int, terms func(*Rubric) []string) {
	var earlier [kinds]int // names of each index that earlier tiers have entered
	for k := range kinds {
		earlier[k] = len(t.licensed[k].matches)
	}
	for i := from; i < to; i++ {
		r := &t.rubrics[i]
		if r.Extension() {
			continue
		}
		kind := kindOf(r.Component)
		index := &t.licensed[kind]
		var own *Match // the terms of one rubric share their match
		for _, term := range terms(r) {
			name := written(term)
			if name == "" || len(term) > maxText {
				continue
			}
			n, added := index.names.Add(name)
			if added {
				if own == nil {
					own = &Match{Outcome: Coded, Rule: rule}
					t.add(own, i)
				}
				index.matches = append(index.matches, own)
				continue
			}
			if m := index.matches[n]; int(n) >= earlier[kind] && !slices.Contains(m.Codes, r.Code) {
				both := &Match{Outcome: NeedsInput, Reason: ReasonAmbiguous, Rule: rule, Codes: m.Codes, Preferred: m.Preferred}
				t.add(both, i)
				index.matches[n] = both
			}
		}
	}
}

// add names one more rubric in a match. Most matches name one, and share it with the table's own lists; a second one
// makes a copy, for the parts of those lists have no room behind them.
func (t *Table) add(m *Match, i int) {
	if m.Codes == nil {
		m.Codes, m.Preferred = t.codes[i:i+1:i+1], t.preferred[i:i+1:i+1]
		return
	}
	m.Codes = append(m.Codes, t.codes[i])
	m.Preferred = append(m.Preferred, t.preferred[i])
}
