package record

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func TestTheSegmentThatCameLastOwnsEachMoment(t *testing.T) {
	night := func(from, to float64, stage string, sync int) Point {
		return Point{Start: hour(from), End: hour(to), Stage: stage, Ingested: Instant(sync)}
	}
	for name, c := range map[string]struct {
		points []Point
		want   map[string]time.Duration
	}{
		"one sync": {
			[]Point{night(23, 24, StageLight, 1), night(24, 26, StageDeep, 1), night(26, 27, StageREM, 1)},
			map[string]time.Duration{StageLight: time.Hour, StageDeep: 2 * time.Hour, StageREM: time.Hour},
		},
		"the same night again": {
			[]Point{night(23, 24, StageLight, 1), night(23, 24, StageLight, 2)},
			map[string]time.Duration{StageLight: time.Hour},
		},
		"a second sync sees it otherwise": {
			[]Point{night(23, 27, StageLight, 1), night(24, 26, StageDeep, 2)},
			map[string]time.Duration{StageLight: 2 * time.Hour, StageDeep: 2 * time.Hour},
		},
		"a second sync covers all": {
			[]Point{night(24, 26, StageDeep, 1), night(23, 27, StageLight, 2)},
			map[string]time.Duration{StageLight: 4 * time.Hour},
		},
		"sleep contained in sleep": {
			[]Point{night(23, 31, StageAsleep, 1), night(23, 31, StageAsleep, 1), night(25, 26, StageREM, 1), night(26, 27, StageAwake, 1)},
			map[string]time.Duration{StageAsleep: 6 * time.Hour, StageREM: time.Hour, StageAwake: time.Hour},
		},
	} {
		flat := Flatten(c.points)
		got := map[string]time.Duration{}
		for _, p := range flat {
			got[p.Stage] += p.End.Sub(p.Start)
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	v, _ := Aggregate(OfSleep(Flatten([]Point{night(23, 31, StageAsleep, 1), night(26, 27, StageAwake, 1)})), PolicyDurationUnion)
	if v.Number != 7*60 {
		t.Errorf("asleep for %v minutes", v.Number)
	}
}

// TestStagesAgreeWithEverySecondAskedAlone asks each second which segment owns it.
func TestStagesAgreeWithEverySecondAskedAlone(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	for range 1_000 {
		ps := anyPoints(r, r.IntN(14))
		flat := Flatten(shuffled(r, ps))
		for s := at(0); s < at(160); s += 1e6 {
			owner := -1
			for i := range ps {
				p := &ps[i]
				if p.Start <= s && s < p.End && (owner < 0 || compareOwners(p, &ps[owner]) > 0) {
					owner = i
				}
			}
			var holding []Point
			for _, p := range flat {
				if p.Start <= s && s < p.End {
					holding = append(holding, p)
				}
			}
			switch {
			case owner < 0 && len(holding) > 0, owner >= 0 && len(holding) != 1:
				t.Fatalf("second %d is held %d times", (s-at(0))/1e6, len(holding))
			case owner >= 0 && holding[0].Stage != ps[owner].Stage:
				t.Fatalf("second %d is %s, want %s", (s-at(0))/1e6, holding[0].Stage, ps[owner].Stage)
			}
		}
		// No stage, and no sum of stages, is longer than the time they span.
		var sum time.Duration
		for _, stage := range []string{StageAwake, StageLight, StageDeep, StageREM} {
			sum += total(Union(OfStage(flat, stage)))
		}
		if sum != total(Union(ps)) {
			t.Fatalf("stages are %s of %s", sum, total(Union(ps)))
		}
		if !slices.Equal(Flatten(flat), flat) {
			t.Fatal("what is flat changes when flattened")
		}
	}
}

func TestRunningTotalsBecomeWhatWasCountedBetween(t *testing.T) {
	berlin := zone(t, "Europe/Berlin")
	spring := day(t, "2026-03-29")
	on := func(d Day, clock time.Duration, value float64) Point {
		at, _ := berlin.At(d, clock)
		return Point{Start: at, End: at, Value: value}
	}
	for _, c := range []struct {
		name   string
		daily  bool
		totals []Point
		want   map[Day]float64
	}{
		{"a daily counter", true, []Point{on(spring, 8*time.Hour, 500), on(spring, 12*time.Hour, 4000), on(spring, 23*time.Hour, 9000), on(spring+1, 9*time.Hour, 700)}, map[Day]float64{spring: 9000, spring + 1: 700}},
		{"a reading at midnight closes the day", true, []Point{on(spring, 8*time.Hour, 500), on(spring+1, 0, 9100), on(spring+1, 9*time.Hour, 700)}, map[Day]float64{spring: 9100, spring + 1: 700}},
		{"nor does it count for the next", true, []Point{on(spring, 8*time.Hour, 500), on(spring+1, 0, 9100), on(spring+1, 9*time.Hour, 6000)}, map[Day]float64{spring: 9100, spring + 1: 6000}},
		{"a correction is taken off", true, []Point{on(spring, 8*time.Hour, 5000), on(spring, 12*time.Hour, 4990), on(spring, 20*time.Hour, 8000)}, map[Day]float64{spring: 8000}},
		{"a device that was set back", true, []Point{on(spring, 8*time.Hour, 5000), on(spring, 12*time.Hour, 100), on(spring, 20*time.Hour, 900)}, map[Day]float64{spring: 5900}},
		{"a counter since it was switched on", false, []Point{on(spring, 8*time.Hour, 100_000), on(spring, 12*time.Hour, 103_000), on(spring+1, 12*time.Hour, 104_500), on(spring+1, 13*time.Hour, 200)}, map[Day]float64{spring: 4500, spring + 1: 200}},
		{"one reading of such a counter", false, []Point{on(spring, 8*time.Hour, 100_000)}, map[Day]float64{}},
		{"the same reading twice", true, []Point{on(spring, 8*time.Hour, 500), on(spring, 8*time.Hour, 500)}, map[Day]float64{spring: 500}},
	} {
		deltas := Deltas(c.totals, berlin, c.daily)
		byDay := map[Day][]Point{}
		for _, p := range deltas {
			byDay[LocalDay(p.Start, berlin, 0)] = append(byDay[LocalDay(p.Start, berlin, 0)], p)
		}
		got := map[Day]float64{}
		for d, ps := range byDay {
			v, _ := Aggregate(ps, PolicySumDelta)
			got[d] = v.Number
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		if total(Union(deltas)) != sumOfLengths(deltas) {
			t.Errorf("%s: deltas overlap", c.name)
		}
	}
}

func sumOfLengths(ps []Point) time.Duration {
	var d time.Duration
	for _, p := range ps {
		d += p.End.Sub(p.Start)
	}
	return d
}

// TestDeltasOfADailyCounterAddUpToItsLastReading walks through days of 23, 24 and 25 hours.
func TestDeltasOfADailyCounterAddUpToItsLastReading(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	for _, c := range oddDays {
		z, d := zone(t, c.zone), day(t, c.day)
		if c.hours == 0 {
			continue
		}
		var totals []Point
		last := map[Day]float64{}
		count, on := 0.0, d-1
		for at := z.Start(d - 1).Add(7 * time.Minute); at < z.End(d+1); at = at.Add(time.Duration(10+r.IntN(50)) * time.Minute) {
			today, _ := z.Local(at)
			if today != on {
				count, on = 0, today
			}
			count += float64(r.IntN(300))
			totals = append(totals, Point{Start: at, End: at, Value: count})
			last[today] = count
		}
		got := map[Day]float64{}
		for _, p := range Deltas(shuffled(r, totals), z, true) {
			got[LocalDay(p.Start, z, 0)] += p.Value
		}
		if fmt.Sprint(got) != fmt.Sprint(last) {
			t.Errorf("%s %s: %v, want %v", c.zone, c.day, got, last)
		}
	}
}
