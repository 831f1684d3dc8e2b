package store

import (
	"context"
	"errors"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// Document is an original file that readings came from. Its bytes lie beside the database, under its id.
type Document struct {
	ID        string // 32 hexadecimal digits of the digest: a file that is given twice is one document
	Name      string // as the person named the file
	MediaType string
	Digest    [32]byte // SHA-256 of the bytes
	Size      int64
	AddedAt   record.Instant
}

// PutDocument adds a document; added is false where it is there already.
func (tx *Tx) PutDocument(ctx context.Context, d Document) (added bool, err error) {
	n, err := tx.tx.Exec(ctx, `INSERT INTO document (person_id, document_id, name, media_type, digest, size, added_at) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		tx.person, d.ID, d.Name, d.MediaType, d.Digest[:], d.Size, int64(d.AddedAt))
	return n > 0, err
}

// Documents are a person's documents, the newest first.
func (p *PersonStore) Documents(ctx context.Context) ([]Document, error) {
	var out []Document
	err := p.readOnce(ctx, func(tx engine.Tx) error {
		out = nil
		rows, err := tx.Query(ctx, `SELECT document_id, name, media_type, digest, size, added_at FROM document WHERE person_id = ? ORDER BY added_at DESC, document_id`, string(p.id))
		if err != nil {
			return err
		}
		for rows.Next() {
			var d Document
			var digest []byte
			var at int64
			if err := rows.Scan(&d.ID, &d.Name, &d.MediaType, &digest, &d.Size, &at); err != nil {
				return errors.Join(err, rows.Close())
			}
			copy(d.Digest[:], digest)
			d.AddedAt = record.Instant(at)
			out = append(out, d)
		}
		return rows.Close()
	})
	return out, err
}

// BatchState is how far an import is.
type BatchState string

// States of an import.
const (
	BatchRunning BatchState = "running" // or ended without a word: it goes on where it stopped
	BatchDone    BatchState = "done"
	BatchFailed  BatchState = "failed" // the file could not be read further
)

// Batch is one import of one document.
type Batch struct {
	ID         string
	DocumentID string
	Format     string
	State      BatchState
	Position   int64 // records of the file that are dealt with
	Read       int64
	Stored     int64
	Duplicate  int64
	Rejected   string // reason=count, sorted, separated by blanks
	StartedAt  record.Instant
	ChangedAt  record.Instant
}

// PutBatch writes the state of an import, in the transaction that stores what it counts.
func (tx *Tx) PutBatch(ctx context.Context, b Batch) error {
	_, err := tx.tx.Exec(ctx, `INSERT INTO import_batch (person_id, batch_id, document_id, format, state, position, read_count, stored_count, duplicate_count, rejected, started_at, changed_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (person_id, batch_id) DO UPDATE SET state = excluded.state, position = excluded.position, read_count = excluded.read_count,
	stored_count = excluded.stored_count, duplicate_count = excluded.duplicate_count, rejected = excluded.rejected, changed_at = excluded.changed_at`,
		tx.person, b.ID, b.DocumentID, b.Format, string(b.State), b.Position, b.Read, b.Stored, b.Duplicate, b.Rejected, int64(b.StartedAt), int64(b.ChangedAt))
	return err
}

// Batches are a person's imports, the newest first.
func (p *PersonStore) Batches(ctx context.Context) ([]Batch, error) {
	var out []Batch
	err := p.readOnce(ctx, func(tx engine.Tx) error {
		out = nil
		rows, err := tx.Query(ctx, `SELECT batch_id, document_id, format, state, position, read_count, stored_count, duplicate_count, rejected, started_at, changed_at
FROM import_batch WHERE person_id = ? ORDER BY started_at DESC, batch_id`, string(p.id))
		if err != nil {
			return err
		}
		for rows.Next() {
			var b Batch
			var state string
			var started, changed int64
			if err := rows.Scan(&b.ID, &b.DocumentID, &b.Format, &state, &b.Position, &b.Read, &b.Stored, &b.Duplicate, &b.Rejected, &started, &changed); err != nil {
				return errors.Join(err, rows.Close())
			}
			b.State, b.StartedAt, b.ChangedAt = BatchState(state), record.Instant(started), record.Instant(changed)
			out = append(out, b)
		}
		return rows.Close()
	})
	return out, err
}
