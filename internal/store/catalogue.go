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

// briefColumns are what a Brief is read from, but for the kind; briefNames are the same of a summary.
const briefColumns = `o.local_day, o.start_at, o.id, o.name_text, o.value_text, o.unit_text, o.system, o.code, o.reason`

// Catalogue returns every series and kind of which there are visible rows in the window, in their order. Without a
// window it is a table that is kept, and reads none of the rows. In a window the rows are counted without asking of each
// whether it is shown: those that others supersede are few, and are taken off.
func (p *PersonStore) Catalogue(ctx context.Context, w record.Window) ([]SeriesSummary, error) {
	var s statement
	me := string(p.id)
	if w.From == nil && w.To == nil {
		s.add(`SELECT series_id, kind, readings, unknown_days, first_day, `+briefNames+` FROM series_summary WHERE person_id = ?`, me)
	} else {
		s.add(`WITH named(series) AS (SELECT DISTINCT series_id FROM series_summary WHERE person_id = ?),
counted(series, kind, readings, unknown_days) AS (
SELECT o.series_id, o.kind, count(*), sum(1 - o.day_known) FROM named n CROSS JOIN observation o
WHERE o.person_id = ? AND o.series_id = n.series`, me, me)
		s.add(within+`AND o.status = 'final' GROUP BY o.series_id, o.kind
UNION ALL
SELECT o.series_id, o.kind, -count(*), -sum(1 - o.day_known) FROM named n CROSS JOIN superseded s CROSS JOIN observation o
WHERE s.person_id = ? AND s.series_id = n.series AND s.local_day BETWEEN ? AND ?
AND o.person_id = ? AND o.series_id = s.series_id AND o.local_day = s.local_day AND o.start_at = s.start_at AND o.id = s.id`,
			append(bounds(w), me, bounds(w)[0], bounds(w)[1], me)...)
		s.add(within+`AND o.status = 'final' GROUP BY o.series_id, o.kind),
summed(series, kind, readings, unknown_days) AS MATERIALIZED (
SELECT series, kind, CAST(sum(readings) AS bigint), CAST(sum(unknown_days) AS bigint) FROM counted GROUP BY series, kind HAVING sum(readings) > 0),
ends(series, kind, readings, unknown_days, first_day, id) AS MATERIALIZED (
SELECT g.series, g.kind, g.readings, g.unknown_days,
	(SELECT o.local_day FROM observation o WHERE o.person_id = ? AND o.series_id = g.series AND o.kind = g.kind`, append(bounds(w), me)...)
		s.add(within+shown+`ORDER BY o.local_day LIMIT 1),
	(SELECT o.id FROM observation o WHERE o.person_id = ? AND o.series_id = g.series AND o.kind = g.kind`, append(bounds(w), me)...)
		s.add(within+shown+`ORDER BY o.local_day DESC, o.start_at DESC, o.id DESC LIMIT 1) FROM summed g)
SELECT g.series, g.kind, g.readings, g.unknown_days, g.first_day, `+briefColumns+` FROM ends g CROSS JOIN observation o WHERE o.person_id = ? AND o.id = g.id`,
			append(bounds(w), me)...)
	}
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
		if err := rows.Scan(&g.Series, &kind, &g.Readings, &unknown, &first, &last, &start, &id, &b.Name, &b.Value, &unit, &system, &b.Code, &reason); err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		g.Kind, g.DayKnown, g.FirstDay, g.LastDay = record.Kind(kind.Text), unknown == 0, record.Day(first), record.Day(last)
		copy(b.ID[:], id)
		b.Unit, b.System, b.Reason, b.Kind, b.Start, b.LocalDay = unit.Text, system.Text, reason.Text, g.Kind, record.Instant(start), g.LastDay
		out = append(out, g)
	}
	return out, rows.Close()
}
