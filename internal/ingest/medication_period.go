package ingest

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
)

// period is what one order or statement says of a drug: from when, how long, and how it is taken.
type period struct {
	order        string // which one, "" for intakes that no order is known of
	start        record.Day
	end          *record.Day     // the last day, nil where it goes on
	stopped      bool            // ended by somebody on its last day
	how          record.ClosedBy // how it ended where nobody says on which day; "" otherwise
	instructions []record.Instruction
	drug         *MedicationDraft // nil where it was stored before: the plan has it then
}

// lasts says that a period goes on after a day.
func (p *period) lasts(day record.Day) bool { return p.end == nil || *p.end > day }

// arrange puts periods in the order in which they take each other's place: by their start, and of those that start on one
// day the one that lasts longest last.
func arrange(periods []period) {
	end := func(p *period) record.Day {
		if p.end == nil {
			return record.MaxDay + 1
		}
		return *p.end
	}
	slices.SortFunc(periods, func(a, b period) int {
		return cmp.Or(cmp.Compare(a.start, b.start), strings.Compare(a.order, b.order))
	})
	for from := 0; from < len(periods); {
		to, most := from+1, from
		for ; to < len(periods) && periods[to].start == periods[from].start; to++ {
			if end(&periods[to]) >= end(&periods[most]) {
				most = to
			}
		}
		longest := periods[most]
		copy(periods[most:to-1], periods[most+1:to])
		periods[to-1] = longest
		from = to
	}
}

// periodsOf are the periods that a plan was made of. What another order took the place of is as long as it was in
// effect.
func periodsOf(r *record.Regimen) []period {
	if r.Plan.Status == record.PlanVoided {
		return nil
	}
	var out []period
	at := map[string]int{}
	for i := range r.Courses {
		c := &r.Courses[i]
		p := period{order: c.OrderID, start: c.Start, end: c.End, stopped: c.ClosedBy == record.ByStop, instructions: c.Instructions}
		if c.End == nil {
			p.end = r.Plan.End
		}
		if c.ClosedBy.DayUnknown() {
			p.how, p.stopped = c.ClosedBy, c.ClosedBy == record.ByStopSomeDay || c.ClosedBy == record.ByHold
		}
		if n, ok := at[c.OrderID]; ok {
			p.start = out[n].start
			out[n] = p
			continue
		}
		at[c.OrderID] = len(out)
		out = append(out, p)
	}
	return out
}

// stretch is a part of the time in which one period is in effect.
type stretch struct {
	*period
	from record.Day
	cut  *record.Day // the day on which another one took its place
}

// stretches lays periods one after another. The one that began last is in effect; where it ends and an earlier one goes
// on, the earlier one is in effect again. Periods are arranged.
func stretches(periods []period) []stretch {
	var out []stretch
	for i := range periods {
		var next *record.Day
		if i+1 < len(periods) {
			next = &periods[i+1].start
		}
		at := periods[i].start
		for p := &periods[i]; p != nil; p = lasting(periods[:i], at) {
			s := stretch{period: p, from: at}
			if next != nil && (p.lasts(*next) || *p.end == *next && !p.stopped) {
				s.cut = next
			}
			out = append(out, s)
			if s.cut != nil || p.end == nil || next != nil && *p.end >= *next {
				break
			}
			at = *p.end
		}
	}
	return out
}

// lasting is the period that began last among those that go on after a day.
func lasting(periods []period, day record.Day) *period {
	for i := range slices.Backward(periods) {
		if periods[i].lasts(day) {
			return &periods[i]
		}
	}
	return nil
}

// lay makes a plan's courses of its periods, and what the plan itself says of now. The plan is unchanged otherwise.
func lay(plan record.Plan, periods []period) record.Regimen {
	arrange(periods)
	list := stretches(periods)
	last := &list[len(list)-1]
	plan.Status, plan.StoppedOn, plan.End = record.PlanActive, nil, nil
	if last.stopped {
		plan.Status, plan.StoppedOn = record.PlanStopped, last.end
	} else {
		plan.End = last.end
	}
	plan.OrderID, plan.Instructions = last.order, last.instructions
	r := record.Regimen{Plan: plan}
	for i := range list {
		s := &list[i]
		c := record.Course{ID: plan.ID + ":" + s.from.String() + ":" + strconv.Itoa(i+1), Plan: plan.ID, OrderID: s.order, Start: s.from, Instructions: s.instructions}
		switch {
		case s.cut != nil:
			c.End, c.ClosedBy = s.cut, record.BySupersession
		case s.how != "":
			c.End, c.ClosedBy = s.end, s.how
		case s.stopped:
			c.End, c.ClosedBy = s.end, record.ByStop
		case s != last:
			c.End, c.ClosedBy = s.end, record.ByCompletion
		}
		// A plan begins anew where it was not in effect before.
		if i == 0 || r.Courses[i-1].ClosedBy != record.BySupersession {
			r.Plan.Start = s.from
		}
		r.Courses = append(r.Courses, c)
	}
	return r
}
