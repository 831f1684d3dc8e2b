package store

import (
	"context"
	"errors"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// ErrNoReading says that there is no visible observation with an id.
var ErrNoReading = errors.New("no such reading in this record, or it was corrected or removed before")

// Find returns the visible observation with an id, or ErrNoReading.
func (p *PersonStore) Find(ctx context.Context, id record.ObsID) (Reading, error) {
	var out Reading
	err := p.readOnce(ctx, func(tx engine.Tx) error {
		var err error
		out, err = find(ctx, tx, string(p.id), id)
		return err
	})
	return out, err
}

func find(ctx context.Context, tx engine.Tx, person string, id record.ObsID) (Reading, error) {
	found, err := readings(ctx, tx, `SELECT `+observationColumns+`, CASE WHEN a.id IS NULL THEN 0 ELSE 1 END`+visible+`AND o.id = ?`, person, id[:])
	switch {
	case err != nil:
		return Reading{}, err
	case len(found) == 0:
		return Reading{}, ErrNoReading
	}
	return found[0], nil
}

// Find is PersonStore.Find inside the transaction.
func (tx *Tx) Find(ctx context.Context, id record.ObsID) (Reading, error) {
	return find(ctx, tx.tx, tx.person, id)
}

// Supersede hides an observation: by another with its corrected value, which may stand in another series, or by one
// that only removes it. Both stay in the table. The day that the old one was published for is touched, and its
// authority, if it was that observation, is dropped. Of the old one only the key is read: series, day, start and id.
// Where others write to the record too, the transaction has taken Lock.
func (tx *Tx) Supersede(ctx context.Context, old, by record.Observation) error {
	was, err := tx.stored(ctx, &old)
	if err != nil {
		return err
	}
	n, err := tx.tx.Exec(ctx, `INSERT INTO superseded (person_id, series_id, local_day, start_at, id, by_id) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		tx.person, old.Coding.Series, int64(old.LocalDay), int64(old.Start), old.ID[:], by.ID[:])
	switch {
	case err != nil:
		return err
	case n == 0:
		return ErrNoReading
	}
	tx.names.count(&was, -1)
	if err := tx.dropAuthority(ctx, old); err != nil {
		return err
	}
	return tx.Touch(ctx, []Cell{{Series: old.Coding.Series, Day: old.LocalDay}})
}

// stored is what is counted of a row, found by its key, or ErrNoReading.
func (tx *Tx) stored(ctx context.Context, o *record.Observation) (record.Observation, error) {
	var out record.Observation
	found := false
	rows, err := tx.tx.Query(ctx, `SELECT kind, name_key, name_text, status, day_known FROM observation
WHERE person_id = ? AND series_id = ? AND local_day = ? AND start_at = ? AND id = ?`, tx.person, o.Coding.Series, int64(o.LocalDay), int64(o.Start), o.ID[:])
	if err != nil {
		return out, err
	}
	var known int64
	for rows.Next() {
		if err := rows.Scan((*string)(&out.Kind), &out.NameKey, &out.Name, (*string)(&out.Status), &known); err != nil {
			return out, errors.Join(err, rows.Close())
		}
		out.Coding.Series, out.DayKnown, found = o.Coding.Series, known != 0, true
	}
	if err = rows.Close(); err == nil && !found {
		err = ErrNoReading
	}
	return out, err
}

// dropAuthority makes a day have no authority where it was this observation.
func (tx *Tx) dropAuthority(ctx context.Context, o record.Observation) error {
	_, err := tx.tx.Exec(ctx, `DELETE FROM day_authority WHERE person_id = ? AND series_id = ? AND local_day = ? AND id = ?`,
		tx.person, o.Coding.Series, int64(o.LocalDay), o.ID[:])
	return err
}

// Recode gives a visible observation another meaning: the row moves to the series of its new coding, with everything else
// as it was, and the history keeps both. at orders the history. A row that is not visible, or stands elsewhere, is left
// as it is with ErrNoReading. Where others write to the record too, the transaction has taken Lock.
func (tx *Tx) Recode(ctx context.Context, old record.Observation, coding record.Coding, cause string, at record.Instant) error {
	was, err := tx.stored(ctx, &old)
	if err != nil {
		return err
	}
	n, err := tx.tx.Exec(ctx, `DELETE FROM observation AS o WHERE o.person_id = ? AND o.series_id = ? AND o.local_day = ? AND o.start_at = ? AND o.id = ?`+shown,
		tx.person, old.Coding.Series, int64(old.LocalDay), int64(old.Start), old.ID[:])
	switch {
	case err != nil:
		return err
	case n == 0:
		return ErrNoReading
	}
	tx.names.count(&was, -1)
	if err := tx.AppendHistory(ctx, old.ID, coding, cause, at); err != nil {
		return err
	}
	moved := old
	moved.Coding = coding
	if err := tx.dropAuthority(ctx, old); err != nil {
		return err
	}
	added, err := tx.InsertObservations(ctx, []record.Observation{moved})
	if err != nil {
		return err
	}
	if !added[0] {
		return &engine.Error{Kind: engine.Constraint, Code: "recode"}
	}
	return tx.Touch(ctx, []Cell{{Series: old.Coding.Series, Day: old.LocalDay}, {Series: coding.Series, Day: old.LocalDay}})
}
