package answers

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
)

// readPlans are the plans that were in effect at some point in the window: those of today first, then by their start.
func readPlans(ctx context.Context, _ *Service, u *subject, q *Question, most int) (medicationRows, error) {
	list, err := u.data.Plans(ctx, q.Window, u.today(), readAtMost(q, most))
	if err != nil {
		return medicationRows{}, err
	}
	list, more := atMost(chosen(list, q), most)
	today, err := slotsToday(ctx, u, list)
	if err != nil {
		return medicationRows{}, err
	}
	files, err := filesOf(ctx, u, list)
	if err != nil {
		return medicationRows{}, err
	}
	out := medicationRows{provenance: make(map[string]Provenance, len(list))}
	rows := make([]PlanRow, len(list))
	resumed, endless := false, false
	for i := range list {
		p := &list[i].Plan
		rows[i] = PlanRow{
			Medication: medicationName(p), Status: string(list[i].Effective(u.today())), Schedule: record.Schedule(p.Instructions), Today: today[p.ID],
			Since: p.Start.String(), Until: dayText(list[i].Until()), Source: sourceText(p.Source, files), PlanID: p.ID, Provenance: Measured,
		}
		if !p.Confirmed {
			rows[i].Provenance = Computed
		}
		out.provenance[p.ID] = rows[i].Provenance
		resumed = resumed || q.Window.To != nil && p.Start > *q.Window.To
		endless = endless || list[i].EndUnknown()
	}
	if resumed {
		out.notes = append(out.notes, resumedNote)
	}
	if endless {
		out.notes = append(out.notes, endlessNote)
	}
	if out.rows = planRows(rows); more {
		err = u.otherPlans(ctx, q, &out, most)
	}
	return out, err
}

// otherPlans says how to get the plans that are not shown: by their names, and in a window that has room for one of them.
func (u *subject) otherPlans(ctx context.Context, q *Question, out *medicationRows, most int) error {
	all, err := u.data.Plans(ctx, q.Window, u.today(), -1)
	if err != nil {
		return err
	}
	all = chosen(all, q)
	if len(all) <= most {
		return nil
	}
	var names []string
	for i := range all[most:] {
		names = append(names, medicationName(&all[most+i].Plan))
	}
	out.cut = fmt.Sprintf("Only %d of %d plans are shown, those in effect today first, then by their start. The others exist and are not missing; keywords find them by name or code: %s.",
		most, len(all), listOf(names))
	if day, ok := roomOn(all, most); ok {
		out.narrow = true
		out.cut += fmt.Sprintf(" With start=%s and end=%s those show that were in effect on that day.", day, day)
	}
	return nil
}

// tries is for how many of the plans that are not shown a window is looked for.
const tries = 20

// roomOn is a day on which one of the plans from the place most on was in effect, and no more than most of all.
func roomOn(all []record.Regimen, most int) (record.Day, bool) {
	on := func(r *record.Regimen, d record.Day) bool { return r.InEffect(record.Window{From: &d, To: &d}) }
	for i := most; i < min(len(all), most+tries); i++ {
		days := []record.Day{all[i].Plan.Start}
		if until := all[i].Plan.Until(); until != nil {
			days = append(days, *until)
		}
		for _, d := range days {
			n := 0
			for j := range all {
				if on(&all[j], d) {
					n++
				}
			}
			if n <= most && on(&all[i], d) {
				return d, true
			}
		}
	}
	return 0, false
}

// slotsToday are the states of today's slots of each plan that is in effect: 08:00=taken, 20:00=upcoming.
func slotsToday(ctx context.Context, u *subject, list []record.Regimen) (map[string]string, error) {
	today := u.today()
	on := record.Window{From: &today, To: &today}
	slots := map[string][]record.Slot{}
	for i := range list {
		r := &list[i]
		if r.Effective(today) != record.EffectiveActive {
			continue
		}
		due, err := r.Slots(on, u.zone, record.ShiftGap)
		if err != nil {
			return nil, err
		}
		if len(due) > 0 {
			slots[r.Plan.ID] = due
		}
	}
	if len(slots) == 0 {
		return nil, nil
	}
	// A dose of today's was taken on a day that is today's in some zone, or in the night behind it.
	from, to := today-2, today+2
	events, err := u.data.Doses(ctx, record.Window{From: &from, To: &to}, -1)
	if err != nil {
		return nil, err
	}
	doses := map[string][]record.DoseEvent{}
	for _, e := range record.DosesOn(events, on) {
		doses[e.Plan] = append(doses[e.Plan], e)
	}
	out := make(map[string]string, len(slots))
	for plan, due := range slots {
		answered, _ := record.Answer(due, doses[plan], u.now, 0)
		states := make([]string, len(answered))
		for i := range answered {
			states[i] = answered[i].Name + "=" + string(answered[i].State)
		}
		out[plan] = strings.Join(states, ", ")
	}
	return out, nil
}

// readHistory are the courses that were in effect at some point in the window, the newest first.
func readHistory(ctx context.Context, _ *Service, u *subject, q *Question, most int) (medicationRows, error) {
	list, err := u.data.Plans(ctx, q.Window, u.today(), -1)
	if err != nil {
		return medicationRows{}, err
	}
	list = chosen(list, q)
	names := make(map[string]string, len(list))
	var courses []record.Course
	for i := range list {
		names[list[i].Plan.ID] = medicationName(&list[i].Plan)
		courses = append(courses, list[i].CoursesIn(q.Window, u.today())...)
	}
	slices.SortFunc(courses, func(a, b record.Course) int {
		return cmp.Or(cmp.Compare(b.Start, a.Start), cmp.Compare(a.Plan, b.Plan), cmp.Compare(b.ID, a.ID))
	})
	all := courses
	courses, more := atMost(courses, most)
	out := medicationRows{provenance: map[string]Provenance{}}
	rows := make([]CourseRow, len(courses))
	endless := false
	for i := range courses {
		c := &courses[i]
		rows[i] = CourseRow{Medication: names[c.Plan], Start: c.Start.String(), End: dayText(c.Ended()), ClosedBy: closedBy(c), PlanID: c.Plan, Provenance: Measured}
		out.provenance[c.Plan] = Measured
		endless = endless || c.ClosedBy.DayUnknown()
	}
	if endless {
		out.notes = []string{endlessNote}
	}
	if out.rows = courseRows(rows); more {
		var c cutSeries
		oldest := courses[len(courses)-1].Start
		before := c.resume(courses[0].Start, oldest, all[most].Start, q.Window.From)
		if before != nil && all[len(all)-1].Start <= *before {
			c.end = before
		}
		out.cutAt(fmt.Sprintf("Only the %d courses that began last are shown, back to %s.", most, oldest), &c, len(list) > 1)
	}
	return out, nil
}

// closedBy is why a course ended, in a word also where it did not.
func closedBy(c *record.Course) string {
	if c.ClosedBy == record.Open {
		return "open"
	}
	return string(c.ClosedBy)
}
