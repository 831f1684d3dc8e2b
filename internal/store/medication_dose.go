package store

import (
	"context"
	"errors"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// ErrNoDose says that there is no dose with an id that was not removed.
var ErrNoDose = errors.New("no such dose in this record, or it was removed before")

const doseColumns = `event_id, plan_id, status, taken_at, zone, local_day, slot_day, slot_name, dose_value, dose_unit, recorded_by, reason`

// AddDose records a dose of a plan that is on file; added is false where there is one with its id already. The error is
// a *record.MedicationError where the event does not hold, and ErrNoPlan where its plan is not there.
func (tx *Tx) AddDose(ctx context.Context, e record.DoseEvent) (added bool, err error) {
	if err := e.Validate(); err != nil {
		return false, err
	}
	rows, err := tx.tx.Query(ctx, `SELECT plan_id FROM medication_plan WHERE person_id = ? AND plan_id = ?`, tx.person, e.Plan)
	if err != nil {
		return false, err
	}
	found := rows.Next()
	if err := rows.Close(); err != nil {
		return false, err
	}
	if !found {
		return false, ErrNoPlan
	}
	return tx.insertDose(ctx, &e)
}

func (tx *Tx) insertDose(ctx context.Context, e *record.DoseEvent) (added bool, err error) {
	value, unit := doseColumnsOf(e)
	n, err := tx.tx.Exec(ctx, `INSERT INTO dose_event (person_id, `+doseColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		tx.person, e.ID, e.Plan, string(e.Status), int64(e.TakenAt), e.Zone, int64(e.LocalDay), int64(e.SlotDay), e.SlotName, value, unit, string(e.RecordedBy), e.Reason)
	return n > 0, err
}

func doseColumnsOf(e *record.DoseEvent) (value *float64, unit string) {
	if e.Dose == nil {
		return nil, ""
	}
	return &e.Dose.Value, e.Dose.Unit
}

// RemoveDose takes a dose out of what is shown. Its row stays, and the log of corrections says who removed it.
func (tx *Tx) RemoveDose(ctx context.Context, id string, by By) error {
	found, err := doses(ctx, tx.tx, ` AND d.event_id = ?`, tx.person, id)
	switch {
	case err != nil:
		return err
	case len(found) == 0:
		return ErrNoDose
	}
	if err := tx.lockPlan(ctx, found[0].Plan); err != nil {
		return err
	}
	// Again behind the lock: of two that remove it, one does.
	if found, err = doses(ctx, tx.tx, ` AND d.event_id = ?`, tx.person, id); err != nil {
		return err
	}
	if len(found) == 0 {
		return ErrNoDose
	}
	return tx.appendOverride(ctx, OnDose, id, "deleted", "", by)
}

func doses(ctx context.Context, tx engine.Tx, rest string, args ...any) ([]record.DoseEvent, error) {
	rows, err := tx.Query(ctx, `SELECT `+doseColumns+` FROM dose_event d WHERE d.person_id = ?
AND NOT EXISTS (SELECT 1 FROM medication_override v WHERE v.person_id = d.person_id AND v.target = 'dose' AND v.target_id = d.event_id AND v.field = 'deleted')`+rest, args...)
	if err != nil {
		return nil, err
	}
	var out []record.DoseEvent
	for rows.Next() {
		var e record.DoseEvent
		var status, unit, by string
		var at, day, slot int64
		var value *float64
		if err := rows.Scan(&e.ID, &e.Plan, &status, &at, &e.Zone, &day, &slot, &e.SlotName, &value, &unit, &by, &e.Reason); err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		e.Status, e.TakenAt, e.RecordedBy = record.DoseStatus(status), record.Instant(at), record.Recorder(by)
		e.LocalDay, e.SlotDay = record.Day(day), record.Day(slot)
		if value != nil {
			e.Dose = &record.Dose{Value: *value, Unit: unit}
		}
		out = append(out, e)
	}
	return out, rows.Close()
}

// Doses are the doses that were recorded in the window, by the day they were taken on, the newest first, at most limit
// (limit < 0: all). They are those of all plans.
func (p *PersonStore) Doses(ctx context.Context, w record.Window, limit int) ([]record.DoseEvent, error) {
	from, to := w.Bounds()
	return p.doses(ctx, ` AND d.local_day BETWEEN ? AND ? ORDER BY d.local_day DESC, d.taken_at DESC, d.event_id DESC LIMIT ?`,
		string(p.id), int64(from), int64(to), rowLimit(limit))
}

// PlanDoses are the doses of one plan that count for the days of the window, by the slot that they answer, else by the
// day they were taken on: what record.Answer needs beside the plan's slots. The oldest come first.
func (p *PersonStore) PlanDoses(ctx context.Context, plan string, w record.Window) ([]record.DoseEvent, error) {
	from, to := w.Bounds()
	return p.doses(ctx, ` AND d.plan_id = ? AND CASE WHEN d.slot_name <> '' THEN d.slot_day ELSE d.local_day END BETWEEN ? AND ?
ORDER BY d.local_day, d.taken_at, d.event_id`, string(p.id), plan, int64(from), int64(to))
}

func (p *PersonStore) doses(ctx context.Context, rest string, args ...any) ([]record.DoseEvent, error) {
	var out []record.DoseEvent
	err := p.read(ctx, func(tx engine.Tx) error {
		var err error
		out, err = doses(ctx, tx, rest, args...)
		return err
	})
	return out, err
}
