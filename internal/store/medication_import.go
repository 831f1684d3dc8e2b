package store

import (
	"context"
	"strconv"

	"github.com/seed-a76b335c/philint/internal/record"
)

// Regimens are all plans with their courses, also those that were entered in error, in the order of their ids.
func (tx *Tx) Regimens(ctx context.Context) ([]record.Regimen, error) {
	return regimens(ctx, tx.tx, tx.person, "")
}

// RewriteRegimen puts a plan and its courses in the place of what an import made of the same drug before: a source that
// tells more of the past changes courses that are closed. It is refused with ErrPlanChanged where a person has had a hand
// in the plan, which ApplyTransition or Confirmed shows, and then nothing is changed. What the plan said goes into the log.
func (tx *Tx) RewriteRegimen(ctx context.Context, next record.Regimen, by By) error {
	if err := next.Check(); err != nil {
		return err
	}
	id := next.Plan.ID
	if err := tx.lockPlan(ctx, id); err != nil {
		return err
	}
	was, err := tx.Plan(ctx, id)
	if err != nil {
		return err
	}
	if !was.Plan.Imported() {
		return ErrPlanChanged
	}
	// Both times move together, so that the plan stays one that only imports have written, and has another version.
	next.Plan.CreatedAt = max(by.At, was.Plan.ChangedAt+1)
	next.Plan.ChangedAt = next.Plan.CreatedAt
	if err := tx.updatePlan(ctx, &next.Plan); err != nil {
		return err
	}
	if _, err := tx.tx.Exec(ctx, `DELETE FROM medication_course WHERE person_id = ? AND plan_id = ?`, tx.person, id); err != nil {
		return err
	}
	for i := range next.Courses {
		if err := tx.putCourse(ctx, i, &next.Courses[i]); err != nil {
			return err
		}
	}
	for _, c := range record.PlanChanges(&was.Plan, &next.Plan) {
		if err := tx.appendOverride(ctx, OnPlan, id, c.Field, c.Before, by); err != nil {
			return err
		}
	}
	return nil
}

// doseWas is the field of a dose's log that holds what the dose was before.
const doseWas = "was"

// CorrectDose puts what an import says of a dose in the place of what one said before; what it was goes into the log.
// corrected is false, and nothing changes, where the dose says the same, was removed or is not an import's, and where it
// said so before: a file that is imported again does not take a correction back. The plan stays the one that it is of.
func (tx *Tx) CorrectDose(ctx context.Context, e record.DoseEvent, by By) (corrected bool, err error) {
	if err := e.Validate(); err != nil {
		return false, err
	}
	find := func() (*record.DoseEvent, error) {
		found, err := doses(ctx, tx.tx, ` AND d.event_id = ?`, tx.person, e.ID)
		if err != nil || len(found) == 0 || found[0].RecordedBy != record.ByImport || doseSays(&found[0]) == doseSays(&e) {
			return nil, err
		}
		return &found[0], nil
	}
	was, err := find()
	if err != nil || was == nil {
		return false, err
	}
	if err := tx.lockPlan(ctx, was.Plan); err != nil {
		return false, err
	}
	// Again behind the lock: somebody may have removed it.
	if was, err = find(); err != nil || was == nil {
		return false, err
	}
	if before, err := tx.saidBefore(ctx, &e); err != nil || before {
		return false, err
	}
	value, unit := doseColumnsOf(&e)
	if _, err := tx.tx.Exec(ctx, `UPDATE dose_event SET status = ?, taken_at = ?, zone = ?, local_day = ?, dose_value = ?, dose_unit = ? WHERE person_id = ? AND event_id = ?`,
		string(e.Status), int64(e.TakenAt), e.Zone, int64(e.LocalDay), value, unit, tx.person, e.ID); err != nil {
		return false, err
	}
	return true, tx.appendOverride(ctx, OnDose, e.ID, doseWas, doseSays(was), by)
}

// saidBefore says that a dose was already what it is said to be, and has been corrected since.
func (tx *Tx) saidBefore(ctx context.Context, e *record.DoseEvent) (bool, error) {
	rows, err := tx.tx.Query(ctx, `SELECT seq FROM medication_override WHERE person_id = ? AND target = ? AND target_id = ? AND field = ? AND value = ? LIMIT 1`,
		tx.person, OnDose, e.ID, doseWas, doseSays(e))
	if err != nil {
		return false, err
	}
	found := rows.Next()
	return found, rows.Close()
}

// doseSays is what a source says of a dose: not the zone, which can be the person's own, nor the plan, which is found.
func doseSays(e *record.DoseEvent) string {
	s := string(e.Status) + " " + strconv.FormatInt(int64(e.TakenAt), 10)
	if e.Dose != nil {
		s += " " + e.Dose.String()
	}
	return s
}
