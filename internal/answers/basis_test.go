package answers

import (
	"testing"
)

// TestReadingsThatConvertAreOnOneBasis is about series whose readings are in several units.
func TestReadingsThatConvertAreOnOneBasis(t *testing.T) {
	const tsh, ferritin, inr, hemoglobin, hemoglobinMoles = "3016-3", "2276-4", "6301-6", "718-7", "59260-0"
	s := openSQLite(t)
	at := func(f fact, day string) fact { f.at = day + " 08:00"; return f }
	stored := func(code, value, unit string, canonical float64, canonicalUnit string) fact {
		return fact{name: "x", code: code, value: value, unit: unit, canonical: canonical, canonicalUnit: canonicalUnit}
	}
	for _, tt := range []struct {
		name             string
		facts            []fact
		unit, code       string
		least, most, avg float64
		leftOut          bool
	}{
		{
			"what was stored in units that are equal and spelled otherwise is left out",
			[]fact{stored(tsh, "1.84", "m[IU]/L", 1.84, "m[IU]/L"), stored(tsh, "2.02", "m[IU]/L", 2.02, "m[IU]/L"), stored(tsh, "1.9", "u[IU]/mL", 1.9, "u[IU]/mL")},
			"m[IU]/L", tsh, 1.84, 2.02, 1.92, false,
		},
		{
			"what was stored under other rules of units is left out",
			[]fact{stored(ferritin, "19", "ng/mL", 0.000019, "g/L"), stored(ferritin, "21", "ug/L", 21, "ng/mL"), stored(ferritin, "23", "ng/mL", 23, "ng/mL")},
			"ng/mL", ferritin, 19, 23, 21, false,
		},
		{
			"a ratio without a unit is left out",
			[]fact{stored(inr, "2.4", "{INR}", 2.4, "{INR}"), stored(inr, "2.6", "", 0, "")},
			"{INR}", inr, 2.4, 2.6, 2.5, false,
		},
		{
			"an INR that is called a ratio is left out",
			[]fact{stored(inr, "2.4", "{INR}", 2.4, "{INR}"), stored(inr, "2.6", "{ratio}", 2.6, "{ratio}"), stored(inr, "2.8", "{INR}", 2.8, "{INR}")},
			"{INR}", inr, 2.4, 2.8, 2.6, false,
		},
		{
			"a share is taken for a hundredth",
			[]fact{stored("4548-4", "6", "%", 6, "%"), stored("4548-4", "6.2", "%", 6.2, "%"), stored("4548-4", "0.06", "", 0, "")},
			"%", "4548-4", 6, 6.2, 6.1, true,
		},
		{
			"the code of moles stands beside a mass",
			[]fact{stored(hemoglobin, "141", "g/L", 14.1, "g/dL"), stored(hemoglobinMoles, "8", "mmol/L", 12.9, "g/dL")},
			"g/dL", hemoglobin, 12.9, 14.1, 13.5, false,
		},
		{
			"the code of moles stands beside a mass where no reading has the other",
			[]fact{stored(hemoglobinMoles, "8000", "umol/L", 12.9, "g/dL"), stored(hemoglobinMoles, "8", "mmol/L", 12.9, "g/dL")},
			"g/dL", hemoglobin, 12.9, 12.9, 12.9, false,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := newChart(t, s, "UTC")
			for i, f := range tt.facts {
				c.add(at(f, "2026-03-0"+string(rune('1'+i))))
			}
			e := c.ask(map[string]any{"indicators": []string{tt.code}, "view": "stats"})
			r := only[StatsRow](t, e)
			if !r.MixedUnits || r.Unit != tt.unit || r.Code != tt.code || r.Min == nil || r.Max == nil || r.Avg == nil {
				t.Fatalf("%+v", r)
			}
			if *r.Min != tt.least || *r.Max != tt.most || *r.Avg != tt.avg {
				t.Errorf("%v to %v, mean %v; want %v to %v, mean %v", *r.Min, *r.Max, *r.Avg, tt.least, tt.most, tt.avg)
			}
			months := rowsOf[BucketRow](t, c.ask(map[string]any{"indicators": []string{tt.code}, "view": "month"}))
			if len(months) != 1 || months[0].Unit != tt.unit || months[0].Code != tt.code || months[0].Avg == nil || *months[0].Avg != tt.avg {
				t.Errorf("the month: %+v", months)
			}
			if tt.leftOut {
				has(t, e, "1 reading without a unit, or in one that does not convert")
			} else {
				hasNot(t, e, "does not convert")
			}
			hasNot(t, e, "whatever the unit")
		})
	}
}
