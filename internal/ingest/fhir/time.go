package fhir

import (
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

// moment is a FHIR date, dateTime or instant.
type moment struct {
	at       time.Time
	coarse   bool // a year or a month: no day can be made of it
	dateOnly bool
	floating bool // a clock time without an offset, which FHIR forbids and systems write
}

var layouts = []struct {
	layout string
	moment moment
}{
	{"2006-01-02T15:04:05Z07:00", moment{}},
	{"2006-01-02", moment{dateOnly: true, floating: true}},
	{"2006-01-02T15:04Z07:00", moment{}},
	{"2006-01-02T15:04:05", moment{floating: true}},
	{"2006-01-02T15:04", moment{floating: true}},
	{"2006-01", moment{coarse: true}},
	{"2006", moment{coarse: true}},
}

// parseMoment reads a point in time of any precision.
func parseMoment(s string) (moment, bool) {
	for _, l := range layouts {
		if t, err := time.Parse(l.layout, s); err == nil {
			m := l.moment
			m.at = t
			if l.layout[len(l.layout)-1] == '0' {
				// The offset as a fixed one: time.Parse would take the machine's own zone where it has the same.
				_, offset := t.Zone()
				m.at = t.In(time.FixedZone("", offset))
			}
			return m, true
		}
	}
	return moment{}, false
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
	w.End = e.at
	return w, ""
}

// timed says when a resource's fact was so. prefix is the element's name without its type: effective.
func (r *reader) timed(res *resource, prefix string) (w ingest.When, reason ingest.Reason, where string) {
	where = res.kind + "." + prefix
	if res.get(prefix+"Timing") != nil {
		return w, ingest.NotSupported, where + "Timing"
	}
	if p := res.get(prefix + "Period"); p != nil {
		w, reason = when(p.str("start"), p.str("end"))
		r.place(&w)
		return w, reason, where + "Period"
	}
	for _, t := range []string{"DateTime", "Instant"} {
		if res.get(prefix+t) != nil {
			w, reason = when(res.scalar(prefix+t), "")
			r.place(&w)
			return w, reason, where + t
		}
	}
	return w, ingest.NoTime, where
}

// place gives a time the person's zone: where the source names no offset, where it writes in UTC as servers do, and
// where the offset is the zone's own. Another offset says that the person was elsewhere.
func (r *reader) place(w *ingest.When) {
	if r.zone == nil || w.Start.IsZero() {
		return
	}
	_, offset := w.Start.Zone()
	if w.Floating || offset == 0 || r.zone.Offset(record.InstantOf(w.Start)) == offset {
		w.Zone = r.zone.String()
	}
}
