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
		// Two units: nobody knows which of them the number is in.
		{"Glucose", "94 mg/dL", "mmol/L", "", VerdictAxisConflict, "2345-7", ReasonTwoUnits},
		{"Body temperature", "98.6 °F", "°C", "", VerdictAxisConflict, "8310-5", ReasonTwoUnits},
		{"Body weight", "150 lb", "kg", "", VerdictAxisConflict, "29463-7", ReasonTwoUnits},
		{"Hemoglobin", "14.5 g/dL", "g/L", "", VerdictAxisConflict, "718-7", ReasonTwoUnits},
		{"WBC", "7.2 K/uL", "/uL", "", VerdictAxisConflict, "6690-2", ReasonTwoUnits},
		{"CRP", "<0.5 mg/dL", "mg/L", "", VerdictAxisConflict, "1988-5", ReasonTwoUnits},
		{"Glucose", "5%", "mmol/L", "", VerdictAxisConflict, "2345-7", ReasonTwoUnits},
		{"Glucose", "94 mg/dL", "blips", "", VerdictAxisConflict, "2345-7", ReasonTwoUnits},
		{"Glucose", "5.2 mmol/L", "mmol/l", "14749-6", VerdictSwitched, "", ""},
		{"Glucose", "95 blorps", "Blorps", "2345-7", VerdictUnitUnrecognized, "", ""},
		{"Heart rate", "72 bpm", "/min", "8867-4", VerdictAgreed, "", ""},
		{"Blorbine", "94 mg/dL", "mmol/L", "", VerdictNoSignal, "", ""},
		// A panel takes no single value.
		{"blood pressure", "", "", "85354-9", VerdictNoSignal, "", ""},
		{"blood pressure", "120", "mmHg", "", VerdictAxisConflict, "85354-9", ReasonPanelValue},
		{"blood pressure", "5", "%", "", VerdictAxisConflict, "85354-9", ReasonPanelValue},
		{"blood pressure", "positive", "", "", VerdictAxisConflict, "85354-9", ReasonPanelValue},
		{"blood pressure", "120/80", "mg/dL", "", VerdictAxisConflict, "85354-9", ReasonUnitConflict},
		{"blood pressure", "120/80", "", "85354-9", VerdictNoSignal, "", ""},
		// A bare number agrees with neither of two units.
		{"Glucose", "95", "", "2345-7", VerdictNoSignal, "", ""},
		{"Neutrophils", "62", "", "26499-4", VerdictNoSignal, "", ""},
		// A titre fits titres only, and a bare number beside a name of yes or no may be one.
		{"ANA", "1:160", "", "5048-4", VerdictSwitched, "", ""},
		{"ANA", "40", "", "", VerdictAxisConflict, "8061-4", ReasonUnitMissing},
		{"ANA", "negative", "", "8061-4", VerdictAgreed, "", ""},
		{"Rheumatoid factor", "1:40", "", "", VerdictAxisConflict, "11572-5", "property:titer-vs-ACnc"},
		// Mass over moles is no mass ratio.
		{"Albumin/Creatinine ratio, urine", "1.9", "mg/mmol", "32294-1", VerdictSwitched, "", ""},
		{"Albumin/Creatinine ratio, urine", "30", "mg/g", "9318-7", VerdictAgreed, "", ""},
		// Serum is of serum or plasma, and cells of urine are of its sediment.
		{"Toxoplasma IgM", "negative", "", "40678-5", VerdictSwitched, "", ""},
		{"Urine WBC", "12", "/uL", "30405-5", VerdictSwitched, "", ""},
		{"尿白细胞", "3", "/HP", "5821-4", VerdictSwitched, "", ""},
		{"Urine RBC", "4", "/uL", "30391-7", VerdictSwitched, "", ""},
		{"Urine RBC", "4", "/HPF", "13945-1", VerdictAgreed, "", ""},
		// Another form of the analyte.
		{"Protein S", "90", "%", "27822-6", VerdictSwitched, "", ""},
		{"CK-MB", "3", "%", "20569-0", VerdictSwitched, "", ""},
		{"Free PSA", "22", "%", "12841-3", VerdictSwitched, "", ""},
		{"25-OH vitamin D", "75", "nmol/L", "14635-7", VerdictSwitched, "", ""},
		{"D-dimer", "0.4", "ug/mL FEU", "48065-7", VerdictSwitched, "", ""},
		{"D-dimer", "0.4", "ug/mL DDU", "48066-5", VerdictSwitched, "", ""},
		{"D-dimer FEU", "0.4", "ug/mL DDU", "48066-5", VerdictSwitched, "", ""},
		{"Creatinine", "5", "%", "", VerdictAxisConflict, "2160-0", ReasonUnitConflict},
		// Names that are signs, and signs that are names.
		{"Rh type", "positive", "", "10331-7", VerdictAgreed, "", ""},
		{"Blood group", "positive", "", "", VerdictAxisConflict, "882-1", "scale:ordinal-vs-Nom"},
		{"Lupus anticoagulant", "negative", "", "3281-3", VerdictAgreed, "", ""},
		{"Urine culture", "not detected", "", "630-4", VerdictAgreed, "", ""},
		{"Urine culture", "positive", "", "", VerdictAxisConflict, "630-4", "scale:ordinal-vs-Nom"},
		{"Urine color", "negative", "", "", VerdictAxisConflict, "5778-6", "scale:ordinal-vs-Nom"},
		{"HCV genotype", "1b", "", "32286-7", VerdictAgreed, "", ""},
		{"HCV genotype", "3", "", "32286-7", VerdictAgreed, "", ""},
		{"Blood group", "3", "", "", VerdictAxisConflict, "882-1", "scale:quantity-vs-Nom"},
		{"ESR", "8", "mm", "30341-2", VerdictAgreed, "", ""},
		{"ESR", "8", "cm", "", VerdictAxisConflict, "30341-2", ReasonUnitConflict},
		{"HKQuantityTypeIdentifierBodyMassIndex", "23.1", "count", "39156-5", VerdictAgreed, "", ""},
		{"BMI", "23.1", "count", "", VerdictAxisConflict, "39156-5", ReasonUnitConflict},
		// Initials of two analytes.
		{"TG", "150", "mg/dL", "2571-8", VerdictAgreed, "", ""},
		{"TG", "1.5", "g/L", "2571-8", VerdictAgreed, "", ""},
		{"TG", "5", "ng/mL", "", VerdictNoSignal, "", ""},
		{"Triglycerides", "5", "ng/mL", "2571-8", VerdictAgreed, "", ""},
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

func TestAReadingWithTwoUnitsHasNoUnit(t *testing.T) {
	s := coreSet(t)
	for _, name := range []string{"Glucose", "Blorbine", "血脂"} {
		r := s.ResolveReading(name, "94 mg/dL", "mmol/L")
		if !r.TwoUnits || r.UnitUCUM != "" || r.UnitRecognized || r.Code != "" || r.RejectedReason != ReasonTwoUnits {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestMillimetresOfTheFirstHourAreASpeed(t *testing.T) {
	if r := coreSet(t).ResolveReading("BSG 1h", "8", "mm"); r.UnitUCUM != "mm/h" {
		t.Errorf("the unit is %q", r.UnitUCUM)
	}
}

func TestABareNumberIsNoEvidenceForAMass(t *testing.T) {
	s := coreSet(t)
	if r := s.ResolveReading("Glucose", "95", ""); !slices.Equal(r.Evidence, []string{EvidenceName}) {
		t.Errorf("mass or moles: %v", r.Evidence)
	}
	if r := s.ResolveReading("Heart rate", "72", ""); !slices.Contains(r.Evidence, EvidenceScale) {
		t.Errorf("one unit: %v", r.Evidence)
	}
}
