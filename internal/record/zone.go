package record

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Zone is a person's or a source's time zone: an IANA zone, or a fixed offset from UTC. The zero Zone is UTC.
type Zone struct {
	loc  *time.Location
	name string
}

// UTC is the zone of no offset.
var UTC = Zone{loc: time.UTC, name: "UTC"}

// ZoneLoader finds an IANA zone by name, as time.LoadLocation does.
type ZoneLoader func(name string) (*time.Location, error)

// ErrZone is a text that names no zone.
var ErrZone = errors.New("not a time zone: give an IANA name such as Europe/Berlin, or an offset such as UTC+08:00")

// ParseZone reads an IANA name, or an offset as people write it: UTC+08:00, GMT-0700, +8, +05:45, Z. East is plus: the
// sign is the one of ISO 8601, not that of POSIX, where UTC+8 lies west.
func ParseZone(text string, load ZoneLoader) (Zone, error) {
	s := strings.TrimSpace(text)
	if z, ok := parseOffset(s); ok {
		return z, nil
	}
	// Local would be the server's zone; a path would be a file of the server's.
	if s == "" || s == "Local" || strings.HasPrefix(s, "/") || strings.Contains(s, "..") {
		return Zone{}, ErrZone
	}
	loc, err := load(s)
	if err != nil {
		return Zone{}, ErrZone
	}
	return Zone{loc: loc, name: loc.String()}, nil
}

func parseOffset(s string) (Zone, bool) {
	rest := s
	for _, prefix := range []string{"UTC", "GMT", "utc", "gmt", "Utc", "Gmt"} {
		if r, ok := strings.CutPrefix(s, prefix); ok {
			rest = strings.TrimSpace(r)
			break
		}
	}
	if rest == "" && s != "" || rest == "Z" || rest == "z" {
		return UTC, true
	}
	sign := 1
	switch {
	case strings.HasPrefix(rest, "+"):
		rest = rest[1:]
	case strings.HasPrefix(rest, "-"), strings.HasPrefix(rest, "−"):
		sign, rest = -1, strings.TrimPrefix(strings.TrimPrefix(rest, "-"), "−")
	default:
		return Zone{}, false
	}
	hours, minutes, ok := splitClock(rest)
	if !ok || hours > 18 || minutes > 59 || hours == 18 && minutes > 0 {
		return Zone{}, false
	}
	return FixedZone(sign * (hours*60 + minutes) * 60), true
}

// splitClock reads 8, 08, 0800, 800, 8:00 and 08:00.
func splitClock(s string) (hours, minutes int, ok bool) {
	h, m, colon := strings.Cut(s, ":")
	if !colon && len(s) > 2 {
		h, m = s[:len(s)-2], s[len(s)-2:]
	}
	if !digits(h, 1, 2) || (colon || m != "") && !digits(m, 2, 2) {
		return 0, 0, false
	}
	hours, _ = strconv.Atoi(h)
	minutes, _ = strconv.Atoi(m)
	return hours, minutes, true
}

func digits(s string, least, most int) bool {
	return len(s) >= least && len(s) <= most && strings.Trim(s, "0123456789") == ""
}

// FixedZone is the zone at an offset in seconds east of UTC. Its name is UTC±HH:MM.
func FixedZone(offset int) Zone {
	if offset == 0 {
		return UTC
	}
	sign, abs := '+', offset
	if offset < 0 {
		sign, abs = '-', -offset
	}
	name := fmt.Sprintf("UTC%c%02d:%02d", sign, abs/3600, abs/60%60)
	return Zone{loc: time.FixedZone(name, offset), name: name}
}

// String is the IANA name or UTC±HH:MM; ParseZone reads it back.
func (z Zone) String() string {
	if z.loc == nil {
		return UTC.name
	}
	return z.name
}

// Location is the zone for package time.
func (z Zone) Location() *time.Location {
	if z.loc == nil {
		return time.UTC
	}
	return z.loc
}

// Local is the day and the clock that people in the zone read at an instant.
func (z Zone) Local(at Instant) (day Day, clock time.Duration) {
	t := time.UnixMicro(int64(at)).In(z.Location())
	h, m, s := t.Clock()
	return dayOf(t), time.Duration(h)*time.Hour + time.Duration(m)*time.Minute + time.Duration(s)*time.Second + time.Duration(t.Nanosecond())
}

// Offset is the zone's offset at an instant, in seconds east of UTC.
func (z Zone) Offset(at Instant) int {
	_, offset := time.UnixMicro(int64(at)).In(z.Location()).Zone()
	return offset
}

// Fit says how a clock time stands in its day.
type Fit int

// Fits.
const (
	Exact     Fit = iota // once
	Gap                  // never: clocks went forward over it
	Ambiguous            // twice: clocks went back over it
)

// At is the instant at which a clock shows a time on a day. A time in a gap is moved forward by the gap's length, as
// RFC 5545 and java.time do; of an ambiguous one the first is taken.
func (z Zone) At(day Day, clock time.Duration) (Instant, Fit) {
	wall := Instant(int64(day)*86_400_000_000 + clock.Microseconds())
	before, after := z.Offset(wall-18*3600*1e6), z.Offset(wall+18*3600*1e6)
	first, second := wall-Instant(before)*1e6, wall-Instant(after)*1e6
	if before == after && z.Offset(first) == before {
		return first, Exact
	}
	okFirst, okSecond := z.shows(first, wall), z.shows(second, wall)
	switch {
	case okFirst && okSecond && first != second:
		return min(first, second), Ambiguous
	case okFirst:
		return first, Exact
	case okSecond:
		return second, Exact
	default:
		return first, Gap
	}
}

func (z Zone) shows(at, wall Instant) bool { return at+Instant(z.Offset(at))*1e6 == wall }

// Start is the first instant of a day in the zone. It is the end of the day before, also where the day is 23 or 25
// hours long, begins at one o'clock, or is missing from the calendar, as 2011-12-30 is in Samoa: a missing day starts
// where the next one does.
func (z Zone) Start(day Day) Instant {
	at, fit := z.At(day, 0)
	if fit == Gap {
		return z.transition(at, day)
	}
	return at
}

// transition is the instant near at from which on the zone's days are day or later: where midnight was skipped, the
// day begins where the clocks jumped.
func (z Zone) transition(at Instant, day Day) Instant {
	low, high := at-30*3600*1e6, at+30*3600*1e6
	for low < high {
		mid := low + (high-low)/2
		if d, _ := z.Local(mid); d >= day {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return low
}

// End is the instant at which a day is over: the start of the next.
func (z Zone) End(day Day) Instant { return z.Start(day + 1) }
