package ingest

import (
	"context"
	"maps"
	"slices"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// sleepMetrics are aggregated together: the stages of a night, and the sleep that they add up to.
var sleepMetrics = [...]string{"sleep_awake", "sleep_light", "sleep_deep", "sleep_rem", "sleep_unspecified", sleepTotal}

const sleepTotal = "sleep_duration"

// family are the series of the sleep metrics.
func (e *elector) family() map[string]bool {
	out := make(map[string]bool, len(sleepMetrics))
	for _, key := range sleepMetrics {
		out[e.sleepSeries(key)] = true
	}
	return out
}

func (e *elector) sleepSeries(key string) string {
	return e.series.id(e.series.metrics.byKey[key], e.set)
}

// nights aggregates and elects the sleep of days. Stages of one source are put on one line first, so that syncs that
// overlap are counted once.
func (e *elector) nights(ctx context.Context, tx *store.Tx, days map[record.Day]bool) error {
	if len(days) == 0 {
		return nil
	}
	cells := make([]store.Cell, 0, len(days))
	for _, day := range slices.Sorted(maps.Keys(days)) {
		cells = append(cells, store.Cell{Day: day})
	}
	for _, run := range runs(cells) {
		if err := e.nightRun(ctx, tx, run); err != nil {
			return err
		}
	}
	return nil
}

// source is whose samples of a night belong together.
type source struct {
	kind   record.SourceKind
	vendor string
}

// hypnogram is what one source says of a night.
type hypnogram struct {
	points  []record.Point
	streams map[string]record.Observation // by metric: the last row
	last    record.Observation
}

func (e *elector) nightRun(ctx context.Context, tx *store.Tx, days []store.Cell) error {
	wanted := map[record.Day]int{}
	for i, c := range days {
		wanted[c.Day] = i
	}
	contests := make(map[string][]contest, len(sleepMetrics))
	stages := make([]map[source]*hypnogram, len(days))
	for i := range stages {
		stages[i] = map[source]*hypnogram{}
	}
	for _, key := range sleepMetrics {
		m, id := e.series.metrics.byKey[key], e.sleepSeries(key)
		cs := make([]contest, len(days))
		for i, c := range days {
			cs[i] = contest{cell: store.Cell{Series: id, Day: c.Day}, metric: m, zone: e.person.Zone}
		}
		err := tx.EachDay(ctx, id, days[0].Day, days[len(days)-1].Day, func(day record.Day, rows []record.Observation) {
			i, ok := wanted[day]
			if !ok {
				return
			}
			rest := e.stagesOf(e.split(&cs[i], rows), m, stages[i])
			cs[i].candidates, _ = record.Streams(rest, *m, e.toUnit)
		})
		if err != nil {
			return err
		}
		contests[key] = cs
	}
	for i := range days {
		e.flatten(stages[i], contests, i)
	}
	for _, key := range sleepMetrics {
		if err := e.publish(ctx, tx, contests[key]); err != nil {
			return err
		}
	}
	return nil
}

// stagesOf takes the spans of a stage out of a night's rows, by source, and returns the other rows.
func (e *elector) stagesOf(rows []record.Observation, m *record.Metric, of map[source]*hypnogram) []record.Observation {
	if m.Stage == "" {
		return rows
	}
	rest := rows[:0:len(rows)]
	for i := range rows {
		o := rows[i]
		p, ok := record.PointOf(&o, m, record.PolicyOf(&o, m), e.toUnit)
		if !ok || record.PolicyOf(&o, m) != record.PolicyDurationUnion {
			rest = append(rest, o)
			continue
		}
		s := source{kind: o.SourceKind, vendor: o.Vendor}
		h := of[s]
		if h == nil {
			h = &hypnogram{streams: map[string]record.Observation{}}
			of[s] = h
		}
		h.points = append(h.points, p)
		h.streams[m.Key] = o
		if compareIDs(o.ID, h.last.ID) > 0 {
			h.last = o
		}
	}
	return rest
}

// flatten makes candidates of the stages of a night.
func (e *elector) flatten(of map[source]*hypnogram, contests map[string][]contest, i int) {
	for _, h := range of {
		flat := record.Flatten(h.points)
		for key, o := range h.streams {
			c := &contests[key][i]
			e.stand(c, o.StreamKey, record.OfStage(flat, c.metric.Stage), &o)
		}
		total := &contests[sleepTotal][i]
		e.stand(total, "stages|"+string(h.last.SourceKind)+":"+h.last.Vendor, record.OfSleep(flat), &h.last)
	}
}

// stand adds the candidate that pieces make.
func (e *elector) stand(c *contest, stream string, pieces []record.Point, like *record.Observation) {
	v, ok := record.Aggregate(pieces, record.PolicyDurationUnion)
	if !ok {
		return
	}
	e.look(c, like)
	c.device = c.device || like.Modality == record.DeviceSensed
	c.candidates = append(c.candidates, record.Candidate{Stream: stream, Source: like.Vendor, Class: like.SourceClass, Value: v})
}
