package fhir

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/ingest"
)

// reading is everything that an importer yields, in order.
type reading struct {
	drafts   []ingest.Draft
	problems []ingest.Problem
	removed  []ingest.Draft
	halted   *ingest.Problem
	counts   Counts
}

func readAll(t testing.TB, text string) reading { return readWith(t, text, Options{}) }

func readWith(t testing.TB, text string, opts Options) (got reading) {
	t.Helper()
	opts.Counts = &got.counts
	for d, err := range Read(strings.NewReader(text), opts) {
		if got.halted != nil {
			t.Fatal("something comes after the halt")
		}
		var p *ingest.Problem
		var h *ingest.Halt
		switch {
		case err == nil:
			got.drafts = append(got.drafts, d)
		case errors.As(err, &h):
			got.halted = &h.Problem
		case !errors.As(err, &p):
			t.Fatalf("an error that is no problem: %v", err)
		case p.Position < 1:
			t.Errorf("a problem without a position: %v", err)
		case p.Reason == ingest.Removed:
			got.removed = append(got.removed, d)
		default:
			got.problems = append(got.problems, *p)
		}
	}
	return got
}

func (r *reading) one(t *testing.T) ingest.Draft {
	t.Helper()
	if len(r.drafts) != 1 || len(r.problems) > 0 || r.halted != nil {
		t.Fatalf("want one draft, got %d, problems %v, halted %v", len(r.drafts), r.problems, r.halted)
	}
	return r.drafts[0]
}

func (r *reading) reasons() (out []string) {
	for _, p := range r.problems {
		out = append(out, string(p.Reason)+" "+p.Where)
	}
	if r.halted != nil {
		out = append(out, "halt "+string(r.halted.Reason)+" "+r.halted.Where)
	}
	return out
}

// obs is an observation with more members.
func obs(more string) string {
	return `{"resourceType":"Observation","id":"o","status":"final","code":{"text":"Zuckerwert"},"effectiveDateTime":"2026-03-04T08:15:00+01:00"` +
		comma(more) + `}`
}

func comma(more string) string {
	if more == "" {
		return ""
	}
	return "," + more
}

func TestValues(t *testing.T) {
	tests := []struct{ name, more, value, unit, absent, comment string }{
		{"a quantity keeps its digits", `"valueQuantity":{"value":4.20,"unit":"mmol/L"}`, "4.20", "mmol/L", "", ""},
		{"a quantity without a code or a unit is read", `"valueQuantity":{"value":7}`, "7", "", "", ""},
		{"a comparator stands before the number", `"valueQuantity":{"value":5,"comparator":"<","unit":"mg/L"}`, "<5", "mg/L", "", ""},
		{"a coded unit stands in for one that is missing", `"valueQuantity":{"value":5,"system":"http://unitsofmeasure.org","code":"mg/dL"}`, "5", "mg/dL", "", ""},
		{"a coded unit stands in for print that is not known", `"valueQuantity":{"value":5,"unit":"Zauberpunkte","system":"http://unitsofmeasure.org","code":"mg/dL"}`, "5", "mg/dL", "", ""},
		{"a printed unit stands beside a coded one of its kind", `"valueQuantity":{"value":5,"unit":"beats/minute","system":"http://unitsofmeasure.org","code":"/min"}`, "5", "beats/minute", "", ""},
		{"K/uL is thousands, not kelvin", `"valueQuantity":{"value":5,"unit":"K/uL","system":"http://unitsofmeasure.org","code":"10*3/uL"}`, "5", "K/uL", "", ""},
		{"text of a concept comes before its display", `"valueCodeableConcept":{"text":"positiv","coding":[{"code":"1","display":"Positive"}]}`, "positiv", "", "", ""},
		{"display of a concept stands in for its text", `"valueCodeableConcept":{"coding":[{"code":"1"},{"code":"2","display":"Positive"}]}`, "Positive", "", "", ""},
		{"code stands in for both", `"valueCodeableConcept":{"coding":[{"code":"LA6576-8"}]}`, "LA6576-8", "", "", ""},
		{"text comes before a zero beside it", `"valueQuantity":{"value":0,"unit":"mg"},"valueString":"hemolyzed"`, "hemolyzed", "", "", ""},
		{"text comes before 0.0 wherever it stands", `"valueString":"hemolyzed","valueQuantity":{"value":0.0}`, "hemolyzed", "", "", ""},
		{"text beside another number is a remark", `"valueQuantity":{"value":3,"unit":"mg"},"valueString":"hemolyzed"`, "3", "mg", "", "hemolyzed"},
		{"a boolean", `"valueBoolean":false`, "false", "", "", ""},
		{"an integer", `"valueInteger":7`, "7", "", "", ""},
		{"a range", `"valueRange":{"low":{"value":3,"unit":"mg"},"high":{"value":4,"unit":"mg"}}`, "3-4", "mg", "", ""},
		{"a range that is open below", `"valueRange":{"high":{"value":4,"unit":"mg"}}`, "<=4", "mg", "", ""},
		{"a titre", `"valueRatio":{"numerator":{"value":1},"denominator":{"value":128}}`, "1:128", "", "", ""},
		{"an amount per one", `"valueRatio":{"numerator":{"value":3,"unit":"mg"},"denominator":{"value":1,"unit":"mL"}}`, "3", "mg/mL", "", ""},
		{"an amount per several", `"valueRatio":{"numerator":{"value":3,"unit":"mg"},"denominator":{"value":24,"unit":"h"}}`, "3 mg / 24 h", "", "", ""},
		{"a time", `"valueTime":"08:15:00"`, "08:15:00", "", "", ""},
		{"a dateTime", `"valueDateTime":"2026-01"`, "2026-01", "", "", ""},
		{"a period", `"valuePeriod":{"start":"2026-01-01","end":"2026-01-03"}`, "2026-01-01/2026-01-03", "", "", ""},
		{"a reason for absence", `"dataAbsentReason":{"coding":[{"code":"not-performed"}]}`, "", "", "not-performed", ""},
		{"a reason for absence on a quantity", `"valueQuantity":{"unit":"mg","extension":[{"url":"http://hl7.org/fhir/StructureDefinition/data-absent-reason","valueCode":"masked"}]}`, "", "", "masked", ""},
		{"a reason for absence on a string", `"_valueString":{"extension":[{"url":"http://hl7.org/fhir/StructureDefinition/data-absent-reason","valueCode":"unknown"}]}`, "", "", "unknown", ""},
		{"a note and a body site are lines of the comment", `"valueInteger":7,"note":[{"text":"a"},{"text":"b"}],"bodySite":{"text":"left arm"}`, "7", "", "", "a\nb\nbodySite: left arm"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := readAll(t, obs(tt.more))
			d := got.one(t)
			have := [4]string{d.Value, d.Unit, d.AbsentReason, d.Comment}
			if want := [4]string{tt.value, tt.unit, tt.absent, tt.comment}; have != want {
				t.Errorf("got %q, want %q", have, want)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	observation := func(more string) string {
		return `{"resourceType":"Observation","code":{"text":"x"},"valueInteger":1` + comma(more) + `}`
	}
	tests := []struct{ name, text, want string }{
		{"sampled data", obs(`"valueSampledData":{"data":"1 2"}`), "not-supported Observation.valueSampledData"},
		{"a comparator of no meaning", obs(`"valueQuantity":{"value":5,"comparator":"<>"}`), "unknown-comparator Observation.valueQuantity"},
		{"an equal sign", obs(`"valueQuantity":{"value":5,"comparator":"="}`), "unknown-comparator Observation.valueQuantity"},
		{"units that contradict one another", obs(`"valueQuantity":{"value":5,"unit":"mg/dL","system":"http://unitsofmeasure.org","code":"mm[Hg]"}`), "bad-element Observation.valueQuantity"},
		{"two values", obs(`"valueInteger":1,"valueBoolean":true`), "bad-element Observation.valueInteger"},
		{"no value", obs(``), "no-value Observation.value"},
		{"a panel of other observations", obs(`"hasMember":[{"reference":"Observation/1"}]`), "not-supported Observation.hasMember"},
		{"a year", observation(`"effectiveDateTime":"2026"`), "date-without-a-day Observation.effectiveDateTime"},
		{"a month", observation(`"effectiveDateTime":"2026-03"`), "date-without-a-day Observation.effectiveDateTime"},
		{"the 30th of February", observation(`"effectiveDateTime":"2026-02-30"`), "bad-time Observation.effectiveDateTime"},
		{"a timing", observation(`"effectiveTiming":{}`), "not-supported Observation.effectiveTiming"},
		{"no time", observation(``), "no-time Observation.effective"},
		{"a period with a year", observation(`"effectivePeriod":{"start":"2026-03-04","end":"2027"}`), "date-without-a-day Observation.effectivePeriod"},
		{"a cancelled one", `{"resourceType":"Observation","status":"cancelled"}`, "not-supported Observation.status cancelled"},
		{"another kind of resource", `{"resourceType":"Encounter"}`, "not-supported Encounter"},
		{"a kind that FHIR does not have", `{"resourceType":"Geheimnis"}`, "not-supported a resource that FHIR R4 does not have"},
		{"a member that stands twice", `{"resourceType":"Observation","status":"final","status":"amended"}`, "bad-element an element that stands twice"},
		{"text that is not UTF-8", "{\"resourceType\":\"Observation\",\"status\":\"\xff\"}", "text-not-utf-8 "},
		{"half a surrogate pair", `{"resourceType":"Observation","status":"\ud800"}`, "text-not-utf-8 "},
		{"no resource type", `{"a":1}`, "wrong-format resourceType"},
		{"an entry without a resource", `{"resourceType":"Bundle","entry":[{"fullUrl":"urn:uuid:1"}]}`, "missing-element Bundle.entry.resource"},
		{"a deletion", `{"resourceType":"Bundle","entry":[{"request":{"method":"DELETE","url":"Observation/1"}}]}`, "not-supported Bundle.entry.request DELETE"},
		{"about a fetus", obs(`"valueInteger":1,"focus":[{"reference":"Patient/2"}]`), "another-person Observation"},
		{"about a device", obs(`"valueInteger":1,"subject":{"reference":"Device/2"}`), "another-person Observation"},
		{"a refuted condition", `{"resourceType":"Condition","verificationStatus":{"coding":[{"code":"refuted"}]}}`, "not-supported Condition.verificationStatus refuted"},
		{"no known problems", `{"resourceType":"Condition","code":{"coding":[{"code":"160245001"}]}}`, "not-supported Condition.code for none"},
		{"a condition without a day", `{"resourceType":"Condition","code":{"text":"x"},"onsetDateTime":"2020"}`, "date-without-a-day Condition.onsetDateTime"},
		{"a drug not to be taken", `{"resourceType":"MedicationRequest","doNotPerform":true}`, "not-supported MedicationRequest.doNotPerform"},
		{"a proposal", `{"resourceType":"MedicationRequest","intent":"proposal"}`, "not-supported MedicationRequest.intent"},
		{"a dispense", `{"resourceType":"MedicationDispense"}`, "not-supported MedicationDispense"},
		{"a drug without a name", `{"resourceType":"MedicationRequest","authoredOn":"2026-01-01"}`, "no-name MedicationRequest.medication"},
		{"a drug that is not in the file", `{"resourceType":"MedicationRequest","medicationReference":{"reference":"Medication/9"}}`, "no-name MedicationRequest.medication"},
		{"nothing", ``, "halt wrong-format "},
		{"XML", `<Bundle/>`, "halt wrong-format "},
		{"words", `hello`, "halt wrong-format "},
		{"a list that calls itself a bundle too late", `{"entry":[],"resourceType":"List"}`, "wrong-format Bundle.resourceType"},
		{"brackets that do not match", `{"resourceType":"Observation","a":[}`, "halt damaged "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := readAll(t, tt.text)
			if len(got.drafts) > 0 || !reflect.DeepEqual(got.reasons(), []string{tt.want}) {
				t.Errorf("got %d drafts and %q, want %q", len(got.drafts), got.reasons(), tt.want)
			}
		})
	}
}

func sample(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "shared", "data", "samples", "fhir", name))
	if err != nil {
		t.Skipf("%s: not here", name)
	}
	return string(b)
}
