package apple

import (
	"strconv"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

// figures are the quantities of a day's summary: attribute, its goal's, its unit's, and the unit where the format has
// no attribute for it.
var figures = [...]struct{ name, goal, unitName, unit string }{
	{"activeEnergyBurned", "activeEnergyBurnedGoal", "activeEnergyBurnedUnit", ""},
	{"appleMoveTime", "appleMoveTimeGoal", "", "min"},
	{"appleExerciseTime", "appleExerciseTimeGoal", "", "min"},
	{"appleStandHours", "appleStandHoursGoal", "", "h"},
}

// summary yields the phone's own figures for a day. A figure of nothing with no goal is a ring that was not in use, and
// no measurement. Goals are what somebody wants, not what was: they are counted.
func (r *reader) summary(t *token) {
	day, ok := r.clock.day(string(t.get("dateComponents")))
	if !ok {
		r.problem(ingest.BadTime, "ActivitySummary@dateComponents")
		return
	}
	for _, f := range figures {
		value, goal := t.get(f.name), t.get(f.goal)
		if goal != nil {
			r.counts["goal"]++
		}
		if len(value) == 0 || isZero(value) && (goal == nil || isZero(goal)) {
			continue
		}
		s := ingest.Draft{}
		s.Position = r.position
		s.Kind, s.Modality, s.SourceKind, s.SourceClass = record.Measurement, record.DeviceSensed, record.FromFile, record.Aggregator
		s.Platform, s.Vendor, s.VendorField = Platform, Platform, "ActivitySummary."+f.name
		s.Name, s.Value, s.Unit = s.VendorField, r.values.text(value), f.unit
		if f.unitName != "" {
			s.Unit = r.names.text(t.get(f.unitName))
		}
		s.When = ingest.When{Start: day, Floating: true, DateOnly: true}
		s.Grain = record.OfDay
		r.emit(s, nil)
	}
}

func isZero(b []byte) bool {
	x, err := strconv.ParseFloat(string(b), 64)
	return err == nil && x == 0
}
