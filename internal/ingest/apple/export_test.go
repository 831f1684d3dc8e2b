package apple

import (
	"bytes"
	"context"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/ingest/apple/gen"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/terminology/icpc3"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

const sampleExport = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary)*)>
]>
<HealthData locale="de_DE">
 <ExportDate value="2026-03-05 09:00:00 +0100"/>
 <Me HKCharacteristicTypeIdentifierDateOfBirth="1971-02-03"/>
 <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Anna&apos;s Phone" unit="count" creationDate="2026-03-04 08:20:00 +0100" startDate="2026-03-04 08:15:00 +0100" endDate="2026-03-04 08:18:30 +0100" value="217"/>
</HealthData>`

// wrap puts elements into an export.
func wrap(elements string) string {
	return `<HealthData locale="en_US"><ExportDate value="2026-03-05 09:00:00 +0100"/>` + elements + `</HealthData>`
}

type outcome struct {
	samples  []ingest.Draft
	problems []ingest.Problem
	counts   map[string]int64
	halted   bool
}

func readAll(t testing.TB, data string) outcome {
	t.Helper()
	e, err := Open(strings.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return collect(t, e)
}

func collect(t testing.TB, e *Export) outcome {
	t.Helper()
	var out outcome
	for s, err := range e.Drafts(context.Background()) {
		var p *ingest.Problem
		switch {
		case out.halted:
			t.Fatal("something comes after the halt")
		case err == nil:
			out.samples = append(out.samples, s)
		case errors.As(err, &p):
			out.problems = append(out.problems, *p)
			var halt *ingest.Halt
			out.halted = errors.As(err, &halt)
		default:
			t.Fatalf("an error that is no problem: %v", err)
		}
	}
	out.counts = e.Counts()
	return out
}

func only(t testing.TB, elements string) ingest.Draft {
	t.Helper()
	out := readAll(t, wrap(elements))
	if len(out.samples) != 1 || len(out.problems) != 0 {
		t.Fatalf("%d samples, problems %v", len(out.samples), out.problems)
	}
	return out.samples[0]
}

const times = ` creationDate="2026-03-04 08:20:00 +0100" startDate="2026-03-04 08:15:00 +0100" endDate="2026-03-04 08:18:30 +0100" `

func TestARecordIsADraftAsPrinted(t *testing.T) {
	s := only(t, `<Record type="HKQuantityTypeIdentifierStepCount" sourceName="Anna&apos;s Phone" sourceVersion="18"
		device="&lt;&lt;HKDevice: 0x2825b4a50&gt;, name:iPhone, hardware:iPhone14,5&gt;" unit="count" value="217"`+times+`/>`)
	if s.Name != "HKQuantityTypeIdentifierStepCount" || s.VendorField != s.Name || s.Vendor != "Anna's Phone" ||
		s.Method != "name:iPhone, hardware:iPhone14,5" || s.Value != "217" || s.Unit != "count" {
		t.Errorf("got %+v", s)
	}
	if got := s.When.Start.Format("2006-01-02T15:04:05Z07:00"); got != "2026-03-04T08:15:00+01:00" {
		t.Errorf("starts %s", got)
	}
	if s.When.End.Sub(s.When.Start).Seconds() != 210 || s.Recorded.Sub(s.When.Start).Seconds() != 300 {
		t.Errorf("ends %v, recorded %v", s.When.End, s.Recorded)
	}
	if s.Kind != record.Measurement || s.Modality != record.DeviceSensed || s.SourceClass != record.Measurer || s.Grain != record.OverWindow || s.Position != 2 {
		t.Errorf("got %+v", s)
	}
}

func TestWhatAPersonTypedIsManual(t *testing.T) {
	s := only(t, `<Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" value="70.4"`+times+`><MetadataEntry key="HKWasUserEntered" value="1"/></Record>`)
	if s.SourceClass != record.ByHand || s.Modality != record.Manual {
		t.Errorf("got %s, %s", s.SourceClass, s.Modality)
	}
}

func TestTheZoneOfARecordIsKept(t *testing.T) {
	s := only(t, `<Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" value="70.4"`+times+`><MetadataEntry key="HKTimeZone" value="Asia/Kathmandu"/></Record>`)
	if s.When.Zone != "Asia/Kathmandu" || s.When.Floating {
		t.Errorf("got %+v", s.When)
	}
}

func TestAShareIsAFraction(t *testing.T) {
	s := only(t, `<Record type="HKQuantityTypeIdentifierOxygenSaturation" unit="%" value="0.97"`+times+`/>`)
	if f, _ := record.FieldOf(s.Platform, s.VendorField); s.Value != "0.97" || s.Unit != "%" || f.Unit != "1" {
		t.Errorf("got %s %s, and the table says %q", s.Value, s.Unit, f.Unit)
	}
	s = only(t, `<Record type="HKQuantityTypeIdentifierOfTheFuture" unit="%" value="0.97"`+times+`/>`)
	if s.Value != "0.97" || s.Unit != "1" {
		t.Errorf("of a type that nobody knows: %s %s", s.Value, s.Unit)
	}
}

func TestStagesOfSleepAreOneStreamAndTheirValueIsTheField(t *testing.T) {
	for value, metric := range map[string]string{
		"HKCategoryValueSleepAnalysisInBed":             "time_in_bed",
		"HKCategoryValueSleepAnalysisAsleepCore":        "sleep_light",
		"HKCategoryValueSleepAnalysisAsleepDeep":        "sleep_deep",
		"HKCategoryValueSleepAnalysisAsleepREM":         "sleep_rem",
		"HKCategoryValueSleepAnalysisAsleepUnspecified": "sleep_unspecified",
		"HKCategoryValueSleepAnalysisAwake":             "sleep_awake",
	} {
		s := only(t, `<Record type="HKCategoryTypeIdentifierSleepAnalysis" value="`+value+`"`+times+`/>`)
		f, ok := record.FieldOf(Platform, s.VendorField)
		if !ok || f.Metric != metric || s.Name != "HKCategoryTypeIdentifierSleepAnalysis" || s.Value != value || s.Recorded.IsZero() {
			t.Errorf("%s: %+v, %+v", value, f, s)
		}
	}
}

func TestEveryFieldOfTheMetricTableIsReachable(t *testing.T) {
	for _, f := range record.Fields() {
		if f.Vendor != Platform || !strings.HasPrefix(f.Name, "HK") {
			continue
		}
		kind, value := f.Name, "1"
		switch {
		case strings.HasPrefix(f.Name, "HKCategoryValueSleep"):
			kind, value = sleepAnalysis, f.Name
		case strings.HasPrefix(f.Name, "HKCategoryValueAppleStand"):
			kind, value = standHour, f.Name
		}
		if s := only(t, `<Record type="`+kind+`" value="`+value+`"`+times+`/>`); s.VendorField != f.Name {
			t.Errorf("%s comes as %s", f.Name, s.VendorField)
		}
	}
}

func TestSymptomsAreComplaintsInWords(t *testing.T) {
	s := only(t, `<Record type="HKCategoryTypeIdentifierHeadache" value="HKCategoryValueSeverityMild"`+times+`/>`)
	if s.Kind != record.Symptom || s.Name != "Headache" || s.Value != "HKCategoryValueSeverityMild" || s.Modality != record.SelfReported {
		t.Errorf("got %+v", s)
	}
	known := 0
	for _, words := range symptoms {
		if icpc3.Core().Known(words, icpc3.Symptom) {
			known++
		} else {
			t.Logf("not known to the vocabulary: %s", words)
		}
	}
	if known < len(symptoms)*2/3 {
		t.Errorf("%d of %d symptoms are known", known, len(symptoms))
	}
}

func TestASymptomThatIsNotThereIsANote(t *testing.T) {
	s := only(t, `<Record type="HKCategoryTypeIdentifierFever" value="HKCategoryValueSeverityNotPresent"`+times+`/>`)
	if s.Kind != record.Note || s.Name != "Fever" || s.Value == "" {
		t.Errorf("got %+v", s)
	}
}

func TestATypeThatNobodyKnowsIsKept(t *testing.T) {
	s := only(t, `<Record type="HKQuantityTypeIdentifierOfTheFuture" sourceName="X" unit="furlong" value="3"`+times+`/>`)
	if s.Kind != record.Measurement || s.Name != "HKQuantityTypeIdentifierOfTheFuture" || s.Value != "3" || s.Unit != "furlong" {
		t.Errorf("got %+v", s)
	}
}

func pressureRecord(which, value, created string) string {
	return `<Record type="HKQuantityTypeIdentifierBloodPressure` + which + `" sourceName="Cuff" unit="mmHg" value="` + value + `" creationDate="2026-03-04 ` + created + ` +0100" startDate="2026-03-04 08:15:00 +0100" endDate="2026-03-04 08:15:00 +0100"/>`
}

func TestMembersOfACorrelationAreNotDoubled(t *testing.T) {
	pair := pressureRecord("Systolic", "120", "08:16:00") + pressureRecord("Diastolic", "80", "08:16:00")
	correlation := `<Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="Cuff"` + times + `>` + pair + `</Correlation>`
	for name, elements := range map[string]string{
		"after the records":           pair + correlation,
		"before the records":          correlation + pair,
		"records nowhere at the top":  correlation,
		"records without correlation": pair,
	} {
		out := readAll(t, wrap(elements))
		if len(out.samples) != 2 || out.samples[0].Value != "120" || out.samples[1].Value != "80" {
			t.Errorf("%s: %d samples", name, len(out.samples))
			continue
		}
		a, b := out.samples[0], out.samples[1]
		if a.PanelID == "" || a.PanelID != b.PanelID || a.Panel != pressure {
			t.Errorf("%s: panels %q and %q", name, a.PanelID, b.PanelID)
		}
	}
}

func TestTheIdOfASampleIsTheAppsOwnOrNone(t *testing.T) {
	own := only(t, `<Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" value="70.4"`+times+`><MetadataEntry key="HKExternalUUID" value="e-1"/><MetadataEntry key="HKMetadataKeySyncIdentifier" value="s-1"/></Record>`)
	if own.SourceRecordID != "s-1" {
		t.Errorf("got %q", own.SourceRecordID)
	}
	if s := only(t, `<Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" value="70.4"`+times+`/>`); s.SourceRecordID != "" {
		t.Errorf("got %q", s.SourceRecordID)
	}
}

func TestTwoFoodsOfOneMealAreTwoAndOneFoodTwiceIsOne(t *testing.T) {
	food := func(value string) string {
		return `<Record type="HKQuantityTypeIdentifierDietaryProtein" sourceName="Diary" unit="g" value="` + value + `"` + times + `/>`
	}
	out := readAll(t, wrap(food("3")+food("8")+food("3")))
	ids := []string{out.samples[0].SourceRecordID, out.samples[1].SourceRecordID, out.samples[2].SourceRecordID}
	if ids[0] == ids[1] || ids[0] != ids[2] {
		t.Errorf("ids %q", ids)
	}
}

func TestADaysSummaryIsThePhonesOwnFigure(t *testing.T) {
	out := readAll(t, wrap(`<ActivitySummary dateComponents="2026-03-04" activeEnergyBurned="301.5" activeEnergyBurnedGoal="400" activeEnergyBurnedUnit="Cal" appleMoveTime="0" appleMoveTimeGoal="0" appleExerciseTime="0" appleExerciseTimeGoal="30" appleStandHours="9" appleStandHoursGoal="12"/>`))
	if len(out.samples) != 3 || out.counts["goal"] != 4 {
		t.Fatalf("%d samples, counts %v", len(out.samples), out.counts)
	}
	s := out.samples[0]
	if s.Name != "ActivitySummary.activeEnergyBurned" || s.Value != "301.5" || s.Unit != "Cal" || s.Grain != record.OfDay || !s.When.DateOnly ||
		s.When.Start.Format("2006-01-02") != "2026-03-04" || s.SourceClass != record.Aggregator {
		t.Errorf("got %+v", s)
	}
	if out.samples[1].Value != "0" || out.samples[1].Unit != "min" {
		t.Errorf("a day without exercise is %+v", out.samples[1])
	}
}

func TestAWorkoutIsItsDurationAndStatistics(t *testing.T) {
	out := readAll(t, wrap(`<Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="40.25" durationUnit="min" totalDistance="7" totalDistanceUnit="km" sourceName="Watch"`+times+`>
		<WorkoutActivity><WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" average="1" unit="count/min"/></WorkoutActivity>
		<WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" average="141.5" maximum="171" unit="count/min"/>
		<WorkoutRoute><FileReference path="/r.gpx"/></WorkoutRoute></Workout>`))
	var got []string
	for _, s := range out.samples {
		got = append(got, s.VendorField+" "+s.Value+" "+s.Unit+" "+s.Stat)
		if s.Panel != "HKWorkoutActivityTypeRunning" || s.PanelID != out.samples[0].PanelID {
			t.Errorf("panel %q %q", s.Panel, s.PanelID)
		}
	}
	want := "Workout.duration 40.25 min sum|Workout.HKQuantityTypeIdentifierHeartRate.average 141.5 count/min mean|Workout.HKQuantityTypeIdentifierHeartRate.maximum 171 count/min max"
	if strings.Join(got, "|") != want {
		t.Errorf("got %q", got)
	}
	old := readAll(t, wrap(`<Workout workoutActivityType="W" duration="40" durationUnit="min" totalDistance="7" totalDistanceUnit="km"`+times+`/>`))
	if len(old.samples) != 2 || old.samples[1].Name != "Workout.totalDistance" || old.samples[1].Unit != "km" {
		t.Errorf("an old workout is %+v", old.samples)
	}
}

func TestThePersonIsCountedAndNotYielded(t *testing.T) {
	out := readAll(t, sampleExport)
	if len(out.samples) != 1 || out.counts["Me"] != 1 || out.counts["Record"] != 1 {
		t.Errorf("%d samples, counts %v", len(out.samples), out.counts)
	}
}

func TestWhatIsNotReadHasAReasonAndAPlaceWithoutContent(t *testing.T) {
	const secret = "Canary"
	for _, c := range []struct {
		name, elements string
		reason         ingest.Reason
		where          string
		position       int64
	}{
		{"no time", `<Record type="` + secret + `" value="1"/>`, ingest.NoTime, "Record@startDate", 2},
		{"a time that is none", `<Record type="T" startDate="` + secret + `" value="1"/>`, ingest.BadTime, "Record@startDate", 2},
		{"a day that is none", `<Record type="T" startDate="2026-02-30 08:00:00 +0000"/>`, ingest.BadTime, "Record@startDate", 2},
		{"an end that is none", `<Record type="T" startDate="2026-02-03 08:00:00 +0000" endDate="x"/>`, ingest.BadTime, "Record@endDate", 2},
		{"no type", `<Record value="` + secret + `"` + times + `/>`, ingest.MissingElement, "Record@type", 2},
		{"a clinical record", `<ClinicalRecord identifier="` + secret + `"/>`, ingest.NotSupported, "ClinicalRecord", 2},
		{"an element that nobody knows", `<` + secret + `/>`, ingest.NotSupported, "unknown element", 2},
		{"a summary without a day", `<ActivitySummary dateComponents="` + secret + `"/>`, ingest.BadTime, "ActivitySummary@dateComponents", 2},
		{"a broken tag", `<Record type="` + secret + `" value=/>`, ingest.Damaged, "", 1},
	} {
		out := readAll(t, wrap(c.elements))
		if len(out.problems) != 1 || len(out.samples) != 0 {
			t.Errorf("%s: %d samples, problems %v", c.name, len(out.samples), out.problems)
			continue
		}
		p := out.problems[0]
		if p.Reason != c.reason || p.Where != c.where || p.Position != c.position {
			t.Errorf("%s: got %+v", c.name, p)
		}
		if strings.Contains(p.Error(), secret) {
			t.Errorf("%s: the error repeats the file: %s", c.name, p.Error())
		}
	}
}

func TestAnExportCutShortKeepsWhatCameBefore(t *testing.T) {
	whole := readAll(t, sampleExport)
	if len(whole.problems) != 0 {
		t.Fatal(whole.problems)
	}
	for n := range len(sampleExport) {
		out := readAll(t, sampleExport[:n])
		if !out.halted {
			t.Fatalf("cut at %d: no halt", n)
		}
		if p := out.problems[len(out.problems)-1]; p.Reason != ingest.Damaged && p.Reason != ingest.WrongFormat {
			t.Fatalf("cut at %d: %v", n, p)
		}
	}
}

func TestOtherFilesAreNotExports(t *testing.T) {
	for name, text := range map[string]string{
		"another root":   `<ClinicalDocument xmlns="urn:hl7-org:v3"/>`,
		"a table":        "date;value\n2026-03-04;1\n",
		"nothing":        "",
		"other encoding": `<?xml version="1.0" encoding="ISO-8859-1"?><HealthData/>`,
	} {
		out := readAll(t, text)
		if len(out.problems) != 1 || out.problems[0].Reason != ingest.WrongFormat && out.problems[0].Reason != ingest.Damaged {
			t.Errorf("%s: %v", name, out.problems)
		}
	}
}

func TestAGeneratedExportIsReadToTheLastRecord(t *testing.T) {
	data, want := export(t, gen.Options{Records: 20_000, Seed: 2})
	out := readAll(t, string(data))
	if len(out.samples) != want.Drafts || len(out.problems) != want.Unsupported {
		t.Errorf("%d samples of %d, %d problems of %d", len(out.samples), want.Drafts, len(out.problems), want.Unsupported)
	}
	if out.counts["Record"] != int64(want.Records) || out.counts["Workout"] != int64(want.Workouts) || out.counts["member"] != int64(want.Members) {
		t.Errorf("counts %v, want %+v", out.counts, want)
	}
	// Every draft has an identity of its own, but for the records that stand in the file twice.
	type identity struct {
		vendor     string
		name, id   string
		start, end int64
	}
	seen := map[identity]bool{}
	twice := 0
	for _, s := range out.samples {
		k := identity{s.Vendor, s.Name, s.SourceRecordID, s.When.Start.Unix(), s.When.End.Unix()}
		if seen[k] {
			twice++
		}
		seen[k] = true
	}
	if twice < want.Duplicates || twice > want.Duplicates+want.Records/50 {
		t.Errorf("%d drafts share an identity, %d records stand twice", twice, want.Duplicates)
	}
}

func TestAThaiPhonesExportIsTheSameExport(t *testing.T) {
	ours, _ := export(t, gen.Options{Records: 2000, Seed: 4})
	theirs, _ := export(t, gen.Options{Records: 2000, Seed: 4, Years: 543})
	a, b := readAll(t, string(ours)), readAll(t, string(theirs))
	if len(a.samples) != len(b.samples) {
		t.Fatalf("%d and %d", len(a.samples), len(b.samples))
	}
	for i := range a.samples {
		if !a.samples[i].When.Start.Equal(b.samples[i].When.Start) || a.samples[i].SourceRecordID != b.samples[i].SourceRecordID {
			t.Fatalf("sample %d: %v and %v", i, a.samples[i].When, b.samples[i].When)
		}
	}
}

func TestReadingCanBeStoppedAndDoneAgain(t *testing.T) {
	data, want := export(t, gen.Options{Records: 3000, Seed: 5})
	e, err := Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for range e.Drafts(context.Background()) {
		if n++; n == 10 {
			break
		}
	}
	if out := collect(t, e); n != 10 || len(out.samples) != want.Drafts {
		t.Errorf("stopped after %d, then %d of %d", n, len(out.samples), want.Drafts)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var last error
	for _, err := range e.Drafts(ctx) {
		cancel()
		if err != nil {
			last = err
		}
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("ended with %v", last)
	}
}

func TestALongExportTakesNoMoreMemoryThanAShortOne(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 60 MB")
	}
	pr, pw := io.Pipe()
	go func() {
		_, err := gen.Write(pw, gen.Options{Records: 150_000, Seed: 1})
		pw.CloseWithError(err)
	}()
	e := &Export{open: func() (io.ReadCloser, error) { return pr, nil }}
	var peak uint64
	n := 0
	for _, err := range e.Drafts(context.Background()) {
		var p *ingest.Problem
		if err != nil && !errors.As(err, &p) {
			t.Fatal(err)
		}
		if n++; n%20_000 == 0 {
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			peak = max(peak, m.HeapAlloc)
		}
	}
	if n < 150_000 || peak > 40<<20 {
		t.Errorf("%d drafts, %d MB in use", n, peak>>20)
	}
}

func TestUnitsOfTheExportAreKnown(t *testing.T) {
	for _, u := range []string{
		"count", "count/min", "km", "mi", "m", "cm", "ft", "in", "kg", "lb", "g", "mg", "mcg", "Cal", "kcal", "kJ", "kcal/hr·kg", "min", "hr", "s", "ms",
		"m/s", "km/hr", "mi/hr", "degC", "degF", "mmHg", "mL/min·kg", "L/min", "mL", "L", "fl_oz_us", "mg/dL", "mmol<180.1558800000541>/L", "dBASPL", "W", "IU", "1",
	} {
		if _, ok := units.Normalize(u); !ok {
			t.Errorf("%s is not known", u)
		}
	}
}

func FuzzAnExportNeverPanicsAndErrorsCarryNothing(f *testing.F) {
	f.Add(sampleExport)
	f.Add(wrap(pressureRecord("Systolic", "120", "08:16:00")))
	data, _ := export(f, gen.Options{Records: 40, Seed: 9})
	f.Add(string(data))
	f.Fuzz(func(t *testing.T, text string) {
		out := readAll(t, text)
		for _, p := range out.problems {
			if p.Reason == "" || len(p.Where) > 64 {
				t.Errorf("got %+v", p)
			}
		}
	})
}
