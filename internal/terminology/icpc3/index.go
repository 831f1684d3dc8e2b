package icpc3

import "slices"

// addCurated enters our own names. They come first: what we have looked at beats what a cell happens to contain.
func (t *Table) addCurated(own []Surface) {
	var m *Match
	var lost []string
	for i, s := range own {
		if i == 0 || s.Line != own[i-1].Line || s.File != own[i-1].File {
			m, lost = t.curated(s) // the names of one line share their match
		}
		for _, c := range lost {
			t.report.Lost = append(t.report.Lost, LostSurface{s.Text, c, s.File, s.Line})
		}
		if m != nil {
			t.index[s.Kind][s.Text] = m
			t.report.Surfaces++
		}
	}
	for _, s := range own {
		if s.Folded == s.Text {
			continue
		}
		index := t.index[s.Kind]
		m := index[s.Text]
		if _, taken := index[s.Folded]; m != nil && !taken {
			index[s.Folded] = m
		}
	}
}

// curated is the match of an own name, nil when the table has none of its codes, and the codes that the table does not
// have. An ambiguous name that lost a code stays ambiguous: that one reading of it is gone does not make the other the
// right one.
func (t *Table) curated(s Surface) (m *Match, lost []string) {
	if s.TooBroad {
		return &Match{Outcome: Refused, Reason: ReasonTooBroad, Rule: RuleCurated}, nil
	}
	m = &Match{Rule: RuleCurated}
	for _, c := range s.Codes {
		if i, ok := t.byCode[c]; ok {
			m.add(t.rubrics[i])
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

// addLicensed enters one tier of the table's own terms. A name that an earlier tier has stays there; a name of two
// rubrics of this tier is ambiguous.
func (t *Table) addLicensed(rule Rule, terms func(Rubric) []string) {
	for _, r := range t.rubrics {
		if r.Extension() {
			continue
		}
		index := t.index[kindOf(r.Component)]
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
					own.add(r)
				}
				index[name] = own
			case m.Rule == rule && !slices.Contains(m.Codes, r.Code):
				both := &Match{Outcome: NeedsInput, Reason: ReasonAmbiguous, Rule: rule, Codes: slices.Clone(m.Codes), Preferred: slices.Clone(m.Preferred)}
				both.add(r)
				index[name] = both
			}
		}
	}
}

func (m *Match) add(r Rubric) {
	m.Codes = append(m.Codes, r.Code)
	m.Preferred = append(m.Preferred, r.Preferred)
}
