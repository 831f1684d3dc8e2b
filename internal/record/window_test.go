package record

import (
	"testing"
	"time"
)

func day(t testing.TB, s string) Day {
	t.Helper()
	d, err := ParseDay(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestAWindowPrintsWhatWasNamed(t *testing.T) {
	a, b := day(t, "2026-03-01"), day(t, "2026-03-31")
	for _, c := range []struct {
		from, to *Day
		want     string
		swapped  bool
	}{
		{nil, nil, "all recorded data", false},
		{&a, nil, "2026-03-01..", false},
		{nil, &b, "..2026-03-31", false},
		{&a, &b, "2026-03-01..2026-03-31", false},
		{&b, &a, "2026-03-01..2026-03-31", true},
		{&a, &a, "2026-03-01..2026-03-01", false},
	} {
		w, swapped := NewWindow(c.from, c.to)
		if w.String() != c.want || swapped != c.swapped {
			t.Errorf("%s, swapped %v, want %s, %v", w, swapped, c.want, c.swapped)
		}
		from, to := w.Bounds()
		for _, d := range []Day{MinDay, a - 1, a, a + 1, b, b + 1, MaxDay} {
			if w.Holds(d) != (from <= d && d <= to) {
				t.Errorf("%s and %s disagree with its bounds", w, d)
			}
		}
	}
	if w := LastDays(b, 30); w.String() != "2026-03-02..2026-03-31" {
		t.Errorf("thirty days are %s", w)
	}
}

func TestANightBelongsToADayThatThereWas(t *testing.T) {
	at := InstantOf(time.Date(2011, 12, 30, 12, 0, 0, 0, time.UTC)) // 02:00 on the 31st in Samoa
	if got := LocalDay(at, zone(t, "Pacific/Apia"), BedtimeStart); got.String() != "2011-12-29" {
		t.Errorf("night of %s", got)
	}
}

func TestANightBelongsToTheDayItBeganOn(t *testing.T) {
	z := zone(t, "Europe/Berlin")
	for _, c := range []struct {
		at            string
		midnight, bed string
	}{
		{"2026-03-03T23:30:00+01:00", "2026-03-03", "2026-03-03"},
		{"2026-03-04T01:30:00+01:00", "2026-03-04", "2026-03-03"},
		{"2026-03-04T17:59:59+01:00", "2026-03-04", "2026-03-03"},
		{"2026-03-04T18:00:00+01:00", "2026-03-04", "2026-03-04"},
		{"2026-03-29T01:59:59+01:00", "2026-03-29", "2026-03-28"}, // a second before the clocks go forward
		{"2026-10-25T02:30:00+01:00", "2026-10-25", "2026-10-24"}, // the second 02:30 of that night
		{"2026-03-03T23:30:00Z", "2026-03-04", "2026-03-03"},      // an instant has no day of its own
	} {
		at, err := time.Parse(time.RFC3339, c.at)
		if err != nil {
			t.Fatal(err)
		}
		if got := LocalDay(InstantOf(at), z, 0); got.String() != c.midnight {
			t.Errorf("%s: day %s, want %s", c.at, got, c.midnight)
		}
		if got := LocalDay(InstantOf(at), z, BedtimeStart); got.String() != c.bed {
			t.Errorf("%s: night of %s, want %s", c.at, got, c.bed)
		}
	}
}
