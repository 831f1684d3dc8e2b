package record

import (
	"encoding/json"
	"slices"
	"strconv"
)

// Stop ends a plan that is in effect, on a day from the course's start to today.
func (r Regimen) Stop(on, today Day) (Regimen, error) {
	switch c := r.current(); {
	case r.Plan.Status == PlanVoided:
		return r, refuse(Voided, "")
	case r.Effective(today) != EffectiveActive || c == nil:
		return r, refuse(NotActive, "")
	case on < c.Start:
		return r, refuse(BeforeStart, "stopped_on")
	case on > today:
		return r, refuse(AfterToday, "stopped_on")
	}
	next := r.Clone()
	next.Plan.Status, next.Plan.StoppedOn = PlanStopped, &on
	next.current().close(on, ByStop)
	return next, nil
}

// Resume takes up a stopped plan from today on, without an end: a new course opens, also on the day of the stop.
func (r Regimen) Resume(today Day) (Regimen, error) {
	switch {
	case r.Plan.Status == PlanVoided:
		return r, refuse(Voided, "")
	case r.Plan.Status != PlanStopped:
		return r, refuse(NotStopped, "")
	case len(r.Courses) > 0 && today < *r.Courses[len(r.Courses)-1].End:
		return r, refuse(BeforeStart, "start_date")
	}
	next := r.Clone()
	next.Plan.Status, next.Plan.StoppedOn = PlanActive, nil
	next.Plan.Start, next.Plan.End = today, nil
	next.open(today)
	return next, nil
}

// Void says that the plan should never have been there. There is no way back.
func (r Regimen) Void(today Day) (Regimen, error) {
	if r.Plan.Status == PlanVoided {
		return r, refuse(Voided, "")
	}
	next := r.Clone()
	next.Plan.Status = PlanVoided
	if c := next.current(); c != nil {
		c.close(max(today, c.Start), ByEnteredInError)
	}
	return next, nil
}

// PlanEdit is what an edit sends. What is nil stays as it is: an edit that does not speak of codes keeps those that an
// import attached.
type PlanEdit struct {
	Name, Strength, Form *string
	Codes                *[]MedicationCode
	Instructions         *[]Instruction
	Start                *Day
	End                  *Day
	NoEnd                bool // takes the end away
	Classification       *string
	Confirmed            *bool
}

// Edit changes a plan. New instructions close the open course as superseded and open another, so that past days keep
// what was due on them; where the course has not begun before today, or only the words change, it is changed itself.
func (r Regimen) Edit(e PlanEdit, today Day) (Regimen, error) {
	if r.Plan.Status == PlanVoided {
		return r, refuse(Voided, "")
	}
	next := r.Clone()
	next.settle(today)
	p := &next.Plan
	set(&p.Name, e.Name)
	set(&p.Strength, e.Strength)
	set(&p.Form, e.Form)
	set(&p.Codes, e.Codes)
	set(&p.Classification, e.Classification)
	set(&p.Confirmed, e.Confirmed)
	if e.Name != nil || e.Codes != nil {
		p.ConceptKey = ConceptKey(p.Codes, p.Name)
	}
	if err := next.moveStart(e.Start); err != nil {
		return r, err
	}
	if err := next.moveEnd(e, r.Plan.Effective(today)); err != nil {
		return r, err
	}
	if e.Instructions != nil {
		next.instruct(*e.Instructions, today)
	}
	if err := next.Check(); err != nil {
		return r, err
	}
	return next, nil
}

func set[T any](field, value *T) {
	if value != nil {
		*field = *value
	}
}

// moveStart moves the open course with the plan. It cannot move over a closed one, nor away from one that it follows
// without a break: that one's days are history.
func (r *Regimen) moveStart(start *Day) error {
	if start == nil || *start == r.Plan.Start {
		return nil
	}
	c := r.current()
	switch n := len(r.Courses); {
	case c == nil:
		return refuse(NotActive, "start_date")
	case c.Start != r.Plan.Start, n > 1 && *start < *r.Courses[n-2].End:
		return refuse(OverClosedCourse, "start_date")
	}
	r.Plan.Start, c.Start = *start, *start
	return nil
}

func (r *Regimen) moveEnd(e PlanEdit, status EffectiveStatus) error {
	if e.End == nil && !e.NoEnd || e.End != nil && r.Plan.End != nil && *e.End == *r.Plan.End || e.NoEnd && r.Plan.End == nil {
		return nil
	}
	c := r.current()
	switch {
	case status != EffectiveActive && status != EffectiveIntended || c == nil:
		return refuse(NotActive, "end_date")
	case e.NoEnd:
		r.Plan.End = nil
	case *e.End < c.Start:
		return refuse(EndBeforeStart, "end_date")
	default:
		end := *e.End
		r.Plan.End = &end
	}
	return nil
}

func (r *Regimen) instruct(instructions []Instruction, today Day) {
	same := sameStructure(r.Plan.Instructions, instructions)
	r.Plan.Instructions = slices.Clone(instructions)
	c := r.current()
	switch {
	case c == nil, r.Plan.Effective(today) == EffectiveCompleted:
		// Nothing is in effect: the next course will have them.
	case same, c.Start >= today:
		c.Instructions = r.Plan.Instructions
	default:
		c.close(today, BySupersession)
		r.open(today)
	}
}

// PlanFieldChange is one field of a plan that a change gave another value.
type PlanFieldChange struct {
	Field  string
	Before string // what it was; what it is stands in the plan
}

// PlanChanges are the fields in which two states of a plan differ, as the log of corrections keeps them.
func PlanChanges(before, after *Plan) []PlanFieldChange {
	var out []PlanFieldChange
	now := planFields(after)
	for i, f := range planFields(before) {
		if f.Before != now[i].Before {
			out = append(out, f)
		}
	}
	return out
}

func planFields(p *Plan) []PlanFieldChange {
	return []PlanFieldChange{
		{"name", p.Name},
		{"strength", p.Strength},
		{"form", p.Form},
		{"codes", asJSON(p.Codes)},
		{"schedule", asJSON(p.Instructions)},
		{"text", asJSON(InstructionTexts(p.Instructions))},
		{"start_date", p.Start.String()},
		{"end_date", dayOrNone(p.End)},
		{"stopped_on", dayOrNone(p.StoppedOn)},
		{"status", string(p.Status)},
		{"classification", p.Classification},
		{"confirmed", strconv.FormatBool(p.Confirmed)},
		{"order_id", p.OrderID},
	}
}

// InstructionTexts are the words of instructions.
func InstructionTexts(instructions []Instruction) []string {
	out := make([]string, len(instructions))
	for i := range instructions {
		out[i] = instructions[i].Text
	}
	return out
}

func dayOrNone(d *Day) string {
	if d == nil {
		return ""
	}
	return d.String()
}

// asJSON cannot fail for the types it is given: their numbers are finite.
func asJSON(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(b)
}
