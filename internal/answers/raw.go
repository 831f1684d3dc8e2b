package answers

import (
	"context"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// rawReadings are all readings, the newest first in each series.
func rawReadings(s *Service, ctx context.Context, u *subject, q *Question, found *selection, l Limits) (*body, error) {
	// One more than is shown says whether something is cut, and where the rest begins.
	ask := l.Rows + 1
	if found.mixed {
		ask = -1
	}
	lines, err := u.data.Lines(ctx, found.series, q.Window, ask)
	if err != nil {
		return nil, err
	}
	parts := parted(lines, found, l, ofLine)
	counts, err := u.counts(ctx, q, parts, found, l)
	if err != nil {
		return nil, err
	}
	var b *body
	var cut cuts
	var of []part[store.Line] // of what is cut
	fitted(l, l.Rows, len(parts), func(most, series int) Rows {
		b, cut, of = &body{}, cuts{rows: most, fewer: most < l.Rows && len(parts) > 1}, nil
		var rows []ReadingRow
		for _, p := range parts[:series] {
			shown := p.rows[:min(len(p.rows), most)]
			total := max(len(p.rows), int(counts[p.series]))
			from := len(rows)
			for i := range shown {
				r := ReadingRow{Observed: s.observed(u, &shown[i]), RowID: shown[i].ID.String(), Total: total}
				rows = append(rows, r)
				b.saw(p.series, shown[i].Kind, r.Provenance, r.DayKnown)
			}
			b.sawComputed(shown, found.titles[p.series])
			if len(shown) < total {
				cut.series = append(cut.series, cutSeries{
					title: found.titles[p.series], shown: len(shown), total: total, from: toMinute(rows[len(rows)-1].Time), to: toMinute(rows[from].Time),
				})
				of = append(of, p)
			}
		}
		cut.hidden, cut.all = left(b, found, parts, series)
		b.rows = readingRows(rows)
		return b.rows
	})
	for i := range cut.series {
		if err := u.goesOn(ctx, q, &cut.series[i], of[i], found); err != nil {
			return nil, err
		}
	}
	b.leftOut(&cut, "readings", q)
	b.say(noteComputed)
	return b, nil
}

// isComputed says that a row is no reading, but what the server computed from those of a day.
func isComputed(l *store.Line) bool { return strings.HasPrefix(l.SourceRef, record.AggregatePrefix) }

// sawComputed takes into account rows of a series that were computed: they pass for readings unless it is said.
func (b *body) sawComputed(shown []store.Line, title string) {
	n := 0
	for i := range shown {
		if isComputed(&shown[i]) {
			n++
		}
	}
	if n > 0 {
		b.computed += n
		b.computedOf = append(b.computedOf, title)
	}
}

// say adds the note on rows that were computed.
func (b *body) say(note func(n int, names []string) string) {
	if b.computed > 0 {
		b.notes = append(b.notes, note(b.computed, b.computedOf))
	}
}

// goesOn says where the rows of a series are that are not shown.
func (u *subject) goesOn(ctx context.Context, q *Question, c *cutSeries, p part[store.Line], found *selection) error {
	// A row whose day is not known is also in a window that ends the day before.
	last := func(l *store.Line) record.Day {
		if l.DayKnown {
			return l.LocalDay
		}
		return l.LocalDay - 1
	}
	shown, hidden := p.rows[:c.shown], &p.rows[min(c.shown, len(p.rows)-1)] // a row can have gone since
	newest := last(&shown[0])
	for i := range shown {
		newest = max(newest, last(&shown[i]))
	}
	before := c.resume(newest, shown[c.shown-1].LocalDay, hidden.LocalDay, q.Window.From)
	c.timed = hidden.HasNumber && hidden.Grain != record.OfDay && !isComputed(hidden)
	if before == nil {
		return nil
	}
	again := 0 // of what is shown
	for i := range shown {
		if last(&shown[i]) <= *before {
			again++
		}
	}
	there := 0
	if found.mixed {
		for i := range p.rows {
			if last(&p.rows[i]) <= *before {
				there++
			}
		}
	} else {
		counts, err := u.data.Counts(ctx, []string{p.series}, record.Window{From: q.Window.From, To: before})
		if err != nil {
			return err
		}
		there = int(counts[p.series])
	}
	if there > again {
		c.end = before
	}
	return nil
}

// counts are the numbers of readings of the series that have more than are shown. Of the others they are known.
func (u *subject) counts(ctx context.Context, q *Question, parts []part[store.Line], found *selection, l Limits) (map[string]int64, error) {
	if found.mixed { // a series of two parts was read whole
		return nil, nil
	}
	var over []string
	whole := map[string]int64{}
	for _, p := range parts {
		if len(p.rows) > l.Rows {
			over = append(over, p.series)
			whole[p.series] = found.entries[p.series].readings
		}
	}
	if len(over) == 0 || open(q.Window) {
		return whole, nil
	}
	return u.data.Counts(ctx, over, q.Window)
}

// latestReadings are the newest of each series: of the newest local day the value that the day publishes.
func latestReadings(s *Service, ctx context.Context, u *subject, q *Question, found *selection, l Limits) (*body, error) {
	var lines []store.Line
	var err error
	if found.mixed {
		lines, err = u.data.Lines(ctx, found.series, q.Window, -1)
	} else {
		lines, err = u.data.LatestLines(ctx, found.series, q.Window)
	}
	if err != nil {
		return nil, err
	}
	parts := parted(lines, found, l, ofLine)
	var b *body
	var cut cuts
	fitted(l, 1, len(parts), func(_, series int) Rows {
		b, cut = &body{}, cuts{}
		var rows []LatestRow
		for _, p := range parts[:series] {
			line := newest(p.rows)
			r := LatestRow{s.observed(u, line)}
			rows = append(rows, r)
			b.saw(p.series, line.Kind, r.Provenance, r.DayKnown)
			b.sawComputed([]store.Line{*line}, found.titles[p.series])
		}
		cut.hidden, cut.all = left(b, found, parts, series)
		b.rows = latestRows(rows)
		return b.rows
	})
	b.leftOut(&cut, "", q)
	b.say(noteOfDay)
	return b, nil
}

// newest chooses among lines that are newest first: of the first one's day the elected, else the first.
func newest(lines []store.Line) *store.Line {
	for i := range lines {
		if lines[i].LocalDay != lines[0].LocalDay {
			break
		}
		if lines[i].Elected {
			return &lines[i]
		}
	}
	return &lines[0]
}
