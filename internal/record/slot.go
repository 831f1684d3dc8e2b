package record

import (
	"cmp"
	"slices"
	"strconv"
	"time"
)

// MaxProjection is how many days of doses are projected at once.
const MaxProjection = 62

// SlotKey is one dose that is due: a plan, a local day and a name. It is never an instant: who travels, or whose clocks
// change, still has the 08:00 dose of that day.
type SlotKey struct {
	Plan string
	Day  Day
	Name string
}

// GapPolicy is what becomes of a dose whose clock time does not come that day, since clocks go forward over it.
type GapPolicy int

// Policies for gaps.
const (
	ShiftGap GapPolicy = iota // later by as much as the clocks go forward
	SkipGap                   // there is no such dose that day
)

// Slot is a dose that is due on a day.
type Slot struct {
	SlotKey
	Dose *Dose
	// Clock says that the slot has a clock time. The others can be taken all day long.
	Clock bool
	// From is the instant of the clock time, of an ambiguous one the first; or the day's start. Until is the day's end.
	From, Until   Instant
	Unschedulable bool // the day leaves no instant for it
	// Ended marks a slot of the day on which its course was stopped or superseded: it counts only if it was answered.
	Ended bool
}

// Slots are the doses that are due on the days of a window, in order. They come from the courses: what a plan says
// today does not change what was due before. A window of more than 62 days is refused with a *MedicationError.
func (r *Regimen) Slots(w Window, z Zone, policy GapPolicy) ([]Slot, error) {
	from, to := w.Bounds()
	if int(to)-int(from) >= MaxProjection {
		return nil, refuse(ProjectionLong, "")
	}
	var out []Slot
	if r.Plan.Status == PlanVoided {
		return nil, nil
	}
	for day := from; day <= to; day++ {
		first := len(out)
		seen := map[string]bool{}
		// Of two courses with one slot on one day the later one counts.
		for _, c := range slices.Backward(r.Courses) {
			for _, s := range c.slots(day, &r.Plan, z, policy) {
				if !seen[s.Name] {
					seen[s.Name] = true
					out = append(out, s)
				}
			}
		}
		slices.SortStableFunc(out[first:], func(a, b Slot) int { return cmp.Compare(a.From, b.From) })
	}
	return out, nil
}

func (c *Course) slots(day Day, p *Plan, z Zone, policy GapPolicy) []Slot {
	end := c.End
	if end == nil {
		end = p.Until()
	}
	if c.ClosedBy == ByEnteredInError || day < c.Start || end != nil && day > *end {
		return nil
	}
	ended := (c.ClosedBy == ByStop || c.ClosedBy == BySupersession || c.ClosedBy.DayUnknown()) && day == *c.End
	shared := c.sharedNames()
	start, over := z.Start(day), z.End(day)
	var out []Slot
	for i := range c.Instructions {
		in := &c.Instructions[i]
		if !in.due(c.Start, day) {
			continue
		}
		for _, name := range in.slotNames() {
			s := Slot{SlotKey: SlotKey{Plan: c.Plan, Day: day, Name: name}, Dose: in.Dose, From: start, Until: over, Ended: ended}
			if shared[name] {
				s.Name += "#" + strconv.Itoa(i+1)
			}
			if clock, ok := ParseClock(name); ok {
				s.Clock = true
				s.From, s.Unschedulable = clockInstant(z, day, clock, policy)
			}
			// A day that the zone's calendar leaves out has no doses.
			s.Unschedulable = s.Unschedulable || start == over
			out = append(out, s)
		}
	}
	return out
}

// sharedNames are the slot names that several instructions have. They are told apart by the instruction's number, on
// all days alike.
func (c *Course) sharedNames() map[string]bool {
	count := map[string]int{}
	for i := range c.Instructions {
		if k := c.Instructions[i].Kind(); k == PRN || k == Unscheduled {
			continue
		}
		for _, name := range c.Instructions[i].slotNames() {
			count[name]++
		}
	}
	shared := map[string]bool{}
	for name, n := range count {
		shared[name] = n > 1
	}
	return shared
}

func clockInstant(z Zone, day Day, clock time.Duration, policy GapPolicy) (at Instant, unschedulable bool) {
	at, fit := z.At(day, clock)
	if fit != Gap {
		return at, false
	}
	// Where shifting leads out of the day there is no such dose either.
	return at, policy == SkipGap || at >= z.End(day)
}

// SlotState is how a slot stands at a moment. It is worked out and never stored.
type SlotState string

// States of a slot.
const (
	SlotTaken         SlotState = "taken"
	SlotSkipped       SlotState = "skipped"
	SlotUnschedulable SlotState = "unschedulable"
	SlotUpcoming      SlotState = "upcoming"
	SlotDue           SlotState = "due"
	SlotMissed        SlotState = "missed"
)

// State is the slot's state at an instant. answer is what was recorded for it, "" for nothing. grace is how long after
// its clock time it can be taken; 0 is to the end of its day, which is also the end for a slot without a clock time.
func (s *Slot) State(answer DoseStatus, now Instant, grace time.Duration) SlotState {
	until := s.Until
	if s.Clock && grace > 0 {
		until = s.From.Add(grace)
	}
	switch {
	case answer == DoseTaken:
		return SlotTaken
	case answer == DoseSkipped:
		return SlotSkipped
	case s.Unschedulable:
		return SlotUnschedulable
	case now < s.From:
		return SlotUpcoming
	case now < until:
		return SlotDue
	default:
		return SlotMissed
	}
}
