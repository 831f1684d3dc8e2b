package record

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func candidate(stream string, class SourceClass, p Policy, ps []Point) Candidate {
	v, ok := Aggregate(ps, p)
	if !ok {
		panic("a test's candidate says nothing")
	}
	return Candidate{Stream: stream, Source: stream, Class: class, Value: v}
}

func TestAPhoneFillsTheHoursThatAWatchWasOff(t *testing.T) {
	watch := candidate("watch", Measurer, PolicySumDelta, points([3]float64{17, 18, 1200}, [3]float64{18, 20, 2957}))
	phone := candidate("phone", Measurer, PolicySumDelta, points([3]float64{8, 9, 4000}, [3]float64{9, 12, 5922}, [3]float64{17.5, 18.5, 900}, [3]float64{20, 21, 0}))
	v, from, ok := Combine([]Candidate{watch, phone})
	if !ok || v.Number != 14079 || v.Published() != 14079 || v.Count != 5 {
		t.Fatalf("%t %v of %d", ok, v.Number, v.Count)
	}
	if len(from) != 2 || from[0].Stream != "watch" || from[0].Number != 4157 || from[1].Stream != "phone" || from[1].Number != 9922 || from[1].Points != 3 {
		t.Errorf("%+v", from)
	}
	// Ranked the other way, the watch's hours overlap the phone's evening in part, and give nothing.
	if _, _, ok := Combine([]Candidate{phone, watch}); ok {
		t.Error("hours that overlap in part were counted")
	}
}

func TestWhatCannotBeCombinedStandsAlone(t *testing.T) {
	watch := candidate("watch", Measurer, PolicySumDelta, points([3]float64{8, 9, 1000}))
	moments := candidate("moments", Measurer, PolicySumDelta, points([3]float64{12, 12, 500}, [3]float64{13, 14, 500}))
	same := candidate("mirror", Aggregator, PolicySumDelta, points([3]float64{8, 9, 1000}))
	partly := candidate("partly", Measurer, PolicySumDelta, points([3]float64{8.5, 20, 9000}))
	daily := candidate("daily", Aggregator, PolicyProviderValue, points([3]float64{0, 24, 9000}))
	for name, ranked := range map[string][]Candidate{
		"none": nil, "one": {watch}, "moments first": {moments, watch}, "moments second": {watch, moments},
		"moments before two others": {moments, watch, candidate("late", Measurer, PolicySumDelta, points([3]float64{20, 21, 5}))}, "the same hour": {watch, same},
		"an hour in part": {watch, partly}, "a maker's figure for the day": {watch, daily}, "the day first": {daily, watch},
	} {
		if v, from, ok := Combine(ranked); ok || from != nil || v.Number != 0 {
			t.Errorf("%s: %v from %v", name, v.Number, from)
		}
	}
}

func TestDurationsAndAmountsOfTimeCombine(t *testing.T) {
	spans := candidate("spans", Measurer, PolicyDurationUnion, points([3]float64{8, 9, 0}, [3]float64{8.5, 9.5, 0}))
	amounts := candidate("amounts", Measurer, PolicySumDelta, points([3]float64{9.25, 10, 20}, [3]float64{12, 13, 12}))
	v, from, ok := Combine([]Candidate{spans, amounts})
	if !ok || v.Number != 90+12 || len(from) != 2 || from[0].Number != 90 {
		t.Errorf("%t %v %+v", ok, v.Number, from)
	}
}

// TestEachStreamGivesExactlyItsFreeIntervals asks each second, stream by stream.
func TestEachStreamGivesExactlyItsFreeIntervals(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	for range 800 {
		var ranked []Candidate
		for i := range 2 + r.IntN(4) {
			ps := slices.DeleteFunc(anyPoints(r, 1+r.IntN(8)), func(p Point) bool { return p.End == p.Start })
			if v, ok := Aggregate(ps, PolicySumDelta); ok {
				ranked = append(ranked, Candidate{Stream: string(rune('a' + i)), Value: v})
			}
		}
		var taken [200]bool
		var sum float64
		givers := 0
		for _, c := range ranked {
			var free []Point
			for _, p := range c.Value.Parts {
				ok := true
				for s := p.Start; s < p.End; s += 1e6 {
					ok = ok && !taken[(s-at(0))/1e6]
				}
				if ok {
					free = append(free, p)
				}
			}
			for _, p := range free {
				sum += p.Value
				for s := p.Start; s < p.End; s += 1e6 {
					taken[(s-at(0))/1e6] = true
				}
			}
			if len(free) > 0 {
				givers++
			}
		}
		v, from, ok := Combine(ranked)
		if ok != (givers > 1) || ok && (v.Number != sum || len(from) != givers || total(Union(v.Parts)) != sumOfLengths(v.Parts)) {
			t.Fatalf("%t %v from %d, want %v from %d", ok, v.Number, len(from), sum, givers)
		}
		var given float64
		for _, f := range from {
			given += f.Number
		}
		if given != v.Number {
			t.Fatalf("contributions add up to %v of %v", given, v.Number)
		}
	}
}
