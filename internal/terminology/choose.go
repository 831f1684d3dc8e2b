package terminology

import "slices"

// choice is what a reading comes to.
type choice struct {
	entry      *entry
	rivals     []*entry // other analytes or twins: the name is ambiguous
	candidates int
	broad      bool
	byAlias    bool
}

// choose turns the readings of a name into one row, or into rivals.
func (p *parser) choose(readings []reading) choice {
	var out choice
	for i := range readings {
		if torn := tornTargets(readings[i].surfaces); torn != nil && len(readings[i].said) > 0 {
			// Two own names are one phrase here: which of them is meant, the modifiers do not say.
			return choice{rivals: torn, candidates: len(torn)}
		}
		for _, s := range readings[i].surfaces {
			c := p.pick(s, &readings[i])
			out.broad = out.broad || c.broad
			out.candidates += c.candidates
			if c.entry == nil && len(c.rivals) == 0 {
				continue
			}
			out.merge(c)
		}
	}
	if out.broad {
		return choice{broad: true}
	}
	if len(out.rivals) > 0 {
		out.entry = nil
	}
	return out
}

// tornTargets are the rows of own names that share a phrase and mean different analytes: "S. amylase" of serum and
// "S-amylase" of saliva.
func tornTargets(surfaces []surface) []*entry {
	var list []*entry
	torn := false
	for _, s := range surfaces {
		if s.target == nil {
			continue
		}
		torn = torn || len(list) > 0 && !sameAnalyte(list[0], s.target)
		if !slices.Contains(list, s.target) {
			list = append(list, s.target)
		}
	}
	if !torn {
		return nil
	}
	return list
}

// merge keeps an entry that two surfaces agree on. An alias knows better than a row which one is meant; apart from
// that, two different rows are rivals.
func (c *choice) merge(d choice) {
	if len(d.rivals) > 0 {
		for _, e := range d.rivals {
			c.rival(e)
		}
		return
	}
	switch {
	case c.entry == nil && len(c.rivals) == 0:
		c.entry, c.byAlias = d.entry, d.byAlias
	case c.entry == d.entry:
		c.byAlias = c.byAlias || d.byAlias
	case c.entry != nil && c.entry.group == d.entry.group && c.byAlias != d.byAlias:
		if d.byAlias {
			c.entry, c.byAlias = d.entry, true
		}
	default:
		if c.entry != nil {
			c.rival(c.entry)
		}
		c.rival(d.entry)
	}
}

func (c *choice) rival(e *entry) {
	if !slices.Contains(c.rivals, e) {
		c.rivals = append(c.rivals, e)
	}
}

// pick chooses among the rows of one surface.
func (p *parser) pick(s surface, r *reading) choice {
	if s.alias != nil && s.alias.Broad() {
		return choice{broad: true}
	}
	if s.alias != nil && s.alias.Ambiguous() {
		return p.pickRival(s, r)
	}
	if s.target != nil && s.target.row.Code == p.hide {
		return choice{}
	}
	if s.target != nil && len(r.said) == 0 {
		return choice{entry: s.target, candidates: s.target.kin(), byAlias: true}
	}
	var fits []*entry
	named := saidAxes(r.said)
	for _, g := range familyOf(s.group, named[axisProperty] && (p.short || !p.formal)) {
		for _, e := range g.rows {
			if e.row.Code != p.hide && p.fits(e, &s, r.said, named) {
				fits = append(fits, e)
			}
		}
	}
	if len(fits) == 0 {
		return choice{}
	}
	c := choice{candidates: len(fits), byAlias: s.alias != nil}
	if s.target != nil && slices.Contains(fits, s.target) {
		c.entry = s.target
		return c
	}
	slices.SortFunc(fits, func(a, b *entry) int {
		if d := p.distance(a, r.said) - p.distance(b, r.said); d != 0 {
			return d
		}
		return compareUsual(a, b)
	})
	best := fits[0]
	for _, e := range p.x.namesakes(best) {
		if e != best && e.row.Code != p.hide && twins(best, e) {
			c.rival(e)
		}
	}
	for _, e := range fits[1:] {
		if twins(best, e) {
			c.rival(e)
		}
	}
	if len(c.rivals) > 0 {
		c.rivals = append([]*entry{best}, c.rivals...)
		return c
	}
	c.entry = best
	return c
}

// pickRival lets the modifiers decide between the meanings that an own name lists: "pH" is of blood or of urine, and
// "pH Bld" of blood.
func (p *parser) pickRival(s surface, r *reading) choice {
	var c choice
	named := saidAxes(r.said)
	for _, code := range s.alias.Codes {
		e := p.x.byCode(code)
		if e == nil || code == p.hide {
			continue
		}
		one := surface{group: e.group, alias: s.alias, target: e}
		if len(r.said) == 0 || p.fits(e, &one, r.said, named) {
			c.rivals = append(c.rivals, e)
		}
	}
	c.candidates = len(c.rivals)
	if len(c.rivals) == 1 && len(r.said) > 0 {
		return choice{entry: c.rivals[0], candidates: 1, byAlias: true}
	}
	return c
}

// twins are two codes that a name cannot tell apart.
func twins(a, b *entry) bool {
	return a.row.LongName == b.row.LongName ||
		a.system == b.system && a.time == b.time && a.challenge == b.challenge && a.method == b.method &&
			a.row.Property == b.row.Property && a.row.Scale == b.row.Scale && a.by == b.by && a.scaled == b.scaled
}

func saidAxes(said []*meaning) (named [axisCount]bool) {
	for _, m := range said {
		named[m.axis] = true
	}
	return named
}

// familyOf adds the fractions of a cell, or its count, where the name says which of them it wants.
func familyOf(g *group, property bool) []*group {
	if !property || len(g.fractions) == 0 && g.whole == nil {
		return []*group{g}
	}
	family := append([]*group{g}, g.fractions...)
	if g.whole != nil {
		family = append(family, g.whole)
	}
	return family
}

// fits says that nothing in the name speaks against the row, and nothing in the row is missing from the name.
func (p *parser) fits(e *entry, s *surface, said []*meaning, named [axisCount]bool) bool {
	if e.row.Panel {
		return false // a panel has a name of its own and is never put together
	}
	for _, m := range said {
		if p.distanceOn(m, e) < 0 {
			return false
		}
	}
	if t := s.target; t != nil {
		f := s.fixed
		if f.system && e.system != t.system || f.time && e.time != t.time ||
			f.challenge && e.challenge != t.challenge || f.method && e.method != t.method {
			return false
		}
	}
	fixedChallenge := s.target != nil && s.fixed.challenge
	fixedTime := s.target != nil && s.fixed.time
	if e.challenge != "" && !named[axisChallenge] && !fixedChallenge {
		return false
	}
	if !named[axisTime] && !fixedTime && timeOrder(e.time) > 0 && !s.group.only(func(o *entry) bool { return o.time == e.time }) {
		return false
	}
	if unasked(e.row.Property) && !named[axisProperty] && s.target != e {
		return false
	}
	if !named[axisSystem] && !aliasSystem(s, e) && e.placed && !usuallyMeant(e) {
		return false
	}
	if s.group.patient && !named[axisSystem] && e.system != "^Patient" && s.target == nil {
		return false
	}
	if !named[axisMethod] && !p.impliesMethod(s, e) {
		return false
	}
	if !p.formal {
		return true
	}
	if p.short {
		// An own name may have the specimen in it: "CSF glucose".
		placed := named[axisSystem] || s.target != nil && s.target.system == e.system
		return placed && (timeOrder(e.time) > 0) == named[axisTime]
	}
	return e.named == named[axisProperty] && e.by == named[axisMethod] && e.placed == named[axisSystem] &&
		(timeOrder(e.time) > 0) == named[axisTime] && e.scaled == namedScale(said)
}

func aliasSystem(s *surface, e *entry) bool { return s.target != nil && s.target.system == e.system }

// usuallyMeant says that a name without a specimen may mean this one.
func usuallyMeant(e *entry) bool {
	return usualSystem(e.system) < usualSystems || e.row.Property == "Susc"
}

// impliesMethod says that a row may be meant though its method is not named. A row that says how it was measured has a
// brother that does not, here or elsewhere in LOINC.
func (p *parser) impliesMethod(s *surface, e *entry) bool {
	return e.method == "" || s.begins && !e.by || s.target != nil && s.target.method == e.method && (s.fixed.method || !p.short) ||
		s.group.only(func(o *entry) bool { return o.method == e.method })
}

// namedScale says that a long name ends in its scale. "Ql" and "Qn" of short names say less than that.
func namedScale(said []*meaning) bool {
	return slices.ContainsFunc(said, func(m *meaning) bool {
		return m.axis == axisScale && (m.vals[0] == "Nar" || m.vals[0] == "Nom")
	})
}

func (g *group) only(f func(*entry) bool) bool {
	for _, e := range g.rows {
		if !f(e) {
			return false
		}
	}
	return true
}

func (e *entry) on(a axis) string {
	switch a {
	case axisSystem:
		return e.system
	case axisTime:
		return e.time
	case axisProperty:
		return e.row.Property
	case axisScale:
		return e.row.Scale
	case axisMethod:
		return e.method
	case axisChallenge:
		return e.challenge
	}
	return ""
}

// distanceOn is how far the row is from what one phrase means first, and -1 where it is not meant at all. Short names
// say "Ser" of what was renamed to serum or plasma since.
func (p *parser) distanceOn(m *meaning, e *entry) int {
	return m.admits(e.on(m.axis), p.formal && !(p.short && m.axis == axisSystem))
}

// distance sums how far the row is from what the words mean first.
func (p *parser) distance(e *entry, said []*meaning) int {
	sum := 0
	for _, m := range said {
		// Properties in one phrase are alternatives of one rank: "count" is whatever the specimen counts.
		if m.axis != axisProperty {
			sum += p.distanceOn(m, e)
		}
	}
	return sum
}
