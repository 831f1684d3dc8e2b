package icpc3

import "slices"

// lookup finds a name that is folded already. Our own names come first: what we have looked at beats what a cell happens
// to contain.
func (t *Table) lookup(name string, k Kind) (*Match, bool) {
	if i, ok := t.own[k].byKey[name]; ok && t.curated[k][i] != nil {
		return t.curated[k][i], true
	}
	m, ok := t.licensed[k][name]
	return m, ok
}

// addCurated gives each of our own names its match under this table.
func (t *Table) addCurated(k Kind) {
	own := t.own[k].list
	t.curated[k] = make([]*Match, len(own))
	var m *Match
	var lost []string
	for i, s := range own {
		if i == 0 || s.Line != own[i-1].Line || s.File != own[i-1].File {
			m, lost = t.curatedMatch(s) // the names of one line share their match
		}
		for _, c := range lost {
			t.report.Lost = append(t.report.Lost, LostSurface{s.Text, c, s.File, s.Line})
		}
		if m != nil {
			t.curated[k][i] = m
			t.report.Surfaces++
		}
	}
}

// curatedMatch is the match of an own name, nil when the table has none of its codes, and the codes that the table does not
// have. An ambiguous name that lost a code stays ambiguous: that one reading of it is gone does not make the other the
// right one.
func (t *Table) curatedMatch(s Surface) (m *Match, lost []string) {
	if s.TooBroad {
		return &Match{Outcome: Refused, Reason: ReasonTooBroad, Rule: RuleCurated}, nil
	}
	m = &Match{Rule: RuleCurated}
	for _, c := range s.Codes {
		if i, ok := t.byCode[c]; ok {
			t.add(m, i)
		} else {
			lost = append(lost, c)
		}
	}
	switch {
	case len(m.Codes) == 0:
		return nil, lost
	case len(s.Codes) == 1:
		m.Outcome = Coded
	default:
		m.Outcome, m.Reason = NeedsInput, ReasonAmbiguous
	}
	return m, lost
}

// addLicensed enters one tier of the table's own terms. A name that the earlier tier has stays there; a name of two
// rubrics of this tier is ambiguous.
func (t *Table) addLicensed(rule Rule, terms func(Rubric) []string) {
	for i, r := range t.rubrics {
		if r.Extension() {
			continue
		}
		index := t.licensed[kindOf(r.Component)]
		var own *Match // the terms of one rubric share their match
		for _, term := range terms(r) {
			name := written(term)
			if name == "" || len(term) > maxText {
				continue
			}
			m, known := index[name]
			switch {
			case !known:
				if own == nil {
					own = &Match{Outcome: Coded, Rule: rule}
					t.add(own, i)
				}
				index[name] = own
			case m.Rule == rule && !slices.Contains(m.Codes, r.Code):
				both := &Match{Outcome: NeedsInput, Reason: ReasonAmbiguous, Rule: rule, Codes: m.Codes, Preferred: m.Preferred}
				t.add(both, i)
				index[name] = both
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
