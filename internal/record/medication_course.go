package record

import (
	"slices"
	"strconv"
)

// ClosedBy is why a course ended.
type ClosedBy string

// Ways in which a course ends. Open is none.
const (
	Open             ClosedBy = ""
	ByStop           ClosedBy = "stopped"
	BySupersession   ClosedBy = "superseded" // other instructions took its place
	ByCompletion     ClosedBy = "completed"
	ByEnteredInError ClosedBy = "entered_in_error"
)

// Ways in which a course is not known to go on, while nobody says on which day it ended. Its End is then the last day on
// which it is known to have been in effect, and is shown to nobody as its end: it may have been in effect on any later day
// up to the one that Regimen.lastDay gives.
const (
	ByStopSomeDay       ClosedBy = "stopped_day_unknown"
	ByCompletionSomeDay ClosedBy = "completed_day_unknown"
	ByHold              ClosedBy = "on_hold"
	ByUnknown           ClosedBy = "unknown" // nor whether it ended
)

// DayUnknown says that the day on which a course ended is not known.
func (c ClosedBy) DayUnknown() bool { return unknownEnds[c] != "" }

// unknownEnds are what a plan is after such a course.
var unknownEnds = map[ClosedBy]EffectiveStatus{
	ByStopSomeDay: EffectiveStopped, ByCompletionSomeDay: EffectiveCompleted, ByHold: EffectiveOnHold, ByUnknown: EffectiveUnknown,
}

// Ended is the day on which a course ended, nil where it did not, or where the day is not known.
func (c *Course) Ended() *Day {
	if c.ClosedBy.DayUnknown() {
		return nil
	}
	return c.End
}

// unknownEnd is how the plan's last course ended where the day is not known, "" otherwise.
func (r *Regimen) unknownEnd() EffectiveStatus {
	if len(r.Courses) == 0 || r.Plan.Status == PlanVoided {
		return ""
	}
	return unknownEnds[r.Courses[len(r.Courses)-1].ClosedBy]
}

// EndUnknown says that the plan does not go on, or is not known to, and nobody says on which day it ended.
func (r *Regimen) EndUnknown() bool { return r.unknownEnd() != "" }

// Effective is the plan's status on a day of the person's, as its courses tell it.
func (r *Regimen) Effective(today Day) EffectiveStatus {
	if s := r.unknownEnd(); s != "" {
		return s
	}
	return r.Plan.Effective(today)
}

// Until is the last day of the plan, nil where there is none or it is not known.
func (r *Regimen) Until() *Day {
	if r.unknownEnd() != "" {
		return nil
	}
	return r.Plan.Until()
}

// Course is one stretch of days on which a plan was in effect with one set of instructions. A closed course never
// changes, so what was due on a past day stays what it was, whatever the plan says today.
type Course struct {
	ID           string // <plan>:<first day>:<n>; stays when the open course's start is corrected
	Plan         string
	OrderID      string
	Start        Day
	End          *Day // nil while open
	ClosedBy     ClosedBy
	Instructions []Instruction
}

// On is the course as it stands on a day: a plan that ran to its planned end has completed its open course, which
// nobody had to write down.
func (c Course) On(p *Plan, today Day) Course {
	if c.End == nil && p.Effective(today) == EffectiveCompleted {
		end := *p.End
		c.End, c.ClosedBy = &end, ByCompletion
	}
	return c
}

// overlaps says whether a course has a day in the window, or may have had one where its end is not known.
func (r *Regimen) overlaps(i int, w Window) bool {
	from, to := w.Bounds()
	end := r.lastDay(i)
	return r.Courses[i].Start <= to && (end == nil || *end >= from)
}

// lastDay is the last day on which a course was in effect, or may have been as far as anybody knows; nil where there is
// none. What ended on an unknown day had ended when the next course began.
func (r *Regimen) lastDay(i int) *Day {
	c := &r.Courses[i]
	switch {
	case c.End == nil:
		return r.Plan.Until()
	case !c.ClosedBy.DayUnknown():
		return c.End
	case i+1 < len(r.Courses):
		return &r.Courses[i+1].Start
	default:
		return nil
	}
}

// Regimen is a plan with its courses, the oldest first. Its changes are functions from one regimen to the next; the old
// one is left as it was.
type Regimen struct {
	Plan    Plan
	Courses []Course
}

// Begin is a new plan with its first course open. The concept key is made here.
func Begin(p Plan) (Regimen, error) {
	p.Status, p.StoppedOn = PlanActive, nil
	p.ConceptKey = ConceptKey(p.Codes, p.Name)
	r := Regimen{Plan: p}
	r.open(p.Start)
	if err := r.Check(); err != nil {
		return Regimen{}, err
	}
	return r, nil
}

// InEffect says whether the plan was in effect at some point in the window, or may have been where nobody says on which
// day it ended. Earlier courses count too: a plan that was stopped in April and resumed in June was taken in March.
func (r *Regimen) InEffect(w Window) bool {
	from, to := w.Bounds()
	until := r.Plan.Until()
	if r.Plan.Start <= to && (until == nil || *until >= from) {
		return true
	}
	for i := range r.Courses {
		if r.overlaps(i, w) {
			return true
		}
	}
	return false
}

// Check says what is wrong with a regimen: a plan that is not valid, courses that overlap, more than one open, an open
// one that is not the last or does not fit the plan. Two courses may share the day on which one ended and the next
// began. The error is a *MedicationError.
func (r *Regimen) Check() error {
	if err := r.Plan.Validate(); err != nil {
		return err
	}
	for i := range r.Courses {
		c := &r.Courses[i]
		last := i == len(r.Courses)-1
		switch {
		case c.Plan != r.Plan.ID || c.ID == "":
			return refuse(BrokenHistory, "")
		case (c.End == nil) != (c.ClosedBy == Open), c.End == nil && !last, c.End != nil && *c.End < c.Start:
			return refuse(BrokenHistory, "")
		case i > 0 && c.Start < *r.Courses[i-1].End:
			return refuse(OverClosedCourse, "start_date")
		case c.End == nil && r.Plan.Status != PlanActive:
			return refuse(BrokenHistory, "")
		}
	}
	return nil
}

// Follows says whether next can come after r: its closed courses are the same ones, and what was added comes last.
func (r *Regimen) Follows(next *Regimen) error {
	if next.Plan.ID != r.Plan.ID || len(next.Courses) < len(r.Courses) {
		return refuse(BrokenHistory, "")
	}
	for i := range r.Courses {
		was, is := &r.Courses[i], &next.Courses[i]
		if was.ID != is.ID || was.End != nil && !sameCourse(was, is) {
			return refuse(BrokenHistory, "")
		}
	}
	return next.Check()
}

func sameCourse(a, b *Course) bool {
	sameWords := slices.EqualFunc(a.Instructions, b.Instructions, func(x, y Instruction) bool { return x.Text == y.Text })
	return a.OrderID == b.OrderID && a.Start == b.Start && *a.End == *b.End && a.ClosedBy == b.ClosedBy && sameWords && sameStructure(a.Instructions, b.Instructions)
}

// Clone is a copy that can be changed without changing r.
func (r Regimen) Clone() Regimen {
	r.Plan.End, r.Plan.StoppedOn = cloneDay(r.Plan.End), cloneDay(r.Plan.StoppedOn)
	r.Plan.Codes, r.Plan.Instructions = slices.Clone(r.Plan.Codes), slices.Clone(r.Plan.Instructions)
	r.Courses = slices.Clone(r.Courses)
	for i := range r.Courses {
		c := &r.Courses[i]
		c.End, c.Instructions = cloneDay(c.End), slices.Clone(c.Instructions)
	}
	return r
}

func cloneDay(d *Day) *Day {
	if d == nil {
		return nil
	}
	copied := *d
	return &copied
}

func (r *Regimen) open(start Day) {
	n := len(r.Courses) + 1
	r.Courses = append(r.Courses, Course{
		ID:   r.Plan.ID + ":" + start.String() + ":" + strconv.Itoa(n),
		Plan: r.Plan.ID, OrderID: r.Plan.OrderID, Start: start, Instructions: r.Plan.Instructions,
	})
}

// current is the open course, nil where there is none.
func (r *Regimen) current() *Course {
	if n := len(r.Courses); n > 0 && r.Courses[n-1].End == nil {
		return &r.Courses[n-1]
	}
	return nil
}

func (c *Course) close(on Day, by ClosedBy) { c.End, c.ClosedBy = &on, by }

// settle writes down that the open course ran to the plan's end, before something else is changed.
func (r *Regimen) settle(today Day) {
	if c := r.current(); c != nil {
		*c = c.On(&r.Plan, today)
	}
}

// CoursesIn are the courses that were in effect at some point in the window, as they stand today.
func (r *Regimen) CoursesIn(w Window, today Day) []Course {
	var out []Course
	for i := range r.Courses {
		if r.overlaps(i, w) {
			out = append(out, r.Courses[i].On(&r.Plan, today))
		}
	}
	return out
}
