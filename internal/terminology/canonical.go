package terminology

import (
	"slices"
	"sync"

	"github.com/seed-a76b335c/philint/internal/terminology/loinc"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

// The canonical unit of a series is one that reports print. It is the first of these into which a reading's unit
// converts:
//
//  1. the example units of the series' commonest code, then those of its other codes of the same property;
//  2. the usual unit of that property;
//  3. the same of the series' other properties, mass beside moles;
//  4. the usual units of all properties.
//
// The order depends on the series alone and conversion is mutual, so that readings that convert into one another get
// one unit, and what does not convert keeps its own.

// canonicalRules changes when these rules or usualUnits do, and with it the release that decisions name.
const canonicalRules = "canonical units 2: example unit of the commonest code"

// usualUnits are the units that reports print most, by property, for series without example units.
var usualUnits = [...]struct{ property, unit string }{
	{"MCnc", "mg/dL"},
	{"SCnc", "mmol/L"},
	{"CCnc", "U/L"},
	{"NCnc", "10*9/L"},
	{"ACnc", "[IU]/L"},
	{"ACnc", "[arb'U]/mL"},
	{"MRat", "mg/(24.h)"},
	{"SRat", "mmol/(24.h)"},
	{"MRto", "mg/g"},
	{"SRto", "mmol/mol"},
	{"MCnt", "ug/g"},
	{"SCnt", "umol/g"},
	{"MFr", "%"},
	{"NFr", "%"},
	{"VFr", "%"},
	{"SFr", "%"},
	{"CFr", "%"},
	{"MFr.DF", "%"},
	{"VFr.DF", "%"},
	{"EntVol", "fL"},
	{"EntMass", "pg"},
	{"Temp", "Cel"},
	{"Len", "cm"},
	{"Mass", "kg"},
	{"Pres", "mm[Hg]"},
	{"PPres", "mm[Hg]"},
	{"NRat", "/min"},
	{"Time", "min"},
	{"Vol", "mL"},
	{"VRat", "mL/min"},
	{"EngRat", "kcal/d"},
	{"Vel", "m/s"},
	{"Area", "m2"},
	{"Osmol", "mosm/kg"},
	{"Ratio", "{ratio}"},
}

// mostSeriesUnits bounds what is kept: it is made again from the table.
const mostSeriesUnits = 4096

// seriesUnits keeps the units of the series that were asked for.
type seriesUnits struct {
	mu   sync.RWMutex
	made map[string][]string
}

// seriesUnits are the units of a series in the order of the rules. They are not to be changed.
func (s *Set) seriesUnits(series string) []string {
	s.units.mu.RLock()
	out, ok := s.units.made[series]
	s.units.mu.RUnlock()
	if ok {
		return out
	}
	out = unitsOf(s.SeriesRows(series))
	s.units.mu.Lock()
	defer s.units.mu.Unlock()
	if s.units.made == nil || len(s.units.made) >= mostSeriesUnits {
		s.units.made = map[string][]string{}
	}
	s.units.made[series] = out
	return out
}

// unitsOf lists units for rows of one series, the commonest row first.
func unitsOf(rows []*loinc.Row) []string {
	var out []string
	add := func(unit string) {
		if code, ok := units.Normalize(unit); ok && !slices.Contains(out, code) {
			out = append(out, code)
		}
	}
	var done []string
	for _, first := range rows {
		if slices.Contains(done, first.Property) {
			continue
		}
		done = append(done, first.Property)
		for _, r := range rows {
			if r.Property == first.Property {
				for _, u := range r.ExampleUnits {
					add(u)
				}
			}
		}
		for _, u := range usualUnits {
			if u.property == first.Property {
				add(u.unit)
			}
		}
	}
	for _, u := range usualUnits {
		add(u.unit)
	}
	return out
}

// CanonicalUnit is the unit in which readings of a series are compared, for a reading in a unit, which is UCUM, under a
// code, which may be empty. A unit that converts into none of the series' is its own.
func (s *Set) CanonicalUnit(series, unit, code string) string {
	for _, to := range s.seriesUnits(series) {
		if c := s.Convert(1, unit, to, code); c.Value != nil {
			return c.ToUCUM
		}
	}
	return unit
}

// canonicalize puts the value in the unit of its series. What does not convert stays as it is.
func (s *Set) canonicalize(out *Decision, r *Reading) {
	if r.Value.Kind != units.Quantity || r.UnitUCUM == "" {
		return
	}
	v := r.Value.Number
	out.CanonicalValue, out.CanonicalUnit = &v, r.UnitUCUM
	if c := s.Convert(v, r.UnitUCUM, s.CanonicalUnit(s.series(out), r.UnitUCUM, out.Code), out.Code); c.Value != nil {
		out.CanonicalValue, out.CanonicalUnit = c.Value, c.ToUCUM
	}
}
