package ccda

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

func TestProblems(t *testing.T) {
	concern := func(body string) string {
		return document(sectionOf("11450-4", `<content ID="p">Heuschnupfen (links)</content>`, `<act><statusCode code="active"/><entryRelationship typeCode="SUBJ"><observation><templateId root="`+problemTemplate+`"/><id root="1.2" extension="3"/>`+body+`</observation></entryRelationship></act>`))
	}
	value := `<value xsi:type="CD" code="367498001" codeSystem="2.16.840.1.113883.6.96" displayName="Hay fever"/>`
	tests := []struct{ name, body, want, status, start, comment string }{
		{"by display", `<effectiveTime><low value="20200501"/><high value="202008"/></effectiveTime>` + value, "Hay fever", "", "2020-05-01", "abatement: 202008"},
		{"as printed", `<effectiveTime><low value="20200501"/></effectiveTime><value xsi:type="CD" nullFlavor="UNK"><originalText><reference value="#p"/></originalText></value>`, "Heuschnupfen (links)", "", "2020-05-01", ""},
		{"by its translation", `<effectiveTime><low value="20200501"/></effectiveTime><value xsi:type="CD" nullFlavor="UNK"><translation code="J30.1" codeSystem="2.16.840.1.113883.6.90" displayName="Pollinosis"/></value>`, "Pollinosis", "", "2020-05-01", ""},
		{"with its status and severity", `<effectiveTime><low value="20200501"/></effectiveTime>` + value + `<entryRelationship typeCode="REFR"><observation><templateId root="` + statusTemplate + `"/><value xsi:type="CD" displayName="Inactive"/></observation></entryRelationship><entryRelationship typeCode="SUBJ"><observation><templateId root="` + severityTemplate + `"/><value xsi:type="CD" displayName="mild"/></observation></entryRelationship>`, "Hay fever", "Inactive", "2020-05-01", "severity: mild"},
		{"from its writing down where the onset is a year", `<effectiveTime><low value="2020"/></effectiveTime>` + value + `<author><time value="20210101"/></author>`, "Hay fever", "", "2021-01-01", "onset: 2020"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := readAll(t, concern(tt.body))
			d := got.one(t)
			have := [6]string{string(d.Kind), d.Name, d.Value, d.When.Start.Format(time.DateOnly), d.Comment, d.SourceRecordID}
			if want := [6]string{"condition", tt.want, tt.status, tt.start, tt.comment, "1.2|3"}; have != want {
				t.Errorf("got %q", have)
			}
		})
	}
	made := strings.Replace(concern(`<effectiveTime><low value="201903"/></effectiveTime>`+value), "<title>", `<effectiveTime value="20220203101500+0100"/><title>`, 1)
	known := readAll(t, made)
	if d := known.one(t); d.When.Start.Format(time.DateOnly) != "2022-02-03" || d.Comment != "onset: 201903" {
		t.Errorf("from when the document was made: %s, %q", d.When.Start, d.Comment)
	}
	got := readAll(t, concern(`<statusCode code="nullified"/>`+value))
	if len(got.removed) != 1 || got.removed[0].SourceRecordID != "1.2|3" {
		t.Errorf("a problem that was taken back: %q", got.reasons())
	}
}

func TestMedications(t *testing.T) {
	order := func(body string) string {
		return document(sectionOf("10160-0", `<content ID="sig">1 Tablette bei Bedarf</content><content ID="m">Exempelol forte</content>`,
			`<substanceAdministration classCode="SBADM" moodCode="INT"><id root="1.5"/><statusCode code="active"/><effectiveTime xsi:type="IVL_TS"><low value="20260304"/><high nullFlavor="NI"/></effectiveTime>`+body+
				`<consumable><manufacturedProduct><manufacturedMaterial><code code="197380" codeSystem="2.16.840.1.113883.6.88" displayName="x"><originalText><reference value="#m"/></originalText></code></manufacturedMaterial></manufacturedProduct></consumable></substanceAdministration>`))
	}
	period := func(v, unit string) string {
		return `<effectiveTime xsi:type="PIVL_TS" operator="A"><period value="` + v + `" unit="` + unit + `"/></effectiveTime>`
	}
	event := func(code, more string) string {
		return `<effectiveTime xsi:type="EIVL_TS" operator="A"><event code="` + code + `"/>` + more + `</effectiveTime>`
	}
	one := &record.Dose{Value: 1, Unit: "{tablet}"}
	tablet := `<doseQuantity value="1"/><administrationUnitCode displayName="Tablet"/>`
	tests := []struct {
		name, body string
		want       []record.Instruction
	}{
		{"every six hours", period("6", "h") + tablet, []record.Instruction{{Dose: one, DosesPerDay: 4}}},
		{"every other day", period("2", "d"), []record.Instruction{{PeriodDays: 2}}},
		{"every week", period("1", "wk"), []record.Instruction{{PeriodDays: 7}}},
		{"every five hours has no shape", period("5", "h"), []record.Instruction{{Text: "period: 5 h"}}},
		{"four to six hours have no shape", `<effectiveTime xsi:type="PIVL_TS"><period><low value="4" unit="h"/><high value="6" unit="h"/></period></effectiveTime>`, []record.Instruction{{Text: "period: 4 h-6 h"}}},
		{"at bedtime", event("HS", ""), []record.Instruction{{DosesPerDay: 1}}},
		{"before breakfast and at bedtime", event("ACM", "") + event("HS", ""), []record.Instruction{{DosesPerDay: 2}}},
		{"an hour before meals", event("AC", `<offset/>`), []record.Instruction{{Text: "event: AC"}}},
		{"as needed, with words", `<text><reference value="#sig"/></text>` + period("6", "h") + tablet + `<precondition><criterion/></precondition>`, []record.Instruction{{Dose: one, AsNeeded: true, Text: "1 Tablette bei Bedarf"}}},
		{"as needed, without", period("6", "h") + `<precondition><criterion><value xsi:type="CD" displayName="Wheezing"/></criterion></precondition>`, []record.Instruction{{AsNeeded: true, Text: "period: 6 h; precondition: Wheezing"}}},
		{"as needed, at most", `<doseQuantity value="5" unit="mg"/><maxDoseQuantity><numerator value="20" unit="mg"/><denominator value="1" unit="d"/></maxDoseQuantity><precondition/>`, []record.Instruction{{Dose: &record.Dose{Value: 5, Unit: "mg"}, AsNeeded: true, MaxDosePerDay: 20}}},
		{"a range of doses", `<doseQuantity><low value="1"/><high value="2"/></doseQuantity>` + period("1", "d"), []record.Instruction{{DosesPerDay: 1, Text: "dose: 1-2"}}},
		{"a signature of its own", `<entryRelationship typeCode="COMP"><substanceAdministration><templateId root="` + freeTextSig + `"/><text>nach Plan</text></substanceAdministration></entryRelationship>`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := readAll(t, order(tt.body))
			m := got.one(t).Medication
			var have []record.Instruction
			for _, in := range m.Instructions {
				have = append(have, in.Instruction)
				if err := in.Validate(); err != nil {
					t.Error(err)
				}
			}
			if tt.want != nil && !reflect.DeepEqual(have, tt.want) || tt.want == nil && (len(have) != 1 || have[0].Text != "nach Plan") {
				t.Errorf("got %+v", have)
			}
			if m.Kind != ingest.MedicationOrder || m.Name != "Exempelol forte" || m.Standing != ingest.StandingActive || m.Start.Start.Day() != 4 || m.ConceptKey() != "rxnorm:197380" {
				t.Errorf("got %+v", m)
			}
		})
	}
	t.Run("supplies do not double it", func(t *testing.T) {
		supply := `<entryRelationship typeCode="REFR"><supply moodCode="INT"><repeatNumber value="5"/></supply></entryRelationship><entryRelationship typeCode="REFR"><supply moodCode="EVN"><repeatNumber value="1"/></supply></entryRelationship>`
		got := readAll(t, order(supply))
		if m := got.one(t).Medication; m.Repeats != "5" {
			t.Errorf("got %+v", m)
		}
	})
	t.Run("steps are instructions", func(t *testing.T) {
		step := `<entryRelationship typeCode="COMP"><substanceAdministration moodCode="INT"><effectiveTime xsi:type="IVL_TS"><low value="20260310"/></effectiveTime>` + period("12", "h") + `</substanceAdministration></entryRelationship>`
		got := readAll(t, order(period("8", "h")+step))
		in := got.one(t).Medication.Instructions
		if len(in) != 2 || in[0].DosesPerDay != 3 || in[1].DosesPerDay != 2 || in[1].Sequence != 1 || in[1].From.Start.Day() != 10 {
			t.Errorf("got %+v", in)
		}
	})
	t.Run("one moment is one intake", func(t *testing.T) {
		text := strings.Replace(strings.Replace(order(""), `"INT"`, `"EVN"`, 1), `<effectiveTime xsi:type="IVL_TS"><low value="20260304"/><high nullFlavor="NI"/></effectiveTime>`, `<effectiveTime value="202603040800+0100"/>`, 1)
		got := readAll(t, text)
		if d := got.one(t); d.Medication.Kind != ingest.MedicationTaken || d.When.Start.Hour() != 8 {
			t.Errorf("got %+v", d.Medication)
		}
	})
	for status, want := range map[string]ingest.Standing{"completed": ingest.StandingCompleted, "aborted": ingest.StandingStopped, "suspended": ingest.StandingOnHold, "inactive": ingest.StandingUnknown} {
		got := readAll(t, strings.Replace(order(""), `"active"`, `"`+status+`"`, 1))
		if m := got.one(t).Medication; m.Standing != want || m.Status != status {
			t.Errorf("%s: got %s", status, m.Standing)
		}
	}
}
