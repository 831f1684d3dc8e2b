package record

import "time"

// RejectReason is a code for why a value cannot be true.
type RejectReason string

// Reasons.
const (
	NotFinite     RejectReason = "not-finite"
	LongerThanDay RejectReason = "longer-than-day"
	BelowPossible RejectReason = "below-possible"
	AbovePossible RejectReason = "above-possible"
)

// slack is how much longer than the day a duration may be: clocks of devices drift, and a night may end past its day.
const slack = 1.02

// limits are what a value of a contest may be.
type limits struct {
	metric Metric
	day    time.Duration
}

func limitsOf(c *Contest) *limits {
	l := &limits{metric: c.Metric}
	if c.Metric.Duration {
		l.day = c.Length()
	}
	return l
}

var validators = [...]struct {
	reason RejectReason
	fails  func(l *limits, v *DayValue) bool
}{
	{NotFinite, func(_ *limits, v *DayValue) bool { return !finite(v.Number) }},
	{LongerThanDay, func(l *limits, v *DayValue) bool { return l.metric.Duration && v.Number > l.day.Minutes()*slack }},
	{BelowPossible, func(l *limits, v *DayValue) bool { return l.bounded() && v.Number < l.metric.Min }},
	{AbovePossible, func(l *limits, v *DayValue) bool { return l.bounded() && v.Number > l.metric.Max }},
}

// bounded says that the metric has bounds; one made by hand may have none.
func (l *limits) bounded() bool { return l.metric.Max > l.metric.Min }

// reject is the first reason why a value cannot be true, empty where it can.
func (l *limits) reject(v *DayValue) RejectReason {
	for i := range validators {
		if validators[i].fails(l, v) {
			return validators[i].reason
		}
	}
	return ""
}

// DayLength is how long a local day is, which begins at the clock time dayStart and ends where the next begins. Where
// the calendar leaves the next day out, as Samoa's did 2011-12-30, the next is the one that exists.
func DayLength(day Day, z Zone, dayStart time.Duration) time.Duration {
	next := day + 1
	for z.Start(next) == z.Start(next+1) {
		next++
	}
	return clockStart(next, z, dayStart).Sub(clockStart(day, z, dayStart))
}

// clockStart is the instant at which a day begins that begins at a clock time.
func clockStart(day Day, z Zone, dayStart time.Duration) Instant {
	start := z.Start(day)
	if dayStart == 0 || start == z.Start(day+1) {
		return start
	}
	at, _ := z.At(day, dayStart)
	return at
}
