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
	Series      string
	Kind        record.Kind
	NameKey     string // Name, folded
	Name        string
	Readings    int64      // at least one
	First, Last record.Day // local days, of all visible observations of the series and the kind
}

// SeriesNames are all names of a person's series, in the order of series, kind, key and name.
func (p *PersonStore) SeriesNames(ctx context.Context) ([]SeriesName, error) {
	_, out, err := p.opening(ctx, nil)
	return out, err
}

// Opening is what a question about series begins with: the person, and the names of those of some series that are in the
// record, or without series of all that are, in the order of SeriesNames. It is ErrNoPerson where there is no such record.
func (p *PersonStore) Opening(ctx context.Context, series []string) (Person, []SeriesName, error) {
	all := [][]string{nil}
	if len(series) > 0 {
		all = parts(series, seriesAtOnce)
	}
	var who *Person
	var out []SeriesName
	for _, part := range all {
		person, names, err := p.opening(ctx, part)
		if err != nil {
			return Person{}, nil, err
		}
		who, out = person, append(out, names...)
	}
	if who == nil {
		return Person{}, nil, ErrNoPerson
	}
	if len(all) > 1 {
		slices.SortFunc(out, func(a, b SeriesName) int {
			return cmp.Or(cmp.Compare(a.Series, b.Series), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.NameKey, b.NameKey), cmp.Compare(a.Name, b.Name))
		})
	}
	return *who, out, nil
}

// opening asks for both in one statement. The row of the person has no name of a series, and so is the first. who is nil
// where there is none.
func (p *PersonStore) opening(ctx context.Context, series []string) (who *Person, out []SeriesName, err error) {
	var s statement
	asked, of := "", ""
	if len(series) > 0 {
		s.series(series)
		asked, of = "asked CROSS JOIN ", " AND n.series_id = asked.series"
	}
	s.add(` SELECT '', '', '', '', 0, 0, 0, name, zone, created_at FROM person WHERE person_id = ?
UNION ALL SELECT n.series_id, n.kind, n.name_key, n.name_text, n.readings, g.first_day, g.local_day, '', '', 0
FROM `+asked+`series_name n CROSS JOIN series_summary g
WHERE n.person_id = ?`+of+` AND n.readings > 0 AND g.person_id = ? AND g.series_id = n.series_id AND g.kind = n.kind
ORDER BY 1, 2, 3, 4`, string(p.id), string(p.id), string(p.id))
	err = p.readOnce(ctx, func(tx engine.Tx) error {
		who, out = nil, nil
		rows, err := tx.Query(ctx, s.String(), s.args...)
		if err != nil {
			return err
		}
		var kind, name, zone engine.Repeated
		var first, last, created int64
		for rows.Next() {
			var n SeriesName
			if err := rows.Scan(&n.Series, &kind, &n.NameKey, &n.Name, &n.Readings, &first, &last, &name, &zone, &created); err != nil {
				return errors.Join(err, rows.Close())
			}
			if n.Readings == 0 {
				who = &Person{ID: p.id, Name: name.Text, Zone: zone.Text, CreatedAt: record.Instant(created)}
				continue
			}
			n.Kind, n.First, n.Last = record.Kind(kind.Text), record.Day(first), record.Day(last)
			out = append(out, n)
		}
		return rows.Close()
	})
	return who, out, err
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
