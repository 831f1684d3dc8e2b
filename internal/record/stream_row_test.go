package record

import "testing"

func row(stream, vendor, field string, from, to, value float64) Observation {
	o := Observation{
		Status: Final, StreamKey: stream, Vendor: vendor, VendorField: field, SourceClass: Measurer, Start: hour(from), End: hour(to),
		Number: value, HasNumber: true, UCUM: "{steps}", Grain: OverWindow,
	}
	o.ID = Identity{NameKey: stream + field, Start: o.Start, End: o.End}.ID()
	return o
}

func TestRowsBecomeOneCandidateAStream(t *testing.T) {
	m := metric(t, "steps")
	removed := row("phone", "apple", "HKQuantityTypeIdentifierStepCount", 10, 11, 999)
	removed.Status = EnteredInError
	computed := row("phone", "apple", "HKQuantityTypeIdentifierStepCount", 0, 24, 999)
	computed.SourceRef = AggregatePrefix + "phone"
	less := row("phone", "apple", "HKQuantityTypeIdentifierStepCount", 12, 13, 999)
	less.Comparator = "<"
	other := row("phone", "apple", "HKQuantityTypeIdentifierStepCount", 13, 14, 999)
	other.UCUM = "km"
	none := row("phone", "apple", "HKQuantityTypeIdentifierStepCount", 14, 15, 999)
	none.HasNumber = false
	thousands := row("typed", "", "", 0, 0, 5)
	thousands.UCUM, thousands.Grain, thousands.SourceClass = "10*3", OfDay, ByHand
	rows := []Observation{
		row("watch", "fitbit", "activities-steps-intraday", 8, 9, 500), row("watch", "fitbit", "activities-steps-intraday", 9, 10, 700),
		row("watch", "fitbit", "activities-steps", 0, 24, 1300), row("phone", "apple", "HKQuantityTypeIdentifierStepCount", 8, 9, 450),
		removed, computed, less, other, none, thousands,
	}
	convert := func(x float64, from, to string) (float64, bool) { return x * 1000, from == "10*3" && to == "{steps}" }
	got, left := Streams(rows, m, convert)
	want := []struct {
		stream string
		policy Policy
		number float64
		row    bool
	}{
		{"phone", PolicySumDelta, 450, true},
		{"typed", PolicyProviderValue, 5000, true},
		{"watch", PolicyProviderValue, 1300, true},
		{"watch", PolicySumDelta, 1200, false},
	}
	if len(got) != len(want) || left != 5 {
		t.Fatalf("%d candidates, %d left: %+v", len(got), left, got)
	}
	for i, w := range want {
		c := got[i]
		if c.Stream != w.stream || c.Value.Policy != w.policy || c.Value.Number != w.number || c.Value.Row.IsZero() == w.row {
			t.Errorf("%s %s is %v", c.Stream, c.Value.Policy, c.Value.Number)
		}
	}
	if got[1].Class != ByHand || got[0].Source != "apple" {
		t.Errorf("%+v", got[:2])
	}
	if _, left := Streams(rows, m, nil); left != 6 {
		t.Errorf("without a converter %d are left", left)
	}
}

func TestAnAmountOfTimeWithoutAStretchIsAnAmount(t *testing.T) {
	m := metric(t, "workout_time")
	typed := row("typed", "", "", 9, 9, 30)
	typed.UCUM, typed.Grain = "min", AtInstant
	second := row("typed", "", "", 19, 19, 45)
	second.UCUM, second.Grain = "min", AtInstant
	session := row("watch", "health_connect", "ExerciseSessionRecord", 7, 8, 0)
	session.HasNumber = false
	got, left := Streams([]Observation{typed, second, session}, m, nil)
	if left != 0 || len(got) != 2 || got[0].Value.Number != 75 || got[1].Value.Number != 60 {
		t.Errorf("%d left, %+v", left, got)
	}
	oura := row("ring", "oura", "sleep.total_sleep_duration", 23, 31, 25_200)
	oura.UCUM = "s"
	nap := row("ring", "oura", "sleep.total_sleep_duration", 38, 39, 1_800)
	nap.UCUM = "s"
	got, _ = Streams([]Observation{oura, nap}, metric(t, "sleep_duration"), func(x float64, _, _ string) (float64, bool) { return x / 60, true })
	if len(got) != 1 || got[0].Value.Number != 450 {
		t.Errorf("a night and a nap: %+v", got)
	}
}

func TestACountIsACountWhateverItsUnitCounts(t *testing.T) {
	steps := row("phone", "apple", "HKQuantityTypeIdentifierStepCount", 8, 9, 450)
	bmi := row("scale", "apple", "HKQuantityTypeIdentifierBodyMassIndex", 8, 8, 24.5)
	typed := row("typed", "", "", 8, 8, 24.5)
	for _, unit := range []string{"{#}", "", "1", "{steps}"} {
		steps.UCUM, bmi.UCUM, typed.UCUM = unit, unit, unit
		m, index := metric(t, "steps"), metric(t, "body_mass_index")
		if p, ok := PointOf(&steps, &m, PolicySumDelta, nil); !ok || p.Value != 450 {
			t.Errorf("steps in %q", unit)
		}
		if p, ok := PointOf(&bmi, &index, PolicyLast, nil); !ok || p.Value != 24.5 {
			t.Errorf("a body mass index in %q", unit)
		}
		if _, ok := PointOf(&typed, &index, PolicyLast, nil); ok {
			t.Errorf("a typed body mass index in %q", unit)
		}
	}
	for unit, want := range map[string]bool{"{#}": true, "{a}/{b}": false, "{a}.{b}": false, "%": false, "kg": false, "{": false} {
		if bare(unit) != want {
			t.Errorf("%q", unit)
		}
	}
}
