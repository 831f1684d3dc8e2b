package record

import (
	"cmp"
	"math"
	"strings"
	"time"
)

// StateClass is the shape of what a stream sends.
type StateClass string

// Shapes of streams.
const (
	StateInstant       StateClass = "instant"        // a measurement at a moment
	StateCumulative    StateClass = "cumulative"     // how much was added over an interval
	StateInterval      StateClass = "interval"       // an interval during which something held
	StateSession       StateClass = "session"        // an interval that was recorded as one: a night, a workout
	StateProviderDaily StateClass = "provider_daily" // the vendor's own figure for a day
)

// Policy is how a day of points becomes one value.
type Policy string

// Policies.
const (
	PolicyMeanMinMax    Policy = "mean_min_max"
	PolicyLast          Policy = "last"
	PolicySumDelta      Policy = "sum_delta"
	PolicyDurationUnion Policy = "duration_union"
	PolicyProviderValue Policy = "provider_value"
)

// policies are the policies that suit a shape; the first is the usual one.
var policies = [...]struct {
	state StateClass
	legal []Policy
}{
	{StateInstant, []Policy{PolicyMeanMinMax, PolicyLast}},
	{StateCumulative, []Policy{PolicySumDelta}},
	{StateInterval, []Policy{PolicyDurationUnion}},
	{StateSession, []Policy{PolicyDurationUnion}},
	{StateProviderDaily, []Policy{PolicyProviderValue}},
}

// Legal says whether a policy suits a shape. A mean of step counts, or a sum of a vendor's own totals, is refused.
func Legal(s StateClass, p Policy) bool {
	for _, row := range policies {
		if row.state == s {
			for _, legal := range row.legal {
				if legal == p {
					return true
				}
			}
		}
	}
	return false
}

// Policy is the usual policy of a shape, empty for a shape that is none.
func (s StateClass) Policy() Policy {
	for _, row := range policies {
		if row.state == s {
			return row.legal[0]
		}
	}
	return ""
}

// Point is one row of a stream, as far as a day's value needs it. The value of a cumulative point is what was added from
// Start to End; running totals go through Deltas first.
type Point struct {
	Start, End Instant
	Value      float64
	Stage      string  // of sleep
	Ingested   Instant // when it came to us: the later of two that contradict each other stands
	Record     string  // the source's own id of the sample
	Row        ObsID
}

// Span is a stretch of time. To does not belong to it.
type Span struct {
	From, To Instant
}

// Length is how long a span is.
func (s Span) Length() time.Duration { return s.To.Sub(s.From) }

func (p *Point) span() Span { return Span{From: p.Start, To: p.End} }

// comparePoints puts points in key order: by time first, then so that of two points with one span the one that stands
// comes last. It is a total order, so that what is computed never depends on the order of arrival.
func comparePoints(a, b *Point) int {
	switch {
	case a.Start != b.Start:
		return cmp.Compare(a.Start, b.Start)
	case a.End != b.End:
		return cmp.Compare(a.End, b.End)
	default:
		return compareArrival(a, b)
	}
}

// compareArrival orders points by when they came to us.
func compareArrival(a, b *Point) int {
	return cmp.Or(
		cmp.Compare(a.Ingested, b.Ingested),
		strings.Compare(a.Record, b.Record),
		compareIDs(a.Row, b.Row),
		strings.Compare(a.Stage, b.Stage),
		cmp.Compare(a.Value, b.Value),
	)
}

func compareIDs(a, b ObsID) int {
	for i := range a {
		if a[i] != b[i] {
			return cmp.Compare(a[i], b[i])
		}
	}
	return 0
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
