package store

import (
	"context"
	"errors"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// Trace is what tells whether a row that comes again is the same, and what became of it.
type Trace struct {
	Cell
	ID          record.ObsID
	Start       record.Instant
	Fingerprint [16]byte
	Status      record.Status
	SourceRef   string
}

// Traces finds rows by their ids, superseded ones too. Ids that are not there are left out. It asks for one id at a time:
// for a list of ids, an engine that has no statistics of a new store yet reads all of a person's rows instead.
func (tx *Tx) Traces(ctx context.Context, ids []record.ObsID) (map[record.ObsID]Trace, error) {
	out := make(map[record.ObsID]Trace, len(ids))
	var id, fingerprint []byte
	var day, start int64
	var status string
	for i := range ids {
		rows, err := tx.tx.Query(ctx, `SELECT id, series_id, local_day, start_at, fingerprint, status, source_ref FROM observation WHERE person_id = ? AND id = ?`,
			tx.person, ids[i][:])
		if err != nil {
			return nil, err
		}
		for rows.Next() {
			var t Trace
			if err := rows.Scan(&id, &t.Series, &day, &start, &fingerprint, &status, &t.SourceRef); err != nil {
				return nil, errors.Join(err, rows.Close())
			}
			copy(t.ID[:], id)
			copy(t.Fingerprint[:], fingerprint)
			t.Day, t.Start, t.Status = record.Day(day), record.Instant(start), record.Status(status)
			out[t.ID] = t
		}
		if err := rows.Close(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// SupersededBy is the row that supersedes one, the zero id for none.
func (tx *Tx) SupersededBy(ctx context.Context, t Trace) (by record.ObsID, err error) {
	rows, err := tx.tx.Query(ctx, `SELECT by_id FROM superseded WHERE person_id = ? AND series_id = ? AND local_day = ? AND start_at = ? AND id = ?`,
		tx.person, t.Series, int64(t.Day), int64(t.Start), t.ID[:])
	if err != nil {
		return by, err
	}
	var id []byte
	for rows.Next() {
		if err := rows.Scan(&id); err != nil {
			return by, errors.Join(err, rows.Close())
		}
		copy(by[:], id)
	}
	return by, rows.Close()
}

// Page returns visible observations in the order of their ids, after one of them, at most limit. The zero id is before
// all. Observations keep their place when they move to another series.
func (p *PersonStore) Page(ctx context.Context, after record.ObsID, limit int) ([]Reading, error) {
	var out []Reading
	err := p.readOnce(ctx, func(tx engine.Tx) error {
		var err error
		out, err = page(ctx, tx, string(p.id), after, limit)
		return err
	})
	return out, err
}

// Page is PersonStore.Page inside the transaction.
func (tx *Tx) Page(ctx context.Context, after record.ObsID, limit int) ([]Reading, error) {
	return page(ctx, tx.tx, tx.person, after, limit)
}

func page(ctx context.Context, tx engine.Tx, person string, after record.ObsID, limit int) ([]Reading, error) {
	return readings(ctx, tx, `SELECT `+observationColumns+`, CASE WHEN a.id IS NULL THEN 0 ELSE 1 END`+visible+`
AND o.id > ? ORDER BY o.id LIMIT ?`, person, after[:], rowLimit(limit))
}

// FindBatch returns an import; ok is false where there is none with that id.
func (p *PersonStore) FindBatch(ctx context.Context, id string) (b Batch, ok bool, err error) {
	all, err := p.Batches(ctx)
	if err != nil {
		return Batch{}, false, err
	}
	for i := range all {
		if all[i].ID == id {
			return all[i], true, nil
		}
	}
	return Batch{}, false, nil
}
