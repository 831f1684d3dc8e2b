package ingest

import (
	"context"
	"strings"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/terminology"
)

// elector aggregates and elects days, in the transaction that changed them or in one of its own.
type elector struct {
	set      *terminology.Set
	series   *series
	zones    *zones
	person   Person
	now      record.Instant
	priority []string
	convert  cache[conversion, canonical]
}

type conversion struct {
	number   float64
	from, to string
}

func newElector(set *terminology.Set, s *series, p Person, now record.Instant, priority []string) *elector {
	return &elector{set: set, series: s, zones: newZones(p.Load), person: p, now: now, priority: priority, convert: newCache[conversion, canonical](4096)}
}

func (e *elector) toUnit(x float64, from, to string) (float64, bool) {
	v := e.convert.get(conversion{x, from, to}, func() canonical {
		if c := e.set.Convert(x, from, to, ""); c.Value != nil {
			return canonical{number: *c.Value, ok: true}
		}
		return canonical{}
	})
	return v.number, v.ok
}

func compareCells(a, b store.Cell) int {
	if c := strings.Compare(a.Series, b.Series); c != 0 {
		return c
	}
	return int(a.Day) - int(b.Day)
}

// pageCells is how many cells are dealt with at a time.
const pageCells = 500

// drain aggregates and elects all cells of the list, page by page, until none are left.
func (e *elector) drain(ctx context.Context, tx *store.Tx) error {
	for {
		more, err := e.page(ctx, tx)
		if err != nil || !more {
			return err
		}
	}
}

// page deals with the next cells of the list; more is false when there were none.
func (e *elector) page(ctx context.Context, tx *store.Tx) (more bool, err error) {
	cells, err := tx.Touched(ctx, store.Cell{}, pageCells)
	if err != nil || len(cells) == 0 {
		return false, err
	}
	return true, e.settle(ctx, tx, cells)
}

// settle aggregates and elects cells, which are in key order, and takes them off the list.
func (e *elector) settle(ctx context.Context, tx *store.Tx, cells []store.Cell) error {
	nights := map[record.Day]bool{}
	family := e.family()
	for _, run := range runs(cells) {
		id := run[0].Series
		m := e.series.of(id)
		switch {
		case family[id]:
			for _, c := range run {
				nights[c.Day] = true
			}
		case m != nil:
			if err := e.run(ctx, tx, id, m, run); err != nil {
				return err
			}
		}
		if err := tx.SettleDays(ctx, id, run[0].Day, run[len(run)-1].Day); err != nil {
			return err
		}
	}
	return e.nights(ctx, tx, nights)
}

// Bounds of what is read at a time: days of one series.
const (
	runDays = 31
	runGap  = 7
)

// runs cuts cells into stretches of one series whose days lie close together.
func runs(cells []store.Cell) [][]store.Cell {
	var out [][]store.Cell
	from := 0
	for i := 1; i <= len(cells); i++ {
		if i < len(cells) && cells[i].Series == cells[from].Series && cells[i].Day-cells[i-1].Day <= runGap && cells[i].Day-cells[from].Day < runDays {
			continue
		}
		out = append(out, cells[from:i])
		from = i
	}
	return out[:len(out):len(out)]
}

// contest is a cell before its election.
type contest struct {
	cell       store.Cell
	metric     *record.Metric
	zone       record.Zone
	newest     record.ObsID // whose zone it is: ids go by time
	device     bool         // without a device nothing is elected: readers see every reading
	candidates []record.Candidate
	last       map[string]record.Observation // by stream: whose name its computed row bears
	computed   []record.Observation          // rows that were computed before
}

func (e *elector) run(ctx context.Context, tx *store.Tx, id string, m *record.Metric, cells []store.Cell) error {
	wanted := make(map[record.Day]int, len(cells))
	contests := make([]contest, len(cells))
	for i, c := range cells {
		wanted[c.Day] = i
		contests[i] = contest{cell: c, metric: m, zone: e.person.Zone}
	}
	err := tx.EachDay(ctx, id, cells[0].Day, cells[len(cells)-1].Day, func(day record.Day, rows []record.Observation) {
		i, ok := wanted[day]
		if !ok {
			return
		}
		c := &contests[i]
		raw := e.split(c, rows)
		c.candidates, _ = record.Streams(raw, *m, e.toUnit)
		lean(c)
	})
	if err != nil {
		return err
	}
	return e.publish(ctx, tx, contests)
}

// split parts a day's rows into those that were computed before and the others, which are returned.
func (e *elector) split(c *contest, rows []record.Observation) []record.Observation {
	raw := rows[:0:len(rows)]
	c.last = map[string]record.Observation{}
	var newest *record.Observation
	for i := range rows {
		o := rows[i]
		if strings.HasPrefix(o.SourceRef, record.AggregatePrefix) {
			c.computed = append(c.computed, o)
			continue
		}
		c.device = c.device || o.Modality == record.DeviceSensed
		if f := e.series.metrics.named(o.Vendor, o.VendorField); f != nil && f.Policy != c.metric.Policy && f.Metric == c.metric.Key {
			o.Vendor = f.Vendor // by which package record finds how the field is sent
		}
		raw = append(raw, o)
		newest = &raw[len(raw)-1]
		c.last[o.StreamKey] = o
	}
	if newest != nil {
		e.look(c, newest)
	}
	return raw
}

// zoneOf is the zone in which a row's day is read. An offset that is the person's at that moment means their zone, whose
// days know when clocks change.
func (e *elector) zoneOf(o *record.Observation) record.Zone {
	z, ok := e.zones.find(o.Zone)
	if !ok || fixedName(o.Zone) && e.person.Zone.Offset(o.Start) == z.Offset(o.Start) {
		return e.person.Zone
	}
	return z
}

// look takes the zone of a day from its newest row, in whatever order rows are seen.
func (e *elector) look(c *contest, o *record.Observation) {
	if compareIDs(o.ID, c.newest) > 0 {
		c.newest, c.zone = o.ID, e.zoneOf(o)
	}
}

// lean lets go of the points of a day that no other stream can complete.
func lean(c *contest) {
	if c.metric.Fills && len(c.candidates) > 1 {
		return
	}
	for i := range c.candidates {
		c.candidates[i].Value.Parts, c.candidates[i].Value.Spans = nil, nil
	}
}
