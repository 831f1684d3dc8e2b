package terminology

import (
	"slices"
	"testing"
)

func TestUnitAndValueChooseAmongSiblingsAndNeverTheSpecimen(t *testing.T) {
	s := coreSet(t)
	for _, c := range []struct {
		name, value, unit string
		code              string
		verdict           Verdict
		rejected, reason  string
	}{
		{"Hemoglobin", "14.5", "g/dL", "718-7", VerdictAgreed, "", ""},
		{"血红蛋白", "145", "g/L", "718-7", VerdictAgreed, "", ""},
		{"Total Cholesterol", "200", "mg/dL", "2093-3", VerdictAgreed, "", ""},
		{"总胆固醇", "5.2", "mmol/L", "14647-2", VerdictSwitched, "", ""},
		{"Glucose", "5.6", "mmol/L", "14749-6", VerdictSwitched, "", ""},
		{"Fasting glucose", "5.6", "mmol/L", "14771-0", VerdictSwitched, "", ""},
		{"Glucose [Mass/volume] in Blood", "5.6", "mmol/L", "15074-8", VerdictSwitched, "", ""},
		{"Neutrophils", "62", "%", "26511-6", VerdictSwitched, "", ""},
		{"Neutrophils", "4.2", "10*9/L", "26499-4", VerdictAgreed, "", ""},
		{"Lymphocytes", "30", "%", "26478-8", VerdictSwitched, "", ""},
		{"HbA1c", "6.5", "%", "4548-4", VerdictAgreed, "", ""},
		{"HbA1c", "48", "mmol/mol", "59261-8", VerdictSwitched, "", ""},
		{"ALT", "40", "IU/L", "1742-6", VerdictAgreed, "", ""},
		{"Glucose", "", "", "2345-7", VerdictNoSignal, "", ""},
		{"Glucose", "see comment", "", "2345-7", VerdictNoSignal, "", ""},
		{"Glucose", "95", "blorps", "2345-7", VerdictUnitUnrecognized, "", ""},
		{"Glucose", "95 mg/dL", "", "2345-7", VerdictAgreed, "", ""},
		{"Albumin", "30", "mg/24h", "", VerdictAxisConflict, "1751-7", ReasonUnitConflict},
		{"Hemoglobin", "14", "%", "", VerdictAxisConflict, "718-7", ReasonUnitConflict},
		{"Hemoglobin", "negative", "", "", VerdictAxisConflict, "718-7", "scale:ordinal-vs-Qn"},
		{"血脂", "2", "mmol/L", "", VerdictNoSignal, "", ""},
		{"Body weight", "70", "kg", "29463-7", VerdictAgreed, "", ""},
		{"Body weight", "70", "cm", "", VerdictAxisConflict, "29463-7", ReasonUnitConflict},
		{"心率", "88", "", "8867-4", VerdictAgreed, "", ""},
		{"blood pressure", "120/80", "mmHg", "85354-9", VerdictNoSignal, "", ""},
		{"fever", "38.2", "°C", "", VerdictNoSignal, "", ""},
		{"高血压", "", "", "", VerdictNoSignal, "", ""},
	} {
		t.Run(c.name+" "+c.value+" "+c.unit, func(t *testing.T) {
			r := s.ResolveReading(c.name, c.value, c.unit)
			if r.Code != c.code || r.Verdict != c.verdict {
				t.Fatalf("%q %s, verdict %q, reason %q, rejected %q %q; want %q, %q",
					r.Code, r.Display, r.Verdict, r.Reason, r.RejectedCode, r.RejectedReason, c.code, c.verdict)
			}
			if c.verdict == VerdictAxisConflict && (r.RejectedCode != c.rejected || r.RejectedReason != c.reason) {
				t.Errorf("rejected %q %q, want %q %q", r.RejectedCode, r.RejectedReason, c.rejected, c.reason)
			}
		})
	}
}

func TestEvidenceClaimsOnlyWhatWasSeen(t *testing.T) {
	s := coreSet(t)
	r := s.ResolveReading("Glucose", "95", "mg/dL")
	if !slices.Equal(r.Evidence, []string{EvidenceName, EvidenceProperty, EvidenceScale}) || !r.UnitRecognized {
		t.Errorf("unit known: %v %v", r.Evidence, r.UnitRecognized)
	}
	r = s.ResolveReading("Glucose", "95", "blorps")
	if slices.Contains(r.Evidence, EvidenceProperty) || r.UnitRecognized || r.UnitUCUM != "" {
		t.Errorf("unit unknown: %v %v %q", r.Evidence, r.UnitRecognized, r.UnitUCUM)
	}
	r = s.ResolveReading("Glucose", "", "")
	if !slices.Equal(r.Evidence, []string{EvidenceName}) {
		t.Errorf("name alone: %v", r.Evidence)
	}
}

func TestADiagnosisWithAValueIsATest(t *testing.T) {
	s := coreSet(t)
	if r := s.ResolveReading("hypertension", "", ""); r.Reason != ReasonComplaint || r.RejectedReason == "" {
		t.Errorf("without a value: reason %q %q", r.Reason, r.RejectedReason)
	}
	if r := s.ResolveReading("hypertension", "negative", ""); r.Reason == ReasonComplaint {
		t.Errorf("with a value: reason %q", r.Reason)
	}
}
