package record_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/terminology/loinc"
	"github.com/seed-a76b335c/philint/internal/terminology/ucum"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

func TestEveryMetricIsSound(t *testing.T) {
	keys := map[string]bool{}
	for _, m := range record.Metrics() {
		if keys[m.Key] || m.Key == "" || strings.ToLower(m.Key) != m.Key {
			t.Errorf("%q: key", m.Key)
		}
		keys[m.Key] = true
		if !record.Legal(m.State, m.Policy) {
			t.Errorf("%s: %s does not suit %s", m.Key, m.Policy, m.State)
		}
		if m.Max <= m.Min {
			t.Errorf("%s: no bounds", m.Key)
		}
		if m.Duration && m.Unit != "min" {
			t.Errorf("%s: durations are in minutes, not in %s", m.Key, m.Unit)
		}
		if m.Fills && (!m.Total || m.Night) {
			t.Errorf("%s: only totals of a calendar day are completed by other sources", m.Key)
		}
		if m.Total && m.Policy != record.PolicySumDelta && m.Policy != record.PolicyDurationUnion {
			t.Errorf("%s: %s makes no total", m.Key, m.Policy)
		}
		if m.Stage != "" && !m.Night {
			t.Errorf("%s: a stage of sleep has a night", m.Key)
		}
		if got, ok := record.MetricOf(m.Key); !ok || got.Series() != "device:"+m.Key {
			t.Errorf("%s is not found", m.Key)
		}
	}
	if len(keys) < 60 {
		t.Errorf("%d metrics", len(keys))
	}
	for _, stage := range []string{record.StageAwake, record.StageLight, record.StageDeep, record.StageREM, record.StageAsleep} {
		if !slices.ContainsFunc(record.Metrics(), func(m record.Metric) bool { return m.Stage == stage }) {
			t.Errorf("stage %s has no metric", stage)
		}
	}
}

// otherwise are the units that LOINC prints with a code and that are no unit of the metric, on purpose.
var otherwise = map[string]bool{
	"41950-7 {steps}/d":   true, // the day is the row's
	"41979-6 kcal/d":      true,
	"41979-6 kcal/(24.h)": true,
	"39156-5 1":           true, // a bare number
	"2339-0 mg/dL":        true, // converts by molar mass
	"99504-3 mg/dL":       true,
}

// kept are codes whose property the metric's unit is not of, on purpose.
var kept = map[string]bool{
	"96502-0":  true, // a number in a period, which is the row's
	"112426-2": true, // LOINC has energy by time, and the metric's weight by mass besides, as whoever measures it does
}

// A code stands beside the metric's value and unit in every answer: a percentile is no share, and milligrams are no moles.
func TestTheCodeOfAMetricIsOfItsUnitsKind(t *testing.T) {
	for _, m := range record.Metrics() {
		if m.Code() == "" {
			continue
		}
		row, ok := loinc.Core().Row(m.Code())
		if !ok {
			t.Errorf("%s: %s is not in the table", m.Key, m.Code())
		} else if units.Fits(row.Property, m.Unit) == kept[m.Code()] {
			t.Errorf("%s is in %s, and %s (%s) is of the kind %s", m.Key, m.Unit, m.Code(), row.LongName, row.Property)
		}
	}
}

func TestCodesOfMetricsAreInTheLOINCTableAndOfOneMetric(t *testing.T) {
	seen := map[string]string{}
	for _, m := range record.Metrics() {
		if len(m.Codes) > 0 && m.Code() != m.Codes[0] || len(m.Codes) == 0 && m.Code() != "" {
			t.Errorf("%s: code %q", m.Key, m.Code())
		}
		for _, code := range m.Codes {
			if other := seen[code]; other != "" {
				t.Errorf("%s is %s and %s", code, other, m.Key)
			}
			seen[code] = m.Key
			row, ok := loinc.Core().Row(code)
			if !ok {
				t.Errorf("%s: %s is not in the table", m.Key, code)
				continue
			}
			if row.Panel || row.Scale != "Qn" {
				t.Errorf("%s: %s (%s) is no quantity", m.Key, code, row.LongName)
			}
			if got, ok := record.MetricOfCode(code); !ok || got.Key != m.Key {
				t.Errorf("%s is not found by %s", m.Key, code)
			}
			for _, example := range row.ExampleUnits {
				if !ucum.Commensurable(unit(t, m.Unit), unit(t, example)) && !otherwise[code+" "+example] {
					t.Errorf("%s is measured in %s, and %s in %s", m.Key, m.Unit, code, example)
				}
			}
		}
	}
	if _, ok := record.MetricOfCode("4548-4"); ok {
		t.Error("A1c is measured by a device")
	}
}

func unit(t *testing.T, code string) ucum.Unit {
	t.Helper()
	u, err := ucum.Parse(code)
	if err != nil {
		t.Errorf("%q is no unit: %v", code, err)
	}
	return u
}

func TestEveryFieldLeadsToAMetricInAUnitThatConverts(t *testing.T) {
	seen := map[[2]string]bool{}
	vendors := map[string]int{}
	for _, f := range record.Fields() {
		k := [2]string{f.Vendor, f.Name}
		if seen[k] {
			t.Errorf("%s %s stands twice", f.Vendor, f.Name)
		}
		seen[k] = true
		vendors[f.Vendor]++
		m, ok := record.MetricOf(f.Metric)
		if !ok {
			t.Errorf("%s %s: no metric %q", f.Vendor, f.Name, f.Metric)
			continue
		}
		if !record.Legal(f.State, f.Policy) {
			t.Errorf("%s %s: %s does not suit %s", f.Vendor, f.Name, f.Policy, f.State)
		}
		if f.State == record.StateCumulative && !m.Total {
			t.Errorf("%s %s: %s is no total, and cannot be added up", f.Vendor, f.Name, m.Key)
		}
		if !ucum.Commensurable(unit(t, f.Unit), unit(t, m.Unit)) && m.Key != "blood_glucose" {
			t.Errorf("%s %s comes in %s, and %s is in %s", f.Vendor, f.Name, f.Unit, m.Key, m.Unit)
		}
		if got, ok := record.FieldOf(f.Vendor, f.Name); !ok || got != f {
			t.Errorf("%s %s is not found", f.Vendor, f.Name)
		}
	}
	for _, v := range []string{"apple", "health_connect", "fitbit", "garmin", "oura", "whoop", "withings", "huawei", "xiaomi"} {
		if vendors[v] < 15 {
			t.Errorf("%s sends %d fields", v, vendors[v])
		}
	}
	t.Logf("%d metrics, %d fields %v", len(record.Metrics()), len(record.Fields()), vendors)
}

func TestAFieldIsFoundByItsWholeNameOnly(t *testing.T) {
	for name, want := range map[string]string{
		"HKQuantityTypeIdentifierStepCount": "steps", "HKQuantityTypeIdentifierHeartRateVariabilitySDNN": "hrv_sdnn",
		"HKQuantityTypeIdentifierAppleSleepingWristTemperature": "skin_temperature", "HKCategoryValueSleepAnalysisAsleepCore": "sleep_light",
		"HKQuantityTypeIdentifierSleep": "", "stepcount": "", "sleep": "", "": "",
	} {
		if f, ok := record.FieldOf("apple", name); f.Metric != want || ok != (want != "") {
			t.Errorf("%q is %q, want %q", name, f.Metric, want)
		}
	}
	// A maker's figure for the day and the samples that it was made of are one metric, and two streams.
	for name, sample := range map[string]string{
		"ActivitySummary.activeEnergyBurned": "HKQuantityTypeIdentifierActiveEnergyBurned", "ActivitySummary.appleMoveTime": "HKQuantityTypeIdentifierAppleMoveTime",
		"ActivitySummary.appleExerciseTime": "HKQuantityTypeIdentifierAppleExerciseTime", "ActivitySummary.appleStandHours": "HKCategoryValueAppleStandHourStood",
	} {
		day, _ := record.FieldOf("apple", name)
		one, _ := record.FieldOf("apple", sample)
		if day.Metric == "" || day.Metric != one.Metric || day.Policy != record.PolicyProviderValue || one.Policy == day.Policy {
			t.Errorf("%+v and %+v", day, one)
		}
	}
	// What a vendor calls RMSSD is never filed with what another calls SDNN.
	a, _ := record.FieldOf("apple", "HKQuantityTypeIdentifierHeartRateVariabilitySDNN")
	b, _ := record.FieldOf("health_connect", "HeartRateVariabilityRmssdRecord")
	if a.Metric == b.Metric {
		t.Error("SDNN and RMSSD are one series")
	}
	intraday, _ := record.FieldOf("fitbit", "activities-steps-intraday")
	daily, _ := record.FieldOf("fitbit", "activities-steps")
	if intraday.Metric != daily.Metric || intraday.Policy != record.PolicySumDelta || daily.Policy != record.PolicyProviderValue {
		t.Errorf("%+v and %+v", intraday, daily)
	}
}

func TestPoliciesThatDoNotSuitAShapeAreRefused(t *testing.T) {
	legal := map[string]bool{
		"instant mean_min_max": true, "instant last": true, "cumulative sum_delta": true, "interval duration_union": true,
		"session duration_union": true, "provider_daily provider_value": true,
	}
	states := []record.StateClass{record.StateInstant, record.StateCumulative, record.StateInterval, record.StateSession, record.StateProviderDaily, "", "other"}
	policies := []record.Policy{record.PolicyMeanMinMax, record.PolicyLast, record.PolicySumDelta, record.PolicyDurationUnion, record.PolicyProviderValue, "", "other"}
	for _, s := range states {
		for _, p := range policies {
			if got := record.Legal(s, p); got != legal[string(s)+" "+string(p)] {
				t.Errorf("%s with %s: %t", s, p, got)
			}
		}
		if p := s.Policy(); p != "" && !record.Legal(s, p) {
			t.Errorf("the usual policy of %s is %s", s, p)
		}
	}
}
