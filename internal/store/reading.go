package store

import (
	"context"
	"errors"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// Reading is an observation as a reader sees it: not hidden by a later row, and with what the day published.
type Reading struct {
	record.Observation
	// Elected says that this is the value its series publishes for the day.
	Elected bool
}

// visible joins what the day published to the rows of a person that are shown.
const visible = `
FROM observation o
LEFT JOIN day_authority a ON a.person_id = o.person_id AND a.series_id = o.series_id AND a.local_day = o.local_day AND a.id = o.id
WHERE o.person_id = ?` + shown

// rowLimit is what both engines take for no limit.
func rowLimit(n int) int64 {
	if n < 0 {
		return 1 << 62
	}
	return int64(n)
}

func readings(ctx context.Context, tx engine.Tx, sql string, args ...any) ([]Reading, error) {
	rows, err := tx.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	var elected int64
	s := newScanner(columns, &elected)
	var out []Reading
	for rows.Next() {
		// Readings are large: each is filled in where it stays.
		out = append(out, Reading{})
		r := &out[len(out)-1]
		if err := s.row(rows, &r.Observation); err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		r.Elected = elected != 0
	}
	return out, rows.Close()
}
