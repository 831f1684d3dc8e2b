package store

import (
	"context"
	"errors"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// By says who changes something, when and why.
type By struct {
	Actor  string
	At     record.Instant
	Reason string
}

// Override is one entry of the log of corrections, which only grows.
type Override struct {
	Target   string // plan or dose
	TargetID string
	Seq      int64
	Field    string // of the plan; "deleted" for a dose that was removed
	Value    string // what the field was before
	By
}

// Targets of corrections.
const (
	OnPlan = "plan"
	OnDose = "dose"
)

// lockPlan makes whoever else would change the plan wait for this transaction's end. Writing the row is the lock, on
// both engines.
func (tx *Tx) lockPlan(ctx context.Context, id string) error {
	n, err := tx.tx.Exec(ctx, `UPDATE medication_plan SET changed_at = changed_at WHERE person_id = ? AND plan_id = ?`, tx.person, id)
	if err == nil && n == 0 {
		return ErrNoPlan
	}
	return err
}

// ApplyTransition changes a plan and its courses together: change gets them as they are, behind a lock, and returns
// them as they shall be. seen is the plan's ChangedAt that the caller decided on, 0 for whatever there is; where the
// plan has changed since, it is ErrPlanChanged. What change refuses, and what would change a closed course, is refused,
// with a *record.MedicationError, and nothing is stored.
func (tx *Tx) ApplyTransition(ctx context.Context, plan string, seen record.Instant, by By, change func(record.Regimen) (record.Regimen, error)) (record.Regimen, error) {
	if err := tx.lockPlan(ctx, plan); err != nil {
		return record.Regimen{}, err
	}
	was, err := tx.Plan(ctx, plan)
	if err != nil {
		return record.Regimen{}, err
	}
	if seen != 0 && seen != was.Plan.ChangedAt {
		return was, ErrPlanChanged
	}
	next, err := change(was.Clone())
	if err != nil {
		return was, err
	}
	if err := was.Follows(&next); err != nil {
		return was, err
	}
	// Later than before also where the clock stood still or went back: it tells versions apart.
	next.Plan.CreatedAt, next.Plan.ChangedAt = was.Plan.CreatedAt, max(by.At, was.Plan.ChangedAt+1)
	if err := tx.updatePlan(ctx, &next.Plan); err != nil {
		return was, err
	}
	for i := range next.Courses {
		if i < len(was.Courses) && was.Courses[i].End != nil {
			continue
		}
		if err := tx.putCourse(ctx, i, &next.Courses[i]); err != nil {
			return was, err
		}
	}
	for _, c := range record.PlanChanges(&was.Plan, &next.Plan) {
		if err := tx.appendOverride(ctx, OnPlan, plan, c.Field, c.Before, by); err != nil {
			return was, err
		}
	}
	return next, nil
}

func (tx *Tx) appendOverride(ctx context.Context, target, id, field, value string, by By) error {
	_, err := tx.tx.Exec(ctx, `INSERT INTO medication_override (person_id, target, target_id, seq, field, value, actor, at, reason)
SELECT ?, ?, ?, COALESCE(MAX(seq), 0) + 1, ?, ?, ?, ?, ? FROM medication_override WHERE person_id = ? AND target = ? AND target_id = ?`,
		tx.person, target, id, field, value, by.Actor, int64(by.At), by.Reason, tx.person, target, id)
	return err
}

// Overrides are the corrections of a plan or a dose, the oldest first.
func (p *PersonStore) Overrides(ctx context.Context, target, id string) ([]Override, error) {
	var out []Override
	err := p.read(ctx, func(tx engine.Tx) error {
		out = nil
		rows, err := tx.Query(ctx, `SELECT seq, field, value, actor, at, reason FROM medication_override
WHERE person_id = ? AND target = ? AND target_id = ? ORDER BY seq`, string(p.id), target, id)
		if err != nil {
			return err
		}
		for rows.Next() {
			o := Override{Target: target, TargetID: id}
			var at int64
			if err := rows.Scan(&o.Seq, &o.Field, &o.Value, &o.Actor, &at, &o.Reason); err != nil {
				return errors.Join(err, rows.Close())
			}
			o.At = record.Instant(at)
			out = append(out, o)
		}
		return rows.Close()
	})
	return out, err
}
