package store

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// summed is the key of a row of series_summary, but for the person.
type summed struct {
	series string
	kind   record.Kind
}

// summaryDelta is what a transaction changes of a summary.
type summaryDelta struct {
	nameDelta
	firstDay record.Day // of the rows that became visible
	newest   Brief
	added    bool // there are such rows
	hidden   bool // there are others, or some of these were hidden again
}

// newer orders rows as the newest is chosen.
func (b *Brief) newer(than *Brief) bool {
	return cmp.Or(cmp.Compare(b.LocalDay, than.LocalDay), cmp.Compare(b.Start, than.Start), slices.Compare(b.ID[:], than.ID[:])) > 0
}

func (d *summaryDelta) take(o *record.Observation, n int64) {
	d.readings += n
	if !o.DayKnown {
		d.unknownDays += n
	}
	if n < 0 {
		d.hidden = true
		return
	}
	b := Brief{
		ID: o.ID, Name: o.Name, Value: o.Value, Unit: o.Unit, System: o.Coding.System, Code: o.Coding.Code, Reason: o.Coding.Reason,
		Kind: o.Kind, Start: o.Start, LocalDay: o.LocalDay,
	}
	if !d.added || b.newer(&d.newest) {
		d.newest = b
	}
	if !d.added || o.LocalDay < d.firstDay {
		d.firstDay = o.LocalDay
	}
	d.added = true
}

// briefNames are the columns of a Brief, in series_summary as in observation.
const briefNames = `local_day, start_at, id, name_text, value_text, unit_text, system, code, reason`

// later says in an upsert that the newest row of those that are added is newer than the one that is there.
const later = `(excluded.local_day, excluded.start_at, excluded.id) > (series_summary.local_day, series_summary.start_at, series_summary.id)`

var seriesSummaryTable = func() engine.Insertion {
	in := engine.Insertion{
		Table: "series_summary", Key: engine.Unkeyed,
		Columns: []engine.Column{
			{Name: "person_id", Type: engine.Text},
			{Name: "series_id", Type: engine.Text},
			{Name: "kind", Type: engine.Text},
			{Name: "readings", Type: engine.Int},
			{Name: "unknown_days", Type: engine.Int},
			{Name: "first_day", Type: engine.Int},
			{Name: "local_day", Type: engine.Int},
			{Name: "start_at", Type: engine.Int},
			{Name: "id", Type: engine.Bytes},
			{Name: "name_text", Type: engine.Text},
			{Name: "value_text", Type: engine.Text},
			{Name: "unit_text", Type: engine.Text},
			{Name: "system", Type: engine.Text},
			{Name: "code", Type: engine.Text},
			{Name: "reason", Type: engine.Text},
		},
		Conflict: `(person_id, series_id, kind) DO UPDATE
SET readings = series_summary.readings + excluded.readings, unknown_days = series_summary.unknown_days + excluded.unknown_days,
first_day = CASE WHEN excluded.first_day < series_summary.first_day THEN excluded.first_day ELSE series_summary.first_day END`,
	}
	for _, c := range in.Columns[6:] {
		in.Conflict += `, ` + c.Name + ` = CASE WHEN ` + later + ` THEN excluded.` + c.Name + ` ELSE series_summary.` + c.Name + ` END`
	}
	return in
}()

// seekEnds finds the first day and the newest row of a summary anew. No visible row is before or after the ones that it
// names, so that what was hidden before is not read again.
const seekEnds = `UPDATE series_summary SET first_day = (SELECT o.local_day FROM observation o
WHERE o.person_id = ? AND o.series_id = series_summary.series_id AND o.kind = series_summary.kind AND o.local_day >= series_summary.first_day` + shown + `ORDER BY o.local_day LIMIT 1),
(` + briefNames + `) = (SELECT ` + briefColumns + ` FROM observation o
WHERE o.person_id = ? AND o.series_id = series_summary.series_id AND o.kind = series_summary.kind AND o.local_day <= series_summary.local_day` + shown + `
ORDER BY o.local_day DESC, o.start_at DESC, o.id DESC LIMIT 1)
WHERE person_id = ? AND series_id = ? AND kind = ?`

// flushSummaries writes what was gathered. What was added can be compared with what is there. Where rows were hidden the
// ends are looked for, by a statement of its own: from the first on the row of the summary is held, so that the second
// sees all that others who held it have changed.
func (c *nameCounts) flushSummaries(ctx context.Context, tx *Tx) error {
	keys := make([]summed, 0, len(c.summaries))
	var seek [][]any
	for k := range c.summaries {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b summed) int {
		return cmp.Or(cmp.Compare(a.series, b.series), cmp.Compare(a.kind, b.kind))
	})
	for _, k := range keys {
		if c.summaries[k].hidden {
			seek = append(seek, []any{tx.person, tx.person, tx.person, k.series, string(k.kind)})
		}
	}
	_, err := tx.tx.Insert(ctx, seriesSummaryTable, len(keys), func(i int, v engine.Values) {
		k := keys[i]
		d := c.summaries[k]
		b := d.newest
		if !d.added { // nothing that could be the first or the newest
			d.firstDay, b.LocalDay = math.MaxInt32, math.MinInt32
		}
		v.Text(0, tx.person)
		v.Text(1, k.series)
		v.Text(2, string(k.kind))
		v.Int(3, d.readings)
		v.Int(4, d.unknownDays)
		v.Int(5, int64(d.firstDay))
		v.Int(6, int64(b.LocalDay))
		v.Int(7, int64(b.Start))
		v.Bytes(8, b.ID[:])
		v.Text(9, b.Name)
		v.Text(10, b.Value)
		v.Text(11, b.Unit)
		v.Text(12, b.System)
		v.Text(13, b.Code)
		v.Text(14, b.Reason)
	})
	if err != nil || len(seek) == 0 {
		return err
	}
	if _, err = tx.tx.Exec(ctx, `DELETE FROM series_summary WHERE person_id = ? AND readings <= 0`, tx.person); err != nil {
		return err
	}
	return tx.tx.Each(ctx, seekEnds, seek)
}

// resummed is what the table series_summary says, found anew.
const resummed = `SELECT r.series_id, r.kind, r.readings, r.unknown_days, r.first_day, ` + briefResummed + ` FROM (
SELECT ` + briefColumns + `, o.series_id, o.kind, count(*) OVER whole AS readings, CAST(sum(1 - o.day_known) OVER whole AS bigint) AS unknown_days,
	min(o.local_day) OVER whole AS first_day, row_number() OVER (PARTITION BY o.series_id, o.kind ORDER BY o.local_day DESC, o.start_at DESC, o.id DESC) AS place
FROM observation o WHERE o.person_id = ?` + shown + `WINDOW whole AS (PARTITION BY o.series_id, o.kind)) r WHERE r.place = 1`

const briefResummed = `r.local_day, r.start_at, r.id, r.name_text, r.value_text, r.unit_text, r.system, r.code, r.reason`
