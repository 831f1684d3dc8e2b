package record

import "time"

// Answered is a slot with its state.
type Answered struct {
	Slot
	State SlotState
}

// Adherence counts the slots of a span by state. Counts of spans, and of plans, are added; percentages never are.
type Adherence struct {
	Taken, Skipped, Missed       int // these have elapsed
	Due, Upcoming, Unschedulable int // these have not, or cannot
	Extra                        int // doses taken beside the slots
}

// Answer matches doses with slots. A slot that was taken and skipped was taken; a second intake for one slot, and one
// that answers no slot of these, are extra. Slots of a course's last day count only if they were answered.
//
// The events are those of the slots' plan and days, without the ones that were removed.
func Answer(slots []Slot, events []DoseEvent, now Instant, grace time.Duration) ([]Answered, Adherence) {
	answers := make(map[SlotKey]DoseStatus, len(slots))
	for i := range slots {
		answers[slots[i].SlotKey] = ""
	}
	var a Adherence
	for i := range events {
		key, slotted := events[i].Slot()
		was, known := answers[key]
		switch taken := events[i].Status == DoseTaken; {
		case taken && (!slotted || !known || was == DoseTaken):
			a.Extra++
		case taken:
			answers[key] = DoseTaken
		case known && was == "":
			answers[key] = DoseSkipped
		}
	}
	var out []Answered
	for i := range slots {
		answer := answers[slots[i].SlotKey]
		if slots[i].Ended && answer == "" {
			continue
		}
		state := slots[i].State(answer, now, grace)
		out = append(out, Answered{Slot: slots[i], State: state})
		a.count(state)
	}
	return out, a
}

func (a *Adherence) count(s SlotState) {
	switch s {
	case SlotTaken:
		a.Taken++
	case SlotSkipped:
		a.Skipped++
	case SlotMissed:
		a.Missed++
	case SlotDue:
		a.Due++
	case SlotUpcoming:
		a.Upcoming++
	case SlotUnschedulable:
		a.Unschedulable++
	}
}

// Add is the counts of both.
func (a Adherence) Add(b Adherence) Adherence {
	return Adherence{
		Taken: a.Taken + b.Taken, Skipped: a.Skipped + b.Skipped, Missed: a.Missed + b.Missed,
		Due: a.Due + b.Due, Upcoming: a.Upcoming + b.Upcoming, Unschedulable: a.Unschedulable + b.Unschedulable,
		Extra: a.Extra + b.Extra,
	}
}

// Percent is how many of the elapsed slots were taken, in percent with one decimal, half up. It is nil where nothing
// has elapsed: that is not 0 %.
func (a Adherence) Percent() *float64 {
	elapsed := a.Taken + a.Skipped + a.Missed
	if elapsed == 0 {
		return nil
	}
	p := float64((2000*a.Taken+elapsed)/(2*elapsed)) / 10
	return &p
}

// DosesOn are the events that count for the days of a window: by the slot they answer, else by the day they were taken
// on.
func DosesOn(events []DoseEvent, w Window) []DoseEvent {
	var out []DoseEvent
	for i := range events {
		if w.Holds(events[i].day()) {
			out = append(out, events[i])
		}
	}
	return out
}
