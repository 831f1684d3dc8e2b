package record

import (
	"testing"
	"time"
)

// What users of other health servers reported, as days.

func TestReportedDaysOfSteps(t *testing.T) {
	hourly := func(from, to int, each float64) []Point {
		var out []Point
		for h := from; h < to; h++ {
			out = append(out, points([3]float64{float64(h), float64(h + 1), each})...)
		}
		return out
	}
	for _, c := range []struct {
		name       string
		candidates []Candidate
		number     float64
		rule       string
		from       int
	}{
		{
			"the same records came again after a second sync",
			[]Candidate{candidate("watch", Measurer, PolicySumDelta, append(hourly(8, 18, 500), hourly(8, 18, 500)...))},
			5000, RuleOnly, 0,
		},
		{
			"a daily summary came beside the hours it was made of",
			[]Candidate{
				candidate("watch", Measurer, PolicySumDelta, hourly(8, 18, 500)),
				candidate("watch", Measurer, PolicyProviderValue, points([3]float64{0, 24, 5012})),
			},
			5012, RuleCoverage, 0,
		},
		{
			"a watch that was on for three hours hid the phone's day",
			[]Candidate{
				candidate("watch", Measurer, PolicySumDelta, points([3]float64{17, 18, 1200}, [3]float64{18, 20, 2957})),
				candidate("phone", Measurer, PolicySumDelta, points([3]float64{8, 9, 4000}, [3]float64{9, 10, 5922})),
			},
			14079, RuleCombined, 2,
		},
		{
			"phone and watch counted the same walk",
			[]Candidate{
				candidate("watch", Measurer, PolicySumDelta, hourly(8, 12, 1000)),
				candidate("phone", Measurer, PolicySumDelta, hourly(9, 11, 950)),
			},
			4000, RuleCoverage, 0,
		},
		{
			"six sources of one day",
			[]Candidate{
				candidate("watch", Measurer, PolicySumDelta, hourly(9, 18, 700)),
				candidate("phone", Measurer, PolicySumDelta, hourly(8, 20, 650)[:11]),
				candidate("ring", Measurer, PolicySumDelta, hourly(20, 22, 100)),
				candidate("cloud", Aggregator, PolicySumDelta, append(hourly(9, 18, 700), hourly(8, 9, 650)...)),
				candidate("old phone", Aggregator, PolicySumDelta, hourly(6, 7, 30)),
				candidate("typed", ByHand, PolicyProviderValue, points([3]float64{0, 0, 9000})),
			},
			11*650 + 2*100 + 30, RuleCombined, 3,
		},
	} {
		d := Elect(contest(t, "steps", "Europe/Berlin", "2026-09-21"), c.candidates, ElectOptions{})
		if d.Outcome != Elected || d.Winner.Value.Number != c.number || d.Rule != c.rule || len(d.From) != c.from {
			t.Errorf("%s: %v by %s from %+v", c.name, d.Winner.Value.Number, d.Rule, d.From)
		}
	}
}

func TestANightIsNotDoubled(t *testing.T) {
	night := func(from, to float64, sync int) Point {
		return Point{Start: hour(from), End: hour(to), Ingested: Instant(sync), Stage: StageAsleep}
	}
	once := []Point{night(23, 26, 1), night(26.5, 31, 1)}
	again := append(once, night(23, 26, 2), night(23, 31, 2), night(24, 25, 2))
	v, _ := Aggregate(once, PolicyDurationUnion)
	w, _ := Aggregate(again, PolicyDurationUnion)
	if v.Number != 7.5*60 || w.Number != 8*60 {
		t.Errorf("%v and %v minutes", v.Number, w.Number)
	}
	// A second source that calls the wake half hour sleep does not complete the night.
	c := contest(t, "sleep_duration", "Europe/Berlin", "2026-09-21")
	other, _ := Aggregate([]Point{night(26, 26.5, 1)}, PolicyDurationUnion)
	d := Elect(c, []Candidate{{Stream: "ring", Class: Measurer, Value: v}, {Stream: "phone", Class: Measurer, Value: other}}, ElectOptions{})
	if d.Winner.Value.Number != 450 || d.Rule != RuleCoverage || d.From != nil {
		t.Errorf("%v minutes by %s", d.Winner.Value.Number, d.Rule)
	}
	// Two added nights are longer than a day has room for.
	doubled := Candidate{Stream: "sum", Class: Measurer, Value: DayValue{Number: 26 * 60, Coverage: 26 * time.Hour}}
	d = Elect(c, []Candidate{doubled, {Stream: "ring", Class: Measurer, Value: v}}, ElectOptions{})
	if d.Winner.Stream != "ring" || d.Detail() != "longer-than-day" {
		t.Errorf("%s, %q", d.Winner.Stream, d.Detail())
	}
}

// TestPreferenceIsPerMetric: who trusts the ring for sleep may trust the watch for steps.
func TestPreferenceIsPerMetric(t *testing.T) {
	cs := []Candidate{fixed("ring", Measurer, 400, 0, 8), fixed("watch", Measurer, 410, 0, 8)}
	sleep := Elect(contest(t, "sleep_duration", "UTC", "2026-09-21"), cs, ElectOptions{Priority: []string{"ring"}})
	steps := Elect(contest(t, "steps", "UTC", "2026-09-21"), cs, ElectOptions{Priority: []string{"watch"}})
	if sleep.Winner.Stream != "ring" || steps.Winner.Stream != "watch" || steps.Rule != RulePriority {
		t.Errorf("%s and %s", sleep.Winner.Stream, steps.Winner.Stream)
	}
}

func TestACombinedTotalThatIsImpossibleIsNotPublished(t *testing.T) {
	c := contest(t, "steps", "UTC", "2026-09-21")
	a := candidate("a", Measurer, PolicySumDelta, points([3]float64{1, 3, 200_000}))
	b := candidate("b", Measurer, PolicySumDelta, points([3]float64{4, 5, 200_000}))
	if d := Elect(c, []Candidate{a, b}, ElectOptions{}); d.Winner.Value.Number != 200_000 || d.Rule != RuleCoverage || d.From != nil {
		t.Errorf("%v by %s", d.Winner.Value.Number, d.Rule)
	}
}
