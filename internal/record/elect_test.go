package record

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func metric(t testing.TB, key string) Metric {
	t.Helper()
	m, ok := MetricOf(key)
	if !ok {
		t.Fatalf("no metric %s", key)
	}
	return m
}

func contest(t testing.TB, key, zoneName, on string) Contest {
	t.Helper()
	return Contest{Metric: metric(t, key), Day: day(t, on), Zone: zone(t, zoneName)}
}

// fixed is a candidate with a value, as far as the ranking sees it.
func fixed(stream string, class SourceClass, number float64, coverage time.Duration, measured float64) Candidate {
	return Candidate{Stream: stream, Source: stream, Class: class, Value: DayValue{Policy: PolicyLast, Number: number, Count: 1, Coverage: coverage, MeasuredAt: hour(measured)}}
}

func TestTheFirstCriterionThatTellsApartDecides(t *testing.T) {
	echo := fixed("scale app", ProfileEcho, 80, 0, 23)
	changed := echo
	changed.Changed = true
	for _, c := range []struct {
		name       string
		candidates []Candidate
		priority   []string
		winner     string
		rule       string
	}{
		{"one candidate", []Candidate{fixed("a", Aggregator, 70, 0, 1)}, nil, "a", RuleOnly},
		{"who measured before who typed", []Candidate{fixed("b", ByHand, 70, 9*time.Hour, 20), fixed("z", Measurer, 71, 0, 1)}, nil, "z", RuleClass},
		{"who typed before a changed echo", []Candidate{changed, fixed("z", ByHand, 71, 0, 1)}, nil, "z", RuleClass},
		{"a changed echo before who passes on", []Candidate{changed, fixed("a", Aggregator, 71, 0, 1)}, nil, "scale app", RuleClass},
		{"an echo of old is fresh and says nothing", []Candidate{echo, fixed("a", Aggregator, 71, 0, 1)}, nil, "a", RuleOnly},
		{"who saw more of the day", []Candidate{fixed("a", Measurer, 70, time.Hour, 20), fixed("z", Measurer, 71, 9*time.Hour, 1)}, nil, "z", RuleCoverage},
		{"who measured later", []Candidate{fixed("a", Measurer, 70, 0, 8), fixed("z", Measurer, 71, 0, 20)}, nil, "z", RuleFreshness},
		{"whom the person prefers", []Candidate{fixed("a", Measurer, 70, 0, 8), fixed("z", Measurer, 71, 0, 8)}, []string{"y", "z"}, "z", RulePriority},
		{"preference does not make an hour a day", []Candidate{fixed("a", Measurer, 70, 9*time.Hour, 8), fixed("z", Measurer, 71, time.Hour, 8)}, []string{"z"}, "a", RuleCoverage},
		{"names in the end", []Candidate{fixed("z", Measurer, 70, 0, 8), fixed("a", Measurer, 71, 0, 8)}, nil, "a", RulePriority},
	} {
		d := Elect(contest(t, "weight", "UTC", "2026-09-21"), c.candidates, ElectOptions{Priority: c.priority})
		if d.Outcome != Elected || d.Winner.Stream != c.winner || d.Rule != c.rule {
			t.Errorf("%s: %s %s by %s", c.name, d.Outcome, d.Winner.Stream, d.Rule)
		}
	}
}

func TestWhatCannotBeTrueIsRejectedNotRanked(t *testing.T) {
	for _, c := range []struct {
		name, metric string
		numbers      []float64
		outcome      ElectionOutcome
		winner       float64
		detail       string
	}{
		{"a heart rate of zero", "heart_rate", []float64{0, 70}, Elected, 70, "below-possible"},
		{"a weight in grams", "weight", []float64{81_000, 81}, Elected, 81, "above-possible"},
		{"a doubled night", "sleep_duration", []float64{480, 1480}, Elected, 480, "longer-than-day"},
		{"nothing possible", "heart_rate", []float64{0, 900}, Kept, 0, "above-possible below-possible"},
		{"no numbers", "heart_rate", []float64{math.NaN(), math.Inf(1)}, Kept, 0, "not-finite"},
		{"nobody", "heart_rate", nil, Nothing, 0, ""},
	} {
		var cs []Candidate
		for i, n := range c.numbers {
			// The impossible one saw most and last.
			cs = append(cs, fixed(string(rune('a'+i)), Measurer, n, time.Duration(i)*time.Hour, float64(i)))
		}
		d := Elect(contest(t, c.metric, "UTC", "2026-09-21"), cs, ElectOptions{})
		if d.Outcome != c.outcome || d.Winner.Value.Number != c.winner || d.Detail() != c.detail {
			t.Errorf("%s: %s %v %q", c.name, d.Outcome, d.Winner.Value.Number, d.Detail())
		}
	}
	echo := fixed("echo", ProfileEcho, 80, 0, 1)
	if d := Elect(contest(t, "weight", "UTC", "2026-09-21"), []Candidate{echo}, ElectOptions{}); d.Outcome != Nothing || !slices.Equal(d.Skipped, []string{"echo"}) {
		t.Errorf("an unchanged echo alone: %+v", d)
	}
}

// TestADurationIsBoundByTheDayAsItIs: 23, 24.5 and 25 hours, and a day that the calendar leaves out.
func TestADurationIsBoundByTheDayAsItIs(t *testing.T) {
	for _, c := range oddDays {
		if c.hours == 0 {
			continue
		}
		con := contest(t, "sedentary_time", c.zone, c.day)
		if con.Length() != c.hours {
			t.Errorf("%s %s is %s long", c.zone, c.day, con.Length())
		}
		most := c.hours.Minutes() * 1.02
		for _, try := range []struct {
			minutes float64
			ok      bool
		}{{c.hours.Minutes(), true}, {most - 0.01, true}, {most + 0.01, false}} {
			d := Elect(con, []Candidate{fixed("a", Measurer, try.minutes, 0, 1)}, ElectOptions{})
			if (d.Outcome == Elected) != try.ok {
				t.Errorf("%s %s, %s long: %v minutes are %s", c.zone, c.day, c.hours, try.minutes, d.Outcome)
			}
		}
	}
	for _, c := range []struct {
		zone, day string
		hours     time.Duration
	}{
		{"Europe/Berlin", "2026-03-28", 23 * time.Hour}, // the night in which clocks go forward
		{"Europe/Berlin", "2026-10-24", 25 * time.Hour},
		{"Australia/Lord_Howe", "2026-10-03", 23*time.Hour + 30*time.Minute},
		{"Australia/Lord_Howe", "2026-04-04", 24*time.Hour + 30*time.Minute},
		{"Pacific/Apia", "2011-12-28", 24 * time.Hour},
		{"Pacific/Apia", "2011-12-29", 24 * time.Hour}, // from the evening of the 29th to that of the 31st, with no 30th between
		{"Pacific/Apia", "2011-12-31", 24 * time.Hour},
		{"America/Sao_Paulo", "2018-11-03", 23 * time.Hour},
		{"UTC", "2026-03-29", 24 * time.Hour},
	} {
		con := contest(t, "sleep_duration", c.zone, c.day)
		if con.Length() != c.hours {
			t.Errorf("the night of %s in %s is %s long, want %s", c.day, c.zone, con.Length(), c.hours)
		}
	}
}

// anyCandidates agree in much, so that every criterion has to decide.
func anyCandidates(r *rand.Rand) []Candidate {
	classes := []SourceClass{Measurer, Measurer, ByHand, ProfileEcho, Aggregator, ""}
	out := make([]Candidate, r.IntN(6))
	for i := range out {
		out[i] = fixed(string(rune('a'+r.IntN(4))), classes[r.IntN(len(classes))], float64(r.IntN(4)*100), time.Duration(r.IntN(3))*time.Hour, float64(r.IntN(3)))
		out[i].Changed = r.IntN(2) == 0
		if r.IntN(2) == 0 {
			ps := anyPoints(r, 1+r.IntN(5))
			if v, ok := Aggregate(ps, PolicySumDelta); ok {
				out[i].Value = v
			}
		}
	}
	return out
}

// TestElectionIsTheSameInEveryOrder tries all orders.
func TestElectionIsTheSameInEveryOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for _, key := range []string{"steps", "heart_rate", "sleep_duration"} {
		c := contest(t, key, "Europe/Berlin", "2026-03-29")
		for range 150 {
			cs := anyCandidates(r)
			o := ElectOptions{Priority: []string{"c", "a"}}
			want := fmt.Sprintf("%+v", Elect(c, cs, o))
			permutations(cs, func(order []Candidate) {
				if got := fmt.Sprintf("%+v", Elect(c, order, o)); got != want {
					t.Fatalf("%s\n%s\n%s", key, want, got)
				}
			})
		}
	}
}

func permutations(cs []Candidate, visit func([]Candidate)) {
	var walk func(k int)
	order := slices.Clone(cs)
	walk = func(k int) {
		if k == len(order) {
			visit(slices.Clone(order))
			return
		}
		for i := k; i < len(order); i++ {
			order[k], order[i] = order[i], order[k]
			walk(k + 1)
			order[k], order[i] = order[i], order[k]
		}
	}
	walk(0)
}

// TestTheWinnerBeatsEachOther compares every pair by hand instead of sorting.
func TestTheWinnerBeatsEachOther(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	c := contest(t, "heart_rate", "UTC", "2026-09-21")
	class := map[SourceClass]int{Measurer: 0, ByHand: 1, ProfileEcho: 2, Aggregator: 3, "": 3}
	priority := map[string]int{"c": 0, "a": 1, "b": 9, "d": 9}
	for range 3_000 {
		cs := anyCandidates(r)
		d := Elect(c, cs, ElectOptions{Priority: []string{"c", "a"}})
		var possible []Candidate
		rejected := 0
		for _, x := range cs {
			if x.Class == ProfileEcho && !x.Changed {
				continue
			}
			if x.Value.Number < 15 || x.Value.Number > 350 {
				rejected++
				continue
			}
			possible = append(possible, x)
		}
		if len(d.Rejected) != rejected || d.Candidates != len(possible) {
			t.Fatalf("%d rejected, %d stand; want %d and %d", len(d.Rejected), d.Candidates, rejected, len(possible))
		}
		want := Nothing
		if len(possible) > 0 {
			want = Elected
		} else if rejected > 0 {
			want = Kept
		}
		if d.Outcome != want {
			t.Fatalf("%s, want %s", d.Outcome, want)
		}
		for _, x := range possible {
			w := d.Winner
			loses := class[x.Class] < class[w.Class]
			if class[x.Class] == class[w.Class] {
				loses = x.Value.Coverage > w.Value.Coverage
				if x.Value.Coverage == w.Value.Coverage {
					loses = x.Value.MeasuredAt > w.Value.MeasuredAt
					if x.Value.MeasuredAt == w.Value.MeasuredAt {
						loses = priority[x.Stream] < priority[w.Stream] || priority[x.Stream] == priority[w.Stream] && x.Stream < w.Stream
					}
				}
			}
			if loses {
				t.Fatalf("%+v won before %+v", w, x)
			}
		}
	}
}
