package loinc_test

import (
	"slices"
	"testing"

	"github.com/seed-a76b335c/philint/internal/terminology/loinc"
	"github.com/seed-a76b335c/philint/internal/terminology/ucum"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

func TestEveryExampleUnitIsUCUMAndFitsItsRow(t *testing.T) {
	seen := 0
	for i := range loinc.Core().Rows() {
		r := &loinc.Core().Rows()[i]
		for _, u := range r.ExampleUnits {
			seen++
			if _, err := ucum.Parse(u); err != nil {
				t.Errorf("%s: %q is not UCUM: %v", r.Code, u, err)
				continue
			}
			if u == "{Ehrlich'U}/dL" {
				continue // A unit of effect: by its form it could be a count.
			}
			if r.Property != "" && r.Property != "-" && !slices.Contains(units.Families(u), r.Property) {
				t.Errorf("%s: %q is a unit of %v, not of %s", r.Code, u, units.Families(u), r.Property)
			}
		}
	}
	if seen < 1000 {
		t.Errorf("only %d units", seen)
	}
}
