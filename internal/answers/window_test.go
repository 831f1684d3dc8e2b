package answers

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// TestADayIsTheOneThatPeopleInTheZoneLivedThrough fills the days around changes of clocks, half an hour apart, and holds
// each window and bucket against package time's calendar.
func TestADayIsTheOneThatPeopleInTheZoneLivedThrough(t *testing.T) {
	s := openSQLite(t)
	for _, tt := range []struct {
		zone string
		day  time.Time // the day on which something happens
		half int       // half hours that it has
	}{
		{"Europe/Berlin", time.Date(2026, 3, 29, 0, 0, 0, 0, time.UTC), 46},
		{"Europe/Berlin", time.Date(2025, 10, 26, 0, 0, 0, 0, time.UTC), 50},
		{"America/New_York", time.Date(2025, 11, 2, 0, 0, 0, 0, time.UTC), 50},
		{"Australia/Lord_Howe", time.Date(2026, 4, 5, 0, 0, 0, 0, time.UTC), 49},
		{"America/Santiago", time.Date(2026, 9, 6, 0, 0, 0, 0, time.UTC), 46}, // begins at one o'clock
		{"Asia/Kathmandu", time.Date(2026, 3, 29, 0, 0, 0, 0, time.UTC), 48},
		{"Pacific/Apia", time.Date(2011, 12, 30, 0, 0, 0, 0, time.UTC), 0}, // never was
		{"Pacific/Apia", time.Date(2011, 12, 31, 0, 0, 0, 0, time.UTC), 48},
		{"UTC-09:30", time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), 48},
	} {
		t.Run(tt.zone+" "+tt.day.Format(time.DateOnly), func(t *testing.T) {
			c := newChart(t, s, tt.zone)
			var rows []record.Observation
			want := map[string]int{}
			hours := map[string]int{}
			first := tt.day.Add(-72 * time.Hour)
			for i := range 6 * 48 {
				at := first.Add(time.Duration(i) * 30 * time.Minute)
				o := c.observation(&fact{name: "Pulse", value: "60", unit: "/min", at: "2026-01-01 00:00"}, i)
				o.Start = record.InstantOf(at)
				o.End, o.LocalDay = o.Start, record.LocalDay(o.Start, c.zone, 0)
				o.ID = record.Identity{NameKey: o.NameKey, Start: o.Start, SourceRecordID: o.SourceRecordID}.ID()
				rows = append(rows, o)
				local := at.In(c.zone.Location())
				want[local.Format(time.DateOnly)]++
				hours[local.Format("2006-01-02 15:00")]++
			}
			ctx := context.Background()
			if err := s.Person(c.person).Write(ctx, func(tx *store.Tx) error { _, err := tx.InsertObservations(ctx, rows); return err }); err != nil {
				t.Fatal(err)
			}
			day := tt.day.Format(time.DateOnly)
			if want[day] != tt.half {
				t.Fatalf("the test's day has %d half hours, not %d", want[day], tt.half)
			}
			args := map[string]any{"keywords": []string{"pulse"}, "view": "stats", "start": day, "end": day}
			if tt.half == 0 {
				if e := c.ask(args); e.Data.Len() != 0 {
					t.Errorf("a day that never was has readings: %s", Compact(e))
				}
				return
			}
			if r := only[StatsRow](t, c.ask(args)); r.Count != tt.half || r.FirstDate != day || r.LastDate != day {
				t.Errorf("the day has %d readings, want %d", r.Count, tt.half)
			}
			raw := rowsOf[ReadingRow](t, c.limited(ReadingsTool, map[string]any{"keywords": []string{"pulse"}, "start": day, "end": day}, Limits{Rows: 100}))
			newest, oldest := raw[0].Time, raw[len(raw)-1].Time
			if newest != day+" 23:30:00" && tt.zone != "Asia/Kathmandu" || oldest[:10] != day || newest[:10] != day {
				t.Errorf("from %s to %s", oldest, newest)
			}
			for _, b := range rowsOf[BucketRow](t, c.limited(ReadingsTool, map[string]any{"keywords": []string{"pulse"}, "view": "hour", "start": day, "end": day}, Limits{Points: 100})) {
				if b.N != hours[b.Period] {
					t.Errorf("%s has %d readings, want %d", b.Period, b.N, hours[b.Period])
				}
			}
			args["view"], args["start"], args["end"] = "day", "2000-01-01", "2030-01-01"
			for _, b := range rowsOf[BucketRow](t, c.ask(args)) {
				if want[b.Period] == 0 || b.N != 1 {
					t.Errorf("%s with %d days", b.Period, b.N)
				}
			}
		})
	}
}

// TestAWindowHasTheRowsOfItsDaysAndNoOthers asks for random windows in many zones.
func TestAWindowHasTheRowsOfItsDaysAndNoOthers(t *testing.T) {
	s := openSQLite(t)
	rng := rand.New(rand.NewPCG(8, 9))
	for _, zone := range []string{"Europe/Berlin", "Pacific/Kiritimati", "America/Los_Angeles", "UTC+05:45", "Africa/Casablanca"} {
		c := newChart(t, s, zone)
		var facts []fact
		for range 120 {
			facts = append(facts, fact{name: "Pulse", value: "60", unit: "/min", at: fmt.Sprintf("2026-%02d-%02d %02d:%02d", 1+rng.IntN(12), 1+rng.IntN(28), rng.IntN(24), rng.IntN(60))})
		}
		c.add(facts...)
		for range 20 {
			w := windows(rng)
			args := arguments(Raw, w, "Pulse")
			delete(args, "view")
			var want, got []string
			for _, o := range c.rows {
				if w.Holds(o.LocalDay) {
					want = append(want, o.ID.String())
				}
			}
			e := c.limited(ReadingsTool, args, Limits{Rows: 1000, Hints: true})
			for _, r := range rowsOf[ReadingRow](t, e) {
				got = append(got, r.RowID)
			}
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(want, got) {
				t.Errorf("%s %s: %d rows, want %d", zone, w, len(got), len(want))
			}
			start, end := named(w)
			if e.Meta.Start != start || e.Meta.End != end || e.Meta.TZ != zone || e.Meta.Semantics != TZExact {
				t.Errorf("%s: %+v", w, e.Meta)
			}
			if hint := slices.ContainsFunc(e.Assumptions, func(n string) bool { return len(n) > 20 && n[:20] == "there is more outsid" }); hint != (len(got) < len(c.rows)) {
				t.Errorf("%s has %d of %d rows, and says that there is more: %v", w, len(got), len(c.rows), hint)
			}
		}
	}
}

func TestAWallClockIsWritten(t *testing.T) {
	for _, tt := range []struct {
		day   record.Day
		clock time.Duration
		want  string
	}{
		{record.DayOf(2026, 3, 1), 0, "2026-03-01 00:00:00"},
		{record.DayOf(2026, 3, 1), 8*time.Hour + 5*time.Minute + 9*time.Second + 999*time.Millisecond, "2026-03-01 08:05:09"},
		{record.DayOf(1969, 12, 31), 24*time.Hour - time.Microsecond, "1969-12-31 23:59:59"},
	} {
		if got := wall(tt.day, tt.clock); got != tt.want {
			t.Errorf("%s, want %s", got, tt.want)
		}
	}
}

func TestAPeriodIsReadBackFromItsKey(t *testing.T) {
	for _, day := range []record.Day{record.DayOf(1931, 5, 6), record.DayOf(1969, 12, 31), 0, record.DayOf(2026, 3, 29)} {
		for _, clock := range []time.Duration{0, time.Minute, 59*time.Minute + 59*time.Second, 13*time.Hour + 7*time.Minute, 24*time.Hour - time.Microsecond} {
			for view, form := range map[View]time.Duration{Minute: time.Minute, Hour: time.Hour} {
				as := stretches[view]
				if got, want := as.period(as.key(day, clock)), toMinute(wall(day, clock.Truncate(form))); got != want {
					t.Errorf("%s of %s %s: %s", view, day, clock, got)
				}
			}
		}
	}
}
