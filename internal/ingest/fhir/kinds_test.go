package fhir

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/ingest"
)

// Kinds are those that are not refused for what they are.
func TestKindsAreWhatIsRead(t *testing.T) {
	refused := func(text string) bool {
		for _, err := range Read(strings.NewReader(text), Options{}) {
			var p *ingest.Problem
			if errors.As(err, &p) && p.Reason == ingest.NotSupported {
				return true
			}
		}
		return false
	}
	kinds := Kinds()
	for _, kind := range slices.Sorted(maps.Keys(resourceTypes)) {
		// A report is for what is in it, and is counted itself.
		if listed := slices.Contains(kinds, kind); listed == refused(`{"resourceType":"`+kind+`"}`) && kind != "DiagnosticReport" {
			t.Errorf("%s: among the kinds: %v", kind, listed)
		}
	}
	for _, value := range []string{
		"Quantity", "CodeableConcept", "String", "Boolean", "Integer", "Range", "Ratio", "SampledData", "Time", "DateTime", "Period", "Attachment", "Reference",
	} {
		text := `{"resourceType":"Observation","code":{"text":"x"},"effectiveDateTime":"2026-03-04","value` + value + `":{}}`
		if listed := slices.Contains(kinds, "value"+value); listed == refused(text) {
			t.Errorf("value%s: among the kinds: %v", value, listed)
		}
	}
	if n := len(stored) + len(valueReaders); len(kinds) != n {
		t.Errorf("%d kinds of %d", len(kinds), n)
	}
}
