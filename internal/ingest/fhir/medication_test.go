package fhir

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

func request(more string) string {
	return `{"resourceType":"MedicationRequest","id":"r","status":"active","intent":"order","authoredOn":"2026-03-04","medicationCodeableConcept":{"text":"Exempelol 5 mg"}` + comma(more) + `}`
}

func TestDosages(t *testing.T) {
	mg := func(v float64) *record.Dose { return &record.Dose{Value: v, Unit: "mg"} }
	dose := `"doseAndRate":[{"doseQuantity":{"value":5,"unit":"mg"}}]`
	tests := []struct {
		name, dosage string
		want         record.Instruction
	}{
		{"three times a day", dose + `,"timing":{"repeat":{"frequency":3,"period":1,"periodUnit":"d"}},"text":"3x täglich"`, record.Instruction{Dose: mg(5), DosesPerDay: 3, Text: "3x täglich"}},
		{"every eight hours has no clock times", `"timing":{"repeat":{"frequency":1,"period":8,"periodUnit":"h"}}`, record.Instruction{DosesPerDay: 3}},
		{"every other day", `"timing":{"repeat":{"frequency":1,"period":2,"periodUnit":"d"}}`, record.Instruction{PeriodDays: 2}},
		{"every week", `"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"wk"}}`, record.Instruction{PeriodDays: 7}},
		{"at clock times", `"timing":{"repeat":{"frequency":2,"period":1,"periodUnit":"d","timeOfDay":["20:00:00","08:00:00"]}}`, record.Instruction{Times: []string{"08:00", "20:00"}}},
		{"on weekdays", `"timing":{"repeat":{"dayOfWeek":["thu","mon"]}}`, record.Instruction{Weekdays: []int{1, 4}}},
		{"before breakfast and at bedtime", `"timing":{"repeat":{"when":["ACM","HS"]}}`, record.Instruction{DosesPerDay: 2}},
		{"by a code", `"timing":{"code":{"coding":[{"code":"BID"}]}}`, record.Instruction{DosesPerDay: 2}},
		{"as needed", dose + `,"asNeededBoolean":true,"text":"bei Bedarf"`, record.Instruction{Dose: mg(5), AsNeeded: true, Text: "bei Bedarf"}},
		{"as needed, at most", dose + `,"asNeededBoolean":true,"text":"x","maxDosePerPeriod":{"numerator":{"value":20,"unit":"mg"},"denominator":{"value":1,"code":"d","system":"http://unitsofmeasure.org"}}`, record.Instruction{Dose: mg(5), AsNeeded: true, MaxDosePerDay: 20, Text: "x"}},
		{"as needed without words keeps how often", `"asNeededCodeableConcept":{"text":"pain"},"timing":{"repeat":{"frequency":4,"period":1,"periodUnit":"d"}}`, record.Instruction{AsNeeded: true, Text: "frequency 4; period 1; periodUnit d; asNeeded: pain"}},
		{"three times a week has no shape, and stays words", `"timing":{"repeat":{"frequency":3,"period":1,"periodUnit":"wk"}}`, record.Instruction{Text: "frequency 3; period 1; periodUnit wk"}},
		{"once or twice a day has no shape", `"timing":{"repeat":{"frequency":1,"frequencyMax":2,"period":1,"periodUnit":"d"}},"text":"1-2x"`, record.Instruction{Text: "1-2x"}},
		{"with meals is no number", `"timing":{"repeat":{"when":["C"]}},"text":"zum Essen"`, record.Instruction{Text: "zum Essen"}},
		{"a range of doses is no dose", `"doseAndRate":[{"doseRange":{"low":{"value":1,"unit":"tablet"},"high":{"value":2,"unit":"tablet"}}}],"timing":{"code":{"coding":[{"code":"QD"}]}}`, record.Instruction{DosesPerDay: 1, Text: "doseRange: 1-2 tablet"}},
		{"tablets are counted", `"doseAndRate":[{"doseQuantity":{"value":0.5,"unit":"Tablet(s)"}}],"text":"1/2 tablet"`, record.Instruction{Dose: &record.Dose{Value: 0.5, Unit: "{tablet}"}, Text: "1/2 tablet"}},
		{"words of several elements", `"text":"a","additionalInstruction":[{"text":"b"}],"patientInstruction":"c"`, record.Instruction{Text: "a; b; c"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := readAll(t, request(`"dosageInstruction":[{`+tt.dosage+`}]`))
			d := got.one(t)
			if n := len(d.Medication.Instructions); n != 1 {
				t.Fatalf("%d instructions", n)
			}
			in := d.Medication.Instructions[0].Instruction
			if !reflect.DeepEqual(in, tt.want) || in.Validate() != nil {
				t.Errorf("got %+v, want %+v", in, tt.want)
			}
		})
	}
	got := readAll(t, request(`"dosageInstruction":[{"text":"`+strings.Repeat("ä", 501)+`"}]`))
	if d := got.one(t); len([]rune(d.Comment)) != 501 || len(d.Medication.Instructions) != 0 {
		t.Error("a long instruction is not kept whole")
	}
}

func TestMedicationResources(t *testing.T) {
	got := readAll(t, request(`"dispenseRequest":{"numberOfRepeatsAllowed":12},"priorPrescription":{"reference":"MedicationRequest/q"},"reasonCode":[{"text":"Kopfweh"}],
		"dosageInstruction":[{"sequence":1,"route":{"text":"oral"},"text":"a","timing":{"repeat":{"boundsPeriod":{"start":"2026-03-05","end":"2026-03-09"}}}},{"sequence":2,"text":"b","timing":{"repeat":{"boundsPeriod":{"start":"2026-03-10","end":"2026-03-12"}}}}]`))
	d := got.one(t)
	m := d.Medication
	if d.Kind != "" || d.Name != "" || m.Kind != ingest.MedicationOrder || m.Name != "Exempelol 5 mg" || m.Repeats != "12" || m.Route != "oral" || m.Reason != "Kopfweh" ||
		!reflect.DeepEqual(m.Orders, []string{"MedicationRequest/q"}) || m.Start.Start.Day() != 5 || m.End.Start.Day() != 12 || m.Instructions[1].Sequence != 2 || m.StartText != "2026-03-04" {
		t.Errorf("got %+v", m)
	}
	got = readAll(t, `{"resourceType":"MedicationStatement","status":"completed","effectivePeriod":{"start":"2025","end":"2026-03-04"},"medicationCodeableConcept":{"text":"x"},"derivedFrom":[{"reference":"MedicationRequest/r"}]}`)
	m = got.one(t).Medication
	if m.Kind != ingest.MedicationUse || m.Standing != ingest.StandingCompleted || m.StartText != "2025" || !m.Start.Start.IsZero() || m.End.Start.Day() != 4 || m.Orders[0] != "MedicationRequest/r" {
		t.Errorf("got %+v", m)
	}
	got = readAll(t, `{"resourceType":"MedicationAdministration","status":"completed","effectiveDateTime":"2026-03-04T08:00:00Z","medicationCodeableConcept":{"text":"x"},"dosage":{"dose":{"value":2,"unit":"puffs"},"route":{"text":"inhal."}},"request":{"reference":"MedicationRequest/r"}}`)
	d = got.one(t)
	m = d.Medication
	if m.Kind != ingest.MedicationTaken || d.When.Start.Hour() != 8 || *m.Instructions[0].Dose != (record.Dose{Value: 2, Unit: "{puff}"}) || m.Route != "inhal." {
		t.Errorf("got %+v", m)
	}
	got = readAll(t, `{"resourceType":"MedicationStatement","status":"active","effectivePeriod":{"start":"2026-03-04","end":"2026-03-01"},"medicationCodeableConcept":{"text":"x"}}`)
	if want := []string{"end-before-start MedicationStatement.effective"}; !reflect.DeepEqual(got.reasons(), want) {
		t.Errorf("got %q", got.reasons())
	}
}

func TestStoppedIsNotCompleted(t *testing.T) {
	for status, want := range map[string]ingest.Standing{
		"active": ingest.StandingActive, "stopped": ingest.StandingStopped, "completed": ingest.StandingCompleted, "on-hold": ingest.StandingOnHold,
		"cancelled": ingest.StandingNotTaken, "draft": ingest.StandingIntended, "unknown": ingest.StandingUnknown, "inactive": ingest.StandingUnknown,
	} {
		got := readAll(t, strings.Replace(request(""), `"active"`, `"`+status+`"`, 1))
		if m := got.one(t).Medication; m.Standing != want || m.Status != status {
			t.Errorf("%s: got %s", status, m.Standing)
		}
	}
}

func TestADrugBehindAReference(t *testing.T) {
	const drug = `{"resourceType":"Medication","id":"m","code":{"text":"Exempelol"},"form":{"text":"tablet"},"ingredient":[{"strength":{"numerator":{"value":5,"unit":"mg"},"denominator":{"value":1,"unit":"tablet"}}}]}`
	order := func(ref string) string {
		return `{"resourceType":"MedicationRequest","authoredOn":"2026-01-01","medicationReference":{"reference":"` + ref + `","display":"shown"}}`
	}
	bundle := func(entries ...string) string {
		return `{"resourceType":"Bundle","entry":[` + strings.Join(entries, ",") + `]}`
	}
	res := func(r string) string { return `{"resource":` + r + `}` }
	withURL := `{"fullUrl":"urn:uuid:u","resource":` + drug + `}`
	tests := []struct{ name, text, want string }{
		{"before", bundle(res(drug), res(order("Medication/m"))), "Exempelol"},
		{"after", bundle(res(order("Medication/m")), res(drug)), "Exempelol"},
		{"after, by address", bundle(res(order("urn:uuid:u")), withURL), "Exempelol"},
		{"by a whole address with a version", bundle(withURL, res(order("https://x/fhir/Medication/m/_history/2"))), "Exempelol"},
		{"contained", strings.Replace(order("#m"), `"authoredOn"`, `"contained":[`+drug+`],"authoredOn"`, 1), "Exempelol"},
		{"nowhere", bundle(res(order("Medication/zz"))), "shown"},
		{"nowhere at all", order("#zz"), "shown"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := readAll(t, tt.text)
			m := got.one(t).Medication
			if m.Name != tt.want {
				t.Errorf("got %q", m.Name)
			}
			if tt.want == "Exempelol" && (m.Form != "tablet" || m.Strength != "5 mg/tablet") {
				t.Errorf("got %+v", m)
			}
		})
	}
	t.Run("more than can wait go under the names that they show", func(t *testing.T) {
		var lines strings.Builder
		for i := range maxPending + 10 {
			fmt.Fprintln(&lines, order(fmt.Sprintf("Medication/n%d", i)))
		}
		got := readAll(t, lines.String())
		if len(got.drafts) != maxPending+10 || len(got.reasons()) > 0 {
			t.Errorf("%d drafts, %q", len(got.drafts), got.reasons())
		}
	})
}

func TestRefillsAreOneDrug(t *testing.T) {
	// A repeat prescription each month, the dispenses between, and a statement about it.
	var lines strings.Builder
	for i := range 13 {
		fmt.Fprintf(&lines, `{"resourceType":"MedicationRequest","id":"r%d","status":"completed","authoredOn":"2025-%02d-01","medicationCodeableConcept":{"coding":[{"system":"http://www.nlm.nih.gov/research/umls/rxnorm","code":"197380"}],"text":"Atenolol %d"}}`+"\n", i, i%12+1, i)
		fmt.Fprintf(&lines, `{"resourceType":"MedicationDispense","id":"d%d"}`+"\n", i)
	}
	got := readAll(t, lines.String())
	keys := map[string]int{}
	for _, d := range got.drafts {
		keys[d.Medication.ConceptKey()]++
	}
	if !reflect.DeepEqual(keys, map[string]int{"rxnorm:197380": 13}) || len(got.problems) != 13 {
		t.Errorf("got %v, %d problems", keys, len(got.problems))
	}
}
