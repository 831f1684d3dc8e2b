package terminology

import (
	"math"
	"slices"
	"testing"

	"github.com/seed-a76b335c/philint/internal/terminology/loinc"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

func TestACanonicalUnitIsOneThatReportsPrint(t *testing.T) {
	s := coreSet(t)
	for _, c := range []struct {
		name, value, unit string
		canonical         float64
		want              string
	}{
		{"TSH", "1.84", "mIU/L", 1.84, "m[IU]/L"},
		{"TSH", "1.9", "uIU/mL", 1.9, "m[IU]/L"},
		{"TSH", "1.9", "µIU/mL", 1.9, "m[IU]/L"},
		{"TSH", "0.0019", "IU/L", 1.9, "m[IU]/L"},
		{"Ferritin", "19", "ng/mL", 19, "ng/mL"},
		{"Ferritin", "19", "ug/L", 19, "ng/mL"},
		{"PSA", "1.1", "ug/L", 1.1, "ng/mL"},
		{"Free T4", "15.22", "pmol/L", 1.18234, "ng/dL"},
		{"Hemoglobin", "14.1", "g/dL", 14.1, "g/dL"},
		{"Hemoglobin", "141", "g/L", 14.1, "g/dL"},
		{"Glucose", "95", "mg/dL", 95, "mg/dL"},
		{"Glucose", "5", "mmol/L", 90.08, "mg/dL"},
		{"HbA1c", "6.5", "%", 6.5, "%"},
		{"HbA1c", "48", "mmol/mol", 48, "mmol/mol"},
		{"WBC", "6700", "/uL", 6.7, "10*9/L"},
		{"Body height", "1.8", "m", 180, "cm"},
		{"Body temperature", "98.6", "°F", 37, "Cel"},
		{"ALT", "30", "IU/L", 30, "U/L"},
		{"INR", "2.4", "INR", 2.4, "{INR}"},
		{"INR", "2.6", "ratio", 2.6, "{INR}"},
	} {
		t.Run(c.name+" in "+c.unit, func(t *testing.T) {
			d := s.Code(Draft{Name: c.name, Value: c.value, Unit: c.unit})
			if d.CanonicalValue == nil || d.CanonicalUnit != c.want || math.Abs(*d.CanonicalValue-c.canonical) > 1e-3*c.canonical {
				t.Errorf("%s: %v %s, want %v %s", d.Code, d.CanonicalValue, d.CanonicalUnit, c.canonical, c.want)
			}
		})
	}
}

func TestACodeOfAnotherReleaseHasOneUnitToo(t *testing.T) {
	s := coreSet(t)
	draft := func(value, unit string) Decision {
		return s.Code(Draft{Name: "Something", Value: value, Unit: unit, Source: "99999-5"})
	}
	a, b := draft("2", "mg/L"), draft("0.2", "mg/dL")
	if a.Series != "loinc:99999-5" || a.CanonicalUnit != b.CanonicalUnit || a.CanonicalValue == nil || *a.CanonicalValue != *b.CanonicalValue {
		t.Errorf("%s %v %q and %v %q", a.Series, a.CanonicalValue, a.CanonicalUnit, b.CanonicalValue, b.CanonicalUnit)
	}
}

// TestUnitsThatConvertIntoOneAnotherHaveOneCanonicalUnit goes through every series of the table, and in each through
// every two of its units and of those that are spelled or scaled otherwise.
func TestUnitsThatConvertIntoOneAnotherHaveOneCanonicalUnit(t *testing.T) {
	s := coreSet(t)
	bySeries := map[string][]*loinc.Row{}
	var order []string
	rows := s.Codes().Rows()
	for i := range rows {
		series := seriesOf(&rows[i])
		if bySeries[series] == nil {
			order = append(order, series)
		}
		bySeries[series] = append(bySeries[series], &rows[i])
	}
	type reading struct{ code, unit string }
	others := []string{
		"m[IU]/L", "u[IU]/mL", "[IU]/L", "k[IU]/L", "g/L", "mg/L", "ng/mL", "pg/dL", "nmol/L", "mmol/L", "U/L", "/uL", "10*6/uL",
		"[degF]", "K", "[lb_av]", "[in_i]", "h", "s", "1", "{ratio}", "%",
	}
	pairs := 0
	for _, series := range order {
		var all []reading
		for _, r := range bySeries[series] {
			used := slices.Clone(r.ExampleUnits)
			used = append(used, others...)
			for _, u := range used {
				if code, ok := units.Normalize(u); ok && carries(s.index.byCode(r.Code), code) && !slices.Contains(all, reading{r.Code, code}) {
					all = append(all, reading{r.Code, code})
				}
			}
		}
		for i, a := range all {
			ua := s.CanonicalUnit(series, a.unit, a.code)
			if c := s.Convert(10, a.unit, ua, a.code); c.Value == nil {
				t.Errorf("%s %s does not convert into its own canonical unit %s", a.code, a.unit, ua)
			}
			for _, b := range all[i+1:] {
				if s.ConvertBetween(10, a.code, a.unit, b.code, b.unit).Value == nil {
					continue
				}
				pairs++
				if ub := s.CanonicalUnit(series, b.unit, b.code); ua != ub {
					t.Errorf("%s: %s under %s is compared in %s, and %s under %s in %s", series, a.unit, a.code, ua, b.unit, b.code, ub)
				}
			}
		}
	}
	if pairs < 10_000 {
		t.Errorf("only %d pairs convert", pairs)
	}
}
