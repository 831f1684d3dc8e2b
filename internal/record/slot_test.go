package record

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"
)

func plan(t testing.TB, start Day, instructions ...Instruction) Regimen {
	t.Helper()
	r, err := Begin(Plan{ID: "plan", Name: "Metformin", Start: start, Instructions: instructions})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func span(from, to Day) Window { return Window{From: &from, To: &to} }

func slotNamesOf(slots []Slot) (out []string) {
	for _, s := range slots {
		out = append(out, s.Day.String()[5:]+" "+s.Name)
	}
	return out
}

// TestSlotsAgreeWithAScanOfTheClock holds every slot with a clock time around odd days against a search for the minute
// at which the clock shows it.
func TestSlotsAgreeWithAScanOfTheClock(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	gaps, doubles := 0, 0
	for _, c := range oddDays {
		z := zone(t, c.zone)
		odd := day(t, c.day)
		clocks := map[Day][]clockMinute{odd - 1: clockMinutes(z, odd-1), odd: clockMinutes(z, odd), odd + 1: clockMinutes(z, odd+1)}
		for range 20 {
			var times []string
			for m := random.IntN(300); m < 24*60 && len(times) < 12; m += 1 + random.IntN(200) {
				times = append(times, fmt.Sprintf("%02d:%02d", m/60, m%60))
			}
			r := plan(t, odd-1, Instruction{Times: times})
			for _, policy := range []GapPolicy{ShiftGap, SkipGap} {
				slots, err := r.Slots(span(odd-1, odd+1), z, policy)
				if err != nil || len(slots) != 3*len(times) {
					t.Fatalf("%s: %d slots, %v", c.zone, len(slots), err)
				}
				for _, s := range slots {
					clock, _ := ParseClock(s.Name)
					at, fit := scan(clocks[s.Day], clock)
					switch {
					case z.Start(s.Day) == z.End(s.Day):
						if !s.Unschedulable {
							t.Errorf("%s %s %s: the day is missing and has a dose", c.zone, s.Day, s.Name)
						}
						continue
					case fit == Gap:
						gaps++
					case fit == Ambiguous:
						doubles++
					}
					if want := fit == Gap && policy == SkipGap; s.Unschedulable != want || !want && s.From != at {
						t.Errorf("%s %s %s: %s, unschedulable %v; the clock says %s (%d)", c.zone, s.Day, s.Name, s.From, s.Unschedulable, at, fit)
					}
					if s.Until != z.End(s.Day) || !s.Unschedulable && (s.From < z.Start(s.Day) || s.From >= s.Until) {
						t.Errorf("%s %s %s lies outside of its day", c.zone, s.Day, s.Name)
					}
				}
			}
		}
	}
	if gaps == 0 || doubles == 0 {
		t.Errorf("%d gaps and %d doubled times were looked at", gaps, doubles)
	}
}

// clockMinute is what the clock shows at a minute of a day.
type clockMinute struct {
	at    Instant
	clock time.Duration
}

// clockMinutes are all of a day's, with the one before it first.
func clockMinutes(z Zone, d Day) (out []clockMinute) {
	for at := z.Start(d) - 60e6; at < z.End(d); at += 60e6 {
		_, clock := z.Local(at)
		out = append(out, clockMinute{at, clock})
	}
	return out
}

// scan looks for a clock time in a day's minutes. One that is not there lies where the clock jumped over it, and is as
// much later as the clock jumped.
func scan(day []clockMinute, clock time.Duration) (at Instant, fit Fit) {
	found := 0
	var shifted Instant
	for i := 1; i < len(day); i++ {
		if day[i].clock == clock {
			if found++; found == 1 {
				at = day[i].at
			}
		}
		if next := (day[i-1].clock + time.Minute) % (24 * time.Hour); next <= clock && clock < day[i].clock {
			shifted = day[i].at.Add(clock - next)
		}
	}
	switch found {
	case 0:
		return shifted, Gap
	case 1:
		return at, Exact
	default:
		return at, Ambiguous
	}
}

func TestSlotsByKind(t *testing.T) {
	monday := day(t, "2026-06-01")
	week := span(monday, monday+6)
	for name, c := range map[string]struct {
		in   []Instruction
		want []string
	}{
		"clock times are the slots": {
			[]Instruction{{Times: []string{"08:00", "20:00"}}},
			[]string{"06-01 08:00", "06-01 20:00", "06-02 08:00", "06-02 20:00", "06-03 08:00", "06-03 20:00", "06-04 08:00", "06-04 20:00", "06-05 08:00", "06-05 20:00", "06-06 08:00", "06-06 20:00", "06-07 08:00", "06-07 20:00"},
		},
		"every third day counts from the start":   {[]Instruction{{PeriodDays: 3}}, []string{"06-01 day", "06-04 day", "06-07 day"}},
		"weekdays are those of ISO 8601":          {[]Instruction{{Weekdays: []int{1, 4, 7}}}, []string{"06-01 day", "06-04 day", "06-07 day"}},
		"as needed is never due":                  {[]Instruction{{AsNeeded: true}}, nil},
		"without a timing nothing is due":         {[]Instruction{{Dose: &Dose{Value: 1, Unit: "{tablet}"}}}, nil},
		"names that are shared are told apart":    {[]Instruction{{Weekdays: []int{2}}, {Weekdays: []int{2, 3}}, {AsNeeded: true}}, []string{"06-02 day#1", "06-02 day#2", "06-03 day#2"}},
		"several a day are numbered in the order": {[]Instruction{{Weekdays: []int{5}}, {DosesPerDay: 2}}, []string{"06-01 1/2", "06-01 2/2", "06-02 1/2", "06-02 2/2", "06-03 1/2", "06-03 2/2", "06-04 1/2", "06-04 2/2", "06-05 day", "06-05 1/2", "06-05 2/2", "06-06 1/2", "06-06 2/2", "06-07 1/2", "06-07 2/2"}},
	} {
		r := plan(t, monday, c.in...)
		slots, err := r.Slots(week, UTC, ShiftGap)
		if got := slotNamesOf(slots); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

func TestAProjectionHas62DaysAtMost(t *testing.T) {
	r := plan(t, 100, Instruction{DosesPerDay: 1})
	if slots, err := r.Slots(span(100, 161), UTC, ShiftGap); err != nil || len(slots) != 62 {
		t.Errorf("62 days: %d, %v", len(slots), err)
	}
	for _, w := range []Window{span(100, 162), {}, {From: new(Day)}} {
		var e *MedicationError
		if _, err := r.Slots(w, UTC, ShiftGap); !errors.As(err, &e) || e.Kind != ProjectionLong {
			t.Errorf("%s: %v", w, err)
		}
	}
}

func TestASlotGoesThroughItsStates(t *testing.T) {
	z := zone(t, "Europe/Berlin")
	d := day(t, "2026-06-01")
	r := plan(t, d, Instruction{Times: []string{"08:00"}}, Instruction{DosesPerDay: 1})
	slots, err := r.Slots(span(d, d), z, ShiftGap)
	if err != nil || len(slots) != 2 {
		t.Fatal(slots, err)
	}
	anytime, morning := slots[0], slots[1]
	at := func(clock string) Instant {
		c, ok := ParseClock(clock)
		if !ok {
			t.Fatal(clock)
		}
		i, _ := z.At(d, c)
		return i
	}
	for _, c := range []struct {
		slot   Slot
		answer DoseStatus
		now    Instant
		grace  time.Duration
		want   SlotState
	}{
		{morning, "", at("07:59"), 0, SlotUpcoming},
		{morning, "", at("08:00"), 0, SlotDue},
		{morning, "", at("23:59"), 0, SlotDue},
		{morning, "", z.End(d), 0, SlotMissed},
		{morning, "", at("08:59"), time.Hour, SlotDue},
		{morning, "", at("09:00"), time.Hour, SlotMissed},
		{morning, DoseTaken, at("07:00"), 0, SlotTaken},
		{morning, DoseSkipped, z.End(d), 0, SlotSkipped},
		{anytime, "", z.Start(d) - 1, 0, SlotUpcoming},
		{anytime, "", z.Start(d), time.Hour, SlotDue},
		{anytime, "", at("23:59"), time.Hour, SlotDue},
		{anytime, "", z.End(d), 0, SlotMissed},
	} {
		if got := c.slot.State(c.answer, c.now, c.grace); got != c.want {
			t.Errorf("%s at %s with %s is %s, want %s", c.slot.Name, c.now, c.grace, got, c.want)
		}
	}
	gap := plan(t, d, Instruction{Times: []string{"02:30"}})
	spring := day(t, "2027-03-28")
	slots, _ = gap.Slots(span(spring, spring), z, SkipGap)
	if got := slots[0].State("", z.End(spring), 0); got != SlotUnschedulable {
		t.Errorf("in the gap: %s", got)
	}
}
