package fhir

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

func TestAnObservationIsHandedOnVerbatim(t *testing.T) {
	const text = `{"resourceType":"Observation","id":"5d734610-9ea5-4027-8c6b-4ffd2de97242","status":"preliminary",
	"category":[{"coding":[{"system":"http://terminology.hl7.org/CodeSystem/observation-category","code":"laboratory"}]}],
	"code":{"coding":[{"system":"http://loinc.org","code":"2345-7","display":"Glucose [Mass/volume] in Serum or Plasma"},
		{"system":"http://lab.example","code":"GLU","display":"Glukose"}]},
	"subject":{"reference":"Patient/1"},"effectivePeriod":{"start":"2026-03-04T08:15:00.5+01:00","end":"2026-03-04T09:15:00+01:00"},
	"valueQuantity":{"value":98,"unit":"mg/dl"},
	"interpretation":[{"coding":[{"code":"H"}],"text":"hoch"}],
	"referenceRange":[{"low":{"value":70,"unit":"mg/dl"},"high":{"value":99,"unit":"mg/dl"}}],
	"method":{"text":"Hexokinase"},"specimen":{"display":"Serum"},"device":{"display":"Analyse 9"},"performer":[{"display":"Labor Nord"}],
	"note":[{"text":"nüchtern"}],"unknownElement":{"x":[1,2]}}`
	got := readAll(t, text)
	d := got.one(t)
	berlin := time.FixedZone("", 3600)
	want := ingest.Draft{
		Position: 1, Kind: record.Measurement, Modality: record.LabReport, SourceKind: record.FromFile, SourceClass: record.Measurer,
		SourceRecordID: "Observation/5d734610-9ea5-4027-8c6b-4ffd2de97242", Origin: "urn:uuid", Vendor: "Analyse 9",
		Name: "Glucose [Mass/volume] in Serum or Plasma", Value: "98", Unit: "mg/dl", Ref: "70-99 mg/dl", Flag: "H", Method: "Hexokinase", Specimen: "Serum",
		Comment: "nüchtern\nstatus: preliminary",
		Codes: []ingest.SourceCode{
			{System: "http://loinc.org", Code: "2345-7", Display: "Glucose [Mass/volume] in Serum or Plasma"},
			{System: "http://lab.example", Code: "GLU", Display: "Glukose"},
		},
		When: d.When,
	}
	if !reflect.DeepEqual(d, want) {
		t.Errorf("got  %+v\nwant %+v", d, want)
	}
	if from := time.Date(2026, 3, 4, 8, 15, 0, 5e8, berlin); !d.When.Start.Equal(from) || d.When.End.Sub(from) != time.Hour-500*time.Millisecond {
		t.Errorf("the time is %v", d.When)
	}
}

func TestTimes(t *testing.T) {
	tests := []struct {
		name, effective   string
		start             string
		floating, dayOnly bool
	}{
		{"with an offset", `"effectiveDateTime":"2026-03-04T08:15:00+05:45"`, "2026-03-04T08:15:00+05:45", false, false},
		{"in UTC", `"effectiveInstant":"2026-03-04T08:15:00.25Z"`, "2026-03-04T08:15:00.25Z", false, false},
		{"without seconds", `"effectiveDateTime":"2026-03-04T08:15+01:00"`, "2026-03-04T08:15:00+01:00", false, false},
		{"without an offset", `"effectiveDateTime":"2026-03-04T08:15:00"`, "2026-03-04T08:15:00Z", true, false},
		{"a day", `"effectiveDateTime":"2026-03-04"`, "2026-03-04T00:00:00Z", true, true},
		{"a period that began", `"effectivePeriod":{"start":"2026-03-04"}`, "2026-03-04T00:00:00Z", true, true},
		{"a period that ended", `"effectivePeriod":{"end":"2026-03-04"}`, "2026-03-04T00:00:00Z", true, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := readAll(t, `{"resourceType":"Observation","code":{"text":"x"},"valueInteger":1,`+tt.effective+`}`)
			d := got.one(t)
			if s := d.When.Start.Format(time.RFC3339Nano); s != tt.start || d.When.Floating != tt.floating || d.When.DateOnly != tt.dayOnly || !d.When.End.IsZero() {
				t.Errorf("got %+v", d.When)
			}
		})
	}
}

func TestThePersonsZoneHoldsWhereTheSourceNamesNoOther(t *testing.T) {
	bundle := func(times ...string) string {
		var b strings.Builder
		b.WriteString(`{"resourceType":"Patient","id":"1","birthDate":"1970-01-01","extension":[{"url":"` + timezoneExtension + `","valueCode":"Europe/Berlin"}]}` + "\n")
		for _, x := range times {
			b.WriteString(`{"resourceType":"Observation","code":{"text":"x"},"valueInteger":1,"effectiveDateTime":"` + x + `"}` + "\n")
		}
		return b.String()
	}
	got := readAll(t, bundle("2026-07-01", "2026-07-01T10:00:00Z", "2026-07-01T10:00:00+02:00", "2026-07-01T10:00:00-05:00", "2026-01-01T10:00:00+02:00"))
	var zones []string
	for _, d := range got.drafts {
		zones = append(zones, d.When.Zone)
	}
	if want := []string{"Europe/Berlin", "Europe/Berlin", "Europe/Berlin", "", ""}; !reflect.DeepEqual(zones, want) || got.counts.Zone != "Europe/Berlin" {
		t.Errorf("got %q, and %q", zones, got.counts.Zone)
	}
	got = readAll(t, `{"resourceType":"Patient","extension":[{"url":"`+timezoneExtension+`","valueCode":"Nirgends/Wo"}]}`)
	if want := []string{"bad-element Patient.extension timezone"}; !reflect.DeepEqual(got.reasons(), want) {
		t.Errorf("a zone that is none: %q", got.reasons())
	}
}

func TestComponents(t *testing.T) {
	got := readAll(t, `{"resourceType":"Observation","id":"bp","code":{"text":"Blutdruck"},"effectiveDateTime":"2026-03-04","component":[
		{"code":{"text":"systolisch"},"valueQuantity":{"value":121,"unit":"mmHg"}},
		{"code":{"text":"Mitteldruck"}},
		{"code":{"text":"diastolisch"},"valueQuantity":{"value":79,"unit":"mmHg"},"interpretation":[{"text":"normal"}]},
		{"code":{"text":"Manschette"},"dataAbsentReason":{"text":"unknown"}}]}`)
	var names, ids []string
	for _, d := range got.drafts {
		names, ids = append(names, d.Name+"="+d.Value+d.AbsentReason), append(ids, d.SourceRecordID)
		if d.Panel != "Blutdruck" || d.PanelID != "Observation/bp" {
			t.Errorf("%s is of panel %q, %q", d.Name, d.Panel, d.PanelID)
		}
	}
	if want := []string{"systolisch=121", "diastolisch=79", "Manschette=unknown"}; !reflect.DeepEqual(names, want) {
		t.Errorf("got %q", names)
	}
	if want := []string{"Observation/bp#1", "Observation/bp#3", "Observation/bp#4"}; !reflect.DeepEqual(ids, want) {
		t.Errorf("got %q", ids)
	}
	if want := []string{"no-value Observation.component"}; !reflect.DeepEqual(got.reasons(), want) {
		t.Errorf("got %q", got.reasons())
	}
}

func TestWhatTheSourceTookBackComesWithItsID(t *testing.T) {
	got := readAll(t, `{"resourceType":"Observation","id":"a","status":"entered-in-error","code":{"text":"x"}}
{"resourceType":"Observation","id":"b","status":"entered-in-error","code":{"text":"x"},"component":[{"code":{"text":"y"}},{"code":{"text":"z"}}]}
{"resourceType":"Condition","id":"c","verificationStatus":{"coding":[{"code":"entered-in-error"}]}}
{"resourceType":"MedicationRequest","id":"d","status":"entered-in-error","medicationCodeableConcept":{"text":"x"}}`)
	var ids []string
	for _, d := range got.removed {
		ids = append(ids, d.SourceRecordID)
	}
	if want := []string{"Observation/a", "Observation/b#1", "Observation/b#2", "Condition/c", "MedicationRequest/d"}; !reflect.DeepEqual(ids, want) || len(got.drafts)+len(got.problems) > 0 {
		t.Errorf("got %q, %d drafts, %q", ids, len(got.drafts), got.reasons())
	}
}

func TestModality(t *testing.T) {
	tests := []struct {
		name, more string
		modality   record.Modality
		class      record.SourceClass
	}{
		{"a laboratory's", `"category":[{"coding":[{"code":"laboratory"}]}]`, record.LabReport, record.Measurer},
		{"vital signs", `"category":[{"coding":[{"code":"vital-signs"}]}]`, record.Manual, record.Measurer},
		{"vital signs with a device", `"category":[{"coding":[{"code":"vital-signs"}]}],"device":{"display":"x"}`, record.DeviceSensed, record.Measurer},
		{"a questionnaire", `"category":[{"coding":[{"code":"survey"}]}]`, record.SelfReported, record.ByHand},
		{"a specimen without a category", `"specimen":{"display":"Urin"}`, record.LabReport, record.Measurer},
		{"nothing said", `"note":[]`, record.Manual, record.ByHand},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := readAll(t, obs(`"valueInteger":1,`+tt.more))
			if d := got.one(t); d.Modality != tt.modality || d.SourceClass != tt.class {
				t.Errorf("got %s, %s", d.Modality, d.SourceClass)
			}
		})
	}
}

func TestReferenceRanges(t *testing.T) {
	tests := []struct{ name, ranges, want string }{
		{"text comes first", `[{"text":"3,5 – 5,2","low":{"value":3.5}}]`, "3,5 – 5,2"},
		{"a bound", `[{"high":{"value":5.2,"unit":"mmol/L"}}]`, "<=5.2 mmol/L"},
		{"the normal one of several", `[{"text":"a","type":{"coding":[{"code":"therapeutic"}]}},{"text":"b","type":{"coding":[{"code":"normal"}]}}]`, "b"},
		{"several for different people", `[{"text":"a","appliesTo":[{"text":"women"}]},{"text":"b","appliesTo":[{"text":"men"}]}]`, "women: a; men: b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := readAll(t, obs(`"valueInteger":1,"referenceRange":`+tt.ranges))
			if d := got.one(t); d.Ref != tt.want {
				t.Errorf("got %q", d.Ref)
			}
		})
	}
}

func TestConditions(t *testing.T) {
	condition := func(more string) string {
		return `{"resourceType":"Condition","id":"c","code":{"text":"Heuschnupfen","coding":[{"system":"http://snomed.info/sct","code":"367498001"}]},
		"clinicalStatus":{"coding":[{"code":"inactive"}]}` + comma(more) + `}`
	}
	tests := []struct{ name, more, start, flag, comment string }{
		{"from its onset", `"onsetDateTime":"2020-05-01","recordedDate":"2021-01-01"`, "2020-05-01", "", ""},
		{"from its recording where the onset is a year", `"onsetDateTime":"2020","recordedDate":"2021-01-01"`, "2021-01-01", "", "onset: 2020"},
		{"from its recording where the onset is an age", `"onsetAge":{"value":7,"unit":"years"},"recordedDate":"2021-01-01"`, "2021-01-01", "", "onset: age: 7 years"},
		{"from when its server had it last, where nothing else is a day", `"onsetDateTime":"2019-03","recordedDate":"2021","meta":{"lastUpdated":"2022-02-03T10:00:00Z"}`, "2022-02-03", "", "onset: 2019-03"},
		{"with its end", `"onsetDateTime":"2020-05-01","abatementDateTime":"2020-08","severity":{"text":"mild"}`, "2020-05-01", "", "abatement: 2020-08\nseverity: mild"},
		{"with the period of its onset", `"onsetPeriod":{"start":"2020-05-01","end":"2020-05-09"}`, "2020-05-01", "", "onset: 2020-05-01/2020-05-09"},
		{"that is not certain", `"onsetDateTime":"2020-05-01","verificationStatus":{"coding":[{"code":"provisional"}]}`, "2020-05-01", "provisional", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := readAll(t, condition(tt.more))
			d := got.one(t)
			have := [6]string{string(d.Kind), d.Name, d.Value, d.When.Start.Format(time.DateOnly), d.Flag, d.Comment}
			if want := [6]string{"condition", "Heuschnupfen", "inactive", tt.start, tt.flag, tt.comment}; have != want || !d.When.End.IsZero() {
				t.Errorf("got %q", have)
			}
		})
	}
}

func TestPersons(t *testing.T) {
	entry := func(url, resource string) string { return `{"fullUrl":"` + url + `","resource":` + resource + `}` }
	about := func(ref string) string {
		return `{"resourceType":"Observation","code":{"text":"x"},"valueInteger":1,"effectiveDateTime":"2026-03-04","subject":` + ref + `}`
	}
	one := `{"resourceType":"Patient","id":"1","identifier":[{"system":"s","value":"77"}]}`
	tests := []struct {
		name  string
		first string
		ref   string
		other bool
	}{
		{"by its address", entry("urn:uuid:a", one), `{"reference":"urn:uuid:a"}`, false},
		{"by type and id", entry("urn:uuid:a", one), `{"reference":"Patient/1"}`, false},
		{"by type, id and version", entry("urn:uuid:a", one), `{"reference":"Patient/1/_history/3"}`, false},
		{"by an absolute address", entry("http://a/Patient/1", one), `{"reference":"http://a/Patient/1"}`, false},
		{"by identifier", entry("urn:uuid:a", one), `{"identifier":{"system":"s","value":"77"}}`, false},
		{"by a search", entry("urn:uuid:a", one), `{"reference":"Patient?identifier=s|77"}`, false},
		{"another id", entry("urn:uuid:a", one), `{"reference":"Patient/2"}`, true},
		{"another address", entry("urn:uuid:a", one), `{"reference":"urn:uuid:b"}`, true},
		{"the same id on another server", entry("http://a/Patient/1", one), `{"reference":"http://b/Patient/1"}`, true},
		{"a group", entry("urn:uuid:a", one), `{"reference":"Group/1"}`, true},
		{"the first subject counts where no Patient comes first", entry("urn:uuid:o", about(`{"reference":"Patient/1"}`)), `{"reference":"Patient/2"}`, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := readAll(t, `{"resourceType":"Bundle","type":"collection","entry":[`+tt.first+`,`+entry("urn:uuid:z", about(tt.ref))+`]}`)
			if other := len(got.problems) == 1 && got.problems[0] == (ingest.Problem{Position: 2, Reason: ingest.OtherPerson, Where: "Observation"}); other != tt.other {
				t.Errorf("got %q", got.reasons())
			}
		})
	}
	contained := func(patient string) string {
		return strings.Replace(about(`{"reference":"#p"}`), `{"resourceType":"Observation",`, `{"resourceType":"Observation","contained":[{"resourceType":"Patient","id":"p"`+patient+`}],`, 1)
	}
	known := `{"resourceType":"Patient","id":"1","name":[{"family":"Muster"}],"birthDate":"1980-01-01"}`
	for _, tt := range []struct {
		name, first, second string
		other               bool
	}{
		{"of another name, where only an address is known", about(`{"reference":"Patient/1"}`), contained(`,"name":[{"family":"Other"}]`), true},
		{"of another name", known, contained(`,"name":[{"family":"Other"}]`), true},
		{"of the name, born on another day", known, contained(`,"name":[{"family":"Muster"}],"birthDate":"1950-01-01"`), true},
		{"of the same name", known, contained(`,"name":[{"family":"MUSTER"}]`), false},
		{"of whom nothing is said", known, contained(``), false},
		{"twice the same", contained(`,"name":[{"family":"Muster"}]`), contained(`,"name":[{"family":"Muster"}]`), false},
		{"one and another", contained(`,"name":[{"family":"Muster"}]`), contained(`,"name":[{"family":"Other"}]`), true},
		{"of another number", one, contained(`,"identifier":[{"system":"s","value":"78"}]`), true},
		{"of the same number", one, contained(`,"identifier":[{"system":"s","value":"77"}]`), false},
	} {
		got := readAll(t, tt.first+"\n"+tt.second)
		if other := slices.Contains(got.reasons(), "another-person Observation"); other != tt.other {
			t.Errorf("a contained Patient %s: %q", tt.name, got.reasons())
		}
	}
	got := readAll(t, one+"\n"+`{"resourceType":"Patient","id":"2"}`+"\n"+about(`{"reference":"Patient/2"}`)+"\n"+about(`{"reference":"Patient/1"}`))
	if want := []string{"another-person Patient", "another-person Observation"}; !reflect.DeepEqual(got.reasons(), want) || len(got.drafts) != 1 {
		t.Errorf("two patients: %q, %d drafts", got.reasons(), len(got.drafts))
	}
}

func TestOriginIsWhereAnIDIsUnique(t *testing.T) {
	o := func(id string) string {
		return `{"resourceType":"Observation","id":"` + id + `","code":{"text":"x"},"valueInteger":1,"effectiveDateTime":"2026-03-04"}`
	}
	for _, tt := range []struct{ url, id, want string }{
		{"", "17", ""},
		{"urn:uuid:x", "17", ""},
		{"urn:uuid:ffd502c9-23e1-4f8f-bc8a-87373acad280", "17", "urn:uuid:ffd502c9-23e1-4f8f-bc8a-87373acad280"},
		{"", `17","identifier":[{"value":"1"},{"system":"urn:lab","value":"77"}],"language":"de`, "identifier:urn:lab|77"},
		{"", "eAB3mDIBBcyUKviyzrxsnAw3", "id"},
		{"https://clinic.example/fhir/Observation/17/_history/3", "17", "https://clinic.example/fhir"},
		{"", "ffd502c9-23e1-4f8f-bc8a-87373acad280", "urn:uuid"},
		{"https://clinic.example/fhir/Observation/17", "17", "https://clinic.example/fhir"},
	} {
		got := readAll(t, `{"resourceType":"Bundle","entry":[{"fullUrl":"`+tt.url+`","resource":`+o(tt.id)+`}]}`)
		if d := got.one(t); d.Origin != tt.want {
			t.Errorf("%q %q: got %q", tt.url, tt.id, d.Origin)
		}
	}
}
