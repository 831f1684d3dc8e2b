package store

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// Point is what buckets and statistics need of a visible observation.
type Point struct {
	Series      string
	Day         record.Day
	Start       record.Instant
	ID          record.ObsID
	Zone        string // in which Start is a wall clock
	Kind        record.Kind
	Grain       record.Grain
	SourceClass record.SourceClass

	Name, Value, Unit string // as printed
	UCUM, Comparator  string
	System, Code      string
	Number            *float64 // nil where the value is no number
	Canonical         *float64
	CanonicalUnit     string

	Elected  bool // what its series publishes for the day
	DayKnown bool
}

const pointColumns = `o.series_id, o.local_day, o.start_at, o.id, o.zone, o.kind, o.grain, o.source_class, o.name_text, o.value_text, o.unit_text,
o.ucum, o.comparator, o.system, o.code, o.value_number, o.canonical_number, o.canonical_unit, o.day_known`

// pointNames are the columns of a table of points.
var pointNames = strings.ReplaceAll(pointColumns, "o.", "")

// published finds the observation o of a day's authority a by its whole key. The id is looked for between itself and itself:
// by an equation SQLite would take the index of ids, and would look for each row twice.
const published = ` AND o.series_id = a.series_id AND o.local_day = a.local_day AND o.start_at = a.start_at AND o.id BETWEEN a.id AND a.id `

// days adds the tables elected, the points that days of asked series in the window publish, and day(series, day, before),
// the other local days on which there is any row, shown or not. What is elected is read in its order. Only between two
// elected days with others between them is the next day with a row looked for, by the key, and what lies between is not
// read. Joins are CROSS JOINs where their order is the point: SQLite keeps it.
func (s *statement) days(person string, w record.Window) {
	b := bounds(w)
	first, last := b[0].(int64), b[1].(int64)
	s.add(`, elected(`+pointNames+`) AS MATERIALIZED (
SELECT `+pointColumns+` FROM asked CROSS JOIN day_authority a CROSS JOIN observation o
WHERE a.person_id = ? AND a.series_id = asked.series AND a.local_day BETWEEN ? AND ?
AND o.person_id = ?`, person, first, last, person)
	s.add(published+within+shown+`), gap(series, after, before) AS MATERIALIZED (
SELECT m.series, m.day, LEAD(m.day, 1, CAST(? AS bigint)) OVER (PARTITION BY m.series ORDER BY m.day)
FROM (SELECT asked.series AS series, CAST(? AS bigint) AS day FROM asked WHERE asked.series IS NOT NULL
	UNION ALL SELECT e.series_id, e.local_day FROM elected e) m),
day(series, day, before) AS (
SELECT g.series, (SELECT o.local_day FROM observation o WHERE o.person_id = ? AND o.series_id = g.series AND o.local_day > g.after AND o.local_day < g.before
	ORDER BY o.local_day LIMIT 1), g.before FROM gap g WHERE g.after + 1 < g.before
UNION ALL
SELECT d.series, (SELECT o.local_day FROM observation o WHERE o.person_id = ? AND o.series_id = d.series AND o.local_day > d.day AND o.local_day < d.before
	ORDER BY o.local_day LIMIT 1), d.before FROM day d WHERE d.day + 1 < d.before)
`, append(b, last+1, first-1, person, person)...)
}

// lastDays adds the table chosen(series, day, elected), of the newest day of each asked series in the window: the row that
// the day publishes, null for none.
func (s *statement) lastDays(person string, w record.Window) {
	b := bounds(w)
	s.add(`, day(series, day) AS MATERIALIZED (
SELECT asked.series, (SELECT o.local_day FROM observation o WHERE o.person_id = ? AND o.series_id = asked.series`+within+shown+`ORDER BY o.local_day DESC LIMIT 1) FROM asked),
chosen(series, day, elected) AS MATERIALIZED (
SELECT d.series, d.day, (SELECT o.id FROM day_authority a CROSS JOIN observation o
	WHERE a.person_id = ? AND a.series_id = d.series AND a.local_day = d.day AND o.person_id = ?`, append(append([]any{person}, b...), person, person)...)
	s.add(published+within+shown+`)
FROM day d WHERE d.day IS NOT NULL)
`, b...)
}

// spoken adds the table spoken(series, day, elected, id), where id is the row of each chosen day: the elected one, else
// the newest. Found in a table of its own, it is what the row is then looked up by.
func (s *statement) spoken(person string, w record.Window) {
	s.add(`, spoken(series, day, elected, id) AS MATERIALIZED (
SELECT c.series, c.day, c.elected, COALESCE(c.elected, (SELECT o.id FROM observation o WHERE o.person_id = ? AND o.series_id = c.series AND o.local_day = c.day`, person)
	s.add(within+shown+`ORDER BY o.start_at DESC, o.id DESC LIMIT 1)) FROM chosen c)
`, bounds(w)...)
}

// last begins a statement with the table spoken(elected, id) of one series, step by step: each table has a row at most, and
// what it holds is looked up by key. The newest row is of the newest day.
func (s *statement) last(person, series string, w record.Window) {
	b := bounds(w)
	s.add(`WITH said(series_id, local_day, start_at, id) AS MATERIALIZED (
SELECT a.series_id, a.local_day, a.start_at, a.id FROM day_authority a WHERE a.person_id = ? AND a.series_id = ?
AND a.local_day = (SELECT o.local_day FROM observation o WHERE o.person_id = ? AND o.series_id = ?`, person, series, person, series)
	s.add(within+shown+`ORDER BY o.local_day DESC LIMIT 1)),
chosen(elected) AS MATERIALIZED (
SELECT (SELECT o.id FROM said a CROSS JOIN observation o WHERE o.person_id = ?`, append(b, person)...)
	s.add(published+within+shown+`)),
spoken(elected, id) AS MATERIALIZED (
SELECT c.elected, COALESCE(c.elected, (SELECT o.id FROM observation o WHERE o.person_id = ? AND o.series_id = ?`, append(b, person, series)...)
	s.add(within+shown+`ORDER BY o.local_day DESC, o.start_at DESC, o.id DESC LIMIT 1)) FROM chosen c)
`, b...)
}

const electedDay = `, CASE WHEN c.elected IS NULL THEN 0 ELSE 1 END`

// DayPoints returns one row for each local day of each series in the window: the elected one, else the newest of the
// day. They are in the order of series, day, start and id.
func (p *PersonStore) DayPoints(ctx context.Context, series []string, w record.Window) ([]Point, error) {
	return p.points(ctx, series, func(s *statement) {
		s.days(string(p.id), w)
		s.add(`, newest(id) AS MATERIALIZED (
SELECT (SELECT o.id FROM observation o WHERE o.person_id = ? AND o.series_id = d.series AND o.local_day = d.day`, string(p.id))
		s.add(within+shown+`ORDER BY o.start_at DESC, o.id DESC LIMIT 1) FROM day d WHERE d.day IS NOT NULL)
SELECT `+pointNames+`, 1 FROM elected
UNION ALL
SELECT `+pointColumns+`, 0 FROM newest n CROSS JOIN observation o WHERE o.person_id = ? AND o.id = n.id`, append(bounds(w), string(p.id))...)
	})
}

// BasePoints returns what statistics count: of a day with an elected row that row, of another all its rows. They are in
// the order of series, day, start and id.
func (p *PersonStore) BasePoints(ctx context.Context, series []string, w record.Window) ([]Point, error) {
	return p.points(ctx, series, func(s *statement) {
		s.days(string(p.id), w)
		s.add(`SELECT `+pointNames+`, 1 FROM elected
UNION ALL
SELECT `+pointColumns+`, 0 FROM day d CROSS JOIN observation o WHERE o.person_id = ? AND o.series_id = d.series AND o.local_day = d.day`, string(p.id))
		s.add(within+shown, bounds(w)...)
	})
}

// GivenPoints returns the rows that were given and not computed from others, as the values of days are. They are in the
// order of series, day, start and id.
//
// What the days publish is read beside them, once for each day and not once for each row. The days beside the window are
// read only where the day of some row is not known.
func (p *PersonStore) GivenPoints(ctx context.Context, series []string, w record.Window) ([]Point, error) {
	b := bounds(w)
	return p.points(ctx, series, func(s *statement) {
		s.add(`, near(series, first, last) AS MATERIALIZED (
SELECT m.series, CAST(? AS bigint) - m.days, CAST(? AS bigint) + m.days FROM (
	SELECT asked.series, CASE WHEN EXISTS (SELECT 1 FROM series_summary g WHERE g.person_id = ? AND g.series_id = asked.series AND g.unknown_days > 0) THEN 1 ELSE 0 END AS days
	FROM asked) m)
SELECT `+pointColumns+`, 0 FROM near CROSS JOIN observation o
WHERE o.person_id = ? AND o.series_id = near.series AND o.local_day BETWEEN near.first AND near.last`, b[2], b[3], string(p.id), string(p.id))
		s.add(` AND (o.local_day BETWEEN ? AND ? OR o.day_known = 0)`+shown+`AND substr(o.source_ref, 1, ?) <> ?
`, b[2], b[3], int64(len(record.AggregatePrefix)), record.AggregatePrefix)
		s.add(`UNION ALL
SELECT a.series_id, a.local_day, a.start_at, a.id, '', '', '', '', '', '', '', '', '', '', '', NULL, NULL, '', 0, 2
FROM asked CROSS JOIN day_authority a WHERE a.person_id = ? AND a.series_id = asked.series AND a.local_day BETWEEN ? AND ?`,
			string(p.id), b[0], b[1])
	})
}

// points runs a statement that selects pointColumns and whether the row is elected.
func (p *PersonStore) points(ctx context.Context, series []string, rest func(*statement)) ([]Point, error) {
	var out []Point
	for _, part := range parts(series, seriesAtOnce) {
		var s statement
		s.series(part)
		rest(&s)
		err := p.readOnce(ctx, func(tx engine.Tx) error {
			before := len(out)
			rows, err := tx.Query(ctx, s.String(), s.args...)
			if err == nil {
				out, err = scanPoints(rows, out)
			}
			if err != nil {
				out = out[:before]
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	sortPoints(out)
	return out, nil
}

func sortPoints(ps []Point) {
	less := func(a, b *Point) int {
		return cmp.Or(cmp.Compare(a.Series, b.Series), cmp.Compare(a.Day, b.Day), cmp.Compare(a.Start, b.Start), slices.Compare(a.ID[:], b.ID[:]))
	}
	for i := 1; i < len(ps); i++ {
		if less(&ps[i-1], &ps[i]) > 0 {
			slices.SortFunc(ps, func(a, b Point) int { return less(&a, &b) })
			return
		}
	}
}

// pointScanner reads rows of pointColumns.
type pointScanner struct {
	texts             [13]engine.Repeated
	id                []byte
	day, start        int64
	known, elected    int64
	number, canonical engine.Number
	numbers           []float64 // what pointers point into
}

// publishes stands in the column elected of a row that is no point but what a day publishes.
const publishes = 2

func scanPoints(rows engine.Rows, out []Point) ([]Point, error) {
	s := &pointScanner{}
	t := &s.texts
	from := len(out)
	var by map[record.ObsID]Cell // what the days publish
	dest := []any{
		&t[0], &s.day, &s.start, &s.id, &t[1], &t[2], &t[3], &t[4], &t[5], &t[6], &t[7], &t[8], &t[9], &t[10], &t[11],
		&s.number, &s.canonical, &t[12], &s.known, &s.elected,
	}
	for rows.Next() {
		if err := rows.Scan(dest...); err != nil {
			return out, errors.Join(err, rows.Close())
		}
		if s.elected == publishes {
			if by == nil {
				by = map[record.ObsID]Cell{}
			}
			var id record.ObsID
			copy(id[:], s.id)
			by[id] = Cell{t[0].Text, record.Day(s.day)}
			continue
		}
		if out == nil { // points are large, and mostly many
			out = make([]Point, 0, 128)
		}
		out = append(out, Point{
			Series: t[0].Text, Day: record.Day(s.day), Start: record.Instant(s.start), Zone: t[1].Text, Kind: record.Kind(t[2].Text),
			Grain: record.Grain(t[3].Text), SourceClass: record.SourceClass(t[4].Text), Name: t[5].Text, Value: t[6].Text, Unit: t[7].Text,
			UCUM: t[8].Text, Comparator: t[9].Text, System: t[10].Text, Code: t[11].Text, Number: s.pointer(s.number),
			Canonical: s.pointer(s.canonical), CanonicalUnit: t[12].Text, Elected: s.elected != 0, DayKnown: s.known != 0,
		})
		copy(out[len(out)-1].ID[:], s.id)
	}
	if len(by) > 0 {
		for i := from; i < len(out); i++ {
			p := &out[i]
			cell, ok := by[p.ID]
			p.Elected = p.Elected || ok && cell == Cell{p.Series, p.Day}
		}
	}
	return out, rows.Close()
}

// pointer gives a number a place that stays. Many share one piece of memory.
func (s *pointScanner) pointer(n engine.Number) *float64 {
	if !n.Valid {
		return nil
	}
	if len(s.numbers) == cap(s.numbers) {
		s.numbers = make([]float64, 0, 256)
	}
	s.numbers = append(s.numbers, n.Float)
	return &s.numbers[len(s.numbers)-1]
}
