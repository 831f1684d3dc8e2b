package answers

import (
	"context"

	"github.com/seed-a76b335c/philint/internal/answers/tally"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/terminology/fold"
)

// run is the points of one part of an answer, oldest first, ready to be counted with.
type run struct {
	part[store.Point]
	values []tally.Value
	basis  tally.Basis
}

func (s *Service) newRun(p part[store.Point]) run {
	r := run{part: p, values: make([]tally.Value, len(p.rows))}
	for i := range p.rows {
		at := &p.rows[i]
		v := tally.Value{
			Day: at.Day, Number: at.Number, Unit: at.UCUM, Canonical: at.Canonical, CanonicalUnit: at.CanonicalUnit, Compared: at.Comparator != "",
		}
		if v.Unit == "" {
			v.Unit = " " + fold.Key(at.Unit) // as printed, which is no UCUM
		}
		r.values[i] = v
	}
	r.basis = tally.BasisOf(r.values)
	s.convert(&r)
	return r
}

// convert puts numbers on a mixed basis that were stored in another unit than the others and convert into theirs: what
// was stored under other rules of units, or was printed without a unit.
func (s *Service) convert(r *run) {
	if !r.basis.Mixed || r.basis.Unit == "" {
		return
	}
	type way struct{ from, system, code string }
	closed := map[way]bool{}
	for i := range r.values {
		v, at := &r.values[i], &r.rows[i]
		x, from := v.Canonical, v.CanonicalUnit
		if x == nil {
			x, from = v.Number, at.UCUM
		}
		w := way{from, at.System, at.Code}
		if x == nil || from == r.basis.Unit || from == "" && at.Unit != "" || closed[w] {
			continue
		}
		if y, ok := s.names.Convert(*x, from, r.basis.Unit, at.System, at.Code); ok {
			v.Canonical, v.CanonicalUnit = &y, r.basis.Unit
		} else {
			closed[w] = true
		}
	}
}

// typical is the point that gives the answer's rows of the series their name and code: the newest, and where units are
// mixed the newest in the unit that is shown, or else under a code of that unit, so that code and unit go together.
func (s *Service) typical(r *run) (at *store.Point, agrees bool) {
	newest := &r.rows[len(r.rows)-1]
	if !r.basis.Mixed {
		return newest, true
	}
	for i := len(r.rows) - 1; i >= 0; i-- {
		if r.rows[i].UCUM == r.basis.Unit {
			return &r.rows[i], true
		}
	}
	for i := len(r.rows) - 1; i >= 0; i-- {
		if s.names.Carries(r.rows[i].System, r.rows[i].Code, r.basis.Unit) {
			return &r.rows[i], true
		}
	}
	return newest, false
}

// unit is the one of the numbers that the answer shows.
func (r *run) unit() string {
	if r.basis.Mixed {
		return r.basis.Unit
	}
	for i := len(r.rows) - 1; i >= 0; i-- {
		if r.rows[i].Number != nil {
			return r.rows[i].Unit
		}
	}
	return r.rows[len(r.rows)-1].Unit
}

func (s *Service) identityOf(r *run) Identity {
	p, agrees := s.typical(r)
	system, code := p.System, p.Code
	if !agrees {
		if a, b := s.names.Commonest(p.Series, r.basis.Unit); b != "" {
			system, code = a, b
		}
	}
	return s.identity(p.Series, system, code, p.Name, p.Kind)
}

// worth is the provenance of rows that are made of points at places.
func (r *run) worth(places []int) (p Provenance, dayKnown bool) {
	p, dayKnown = Measured, true
	for _, i := range places {
		dayKnown = dayKnown && r.rows[i].DayKnown
		if r.rows[i].Elected {
			p = Elected
		}
	}
	if r.reported {
		p = Reported
	}
	return p, dayKnown
}

// remarks gather what is to be said of how numbers were made.
type remarks struct {
	mixed, compared, leftOut, wordless   []string
	numCompared, numLeftOut, numWordless int
}

func (m *remarks) of(title string, r *run) {
	if r.basis.Mixed {
		m.mixed = append(m.mixed, short(title)+" ("+short(r.basis.Unit)+")")
	}
	sum := tally.Of(r.values, r.basis)
	if sum.Compared > 0 {
		m.compared = append(m.compared, title)
		m.numCompared += sum.Compared
	}
	if n := sum.Count - sum.Numeric; n > 0 && !r.reported {
		m.wordless = append(m.wordless, title)
		m.numWordless += n
	}
	if sum.LeftOut > 0 {
		m.leftOut = append(m.leftOut, title)
		m.numLeftOut += sum.LeftOut
	}
}

func (m *remarks) notes() []string {
	var out []string
	if len(m.mixed) > 0 {
		out = append(out, noteMixed(m.mixed))
	}
	if m.numLeftOut > 0 {
		out = append(out, noteLeftOut(m.numLeftOut, m.leftOut))
	}
	if m.numWordless > 0 {
		out = append(out, noteWordless(m.numWordless, m.wordless))
	}
	if m.numCompared > 0 {
		out = append(out, noteCompared(m.numCompared, m.compared))
	}
	return out
}

// dayPoints are one point for each local day of each series: the elected, else the newest of the day.
func (u *subject) dayPoints(ctx context.Context, q *Question, found *selection) ([]store.Point, error) {
	if !found.mixed {
		return u.data.DayPoints(ctx, found.series, q.Window)
	}
	// What was measured and what was said each have a newest of the day.
	all, err := u.data.BasePoints(ctx, found.series, q.Window)
	if err != nil {
		return nil, err
	}
	type cell struct {
		series   string
		reported bool
		day      record.Day
	}
	last := map[cell]int{}
	for i := range all {
		last[cell{all[i].Series, isReported(all[i].Kind), all[i].Day}] = i
	}
	var out []store.Point
	for i := range all {
		if last[cell{all[i].Series, isReported(all[i].Kind), all[i].Day}] == i {
			out = append(out, all[i])
		}
	}
	return out, nil
}
