package terminology

import "testing"

func TestAUnitInTheNameIsHeldAgainstColumnAndValue(t *testing.T) {
	s := coreSet(t)
	for _, c := range []struct {
		sentence          string
		name, value, unit string
		rejected          string
	}{
		{"moles in the name and mass in the column", "Glucose (mmol/L)", "94", "mg/dL", "14749-6"},
		{"mass in square brackets and moles in the column", "Glucose [mg/dL]", "5.2", "mmol/L", "2345-7"},
		{"mass in square brackets and moles behind the value", "Glucose [mg/dL]", "5.2 mmol/L", "", "2345-7"},
		{"two masses", "Hemoglobin (g/dL)", "145", "g/L", "718-7"},
		{"Celsius and Fahrenheit", "体温(℃)", "98.6", "°F", "8310-5"},
		{"brackets in full width", "体温（℃）", "98.6", "°F", "8310-5"},
		{"kilograms and pounds", "Body weight (kg)", "150", "lb", "29463-7"},
		{"a word behind the name", "Body weight kg", "150", "lb", "29463-7"},
		{"a count and a share", "WBC [10*3/uL]", "7.2", "%", "6690-2"},
		{"a share and a count", "Neutrophils %", "4.2", "10*9/L", "26511-6"},
		{"brackets inside the unit", "Systolic BP (mm[Hg])", "16", "kPa", "8480-6"},
		{"the name against the value and its column", "Glucose (mmol/L)", "94 mg/dL", "mg/dL", "14749-6"},
		{"the power of ten in both", "WBC (10^9/L)", "7.2 x 10^9", "", "6690-2"},
		{"the power of ten in the value and its column", "WBC", "7.2e9", "10*9/L", "6690-2"},
		{"a column that is no unit", "Glucose (mg/dL)", "94", "blips", "2345-7"},
	} {
		t.Run(c.sentence, func(t *testing.T) {
			r := s.ResolveReading(c.name, c.value, c.unit)
			if !r.TwoUnits || r.Code != "" || r.UnitUCUM != "" || r.Verdict != VerdictAxisConflict ||
				r.RejectedCode != c.rejected || r.RejectedReason != ReasonTwoUnits {
				t.Errorf("%q, two units %v, unit %q, %q, rejected %q %q", r.Code, r.TwoUnits, r.UnitUCUM, r.Verdict, r.RejectedCode, r.RejectedReason)
			}
			if d := s.Code(Draft{Name: c.name, Value: c.value, Unit: c.unit}); d.Outcome != OutcomeNeedsInput || d.Reason != ReasonTwoUnits {
				t.Errorf("stored as %q %q, %q", d.Outcome, d.Code, d.Reason)
			}
			if d := s.Code(Draft{Name: c.name, Value: c.value, Unit: c.unit, Source: c.rejected}); d.Outcome != OutcomeNeedsInput || d.Reason != ReasonTwoUnits {
				t.Errorf("with the code of the source: %q %q, %q", d.Outcome, d.Code, d.Reason)
			}
		})
	}
}

func TestAUnitInTheNameIsTheUnitOfTheReading(t *testing.T) {
	s := coreSet(t)
	for _, c := range []struct {
		sentence          string
		name, value, unit string
		code, ucum        string
		verdict           Verdict
	}{
		{"it stands for the column", "Glucose (mmol/L)", "5.2", "", "14749-6", "mmol/L", VerdictAgreed},
		{"also as a word", "Hemoglobin g/dL", "14.5", "", "718-7", "g/dL", VerdictAgreed},
		{"and of temperatures", "体温(℃)", "36.6", "", "8310-5", "Cel", VerdictAgreed},
		{"it agrees with the column", "Glucose (mmol/L)", "5.2", "mmol/l", "14749-6", "mmol/L", VerdictAgreed},
		{"and with the value", "Glucose [mg/dL]", "94 mg/dl", "", "2345-7", "mg/dL", VerdictAgreed},
		{"a unit of the same size agrees", "WBC (10^9/L)", "7.2", "K/uL", "6690-2", "10*3/uL", VerdictAgreed},
		{"beats by the minute are by the minute", "Heart rate (bpm)", "72", "/min", "8867-4", "/min", VerdictAgreed},
		{"IU and U of an enzyme agree", "ALT (U/L)", "40", "IU/L", "1742-6", "[IU]/L", VerdictAgreed},
		{"what the name says more is believed", "D-dimer (ug/mL FEU)", "0.4", "ug/mL", "48065-7", "ug/mL{FEU}", VerdictAgreed},
		{"millimetres are those of the hour in the name", "ESR (mm/h)", "8", "mm", "30341-2", "mm/h", VerdictAgreed},
		{"a power behind the value is its unit's", "WBC (10^9/L)", "7.2 x10^9/L", "", "6690-2", "10*9/L", VerdictAgreed},
		{"a low flag is no litre beside it", "Glucose (mg/dL)", "50 L", "", "2345-7", "mg/dL", VerdictAgreed},
		{"a name of two meanings is decided by it", "PCT (ng/mL)", "0.5", "", "33959-8", "ng/mL", VerdictAgreed},
		{"a word has no unit", "Urine protein (mg/dL)", "negative", "", "2887-8", "", VerdictSwitched},
		{"a letter of the name is no unit", "Immunoglobulin G", "10", "mg/dL", "2465-3", "mg/dL", VerdictAgreed},
		{"initials behind a name are no picograms", "Glucose GLU", "94", "mg/dL", "2345-7", "mg/dL", VerdictAgreed},
	} {
		t.Run(c.sentence, func(t *testing.T) {
			r := s.ResolveReading(c.name, c.value, c.unit)
			if r.Code != c.code || r.UnitUCUM != c.ucum || r.Verdict != c.verdict || r.TwoUnits {
				t.Errorf("%q %q %q, %q %q; want %q %q %q", r.Code, r.UnitUCUM, r.Verdict, r.RejectedReason, r.Codes, c.code, c.ucum, c.verdict)
			}
		})
	}
}

func TestInitialsOfTwoAnalytesAreDecidedByTheUnitBesideThem(t *testing.T) {
	if r := coreSet(t).ResolveReading("TG (ng/mL)", "5", ""); r.Code != "" || r.Reason != ReasonAmbiguous {
		t.Errorf("%q %s, reason %q", r.Code, r.Display, r.Reason)
	}
}

func TestTwoNumbersAreNoValueOfARowThatHasOne(t *testing.T) {
	s := coreSet(t)
	for _, c := range []struct{ name, unit, rejected string }{
		{"Systolic BP", "mmHg", "8480-6"},
		{"Systolic BP", "", "8480-6"},
		{"Diastolic blood pressure", "mmHg", "8462-4"},
		{"Heart rate", "", "8867-4"},
		{"Glucose", "mg/dL", "2345-7"},
	} {
		t.Run(c.name+" "+c.unit, func(t *testing.T) {
			r := s.ResolveReading(c.name, "120/80", c.unit)
			if r.Code != "" || r.Verdict != VerdictAxisConflict || r.RejectedCode != c.rejected || r.RejectedReason != "scale:pair-vs-Qn" {
				t.Errorf("%q, %q, rejected %q %q", r.Code, r.Verdict, r.RejectedCode, r.RejectedReason)
			}
			d := s.Code(Draft{Name: c.name, Value: "120/80", Unit: c.unit, Source: c.rejected})
			if d.Outcome != OutcomeNeedsInput || d.Reason != "scale:pair-vs-Qn" {
				t.Errorf("with the code of the source: %q %q", d.Outcome, d.Reason)
			}
		})
	}
	if r := s.ResolveReading("Blood pressure (mmHg)", "120/80", ""); r.Code != "85354-9" || r.UnitUCUM != "mm[Hg]" {
		t.Errorf("the panel: %q %q, %q", r.Code, r.UnitUCUM, r.RejectedReason)
	}
}

func TestANumberWithHalfOfItsUnitAgreesWithNothing(t *testing.T) {
	s := coreSet(t)
	for _, value := range []string{"7.2 x 10^9", "7.2×10⁹", "7.2 x10*9", "7.2e9", "7.2E+9"} {
		r := s.ResolveReading("WBC", value, "")
		if r.Code != "6690-2" || r.Verdict != VerdictNoSignal || len(r.Evidence) != 1 {
			t.Errorf("%s: %q, %q, %v", value, r.Code, r.Verdict, r.Evidence)
		}
	}
	if r := s.ResolveReading("WBC", "7.2 x 10^9/L", ""); r.Verdict != VerdictAgreed {
		t.Errorf("with the whole unit: %q", r.Verdict)
	}
}
