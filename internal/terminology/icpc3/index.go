package icpc3

// addCurated enters our own names. They come first: what we have looked at beats what a cell happens to contain.
func (t *Table) addCurated(own []Surface) {
	targets := map[string]*Match{} // names of one target share their match
	for _, s := range own {
		m, done := targets[s.target()]
		if !done {
			m = t.curated(s)
			targets[s.target()] = m
		}
		for _, c := range s.Codes {
			if _, ok := t.byCode[c]; !ok {
				t.report.Lost = append(t.report.Lost, LostSurface{s.Text, c, s.File, s.Line})
			}
		}
		if m != nil {
			t.index[s.Kind][s.Key] = m
			t.report.Surfaces++
		}
	}
	for _, s := range own {
		index := t.index[s.Kind]
		m := index[s.Key]
		if _, taken := index[s.Folded]; m != nil && !taken {
			index[s.Folded] = m
		}
	}
}

// curated is the match of an own name, nil when the table has none of its codes. An ambiguous name that lost a code
// stays ambiguous: that one reading of it is gone does not make the other the right one.
func (t *Table) curated(s Surface) *Match {
	if s.TooBroad {
		return &Match{Outcome: Refused, Reason: ReasonTooBroad, Rule: RuleCurated}
	}
	m := &Match{Rule: RuleCurated}
	for _, c := range s.Codes {
		if i, ok := t.byCode[c]; ok {
			m.add(t.rubrics[i])
		}
	}
	switch {
	case len(m.Codes) == 0:
		return nil
	case len(s.Codes) == 1:
		m.Outcome = Coded
	default:
		m.Outcome, m.Reason = NeedsInput, ReasonAmbiguous
	}
	return m
}

// addLicensed enters one tier of the table's own terms. A name that an earlier tier has stays there; a name of two
// rubrics of this tier is ambiguous.
func (t *Table) addLicensed(rule Rule, terms func(Rubric) []string) {
	for _, r := range t.rubrics {
		if r.Extension() {
			continue
		}
		index := t.index[kindOf(r.Component)]
		for _, term := range terms(r) {
			name := written(term)
			if name == "" || len(term) > maxText {
				continue
			}
			m, known := index[name]
			switch {
			case !known:
				m = &Match{Outcome: Coded, Rule: rule}
				m.add(r)
				index[name] = m
			case m.Rule == rule && m.Codes[len(m.Codes)-1] != r.Code:
				m.add(r)
				m.Outcome, m.Reason = NeedsInput, ReasonAmbiguous
			}
		}
	}
}

func (m *Match) add(r Rubric) {
	m.Codes = append(m.Codes, r.Code)
	m.Preferred = append(m.Preferred, r.Preferred)
}
