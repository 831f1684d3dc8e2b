package store

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// Line is a reading with the document that it came from. Of the reading there is what an answer shows, see lineFields.
type Line struct {
	Reading
	File    string // the document's name, "" for none
	FileKey string // the document's id
}

// lineFields are the columns of a reading that a Line has.
var lineFields = fields(
	"series_id", "local_day", "start_at", "id", "kind", "modality", "source_kind", "source_ref", "end_at", "zone", "day_known", "grain",
	"name_text", "value_text", "unit_text", "ref_text", "flag_text", "comment_text", "value_number", "comparator", "ref_low", "ref_high",
	"outcome", "reason", "system", "code", "canonical_number", "canonical_unit", "created_at",
)

// lineRow is lineFields as a SELECT writes them.
var lineRow = selected(lineFields)

// lineColumns are what a Line is read from beside them; withDocument joins a document to rows o: that of a corrected row is the one
// that it came from before.
const (
	lineColumns  = `, COALESCE(d.name, ''), COALESCE(d.document_id, '') `
	withDocument = ` LEFT JOIN document d ON d.person_id = o.person_id AND d.document_id = CASE WHEN substr(o.source_ref, 1, 9) = 'document:' THEN substr(o.source_ref, 10)
WHEN substr(o.source_ref, 1, 20) = 'correction:document:' THEN substr(o.source_ref, 21) END `
)

const electedRow = `, CASE WHEN a.id IS NULL THEN 0 ELSE 1 END`

const withAuthority = ` LEFT JOIN day_authority a ON a.person_id = o.person_id AND a.series_id = o.series_id AND a.local_day = o.local_day AND a.id = o.id`

// Lines returns the newest visible rows in the window of each series, at most perSeries of them (below zero: all). They
// are in the order in which the series are asked for, newest first in each: by local day, start and id.
func (p *PersonStore) Lines(ctx context.Context, series []string, w record.Window, perSeries int) ([]Line, error) {
	var out []Line
	if perSeries == 0 {
		return nil, nil
	}
	for _, part := range parts(series, seriesAtOnce) {
		var s statement
		if len(part) == 1 {
			s.add(`SELECT `+lineRow+electedRow+lineColumns+`FROM observation o`+withAuthority+withDocument+`WHERE o.person_id = ? AND o.series_id = ?`,
				string(p.id), part[0])
			s.add(within+shown+`ORDER BY o.local_day DESC, o.start_at DESC, o.id DESC LIMIT ?`, append(bounds(w), rowLimit(perSeries))...)
		} else {
			s.series(part)
			s.newest(string(p.id), w, perSeries)
		}
		lines, err := p.lines(ctx, &s)
		if err != nil {
			return nil, err
		}
		inOrderOf(part, lines)
		out = append(out, lines...)
	}
	return out, nil
}

// newest selects the newest rows of each asked series: from the last row that is still wanted, which is found by its
// place, or all where there are fewer.
func (s *statement) newest(person string, w record.Window, perSeries int) {
	s.add(`, cut(series, id) AS MATERIALIZED (
SELECT asked.series, (SELECT o.id FROM observation o WHERE o.person_id = ? AND o.series_id = asked.series`, person)
	s.add(within+shown+`ORDER BY o.local_day DESC, o.start_at DESC, o.id DESC LIMIT 1 OFFSET ?) FROM asked)
`, append(bounds(w), rowLimit(perSeries)-1)...)
	b := bounds(w)
	s.add(`SELECT `+lineRow+electedRow+lineColumns+`FROM cut LEFT JOIN observation c ON c.person_id = ? AND c.id = cut.id
CROSS JOIN observation o`+withAuthority+withDocument+`
WHERE o.person_id = ? AND o.series_id = cut.series AND o.local_day BETWEEN COALESCE(c.local_day, ?) AND ?
AND (c.id IS NULL OR o.local_day > c.local_day OR o.start_at > c.start_at OR o.start_at = c.start_at AND o.id >= c.id)
AND (o.local_day BETWEEN ? AND ? OR o.day_known = 0)`+shown, append([]any{person, person}, b...)...)
}

// LatestLines returns one row for each series that has any in the window: of its newest local day there, the elected row,
// else the newest. They are in the order in which the series are asked for.
func (p *PersonStore) LatestLines(ctx context.Context, series []string, w record.Window) ([]Line, error) {
	var out []Line
	for _, part := range parts(series, seriesAtOnce) {
		var s statement
		if len(part) == 1 {
			s.last(string(p.id), part[0], w)
		} else {
			s.series(part)
			s.lastDays(string(p.id), w)
			s.spoken(string(p.id), w)
		}
		s.add(`SELECT `+lineRow+electedDay+lineColumns+` FROM spoken c CROSS JOIN observation o`+withDocument+` WHERE o.person_id = ? AND o.id = c.id`, string(p.id))
		lines, err := p.lines(ctx, &s)
		if err != nil {
			return nil, err
		}
		inOrderOf(part, lines)
		out = append(out, lines...)
	}
	return out, nil
}

// Counts returns the number of visible rows in the window of each series that has any.
func (p *PersonStore) Counts(ctx context.Context, series []string, w record.Window) (map[string]int64, error) {
	out := make(map[string]int64, len(series))
	for _, part := range parts(series, seriesAtOnce) {
		var s statement
		s.series(part)
		if w.From == nil && w.To == nil {
			s.add(` SELECT n.series_id, CAST(sum(n.readings) AS bigint) FROM asked CROSS JOIN series_name n
WHERE n.person_id = ? AND n.series_id = asked.series GROUP BY n.series_id`, string(p.id))
		} else {
			s.add(` SELECT o.series_id, count(*) FROM asked CROSS JOIN observation o WHERE o.person_id = ? AND o.series_id = asked.series`, string(p.id))
			s.add(within+shown+`GROUP BY o.series_id`, bounds(w)...)
		}
		err := p.readOnce(ctx, func(tx engine.Tx) error {
			rows, err := tx.Query(ctx, s.String(), s.args...)
			if err != nil {
				return err
			}
			for rows.Next() {
				var name string
				var n int64
				if err := rows.Scan(&name, &n); err != nil {
					return errors.Join(err, rows.Close())
				}
				out[name] = n
			}
			return rows.Close()
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// lines runs a statement that selects lineRow, whether the row is elected, and lineColumns.
func (p *PersonStore) lines(ctx context.Context, s *statement) ([]Line, error) {
	var out []Line
	err := p.readOnce(ctx, func(tx engine.Tx) error {
		out = nil
		rows, err := tx.Query(ctx, s.String(), s.args...)
		if err != nil {
			return err
		}
		var elected int64
		var file, key engine.Repeated
		sc := newScanner(lineFields, &elected, &file, &key)
		for rows.Next() {
			// Lines are large: each is filled in where it stays.
			out = append(out, Line{})
			l := &out[len(out)-1]
			if err := sc.row(rows, &l.Observation); err != nil {
				return errors.Join(err, rows.Close())
			}
			l.Person, l.Status = p.id, record.Final // what is shown is
			l.Elected, l.File, l.FileKey = elected != 0, file.Text, key.Text
		}
		return rows.Close()
	})
	return out, err
}

// inOrderOf sorts lines as their series are listed, newest first in each.
func inOrderOf(series []string, lines []Line) {
	if len(series) < 2 {
		return
	}
	place := make(map[string]int, len(series))
	for i, s := range series {
		place[s] = i
	}
	slices.SortFunc(lines, func(a, b Line) int {
		return cmp.Or(place[a.Coding.Series]-place[b.Coding.Series], cmp.Compare(b.LocalDay, a.LocalDay), cmp.Compare(b.Start, a.Start), slices.Compare(b.ID[:], a.ID[:]))
	})
}
