package record

import (
	"fmt"
	"testing"
	"time"
)

func dayOfMinutes(n int) []Point {
	out := make([]Point, n)
	for i := range out {
		out[i] = Point{Start: at(i * 60), End: at(i*60 + 60), Value: float64(60 + i%40), Row: ObsID{14: byte(i >> 8), 15: byte(i)}}
	}
	return out
}

func BenchmarkAggregate(b *testing.B) {
	clean := dayOfMinutes(1_440)
	twice := append(dayOfMinutes(1_440), dayOfMinutes(1_440)...)
	overlapping := dayOfMinutes(1_440)
	for i := range overlapping {
		overlapping[i].End = overlapping[i].End.Add(time.Duration(i%90) * time.Second)
	}
	for _, p := range []Policy{PolicyMeanMinMax, PolicySumDelta, PolicyDurationUnion, PolicyLast} {
		for name, ps := range map[string][]Point{"1440 points": clean, "sent twice": twice, "overlapping": overlapping} {
			b.Run(fmt.Sprintf("%s of %s", p, name), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					Aggregate(ps, p)
				}
			})
		}
	}
}

func BenchmarkFlatten(b *testing.B) {
	ps := dayOfMinutes(600)
	for i := range ps {
		ps[i].End = ps[i].End.Add(10 * time.Minute)
		ps[i].Ingested = Instant(i % 7)
	}
	for b.Loop() {
		Flatten(ps)
	}
}

func BenchmarkElect(b *testing.B) {
	single := []Candidate{fixed("a", Measurer, 70, 0, 1), fixed("b", Measurer, 71, 0, 2), fixed("c", Aggregator, 72, 0, 3)}
	watch, phone := dayOfMinutes(1_440)[480:960], dayOfMinutes(1_440)
	combined := []Candidate{
		{Stream: "watch", Class: Measurer, Value: aggregated(watch)}, {Stream: "phone", Class: Aggregator, Value: aggregated(phone)},
	}
	b.Run("three readings", func(b *testing.B) {
		c := contest(b, "weight", "Europe/Berlin", "2026-03-29")
		b.ReportAllocs()
		for b.Loop() {
			Elect(c, single, ElectOptions{})
		}
	})
	b.Run("minutes of two sources combined", func(b *testing.B) {
		c := contest(b, "steps", "Europe/Berlin", "2026-03-29")
		b.ReportAllocs()
		for b.Loop() {
			Elect(c, combined, ElectOptions{})
		}
	})
}

func aggregated(ps []Point) DayValue {
	v, _ := Aggregate(ps, PolicySumDelta)
	return v
}
