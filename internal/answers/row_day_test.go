package answers

import (
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// A value that stands for a day does not claim that it was midnight, or six in the evening.
func TestWhatHasNoTimeOfDayIsShownWithItsDateAlone(t *testing.T) {
	c := newClinic(t, "Europe/Berlin")
	c.names = vocabulary(t)
	u, err := c.subject(t.Context(), c.person)
	if err != nil {
		t.Fatal(err)
	}
	day := dayOf(t, "2026-03-02")
	evening := record.InstantOf(time.Date(2026, 3, 2, 17, 0, 0, 0, time.UTC))
	for _, tt := range []struct {
		name  string
		grain record.Grain
		start record.Instant
		zone  string
		want  string
	}{
		{"a day", record.OfDay, c.zone.Start(day), "Europe/Berlin", "2026-03-02"},
		{"a night, whose day begins in the evening", record.OfDay, evening, "Europe/Berlin", "2026-03-02"},
		{"a day of another zone", record.OfDay, evening, "Pacific/Auckland", "2026-03-02"},
		{"an instant", record.AtInstant, evening, "Europe/Berlin", "2026-03-02 18:00:00"},
		{"an instant at midnight", record.AtInstant, c.zone.Start(day), "Europe/Berlin", "2026-03-02 00:00:00"},
		{"a window", record.OverWindow, evening, "Europe/Berlin", "2026-03-02 18:00:00"},
	} {
		var l store.Line
		l.Kind, l.Grain, l.Start, l.Zone, l.LocalDay, l.Name, l.Value = record.Measurement, tt.grain, tt.start, tt.zone, day, "Weight", "80"
		if r := c.observed(u, &l); r.Time != tt.want || r.Date != "2026-03-02" {
			t.Errorf("%s: %q on %s", tt.name, r.Time, r.Date)
		}
	}
	if got := toMinute("2026-03-02"); got != "2026-03-02" {
		t.Errorf("a date to the minute is %q", got)
	}
}
