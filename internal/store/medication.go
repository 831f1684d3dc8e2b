package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// Errors of medications.
var (
	ErrNoPlan      = errors.New("no such medication plan in this record")
	ErrPlanChanged = errors.New("the medication plan was changed by somebody else in the meantime: read it again")
)

// noDay stands for a day that there is none of: an open course's end. It comes after every day, so that it is also the
// end that a comparison needs.
const noDay = int64(record.MaxDay) + 1

func dayColumn(d *record.Day) int64 {
	if d == nil {
		return noDay
	}
	return int64(*d)
}

func dayOf(n int64) *record.Day {
	if n == noDay {
		return nil
	}
	d := record.Day(n)
	return &d
}

const planColumns = `plan_id, concept_key, concept_text, strength, form, codes, schedule, instructions, start_day, end_day, status,
	classification, confirmed, order_id, source, source_record_id, stopped_on, created_at, changed_at`

// PutRegimen adds a plan with its courses; added is false where there is a plan with its id already, which stays as it
// is. The error is a *record.MedicationError where the regimen does not hold.
func (tx *Tx) PutRegimen(ctx context.Context, r record.Regimen) (added bool, err error) {
	if err := r.Check(); err != nil {
		return false, err
	}
	if added, err = tx.insertPlan(ctx, &r.Plan); err != nil || !added {
		return false, err
	}
	for i := range r.Courses {
		if err := tx.putCourse(ctx, i, &r.Courses[i]); err != nil {
			return false, err
		}
	}
	return true, nil
}

func (tx *Tx) insertPlan(ctx context.Context, p *record.Plan) (added bool, err error) {
	v, err := planValues(p)
	if err != nil {
		return false, err
	}
	n, err := tx.tx.Exec(ctx, `INSERT INTO medication_plan (person_id, `+planColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		append([]any{tx.person}, v...)...)
	return n > 0, err
}

func (tx *Tx) updatePlan(ctx context.Context, p *record.Plan) error {
	v, err := planValues(p)
	if err != nil {
		return err
	}
	_, err = tx.tx.Exec(ctx, `UPDATE medication_plan SET concept_key = ?, concept_text = ?, strength = ?, form = ?, codes = ?, schedule = ?, instructions = ?,
	start_day = ?, end_day = ?, status = ?, classification = ?, confirmed = ?, order_id = ?, source = ?, source_record_id = ?, stopped_on = ?, created_at = ?, changed_at = ?
WHERE person_id = ? AND plan_id = ?`, append(v[1:], tx.person, p.ID)...)
	return err
}

// planValues are the values of planColumns.
func planValues(p *record.Plan) ([]any, error) {
	codes, err := toJSON(p.Codes)
	if err != nil {
		return nil, err
	}
	schedule, words, err := instructionColumns(p.Instructions)
	if err != nil {
		return nil, err
	}
	return []any{
		p.ID, p.ConceptKey, p.Name, p.Strength, p.Form, codes, schedule, words, int64(p.Start), dayColumn(p.End), string(p.Status),
		p.Classification, truth(p.Confirmed), p.OrderID, p.Source, p.SourceRecordID, dayColumn(p.StoppedOn), int64(p.CreatedAt), int64(p.ChangedAt),
	}, nil
}

func scanPlan(rows engine.Rows) (p record.Plan, err error) {
	var codes, schedule, words, status string
	var start, end, confirmed, stopped, created, changed int64
	if err := rows.Scan(&p.ID, &p.ConceptKey, &p.Name, &p.Strength, &p.Form, &codes, &schedule, &words, &start, &end, &status,
		&p.Classification, &confirmed, &p.OrderID, &p.Source, &p.SourceRecordID, &stopped, &created, &changed); err != nil {
		return p, err
	}
	p.Start, p.End, p.StoppedOn = record.Day(start), dayOf(end), dayOf(stopped)
	p.Status, p.Confirmed = record.PlanStatus(status), confirmed != 0
	p.CreatedAt, p.ChangedAt = record.Instant(created), record.Instant(changed)
	if err := fromJSON(codes, &p.Codes); err != nil {
		return p, err
	}
	p.Instructions, err = instructionsOf(schedule, words)
	return p, err
}

// instructionColumns parts the structure from the person's words: what shows a schedule never reads the words.
func instructionColumns(list []record.Instruction) (schedule, words string, err error) {
	if schedule, err = toJSON(list); err != nil {
		return "", "", err
	}
	words, err = toJSON(record.InstructionTexts(list))
	return schedule, words, err
}

func instructionsOf(schedule, words string) ([]record.Instruction, error) {
	var list []record.Instruction
	var texts []string
	if err := fromJSON(schedule, &list); err != nil {
		return nil, err
	}
	if err := fromJSON(words, &texts); err != nil {
		return nil, err
	}
	if len(texts) != len(list) {
		return nil, &engine.Error{Kind: engine.Corrupt}
	}
	for i := range list {
		list[i].Text = texts[i]
	}
	return list, nil
}

// toJSON writes no list as an empty one.
func toJSON[T any](list []T) (string, error) {
	if len(list) == 0 {
		return "[]", nil
	}
	b, err := json.Marshal(list)
	if err != nil {
		// Its message may quote a value.
		return "", &engine.Error{Kind: engine.Constraint, Code: "json"}
	}
	return string(b), nil
}

func fromJSON[T any](s string, list *[]T) error {
	*list = nil
	if s == "[]" {
		return nil
	}
	if err := json.Unmarshal([]byte(s), list); err != nil {
		return &engine.Error{Kind: engine.Corrupt}
	}
	return nil
}

// putCourse writes a course in the place that it has among the plan's.
func (tx *Tx) putCourse(ctx context.Context, n int, c *record.Course) error {
	schedule, words, err := instructionColumns(c.Instructions)
	if err != nil {
		return err
	}
	_, err = tx.tx.Exec(ctx, `INSERT INTO medication_course (person_id, plan_id, course_id, n, order_id, start_day, end_day, closed_by, schedule, instructions)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (person_id, plan_id, course_id) DO UPDATE SET order_id = excluded.order_id, start_day = excluded.start_day, end_day = excluded.end_day,
	closed_by = excluded.closed_by, schedule = excluded.schedule, instructions = excluded.instructions`,
		tx.person, c.Plan, c.ID, int64(n), c.OrderID, int64(c.Start), dayColumn(c.End), string(c.ClosedBy), schedule, words)
	return err
}

func scanCourse(rows engine.Rows) (c record.Course, err error) {
	var start, end int64
	var closed, schedule, words string
	if err := rows.Scan(&c.Plan, &c.ID, &c.OrderID, &start, &end, &closed, &schedule, &words); err != nil {
		return c, err
	}
	c.Start, c.End, c.ClosedBy = record.Day(start), dayOf(end), record.ClosedBy(closed)
	c.Instructions, err = instructionsOf(schedule, words)
	return c, err
}

// regimens reads plans that a condition on medication_plan p holds for, with all of their courses.
func regimens(ctx context.Context, tx engine.Tx, person, condition string, args ...any) ([]record.Regimen, error) {
	args = append([]any{person}, args...)
	rows, err := tx.Query(ctx, `SELECT `+planColumns+` FROM medication_plan p WHERE p.person_id = ?`+condition+` ORDER BY plan_id`, args...)
	if err != nil {
		return nil, err
	}
	var out []record.Regimen
	at := map[string]int{}
	for rows.Next() {
		p, err := scanPlan(rows)
		if err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		at[p.ID] = len(out)
		out = append(out, record.Regimen{Plan: p})
	}
	if err := rows.Close(); err != nil || len(out) == 0 {
		return nil, err
	}
	rows, err = tx.Query(ctx, `SELECT c.plan_id, c.course_id, c.order_id, c.start_day, c.end_day, c.closed_by, c.schedule, c.instructions
FROM medication_course c JOIN medication_plan p ON p.person_id = c.person_id AND p.plan_id = c.plan_id
WHERE p.person_id = ?`+condition+` ORDER BY c.plan_id, c.n`, args...)
	if err != nil {
		return nil, err
	}
	for rows.Next() {
		c, err := scanCourse(rows)
		if err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		r := &out[at[c.Plan]]
		r.Courses = append(r.Courses, c)
	}
	return out, rows.Close()
}

func findRegimen(ctx context.Context, tx engine.Tx, person, plan string) (record.Regimen, error) {
	found, err := regimens(ctx, tx, person, ` AND p.plan_id = ?`, plan)
	switch {
	case err != nil:
		return record.Regimen{}, err
	case len(found) == 0:
		return record.Regimen{}, ErrNoPlan
	}
	return found[0], nil
}

// Plan is a plan with its courses, or ErrNoPlan.
func (p *PersonStore) Plan(ctx context.Context, id string) (record.Regimen, error) {
	var out record.Regimen
	err := p.read(ctx, func(tx engine.Tx) error {
		var err error
		out, err = findRegimen(ctx, tx, string(p.id), id)
		return err
	})
	return out, err
}

// Plan is PersonStore.Plan inside the transaction.
func (tx *Tx) Plan(ctx context.Context, id string) (record.Regimen, error) {
	return findRegimen(ctx, tx.tx, tx.person, id)
}

// Plans are the plans that were in effect at some point in the window, as record.Regimen.InEffect has it, and were not
// entered in error: those that are active today first, then by their start, at most limit (limit < 0: all). Each has all
// of its courses.
func (p *PersonStore) Plans(ctx context.Context, w record.Window, today record.Day, limit int) ([]record.Regimen, error) {
	from, to := w.Bounds()
	var out []record.Regimen
	err := p.read(ctx, func(tx engine.Tx) error {
		var err error
		// Earlier courses count too: a plan that was stopped and resumed was in effect before its present start. How long one
		// may have gone on whose end is not known is no matter of one row: InEffect decides.
		out, err = regimens(ctx, tx, string(p.id), ` AND p.status <> 'entered_in_error' AND (
	p.start_day <= ? AND CASE WHEN p.stopped_on <> ? THEN p.stopped_on ELSE p.end_day END >= ?
	OR EXISTS (SELECT 1 FROM medication_course e WHERE e.person_id = p.person_id AND e.plan_id = p.plan_id AND e.start_day <= ?
		AND (e.closed_by IN (?, ?, ?, ?) OR CASE WHEN e.end_day <> ? THEN e.end_day ELSE p.end_day END >= ?)))`,
			int64(to), noDay, int64(from), int64(to),
			string(record.ByStopSomeDay), string(record.ByCompletionSomeDay), string(record.ByHold), string(record.ByUnknown), noDay, int64(from))
		return err
	})
	out = slices.DeleteFunc(out, func(r record.Regimen) bool { return !r.InEffect(w) })
	slices.SortStableFunc(out, func(a, b record.Regimen) int {
		return cmp.Or(active(&b, today)-active(&a, today), cmp.Compare(a.Plan.Start, b.Plan.Start))
	})
	return first(out, limit), err
}

func active(r *record.Regimen, today record.Day) int {
	if r.Effective(today) == record.EffectiveActive {
		return 1
	}
	return 0
}

func first[T any](list []T, limit int) []T {
	if limit >= 0 && len(list) > limit {
		return list[:limit]
	}
	return list
}

// Courses are the courses that were in effect at some point in the window, of plans that were not entered in error, as
// they stand today: the newest first, at most limit (limit < 0: all).
func (p *PersonStore) Courses(ctx context.Context, w record.Window, today record.Day, limit int) ([]record.Course, error) {
	plans, err := p.Plans(ctx, w, today, -1)
	if err != nil {
		return nil, err
	}
	var out []record.Course
	for i := range plans {
		out = append(out, plans[i].CoursesIn(w, today)...)
	}
	slices.SortFunc(out, func(a, b record.Course) int {
		return cmp.Or(cmp.Compare(b.Start, a.Start), cmp.Compare(a.Plan, b.Plan), cmp.Compare(b.ID, a.ID))
	})
	return first(out, limit), nil
}
