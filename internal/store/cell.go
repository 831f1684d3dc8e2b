package store

import (
	"context"
	"errors"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// Cell is one series on one local day: what is aggregated and elected as one.
type Cell struct {
	Series string
	Day    record.Day
}

var touchedTable = engine.Insertion{
	Table: "touched_cell", Key: engine.Unkeyed,
	Columns: []engine.Column{{Name: "person_id", Type: engine.Text}, {Name: "series_id", Type: engine.Text}, {Name: "local_day", Type: engine.Int}},
}

// Touch puts cells on the list of those to be aggregated and elected again. It belongs in the transaction that changed
// them, so that no change is forgotten.
func (tx *Tx) Touch(ctx context.Context, cells []Cell) error {
	_, err := tx.tx.Insert(ctx, touchedTable, len(cells), func(i int, v engine.Values) {
		v.Text(0, tx.person)
		v.Text(1, cells[i].Series)
		v.Int(2, int64(cells[i].Day))
	})
	return err
}

// Touched returns the next cells of the list after a cell, in key order, at most limit. The zero Cell is before all.
func (tx *Tx) Touched(ctx context.Context, after Cell, limit int) ([]Cell, error) {
	rows, err := tx.tx.Query(ctx, `SELECT series_id, local_day FROM touched_cell WHERE person_id = ? AND (series_id > ? OR (series_id = ? AND local_day > ?))
ORDER BY series_id, local_day LIMIT ?`, tx.person, after.Series, after.Series, int64(after.Day), rowLimit(limit))
	if err != nil {
		return nil, err
	}
	var out []Cell
	for rows.Next() {
		var c Cell
		var day int64
		if err := rows.Scan(&c.Series, &day); err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		c.Day = record.Day(day)
		out = append(out, c)
	}
	return out, rows.Close()
}

// Settle takes a cell off the list.
func (tx *Tx) Settle(ctx context.Context, c Cell) error {
	_, err := tx.tx.Exec(ctx, `DELETE FROM touched_cell WHERE person_id = ? AND series_id = ? AND local_day = ?`, tx.person, c.Series, int64(c.Day))
	return err
}

// Candidates are the visible observations of a cell, in key order.
func (tx *Tx) Candidates(ctx context.Context, c Cell) ([]Reading, error) {
	return readings(ctx, tx.tx, `SELECT `+observationColumns+`, CASE WHEN a.id IS NULL THEN 0 ELSE 1 END`+visible+`
AND o.series_id = ? AND o.local_day = ? ORDER BY o.start_at, o.id`, tx.person, c.Series, int64(c.Day))
}

// Authority is what a series publishes for a day.
type Authority struct {
	Cell
	ID         record.ObsID // of a [record.Identity]: it says when the observation began
	Rule       string
	Candidates int
	DecidedAt  record.Instant
}

// PutAuthority publishes an observation for its cell, in place of the one before.
func (tx *Tx) PutAuthority(ctx context.Context, a Authority) error {
	_, err := tx.tx.Exec(ctx, `INSERT INTO day_authority (person_id, series_id, local_day, id, rule, candidates, decided_at, start_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (person_id, series_id, local_day) DO UPDATE SET id = excluded.id, rule = excluded.rule, candidates = excluded.candidates, decided_at = excluded.decided_at, start_at = excluded.start_at`,
		tx.person, a.Series, int64(a.Day), a.ID[:], a.Rule, int64(a.Candidates), int64(a.DecidedAt), int64(a.ID.Start()))
	return err
}

// Authority returns what a cell publishes; ok is false where it publishes nothing.
func (tx *Tx) Authority(ctx context.Context, c Cell) (a Authority, ok bool, err error) {
	rows, err := tx.tx.Query(ctx, `SELECT id, rule, candidates, decided_at FROM day_authority WHERE person_id = ? AND series_id = ? AND local_day = ?`,
		tx.person, c.Series, int64(c.Day))
	if err != nil {
		return Authority{}, false, err
	}
	a.Cell = c
	for rows.Next() {
		var id []byte
		var n, at int64
		if err := rows.Scan(&id, &a.Rule, &n, &at); err != nil {
			return Authority{}, false, errors.Join(err, rows.Close())
		}
		copy(a.ID[:], id)
		a.Candidates, a.DecidedAt, ok = int(n), record.Instant(at), true
	}
	return a, ok, rows.Close()
}

// DropAuthority makes a cell publish nothing.
func (tx *Tx) DropAuthority(ctx context.Context, c Cell) error {
	_, err := tx.tx.Exec(ctx, `DELETE FROM day_authority WHERE person_id = ? AND series_id = ? AND local_day = ?`, tx.person, c.Series, int64(c.Day))
	return err
}

// PutCheck records that a cell failed a rule, with reason codes; ClearCheck takes it back when it holds again.
func (tx *Tx) PutCheck(ctx context.Context, c Cell, rule, detail string, at record.Instant) error {
	_, err := tx.tx.Exec(ctx, `INSERT INTO check_result (person_id, series_id, local_day, rule, verdict, detail, at) VALUES (?, ?, ?, ?, 'fail', ?, ?)
ON CONFLICT (person_id, series_id, local_day, rule) DO UPDATE SET detail = excluded.detail, at = excluded.at`,
		tx.person, c.Series, int64(c.Day), rule, detail, int64(at))
	return err
}

// ClearCheck takes back what PutCheck recorded.
func (tx *Tx) ClearCheck(ctx context.Context, c Cell, rule string) error {
	_, err := tx.tx.Exec(ctx, `DELETE FROM check_result WHERE person_id = ? AND series_id = ? AND local_day = ? AND rule = ?`,
		tx.person, c.Series, int64(c.Day), rule)
	return err
}

// History is one decision on what an observation means.
type History struct {
	ID     record.ObsID
	At     record.Instant
	Cause  string
	Coding record.Coding // without the canonical value, which is computed
}

// AppendHistory records a decision. Causes: ingest, amend, correct, recode-release, recode-rules, recode-alias.
func (tx *Tx) AppendHistory(ctx context.Context, id record.ObsID, c record.Coding, cause string, at record.Instant) error {
	_, err := tx.tx.Exec(ctx, `INSERT INTO coding_history (person_id, id, at, cause, outcome, reason, system, code, series_id, decision, release)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		tx.person, id[:], int64(at), cause, string(c.Outcome), c.Reason, c.System, c.Code, c.Series, c.Decision, c.Release)
	return err
}

// Histories returns the decisions on an observation, oldest first.
func (p *PersonStore) Histories(ctx context.Context, id record.ObsID) ([]History, error) {
	var out []History
	err := p.readOnce(ctx, func(tx engine.Tx) error {
		out = nil
		rows, err := tx.Query(ctx, `SELECT at, cause, outcome, reason, system, code, series_id, decision, release FROM coding_history
WHERE person_id = ? AND id = ? ORDER BY at, cause`, string(p.id), id[:])
		if err != nil {
			return err
		}
		for rows.Next() {
			h := History{ID: id}
			var at int64
			var outcome string
			c := &h.Coding
			if err := rows.Scan(&at, &h.Cause, &outcome, &c.Reason, &c.System, &c.Code, &c.Series, &c.Decision, &c.Release); err != nil {
				return errors.Join(err, rows.Close())
			}
			h.At, c.Outcome = record.Instant(at), record.Outcome(outcome)
			out = append(out, h)
		}
		return rows.Close()
	})
	return out, err
}
