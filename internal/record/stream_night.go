package record

import "slices"

// StageMetrics are the metrics of the stages of sleep. A change to one cell of theirs is a change to the night: all of
// them, and sleep_duration, are made of the same segments.
func StageMetrics() []Metric {
	return slices.DeleteFunc(Metrics(), func(m Metric) bool { return m.Stage == "" })
}

// Nights are the candidates that one night's segments of sleep make, by metric: each stage's time, and sleep_duration.
// rows are the rows of all stages of one local night; source says which device a row is from, because stages are of one
// night only within one source. Rows that are no segments (a maker's minutes of deep sleep) are left to Streams.
func Nights(rows []Observation, source func(*Observation) string) map[string][]Candidate {
	type night struct {
		points []Point
		last   *Observation
	}
	nights := map[string]*night{}
	for i := range rows {
		o := &rows[i]
		f, _ := FieldOf(o.Vendor, o.VendorField)
		m, ok := MetricOf(f.Metric)
		if !ok || m.Stage == "" || f.Policy != PolicyDurationUnion {
			continue
		}
		p, ok := PointOf(o, &m, PolicyDurationUnion, nil)
		if !ok {
			continue
		}
		from := source(o)
		n := nights[from]
		if n == nil {
			n = &night{last: o}
			nights[from] = n
		}
		n.points = append(n.points, p)
		if compareIDs(o.ID, n.last.ID) > 0 {
			n.last = o
		}
	}
	names := make([]string, 0, len(nights))
	for name := range nights {
		names = append(names, name)
	}
	slices.Sort(names)
	out := map[string][]Candidate{}
	for _, name := range names {
		n := nights[name]
		flat := Flatten(n.points)
		add := func(metric string, pieces []Point) {
			if v, ok := Aggregate(pieces, PolicyDurationUnion); ok {
				out[metric] = append(out[metric], Candidate{Stream: name, Source: n.last.Vendor, Class: n.last.SourceClass, Value: v})
			}
		}
		for _, m := range StageMetrics() {
			add(m.Key, OfStage(flat, m.Stage))
		}
		add("sleep_duration", OfSleep(flat))
	}
	return out
}

// EchoChanged says that a profile echo carries news: it is the first, or says another number than the one before. The
// one before is that of the latest earlier day, not of the day the same service last wrote to.
func EchoChanged(now DayValue, before *DayValue) bool {
	return before == nil || now.Number != before.Number
}
