package record

import "time"

// Window is a span of local days, both ends in it. An open side is nil.
type Window struct {
	From, To *Day
}

// NewWindow orders the ends: a window asked for from its end to its start is the same window. It says so, since the
// answer must.
func NewWindow(from, to *Day) (w Window, swapped bool) {
	if from != nil && to != nil && *from > *to {
		return Window{From: to, To: from}, true
	}
	return Window{From: from, To: to}, false
}

// LastDays is the window of n local days that ends with today.
func LastDays(today Day, n int) Window {
	from := today - Day(n-1)
	return Window{From: &from, To: &today}
}

// Holds says whether a day lies in the window.
func (w Window) Holds(d Day) bool {
	return (w.From == nil || d >= *w.From) && (w.To == nil || d <= *w.To)
}

// Bounds are the window's ends as days, the calendar's where a side is open.
func (w Window) Bounds() (from, to Day) {
	from, to = MinDay, MaxDay
	if w.From != nil {
		from = *w.From
	}
	if w.To != nil {
		to = *w.To
	}
	return from, to
}

// String prints what was named: 2026-03-01..2026-03-31, 2026-03-01.., ..2026-03-31, or all recorded data.
func (w Window) String() string {
	if w.From == nil && w.To == nil {
		return "all recorded data"
	}
	s := ".."
	if w.From != nil {
		s = w.From.String() + s
	}
	if w.To != nil {
		s += w.To.String()
	}
	return s
}

// BedtimeStart is where the day of a night's sleep begins: what starts from six in the evening on belongs to the night
// of that day, what starts before belongs to the night of the day before. So falling asleep at 23:30 and at 01:30 are
// both the same night.
const BedtimeStart = 18 * time.Hour

// LocalDay is the day that an observation belongs to, decided once, when it is stored, from the instant at which it
// began. dayStart is the clock time at which the metric's day begins: 0, or BedtimeStart for the sleep family, whose
// day runs from that evening to the next.
func LocalDay(start Instant, z Zone, dayStart time.Duration) Day {
	day, clock := z.Local(start)
	if clock >= dayStart {
		return day
	}
	day--
	// The day before may be missing from the calendar, as 2011-12-30 is in Samoa.
	for z.Start(day) == z.End(day) {
		day--
	}
	return day
}
