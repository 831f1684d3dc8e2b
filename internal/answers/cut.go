package answers

import (
	"fmt"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
)

// cutSeries is a series of which an answer shows the newest rows only.
type cutSeries struct {
	title        string
	shown, total int
	from, to     string // of what is shown
	// Local days: of the newest and the oldest row that is shown, and of the first that is not.
	newest, oldest, hidden record.Day
}

// resume is the last day of a window that goes on where the answer ends: no row between is lost, and it is not the same
// answer again. Where all that is shown lies in the day that is cut, the rest of that day cannot be had so, and stuck
// says it.
func (c *cutSeries) resume() (end record.Day, stuck bool) {
	switch {
	case c.hidden < c.oldest:
		return c.oldest - 1, false
	case c.newest > c.oldest:
		return c.oldest, false
	default:
		return c.oldest - 1, true
	}
}

// cuts say before the rows what is not among them. A sentence behind the table comes too late: by then the reader has
// taken what is missing for what never was.
type cuts []cutSeries

// coarser is the view that shows more time in as many points.
var coarser = map[View]View{Raw: Day, Minute: Hour, Hour: Day, Day: Week, Week: Month}

// sentence says what is shown and which calls show the rest.
func (c cuts) sentence(what string, limit int, q *Question) string {
	if len(c) == 0 {
		return ""
	}
	from, to := c[0].from, c[0].to
	end, isStuck := c[0].resume()
	names := make([]string, 0, len(c))
	for i := range c {
		s := &c[i]
		names = append(names, fmt.Sprintf("%s %d of %d", short(s.title), s.shown, s.total))
		from, to = min(from, s.from), max(to, s.to)
		// The latest of the days: nothing of any series is passed over.
		at, stuck := s.resume()
		end, isStuck = max(end, at), isStuck || stuck
	}
	if q.Window.From != nil {
		end = max(end, *q.Window.From)
	}
	var calls []string
	if isStuck && q.View == Raw {
		calls = append(calls, "view=hour for what lies within a day")
	}
	if v, ok := coarser[q.View]; ok {
		calls = append(calls, "view="+string(v))
	}
	calls = append(calls, "view=stats", "end="+end.String())
	return fmt.Sprintf("Only the newest %d %s of a series are shown, from %s to %s (%s). Earlier ones exist and are not missing; they show with %s.",
		limit, what, from, to, enumerate(names), strings.Join(calls, ", or "))
}

func cutCatalogue(shown, total int) string {
	return fmt.Sprintf("Only %d of %d series are shown. The others exist and are not missing: keywords find them by their names, and with start and end only series with readings in that window are listed.", shown, total)
}
