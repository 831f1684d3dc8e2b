package ingest

import (
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
)

// longest is how long one row may last.
const longest = 36 * time.Hour

var earliest = record.InstantOf(time.Date(1900, 1, 1, 0, 0, 0, 0, time.UTC))

// place decides when a draft was, and in which zone its day is read. It is decided here, once.
func (g *gate) place(o *record.Observation, d *Draft) Reason {
	w := &d.When
	if w.Start.IsZero() {
		return NoTime
	}
	zone, reason := g.zone(o, w)
	if reason != "" {
		return reason
	}
	// Who types a time in can be asked again. What comes from a source keeps its place: behind the gap.
	if o.SourceKind == record.FromManual && !shown(w, zone) {
		return NoSuchTime
	}
	// The day is known of all that comes in: a date and a clock print theirs, and an instant has one in every zone. Rows that
	// were stored before this rule can say otherwise.
	o.Zone, o.DayKnown = zone.String(), true
	if w.DateOnly {
		dates(o, w, zone)
	} else {
		instants(o, w, zone, g.dayStart(o, d))
	}
	switch {
	case o.End < o.Start:
		return EndBefore
	case o.End.Sub(o.Start) > longest:
		return SpanTooLong
	case o.Start < earliest:
		return BeforeAll
	case max(o.Start, o.End) > g.now.Add(24*time.Hour) && !(w.DateOnly && o.Start <= g.now.Add(24*time.Hour)):
		return InTheFuture
	}
	grain(o, d)
	return ""
}

// zone is the one that the source names, else its offset, else the person's.
func (g *gate) zone(o *record.Observation, w *When) (record.Zone, Reason) {
	if w.Zone != "" {
		zone, ok := g.zones.find(w.Zone)
		if !ok {
			return zone, BadTime
		}
		o.TZSource = record.ZoneIANA
		if fixedName(zone.String()) {
			o.TZSource = record.ZoneOffset
		}
		return zone, ""
	}
	if w.Floating || w.DateOnly {
		o.TZSource = record.ZoneFloating
		return g.person.Zone, ""
	}
	if _, offset := w.Start.Zone(); offset != 0 {
		o.TZSource = record.ZoneOffset
		return g.zones.fixed(offset), ""
	}
	// Z is an instant, not a place: its day is the one that a window of the person's has it on.
	o.TZSource = record.ZoneUserDefault
	return g.person.Zone, ""
}

// fixedName says that a zone is an offset; zones of the tz database have no such names.
func fixedName(name string) bool { return len(name) == len("UTC+00:00") && name[:3] == "UTC" }

// dates are a day, or several, from their first instant to the first of the next.
func dates(o *record.Observation, w *When, zone record.Zone) {
	first := record.DayOf(w.Start.Date())
	last := first
	if !w.End.IsZero() {
		last = record.DayOf(w.End.Date())
	}
	o.LocalDay = first
	o.Start, o.End = zone.Start(first), zone.End(last)
	if last < first {
		o.End = zone.Start(last)
	}
}

func instants(o *record.Observation, w *When, zone record.Zone, dayStart time.Duration) {
	at := record.InstantOf
	if w.Floating {
		at = func(t time.Time) record.Instant { return clockIn(t, zone) }
	}
	o.Start = at(w.Start)
	o.End = o.Start
	if !w.End.IsZero() {
		o.End = at(w.End)
	}
	o.LocalDay = record.LocalDay(o.Start, zone, dayStart)
}

// clockIn reads t's clock in a zone.
func clockIn(t time.Time, zone record.Zone) record.Instant {
	at, _ := zone.At(record.DayOf(t.Date()), clockOf(t))
	return at
}

func clockOf(t time.Time) time.Duration {
	h, m, s := t.Clock()
	return time.Duration(h)*time.Hour + time.Duration(m)*time.Minute + time.Duration(s)*time.Second + time.Duration(t.Nanosecond())
}

// shown says that a day without an offset is in a zone's calendar, and a clock time was shown there.
func shown(w *When, zone record.Zone) bool {
	day := record.DayOf(w.Start.Date())
	switch {
	case !w.Floating && !w.DateOnly:
		return true
	case zone.Start(day) == zone.Start(day+1):
		return false
	case w.DateOnly:
		return true
	}
	_, fit := zone.At(day, clockOf(w.Start))
	return fit != record.Gap
}

func grain(o *record.Observation, d *Draft) {
	switch {
	case d.Grain != "":
		o.Grain = d.Grain
	case d.When.DateOnly:
		o.Grain = record.OfDay
	case o.Start == o.End:
		o.Grain = record.AtInstant
	default:
		o.Grain = record.OverWindow
	}
	if o.Stat = d.Stat; o.Stat == "" && o.Grain != record.AtInstant {
		o.Stat = "as-reported"
	}
}

// dayStart is where the day of a draft's metric begins. A figure that somebody made for a day stands on that day.
func (g *gate) dayStart(_ *record.Observation, d *Draft) time.Duration {
	if d.Grain == record.OfDay {
		return 0
	}
	if m := g.metrics.of(d); m != nil {
		return m.DayStart()
	}
	return 0
}
