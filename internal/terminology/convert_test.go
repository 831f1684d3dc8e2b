package terminology

import (
	"math"
	"testing"
)

func TestAValueIsExpressedInAnotherUnitOrTheReasonIsNamed(t *testing.T) {
	s := coreSet(t)
	type want struct {
		value  float64
		tier   Tier
		reason ConvertReason
	}
	for _, c := range []struct {
		name           string
		v              float64
		from, to, code string
		want           want
	}{
		{"Fahrenheit to Celsius is exact", 98.6, "°F", "°C", "", want{37, TierUnit, ""}},
		{"Celsius to kelvin", 37, "Cel", "K", "", want{310.15, TierUnit, ""}},
		{"kilocalories to kilojoules", 1, "kcal", "kJ", "", want{4.184, TierUnit, ""}},
		{"mmHg to kPa", 120, "mmHg", "kPa", "", want{15.998640000000002, TierUnit, ""}},
		{"pounds to kilograms", 150, "lb", "kg", "", want{68.0388555, TierUnit, ""}},
		{"printed units are normalised first", 5, "mg/dl", "g/L", "", want{0.05, TierUnit, ""}},
		{"a thousand per microlitre is 10*9/L", 4.2, "K/uL", "10*9/L", "", want{4.2, TierUnit, ""}},
		{"glucose mass to moles by its code", 180.16, "mg/dL", "mmol/L", "2345-7", want{10, TierMolar, ""}},
		{"glucose moles to mass by the moles code", 5, "mmol/L", "mg/dL", "14749-6", want{90.08, TierMolar, ""}},
		{"cholesterol", 386.65, "mg/dL", "mmol/L", "2093-3", want{10, TierMolar, ""}},
		{"albumin by creatinine crosses below the line", 30, "mg/g", "mg/mmol", "9318-7", want{3.3936, TierMolar, ""}},
		{"mass and moles need a code", 100, "mg/dL", "mmol/L", "", want{0, "", NeedsCode}},
		{"an unknown code is named", 100, "mg/dL", "mmol/L", "99999-9", want{0, "", UnknownCode}},
		{"a code without a molar mass", 100, "mg/dL", "mmol/L", "20567-4", want{0, "", NoMolarMass}},
		{"A1c by its code", 6.5, "%", "mmol/mol", "4548-4", want{(6.5 - 2.152) / 0.09148, TierFormula, ""}},
		{"A1c back by the same code", 48, "mmol/mol", "%", "4548-4", want{48*0.09148 + 2.152, TierFormula, ""}},
		{"A1c by the other code", 48, "mmol/mol", "%", "59261-8", want{48*0.09148 + 2.152, TierFormula, ""}},
		{"A1c without a code is two scales", 6.5, "%", "mmol/mol", "", want{0, "", NeedsCode}},
		{"equivalents are not moles", 140, "meq/L", "mmol/L", "2951-2", want{0, "", Valence}},
		{"equivalents among themselves", 140, "meq/L", "eq/L", "", want{0.14, TierUnit, ""}},
		{"a share is not a count", 62, "%", "10*9/L", "", want{0, "", ShareAndCount}},
		{"nor a count a share", 4.2, "10*9/L", "%", "26499-4", want{0, "", ShareAndCount}},
		{"international units are not mass", 30, "[IU]/mL", "ng/mL", "", want{0, "", ArbitraryUnit}},
		{"nor activity without a code", 30, "U/L", "[IU]/L", "", want{0, "", ArbitraryUnit}},
		{"nor of a hormone", 30, "U/L", "[IU]/L", "3016-3", want{0, "", ArbitraryUnit}},
		{"but of an enzyme they are", 30, "[IU]/L", "U/L", "1742-6", want{30, TierActivity, ""}},
		{"international units by volume", 2.5, "m[IU]/L", "u[IU]/mL", "", want{2.5, TierUnit, ""}},
		{"moles are not a count", 5, "mmol/L", "10*9/L", "", want{0, "", AmountAndNumber}},
		{"moles are not a number", 1, "mol", "1", "", want{0, "", AmountAndNumber}},
		{"moles are not a share", 5, "mmol/L", "%", "", want{0, "", DifferentQuantities}},
		{"katal and U", 1, "ukat/L", "U/L", "", want{60, TierUnit, ""}},
		{"kg/m2 is not mg/dL", 22, "kg/m2", "mg/dL", "", want{0, "", DifferentQuantities}},
		{"kg is not cm", 1, "kg", "cm", "", want{0, "", DifferentQuantities}},
		{"body surface does not go away", 60, "mL/min/{1.73_m2}", "mL/min", "33914-3", want{0, "", DifferentQuantities}},
		{"an annotation without a number says nothing", 60, "{beats}/min", "/min", "", want{60, TierUnit, ""}},
		{"an overflow is no infinity", 1e308, "g", "ug", "", want{0, "", NotFinite}},
		{"infinity is no value", math.Inf(1), "g", "kg", "", want{0, "", NotFinite}},
		{"nor is NaN", math.NaN(), "g", "kg", "", want{0, "", NotFinite}},
		{"an unknown unit", 1, "blorps", "kg", "", want{0, "", UnknownUnit}},
		{"an empty unit", 1, "", "kg", "", want{0, "", UnknownUnit}},
		{"zero stays zero", 0, "mg/dL", "mmol/L", "2345-7", want{0, TierMolar, ""}},
		{"a negative excess", -2.5, "mmol/L", "umol/L", "", want{-2500, TierUnit, ""}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := s.Convert(c.v, c.from, c.to, c.code)
			if got.Reason != c.want.reason || got.Tier != c.want.tier {
				t.Fatalf("tier %q, reason %q; want %q, %q", got.Tier, got.Reason, c.want.tier, c.want.reason)
			}
			if (got.Value == nil) != (c.want.reason != "") {
				t.Fatalf("value %v beside the reason %q", got.Value, got.Reason)
			}
			if got.Value != nil && math.Abs(*got.Value-c.want.value) > 1e-12*math.Abs(c.want.value) {
				t.Errorf("%v, want %v", *got.Value, c.want.value)
			}
			if c.want.reason != "" && got.Reason.Text() == "" {
				t.Error("the reason has no text")
			}
		})
	}
}

func TestAValueMovesBetweenCodesOnlyWithinOneAnalyteAndSpecimen(t *testing.T) {
	s := coreSet(t)
	for _, c := range []struct {
		name           string
		v              float64
		from, fromUnit string
		to, toUnit     string
		want           float64
		reason         ConvertReason
	}{
		{"mass to moles", 180.16, "2345-7", "mg/dL", "14749-6", "mmol/L", 10, ""},
		{"A1c", 6.5, "4548-4", "%", "59261-8", "mmol/mol", (6.5 - 2.152) / 0.09148, ""},
		{"serum to blood", 100, "2345-7", "mg/dL", "2339-0", "mg/dL", 0, DifferentAnalytes},
		{"glucose to cholesterol", 100, "2345-7", "mg/dL", "2093-3", "mg/dL", 0, DifferentAnalytes},
		{"count to share", 4.2, "26499-4", "10*9/L", "26511-6", "%", 0, DifferentAnalytes},
		{"A1c without the formula's units", 6.5, "4548-4", "%", "59261-8", "%", 0, DifferentAnalytes},
		{"an unknown code", 1, "2345-7", "mg/dL", "1-1", "mg/dL", 0, UnknownCode},
		{"urea is not urea nitrogen", 10, "3091-6", "mg/dL", "3094-0", "mg/dL", 0, DifferentAnalytes},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := s.ConvertBetween(c.v, c.from, c.fromUnit, c.to, c.toUnit)
			if got.Reason != c.reason {
				t.Fatalf("reason %q, want %q", got.Reason, c.reason)
			}
			if got.Value != nil && math.Abs(*got.Value-c.want) > 1e-12*math.Abs(c.want) {
				t.Errorf("%v, want %v", *got.Value, c.want)
			}
		})
	}
}

func coreSet(tb testing.TB) *Set {
	tb.Helper()
	s, err := Core()
	if err != nil {
		tb.Fatal(err)
	}
	return s
}
