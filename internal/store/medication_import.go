package store

import (
	"context"

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
