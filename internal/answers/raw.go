package answers

import (
	"context"

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
	b := &body{}
	var rows []ReadingRow
	var cut cuts
	for _, p := range parts {
		shown := p.rows[:min(len(p.rows), l.Rows)]
		total := max(len(p.rows), int(counts[p.series]))
		from := len(rows)
		for i := range shown {
			r := s.readingRow(u, &shown[i], total)
			rows = append(rows, r)
			b.saw(p.series, shown[i].Kind, r.Provenance, r.DayKnown)
		}
		if len(shown) < total {
			hidden := &shown[len(shown)-1]
			if len(p.rows) > len(shown) {
				hidden = &p.rows[len(shown)]
			}
			cut = append(cut, cutSeries{
				title: found.titles[p.series], shown: len(shown), total: total, from: toMinute(rows[len(rows)-1].Time), to: toMinute(rows[from].Time),
				newest: shown[0].LocalDay, oldest: shown[len(shown)-1].LocalDay, hidden: hidden.LocalDay,
			})
		}
	}
	b.rows, b.truncated, b.cut = readingRows(rows), len(cut) > 0, cut.sentence("readings", l.Rows, q)
	return b, nil
}

// counts are the numbers of readings of the series that have more than are shown. Of the others they are known.
func (u *subject) counts(ctx context.Context, q *Question, parts []part[store.Line], found *selection, l Limits) (map[string]int64, error) {
	var over []string
	for _, p := range parts {
		if len(p.rows) > l.Rows {
			over = append(over, p.series)
		}
	}
	if len(over) == 0 || found.mixed { // a series of two parts was read whole
		return nil, nil
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
	b := &body{}
	var rows []LatestRow
	for _, p := range parted(lines, found, l, ofLine) {
		line := newest(p.rows)
		r := s.readingRow(u, line, 0)
		rows = append(rows, latestRow(&r))
		b.saw(p.series, line.Kind, r.Provenance, r.DayKnown)
	}
	b.rows = latestRows(rows)
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
