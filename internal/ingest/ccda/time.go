package ccda

import (
	"strings"
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
)

// moment is an HL7 point in time: YYYYMMDDHHMMSS.fff±ZZZZ, cut at any place.
type moment struct {
	at       time.Time
	coarse   bool // a year or a month: no day can be made of it
	dateOnly bool
	floating bool
}

var layouts = map[int]string{4: "2006", 6: "200601", 8: "20060102", 10: "2006010215", 12: "200601021504", 14: "20060102150405"}

func parseMoment(s string) (m moment, ok bool) {
	s = strings.TrimSpace(s)
	main, offset := s, ""
	if i := strings.IndexAny(s, "+-"); i >= 0 {
		main, offset = s[:i], s[i:]
	}
	digits, fraction, dotted := strings.Cut(main, ".")
	layout, ok := layouts[len(digits)]
	if !ok || dotted && (len(digits) != 14 || fraction == "" || strings.Trim(fraction, "0123456789") != "") {
		return m, false
	}
	m = moment{coarse: len(digits) < 8, dateOnly: len(digits) == 8}
	// An offset says nothing of a day without a time.
	m.floating = offset == "" || len(digits) <= 8
	if dotted {
		digits, layout = main, layout+".999999999"
	}
	if offset != "" {
		t, err := time.Parse("-0700", offset)
		if err != nil {
			return m, false
		}
		if !m.floating {
			_, seconds := t.Zone()
			m.at, err = time.ParseInLocation(layout, digits, time.FixedZone("", seconds))
			return m, err == nil
		}
	}
	t, err := time.Parse(layout, digits)
	m.at = t
	return m, err == nil
}

// times are the printed beginning and end of an effectiveTime.
func times(e *element) (start, end string) {
	if v := e.attr("value"); v != "" {
		return v, ""
	}
	if v := e.child("center").attr("value"); v != "" {
		return v, ""
	}
	return e.child("low").attr("value"), e.child("high").attr("value")
}

// when makes a draft's time of one or two moments; an empty text is none.
func when(start, end string) (w ingest.When, reason ingest.Reason) {
	if start == "" {
		start, end = end, ""
	}
	if start == "" {
		return w, ingest.NoTime
	}
	s, ok := parseMoment(start)
	switch {
	case !ok:
		return w, ingest.BadTime
	case s.coarse:
		return w, ingest.CoarseDate
	}
	w = ingest.When{Start: s.at, Floating: s.floating, DateOnly: s.dateOnly}
	if end == "" || end == start {
		return w, ""
	}
	e, ok := parseMoment(end)
	switch {
	case ok && e.coarse:
		return w, ingest.CoarseDate
	case !ok, e.dateOnly != s.dateOnly, e.floating != s.floating:
		return w, ingest.BadTime
	}
	if !e.at.Equal(s.at) {
		w.End = e.at
	}
	return w, ""
}

// on is a moment of a medication; zero where it is not exact to the day.
func on(text string) (w ingest.When, reason ingest.Reason) {
	if text == "" {
		return w, ""
	}
	m, ok := parseMoment(text)
	switch {
	case !ok:
		return w, ingest.BadTime
	case m.coarse:
		return w, ""
	}
	return ingest.When{Start: m.at, Floating: m.floating, DateOnly: m.dateOnly}, ""
}
