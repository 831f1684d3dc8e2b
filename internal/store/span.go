package store

import (
	"context"
	"errors"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// Span is the first and the last local day of a series' visible rows.
type Span struct{ First, Last record.Day }

// Spans returns the span in the whole record of each series that has visible rows. It finds both ends by the key and
// reads nothing between.
func (p *PersonStore) Spans(ctx context.Context, series []string) (map[string]Span, error) {
	out := make(map[string]Span, len(series))
	me := string(p.id)
	for _, part := range parts(series, seriesAtOnce) {
		var s statement
		s.series(part)
		s.add(` SELECT ends.series, ends.first_day, ends.last_day FROM (SELECT asked.series AS series,
	(SELECT o.local_day FROM observation o WHERE o.person_id = ? AND o.series_id = asked.series`+shown+`ORDER BY o.local_day LIMIT 1) AS first_day,
	(SELECT o.local_day FROM observation o WHERE o.person_id = ? AND o.series_id = asked.series`+shown+`ORDER BY o.local_day DESC LIMIT 1) AS last_day
FROM asked WHERE asked.series IS NOT NULL) ends WHERE ends.first_day IS NOT NULL`, me, me)
		err := p.readOnce(ctx, func(tx engine.Tx) error {
			rows, err := tx.Query(ctx, s.String(), s.args...)
			if err != nil {
				return err
			}
			for rows.Next() {
				var name string
				var first, last int64
				if err := rows.Scan(&name, &first, &last); err != nil {
					return errors.Join(err, rows.Close())
				}
				out[name] = Span{First: record.Day(first), Last: record.Day(last)}
			}
			return rows.Close()
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}
