package store

import (
	"context"
	"encoding/binary"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
)

// EntryQuery narrows Entries. What is empty narrows nothing.
type EntryQuery struct {
	Kinds      []record.Kind
	Modalities []record.Modality
	Said       bool // only what a person said, wherever it came from, and readings that they typed into the journal
	Window     record.Window
	// Keyword is part of the printed name, taken as it is. Both are folded: it is looked for in NameKey.
	Keyword string
	Series  []string     // rows of these besides, whatever is printed on them; only with a Keyword
	Before  record.ObsID // the last row of the page before; the zero id begins with the newest
	Limit   int          // below zero: all
}

// said holds rows o to what was said or typed. It is the condition of the index observation_said, word for word: both
// engines use the index only where they find it in the statement.
const said = ` AND (o.kind <> 'measurement' OR o.source_ref IN ('journal', 'correction:journal'))`

// Entries returns visible rows across series, the newest observed first: in the falling order of their ids, which begin
// with the instant of the start.
func (p *PersonStore) Entries(ctx context.Context, q EntryQuery) ([]Line, error) {
	var s statement
	s.add(`SELECT `+lineRow+electedRow+lineColumns+`FROM observation o`+withAuthority+withDocument+`
WHERE o.person_id = ?`, string(p.id))
	if !q.Before.IsZero() {
		s.add(` AND o.id < ?`, q.Before[:])
	}
	if q.Window.From != nil || q.Window.To != nil {
		first, last := idsOf(q.Window)
		s.add(` AND o.id BETWEEN ? AND ?`, first[:], last[:])
		s.add(within, bounds(q.Window)...)
	}
	if q.Said {
		s.add(said)
	}
	in(&s, "o.kind", q.Kinds)
	in(&s, "o.modality", q.Modalities)
	if q.Keyword != "" {
		// Both engines replace byte by byte; how they compare with LIKE differs.
		s.add(` AND (replace(o.name_key, ?, '') <> o.name_key`, q.Keyword)
		if len(q.Series) > 0 {
			s.add(` OR o.series_id IN (?` + strings.Repeat(", ?", len(q.Series)-1) + `)`)
			for _, series := range q.Series {
				s.args = append(s.args, series)
			}
		}
		s.add(`)`)
	}
	s.add(shown+`ORDER BY o.id DESC LIMIT ?`, rowLimit(q.Limit))
	return p.lines(ctx, &s)
}

// in holds a column to a list of words, if there are any.
func in[T ~string](s *statement, column string, words []T) {
	if len(words) == 0 {
		return
	}
	s.add(` AND ` + column + ` IN (?` + strings.Repeat(", ?", len(words)-1) + `)`)
	for _, w := range words {
		s.args = append(s.args, string(w))
	}
}

// idsOf are bounds of the ids that rows of a window can have. A row's start lies on its local day in a zone that may be
// most of a day away from UTC, or on the evening before it.
func idsOf(w record.Window) (first, last record.ObsID) {
	const day = 86_400_000_000
	from, to := w.Bounds()
	binary.BigEndian.PutUint64(first[:8], uint64((int64(from)-3)*day)^1<<63)
	binary.BigEndian.PutUint64(last[:8], uint64((int64(to)+4)*day)^1<<63)
	return first, last
}
