package apple

import "github.com/seed-a76b335c/philint/internal/ingest"

// workout is what a Workout says beyond its source and times.
type workout struct {
	activity, duration, unit string
	totals                   []figure
	stats                    []figure
}

// figure is a value of a workout.
type figure struct {
	name, value, unit, stat string
}

// maxStats bounds the statistics of one workout. There are about a dozen.
const maxStats = 256

var totals = [...]struct{ name, unit string }{
	{"totalDistance", "totalDistanceUnit"},
	{"totalEnergyBurned", "totalEnergyBurnedUnit"},
	{"totalFlightsClimbed", "totalFlightsClimbedUnit"},
	{"totalSwimmingStrokeCount", "totalSwimmingStrokeCountUnit"},
}

var statistics = [...]struct{ name, stat string }{
	{"average", "mean"}, {"minimum", "min"}, {"maximum", "max"}, {"sum", "sum"},
}

func (w *workout) read(t *token, names, values *interner) {
	*w = workout{totals: w.totals[:0], stats: w.stats[:0]}
	w.activity = names.text(t.get("workoutActivityType"))
	w.duration, w.unit = values.text(t.get("duration")), names.text(t.get("durationUnit"))
	for _, f := range totals {
		if v := t.get(f.name); len(v) > 0 {
			w.totals = append(w.totals, figure{f.name, values.text(v), names.text(t.get(f.unit)), "sum"})
		}
	}
}

func (w *workout) statistics(t *token, names, values *interner) {
	kind, unit := string(t.get("type")), shareOf(nil, names.text(t.get("unit")))
	for _, f := range statistics {
		if v := t.get(f.name); len(v) > 0 && kind != "" && len(w.stats) < maxStats {
			w.stats = append(w.stats, figure{kind + "." + f.name, values.text(v), unit, f.stat})
		}
	}
}

// finishWorkout yields a workout's duration and figures, as one panel. Releases since 2022 write statistics; the totals
// of older ones say the same and are taken where there are none.
func (r *reader) finishWorkout() {
	w, m := &r.workout, &r.main
	if m.end.IsZero() {
		m.fault(ingest.NoTime, "@endDate")
	}
	if m.reason != "" {
		r.problem(m.reason, "Workout"+m.where)
		return
	}
	figures := w.stats
	if len(figures) == 0 {
		figures = w.totals
	}
	id, panel := r.recordID(m), "workout-"+m.sameSample().String()
	yield := func(f figure) {
		s := r.sample(m)
		s.VendorField = "Workout." + f.name
		s.Name, s.Value, s.Unit, s.Stat = s.VendorField, f.value, f.unit, f.stat
		s.SourceRecordID, s.Panel, s.PanelID = id, w.activity, panel+id
		r.emit(s, nil)
	}
	if w.duration != "" {
		yield(figure{name: "duration", value: w.duration, unit: w.unit, stat: "sum"})
	}
	for _, f := range figures {
		yield(f)
	}
}
