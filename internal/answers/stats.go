package answers

import (
	"context"

	"github.com/seed-a76b335c/philint/internal/answers/tally"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// statistics sums each series up. A day that elected a value counts with that, another with each of its readings: so forty
// samples of one device count once, and a morning's and an evening's blood pressure both count. What a day elects was
// decided when it was stored; nothing is decided here.
func statistics(s *Service, ctx context.Context, u *subject, q *Question, found *selection, l Limits) (*body, error) {
	points, err := u.data.BasePoints(ctx, found.series, q.Window)
	if err != nil {
		return nil, err
	}
	parts := parted(points, found, l, ofPoint)
	all := make([]StatsRow, len(parts))
	var m remarks
	var elected []string
	days := 0
	for i, p := range parts {
		r := s.newRun(p)
		all[i] = s.statsRow(&r)
		m.of(found.titles[p.series], &r)
		if n := numElected(p.rows); n > 0 {
			elected = append(elected, found.titles[p.series])
			days += n
		}
	}
	var b *body
	var cut cuts
	fitted(l, 1, len(parts), func(_, series int) Rows {
		b, cut = &body{}, cuts{}
		for i, p := range parts[:series] {
			for j := range p.rows {
				b.saw(p.series, p.rows[j].Kind, all[i].Provenance, p.rows[j].DayKnown)
			}
		}
		cut.hidden, cut.all = left(b, found, parts, series)
		b.rows = statsRows(sortedRows(all[:series], func(r *StatsRow) *Identity { return &r.Identity }, func(*StatsRow) bool { return false }))
		return b.rows
	})
	if days > 0 {
		b.notes = append(b.notes, noteElected(days, elected))
	}
	b.notes = append(b.notes, m.notes()...)
	b.leftOut(&cut, "", q)
	return b, nil
}

func numElected(points []store.Point) int {
	n := 0
	for i := range points {
		if points[i].Elected {
			n++
		}
	}
	return n
}

func (s *Service) statsRow(r *run) StatsRow {
	sum := tally.Of(r.values, r.basis)
	first, last := 0, len(r.rows)-1
	row := StatsRow{
		Identity: s.identityOf(r), Count: sum.Count, NumericCount: sum.Numeric, Min: sum.Min, Max: sum.Max, Avg: sum.Avg,
		First: r.shown(first), FirstDate: r.rows[first].Day.String(), Last: r.shown(last), LastDate: r.rows[last].Day.String(),
		Unit: r.unit(), MixedUnits: r.basis.Mixed, DayKnown: true, Provenance: Computed,
	}
	if r.reported {
		row.Provenance = Reported
	}
	for i := range r.rows {
		row.DayKnown = row.DayKnown && r.rows[i].DayKnown
	}
	if a, b := &r.values[first], &r.values[last]; !r.basis.Mixed && a.Number != nil && b.Number != nil && !a.Compared && !b.Compared {
		change := tally.Round(*b.Number - *a.Number)
		row.Change = &change
	}
	return row
}

// shown is a value at an end of the series: as printed, or where units are mixed in the unit of the others. What does not
// convert keeps its own unit beside it.
func (r *run) shown(i int) string {
	p := &r.rows[i]
	if !r.basis.Mixed || p.Number == nil {
		return endValue(p)
	}
	if x, ok := r.basis.Of(&r.values[i]); ok {
		return p.Comparator + record.FormatNumber(tally.Round(x))
	}
	return p.Value + " " + p.Unit
}

// endValue is a value as printed. What was said has no value but its words, which are no end of anything.
func endValue(p *store.Point) string {
	if isReported(p.Kind) {
		return ""
	}
	return p.Value
}
