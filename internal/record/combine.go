package record

import (
	"slices"
	"time"
)

// Contribution is what one stream gave to a total.
type Contribution struct {
	Stream   string
	Number   float64
	Points   int
	Coverage time.Duration
}

// Combine makes one total of a day of several streams, the highest ranked first. The first counts whole; of each
// further one count the whole intervals that overlap none of those counted before: a phone fills the hours that a watch
// was off. An interval that overlaps in part is left out whole, because how much of it fell into the free part was not
// measured. Intervals that only touch do not overlap.
//
// A stream that does not say over which times it counted, because it has amounts at moments, cannot be combined: it
// stands alone where it ranks first, and gives nothing elsewhere. ok is false where the first stream stands alone.
func Combine(ranked []Candidate) (v DayValue, from []Contribution, ok bool) {
	if len(ranked) < 2 || !timed(&ranked[0].Value) {
		return DayValue{}, nil, false
	}
	var amounts []Point // whose values are added
	var covered []Span
	var spent time.Duration // of those whose duration is the value
	for i := range ranked {
		c := &ranked[i]
		if !timed(&c.Value) {
			continue
		}
		var parts []Point
		for j := range c.Value.Parts {
			if p := &c.Value.Parts[j]; !overlaps(covered, p.span()) {
				parts = append(parts, *p)
			}
		}
		if len(parts) == 0 {
			continue
		}
		spans := Union(parts)
		give := Contribution{Stream: c.Stream, Points: len(parts), Coverage: total(spans)}
		if c.Value.Policy == PolicyDurationUnion {
			give.Number = minutes(give.Coverage)
			spent += give.Coverage
		} else {
			give.Number = SumInOrder(values(parts))
			amounts = append(amounts, parts...)
		}
		from = append(from, give)
		v.Parts = append(v.Parts, parts...)
		covered = unionSpans(append(covered, spans...))
	}
	if len(from) < 2 {
		return DayValue{}, nil, false
	}
	inKeyOrder(amounts)
	inKeyOrder(v.Parts)
	v.Spans, v.Count, v.Coverage = covered, len(v.Parts), total(covered)
	v.Policy = PolicySumDelta
	if len(amounts) == 0 {
		v.Policy = PolicyDurationUnion
	}
	v.Number = SumInOrder(append(values(amounts), minutes(spent)))
	v.Min, v.Max = v.Number, v.Number
	v.MeasuredAt = v.Parts[len(v.Parts)-1].Start
	return v, from, finite(v.Number)
}

// timed says that every point of a total says over which time it counted.
func timed(v *DayValue) bool {
	for i := range v.Parts {
		if v.Parts[i].End <= v.Parts[i].Start {
			return false
		}
	}
	return len(v.Parts) > 0
}

func inKeyOrder(ps []Point) {
	slices.SortFunc(ps, func(a, b Point) int { return comparePoints(&a, &b) })
}
