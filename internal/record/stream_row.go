package record

import (
	"cmp"
	"slices"
	"strings"
)

// AggregatePrefix begins the SourceRef of rows that are computed from others. They are never points again.
const AggregatePrefix = "aggregate:"

// Converter turns a number of one UCUM unit into another's; ok is false where it cannot.
type Converter func(x float64, from, to string) (y float64, ok bool)

// PointOf is a row as a point of a metric, in the metric's unit. ok is false for a row that cannot be one: it is
// computed, removed, has no number where the policy needs one, a number with < or > before it, or a unit that does not
// convert.
func PointOf(o *Observation, m *Metric, p Policy, convert Converter) (Point, bool) {
	if o.Status != Final || strings.HasPrefix(o.SourceRef, AggregatePrefix) || o.End < o.Start {
		return Point{}, false
	}
	point := Point{Start: o.Start, End: o.End, Ingested: o.CreatedAt, Record: o.SourceRecordID, Row: o.ID, Stage: m.Stage}
	if p == PolicyDurationUnion {
		return point, o.End > o.Start
	}
	number, unit, ok := o.Comparable()
	if !ok || o.Comparator != "" {
		return Point{}, false
	}
	if bare(unit) {
		// A bare count where the vendor's field has a unit is that unit unprinted, as Apple exports the body mass index.
		if f, known := FieldOf(o.Vendor, o.VendorField); known && f.Metric == m.Key {
			unit = f.Unit
		}
	}
	if unit != m.Unit && !(bare(unit) && bare(m.Unit)) {
		if convert == nil {
			return Point{}, false
		}
		if number, ok = convert(number, unit, m.Unit); !ok {
			return Point{}, false
		}
	}
	point.Value = number
	return point, finite(number)
}

// bare says that a unit is none, or only says what was counted: {steps}, {#}.
func bare(unit string) bool {
	return unit == "" || unit == "1" || unit[0] == '{' && strings.IndexByte(unit, '}') == len(unit)-1
}

// PolicyOf is how a row's stream becomes a day's value. The vendor's field knows; else a row of a whole day is a figure
// that somebody made for the day, and stands as it is; an amount of time that names no stretch of time is added as an
// amount.
func PolicyOf(o *Observation, m *Metric) Policy {
	if f, ok := FieldOf(o.Vendor, o.VendorField); ok && f.Metric == m.Key {
		return f.Policy
	}
	switch {
	case o.Grain == OfDay:
		return PolicyProviderValue
	case m.Policy == PolicyDurationUnion && o.HasNumber && o.Start == o.End:
		return PolicySumDelta
	default:
		return m.Policy
	}
}

// Streams are the candidates that the rows of one metric and one local day make: the rows by stream and shape, each
// aggregated to one value, in order of streams. left counts rows that are no points. A maker's figure for the day and the
// samples it was made of are two candidates, so they are never added.
//
// The stages of one night have to be flattened together, with Flatten, so their rows do not come here one metric at a
// time. Changed is not set: it needs the day before.
func Streams(rows []Observation, m Metric, convert Converter) (out []Candidate, left int) {
	type key struct {
		stream string
		policy Policy
	}
	type group struct {
		points []Point
		last   *Observation
	}
	groups := map[key]*group{}
	for i := range rows {
		o := &rows[i]
		k := key{stream: o.StreamKey, policy: PolicyOf(o, &m)}
		p, ok := PointOf(o, &m, k.policy, convert)
		if !ok {
			left++
			continue
		}
		g := groups[k]
		if g == nil {
			g = &group{last: o}
			groups[k] = g
		}
		g.points = append(g.points, p)
		if compareIDs(o.ID, g.last.ID) > 0 {
			g.last = o
		}
	}
	for k, g := range groups {
		v, ok := Aggregate(g.points, k.policy)
		if !ok {
			continue
		}
		out = append(out, Candidate{Stream: k.stream, Source: g.last.Vendor, Class: g.last.SourceClass, Value: v})
	}
	slices.SortFunc(out, func(a, b Candidate) int {
		return cmp.Or(strings.Compare(a.Stream, b.Stream), strings.Compare(string(a.Value.Policy), string(b.Value.Policy)))
	})
	return out, left
}
