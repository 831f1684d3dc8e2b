package store

import (
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
)

// shown is what decides whether a row o is shown: rows that another supersedes, and rows that only remove, are not.
const shown = `
AND o.status = 'final'
AND NOT EXISTS (SELECT 1 FROM superseded s WHERE s.person_id = o.person_id AND s.series_id = o.series_id
	AND s.local_day = o.local_day AND s.start_at = o.start_at AND s.id = o.id)
`

// within holds rows o to a window. A row whose day is not known may belong to a neighbouring day. Its arguments are
// bounds.days.
const within = ` AND o.local_day BETWEEN ? AND ? AND (o.local_day BETWEEN ? AND ? OR o.day_known = 0) `

// bounds are a window's days as arguments of within.
func bounds(w record.Window) []any {
	from, to := w.Bounds()
	return []any{int64(from) - 1, int64(to) + 1, int64(from), int64(to)}
}

// statement is a statement in the making, its arguments in the order of their places.
type statement struct {
	strings.Builder
	args []any
}

func (s *statement) add(sql string, args ...any) {
	s.WriteString(sql)
	s.args = append(s.args, args...)
}

// series begins a statement with the table asked(series). The number of places is a power of two, the rest null, so that
// few statements are ever made.
func (s *statement) series(names []string) {
	s.add("WITH RECURSIVE asked(series) AS (VALUES ")
	places := 1
	for places < len(names) {
		places *= 2
	}
	for i := range places {
		if i > 0 {
			s.add(", ")
		}
		var arg any
		if i < len(names) {
			arg = names[i]
		}
		s.add("(CAST(? AS text))", arg)
	}
	s.add(")")
}

// seriesAtOnce is how many series one statement asks for at most.
const seriesAtOnce = 128

// parts are lists of distinct series, in order, each for one statement.
func parts(series []string, size int) [][]string {
	seen := make(map[string]bool, len(series))
	var once []string
	for _, s := range series {
		if !seen[s] {
			seen[s] = true
			once = append(once, s)
		}
	}
	return slices.Collect(slices.Chunk(once, size))
}
