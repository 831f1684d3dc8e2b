package answers

import (
	"testing"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/terminology"
)

func TestAnIntervalWithoutAValueSaysItsLengthWhereThatIsWhatItMeasures(t *testing.T) {
	s := New(Config{Names: vocabulary(t)})
	minute := record.Instant(60_000_000)
	loinc := func(code string) record.Coding {
		return record.Coding{Outcome: record.Coded, System: terminology.SystemLOINC, Code: code}
	}
	device := func(key string) record.Coding {
		return record.Coding{Outcome: record.Coded, System: "urn:recordserver:metric", Code: key}
	}
	for _, tt := range []struct {
		name        string
		o           record.Observation
		value, unit string
	}{
		{"a stage of sleep", record.Observation{Kind: record.Measurement, Coding: loinc("93831-6"), End: 25 * minute}, "25", "min"},
		{"a part of a minute", record.Observation{Kind: record.Measurement, Coding: loinc("93831-6"), End: 25*minute + minute/2}, "25.5", "min"},
		{"time that no code is for", record.Observation{Kind: record.Measurement, Coding: device("sedentary_time"), End: 90 * minute}, "90", "min"},
		{"a stage with a value", record.Observation{Kind: record.Measurement, Coding: loinc("93831-6"), End: 25 * minute, Value: "20", Unit: "min"}, "20", "min"},
		{"a stage without an end", record.Observation{Kind: record.Measurement, Coding: loinc("93831-6")}, "", ""},
		{"steps over an hour that were not counted", record.Observation{Kind: record.Measurement, Coding: loinc("55423-8"), End: 60 * minute}, "", ""},
		{"a test over a day that was not measured", record.Observation{Kind: record.Measurement, Coding: loinc("2889-4"), End: 1440 * minute}, "", ""},
		{"what was said of a night", record.Observation{Kind: record.Symptom, Coding: loinc("93831-6"), End: 60 * minute}, "", ""},
		{"what has no code", record.Observation{Kind: record.Measurement, End: 60 * minute}, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := s.observed(&subject{zone: record.UTC}, &store.Line{Reading: store.Reading{Observation: tt.o}})
			if r.Value != tt.value || r.Unit != tt.unit {
				t.Errorf("%q %q, want %q %q", r.Value, r.Unit, tt.value, tt.unit)
			}
		})
	}
}
