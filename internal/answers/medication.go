package answers

import (
	"context"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
)

// The notes of medications. The first is the page's own wording.
const (
	planNote     = "a plan is what the person intends to take; it is not a record of doses taken"
	logNote      = "a dose missing from the log is not evidence it was not taken"
	emptyNote    = "nothing is on file here for this view; it was not recorded, which does not say that nothing was taken"
	resumedNote  = "since is the start of the course that is on now or comes next; the earlier one that lies in the window stands in view=history"
	emptyForNote = "nothing on file here matches the keywords; it was not recorded under such a name or code, which does not say that it was not taken"
	endlessNote  = "on which day some of these ended is not on record: they stand in every window from their start on, and may have ended before it; status and closed_by say how they ended, and until and end are empty"
)

// logDays is how many local days, today included, the log has where no dates are named.
const logDays = 30

// medicationView is how a view of medications is answered.
type medicationView struct {
	read func(ctx context.Context, s *Service, u *subject, q *Question, most int) (medicationRows, error)
	// lately is the number of days that are read where no dates are named; 0 is everything.
	lately int
	notes  []string
}

// medicationRows are what a view found, already cut.
type medicationRows struct {
	rows       Rows
	provenance map[string]Provenance // by plan
	cut        string                // "" where everything is there
	narrow     bool                  // what is cut shows in a narrower window
	notes      []string
}

// medicationMethods are the views of medications, each with the one method that answers it.
var medicationMethods = map[View]medicationView{
	Plan:    {read: readPlans, notes: []string{planNote}},
	Log:     {read: readLog, lately: logDays, notes: []string{logNote}},
	History: {read: readHistory},
}

// medications answers a question about medications.
func (s *Service) medications(ctx context.Context, u *subject, q *Question, l Limits) (Envelope, error) {
	view := medicationMethods[q.View]
	asked := *q
	if view.lately > 0 && open(q.Window) {
		asked.Window = record.LastDays(u.today(), view.lately)
	}
	var found medicationRows
	var err error
	fitted(l, 1, l.Plans, func(_, most int) Rows {
		if err != nil {
			return nil
		}
		if found, err = view.read(ctx, s, u, &asked, most); err != nil {
			return nil
		}
		return found.rows
	})
	if err != nil {
		return Envelope{}, err
	}
	about, err := u.keywordNotes(ctx, &asked, &found)
	if err != nil {
		return Envelope{}, err
	}
	beside, err := u.beyond(ctx, &asked, open(q.Window), l.Hints, &found)
	if err != nil {
		return Envelope{}, err
	}
	notes := slices.Concat(q.notes(), view.notes, found.notes, about, said(beside))
	m := Meta{TZ: u.zone.String(), Semantics: TZExact, View: q.View, Truncated: found.cut != "", Cut: found.cut}
	m.Start, m.End = named(asked.Window)
	var next []NextStep
	if found.narrow {
		next = append(next, NarrowWindow)
	}
	return Answer(found.rows, m, found.provenance, notes, next...)
}

// dayText is a day as it is printed, "" for none.
func dayText(d *record.Day) string {
	if d == nil {
		return ""
	}
	return d.String()
}

// atMost cuts a list of which one more was read than is shown.
func atMost[T any](list []T, most int) (shown []T, more bool) {
	if len(list) > most {
		return list[:most], true
	}
	return list, false
}

// cutAt says of rows by day, the newest first, how to get those that are not shown: of earlier days by a window, of a day
// that is too full for one answer by keywords, where there are others than of one medication.
func (m *medicationRows) cutAt(what string, c *cutSeries, several bool) {
	m.narrow = c.end != nil
	var ways []string
	if c.end != nil {
		ways = append(ways, "earlier ones show with end="+c.end.String())
	}
	if several {
		ways = append(ways, "keywords narrow to a medication")
	}
	m.cut = what + " Others exist and are not missing"
	if c.within != nil {
		m.cut += ", also of " + c.within.String() + ", of which there are more than are shown and no window is shorter than a day"
	}
	if len(ways) > 0 {
		m.cut += "; " + strings.Join(ways, ", or ")
	}
	m.cut += "."
}

// readAtMost is how many rows to ask the store for: one more than is shown, so that exactly as many as are shown are
// all; everything where keywords choose among the rows afterwards.
func readAtMost(q *Question, most int) int {
	if len(q.Keywords) > 0 {
		return -1
	}
	return most + 1
}

// medicationName is a medication as it is shown: its name, with the strength where the name does not say it.
func medicationName(p *record.Plan) string {
	if p.Strength == "" || strings.Contains(record.MedicationNameKey(p.Name), record.MedicationNameKey(p.Strength)) {
		return p.Name
	}
	return p.Name + " " + p.Strength
}
