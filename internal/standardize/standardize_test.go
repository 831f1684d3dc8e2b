package standardize

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/fhir"
	"github.com/seed-a76b335c/philint/internal/terminology"
	"github.com/seed-a76b335c/philint/internal/terminology/icpc3"
)

func standardizer(t testing.TB) *Standardizer {
	t.Helper()
	set, err := terminology.Core()
	if err != nil {
		t.Fatal(err)
	}
	return New(set)
}

func decided(o fhir.Observation) map[string]string {
	out := map[string]string{}
	for _, e := range o.Extension[0].Extension {
		v := e.ValueString
		if e.ValueBoolean != nil {
			v = map[bool]string{true: "true", false: "false"}[*e.ValueBoolean]
		}
		if out[e.URL] != "" {
			v = out[e.URL] + "|" + v
		}
		out[e.URL] = v
	}
	return out
}

func TestAReadingBecomesAnObservation(t *testing.T) {
	s := standardizer(t)
	for name, c := range map[string]struct {
		in         Reading
		code       string
		value      string // JSON of valueQuantity or valueString
		unitKnown  string
		rejectedBy string
	}{
		"mass":                            {Reading{Name: "Hemoglobin", Value: "14.50", Unit: "g/dl"}, "718-7", `{"value":14.50,"unit":"g/dl","system":"http://unitsofmeasure.org","code":"g/dL"}`, "true", ""},
		"in Chinese":                      {Reading{Name: "血红蛋白", Value: "145", Unit: "g/L"}, "718-7", `{"value":145,"unit":"g/L","system":"http://unitsofmeasure.org","code":"g/L"}`, "true", ""},
		"the unit chooses the code":       {Reading{Name: "总胆固醇", Value: "5.2", Unit: "mmol/L"}, "14647-2", `{"value":5.2,"unit":"mmol/L","system":"http://unitsofmeasure.org","code":"mmol/L"}`, "true", ""},
		"a comparator":                    {Reading{Name: "CRP", Value: "≤5", Unit: "mg/L"}, "1988-5", `{"value":5,"comparator":"\u003c=","unit":"mg/L","system":"http://unitsofmeasure.org","code":"mg/L"}`, "true", ""},
		"a decimal comma":                 {Reading{Name: "Kalium", Value: "4,1", Unit: "mmol/l"}, "2823-3", `{"value":4.1,"unit":"mmol/l","system":"http://unitsofmeasure.org","code":"mmol/L"}`, "true", ""},
		"a unit glued to the value":       {Reading{Name: "Glucose", Value: "98 mg/dL"}, "2345-7", `{"value":98,"unit":"mg/dL","system":"http://unitsofmeasure.org","code":"mg/dL"}`, "true", ""},
		"a unit that nobody knows":        {Reading{Name: "Glucose", Value: "98", Unit: "blips"}, "2345-7", `{"value":98,"unit":"blips"}`, "false", ""},
		"two units":                       {Reading{Name: "Glucose", Value: "94 mg/dL", Unit: "mmol/L"}, "", `"94 mg/dL"`, "false", "unit:two-units"},
		"two units under an unknown name": {Reading{Name: "Blorbine", Value: "94 mg/dL", Unit: "mmol/L"}, "", `"94 mg/dL"`, "false", "unit:two-units"},
		"one unit twice":                  {Reading{Name: "Glucose", Value: "94 mg/dL", Unit: "mg/dl"}, "2345-7", `{"value":94,"unit":"mg/dl","system":"http://unitsofmeasure.org","code":"mg/dL"}`, "true", ""},
		"a panel takes no single value":   {Reading{Name: "Blood pressure", Value: "5", Unit: "%"}, "", `{"value":5,"unit":"%","system":"http://unitsofmeasure.org","code":"%"}`, "true", "panel:single-value"},
		"words":                           {Reading{Name: "Blood type remark", Value: "see below"}, "", `"see below"`, "false", ""},
		"a range is no number":            {Reading{Name: "Creatinine", Value: "35.0--45.0"}, "2160-0", `"35.0--45.0"`, "false", ""},
		"no value":                        {Reading{Name: "Sodium"}, "2951-2", ``, "false", ""},
		"a family of tests":               {Reading{Name: "血脂", Value: "2", Unit: "mmol/L"}, "", `{"value":2,"unit":"mmol/L","system":"http://unitsofmeasure.org","code":"mmol/L"}`, "true", ""},
		"a complaint is not a test":       {Reading{Name: "发烧"}, "", ``, "false", "standardize_complaint"},
		"a diagnosis without a value":     {Reading{Name: "高血压"}, "", ``, "false", "standardize_complaint"},
		"a unit of another kind of test":  {Reading{Name: "Hemoglobin", Value: "145", Unit: "mmHg"}, "", `{"value":145,"unit":"mmHg","system":"http://unitsofmeasure.org","code":"mm[Hg]"}`, "true", "unit"},
	} {
		t.Run(name, func(t *testing.T) {
			o, coded := s.Reading(c.in)
			if coded != (c.code != "") || coded && (o.Code.Coding[0].Code != c.code || o.Code.Coding[0].System != fhir.SystemLOINC || o.Code.Coding[0].Display == "") {
				t.Errorf("coding %+v, want %s", o.Code.Coding, c.code)
			}
			if !coded && o.Code.Coding != nil {
				t.Errorf("a coding without a code: %+v", o.Code.Coding)
			}
			if o.Code.Text != c.in.Name || o.Status != "final" || o.ResourceType != "Observation" {
				t.Errorf("%+v", o)
			}
			var got string
			switch {
			case o.ValueQuantity != nil:
				b, err := json.Marshal(o.ValueQuantity)
				if err != nil {
					t.Fatal(err)
				}
				got = string(b)
			case o.ValueString != "":
				got = `"` + o.ValueString + `"`
			}
			if got != c.value {
				t.Errorf("value %s, want %s", got, c.value)
			}
			d := decided(o)
			if d["unitRecognized"] != c.unitKnown || d["method"] == "" || d["bundle"] == "" {
				t.Errorf("decision %v", d)
			}
			if !strings.Contains(d["rejectedReason"], c.rejectedBy) {
				t.Errorf("rejected because %q, want %q", d["rejectedReason"], c.rejectedBy)
			}
			if !coded && d["method"] != "unresolved" && d["method"] != "refused" {
				t.Errorf("method %q without a code", d["method"])
			}
		})
	}
}

func TestAPrintedUnitIsNeverLost(t *testing.T) {
	s := standardizer(t)
	for _, in := range []Reading{
		{Name: "Glucose", Value: "4.2-5.1", Unit: "mmol/L"},
		{Name: "Glucose", Value: "94 mg/dL", Unit: "mmol/L"},
		{Name: "Blood pressure", Value: "118/76(90)", Unit: "mmHg"},
		{Name: "no such test", Value: "see text", Unit: "blips"},
		{Name: "Glucose", Value: "98", Unit: "mg/dL"},
		{Name: "Blood pressure", Value: "120/80", Unit: "mmHg"},
	} {
		o, _ := s.Reading(in)
		b, err := json.Marshal(o)
		if err != nil || !strings.Contains(string(b), in.Unit) {
			t.Errorf("%+v: %s, %v", in, b, err)
		}
	}
}

func TestANumberTooSmallToBeReadStaysWords(t *testing.T) {
	o, _ := standardizer(t).Reading(Reading{Name: "Glucose", Value: "1e-400", Unit: "mmol/L"})
	if o.ValueQuantity != nil || o.ValueString != "1e-400" {
		t.Errorf("%+v %q", o.ValueQuantity, o.ValueString)
	}
}

func TestABloodPressureHasTwoComponents(t *testing.T) {
	s := standardizer(t)
	for _, in := range []Reading{{Name: "Blood pressure", Value: "120/80", Unit: "mmHg"}, {Name: "血压", Value: "120/80 mmHg"}, {Name: "BP", Value: "120/80"}} {
		o, coded := s.Reading(in)
		if !coded || o.Code.Coding[0].Code != "85354-9" || len(o.Component) != 2 || o.ValueString != "" || o.ValueQuantity != nil {
			t.Fatalf("%+v: %+v", in, o)
		}
		for i, want := range []struct{ code, value string }{{"8480-6", "120"}, {"8462-4", "80"}} {
			c := o.Component[i]
			if c.Code.Coding[0].Code != want.code || string(c.ValueQuantity.Value) != want.value || in.Name != "BP" && c.ValueQuantity.Code != "mm[Hg]" {
				t.Errorf("%+v: %+v %+v", in, c.Code, c.ValueQuantity)
			}
		}
	}
	for _, in := range []Reading{{Name: "Blood pressure", Value: "120"}, {Name: "Glucose", Value: "120/80"}, {Name: "Blood pressure", Value: "120/80", Unit: "mg/dL"}} {
		if o, _ := s.Reading(in); o.Component != nil {
			t.Errorf("%+v: %+v", in, o.Component)
		}
	}
}

func TestAComplaintBecomesAnObservation(t *testing.T) {
	s := standardizer(t)
	for _, c := range []struct {
		words  string
		kind   icpc3.Kind
		code   string
		reason string
	}{
		{"发烧", icpc3.Symptom, "AS03", ""},
		{"headache", icpc3.Symptom, "NS01", ""},
		{"高血压", icpc3.Condition, "KD73", ""},
		{"高血压", icpc3.Symptom, "", "icpc3:no-match"},
		{"疼", icpc3.Symptom, "", "icpc3:too-broad"},
		{"糖尿病", icpc3.Condition, "", "icpc3:ambiguous"},
	} {
		o, coded := s.Complaint(c.words, c.kind)
		d := decided(o)
		if coded != (c.code != "") || coded && (o.Code.Coding[0].Code != c.code || o.Code.Coding[0].System != fhir.SystemICPC3) || d["reason"] != c.reason {
			t.Errorf("%s: %+v, %v", c.words, o.Code, d)
		}
		if d["kind"] != c.kind.String() || d["outcome"] == "" || d["release"] == "" {
			t.Errorf("%s: %v", c.words, d)
		}
	}
}

func TestADecimalKeepsThePrintedDigits(t *testing.T) {
	for _, c := range []struct {
		number  float64
		printed string
		want    string
	}{
		{5.2, "5.20", "5.20"},
		{5.2, "<5,20", "5.20"},
		{5.2, "5.2 H", "5.2"},
		{12345.6, "12,345.6", "12345.6"},
		{0.5, ".5", "0.5"},
		{7, "007", "7"},
		{1e21, "1e21", "1000000000000000000000"},
		{-3, "-3", "-3"},
		{3, "3.", "3"},
	} {
		if got := decimal(c.number, c.printed); got != c.want {
			t.Errorf("%v printed %q: %s, want %s", c.number, c.printed, got, c.want)
		}
	}
}
