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
	return tx.SupersedeAll(ctx, []record.Observation{old}, []record.Observation{by})
}

var supersededTable = engine.Insertion{
	Table: "superseded", Key: 4,
	Columns: []engine.Column{
		{Name: "person_id", Type: engine.Text},
		{Name: "series_id", Type: engine.Text},
		{Name: "local_day", Type: engine.Int},
		{Name: "start_at", Type: engine.Int},
		{Name: "id", Type: engine.Bytes},
		{Name: "by_id", Type: engine.Bytes},
	},
}

// SupersedeAll is Supersede for each of many, which are different ones.
func (tx *Tx) SupersedeAll(ctx context.Context, olds, bys []record.Observation) error {
	were, err := tx.stored(ctx, olds)
	if err != nil {
		return err
	}
	added, err := tx.tx.Insert(ctx, supersededTable, len(olds), func(i int, v engine.Values) {
		o := &olds[i]
		v.Text(0, tx.person)
		v.Text(1, o.Coding.Series)
		v.Int(2, int64(o.LocalDay))
		v.Int(3, int64(o.Start))
		v.Bytes(4, o.ID[:])
		v.Bytes(5, bys[i].ID[:])
	})
	if err != nil {
		return err
	}
	cells := make([]Cell, len(olds))
	var drops [][]any
	for i := range olds {
		if !added[i] {
			return ErrNoReading
		}
		o := &olds[i]
		tx.names.count(&were[i].Observation, -1)
		if were[i].Elected {
			drops = append(drops, []any{tx.person, o.Coding.Series, int64(o.LocalDay), o.ID[:]})
		}
		cells[i] = Cell{Series: o.Coding.Series, Day: o.LocalDay}
	}
	if err := tx.tx.Each(ctx, dropAuthority, drops); err != nil {
		return err
	}
	return tx.Touch(ctx, cells)
}

// stored is what is counted of rows, found by their keys, and whether their days publish them. It is ErrNoReading where
// one of them is not there.
func (tx *Tx) stored(ctx context.Context, rows []record.Observation) ([]Reading, error) {
	out := make([]Reading, len(rows))
	place := make(map[record.ObsID]int, len(rows))
	keys := make([][]byte, len(rows))
	for i := range rows {
		place[rows[i].ID], keys[i] = i, rows[i].ID[:]
	}
	found, err := tx.tx.Lookup(ctx, `SELECT o.id AS id, o.series_id AS series_id, o.local_day AS local_day, o.start_at AS start_at,
	o.kind AS kind, o.name_key AS name_key, o.name_text AS name_text, o.status AS status, o.day_known AS day_known, CASE WHEN a.id IS NULL THEN 0 ELSE 1 END AS elected
FROM observation o LEFT JOIN day_authority a ON a.person_id = o.person_id AND a.series_id = o.series_id AND a.local_day = o.local_day AND a.id = o.id
WHERE o.person_id = ? AND o.id = ?`, keys, tx.person)
	if err != nil {
		return nil, err
	}
	n := 0
	var id []byte
	var day, start, known, elected int64
	var r Reading
	for found.Next() {
		if err := found.Scan(&id, &r.Coding.Series, &day, &start, (*string)(&r.Kind), &r.NameKey, &r.Name, (*string)(&r.Status), &known, &elected); err != nil {
			return nil, errors.Join(err, found.Close())
		}
		copy(r.ID[:], id)
		r.LocalDay, r.Start, r.DayKnown, r.Elected = record.Day(day), record.Instant(start), known != 0, elected != 0
		i := place[r.ID]
		if o := &rows[i]; o.Coding.Series == r.Coding.Series && o.LocalDay == r.LocalDay && o.Start == r.Start {
			out[i] = r
			n++
		}
	}
	if err = found.Close(); err == nil && n != len(rows) {
		err = ErrNoReading
	}
	return out, err
}

// dropAuthority makes a day have no authority where it was an observation.
const dropAuthority = `DELETE FROM day_authority WHERE person_id = ? AND series_id = ? AND local_day = ? AND id = ?`

// Recode gives a visible observation another meaning: the row moves to the series of its new coding, with everything else
// as it was, and the history keeps both. at orders the history. A row that is not visible, or stands elsewhere, is left
// as it is with ErrNoReading. Where others write to the record too, the transaction has taken Lock.
func (tx *Tx) Recode(ctx context.Context, old record.Observation, coding record.Coding, cause string, at record.Instant) error {
	were, err := tx.stored(ctx, []record.Observation{old})
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
	tx.names.count(&were[0].Observation, -1)
	if err := tx.AppendHistory(ctx, old.ID, coding, cause, at); err != nil {
		return err
	}
	moved := old
	moved.Coding = coding
	if _, err := tx.tx.Exec(ctx, dropAuthority, tx.person, old.Coding.Series, int64(old.LocalDay), old.ID[:]); err != nil {
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
