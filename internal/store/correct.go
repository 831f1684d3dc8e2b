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
// authority, if it was that observation, is dropped.
func (tx *Tx) Supersede(ctx context.Context, old, by record.Observation) error {
	n, err := tx.tx.Exec(ctx, `INSERT INTO superseded (person_id, series_id, local_day, start_at, id, by_id) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		tx.person, old.Coding.Series, int64(old.LocalDay), int64(old.Start), old.ID[:], by.ID[:])
	switch {
	case err != nil:
		return err
	case n == 0:
		return ErrNoReading
	}
	if err := tx.dropAuthority(ctx, old); err != nil {
		return err
	}
	return tx.Touch(ctx, []Cell{{Series: old.Coding.Series, Day: old.LocalDay}})
}

// dropAuthority makes a day have no authority where it was this observation.
func (tx *Tx) dropAuthority(ctx context.Context, o record.Observation) error {
	_, err := tx.tx.Exec(ctx, `DELETE FROM day_authority WHERE person_id = ? AND series_id = ? AND local_day = ? AND id = ?`,
		tx.person, o.Coding.Series, int64(o.LocalDay), o.ID[:])
	return err
}

// Recode gives an observation another meaning: the row moves to the series of its new coding, with everything else as
// it was, and the history keeps both. at orders the history.
func (tx *Tx) Recode(ctx context.Context, old record.Observation, coding record.Coding, cause string, at record.Instant) error {
	if err := tx.AppendHistory(ctx, old.ID, coding, cause, at); err != nil {
		return err
	}
	moved := old
	moved.Coding = coding
	_, err := tx.tx.Exec(ctx, `DELETE FROM observation WHERE person_id = ? AND series_id = ? AND local_day = ? AND start_at = ? AND id = ?`,
		tx.person, old.Coding.Series, int64(old.LocalDay), int64(old.Start), old.ID[:])
	if err != nil {
		return err
	}
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
