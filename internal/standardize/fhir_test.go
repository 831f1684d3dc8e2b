package standardize

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/ci"
	"github.com/seed-a76b335c/philint/internal/fhir"
	"github.com/seed-a76b335c/philint/internal/terminology/icpc3"
)

// validate asks @medplum/core, which knows HL7's own R4 definitions. `make fhircheck` installs it.
func validate(t *testing.T, resources []string) []string {
	t.Helper()
	dir, err := filepath.Abs("../../bin/fhircheck")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "node_modules")); err != nil {
		if ci.On() {
			t.Fatal("the FHIR validator is not installed: make fhircheck")
		}
		t.Skip("the FHIR validator is not installed here: make fhircheck installs it with npm")
	}
	cmd := exec.Command("node", "../../tools/fhircheck/validate.mjs", dir)
	cmd.Stdin = strings.NewReader(strings.Join(resources, "\n") + "\n")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	verdicts := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(verdicts) != len(resources) {
		t.Fatalf("%d verdicts on %d resources", len(verdicts), len(resources))
	}
	return verdicts
}

func TestObservationsAreValidFHIR(t *testing.T) {
	s := standardizer(t)
	var in []string
	add := func(o fhir.Observation) {
		b, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		in = append(in, string(b))
	}
	for _, name := range []string{"Hemoglobin", "发烧", "no such test", "Neutrophils", "blood pressure", "urine protein"} {
		for _, value := range []string{"", "5.20", "<5", "≥1,5", "neg", "120/80", "1:40", "3-5", "1e-7", "a\nb"} {
			for _, unit := range []string{"", "g/L", "blips", "%"} {
				for _, day := range []string{"", "2026-03-04"} {
					o, _ := s.Reading(Reading{Name: name, Value: value, Unit: unit, Effective: day})
					add(o)
				}
			}
		}
	}
	for _, words := range []string{"headache", "疼", "no such complaint", "糖尿病"} {
		for _, k := range []icpc3.Kind{icpc3.Symptom, icpc3.Condition} {
			o, _ := s.Complaint(words, k)
			add(o)
		}
	}
	for i, v := range validate(t, in) {
		if v != "ok" {
			t.Errorf("%s\n%s", in[i], v)
		}
	}
	broken := []string{
		`{"resourceType":"Observation","status":"final"}`,
		`{"resourceType":"Observation","status":"final","code":{"text":"x"},"valueQuantity":{"value":"5"}}`,
		`{"resourceType":"Observation","status":"final","code":{"text":"x"},"decision":"y"}`,
	}
	for i, v := range validate(t, broken) {
		if v == "ok" {
			t.Errorf("the validator passes %s", broken[i])
		}
	}
}
