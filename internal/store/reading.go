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

// Window returns a series' visible readings whose local day lies in the window, newest first, at most limit of them
// (limit < 0: all).
func (p *PersonStore) Window(ctx context.Context, series string, w record.Window, limit int) ([]Reading, error) {
	from, to := w.Bounds()
	var out []Reading
	err := p.readOnce(ctx, func(tx engine.Tx) error {
		var err error
		out, err = readings(ctx, tx, `SELECT `+observationColumns+`, CASE WHEN a.id IS NULL THEN 0 ELSE 1 END`+visible+`
AND o.series_id = ? AND o.local_day BETWEEN ? AND ?
ORDER BY o.local_day DESC, o.start_at DESC, o.id DESC LIMIT ?`,
			string(p.id), series, int64(from), int64(to), rowLimit(limit))
		return err
	})
	return out, err
}

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
	s := newScanner(&elected)
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
