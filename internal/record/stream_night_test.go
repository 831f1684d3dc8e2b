package record

import (
	"testing"
	"time"
)

func TestANightIsFlattenedSourceBySource(t *testing.T) {
	segment := func(device, field string, from, to float64, sync int) Observation {
		o := row(device, "apple", field, from, to, 0)
		o.HasNumber, o.CreatedAt, o.SourceRef = false, Instant(sync), device
		return o
	}
	const prefix = "HKCategoryValueSleepAnalysis"
	rows := []Observation{
		segment("watch", prefix+"AsleepCore", 23, 25, 1), segment("watch", prefix+"AsleepDeep", 25, 26, 1), segment("watch", prefix+"Awake", 26, 26.5, 1),
		segment("watch", prefix+"AsleepREM", 26.5, 28, 1),
		segment("watch", prefix+"AsleepDeep", 24, 25, 2), // a later sync
		segment("watch", prefix+"InBed", 22.5, 28.5, 1),
		segment("phone", prefix+"AsleepUnspecified", 22, 30, 1),
		row("ring", "oura", "sleep.deep_sleep_duration", 23, 30, 5400),
	}
	got := Nights(rows, func(o *Observation) string { return o.SourceRef })
	want := map[string]map[string]float64{
		"sleep_light": {"watch": 60}, "sleep_deep": {"watch": 120}, "sleep_rem": {"watch": 90}, "sleep_awake": {"watch": 30},
		"sleep_unspecified": {"phone": 480}, "sleep_duration": {"watch": 270, "phone": 480},
	}
	if len(got) != len(want) {
		t.Errorf("%d metrics", len(got))
	}
	for key, streams := range want {
		if len(got[key]) != len(streams) {
			t.Errorf("%s: %+v", key, got[key])
		}
		for _, c := range got[key] {
			if c.Value.Number != streams[c.Stream] || c.Class != Measurer || c.Source != "apple" {
				t.Errorf("%s of %s: %v", key, c.Stream, c.Value.Number)
			}
		}
	}
	if n := len(StageMetrics()); n != 5 {
		t.Errorf("%d stages", n)
	}
}

// TestANightBelongsToTheEveningOnWhichItBegan on nights when clocks change.
func TestANightBelongsToTheEveningOnWhichItBegan(t *testing.T) {
	m := metric(t, "sleep_duration")
	for _, c := range []struct {
		zone, evening string
		from          time.Duration // clock of the evening, or of the next day where above 24 h
		slept         time.Duration
	}{
		{"Europe/Berlin", "2026-03-28", 23 * time.Hour, 7 * time.Hour},
		{"Europe/Berlin", "2026-03-28", 24*time.Hour + 30*time.Minute, 7 * time.Hour},
		{"Europe/Berlin", "2026-10-24", 23 * time.Hour, 10 * time.Hour},
		{"Europe/Berlin", "2026-10-24", 26*time.Hour + 30*time.Minute, 5 * time.Hour}, // the hour that comes twice
		{"Australia/Lord_Howe", "2026-10-03", 25 * time.Hour, 8 * time.Hour},
		{"Australia/Lord_Howe", "2026-04-04", 25 * time.Hour, 8 * time.Hour},
		{"Pacific/Apia", "2011-12-29", 23 * time.Hour, 8 * time.Hour},
		{"Pacific/Apia", "2011-12-31", 25 * time.Hour, 8 * time.Hour},
	} {
		z, evening := zone(t, c.zone), day(t, c.evening)
		on, clock := evening, c.from
		if clock >= 24*time.Hour {
			on, clock = on+1, clock-24*time.Hour
		}
		start, _ := z.At(on, clock)
		if got := LocalDay(start, z, m.DayStart()); got != evening {
			t.Errorf("%s: asleep at %s is the night of %s, want %s", c.zone, start, got, evening)
		}
		v, ok := Aggregate([]Point{{Start: start, End: start.Add(c.slept)}}, PolicyDurationUnion)
		d := Elect(Contest{Metric: m, Day: evening, Zone: z}, []Candidate{{Stream: "ring", Class: Measurer, Value: v}}, ElectOptions{})
		if !ok || d.Winner.Value.Number != c.slept.Minutes() {
			t.Errorf("%s %s: %v minutes, %s", c.zone, c.evening, d.Winner.Value.Number, d.Outcome)
		}
	}
}

func TestAnEchoIsNewsWhenItSaysSomethingElse(t *testing.T) {
	now, same, other := DayValue{Number: 80}, DayValue{Number: 80}, DayValue{Number: 81}
	if !EchoChanged(now, nil) || EchoChanged(now, &same) || !EchoChanged(now, &other) {
		t.Error("an echo")
	}
}
