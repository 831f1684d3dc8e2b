package ingest

import (
	"reflect"
	"testing"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// lab are readings of two laboratories.
func lab(t testing.TB) []Draft {
	when := When{Start: at(t, "2026-03-02T08:30:00+01:00")}
	return []Draft{
		{Name: "Glucose", Value: "95", Unit: "mg/dL", Ref: "70-99", When: when, Panel: "Basic panel", PanelID: "r1"},
		{Name: "血糖", Value: "5.3", Unit: "mmol/L", When: When{Start: at(t, "2026-03-05T00:00:00Z"), DateOnly: true, Floating: true}},
		{Name: "HbA1c", Value: "<5,4", Unit: "%", Flag: "L", When: when},
		{Name: "Blorbine", Value: "5", Unit: "mg/dL", When: when},
		{Kind: record.Symptom, Name: "headache", When: when, SourceKind: record.FromManual},
		{Kind: record.Note, Value: "slept badly", When: when, SourceKind: record.FromManual},
	}
}

// beats are samples of a watch, and a day's steps of a watch and a phone.
func beats(t testing.TB) []Draft {
	var out []Draft
	start := at(t, "2026-03-02T08:00:00+01:00")
	for i := range 40 {
		out = append(out, Draft{
			Modality: record.DeviceSensed, SourceKind: record.FromDevice, Platform: "apple", Vendor: "Watch", VendorField: "HKQuantityTypeIdentifierHeartRate",
			Name: "HKQuantityTypeIdentifierHeartRate", Value: record.FormatNumber(float64(60 + i%7)), Unit: "count/min", When: When{Start: start.AddDate(0, 0, i/10).Add(minutes(7 * i))},
		})
	}
	return out
}

func TestImportingTwiceChangesNothing(t *testing.T) {
	engines(t, func(t *testing.T, o Options) {
		ds := append(lab(t), beats(t)...)
		first := mustImport(t, o, ds)
		if first.Stored != int64(len(ds)) {
			t.Errorf("%+v", first)
		}
		before := all(t, o.Store, ana)
		second := mustImport(t, o, ds)
		if second.Duplicate != int64(len(ds)) || second.Stored+second.Changed != 0 {
			t.Errorf("the second time: %+v", second)
		}
		if after := all(t, o.Store, ana); !reflect.DeepEqual(before, after) {
			t.Errorf("the second import changed the record")
		}
		if len(all(t, o.Store, ben)) != 0 {
			t.Error("another person has rows")
		}
	})
}

func TestWhatWasReadIsStoredAsPrintedAndMeansWhatItSays(t *testing.T) {
	engines(t, func(t *testing.T, o Options) {
		mustImport(t, o, lab(t))
		byName := map[string]store.Reading{}
		for _, r := range all(t, o.Store, ana) {
			byName[r.Name+r.Value] = r
		}
		g := byName["Glucose95"]
		if g.Coding.Code != "2345-7" || g.LocalDay.String() != "2026-03-02" || g.TZSource != record.ZoneOffset || g.MemberOf.IsZero() || g.RefLow == nil || *g.RefHigh != 99 || !g.Coding.HasCanonical {
			t.Errorf("%+v", g.Observation)
		}
		zh := byName["血糖5.3"]
		if zh.Coding.Series != g.Coding.Series || zh.LocalDay.String() != "2026-03-05" || zh.Grain != record.OfDay || zh.Start != berlin(t).Start(zh.LocalDay) || zh.TZSource != record.ZoneFloating {
			t.Errorf("%+v", zh.Observation)
		}
		if a := byName["HbA1c<5,4"]; a.Comparator != "<" || a.Number != 5.4 || a.Coding.Code != "4548-4" || a.Value != "<5,4" {
			t.Errorf("%+v", a.Observation)
		}
		if b := byName["Blorbine5"]; b.Coding.Outcome != record.NeedsInput || b.Coding.Series != "local:blorbine|mg/dL" {
			t.Errorf("%+v", b.Coding)
		}
		if h := byName["headache"]; h.Coding.Series != "icpc3:NS01" || h.Modality != record.SelfReported || h.SourceClass != record.ByHand {
			t.Errorf("%+v", h.Observation)
		}
		if n := byName["slept badly"]; n.Coding.Code != "" || n.Coding.Outcome != record.Refused {
			t.Errorf("%+v", n.Coding)
		}
	})
}

func TestADayOfBeatsIsPublishedAsTheirMean(t *testing.T) {
	engines(t, func(t *testing.T, o Options) {
		mustImport(t, o, beats(t))
		elected := 0
		for _, r := range all(t, o.Store, ana) {
			if r.Coding.Outcome != record.Coded || r.Coding.Code != "8867-4" {
				t.Fatalf("%+v", r.Coding)
			}
			if r.Elected {
				elected++
				if r.Modality != record.Derived || r.Grain != record.OfDay || r.Stat != "mean" {
					t.Errorf("%+v", r.Observation)
				}
			}
		}
		if elected != 4 {
			t.Errorf("%d of four days are published", elected)
		}
	})
}
