package record

import (
	"container/heap"
	"slices"
)

// asleep are the stages in which a person sleeps.
var asleep = map[string]bool{StageLight: true, StageDeep: true, StageREM: true, StageAsleep: true}

// Asleep says that a stage counts as sleep.
func Asleep(stage string) bool { return asleep[stage] }

// Flatten makes one line of the stages of sleep that one stream sent for a night, where several syncs overlap: each
// moment belongs to the segment that came last; of those that came together, to the shorter, which says more. What comes
// back are the pieces that segments keep, in order, without overlap, so no stage, and no sum of stages, is longer than
// the time they span.
func Flatten(points []Point) []Point {
	var owners segmentHeap
	segments := make([]Point, 0, len(points))
	bounds := make([]Instant, 0, 2*len(points))
	for _, p := range points {
		if p.End > p.Start {
			segments = append(segments, p)
			bounds = append(bounds, p.Start, p.End)
		}
	}
	inKeyOrder(segments)
	slices.Sort(bounds)
	bounds = slices.Compact(bounds)

	var out []Point
	last := -1 // the owner of the piece before
	for i := 0; i+1 < len(bounds); i++ {
		from, to := bounds[i], bounds[i+1]
		for len(segments) > 0 && segments[0].Start <= from {
			heap.Push(&owners, owned{point: segments[0], order: len(points) - len(segments)})
			segments = segments[1:]
		}
		for len(owners) > 0 && owners[0].point.End <= from {
			heap.Pop(&owners)
		}
		if len(owners) == 0 {
			last = -1
			continue
		}
		if owners[0].order == last {
			out[len(out)-1].End = to
			continue
		}
		piece := owners[0].point
		piece.Start, piece.End = from, to
		out, last = append(out, piece), owners[0].order
	}
	return out
}

// OfStage are the flattened pieces of one stage.
func OfStage(flat []Point, stage string) []Point {
	return only(flat, func(s string) bool { return s == stage })
}

// OfSleep are the flattened pieces that count as sleep. Aggregated as a union of spans, they are the night's sleep.
func OfSleep(flat []Point) []Point { return only(flat, Asleep) }

func only(flat []Point, wanted func(stage string) bool) []Point {
	var out []Point
	for i := range flat {
		if wanted(flat[i].Stage) {
			out = append(out, flat[i])
		}
	}
	return out
}

type owned struct {
	point Point
	order int
}

// segmentHeap has the segment on top that owns the moment. A segment that ended is taken off when it comes to the top.
type segmentHeap []owned

func (h segmentHeap) Len() int           { return len(h) }
func (h segmentHeap) Less(i, j int) bool { return compareOwners(&h[i].point, &h[j].point) > 0 }
func (h segmentHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }

// Push is for container/heap.
func (h *segmentHeap) Push(x any) { *h = append(*h, x.(owned)) }

// Pop is for container/heap.
func (h *segmentHeap) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}

// compareOwners is positive where a owns the time that both cover.
func compareOwners(a, b *Point) int {
	switch la, lb := a.End-a.Start, b.End-b.Start; {
	case a.Ingested != b.Ingested:
		return sign(a.Ingested > b.Ingested)
	case la != lb:
		return sign(la < lb)
	case a.Start != b.Start:
		return sign(a.Start > b.Start)
	default:
		return compareArrival(a, b)
	}
}

func sign(positive bool) int {
	if positive {
		return 1
	}
	return -1
}
