package store

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// SeriesName is a name as it is printed or said on visible observations of a series.
type SeriesName struct {
	Series   string
	Kind     record.Kind
	NameKey  string // Name, folded
	Name     string
	Readings int64 // at least one
}

// SeriesNames are all names of a person's series, in the order of series, kind, key and name.
func (p *PersonStore) SeriesNames(ctx context.Context) ([]SeriesName, error) {
	var s statement
	s.add(`SELECT series_id, kind, name_key, name_text, readings FROM series_name
WHERE person_id = ? AND readings > 0 ORDER BY series_id, kind, name_key, name_text`, string(p.id))
	return p.seriesNames(ctx, nil, &s)
}

// SeriesNamesOf are the names of some of a person's series, in the order of SeriesNames.
func (p *PersonStore) SeriesNamesOf(ctx context.Context, series []string) ([]SeriesName, error) {
	var out []SeriesName
	var err error
	all := parts(series, seriesAtOnce)
	for _, part := range all {
		var s statement
		s.series(part)
		s.add(` SELECT n.series_id, n.kind, n.name_key, n.name_text, n.readings FROM asked CROSS JOIN series_name n
WHERE n.person_id = ? AND n.series_id = asked.series AND n.readings > 0 ORDER BY n.series_id, n.kind, n.name_key, n.name_text`, string(p.id))
		if out, err = p.seriesNames(ctx, out, &s); err != nil {
			return nil, err
		}
	}
	if len(all) > 1 {
		slices.SortFunc(out, func(a, b SeriesName) int {
			return cmp.Or(cmp.Compare(a.Series, b.Series), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.NameKey, b.NameKey), cmp.Compare(a.Name, b.Name))
		})
	}
	return out, nil
}

// seriesNames runs a statement that selects names and puts them behind those that there are.
func (p *PersonStore) seriesNames(ctx context.Context, there []SeriesName, s *statement) ([]SeriesName, error) {
	var out []SeriesName
	err := p.readOnce(ctx, func(tx engine.Tx) error {
		out = there
		rows, err := tx.Query(ctx, s.String(), s.args...)
		if err != nil {
			return err
		}
		var kind engine.Repeated
		for rows.Next() {
			var n SeriesName
			if err := rows.Scan(&n.Series, &kind, &n.NameKey, &n.Name, &n.Readings); err != nil {
				return errors.Join(err, rows.Close())
			}
			n.Kind = record.Kind(kind.Text)
			out = append(out, n)
		}
		return rows.Close()
	})
	return out, err
}

// recount is what the table series_name says, counted anew.
const recount = `SELECT o.series_id, o.kind, o.name_key, o.name_text, count(*) AS readings, CAST(sum(1 - o.day_known) AS bigint) AS unknown_days
FROM observation o WHERE o.person_id = ?` + shown + `GROUP BY o.series_id, o.kind, o.name_key, o.name_text`

// SeriesNamesAgree says whether the names, their numbers and the summaries of series are those of the observations that
// are visible. It reads all of them, so it is for a check, not for an answer.
func (p *PersonStore) SeriesNamesAgree(ctx context.Context) (bool, error) {
	var differ int64
	me := string(p.id)
	err := p.readOnce(ctx, func(tx engine.Tx) error {
		rows, err := tx.Query(ctx, `SELECT count(*) FROM (
SELECT series_id, kind, name_key, name_text FROM (
	SELECT 1 AS side, series_id, kind, name_key, name_text, readings, unknown_days FROM series_name WHERE person_id = ?
	UNION ALL SELECT 2, r.series_id, r.kind, r.name_key, r.name_text, r.readings, r.unknown_days FROM (`+recount+`) r
) both_sides GROUP BY series_id, kind, name_key, name_text, readings, unknown_days HAVING count(*) <> 2
UNION ALL
SELECT series_id, kind, '', '' FROM (
	SELECT series_id, kind, readings, unknown_days, first_day, `+briefNames+` FROM series_summary WHERE person_id = ?
	UNION ALL `+resummed+`
) both_sides GROUP BY series_id, kind, readings, unknown_days, first_day, `+briefNames+` HAVING count(*) <> 2) differing`, me, me, me, me)
		if err != nil {
			return err
		}
		for rows.Next() {
			if err := rows.Scan(&differ); err != nil {
				return errors.Join(err, rows.Close())
			}
		}
		return rows.Close()
	})
	return err == nil && differ == 0, err
}

// named is a row of series_name.
type named struct {
	series        string
	kind          record.Kind
	nameKey, name string
}

type nameDelta struct{ readings, unknownDays int64 }

// nameCounts gathers what a transaction changes of the numbers of visible observations. They are written once, with its
// end: most transactions store many rows of few names.
type nameCounts struct {
	changes   map[named]nameDelta
	summaries map[summed]*summaryDelta
}

// count takes in n observations that became visible, or that are hidden now where n is below zero.
func (c *nameCounts) count(o *record.Observation, n int64) {
	if o.Status != record.Final {
		return
	}
	if c.changes == nil {
		c.changes, c.summaries = map[named]nameDelta{}, map[summed]*summaryDelta{}
	}
	key := named{series: o.Coding.Series, kind: o.Kind, nameKey: o.NameKey, name: o.Name}
	d := c.changes[key]
	d.readings += n
	if !o.DayKnown {
		d.unknownDays += n
	}
	c.changes[key] = d
	sum := c.summaries[summed{o.Coding.Series, o.Kind}]
	if sum == nil {
		sum = &summaryDelta{}
		c.summaries[summed{o.Coding.Series, o.Kind}] = sum
	}
	sum.take(o, n)
}

var seriesNameTable = engine.Insertion{
	Table: "series_name", Key: engine.Unkeyed,
	Columns: []engine.Column{
		{Name: "person_id", Type: engine.Text},
		{Name: "series_id", Type: engine.Text},
		{Name: "kind", Type: engine.Text},
		{Name: "name_key", Type: engine.Text},
		{Name: "name_text", Type: engine.Text},
		{Name: "readings", Type: engine.Int},
		{Name: "unknown_days", Type: engine.Int},
	},
	Conflict: `(person_id, series_id, kind, name_key, name_text) DO UPDATE
SET readings = series_name.readings + excluded.readings, unknown_days = series_name.unknown_days + excluded.unknown_days`,
}

// flush writes what was gathered, in the order of the keys: transactions that change the same rows wait for one another
// and do not lock each other out.
func (c *nameCounts) flush(ctx context.Context, tx *Tx) error {
	if err := c.flushNames(ctx, tx); err != nil || len(c.summaries) == 0 {
		return err
	}
	return c.flushSummaries(ctx, tx)
}

func (c *nameCounts) flushNames(ctx context.Context, tx *Tx) error {
	keys := make([]named, 0, len(c.changes))
	fewer := false
	for k, d := range c.changes {
		if d != (nameDelta{}) {
			keys = append(keys, k)
			fewer = fewer || d.readings < 0
		}
	}
	if len(keys) == 0 {
		return nil
	}
	slices.SortFunc(keys, func(a, b named) int {
		return cmp.Or(cmp.Compare(a.series, b.series), cmp.Compare(a.kind, b.kind), cmp.Compare(a.nameKey, b.nameKey), cmp.Compare(a.name, b.name))
	})
	_, err := tx.tx.Insert(ctx, seriesNameTable, len(keys), func(i int, v engine.Values) {
		k := &keys[i]
		d := c.changes[*k]
		v.Text(0, tx.person)
		v.Text(1, k.series)
		v.Text(2, string(k.kind))
		v.Text(3, k.nameKey)
		v.Text(4, k.name)
		v.Int(5, d.readings)
		v.Int(6, d.unknownDays)
	})
	if err != nil || !fewer {
		return err
	}
	// A name that nothing bears any more is not kept.
	_, err = tx.tx.Exec(ctx, `DELETE FROM series_name WHERE person_id = ? AND readings = 0`, tx.person)
	return err
}
