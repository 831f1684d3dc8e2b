package record

import (
	"cmp"
	"slices"
	"sort"
	"time"
)

// Union is the time that points cover, each moment once, in order. Spans that touch are one.
func Union(points []Point) []Span {
	spans := make([]Span, 0, len(points))
	for i := range points {
		if points[i].End > points[i].Start {
			spans = append(spans, points[i].span())
		}
	}
	return unionSpans(spans)
}

// unionSpans merges spans in place.
func unionSpans(spans []Span) []Span {
	byStart := func(a, b Span) int { return cmp.Compare(a.From, b.From) }
	if !slices.IsSortedFunc(spans, byStart) {
		slices.SortFunc(spans, byStart)
	}
	out := spans[:0]
	for _, s := range spans {
		if n := len(out); n > 0 && s.From <= out[n-1].To {
			out[n-1].To = max(out[n-1].To, s.To)
			continue
		}
		out = append(out, s)
	}
	return out
}

func total(spans []Span) time.Duration {
	var d time.Duration
	for _, s := range spans {
		d += s.Length()
	}
	return d
}

// overlaps says whether a span shares time with spans that are in order and do not overlap. Touching is not sharing. A
// moment shares time with the span that holds it.
func overlaps(spans []Span, s Span) bool {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].To > s.From })
	return i < len(spans) && (spans[i].From < s.To || spans[i].From == s.From)
}

// Disjoint picks, of points in key order, whole ones of which no two overlap, so that nothing is counted twice: those
// that together cover most time; of equals, those with the latest arrival, then the fewest. So a day's total stands
// against the quarter hours that a stream also sent where it covers more, and a revised interval against the shorter one
// that it replaces. An amount at a moment counts unless it falls into one of the intervals that were picked.
func Disjoint(points []Point) []Point {
	if separate(points) {
		return points
	}
	var intervals, moments []Point
	for _, p := range points {
		if p.End > p.Start {
			intervals = append(intervals, p)
		} else {
			moments = append(moments, p)
		}
	}
	out := mostTime(intervals)
	covered := Union(out)
	for i := range moments {
		if !overlaps(covered, moments[i].span()) {
			out = append(out, moments[i])
		}
	}
	slices.SortFunc(out, func(a, b Point) int { return comparePoints(&a, &b) })
	return out
}

// separate says that no two points overlap, which is nearly always so.
func separate(points []Point) bool {
	for i := 1; i < len(points); i++ {
		a, b := &points[i-1], &points[i]
		if b.Start < a.End || a.Start == b.Start && b.End > b.Start {
			return false
		}
	}
	return true
}

// choice is how good a set of intervals is.
type choice struct {
	covered, latest Instant
	count           int
}

func (c choice) with(p *Point) choice {
	latest := p.Ingested
	if c.count > 0 {
		latest = max(latest, c.latest)
	}
	return choice{covered: c.covered + p.End - p.Start, latest: latest, count: c.count + 1}
}

func (c choice) better(than choice) bool {
	switch {
	case c.covered != than.covered:
		return c.covered > than.covered
	case c.latest != than.latest:
		return c.latest > than.latest
	default:
		return c.count < than.count
	}
}

// mostTime is weighted interval scheduling: best[i] is the best choice among the first i intervals by their ends.
func mostTime(points []Point) []Point {
	slices.SortFunc(points, func(a, b Point) int {
		if c := cmp.Compare(a.End, b.End); c != 0 {
			return c
		}
		return comparePoints(&a, &b)
	})
	best := make([]choice, len(points)+1)
	before := make([]int, len(points)) // how many intervals end where this one starts, or earlier
	take := make([]bool, len(points))
	for i := range points {
		before[i] = sort.Search(i, func(j int) bool { return points[j].End > points[i].Start })
		with := best[before[i]].with(&points[i])
		best[i+1] = best[i]
		if with.better(best[i]) {
			best[i+1], take[i] = with, true
		}
	}
	var out []Point
	for i := len(points); i > 0; {
		if take[i-1] {
			out = append(out, points[i-1])
			i = before[i-1]
		} else {
			i--
		}
	}
	return out
}
