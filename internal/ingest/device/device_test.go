package device

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

type outcome struct {
	drafts   []ingest.Draft
	problems []ingest.Problem
	halt     *ingest.Halt
}

func collect(t testing.TB, in io.Reader, o Options) outcome {
	t.Helper()
	var out outcome
	for d, err := range Read(context.Background(), in, o) {
		var p *ingest.Problem
		switch {
		case out.halt != nil:
			t.Fatal("something comes after the halt")
		case err == nil:
			out.drafts = append(out.drafts, d)
		case errors.As(err, &out.halt):
		case errors.As(err, &p):
			out.problems = append(out.problems, *p)
		default:
			t.Fatalf("an error that is no problem: %v", err)
		}
	}
	return out
}

const head = `{"device": {"maker": "Invented", "model": "Band 2", "id": "b-1"}`

func batch(samples ...string) string {
	return head + `, "samples": [` + strings.Join(samples, ",") + `]}`
}

const steps = `{"metric": "steps", "value": 217, "unit": "{steps}", "start": "2026-03-04T08:15:00+01:00", "end": "2026-03-04T08:20:00+01:00", "tz": "Europe/Berlin", "id": "s-1"}`

func one(t testing.TB, sample string) ingest.Draft {
	t.Helper()
	out := collect(t, strings.NewReader(batch(sample)), Options{})
	if len(out.drafts) != 1 {
		t.Fatalf("problems %v, halt %v", out.problems, out.halt)
	}
	return out.drafts[0]
}

func TestASampleIsADraft(t *testing.T) {
	d := one(t, steps)
	if d.Metric != "steps" || d.Name != "steps" || d.Value != "217" || d.Unit != "{steps}" || d.Vendor != "Invented Band 2 b-1" || d.SourceRecordID != "s-1" ||
		d.SourceKind != record.FromDevice || d.Modality != record.DeviceSensed || d.Grain != record.OverWindow || d.Position != 1 {
		t.Errorf("got %+v", d)
	}
	if d.When.Zone != "Europe/Berlin" || d.When.Floating || d.When.End.Sub(d.When.Start).Minutes() != 5 {
		t.Errorf("got %+v", d.When)
	}
}

func TestABatchAndItsLinesAreTheSame(t *testing.T) {
	pulse := `{"metric":"heart_rate","value":61.5,"start":"2026-03-04T08:15:00Z"}`
	a := collect(t, strings.NewReader(batch(steps, pulse)), Options{})
	b := collect(t, strings.NewReader(head+"}\n"+steps+"\n"+pulse+"\n"), Options{})
	if len(a.drafts) != 2 || fmt.Sprint(a) != fmt.Sprint(b) {
		t.Errorf("%+v\n%+v", a, b)
	}
	if a.drafts[1].Unit != "/min" {
		t.Errorf("without a unit it is the metric's: %q", a.drafts[1].Unit)
	}
}

func TestEveryMetricIsAcceptedInItsOwnUnit(t *testing.T) {
	for _, m := range record.Metrics() {
		d := one(t, fmt.Sprintf(`{"metric":%q,"value":1,"unit":%q,"start":"2026-03-04T08:15:00Z"}`, m.Key, m.Unit))
		if d.Metric != m.Key || d.Unit != m.Unit {
			t.Errorf("%s: %+v", m.Key, d)
		}
	}
}

func TestUnitsThatConvertAreAcceptedAndOthersRefused(t *testing.T) {
	for _, c := range []struct {
		metric, unit string
		ok           bool
	}{
		{"weight", "lb", true},
		{"weight", "[lb_av]", true},
		{"weight", "mmol/L", false},
		{"blood_glucose", "mg/dL", true},
		{"blood_glucose", "mg", false},
		{"body_temperature", "°F", true},
		{"oxygen_saturation", "1", true},
		{"heart_rate", "bpm", true},
		{"heart_rate", "kg", false},
		{"active_energy", "kJ", true},
		{"steps", "count", true},
		{"steps", "nonsense", false},
	} {
		out := collect(t, strings.NewReader(batch(fmt.Sprintf(`{"metric":%q,"value":1,"unit":%q,"start":"2026-03-04T08:15:00Z"}`, c.metric, c.unit))), Options{})
		if got := len(out.drafts) == 1; got != c.ok {
			t.Errorf("%s in %s: %v", c.metric, c.unit, got)
		}
		if !c.ok && (len(out.problems) != 1 || out.problems[0].Where != "samples[0].unit") {
			t.Errorf("%s in %s: %v", c.metric, c.unit, out.problems)
		}
	}
}

func TestStagesOfSleepNeedNoValue(t *testing.T) {
	for stage, key := range stageKeys {
		d := one(t, fmt.Sprintf(`{"metric":"sleep","stage":%q,"start":"2026-03-04T01:10:00+01:00","end":"2026-03-04T01:40:00+01:00"}`, stage))
		m, ok := record.MetricOf(d.Metric)
		if d.Metric != key || d.Value != "" || !ok || m.Stage != stage {
			t.Errorf("%s: %+v", stage, d)
		}
	}
}

func TestTimesAreInstantsClocksOrDays(t *testing.T) {
	if w := one(t, `{"metric":"weight","value":70,"start":"2026-03-04T08:15:00"}`).When; !w.Floating || w.DateOnly || w.Start.Hour() != 8 {
		t.Errorf("a clock time: %+v", w)
	}
	if w := one(t, `{"metric":"weight","value":70,"start":"2026-03-04T08:15","tz":"Asia/Kathmandu"}`).When; !w.Floating || w.Zone != "Asia/Kathmandu" {
		t.Errorf("a clock time in a zone: %+v", w)
	}
	if d := one(t, `{"metric":"steps","value":9800,"start":"2026-03-04"}`); !d.When.DateOnly || d.Grain != record.OfDay {
		t.Errorf("a day: %+v", d)
	}
}

func TestNumbersAreKeptAsSent(t *testing.T) {
	for sent, want := range map[string]string{"70": "70", "70.40": "70.40", "-0.3": "-0.3", "7.04e1": "70.4", "5e-324": "5e-324", "0.5E-6": "5e-07", "1e-6": "0.000001"} {
		if d := one(t, `{"metric":"skin_temperature_deviation","value":`+sent+`,"start":"2026-03-04T08:15:00Z"}`); d.Value != want {
			t.Errorf("%s became %s", sent, d.Value)
		}
	}
}

func TestASampleIsRefusedByPlaceAndTheNextIsRead(t *testing.T) {
	const at = `"start":"2026-03-04T08:15:00Z"`
	for _, c := range []struct {
		name, sample string
		reason       ingest.Reason
		where        string
	}{
		{"no metric", `{"value":1,` + at + `}`, ingest.MissingElement, ".metric"},
		{"a metric that nobody knows", `{"metric":"Canary","value":1,` + at + `}`, ingest.BadElement, ".metric"},
		{"no value", `{"metric":"weight",` + at + `}`, ingest.NoValue, ".value"},
		{"a value that is text", `{"metric":"weight","value":"Canary",` + at + `}`, ingest.BadElement, ".value"},
		{"a value that is null", `{"metric":"weight","value":null,` + at + `}`, ingest.BadElement, ".value"},
		{"a value that is not finite", `{"metric":"weight","value":1e999,` + at + `}`, ingest.NotFinite, ".value"},
		{"no time", `{"metric":"weight","value":1}`, ingest.NoTime, ".start"},
		{"a time that is none", `{"metric":"weight","value":1,"start":"Canary"}`, ingest.BadTime, ".start"},
		{"an end that is none", `{"metric":"weight","value":1,` + at + `,"end":"Canary"}`, ingest.BadTime, ".end"},
		{"an end of another kind", `{"metric":"weight","value":1,` + at + `,"end":"2026-03-04T08:15:00"}`, ingest.BadTime, ".end"},
		{"a day with an end", `{"metric":"weight","value":1,"start":"2026-03-04","end":"2026-03-05"}`, ingest.BadElement, ".end"},
		{"a stage of nothing", `{"metric":"weight","value":1,` + at + `,"stage":"deep"}`, ingest.BadElement, ".stage"},
		{"sleep without a stage", `{"metric":"sleep",` + at + `}`, ingest.BadElement, ".stage"},
		{"a member too many", `{"metric":"weight","value":1,` + at + `,"Canary":1}`, ingest.BadElement, " (a member that the format does not have)"},
		{"another case", `{"Metric":"weight","value":1,` + at + `}`, ingest.BadElement, " (a member that the format does not have)"},
		{"a member twice", `{"metric":"weight","value":1,"value":2,` + at + `}`, ingest.BadElement, ".value (given twice)"},
		{"a text that is a number", `{"metric":"weight","value":1,` + at + `,"id":7}`, ingest.BadElement, ".id"},
		{"a text too long", `{"metric":"weight","value":1,` + at + `,"id":"` + strings.Repeat("x", 300) + `"}`, ingest.TooLong, ".id"},
		{"no object", `["Canary"]`, ingest.BadElement, ""},
		{"bytes that are no text", "{\"metric\":\"\xff\"}", ingest.BadText, ""},
	} {
		out := collect(t, strings.NewReader(batch(steps, c.sample, steps)), Options{})
		if len(out.drafts) != 2 || len(out.problems) != 1 {
			t.Errorf("%s: %d drafts, problems %v, halt %v", c.name, len(out.drafts), out.problems, out.halt)
			continue
		}
		if p := out.problems[0]; p.Reason != c.reason || p.Where != "samples[1]"+c.where || p.Position != 2 || strings.Contains(p.Error(), "Canary") {
			t.Errorf("%s: %+v", c.name, p)
		}
	}
}

func TestABrokenBatchEndsWhereItBreaks(t *testing.T) {
	for _, c := range []struct {
		name, text string
		drafts     int
		reason     ingest.Reason
		where      string
	}{
		{"nothing", ``, 0, ingest.WrongFormat, "top level"},
		{"a list", `[1]`, 0, ingest.WrongFormat, "top level"},
		{"samples first", `{"samples":[]}`, 0, ingest.BadElement, "top level"},
		{"no device", `{"device":{}}`, 0, ingest.MissingElement, "device"},
		{"a device with a member too many", `{"device":{"maker":"A","Canary":1}}`, 0, ingest.BadElement, "device (a member that the format does not have)"},
		{"a device that is text", `{"device":"Canary"}`, 0, ingest.BadElement, "device"},
		{"another member", head + `,"Canary":[]}`, 0, ingest.BadElement, "top level"},
		{"samples that are none", head + `,"samples":{}}`, 0, ingest.BadElement, "samples"},
		{"syntax in a sample", head + `,"samples":[` + steps + `,{"metric":Canary}]}`, 1, ingest.Damaged, "samples[1]"},
		{"cut short", head + `,"samples":[` + steps + `,{"metric":"st`, 1, ingest.Damaged, "samples[1]"},
		{"cut short after a sample", head + `,"samples":[` + steps, 1, ingest.Damaged, "samples[0]"},
		{"something after the end", batch(steps) + `{}`, 1, ingest.BadElement, "top level"},
		{"a sample beyond the bounds", head + `,"samples":[` + steps + `,{"id":"` + strings.Repeat("x", 1<<20) + `"}]}`, 1, ingest.TooLarge, "samples[1]"},
		{"white space beyond the bounds", head + `,"samples":[` + steps + `,` + strings.Repeat(" ", 1<<20) + steps + `]}`, 1, ingest.TooLarge, "samples[1]"},
	} {
		out := collect(t, strings.NewReader(c.text), Options{})
		if out.halt == nil || out.halt.Reason != c.reason || out.halt.Where != c.where || len(out.drafts) != c.drafts {
			t.Errorf("%s: %d drafts, halt %+v", c.name, len(out.drafts), out.halt)
		}
	}
	out := collect(t, strings.NewReader(batch(steps, steps, steps)), Options{MaxSamples: 2})
	if len(out.drafts) != 2 || out.halt == nil || out.halt.Reason != ingest.TooLarge {
		t.Errorf("too many samples: %d drafts, halt %+v", len(out.drafts), out.halt)
	}
}

// endless is a batch of any number of samples that takes no memory.
func endless(n int) io.Reader {
	pr, pw := io.Pipe()
	go func() {
		_, err := io.WriteString(pw, head+`,"samples":[`+steps)
		for i := 1; i < n && err == nil; i++ {
			_, err = io.WriteString(pw, ","+steps)
		}
		if err == nil {
			_, err = io.WriteString(pw, "]}")
		}
		pw.CloseWithError(err)
	}()
	return pr
}

func TestALongBatchTakesNoMoreMemoryThanAShortOne(t *testing.T) {
	n, peak := 0, uint64(0)
	for _, err := range Read(context.Background(), endless(60_000), Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n%20_000 == 0 {
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			peak = max(peak, m.HeapAlloc)
		}
	}
	if n != 60_000 || peak > 20<<20 {
		t.Errorf("%d drafts, %d MB in use", n, peak>>20)
	}
}

func BenchmarkBatch(b *testing.B) {
	text := batch(strings.Split(strings.Repeat(steps+"\n", 1000), "\n")[:1000]...)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		for _, err := range Read(context.Background(), strings.NewReader(text), Options{}) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}

func TestABatchThatIsCutAnywhereSaysSo(t *testing.T) {
	whole := batch(steps, steps)
	for n := range len(whole) {
		if out := collect(t, strings.NewReader(whole[:n]), Options{}); n > 0 && out.halt == nil {
			t.Errorf("cut after %d bytes, nothing is said", n)
		}
	}
}

func FuzzABatchNeverPanicsAndItsErrorsCarryNothing(f *testing.F) {
	f.Add(batch(steps))
	f.Add(head + `,"samples":[` + steps + ",")
	f.Add(head + "}\n" + steps)
	f.Add(head + `,"samples":[` + steps + `,{"metric":Canary}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		out := collect(t, strings.NewReader(text), Options{})
		for _, p := range out.problems {
			if len(p.Where) > 80 {
				t.Errorf("got %+v", p)
			}
		}
		for _, d := range out.drafts {
			if _, ok := record.MetricOf(d.Metric); !ok || d.When.Start.IsZero() {
				t.Errorf("got %+v", d)
			}
		}
	})
}
