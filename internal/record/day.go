package record

import (
	"errors"
	"time"
)

// Day is a calendar day, in days since 1970-01-01 of the Gregorian calendar. A day has no zone: which instants it holds
// is a question for a Zone.
type Day int32

// The days that a four-digit year can write.
const (
	MinDay Day = -719162 // 0001-01-01
	MaxDay Day = 2932896 // 9999-12-31
)

// ErrDay is a text that is no day of the calendar in the form YYYY-MM-DD.
var ErrDay = errors.New("not a day of the calendar in the form YYYY-MM-DD")

// ParseDay reads YYYY-MM-DD. 2026-06-31 is an error, not the first of July.
func ParseDay(s string) (Day, error) {
	if len(s) != len(time.DateOnly) {
		return 0, ErrDay
	}
	t, err := time.Parse(time.DateOnly, s)
	if err != nil || t.Year() < 1 {
		return 0, ErrDay
	}
	return dayOf(t), nil
}

// DayOf is the day of a date. Months and days beyond the calendar's carry over, as in time.Date.
func DayOf(year int, month time.Month, day int) Day {
	return dayOf(time.Date(year, month, day, 0, 0, 0, 0, time.UTC))
}

// dayOf is the date that t's clock shows.
func dayOf(t time.Time) Day {
	y, m, d := t.Date()
	seconds := time.Date(y, m, d, 0, 0, 0, 0, time.UTC).Unix()
	return Day(floorDiv(seconds, 86400))
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// Date is the day's year, month and day of the month.
func (d Day) Date() (year int, month time.Month, day int) { return d.utc().Date() }

// String is the day as YYYY-MM-DD.
func (d Day) String() string { return d.utc().Format(time.DateOnly) }

// Weekday is the day's day of the week.
func (d Day) Weekday() time.Weekday { return d.utc().Weekday() }

// Week is the Monday of the day's week, as ISO 8601 counts weeks.
func (d Day) Week() Day { return d - Day((int(d.Weekday())+6)%7) }

// Month is the first day of the day's month.
func (d Day) Month() Day {
	y, m, _ := d.Date()
	return DayOf(y, m, 1)
}

func (d Day) utc() time.Time { return time.Unix(int64(d)*86400, 0).UTC() }
