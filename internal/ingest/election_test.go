package ingest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// sample is what a device sends.
func sample(vendor, field, value, unit string, start time.Time, length time.Duration) Draft {
	d := Draft{
		Modality: record.DeviceSensed, SourceKind: record.FromDevice, Platform: "apple", Vendor: vendor, VendorField: field, Name: field, Value: value, Unit: unit,
		When: When{Start: start},
	}
	if length > 0 {
		d.When.End = start.Add(length)
	}
	return d
}

const (
	steps     = "HKQuantityTypeIdentifierStepCount"
	heartRate = "HKQuantityTypeIdentifierHeartRate"
)

// published are the numbers that days publish, by metric and day, with their rules.
func published(t testing.TB, o Options) map[string]string {
	t.Helper()
	s := newSeries(tables(), o.Set)
	out := map[string]string{}
	for _, r := range all(t, o.Store, o.Person.ID) {
		if !r.Elected {
			continue
		}
		n, _, _ := r.Comparable()
		var rule string
		err := o.Store.Person(o.Person.ID).Write(context.Background(), func(tx *store.Tx) error {
			a, _, err := tx.Authority(context.Background(), store.Cell{Series: r.Coding.Series, Day: r.LocalDay})
			rule = a.Rule
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		out[s.of(r.Coding.Series).Key+" "+r.LocalDay.String()] = record.FormatNumber(n) + " " + rule
	}
	return out
}

func TestWhatADayPublishes(t *testing.T) {
	start := at(t, "2026-03-02T10:00:00+01:00")
	h := func(n float64) time.Time { return start.Add(time.Duration(n * float64(time.Hour))) }
	night := at(t, "2026-03-02T23:00:00+01:00")
	stage := func(vendor, stage string, from, to float64) Draft {
		d := sample(vendor, stage, "", "", night.Add(time.Duration(from*float64(time.Hour))), time.Duration((to-from)*float64(time.Hour)))
		d.Name, d.Value = "HKCategoryTypeIdentifierSleepAnalysis", stage
		return d
	}
	cases := []struct {
		name string
		in   [][]Draft
		want map[string]string
	}{
		{
			"a phone fills the hours that a watch was off",
			[][]Draft{{
				sample("Watch", steps, "1000", "count", h(0), time.Hour), sample("Watch", steps, "3157", "count", h(1), 2*time.Hour),
				sample("Phone", steps, "900", "count", h(0), time.Hour), sample("Phone", steps, "9922", "count", h(5), time.Hour),
			}},
			map[string]string{"steps 2026-03-02": "14079 combined_disjoint"},
		},
		{
			"a watch and a phone that both counted are not added",
			[][]Draft{{sample("Watch", steps, "4000", "count", h(0), 2*time.Hour), sample("Phone", steps, "3900", "count", h(0), time.Hour)}},
			map[string]string{"steps 2026-03-02": "4000 coverage"},
		},
		{
			"a sync that comes again counts once",
			[][]Draft{
				{sample("Watch", steps, "4000", "count", h(0), time.Hour), sample("Watch", steps, "50", "count", h(1), time.Hour)},
				{sample("Watch", steps, "4000", "count", h(0), time.Hour), sample("Watch", steps, "50", "count", h(1), time.Hour)},
			},
			map[string]string{"steps 2026-03-02": "4050 only_candidate"},
		},
		{
			"what comes late changes the day",
			[][]Draft{
				{sample("Watch", heartRate, "60", "count/min", h(0), 0), sample("Watch", heartRate, "70", "count/min", h(1), 0)},
				{sample("Watch", heartRate, "80", "count/min", h(2), 0)},
			},
			map[string]string{"heart_rate 2026-03-02": "70 only_candidate"},
		},
		{
			"what a device sends again with another value is changed",
			[][]Draft{
				{sample("Watch", steps, "4000", "count", h(0), time.Hour)},
				{sample("Watch", steps, "4100", "count", h(0), time.Hour)},
				{sample("Watch", steps, "4000", "count", h(0), time.Hour)}, // an old file
			},
			map[string]string{"steps 2026-03-02": "4100 only_candidate"},
		},
		{
			"a maker's figure for the day is not added to the samples",
			[][]Draft{{
				sample("Watch", steps, "4000", "count", h(0), time.Hour), sample("Watch", steps, "3000", "count", h(1), time.Hour),
				{Modality: record.DeviceSensed, SourceKind: record.FromDevice, Vendor: "fitbit", VendorField: "activities-steps", Name: "steps", Value: "7100", When: When{Start: start, DateOnly: true}},
			}},
			map[string]string{"steps 2026-03-02": "7100 coverage"},
		},
		{
			"sleep that was sent twice, in other pieces, is not doubled",
			[][]Draft{
				{stage("Watch", "HKCategoryValueSleepAnalysisAsleepCore", 0, 4), stage("Watch", "HKCategoryValueSleepAnalysisAsleepDeep", 4, 5)},
				{stage("Watch", "HKCategoryValueSleepAnalysisAsleepCore", 0, 3), stage("Watch", "HKCategoryValueSleepAnalysisAsleepREM", 3, 3.5)},
			},
			map[string]string{
				"sleep_light 2026-03-02": "210 only_candidate", "sleep_deep 2026-03-02": "60 only_candidate", "sleep_rem 2026-03-02": "30 only_candidate",
				"sleep_duration 2026-03-02": "300 only_candidate",
			},
		},
		{
			"an impossible day publishes nothing, and keeps what it had",
			[][]Draft{
				{sample("Watch", heartRate, "60", "count/min", h(0), 0), sample("Watch", heartRate, "62", "count/min", h(1), 0)},
				{sample("Watch", heartRate, "9000", "count/min", h(2), 0)},
				{sample("Phone", steps, "900000", "count", h(0), time.Hour)},
			},
			map[string]string{"heart_rate 2026-03-02": "61 only_candidate"},
		},
		{
			"a share of one is a percentage",
			[][]Draft{{sample("Watch", "HKQuantityTypeIdentifierOxygenSaturation", "0.97", "%", h(0), 0)}},
			map[string]string{"oxygen_saturation 2026-03-02": "97 only_candidate"},
		},
		{
			"two dishes of one meal are two, and one that is sent again is one",
			[][]Draft{
				{sample("App", "HKQuantityTypeIdentifierDietaryEnergyConsumed", "300", "kcal", h(2), 0), sample("App", "HKQuantityTypeIdentifierDietaryEnergyConsumed", "120", "kcal", h(2), 0)},
				{sample("App", "HKQuantityTypeIdentifierDietaryEnergyConsumed", "300", "kcal", h(2), 0)},
			},
			map[string]string{"dietary_energy 2026-03-02": "420 only_candidate"},
		},
		{
			"typed readings alone elect nothing: readers see all of them",
			[][]Draft{{
				{Name: "Body weight", Value: "80", Unit: "kg", SourceKind: record.FromManual, When: When{Start: h(0)}},
				{Name: "Body weight", Value: "81", Unit: "kg", SourceKind: record.FromManual, When: When{Start: h(1)}},
			}},
			map[string]string{},
		},
	}
	engines(t, func(t *testing.T, o Options) {
		for i, c := range cases {
			t.Run(c.name, func(t *testing.T) {
				// A person each, since a database each takes a second to make.
				o := o
				o.Person.ID = record.NewPersonID([10]byte{100, byte(i)})
				if err := o.Store.AddPerson(context.Background(), store.Person{ID: o.Person.ID, Name: "-", Zone: "Europe/Berlin"}); err != nil {
					t.Fatal(err)
				}
				for _, ds := range c.in {
					mustImport(t, o, ds)
				}
				got := published(t, o)
				if fmt.Sprint(got) != fmt.Sprint(c.want) {
					t.Errorf("got  %v\nwant %v", got, c.want)
				}
				state(t, o)
			})
		}
	})
}

// TestOrderAndSplitOfImportsDoNotMatter imports the same drafts in random orders and portions.
func TestOrderAndSplitOfImportsDoNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	start := at(t, "2026-03-27T20:00:00+01:00") // two days before the clocks go forward
	var ds []Draft
	for i := range 160 {
		from := start.Add(time.Duration(r.IntN(4*24*12)) * 5 * time.Minute)
		vendor := []string{"Watch", "Phone"}[r.IntN(2)]
		switch i % 4 {
		case 0:
			ds = append(ds, sample(vendor, steps, fmt.Sprint(10+r.IntN(90)), "count", from, time.Duration(1+r.IntN(24))*5*time.Minute))
		case 1:
			ds = append(ds, sample(vendor, heartRate, fmt.Sprint(50+r.IntN(60)), "count/min", from, 0))
		case 2:
			d := sample(vendor, "HKCategoryValueSleepAnalysisAsleep"+[]string{"Core", "Deep", "REM"}[r.IntN(3)], "", "", from, time.Duration(1+r.IntN(12))*5*time.Minute)
			d.Name, d.Value = "HKCategoryTypeIdentifierSleepAnalysis", d.VendorField
			ds = append(ds, d)
		default:
			ds = append(ds, Draft{Name: []string{"Body weight", "Glucose", "心率"}[r.IntN(3)], Value: fmt.Sprint(60 + r.IntN(30)), Unit: []string{"kg", "mg/dL", "/min"}[r.IntN(3)], SourceKind: record.FromManual, When: When{Start: from}})
		}
		ds[len(ds)-1].SourceRecordID = fmt.Sprint("id", i)
	}
	want := options(t, openLite(t))
	mustImport(t, want, ds)
	expected := state(t, want)
	engines(t, func(t *testing.T, o Options) {
		for round := range 3 {
			if round > 0 {
				o = options(t, openLite(t))
			}
			o.sizes = []sizes{{}, {whole: 5, batch: 3}}[round%2]
			shuffled := append([]Draft(nil), ds...)
			shuffled = append(shuffled, ds[:40]...)
			r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
			for len(shuffled) > 0 {
				n := min(1+r.IntN(60), len(shuffled))
				mustImport(t, o, shuffled[:n])
				shuffled = shuffled[n:]
			}
			same(t, fmt.Sprint("round ", round), state(t, o), expected)
		}
	})
}
