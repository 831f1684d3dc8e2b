package record

import (
	"errors"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"
)

func zone(t testing.TB, name string) Zone {
	t.Helper()
	z, err := ParseZone(name, time.LoadLocation)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func TestZonesAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]string{
		"Europe/Berlin": "Europe/Berlin", " Asia/Kathmandu ": "Asia/Kathmandu", "UTC": "UTC", "Z": "UTC", "GMT": "UTC", "+0": "UTC", "UTC-00:00": "UTC",
		"UTC+08:00": "UTC+08:00", "GMT-0700": "UTC-07:00", "+8": "UTC+08:00", "+05:45": "UTC+05:45", "-330": "UTC-03:30", "UTC +2": "UTC+02:00", "utc−3": "UTC-03:00", "+14:00": "UTC+14:00",
	} {
		z, err := ParseZone(text, time.LoadLocation)
		if err != nil || z.String() != want {
			t.Errorf("%q is read as %q, %v", text, z, err)
			continue
		}
		again, err := ParseZone(z.String(), time.LoadLocation)
		if err != nil || again.String() != want {
			t.Errorf("%q is not read back: %q, %v", want, again, err)
		}
	}
	if got := zone(t, "UTC+8").Offset(0); got != 8*3600 {
		t.Errorf("UTC+8 lies %d seconds east", got)
	}
}

func TestWhatNamesNoZoneIsRefusedWithoutBeingQuoted(t *testing.T) {
	for _, text := range []string{"", "Quillfeather/Town", "Local", "/etc/passwd", "../UTC", "+", "+1:5", "+25", "+19:00", "+08:60", "8", "UTC+08:00:00", "+08 00", "UTC8", "+1234567"} {
		_, err := ParseZone(text, time.LoadLocation)
		if !errors.Is(err, ErrZone) || strings.Contains(err.Error(), "Quillfeather") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Days whose boundaries are not where they usually are.
var oddDays = []struct {
	zone, day string
	hours     time.Duration
}{
	{"Europe/Berlin", "2026-03-29", 23 * time.Hour},
	{"Europe/Berlin", "2026-10-25", 25 * time.Hour},
	{"America/New_York", "2026-03-08", 23 * time.Hour},
	{"America/New_York", "2026-11-01", 25 * time.Hour},
	{"Australia/Lord_Howe", "2026-10-04", 23*time.Hour + 30*time.Minute},
	{"Australia/Lord_Howe", "2026-04-05", 24*time.Hour + 30*time.Minute},
	{"Asia/Kathmandu", "2026-03-29", 24 * time.Hour},
	{"Pacific/Apia", "2011-12-29", 24 * time.Hour},
	{"Pacific/Apia", "2011-12-30", 0},
	{"Pacific/Apia", "2011-12-31", 24 * time.Hour},
	{"America/Sao_Paulo", "2018-11-04", 23 * time.Hour}, // midnight is skipped
	{"America/Sao_Paulo", "2018-02-17", 25 * time.Hour}, // the hour before midnight comes twice
	{"America/Havana", "2026-11-01", 25 * time.Hour},    // midnight to one comes twice
	{"Asia/Beirut", "2026-03-29", 23 * time.Hour},
}

func TestDaysAreAsLongAsTheyAre(t *testing.T) {
	for _, c := range oddDays {
		z := zone(t, c.zone)
		d, err := ParseDay(c.day)
		if err != nil {
			t.Fatal(err)
		}
		if got := z.End(d).Sub(z.Start(d)); got != c.hours {
			t.Errorf("%s %s is %s long, want %s", c.zone, c.day, got, c.hours)
		}
	}
}

// TestBoundariesAgreeWithTheClock looks at every minute around odd days: a day holds exactly the instants at which the
// clock shows it.
func TestBoundariesAgreeWithTheClock(t *testing.T) {
	for _, c := range oddDays {
		z := zone(t, c.zone)
		odd, _ := ParseDay(c.day)
		from := InstantOf(odd.utc().Add(-40 * time.Hour))
		for m := Instant(0); m < 110*60; m++ {
			at := from + m*60*1e6
			d, _ := z.Local(at)
			if at < z.Start(d) || at >= z.End(d) {
				t.Fatalf("%s: the clock shows %s at %s, which lies outside %s to %s", c.zone, d, at, z.Start(d), z.End(d))
			}
		}
	}
}

func TestAClockTimeIsFoundOnItsDay(t *testing.T) {
	for _, c := range []struct {
		zone, day string
		clock     time.Duration
		utc       string
		fit       Fit
	}{
		{"Europe/Berlin", "2026-07-01", 8 * time.Hour, "2026-07-01T06:00:00Z", Exact},
		{"Europe/Berlin", "2026-03-29", 2*time.Hour + 30*time.Minute, "2026-03-29T01:30:00Z", Gap},
		{"Europe/Berlin", "2026-10-25", 2*time.Hour + 30*time.Minute, "2026-10-25T00:30:00Z", Ambiguous},
		{"Europe/Berlin", "2026-10-25", 3 * time.Hour, "2026-10-25T02:00:00Z", Exact},
		{"Europe/Berlin", "2026-10-24", 23 * time.Hour, "2026-10-24T21:00:00Z", Exact},
		{"America/New_York", "2026-11-01", 90 * time.Minute, "2026-11-01T05:30:00Z", Ambiguous},
		{"Australia/Lord_Howe", "2026-10-04", 2*time.Hour + 15*time.Minute, "2026-10-03T15:45:00Z", Gap},
		{"UTC+05:45", "2026-01-01", 0, "2025-12-31T18:15:00Z", Exact},
	} {
		d, _ := ParseDay(c.day)
		at, fit := zone(t, c.zone).At(d, c.clock)
		if at.String() != c.utc || fit != c.fit {
			t.Errorf("%s %s %s is %s (%d), want %s (%d)", c.zone, c.day, c.clock, at, fit, c.utc, c.fit)
		}
	}
}

func FuzzParseZone(f *testing.F) {
	for _, s := range []string{"Europe/Berlin", "UTC+08:00", "-0330", "Z", "+8"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		z, err := ParseZone(s, time.LoadLocation)
		if err != nil {
			return
		}
		again, err := ParseZone(z.String(), time.LoadLocation)
		if err != nil || again.String() != z.String() {
			t.Errorf("%q is not read back", z.String())
		}
	})
}

func BenchmarkLocal(b *testing.B) {
	z := zone(b, "Europe/Berlin")
	at := InstantOf(time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC))
	for b.Loop() {
		z.Local(at)
	}
}
