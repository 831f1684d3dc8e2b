package record

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"
)

func TestAdherenceIsATenthOfAPercentHalfUp(t *testing.T) {
	for _, c := range []struct {
		taken, skipped, missed int
		want                   string
	}{
		{0, 0, 0, "nothing"},
		{0, 1, 0, "0"},
		{0, 0, 4, "0"},
		{3, 0, 0, "100"},
		{2, 1, 0, "66.7"},
		{1, 1, 1, "33.3"},
		{1, 0, 15, "6.3"}, // 6.25
		{3, 0, 13, "18.8"},
		{1999, 0, 1, "100"}, // 99.95
		{1998, 1, 1, "99.9"},
	} {
		got := "nothing"
		if p := (Adherence{Taken: c.taken, Skipped: c.skipped, Missed: c.missed, Due: 9, Upcoming: 9, Unschedulable: 9, Extra: 9}).Percent(); p != nil {
			got = strconv.FormatFloat(*p, 'f', -1, 64)
		}
		if got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

func TestAnswersAreMatchedWithSlots(t *testing.T) {
	d := Day(20000)
	r := plan(t, d, Instruction{Times: []string{"08:00", "14:00", "20:00"}})
	slots, err := r.Slots(span(d, d+1), UTC, ShiftGap)
	if err != nil {
		t.Fatal(err)
	}
	take := func(s DoseStatus, day Day, name string) DoseEvent {
		return DoseEvent{ID: name, Plan: "plan", Status: s, SlotDay: day, SlotName: name, LocalDay: day}
	}
	events := []DoseEvent{
		take(DoseSkipped, d, "08:00"), take(DoseTaken, d, "08:00"), // was taken after all
		take(DoseTaken, d, "14:00"), take(DoseTaken, d, "14:00"), take(DoseSkipped, d, "14:00"), // twice
		take(DoseTaken, d, "09:00"),                             // no such slot
		{ID: "x", Plan: "plan", Status: DoseTaken, LocalDay: d}, // no slot at all
		{ID: "y", Plan: "other", Status: DoseTaken, SlotDay: d, SlotName: "20:00", LocalDay: d},
		take(DoseSkipped, d+1, "08:00"),
		take(DoseSkipped, d+1, "09:00"), // skipping what is not due is nothing
	}
	noon, _ := UTC.At(d+1, 12*time.Hour)
	_, got := Answer(slots, events, noon, 0)
	if want := (Adherence{Taken: 2, Skipped: 1, Missed: 1, Upcoming: 2, Extra: 4}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestAdherenceAddsUp splits a span at a random day: the counts of both parts are those of the whole.
func TestAdherenceAddsUp(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		start := Day(20000 + random.IntN(100))
		r := plan(t, start, Instruction{DosesPerDay: 1 + random.IntN(3)}, Instruction{PeriodDays: 2 + random.IntN(4)})
		from, to := start, start+Day(20+random.IntN(40))
		if random.IntN(2) == 0 {
			r, _ = r.Stop(start+Day(random.IntN(20)), to)
		}
		cut := from + Day(random.IntN(int(to-from)))
		now := UTC.Start(from + Day(random.IntN(int(to-from)+2)))
		all, err := r.Slots(span(from, to), UTC, ShiftGap)
		if err != nil {
			t.Fatal(err)
		}
		var events []DoseEvent
		naive := Adherence{}
		for _, s := range all {
			answer := DoseStatus("")
			switch random.IntN(3) {
			case 0:
				answer = DoseTaken
			case 1:
				answer = DoseSkipped
			}
			if answer != "" {
				events = append(events, DoseEvent{Plan: s.Plan, Status: answer, SlotDay: s.Day, SlotName: s.Name, LocalDay: s.Day})
			}
			switch {
			case answer == DoseTaken:
				naive.Taken++
			case answer == DoseSkipped:
				naive.Skipped++
			case s.Ended:
			case now < UTC.Start(s.Day):
				naive.Upcoming++
			case now < UTC.End(s.Day):
				naive.Due++
			default:
				naive.Missed++
			}
		}
		count := func(w Window) Adherence {
			slots, err := r.Slots(w, UTC, ShiftGap)
			if err != nil {
				t.Fatal(err)
			}
			_, a := Answer(slots, DosesOn(events, w), now, 0)
			return a
		}
		whole, parts := count(span(from, to)), count(span(from, cut)).Add(count(span(cut+1, to)))
		if whole != parts || whole != naive {
			t.Fatalf("whole %+v, parts %+v, naive %+v", whole, parts, naive)
		}
		if p := whole.Percent(); p != nil {
			exact := 100 * float64(whole.Taken) / float64(whole.Taken+whole.Skipped+whole.Missed)
			if *p < 0 || *p > 100 || math.Abs(*p-exact) > 0.0500001 {
				t.Fatalf("%v for %v", *p, exact)
			}
		}
	}
}
