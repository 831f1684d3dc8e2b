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
	b := &body{}
	var rows []StatsRow
	var m remarks
	for _, p := range parted(points, found, l, ofPoint) {
		r := newRun(p)
		row := s.statsRow(&r)
		rows = append(rows, row)
		m.of(found.titles[p.series], &r)
		for i := range p.rows {
			b.saw(p.series, p.rows[i].Kind, row.Provenance, p.rows[i].DayKnown)
		}
	}
	rows = sortedRows(rows, func(r *StatsRow) *Identity { return &r.Identity }, func(*StatsRow) bool { return false })
	b.rows, b.notes = statsRows(rows), m.notes()
	return b, nil
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
