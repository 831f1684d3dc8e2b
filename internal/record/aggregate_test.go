package record

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// at is an instant some seconds after a fixed midnight.
func at(seconds int) Instant { return Instant(1_790_000_000_000_000) + Instant(seconds)*1e6 }

func hour(h float64) Instant { return at(int(h * 3600)) }

// points of a stream, as from, to, value, in hours.
func points(rows ...[3]float64) []Point {
	var out []Point
	for i, r := range rows {
		out = append(out, Point{Start: hour(r[0]), End: hour(r[1]), Value: r[2], Row: ObsID{15: byte(i + 1)}})
	}
	return out
}

// anyPoints are points within some minutes, that overlap, repeat, touch and contain one another.
func anyPoints(r *rand.Rand, n int) []Point {
	stages := []string{StageAwake, StageLight, StageDeep, StageREM}
	out := make([]Point, n)
	for i := range out {
		start := r.IntN(120)
		out[i] = Point{
			Start: at(start), End: at(start + r.IntN(30)), Value: float64(r.IntN(6)), Stage: stages[r.IntN(4)], Ingested: Instant(r.IntN(4)),
			Row: ObsID{15: byte(i)},
		}
		if i > 0 && r.IntN(5) == 0 {
			out[i] = out[r.IntN(i)]
			out[i].Ingested++
		}
	}
	return out
}

func shuffled(r *rand.Rand, ps []Point) []Point {
	out := slices.Clone(ps)
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

func TestEachPolicyMakesItsValue(t *testing.T) {
	for _, c := range []struct {
		name     string
		policy   Policy
		points   []Point
		number   float64
		count    int
		coverage time.Duration
	}{
		{"a mean keeps its least and most", PolicyMeanMinMax, points([3]float64{1, 1, 60}, [3]float64{2, 2, 80}, [3]float64{9, 9, 100}), 80, 3, 0},
		{"the last measurement is the last measured", PolicyLast, points([3]float64{9, 9, 71}, [3]float64{1, 1, 70}), 71, 1, 0},
		{"amounts are added", PolicySumDelta, points([3]float64{1, 2, 100}, [3]float64{2, 3, 50}, [3]float64{8, 9, 1}), 151, 3, 3 * time.Hour},
		{"an interval sent twice counts once", PolicySumDelta, points([3]float64{1, 2, 100}, [3]float64{1, 2, 100}), 100, 1, time.Hour},
		{"a day's total does not add to its quarters", PolicySumDelta, points([3]float64{0, 24, 900}, [3]float64{1, 2, 100}, [3]float64{5, 6, 800}), 900, 1, 24 * time.Hour},
		{"a longer revision replaces what it contains", PolicySumDelta, points([3]float64{1, 2, 100}, [3]float64{1, 2.5, 130}, [3]float64{3, 4, 7}), 137, 2, 2*time.Hour + time.Hour/2},
		{"two dishes of one moment are two", PolicySumDelta, points([3]float64{12, 12, 300}, [3]float64{12, 12, 120}, [3]float64{12, 12, 120}), 420, 2, 0},
		{"spans count once where they overlap", PolicyDurationUnion, points([3]float64{1, 3, 0}, [3]float64{2, 4, 0}, [3]float64{2, 2.5, 0}, [3]float64{6, 7, 0}), 240, 4, 4 * time.Hour},
		{"a vendor's figure is not added", PolicyProviderValue, points([3]float64{0, 24, 900}, [3]float64{0, 24, 800}), 800, 1, 24 * time.Hour},
	} {
		v, ok := Aggregate(c.points, c.policy)
		if !ok || v.Number != c.number || v.Count != c.count || v.Coverage != c.coverage {
			t.Errorf("%s: %t %v of %d over %s", c.name, ok, v.Number, v.Count, v.Coverage)
		}
	}
	v, _ := Aggregate(points([3]float64{1, 1, 60}, [3]float64{2, 2, 80}, [3]float64{9, 9, 100}), PolicyMeanMinMax)
	if v.Min != 60 || v.Max != 100 || v.MeasuredAt != hour(9) || !v.Row.IsZero() {
		t.Errorf("%+v", v)
	}
}

func TestAmountsAtOneMomentAreToldApartByTheirRecords(t *testing.T) {
	dish := func(record string, value float64, sync int) Point {
		return Point{Start: hour(12), End: hour(12), Value: value, Record: record, Ingested: Instant(sync), Row: ObsID{15: byte(sync)}}
	}
	for name, c := range map[string]struct {
		points []Point
		want   float64
	}{
		"two records of one amount":           {[]Point{dish("a", 300, 1), dish("b", 300, 2)}, 600},
		"a record that was revised":           {[]Point{dish("a", 300, 1), dish("b", 100, 1), dish("a", 250, 2)}, 350},
		"a record, and the same without name": {[]Point{dish("a", 300, 1), dish("", 300, 2)}, 300},
		"amounts without names":               {[]Point{dish("", 300, 1), dish("", 300, 2), dish("", 120, 3)}, 420},
	} {
		if v, ok := Aggregate(c.points, PolicySumDelta); !ok || v.Number != c.want {
			t.Errorf("%s: %v, want %v", name, v.Number, c.want)
		}
	}
}

func TestWhatSaysNothingMakesNoValue(t *testing.T) {
	for name, c := range map[string]struct {
		p  Policy
		ps []Point
	}{
		"no points":             {PolicyMeanMinMax, nil},
		"no numbers":            {PolicySumDelta, points([3]float64{1, 2, math.NaN()}, [3]float64{3, 4, math.Inf(1)})},
		"an end before a start": {PolicySumDelta, points([3]float64{2, 1, 5})},
		"a moment lasts not":    {PolicyDurationUnion, points([3]float64{2, 2, 5})},
		"too much":              {PolicySumDelta, points([3]float64{1, 2, math.MaxFloat64}, [3]float64{3, 4, math.MaxFloat64})},
		"no policy":             {"", points([3]float64{1, 2, 5})},
		"a policy of another":   {"mode", points([3]float64{1, 2, 5})},
	} {
		if v, ok := Aggregate(c.ps, c.p); ok {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

func TestAValueDoesNotDependOnTheOrderOfArrival(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 400 {
		ps := anyPoints(r, 1+r.IntN(14))
		for p := range aggregations {
			a, okA := Aggregate(ps, p)
			b, okB := Aggregate(shuffled(r, ps), p)
			if okA != okB || a.Fingerprint() != b.Fingerprint() || a.Number != b.Number || a.MeasuredAt != b.MeasuredAt || !slices.Equal(a.Parts, b.Parts) {
				t.Fatalf("%s: %+v and %+v", p, a, b)
			}
			// Everything sent a second time changes nothing.
			twice := slices.Concat(ps, ps)
			if c, _ := Aggregate(twice, p); c.Number != a.Number || c.Count != a.Count && p != PolicyDurationUnion {
				t.Fatalf("%s: sent twice: %v and %v", p, c.Number, a.Number)
			}
		}
	}
}

func TestAggregateLeavesItsArgumentAlone(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	ps := anyPoints(r, 12)
	before := slices.Clone(ps)
	for p := range aggregations {
		v, _ := Aggregate(ps, p)
		Combine([]Candidate{{Value: v}, {Value: v}})
	}
	Flatten(ps)
	Deltas(ps, UTC, true)
	if !slices.Equal(ps, before) {
		t.Error("points were changed")
	}
}

// TestUnionIsTheSecondsThatAreCovered marks seconds.
func TestUnionIsTheSecondsThatAreCovered(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 1_000 {
		ps := anyPoints(r, r.IntN(12))
		var marked [200]bool
		for _, p := range ps {
			for s := p.Start; s < p.End; s += 1e6 {
				marked[(s-at(0))/1e6] = true
			}
		}
		count := 0
		for _, m := range marked {
			if m {
				count++
			}
		}
		spans := Union(ps)
		if got := total(spans); got != time.Duration(count)*time.Second {
			t.Fatalf("%s covered, want %d s", got, count)
		}
		for i := 1; i < len(spans); i++ {
			if spans[i].From <= spans[i-1].To {
				t.Fatalf("spans touch: %v", spans)
			}
		}
		if v, ok := Aggregate(ps, PolicyDurationUnion); ok != (count > 0) || math.Abs(v.Number*60-float64(count)) > 1e-9 {
			t.Fatalf("%v minutes, want %d s", v.Number, count)
		}
	}
}

// TestNoInstantIsCountedTwice tries all sets of intervals.
func TestNoInstantIsCountedTwice(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for range 600 {
		ps := usable(anyPoints(r, 1+r.IntN(9)), PolicySumDelta)
		got := Disjoint(ps)
		var intervals []Point
		for _, p := range ps {
			if p.End > p.Start {
				intervals = append(intervals, p)
			}
		}
		best, latest := time.Duration(0), Instant(math.MinInt64)
		for set := range 1 << len(intervals) {
			var length time.Duration
			last := Instant(math.MinInt64)
			var chosen []Point
			for i, p := range intervals {
				if set>>i&1 == 1 {
					chosen = append(chosen, p)
					length += p.End.Sub(p.Start)
					last = max(last, p.Ingested)
				}
			}
			if total(Union(chosen)) == length && (length > best || length == best && last > latest) {
				best, latest = length, last
			}
		}
		var length time.Duration
		last := Instant(math.MinInt64)
		for i, p := range got {
			if p.End == p.Start {
				for j, q := range got {
					if i != j && q.Start <= p.Start && p.Start < q.End {
						t.Fatalf("a moment counts inside %v", q)
					}
				}
				continue
			}
			length += p.End.Sub(p.Start)
			last = max(last, p.Ingested)
		}
		if length != best || last != latest || total(Union(got)) != length {
			t.Fatalf("%s up to arrival %d, want %s up to %d, of %v", length, last, best, latest, ps)
		}
	}
}

func TestWhatIsPublishedHasFourFiguresUnlessItWasCountedOrARowSaysIt(t *testing.T) {
	one, _ := Aggregate(points([3]float64{1, 2, 12345}), PolicySumDelta)
	two, _ := Aggregate(points([3]float64{1, 2, 12000}, [3]float64{2, 3, 345}), PolicySumDelta)
	three, _ := Aggregate(points([3]float64{1, 2, 12000.25}, [3]float64{2, 3, 345}), PolicySumDelta)
	if one.Row.IsZero() || one.Published() != 12345 || !two.Row.IsZero() || two.Published() != 12345 || three.Number != 12345.25 || three.Published() != 12350 {
		t.Errorf("%v, %v and %v", one.Published(), two.Published(), three.Published())
	}
}

func TestAnUnchangedDayHasItsFingerprint(t *testing.T) {
	base := points([3]float64{1, 1, 60}, [3]float64{2, 2, 80}, [3]float64{9, 9, 100})
	v, _ := Aggregate(base, PolicyMeanMinMax)
	again := slices.Clone(base)
	again[2].Ingested = 99
	again = append(again, base[0])
	if w, _ := Aggregate(again, PolicyMeanMinMax); w.Fingerprint() != v.Fingerprint() {
		t.Error("a sync that brought nothing woke the day")
	}
	for name, change := range map[string]func(ps []Point) []Point{
		"a new point":     func(ps []Point) []Point { return append(ps, Point{Start: hour(10), End: hour(10), Value: 80}) },
		"another extreme": func(ps []Point) []Point { ps[0].Value, ps[1].Value = 59, 81; return ps },
		"another mean":    func(ps []Point) []Point { ps[1].Value = 81; return ps },
		"one point":       func(ps []Point) []Point { return ps[:1] },
	} {
		if w, _ := Aggregate(change(slices.Clone(base)), PolicyMeanMinMax); w.Fingerprint() == v.Fingerprint() {
			t.Errorf("%s changes nothing", name)
		}
	}
}

// TestAnIntervalOverMidnightCountsOnItsFirstDay: days add up to what was measured, and none is counted twice.
func TestAnIntervalOverMidnightCountsOnItsFirstDay(t *testing.T) {
	for _, c := range []struct{ zone, day string }{
		{"Europe/Berlin", "2026-03-29"},
		{"Europe/Berlin", "2026-10-25"},
		{"Australia/Lord_Howe", "2026-10-04"},
		{"Australia/Lord_Howe", "2026-04-05"},
		{"Pacific/Apia", "2011-12-29"},
		{"Pacific/Apia", "2011-12-31"},
	} {
		z := zone(t, c.zone)
		d := day(t, c.day)
		from, to := z.Start(d-2), z.Start(d+3)
		byDay := map[Day][]Point{}
		n := 0
		for at := from; at < to; at = at.Add(25 * time.Minute) {
			p := Point{Start: at, End: at.Add(25 * time.Minute), Value: 1}
			byDay[LocalDay(p.Start, z, 0)] = append(byDay[LocalDay(p.Start, z, 0)], p)
			n++
		}
		var sum float64
		for on, ps := range byDay {
			v, ok := Aggregate(ps, PolicySumDelta)
			length := z.End(on).Sub(z.Start(on))
			if want := float64(length / (25 * time.Minute)); !ok || v.Number < want || v.Number > want+1 {
				t.Errorf("%s %s, %s long, has %v intervals", c.zone, on, length, v.Number)
			}
			sum += v.Number
		}
		if sum != float64(n) {
			t.Errorf("%s: days add up to %v of %d", c.zone, sum, n)
		}
	}
}
