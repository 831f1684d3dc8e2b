package fhir_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/fhir"
)

func written(t *testing.T, o fhir.Observation) string {
	t.Helper()
	o.ResourceType, o.Status = "Observation", "final"
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(o); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}

func TestNothingThatFHIRForbidsIsWritten(t *testing.T) {
	yes := true
	for _, tt := range []struct {
		name string
		in   fhir.Observation
		want string
	}{
		{
			"what is allowed stays as it is",
			fhir.Observation{Code: fhir.CodeableConcept{Text: "Glucose <fasting> & more\n2"}, ValueString: " a\tb "},
			`{"resourceType":"Observation","status":"final","code":{"text":"Glucose <fasting> & more\n2"},"valueString":" a\tb "}`,
		},
		{
			"control characters become spaces",
			fhir.Observation{
				Code:          fhir.CodeableConcept{Text: "Glu\x00cose", Coding: []fhir.Coding{{System: fhir.SystemLOINC, Code: "2345-7", Display: "a\x1bb"}}},
				ValueQuantity: &fhir.Quantity{Value: "5.20", Unit: "mg\x7f/dL"},
				Extension:     []fhir.Extension{{URL: "x", Extension: []fhir.Extension{{URL: "reason", ValueString: "a\x01b"}}}},
			},
			`{"resourceType":"Observation","extension":[{"url":"x","extension":[{"url":"reason","valueString":"a b"}]}],"status":"final","code":{"coding":[{"system":"http://loinc.org","code":"2345-7","display":"a b"}],"text":"Glu cose"},"valueQuantity":{"value":5.20,"unit":"mg /dL"}}`,
		},
		{
			"a value that nobody sees is none",
			fhir.Observation{Code: fhir.CodeableConcept{Text: "Glucose"}, ValueString: "\u3000\u200b", ValueQuantity: &fhir.Quantity{Value: "1", Unit: "\u00a0"}},
			`{"resourceType":"Observation","status":"final","code":{"text":"Glucose"},"valueQuantity":{"value":1}}`,
		},
		{
			"a name that nobody sees is said to be unknown",
			fhir.Observation{Code: fhir.CodeableConcept{Text: "\u3000\u200b", Coding: []fhir.Coding{{System: fhir.SystemLOINC}}}},
			`{"resourceType":"Observation","status":"final","code":{"extension":[{"url":"http://hl7.org/fhir/StructureDefinition/data-absent-reason","valueCode":"unknown"}]}}`,
		},
		{
			"an extension without a value is left out",
			fhir.Observation{Code: fhir.CodeableConcept{Text: "a"}, Extension: []fhir.Extension{
				{URL: "x", Extension: []fhir.Extension{{URL: "y", ValueString: "\x00"}}}, {URL: "z", ValueBoolean: &yes},
			}},
			`{"resourceType":"Observation","extension":[{"url":"z","valueBoolean":true}],"status":"final","code":{"text":"a"}}`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := written(t, tt.in); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestWritingLeavesTheResourceAsItIs(t *testing.T) {
	o := fhir.Observation{
		Code:          fhir.CodeableConcept{Text: "a\x00", Coding: []fhir.Coding{{Code: "b\x00"}}},
		Extension:     []fhir.Extension{{URL: "x", Extension: []fhir.Extension{{URL: "y", ValueString: "c\x00"}}}},
		ValueQuantity: &fhir.Quantity{Value: "1", Unit: "d\x00"},
	}
	written(t, o)
	if o.Code.Text != "a\x00" || o.Code.Coding[0].Code != "b\x00" || o.Extension[0].Extension[0].ValueString != "c\x00" || o.ValueQuantity.Unit != "d\x00" {
		t.Errorf("%+v", o)
	}
}

func TestWhatIsWrittenIsReadBack(t *testing.T) {
	in := fhir.Observation{
		ResourceType: "Observation", Status: "final", Code: fhir.CodeableConcept{Text: "Glucose"}, Effective: "2026-11-30",
		ValueQuantity: &fhir.Quantity{Value: "5.20", Comparator: "<", Unit: "mg/dL", System: fhir.SystemUCUM, Code: "mg/dL"},
	}
	data, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	var out fhir.Observation
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(out)
	if err != nil || !bytes.Equal(data, again) {
		t.Errorf("%v\n%s\n%s", err, data, again)
	}
}
