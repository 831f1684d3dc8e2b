package report

import "testing"

func TestARowStandsOnlyAsItIsPrinted(t *testing.T) {
	for _, c := range []struct {
		line string
		row  Row
		want bool
	}{
		{"Glucose 98 mg/dL (70-100)", Row{Name: "Glucose", Value: "98", Unit: "mg/dL"}, true},
		{"Glucose 98 mg/dL (70-100)", Row{Name: "Glucose", Value: "98", Unit: "g/dL"}, false},
		{"Glucose 98 mg/dL (70-100)", Row{Name: "Glucose", Value: "98", Unit: "mg"}, false},
		{"Glucose 98 mg/dL (70-100)", Row{Name: "Glucose", Value: "98"}, false},
		{"Glucose 98 mg/dL (70-100)", Row{Name: "Glucose", Value: "70", Unit: "mg/dL"}, false},
		{"Glucose 98 mg/dL (70-100)", Row{Name: "Glucose", Value: "99", Unit: "mg/dL"}, false},
		{"Glucose 70-100 98 mg/dL", Row{Name: "Glucose", Value: "98", Unit: "mg/dL"}, true},
		{"Glucose 98 H 70-100 mg/dL", Row{Name: "Glucose", Value: "98", Unit: "mg/dL"}, true},
		{"Glucose H 98 mg/dL", Row{Name: "Glucose", Value: "98", Unit: "mg/dL"}, true},
		{"Glucose: 98mg/dL", Row{Name: "Glucose", Value: "98", Unit: "mg/dL"}, true},
		{"Glucose 98 95 mg/dL", Row{Name: "Glucose", Value: "95", Unit: "mg/dL"}, false},
		{"Glucose 5.4 mmol/L 97 mg/dL", Row{Name: "Glucose", Value: "5.4", Unit: "mg/dL"}, false},
		{"Glucose 5.4 mmol/L 97 mg/dL", Row{Name: "Glucose", Value: "5.4", Unit: "mmol/L"}, true},
		{"Glucose 98 mg/dL Sodium 30 mmol/L", Row{Name: "Glucose", Value: "30", Unit: "mmol/L"}, false},
		{"Glucose 98 mg/dL Sodium 140 mmol/L", Row{Name: "Sodium", Value: "140", Unit: "mmol/L"}, true},
		{"CRP <0.5 mg/L", Row{Name: "CRP", Value: "0.5", Unit: "mg/L"}, false},
		{"CRP < 0.5 mg/L", Row{Name: "CRP", Value: "0.5", Unit: "mg/L"}, false},
		{"CRP <0.5 mg/L", Row{Name: "CRP", Value: "<0.5", Unit: "mg/L"}, true},
		{"Base excess -3.5 mmol/L", Row{Name: "Base excess", Value: "3.5", Unit: "mmol/L"}, false},
		{"Base excess -3.5 mmol/L", Row{Name: "Base excess", Value: "-3.5", Unit: "mmol/L"}, true},
		{"non-HDL Cholesterol 130 mg/dL", Row{Name: "HDL Cholesterol", Value: "130", Unit: "mg/dL"}, false},
		{"non HDL Cholesterol 130 mg/dL", Row{Name: "HDL Cholesterol", Value: "130", Unit: "mg/dL"}, false},
		{"VLDL 20 mg/dL", Row{Name: "LDL", Value: "20", Unit: "mg/dL"}, false},
		{"LDL/HDL 2.1", Row{Name: "HDL", Value: "2.1"}, false},
		{"HDL ratio 3.5", Row{Name: "HDL", Value: "3.5"}, false},
		{"Urine glucose 5 mg/dL", Row{Name: "glucose", Value: "5", Unit: "mg/dL"}, false},
		{"3. * Glucose 98 mg/dL", Row{Name: "Glucose", Value: "98", Unit: "mg/dL"}, true},
		{"Blood pressure 120/80 mmHg", Row{Name: "Blood pressure", Value: "120/80", Unit: "mmHg"}, true},
		{"Blood pressure 120/80 mmHg", Row{Name: "Blood pressure", Value: "120", Unit: "mmHg"}, false},
		{"高密度脂蛋白胆固醇 1.2 mmol/L", Row{Name: "胆固醇", Value: "1.2", Unit: "mmol/L"}, false},
		{"尿蛋白 阴性", Row{Name: "尿蛋白", Value: "阴性"}, true},
		{"血糖5.6mmol/L", Row{Name: "血糖", Value: "5.6", Unit: "mmol/L"}, true},
		{"Ketones negative", Row{Name: "Ketones", Value: "neg"}, false},
		{"Leukocytes 5.2 10^9/L 4-10", Row{Name: "Leukocytes", Value: "5.2", Unit: "10^9/L"}, true},
		{"Hämoglobin 14,5 g/dl", Row{Name: "Hämoglobin", Value: "14,5", Unit: "g/dl"}, true},
		{"ANA titre 1:160", Row{Name: "ANA titre", Value: "1:160"}, true},
		{"ANA titre 1:160", Row{Name: "ANA titre", Value: "1"}, false},
		{"eGFR 88 mL/min/1.73 m2", Row{Name: "eGFR", Value: "88", Unit: "mL/min/1.73 m2"}, true},
		{"eGFR 88 mL/min/1.73 m2", Row{Name: "eGFR", Value: "88", Unit: "mL/min"}, false},
	} {
		if got := printedIn(c.line).holds(c.row); got != c.want {
			t.Errorf("%q %+v: %v", c.line, c.row, got)
		}
	}
}

func TestADateOfBirthIsNoCollectionDate(t *testing.T) {
	for line, want := range map[string]bool{
		"Collected: 2026-03-04": true, "Date of birth: 2026-03-04": false, "DOB 2026-03-04": false, "geb. 2026-03-04": false,
		"出生日期 2026-03-04": false, "采样时间 2026-03-04 08:00": true, "Printed 2026-03-04": false, "12026-03-04": false, "Geburtsdatum 2026-03-04": false,
	} {
		if got := printedIn(line).dates("2026-03-04"); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}
