package answers

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// catalogue answers what series there are: those that the person reported first, then what was measured. It also
// answers a question that matches nothing, which says so; found is nil where none was asked for. With a window only rows
// in it count.
func (s *Service) catalogue(ctx context.Context, u *subject, q *Question, l Limits, found *selection) (Envelope, error) {
	list, err := u.data.Catalogue(ctx, q.Window)
	if err != nil {
		return Envelope{}, err
	}
	rows := make([]CatalogueRow, 0, len(list))
	for i := range list {
		if l.MeasuredOnly && isReported(list[i].Kind) {
			continue
		}
		rows = append(rows, s.catalogueRow(&list[i]))
	}
	rows = sortedRows(rows, func(r *CatalogueRow) *Identity { return &r.Identity }, func(r *CatalogueRow) bool { return r.Provenance == Reported })
	total := len(rows)
	for i := range rows {
		rows[i].Total = total
	}
	b := &body{}
	m := Meta{CatalogTotal: total}
	fitted(l, 1, min(total, l.Catalogue), func(_, series int) Rows {
		b.rows = catalogueRows(rows[:min(series, total)])
		return b.rows
	})
	if rows = rows[:b.rows.Len()]; len(rows) < total {
		m.Truncated, m.Cut = true, cutCatalogue(len(rows), total)
	}
	for i := range rows {
		r := &rows[i]
		b.saw(r.Series, record.Kind(r.Kind), r.Provenance, r.DayKnown)
	}
	notes := q.notes()
	if found != nil {
		notes = append(notes, found.notes(isCatalogue)...)
	}
	if total == 0 && !open(q.Window) {
		note, err := u.nothing(ctx, l)
		if err != nil {
			return Envelope{}, err
		}
		notes = append(notes, note)
	}
	return b.envelope(u, q, m, notes, catalogueSteps(&m, total))
}

// catalogueSteps never names view=stats: on a catalogue it would be refused. From an empty one there is nothing to pick.
func catalogueSteps(m *Meta, total int) []NextStep {
	switch {
	case total == 0:
		return nil
	case m.Truncated:
		return []NextStep{UseIndicators, NarrowWindow}
	default:
		return []NextStep{UseIndicators}
	}
}

func (s *Service) catalogueRow(c *store.SeriesSummary) CatalogueRow {
	n := &c.Newest
	r := CatalogueRow{
		Identity: s.identity(c.Series, n.System, n.Code, n.Name, c.Kind), Standard: n.Code != "" && !strings.HasPrefix(c.Series, "local:"),
		Name: words(n.Name, n.Value, c.Kind), Kind: string(c.Kind), Count: c.Readings, Unit: n.Unit, LatestValue: n.Value,
		FirstDate: c.FirstDay.String(), LastDate: c.LastDay.String(), Reason: n.Reason, DayKnown: c.DayKnown, Provenance: Measured,
	}
	if isReported(c.Kind) {
		r.Provenance = Reported
	}
	return r
}

// words are a row's name as printed or said. A note has none: its words are its value.
func words(name, value string, k record.Kind) string {
	if name == "" && k == record.Note {
		return value
	}
	return name
}

// nothing says of an empty window what there is elsewhere.
func (u *subject) nothing(ctx context.Context, l Limits) (string, error) {
	all, err := u.data.Catalogue(ctx, record.Window{})
	if err != nil {
		return "", err
	}
	var first, last record.Day
	n := 0
	for i := range all {
		c := &all[i]
		if l.MeasuredOnly && isReported(c.Kind) {
			continue
		}
		if n++; n == 1 {
			first, last = c.FirstDay, c.LastDay
		}
		first, last = min(first, c.FirstDay), max(last, c.LastDay)
	}
	if n == 0 {
		return noteNothing, nil
	}
	return fmt.Sprintf("%s; the record has %d series from %s to %s", noteNothing, n, first, last), nil
}
