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
