package fhir

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

// recount walks a bundle as plain maps, and says what has to come out of it.
func recount(t *testing.T, text string) map[string]int {
	t.Helper()
	var bundle struct {
		Entry []struct{ Resource map[string]any }
	}
	if err := json.Unmarshal([]byte(text), &bundle); err != nil {
		t.Fatal(err)
	}
	valued := func(m map[string]any) bool {
		for k := range m {
			if strings.HasPrefix(k, "value") || k == "dataAbsentReason" {
				return true
			}
		}
		return false
	}
	want := map[string]int{}
	for _, e := range bundle.Entry {
		kind := e.Resource["resourceType"].(string)
		switch kind {
		case "Patient":
		case "Observation":
			components, _ := e.Resource["component"].([]any)
			if valued(e.Resource) {
				want["measurement"]++
			} else if len(components) == 0 {
				want["no-value Observation.value"]++
			}
			for _, c := range components {
				if valued(c.(map[string]any)) {
					want["measurement"]++
				} else {
					want["no-value Observation.component"]++
				}
			}
		case "Condition":
			want["condition"]++
		case "MedicationRequest":
			want["order "+e.Resource["status"].(string)]++
		default:
			want["not-supported "+kind]++
		}
	}
	return want
}

func tally(got *reading) map[string]int {
	have := map[string]int{}
	for _, d := range got.drafts {
		if m := d.Medication; m != nil {
			have[string(m.Kind)+" "+m.Status]++
			continue
		}
		have[string(d.Kind)]++
	}
	for _, r := range got.reasons() {
		have[r]++
	}
	return have
}

func TestSamples(t *testing.T) {
	tests := []struct {
		file                                           string
		measurements, conditions, active, stopped, not int
	}{
		{"renato-dare.json", 123, 10, 2, 1, 86},
		{"angelic-mueller.json", 86, 4, 3, 9, 95},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			text := sample(t, tt.file)
			got := readAll(t, text)
			have := tally(&got)
			if want := recount(t, text); !reflect.DeepEqual(have, want) {
				t.Errorf("got %v\nthe recount says %v", have, want)
			}
			counts := [5]int{have["measurement"], have["condition"], have["order active"], have["order stopped"], len(got.problems)}
			if want := [5]int{tt.measurements, tt.conditions, tt.active, tt.stopped, tt.not}; counts != want {
				t.Errorf("got %v, want %v", counts, want)
			}
			ids := map[string]bool{}
			for _, d := range got.drafts {
				if d.SourceRecordID == "" || ids[d.SourceRecordID] || d.Origin != "urn:uuid" {
					t.Errorf("record %d: id %q, origin %q", d.Position, d.SourceRecordID, d.Origin)
				}
				ids[d.SourceRecordID] = true
				if d.Kind == record.Measurement && (d.Name == "" || d.Value == "" || len(d.Codes) != 1 || d.When.Start.IsZero()) {
					t.Errorf("record %d lacks something", d.Position)
				}
			}
			compact := new(strings.Builder)
			ndjson(t, text, compact)
			if lines := readAll(t, compact.String()); !reflect.DeepEqual(withoutPositions(lines.drafts), withoutPositions(got.drafts)) {
				t.Errorf("the same resources, one a line, say something else: %d and %d drafts, %q", len(lines.drafts), len(got.drafts), lines.reasons()[:3])
			}
		})
	}
}

// ndjson writes a bundle's resources one a line.
func ndjson(t testing.TB, text string, out *strings.Builder) {
	var bundle struct {
		Entry []struct{ Resource json.RawMessage }
	}
	if err := json.Unmarshal([]byte(text), &bundle); err != nil {
		t.Fatal(err)
	}
	for _, e := range bundle.Entry {
		var line strings.Builder
		enc := json.NewEncoder(&line)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(e.Resource); err != nil {
			t.Fatal(err)
		}
		out.WriteString(line.String())
	}
}

func withoutPositions(drafts []ingest.Draft) []ingest.Draft {
	out := append([]ingest.Draft(nil), drafts...)
	for i := range out {
		out[i].Position = 0
	}
	return out
}

func TestTwoSpellingsOfAUnitStayTwo(t *testing.T) {
	got := readAll(t, sample(t, "angelic-mueller.json"))
	spelled := map[string]int{}
	for _, d := range got.drafts {
		for _, c := range d.Codes {
			if c.Code == "33914-3" {
				spelled[d.Unit]++
			}
		}
	}
	if want := map[string]int{"mL/min": 1, "mL/min/{1.73_m2}": 4}; !reflect.DeepEqual(spelled, want) {
		t.Errorf("got %v", spelled)
	}
}

func TestTheSamplesOrdersAreSoManyDrugs(t *testing.T) {
	got := readAll(t, sample(t, "angelic-mueller.json"))
	keys := map[string]int{}
	for _, d := range got.drafts {
		if d.Medication != nil {
			keys[d.Medication.ConceptKey()]++
		}
	}
	// Twelve orders: three of the drugs were ordered twice.
	if len(keys) != 8 {
		t.Errorf("%d drugs: %v", len(keys), keys)
	}
}

func TestASampleCutAnywhereIsReadUpToTheCut(t *testing.T) {
	for _, name := range []string{"renato-dare.json", "angelic-mueller.json"} {
		text := sample(t, name)
		whole := readAll(t, text)
		// Each cut reads all that stands before it. A prime step cuts elements in other places each time.
		step := 8191
		if testing.Short() {
			step = 64 << 10
		}
		for cut := step; cut < len(text)-2; cut += step {
			got := readAll(t, text[:cut])
			if got.halted == nil || got.halted.Reason != ingest.Damaged {
				t.Fatalf("%s cut at %d: halted %v", name, cut, got.halted)
			}
			n, p := len(got.drafts), len(got.problems)
			if n > len(whole.drafts) || n > 0 && !reflect.DeepEqual(got.drafts, whole.drafts[:n]) || p > 0 && !reflect.DeepEqual(got.problems, whole.problems[:p]) {
				t.Fatalf("%s cut at %d: something before the cut is read otherwise", name, cut)
			}
		}
	}
}
