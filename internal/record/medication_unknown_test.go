package record

import "testing"

// Of what is over on a day that nobody says, no day is shown as its end, no dose is due, and it is told how it stands.
func TestAnEndOfWhichNobodySaysTheDayIsNoDay(t *testing.T) {
	for how, want := range map[ClosedBy]EffectiveStatus{
		ByStopSomeDay: EffectiveStopped, ByCompletionSomeDay: EffectiveCompleted, ByHold: EffectiveOnHold, ByUnknown: EffectiveUnknown,
	} {
		day := Day(100)
		r := Regimen{Plan: Plan{ID: "p", Name: "x", Start: day, End: &day, Status: PlanActive, Instructions: []Instruction{{}}}}
		r.Courses = []Course{{ID: "p:1", Plan: "p", Start: day, End: &day, ClosedBy: how, Instructions: r.Plan.Instructions}}
		for _, today := range []Day{100, 101, 500} {
			if got := r.Effective(today); got != want {
				t.Errorf("%s on day %d: %s", how, today, got)
			}
		}
		if r.Until() != nil || r.Courses[0].Ended() != nil || !how.DayUnknown() {
			t.Errorf("%s: until %v, ended %v", how, r.Until(), r.Courses[0].Ended())
		}
		r.Courses[0].ClosedBy = ByCompletion
		if r.Until() == nil || r.Courses[0].Ended() == nil || r.Effective(101) != EffectiveCompleted {
			t.Errorf("an end that is known: until %v, %s", r.Until(), r.Effective(101))
		}
	}
}

// What ended nobody knows when may have been in effect on every day from its start on, until the next course began.
func TestAnUnknownEndIsInEffectFromItsStartOnAsFarAsIsKnown(t *testing.T) {
	on := func(day Day) Window { return Window{From: &day, To: &day} }
	for _, tt := range []struct {
		how  ClosedBy
		next Day // 0 where no course follows
		last Day // 0 where there is none
	}{
		{ByStopSomeDay, 0, 0},
		{ByCompletionSomeDay, 0, 0},
		{ByHold, 0, 0},
		{ByUnknown, 0, 0},
		{ByStopSomeDay, 150, 150},
		{ByHold, 150, 150},
		{ByStop, 0, 100},
	} {
		day := Day(100)
		r := Regimen{Plan: Plan{ID: "p", Name: "x", Start: day, StoppedOn: &day, Status: PlanStopped}}
		r.Courses = []Course{{ID: "p:1", Plan: "p", Start: day, End: &day, ClosedBy: tt.how}}
		if tt.next != 0 {
			end := tt.next
			r.Courses = append(r.Courses, Course{ID: "p:2", Plan: "p", Start: tt.next, End: &end, ClosedBy: ByStop})
		}
		for _, d := range []Day{99, 100, 101, 149, 150, 151, 201, 202, 203, 5000} {
			want := d >= 100 && (tt.last == 0 || d <= tt.last)
			if got := r.InEffect(on(d)); got != want {
				t.Errorf("%s, next on %d: in effect on %d: %v", tt.how, tt.next, d, got)
			}
			first := 0
			for _, c := range r.CoursesIn(on(d), 300) {
				if c.ID == "p:1" {
					first++
				}
			}
			if (first == 1) != want {
				t.Errorf("%s, next on %d: %d courses on %d", tt.how, tt.next, first, d)
			}
		}
	}
}
