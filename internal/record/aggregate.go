package record

import (
	"crypto/sha256"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Figures is how many significant figures a computed value of a day is published with.
const Figures = 4

// DayValue is what one stream says of one local day.
type DayValue struct {
	Policy     Policy
	Number     float64
	Count      int // points that count
	Min, Max   float64
	Spans      []Span // the time that the value speaks of, in order, without overlap
	Coverage   time.Duration
	MeasuredAt Instant // the start of the latest point: when something was measured, not when it was sent
	Row        ObsID   // the row that is the value, where one row is; zero where the value is computed
	Parts      []Point // the points that count, in key order
}

// Published is the number as it is published: a row's own as it stands, a computed one with four significant figures,
// which is as much as averaging and converting leave. A sum that is whole is a count, and a count of 14,079 steps is not
// 14,080.
func (v *DayValue) Published() float64 {
	if !v.Row.IsZero() || v.Policy == PolicySumDelta && v.Number == math.Trunc(v.Number) {
		return v.Number
	}
	return RoundSignificant(v.Number, Figures)
}

// Fingerprint covers what is published, and nothing else: a day that is computed again to the same value has the same
// fingerprint, so nothing needs to be told of it.
func (v *DayValue) Fingerprint() [16]byte {
	parts := []string{string(v.Policy), FormatNumber(v.Published()), strconv.Itoa(v.Count)}
	if v.Policy == PolicyMeanMinMax {
		parts = append(parts, FormatNumber(v.Min), FormatNumber(v.Max))
	}
	if !v.Row.IsZero() {
		parts = append(parts, v.Row.String())
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x1f")))
	return [16]byte(sum[:16])
}

// Aggregate makes one value of the points of one stream on one local day. ok is false where they say nothing.
//
// The points are those whose local day is the day; a point belongs whole to the day on which it began. So an interval
// that runs past midnight counts on its first day and only there: nothing is split by a ratio that nobody measured, no
// day has to be computed again because of the next one's points, and the days add up to what was measured.
//
// Points of one stream with the same span are one sample that was sent again; the one that came last stands. Points that
// overlap otherwise are never counted twice: see each policy.
func Aggregate(points []Point, p Policy) (v DayValue, ok bool) {
	rule, ok := aggregations[p]
	if !ok {
		return DayValue{}, false
	}
	points = usable(points, p)
	if len(points) == 0 {
		return DayValue{}, false
	}
	v = rule(points)
	v.Policy = p
	v.Count = len(v.Parts)
	if v.Count == 0 || !finite(v.Number) {
		return DayValue{}, false
	}
	v.Min, v.Max = v.Parts[0].Value, v.Parts[0].Value
	for i := range v.Parts {
		part := &v.Parts[i]
		v.Min, v.Max = min(v.Min, part.Value), max(v.Max, part.Value)
		v.MeasuredAt = max(v.MeasuredAt, part.Start)
	}
	v.Spans = Union(v.Parts)
	v.Coverage = total(v.Spans)
	if p == PolicyDurationUnion {
		// The numbers that such points carry, if any, are not what is published.
		v.Min, v.Max = v.Number, v.Number
	} else if v.Count == 1 {
		v.Row = v.Parts[0].Row
	}
	return v, true
}

// aggregations are the policies. Each gets points in key order without repeats, and sets Number and Parts.
var aggregations = map[Policy]func([]Point) DayValue{
	PolicyMeanMinMax: func(ps []Point) DayValue {
		return DayValue{Number: SumInOrder(values(ps)) / float64(len(ps)), Parts: ps}
	},
	PolicyLast: func(ps []Point) DayValue {
		last := ps[len(ps)-1:]
		return DayValue{Number: last[0].Value, Parts: last}
	},
	PolicySumDelta: func(ps []Point) DayValue {
		ps = Disjoint(ps)
		return DayValue{Number: SumInOrder(values(ps)), Parts: ps}
	},
	PolicyDurationUnion: func(ps []Point) DayValue {
		return DayValue{Number: minutes(total(Union(ps))), Parts: ps}
	},
	// The vendor's last revision, whatever it says: a lower total can be a correction.
	PolicyProviderValue: func(ps []Point) DayValue {
		last := slices.MaxFunc(ps, func(a, b Point) int {
			if c := compareArrival(&a, &b); c != 0 {
				return c
			}
			return comparePoints(&a, &b)
		})
		return DayValue{Number: last.Value, Parts: []Point{last}}
	},
}

// minutes are a duration in minutes, the unit in which durations are published.
func minutes(d time.Duration) float64 { return float64(d.Microseconds()) / 60e6 }

func values(ps []Point) []float64 {
	out := make([]float64, len(ps))
	for i := range ps {
		out[i] = ps[i].Value
	}
	return out
}

// usable are the points that a policy can use, in key order, each sample once.
func usable(points []Point, p Policy) []Point {
	out := make([]Point, 0, len(points))
	sorted := true
	for i := range points {
		q := &points[i]
		length := q.End - q.Start
		if length < 0 || p != PolicyDurationUnion && !finite(q.Value) || p == PolicyDurationUnion && length == 0 {
			continue
		}
		if n := len(out); n > 0 && comparePoints(&out[n-1], q) > 0 {
			sorted = false
		}
		out = append(out, *q)
	}
	if !sorted {
		slices.SortFunc(out, func(a, b Point) int { return comparePoints(&a, &b) })
	}
	return onceEach(out, p)
}

// onceEach keeps one of the points that have the same span: the last, in key order. Amounts at one moment are the
// exception: two dishes of one meal bear one time, so there only what is the same amount, or the same record, is the
// same sample.
func onceEach(ps []Point, p Policy) []Point {
	out := ps[:0]
	for i := 0; i < len(ps); {
		j := i + 1
		for j < len(ps) && ps[j].Start == ps[i].Start && ps[j].End == ps[i].End {
			j++
		}
		if p == PolicySumDelta && ps[i].Start == ps[i].End {
			out = append(out, momentOnce(ps[i:j])...)
		} else {
			out = append(out, ps[j-1])
		}
		i = j
	}
	return out
}

// momentOnce are the different samples of one moment, in key order.
func momentOnce(ps []Point) []Point {
	if len(ps) == 1 {
		return ps
	}
	last := map[string]int{} // by record
	amounts := map[float64]bool{}
	for i := range ps {
		if ps[i].Record != "" {
			last[ps[i].Record] = i
		}
	}
	for _, i := range last {
		amounts[ps[i].Value] = true
	}
	var out []Point
	for i := range ps {
		q := &ps[i]
		if q.Record != "" {
			if last[q.Record] == i {
				out = append(out, *q)
			}
			continue
		}
		if !amounts[q.Value] {
			amounts[q.Value] = true
			out = append(out, *q)
		}
	}
	return out
}
