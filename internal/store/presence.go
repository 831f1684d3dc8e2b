package store

import (
	"context"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// HasReadings says whether there is any visible observation.
func (p *PersonStore) HasReadings(ctx context.Context) (bool, error) {
	return p.any(ctx, `SELECT count(*) FROM (SELECT 1 FROM series_name WHERE person_id = ? AND readings > 0 LIMIT 1) found`, string(p.id))
}

// HasPlans says whether there is any medication plan but those that should never have been there.
func (p *PersonStore) HasPlans(ctx context.Context) (bool, error) {
	return p.any(ctx, `SELECT count(*) FROM (SELECT 1 FROM medication_plan WHERE person_id = ? AND status <> ? LIMIT 1) found`, string(p.id), string(record.PlanVoided))
}

func (p *PersonStore) any(ctx context.Context, sql string, args ...any) (bool, error) {
	var n int64
	err := p.readOnce(ctx, func(tx engine.Tx) error {
		var err error
		n, err = count(ctx, tx, sql, args...)
		return err
	})
	return n > 0, err
}
