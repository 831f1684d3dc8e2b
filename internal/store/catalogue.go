package store

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// SeriesSummary is one series of a person's, and one kind of observation in it.
type SeriesSummary struct {
	Series            string
	Kind              record.Kind
	Readings          int64 // visible rows in the window, at least one
	FirstDay, LastDay record.Day
	DayKnown          bool // of all of them
	Newest            Brief
}

// Brief is the newest of the rows that are summed up: by local day, start and id.
type Brief struct {
	ID                record.ObsID
	Name, Value, Unit string // as printed
	System, Code      string
	Reason            string // why it has no code
	Kind              record.Kind
	Start             record.Instant
	LocalDay          record.Day
}

const briefColumns = `o.id, o.name_text, o.value_text, o.unit_text, o.system, o.code, o.reason, o.start_at, o.local_day`

// Catalogue returns every series and kind of which there are visible rows in the window, in their order. Without a
// window nothing is counted: the numbers stand in a table, and the first and the newest row are found by the key.
func (p *PersonStore) Catalogue(ctx context.Context, w record.Window) ([]SeriesSummary, error) {
	var s statement
	me := string(p.id)
	if w.From == nil && w.To == nil {
		s.add(`WITH summed(series, kind, readings, unknown_days) AS MATERIALIZED (
SELECT series_id, kind, CAST(sum(readings) AS bigint), CAST(sum(unknown_days) AS bigint) FROM series_name WHERE person_id = ? GROUP BY series_id, kind),
newest(series, kind, readings, unknown_days, first_day, id) AS MATERIALIZED (
SELECT g.series, g.kind, g.readings, g.unknown_days,
	(SELECT o.local_day FROM observation o WHERE o.person_id = ? AND o.series_id = g.series AND o.kind = g.kind`+shown+`ORDER BY o.local_day LIMIT 1),
	(SELECT o.id FROM observation o WHERE o.person_id = ? AND o.series_id = g.series AND o.kind = g.kind`+shown+`
	ORDER BY o.local_day DESC, o.start_at DESC, o.id DESC LIMIT 1)
FROM summed g)`, me, me, me)
	} else {
		s.add(`WITH named(series) AS (SELECT DISTINCT series_id FROM series_name WHERE person_id = ?),
summed(series, kind, readings, unknown_days, first_day) AS MATERIALIZED (
SELECT o.series_id, o.kind, count(*), CAST(sum(1 - o.day_known) AS bigint), min(o.local_day) FROM named n CROSS JOIN observation o
WHERE o.person_id = ? AND o.series_id = n.series`, me, me)
		s.add(within+shown+`GROUP BY o.series_id, o.kind),
newest(series, kind, readings, unknown_days, first_day, id) AS MATERIALIZED (
SELECT g.series, g.kind, g.readings, g.unknown_days, g.first_day, (SELECT o.id FROM observation o WHERE o.person_id = ? AND o.series_id = g.series AND o.kind = g.kind`,
			append(bounds(w), me)...)
		s.add(within+shown+`ORDER BY o.local_day DESC, o.start_at DESC, o.id DESC LIMIT 1) FROM summed g)`, bounds(w)...)
	}
	s.add(` SELECT g.series, g.kind, g.readings, g.unknown_days, g.first_day, `+briefColumns+` FROM newest g CROSS JOIN observation o WHERE o.person_id = ? AND o.id = g.id`, me)
	var out []SeriesSummary
	err := p.readOnce(ctx, func(tx engine.Tx) error {
		out = nil
		rows, err := tx.Query(ctx, s.String(), s.args...)
		if err == nil {
			out, err = scanSummaries(rows)
		}
		return err
	})
	slices.SortFunc(out, func(a, b SeriesSummary) int {
		return cmp.Or(cmp.Compare(a.Series, b.Series), cmp.Compare(a.Kind, b.Kind))
	})
	return out, err
}

func scanSummaries(rows engine.Rows) ([]SeriesSummary, error) {
	var out []SeriesSummary
	var kind, unit, system, reason engine.Repeated
	var unknown, first, start, last int64
	var id []byte
	for rows.Next() {
		var g SeriesSummary
		b := &g.Newest
		if err := rows.Scan(&g.Series, &kind, &g.Readings, &unknown, &first, &id, &b.Name, &b.Value, &unit, &system, &b.Code, &reason, &start, &last); err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		g.Kind, g.DayKnown, g.FirstDay, g.LastDay = record.Kind(kind.Text), unknown == 0, record.Day(first), record.Day(last)
		copy(b.ID[:], id)
		b.Unit, b.System, b.Reason, b.Kind, b.Start, b.LocalDay = unit.Text, system.Text, reason.Text, g.Kind, record.Instant(start), g.LastDay
		out = append(out, g)
	}
	return out, rows.Close()
}
