package trend

import "time"

// A tick is a round place on an axis.
type tick struct {
	at    float64 // the value, or Unix seconds
	label string
}

// roundStep returns the smallest of 1, 2, 5, 10, 20, 50 … that needs at most n steps up to most.
func roundStep(most, n int) int {
	for step := 1; ; step *= 10 {
		for _, m := range []int{1, 2, 5} {
			if step*m*n >= most {
				return step * m
			}
		}
	}
}

// A calendar is a way to divide time: where its first tick at or after t is, the one after a tick, and how they are labelled.
type calendar struct {
	from   func(t time.Time) time.Time
	next   func(t time.Time) time.Time
	layout string
}

// calendars are the divisions, finest first.
var calendars = []calendar{
	hours(6), hours(12), days(1), days(2), weeks(1), weeks(2), months(1), months(2), months(3), months(6),
	years(1), years(2), years(5), years(10), years(20), years(50),
}

func hours(n int) calendar {
	return calendar{
		from:   func(t time.Time) time.Time { return t.Truncate(24 * time.Hour) },
		next:   func(t time.Time) time.Time { return t.Add(time.Duration(n) * time.Hour) },
		layout: "2 Jan 15:04",
	}
}

func days(n int) calendar {
	return calendar{
		from:   func(t time.Time) time.Time { return t.Truncate(24 * time.Hour) },
		next:   func(t time.Time) time.Time { return t.AddDate(0, 0, n) },
		layout: "2 Jan",
	}
}

func weeks(n int) calendar {
	c := days(7 * n)
	// The zero time, from which Truncate counts, is a Monday.
	c.from = func(t time.Time) time.Time { return t.Truncate(7 * 24 * time.Hour) }
	return c
}

func months(n int) calendar {
	return calendar{
		from:   func(t time.Time) time.Time { return time.Date(t.Year(), 1, 1, 0, 0, 0, 0, time.UTC) },
		next:   func(t time.Time) time.Time { return t.AddDate(0, n, 0) },
		layout: "Jan 2006",
	}
}

func years(n int) calendar {
	return calendar{
		from:   func(t time.Time) time.Time { return time.Date(t.Year()-t.Year()%n, 1, 1, 0, 0, 0, 0, time.UTC) },
		next:   func(t time.Time) time.Time { return t.AddDate(n, 0, 0) },
		layout: "2006",
	}
}

// timeTicks returns the finest division of the span with at most n ticks.
func timeTicks(first, last time.Time, n int) []tick {
	var ticks []tick
	for _, c := range calendars {
		ticks = ticks[:0]
		for t := c.from(first); !t.After(last) && len(ticks) <= n; t = c.next(t) {
			if !t.Before(first) {
				ticks = append(ticks, tick{float64(t.Unix()), t.Format(c.layout)})
			}
		}
		if len(ticks) <= n {
			break
		}
	}
	return ticks[:min(len(ticks), n)]
}
