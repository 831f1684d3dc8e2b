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
	// end is the last day of a window that goes on where the answer ends: it has rows that are not shown, and passes over
	// none but those of within. It is nil where there is no such window.
	end *record.Day
	// within is the day of all that is shown and of the newest row that is not, else nil: no window is shorter.
	within *record.Day
	timed  bool // what is not shown of within has a number and a time of day
}

// resume finds end or within. It takes local days: the last that ends a window without the newest shown row, of the oldest
// shown row and of the newest that is not shown. Where nothing but a day is within, before is the day to try as an end:
// there may be rows until then.
func (c *cutSeries) resume(newest, oldest, hidden record.Day, from *record.Day) (before *record.Day) {
	end := oldest
	if hidden < oldest {
		end--
	}
	if from != nil {
		end = max(end, *from)
	}
	if newest > end { // such a window loses a row, and so has room for another
		c.end = &end
		return nil
	}
	c.within = &hidden
	if end = hidden - 1; newest <= end {
		end--
	}
	if from != nil && end < *from {
		return nil
	}
	return &end
}

// cuts say before the rows what is not among them. A sentence behind the table comes too late: by then the reader has
// taken what is missing for what never was.
type cuts struct {
	series []cutSeries
	rows   int      // at most so many of a series are shown
	fewer  bool     // less than a surface takes of a series: fewer series would have more
	hidden []string // titles of series of which nothing is shown
	all    int      // series of which there are rows
}

// coarser is the view that shows more time in as many points.
var coarser = map[View]View{Raw: Day, Minute: Hour, Hour: Day, Day: Week, Week: Month}

// within is the view that covers a day of which not all rows can be shown one by one.
var within = map[View]View{Raw: Hour, Minute: Hour, Hour: Day}

// none says that nothing is left out.
func (c *cuts) none() bool { return len(c.series)+len(c.hidden) == 0 }

// steps are the calls that show what is left out. None is among them that would answer the same again.
func (c *cuts) steps() []NextStep {
	var out []NextStep
	if c.end() != nil {
		out = append(out, NarrowWindow)
	}
	if len(c.series) > 0 {
		out = append(out, ViewStats)
	}
	if len(c.hidden) > 0 || len(c.series) > 0 && c.fewer {
		out = append(out, UseIndicators)
	}
	return out
}

// end is the latest of the days that the series go on with: nothing of any of them is passed over.
func (c *cuts) end() *record.Day {
	var end *record.Day
	for i := range c.series {
		if at := c.series[i].end; at != nil && (end == nil || *at > *end) {
			end = at
		}
	}
	return end
}

// sentence says what is shown and which calls show the rest.
func (c *cuts) sentence(what string, q *Question) string {
	var said []string
	if len(c.hidden) > 0 {
		said = append(said, fmt.Sprintf("Only %d of %d series are shown. The others exist and are not missing; they show with fewer indicators in one call: %s.",
			c.all-len(c.hidden), c.all, listOf(c.hidden)))
	}
	if len(c.series) == 0 {
		return strings.Join(said, " ")
	}
	from, to := c.series[0].from, c.series[0].to
	var names, days []string
	timed := false
	for i := range c.series {
		s := &c.series[i]
		names = append(names, fmt.Sprintf("%s %d of %d", short(s.title), s.shown, s.total))
		from, to = min(from, s.from), max(to, s.to)
		if s.within != nil {
			days = append(days, short(s.title)+" on "+s.within.String())
			timed = timed || s.timed
		}
	}
	said = append(said, fmt.Sprintf("Only the newest %d %s of a series are shown, from %s to %s (%s).", c.rows, what, from, to, enumerate(names)))
	if len(days) > 0 {
		cover := Stats // which need not have them all: of a day with an elected value it has that alone
		if timed {
			cover = within[q.View]
		}
		said = append(said, fmt.Sprintf("There are more of one day than are shown (%s): they exist and are not missing, but cannot be listed one by one, as no window is shorter than a day; view=%s covers them.",
			enumerate(days), cover))
	}
	var calls []string
	if end := c.end(); end != nil {
		if v, ok := coarser[q.View]; ok {
			calls = append(calls, "view="+string(v))
		}
		calls = append(calls, "view=stats", "end="+end.String())
	}
	if c.fewer {
		calls = append(calls, "fewer series in one call")
	}
	if len(calls) > 0 {
		said = append(said, "Earlier ones exist and are not missing; they show with "+strings.Join(calls, ", or ")+".")
	}
	return strings.Join(said, " ")
}

func cutCatalogue(shown, total int) string {
	return fmt.Sprintf("Only %d of %d series are shown. The others exist and are not missing: keywords find them by their names, and with start and end only series with readings in that window are listed.", shown, total)
}

func cutMatches(found *selection) string {
	return fmt.Sprintf("Only %d of %d series that the keywords match are shown. The others exist and are not missing; they show with indicators, or with fewer keywords in one call: %s.",
		len(found.series), len(found.series)+len(found.more), listOf(found.others))
}
