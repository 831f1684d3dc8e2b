package answers

import (
	"context"
	"slices"
	"time"

	"github.com/seed-a76b335c/philint/internal/answers/tally"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// stretch is how a view parts time.
type stretch struct {
	key    func(day record.Day, clock time.Duration) int64
	period func(key int64) string
}

func days(first func(record.Day) record.Day) stretch {
	return stretch{
		key:    func(day record.Day, _ time.Duration) int64 { return int64(first(day)) },
		period: func(key int64) string { return record.Day(key).String() },
	}
}

func parts24(length time.Duration) stretch {
	perDay := int64(24 * time.Hour / length)
	return stretch{
		key: func(day record.Day, clock time.Duration) int64 { return int64(day)*perDay + int64(clock/length) },
		period: func(key int64) string {
			day := record.Day(key / perDay)
			if key%perDay < 0 { // before 1970
				day--
			}
			return toMinute(wall(day, time.Duration(key-int64(day)*perDay)*length))
		},
	}
}

var stretches = map[View]stretch{
	Minute: parts24(time.Minute),
	Hour:   parts24(time.Hour),
	Day:    days(func(d record.Day) record.Day { return d }),
	Week:   days(record.Day.Week),
	Month:  days(record.Day.Month),
}

// timeBuckets answers minute and hour: the readings of each stretch of the row's own wall clock. Only what has a number and
// a time within the day can be in one; the others are counted.
func timeBuckets(s *Service, ctx context.Context, u *subject, q *Question, found *selection, l Limits) (*body, error) {
	points, err := u.data.GivenPoints(ctx, found.series, q.Window)
	if err != nil {
		return nil, err
	}
	b := &body{subDay: true, timeless: map[string]int{}}
	points = slices.DeleteFunc(points, func(p store.Point) bool {
		if p.Number != nil && p.Grain != record.OfDay {
			return false
		}
		if !l.MeasuredOnly || !isReported(p.Kind) {
			b.timeless[p.Series]++
		}
		return true
	})
	s.buckets(b, q, found, l, points, func(p *store.Point) (record.Day, time.Duration) { return s.clock.local(p.Start, p.Zone, u.zone) })
	return b, nil
}

// dayBuckets answers day, week and month: one value a day, by the local day that was decided when it was stored.
func dayBuckets(s *Service, ctx context.Context, u *subject, q *Question, found *selection, l Limits) (*body, error) {
	points, err := u.dayPoints(ctx, q, found)
	if err != nil {
		return nil, err
	}
	// A day beyond the window is none of its buckets, also where a reading of it may belong inside.
	inside := points[:0]
	for i := range points {
		if q.Window.Holds(points[i].Day) {
			inside = append(inside, points[i])
		}
	}
	b := &body{notes: []string{noteDays}}
	if n := len(points) - len(inside); n > 0 {
		b.notes = append(b.notes, noteBeside(n))
	}
	s.buckets(b, q, found, l, inside, func(p *store.Point) (record.Day, time.Duration) { return p.Day, 0 })
	return b, nil
}

func (s *Service) buckets(b *body, q *Question, found *selection, l Limits, points []store.Point, at func(*store.Point) (record.Day, time.Duration)) {
	as := stretches[q.View]
	parts := parted(points, found, l, ofPoint)
	runs, stretched := make([]run, len(parts)), make([][]tally.Bucket, len(parts))
	var m remarks
	for i, p := range parts {
		r := s.newRun(p)
		runs[i] = r
		stretched[i] = tally.Buckets(len(r.rows), func(i int) int64 { return as.key(at(&r.rows[i])) })
		m.of(found.titles[p.series], &r)
	}
	made := *b
	var cut cuts
	fitted(l, l.Points, len(parts), func(most, series int) Rows {
		*b, cut = made, cuts{rows: most, fewer: most < l.Points && len(parts) > 1}
		size := 0
		for _, all := range stretched[:series] {
			size += min(len(all), most)
		}
		rows := make([]BucketRow, 0, size)
		for i := range runs[:series] {
			r, all := &runs[i], stretched[i]
			shown := all[max(0, len(all)-most):]
			from := len(rows)
			id, unit := s.identityOf(r), r.unit()
			for _, k := range shown {
				sum := tally.Of(tally.Pick(r.values, k.Places), r.basis)
				row := BucketRow{Identity: id, Period: as.period(k.Key), Avg: sum.Avg, Min: sum.Min, Max: sum.Max, N: sum.Count, Unit: unit, Total: len(all)}
				row.Provenance, row.DayKnown = r.worth(k.Places)
				rows = append(rows, row)
				b.saw(r.series, r.rows[k.Places[0]].Kind, row.Provenance, row.DayKnown)
			}
			if len(shown) < len(all) {
				c := cutSeries{title: found.titles[r.series], shown: len(shown), total: len(all), from: rows[from].Period, to: rows[len(rows)-1].Period, timed: true}
				c.continues(r, all, b.subDay, q.Window)
				cut.series = append(cut.series, c)
			}
		}
		cut.hidden, cut.all = left(b, found, parts, series)
		b.rows = bucketRows(rows)
		return b.rows
	})
	b.leftOut(&cut, string(q.View)+" points", q)
	b.notes = append(b.notes, m.notes()...)
}

// continues says where the buckets of a series are that are not shown. Those of a day or longer are called by their first
// day; the others by the days of their readings.
func (c *cutSeries) continues(r *run, all []tally.Bucket, subDay bool, w record.Window) {
	day := func(i int) record.Day {
		if subDay {
			return r.rows[all[i].Places[len(all[i].Places)-1]].Day
		}
		return record.Day(all[i].Key)
	}
	// since is the first end of a window that has something of the bucket: a reading whose day is not known is also in one
	// that ends the day before.
	since := func(i int) record.Day {
		first := day(i)
		for _, at := range all[i].Places {
			if p := &r.rows[at]; subDay && !p.DayKnown {
				first = min(first, p.Day-1)
			}
		}
		return first
	}
	first := len(all) - c.shown
	newest := since(first)
	for i := first; i < len(all); i++ {
		newest = max(newest, since(i))
	}
	before := c.resume(newest, day(first), day(first-1), w.From)
	for i := 0; before != nil && i < first; i++ {
		if since(i) <= *before {
			c.end = before
			return
		}
	}
}
