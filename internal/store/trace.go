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
	By          record.ObsID // the row that supersedes it, the zero id for none
}

// Traces finds rows by their ids, superseded ones too. Ids that are not there are left out.
func (tx *Tx) Traces(ctx context.Context, ids []record.ObsID) (map[record.ObsID]Trace, error) {
	out := make(map[record.ObsID]Trace, len(ids))
	keys := make([][]byte, len(ids))
	for i := range ids {
		keys[i] = ids[i][:]
	}
	rows, err := tx.tx.Lookup(ctx, `SELECT o.id AS id, o.series_id AS series_id, o.local_day AS local_day, o.start_at AS start_at, o.fingerprint AS fingerprint,
	o.status AS status, o.source_ref AS source_ref, s.by_id AS by_id
FROM observation o LEFT JOIN superseded s ON s.person_id = o.person_id AND s.series_id = o.series_id AND s.local_day = o.local_day AND s.start_at = o.start_at AND s.id = o.id
WHERE o.person_id = ? AND o.id = ?`, keys, tx.person)
	if err != nil {
		return nil, err
	}
	var id, fingerprint, by []byte
	var day, start int64
	var series, status, source engine.Repeated
	for rows.Next() {
		if err := rows.Scan(&id, &series, &day, &start, &fingerprint, &status, &source, &by); err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		t := Trace{Cell: Cell{Series: series.Text, Day: record.Day(day)}, Start: record.Instant(start), Status: record.Status(status.Text), SourceRef: source.Text}
		copy(t.ID[:], id)
		copy(t.Fingerprint[:], fingerprint)
		copy(t.By[:], by)
		out[t.ID] = t
	}
	return out, rows.Close()
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
