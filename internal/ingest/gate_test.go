package ingest

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

func TestGatesRefuseWhatTheyShouldWithItsReason(t *testing.T) {
	p := Person{ID: ana, Zone: berlin(t)}
	now := record.InstantOf(testNow)
	ok := When{Start: testNow.Add(-time.Hour)}
	until := func(d time.Duration) When {
		return When{Start: testNow.Add(-48 * time.Hour), End: testNow.Add(-48*time.Hour + d)}
	}
	for _, c := range []struct {
		name string
		d    Draft
		want Reason
	}{
		{"nothing wrong", Draft{Name: "Glucose", Value: "95", Unit: "mg/dL", When: ok}, ""},
		{"no name", Draft{Name: " \t", Value: "95", When: ok}, NoName},
		{"no value", Draft{Name: "Glucose", Value: "  ", When: ok}, NoValue},
		{"an absent value with its reason", Draft{Name: "Glucose", AbsentReason: "not-performed", When: ok}, ""},
		{"no time", Draft{Name: "Glucose", Value: "95"}, NoTime},
		{"a zone that is none", Draft{Name: "Glucose", Value: "95", When: When{Start: testNow, Zone: "Quillfeather/Town"}}, BadTime},
		{"an end before its start", Draft{Name: "Sleep", Value: "95", When: until(-time.Second)}, EndBefore},
		{"36 hours", Draft{Name: "Sleep", Value: "95", When: until(36 * time.Hour)}, ""},
		{"more than 36 hours", Draft{Name: "Sleep", Value: "95", When: until(36*time.Hour + time.Second)}, SpanTooLong},
		{"a day in the future", Draft{Name: "Glucose", Value: "95", When: When{Start: testNow.Add(24 * time.Hour)}}, ""},
		{"more than a day in the future", Draft{Name: "Glucose", Value: "95", When: When{Start: testNow.Add(24*time.Hour + time.Second)}}, InTheFuture},
		{"today as a date", Draft{Name: "Glucose", Value: "95", When: When{Start: testNow, DateOnly: true}}, ""},
		{"1900", Draft{Name: "Glucose", Value: "95", When: When{Start: time.Date(1900, 1, 1, 0, 0, 0, 0, time.UTC)}}, ""},
		{"before 1900", Draft{Name: "Glucose", Value: "95", When: When{Start: time.Date(1899, 12, 31, 23, 59, 59, 0, time.UTC)}}, BeforeAll},
		{"no number", Draft{Name: "Glucose", Value: "NaN", When: ok}, NotFinite},
		{"infinity", Draft{Name: "Glucose", Value: "-Infinity", When: ok}, NotFinite},
		{"too large a number", Draft{Name: "Glucose", Value: "1e999", When: ok}, NotFinite},
		{"an equals sign", Draft{Name: "Glucose", Value: "=5", When: ok}, BadComparator},
		{"unequal", Draft{Name: "Glucose", Value: "<> 5", When: ok}, BadComparator},
		{"a NUL", Draft{Name: "Glu\x00cose", Value: "5", When: ok}, BadText},
		{"half a character", Draft{Name: "Glucose", Value: "5", Comment: "\xe4\xb8", When: ok}, BadText},
		{"a code with a NUL", Draft{Name: "Glucose", Value: "5", When: ok, Codes: []SourceCode{{System: "x", Code: "\x00"}}}, BadText},
		{"a page for a name", Draft{Name: strings.Repeat("x", maxName+1), Value: "5", When: ok}, TooLong},
		{"a book for a comment", Draft{Name: "Glucose", Value: "5", Comment: strings.Repeat("x", maxText+1), When: ok}, TooLong},
		{"an empty note", Draft{Kind: record.Note, When: ok}, NoValue},
		{"a note", Draft{Kind: record.Note, Value: "late again", When: ok}, ""},
		{"a symptom without a value", Draft{Kind: record.Symptom, Name: "headache", When: ok}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			o, got := Gate(c.d, p, now)
			if got != c.want {
				t.Fatalf("refused for %q, want %q", got, c.want)
			}
			if got == "" && (o.Name != c.d.Name || o.Value != c.d.Value || o.Unit != c.d.Unit || o.Comment != c.d.Comment) {
				t.Error("what was printed was changed")
			}
		})
	}
}

func TestWhatIsImpossibleIsRefusedWhereAPersonTypedIt(t *testing.T) {
	o := options(t, openLite(t))
	when := When{Start: testNow.Add(-time.Hour)}
	for _, c := range []struct {
		name, value, unit string
		want              Reason
	}{
		{"Heart rate", "72", "/min", ""},
		{"Heart rate", "720", "/min", OutOfRange},
		{"Body weight", "82", "kg", ""},
		{"Body weight", "8200", "kg", OutOfRange},
		{"Body temperature", "98.6", "°F", ""},
		{"Body temperature", "98.6", "°C", OutOfRange},
		{"WBC", "1234", "10*9/L", OutOfRange},
		{"WBC", "1.234", "10*9/L", ""},
		{"Sodium", "14", "mmol/L", OutOfRange},
		{"Hemoglobin", "14", "g/dL", ""},
		{"Hemoglobin", "140", "g/dL", OutOfRange},
		{"Glucose", "95", "mg/dL", ""},
		{"HbA1c", "101", "%", BadPercentage},
		{"Oxygen saturation", "-1", "%", BadPercentage},
		{"Blorbine", "400", "%", ""}, // nobody knows what it is a share of
	} {
		_, err := AddReading(t.Context(), o, TypedReading{Name: c.name, Value: c.value, Unit: c.unit, When: when})
		var r *Refusal
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s %s %s: %v", c.name, c.value, c.unit, err)
		case c.want != "" && (!asRefusal(err, &r) || r.Reason != c.want):
			t.Errorf("%s %s %s: %v, want %s", c.name, c.value, c.unit, err, c.want)
		}
	}
}

func TestWhatIsImpossibleInAFileIsKeptAndMeansNothing(t *testing.T) {
	o := lite(t)
	o.Document = document(1)
	start := testNow.Add(-48 * time.Hour)
	reading := func(name, value, unit string) Draft {
		return Draft{Name: name, Value: value, Unit: unit, When: When{Start: start}}
	}
	at := time.Duration(0) // each sample has a time of its own
	watch := func(metric, value string, length time.Duration) Draft {
		at += 2 * time.Hour
		d := sample("Watch", "", value, "", start.Add(at), length)
		d.Metric, d.Name, d.Platform = metric, metric, ""
		m, _ := record.MetricOf(metric)
		d.Unit = m.Unit
		return d
	}
	bad := []Draft{
		reading("WBC", "1234", "10*9/L"), reading("Glucose", "-97", "mg/dL"), reading("Body weight", "7000", "kg"), reading("Hemoglobin", "1350", "g/dL"),
		reading("Potassium", "45", "mmol/L"), reading("Body temperature", "986", "degF"), reading("Ferritin", "-3", "ng/mL"),
		watch("steps", "-5", time.Hour), watch("heart_rate", "5000", 0), watch("sleep_deep", "-30", time.Hour), watch("sleep_deep", "300", time.Hour),
	}
	good := []Draft{
		reading("Base excess", "-2.3", "mmol/L"), reading("Glucose", "97", "mg/dL"), watch("steps", "500", time.Hour), watch("heart_rate", "72", 0),
		watch("sleep_deep", "60", time.Hour),
	}
	check := func(when string) {
		t.Helper()
		refused := 0
		for _, r := range all(t, o.Store, ana) {
			if r.SourceRef == DocumentSource(o.Document.ID) && r.Coding.Reason == reasonImpossible {
				refused++
				if r.Coding.Outcome != record.Refused || r.Coding.Code != "" || r.Coding.HasCanonical || r.Value == "" {
					t.Errorf("%s: %+v", when, r.Observation)
				}
			}
		}
		if refused != len(bad) {
			t.Errorf("%s: %d are refused, want %d", when, refused, len(bad))
		}
	}
	if tally := mustImport(t, o, append(bad, good...)); tally.Stored != int64(len(bad)+len(good)) || tally.Uncoded < int64(len(bad)) {
		t.Errorf("%+v", tally)
	}
	check("imported")
	if _, err := Recode(t.Context(), o, CauseRules); err != nil {
		t.Fatal(err)
	}
	check("decided again")
	got := published(t, o)
	for key, value := range got {
		if strings.HasPrefix(value, "-") || strings.HasPrefix(value, "5000") {
			t.Errorf("%s publishes %s", key, value)
		}
	}
	if len(got) == 0 {
		t.Error("nothing is published")
	}
}

func TestZoneAndDayAreDecidedOnce(t *testing.T) {
	p := Person{ID: ana, Zone: zoneOf(t, "America/New_York")}
	for _, c := range []struct {
		name            string
		w               When
		zone            string
		source          record.TZSource
		day, start, end string
		known           bool
	}{
		{"an offset", When{Start: at(t, "2026-03-02T23:30:00+08:00")}, "UTC+08:00", record.ZoneOffset, "2026-03-02", "2026-03-02T15:30:00Z", "", true},
		{"a zone", When{Start: at(t, "2026-03-02T23:30:00Z"), Zone: "Asia/Kathmandu"}, "Asia/Kathmandu", record.ZoneIANA, "2026-03-03", "2026-03-02T23:30:00Z", "", true},
		{"an offset as a zone", When{Start: at(t, "2026-03-02T23:30:00Z"), Zone: "UTC+8"}, "UTC+08:00", record.ZoneOffset, "2026-03-03", "2026-03-02T23:30:00Z", "", true},
		{"an instant", When{Start: at(t, "2026-03-03T03:30:00Z")}, "America/New_York", record.ZoneUserDefault, "2026-03-02", "2026-03-03T03:30:00Z", "", true},
		{"a clock", When{Start: at(t, "2026-03-02T23:30:00Z"), Floating: true}, "America/New_York", record.ZoneFloating, "2026-03-02", "2026-03-03T04:30:00Z", "", true},
		{"a clock that was skipped", When{Start: at(t, "2026-03-08T02:30:00Z"), Floating: true}, "America/New_York", record.ZoneFloating, "2026-03-08", "2026-03-08T07:30:00Z", "", true},
		{"a clock that came twice", When{Start: at(t, "2026-11-01T01:30:00Z"), Floating: true}, "America/New_York", record.ZoneFloating, "2026-11-01", "2026-11-01T05:30:00Z", "", true},
		{"a date", When{Start: at(t, "2026-03-02T00:00:00Z"), DateOnly: true}, "America/New_York", record.ZoneFloating, "2026-03-02", "2026-03-02T05:00:00Z", "2026-03-03T05:00:00Z", true},
		{"a date of 23 hours", When{Start: at(t, "2026-03-08T00:00:00Z"), DateOnly: true}, "America/New_York", record.ZoneFloating, "2026-03-08", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z", true},
		{"a date of 25 hours", When{Start: at(t, "2026-11-01T00:00:00Z"), DateOnly: true}, "America/New_York", record.ZoneFloating, "2026-11-01", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z", true},
		{"a date in a zone", When{Start: at(t, "2026-03-02T00:00:00Z"), DateOnly: true, Zone: "Australia/Lord_Howe"}, "Australia/Lord_Howe", record.ZoneIANA, "2026-03-02", "2026-03-01T13:00:00Z", "2026-03-02T13:00:00Z", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			o, reason := Gate(Draft{Name: "Glucose", Value: "5", When: c.w}, p, record.InstantOf(testNow))
			if reason != "" {
				t.Fatal(reason)
			}
			if c.end == "" {
				c.end = c.start
			}
			if o.Zone != c.zone || o.TZSource != c.source || o.LocalDay.String() != c.day || o.Start.String() != c.start || o.End.String() != c.end || o.DayKnown != c.known {
				t.Errorf("%s %s %s %s %s %v", o.Zone, o.TZSource, o.LocalDay, o.Start, o.End, o.DayKnown)
			}
		})
	}
}

func TestPlainNumbersAreReadAsAllOthersAre(t *testing.T) {
	for _, s := range []string{
		"0", "1", "95", "5.4", "0.5", "0.123", "1.234", "007", "00", "1.", ".5", "1..2", "1,234", "12 ", "120/80", "999999999999999", "9999999999999999",
		"1e5", "5H", "-3", "+4", "1.2.3", "", "0.0", "10.0", "100000.5",
	} {
		v, ok := plain(s)
		if !ok {
			continue
		}
		want := units.ParseReading(s, "mg/dL")
		if want != v || want != units.ParseReading(s, "") {
			t.Errorf("%q is read as %+v, and otherwise as %+v", s, v, want)
		}
	}
}

func FuzzPlain(f *testing.F) {
	for _, s := range []string{"0", "12.5", "1.", "0123"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if v, ok := plain(s); ok {
			if want := units.ParseReading(s, ""); want != v || math.IsInf(v.Number, 0) {
				t.Errorf("%q is read as %+v, and otherwise as %+v", s, v, want)
			}
		}
	})
}

// Who types in a time that no clock showed has mistyped it: another would be stored than was meant. A source is taken at
// its word, and the time put behind the gap.
func TestATypedTimeIsOneThatClocksShowed(t *testing.T) {
	p := Person{ID: record.NewPersonID([10]byte{1}), Zone: zoneOf(t, "Europe/Berlin"), Load: time.LoadLocation}
	floating := func(text string) When {
		at, err := time.Parse("2006-01-02T15:04", text)
		if err != nil {
			t.Fatal(err)
		}
		return When{Start: at, Floating: true}
	}
	in := func(zone string, w When) When { w.Zone = zone; return w }
	day := func(w When) When { w.DateOnly = true; return w }
	now := record.InstantOf(time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC))
	for _, tt := range []struct {
		name string
		w    When
		want Reason
		at   string // in UTC
	}{
		{"before the clocks go forward", floating("2025-03-30T01:59"), "", "2025-03-30T00:59:00Z"},
		{"while they do", floating("2025-03-30T02:30"), NoSuchTime, "2025-03-30T01:30:00Z"},
		{"after it", floating("2025-03-30T03:00"), "", "2025-03-30T01:00:00Z"},
		{"the first of two", floating("2025-10-26T02:30"), "", "2025-10-26T00:30:00Z"},
		{"a day that is none", day(floating("2011-12-30T00:00")), "", "2011-12-29T23:00:00Z"},
		{"a day that the calendar leaves out", in("Pacific/Apia", day(floating("2011-12-30T00:00"))), NoSuchTime, "2011-12-30T10:00:00Z"},
		{"a clock time on it", in("Pacific/Apia", floating("2011-12-30T08:00")), NoSuchTime, "2011-12-30T18:00:00Z"},
		{"the day after", in("Pacific/Apia", day(floating("2011-12-31T00:00"))), "", "2011-12-30T10:00:00Z"},
		{"a day without a midnight", in("Asia/Beirut", day(floating("2026-03-29T00:00"))), "", "2026-03-28T22:00:00Z"},
		{"an instant", When{Start: time.Date(2025, 3, 30, 2, 30, 0, 0, time.FixedZone("", 3600))}, "", "2025-03-30T01:30:00Z"},
	} {
		for _, kind := range []record.SourceKind{record.FromManual, record.FromFile, record.FromDevice} {
			want := tt.want
			if kind != record.FromManual {
				want = ""
			}
			o, got := Gate(Draft{Name: "Weight", Value: "70", Unit: "kg", SourceKind: kind, When: tt.w}, p, now)
			if got != want {
				t.Errorf("%s, from %s: %q, want %q", tt.name, kind, got, want)
			}
			if at := o.Start.Time().UTC().Format(time.RFC3339); got == "" && at != tt.at {
				t.Errorf("%s, from %s: %s, want %s", tt.name, kind, at, tt.at)
			}
		}
	}
}
