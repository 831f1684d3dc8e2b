package terminology

import (
	"slices"
	"testing"
)

func TestNamesThatAreEasilyMistakenStaySeparate(t *testing.T) {
	s := coreSet(t)
	for _, c := range []struct{ name, code, reason string }{
		// Haemoglobin, and what is measured of it.
		{"Hemoglobin", "718-7", ""},
		{"Haemoglobin", "718-7", ""},
		{"血红蛋白", "718-7", ""},
		{"血紅素", "718-7", ""}, // in Taiwan
		{"Hemoglobin A1c", "4548-4", ""},
		{"HbA1c", "4548-4", ""},
		{"糖化血红蛋白", "4548-4", ""},
		{"血糖(HbA1c)", "", ReasonAmbiguous},
		// Lipids.
		{"HDL cholesterol", "2085-9", ""},
		{"non-HDL cholesterol", "43396-1", ""},
		{"Total cholesterol", "2093-3", ""},
		{"总胆固醇 TC", "2093-3", ""},
		{"血清总胆固醇", "2093-3", ""},
		{"lipid panel", "", ReasonTooBroad},
		{"血脂", "", ReasonTooBroad},
		// Creatinine and bilirubin are not the MELD score they go into.
		{"Serum creatinine", "2160-0", ""},
		{"Creatinine", "2160-0", ""},
		{"Serum bilirubin", "1975-2", ""},
		{"Bilirubin, total", "1975-2", ""},
		{"Bilirubin, direct", "1968-7", ""},
		// Enzymes and their isoenzymes.
		{"Creatine kinase", "2157-6", ""},
		{"Creatine Kinase-MB", "13969-1", ""},
		{"LDH", "2532-0", ""},
		{"LDH1", "2536-1", ""},
		{"LDH-1", "2536-1", ""},
		{"Alkaline phosphatase", "6768-6", ""},
		{"Bone ALP", "1777-2", ""},
		// Thyroid.
		{"Free T3", "3051-0", ""},
		{"T3 uptake", "3050-2", ""},
		{"Total T4", "3026-2", ""},
		{"TSH", "3016-3", ""},
		// Glucose and when it was taken.
		{"Fasting glucose", "1558-6", ""},
		{"Glucose, fasting", "1558-6", ""},
		{"空腹血糖", "1558-6", ""},
		{"Glucose 2 hours after a meal", "", ReasonNoMatch}, // "a" is a word that says nothing known
		{"2h postprandial glucose", "1521-4", ""},
		// Panels and categories.
		{"blood pressure", "85354-9", ""},
		{"Blood Pressure", "85354-9", ""},
		{"免疫", "", ReasonTooBroad},
		{"stool", "", ReasonTooBroad},
		{"重金属", "", ReasonTooBroad},
		{"heavy metals", "", ReasonTooBroad},
		{"激素", "", ReasonTooBroad},
		{"enzymes", "", ReasonTooBroad},
		{"CA", "", ReasonTooBroad},
		{"PT", "", ReasonTooBroad},
		{"MG", "", ReasonTooBroad},
		// The specimen counts.
		{"Protein CSF", "2880-3", ""},
		{"Protein, urine", "2888-6", ""},
		{"24h urine protein", "2889-4", ""},
		{"Potassium in urine", "2828-2", ""},
		{"血清钾", "2823-3", ""},
		{"尿钾", "2828-2", ""},
		{"Zinc in hair", "", ReasonNoMatch},
		{"Albumin in sweat", "", ReasonNoMatch},
		{"Osmolality, urine", "2695-5", ""},
		{"Osmolality, serum", "2692-2", ""},
		// Differentials.
		{"Neutrophils", "26499-4", ""},
		{"Neutrophils %", "26511-6", ""},
		{"中性粒细胞百分比", "26511-6", ""},
		{"中性粒细胞计数", "26499-4", ""},
		// A word left over.
		{"Insulin antibodies", "", ReasonNoMatch},
		{"Glucose foo", "", ReasonNoMatch},
		{"foo bar", "", ReasonNoMatch},
		{"血糖（HbA1c）", "", ReasonAmbiguous}, // full-width
		{"Leukocyte alkaline phosphatase", "", ReasonNoMatch},
		{"Rheumatoid factor IgA", "", ReasonNoMatch},
		{"S-amylase in urine", "", ReasonAmbiguous},
		{"尿BUN/Cr", "", ReasonNoMatch},
		{"Hemoglobin distribution width", "", ReasonNoMatch},
		{"Glucose 6 phosphate", "", ReasonNoMatch},
		{"Creatinine MELD", "", ReasonNoMatch},
		{"LDL/HDL ratio", "11054-4", ""},
		{"pH Bld", "11558-4", ""},
		{"pH", "", ReasonAmbiguous},
		// Initials of two analytes stay ambiguous beside the name of one of them.
		{"Plateletcrit (PCT)", "", ReasonAmbiguous},
		{"PCT (Plateletcrit)", "", ReasonAmbiguous},
		{"Plateletcrit", "51637-7", ""},
		// A unit in the name.
		{"Glucose (mg/dL)", "2345-7", ""},
		{"Glucose (mmol/L)", "14749-6", ""},
		{"Glucose mmol/L", "14749-6", ""},
		{"Glucose [mg/dL]", "2345-7", ""},
		{"葡萄糖（mmol/L）", "14749-6", ""},
		{"Neutrophils (G/L)", "26499-4", ""},
		{"Neutrophils, 10^9/L", "26499-4", ""},
		{"Weight (kg)", "29463-7", ""},
		{"Glucose (kg)", "", ReasonNoMatch},
		{"Urine albumin (g/L)", "1754-1", ""},
		{"Albumin (mg/24h)", "", ReasonNoMatch},
		{"HbA1c (mmol/mol)", "59261-8", ""},
		// Complaints.
		{"chest pain", "", ReasonComplaint},
		{"fever", "", ReasonComplaint},
		{"发烧", "", ReasonComplaint},
		{"headache", "", ReasonComplaint},
		{"高血压", "", ReasonComplaint},
		{"", "", ReasonEmpty},
		{" \t", "", ReasonEmpty},
		// One code, several codes with the same name.
		{"MCH [Entitic mass]", "", ReasonAmbiguous},
		{"Ferritin", "20567-4", ""},
		{"FER", "20567-4", ""},
		{"Folate", "2284-8", ""},
		{"ESR", "30341-2", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := s.Resolve(c.name)
			if r.Code != c.code || r.Reason != c.reason {
				t.Errorf("code %q, reason %q (%s %v); want %q, %q", r.Code, r.Reason, r.Display, r.Codes, c.code, c.reason)
			}
		})
	}
}

func TestAnAmbiguousNameNamesEveryMeaning(t *testing.T) {
	s := coreSet(t)
	for name, want := range map[string][]string{
		"血糖(HbA1c)":          {"2345-7", "4548-4"},
		"MCH [Entitic mass]": {"28539-5", "59468-9"},
		"Sodium (potassium)": {"2951-2", "2823-3"},
		"Plateletcrit (PCT)": {"33959-8", "51637-7"},
		"PCT (Plateletcrit)": {"33959-8", "51637-7"},
	} {
		r := s.Resolve(name)
		if r.Reason != ReasonAmbiguous || r.Code != "" {
			t.Errorf("%s: code %q, reason %q", name, r.Code, r.Reason)
		}
		for _, code := range want {
			if !slices.Contains(r.Codes, code) {
				t.Errorf("%s: %v does not name %s", name, r.Codes, code)
			}
		}
	}
}

func TestOneMeaningHasManySpellings(t *testing.T) {
	s := coreSet(t)
	for code, names := range map[string][]string{
		"2823-3": {
			"Potassium", "potassium, serum", "Serum Potassium", "Potassium (serum)", "POTASSIUM SERUM", "Serum potassium level",
			"Potassium [Moles/volume] in Serum or Plasma", "Potassium SerPl-sCnc", "血清钾", "钾(K)", "血清钾测定", "Potassium in plasma",
		},
		"2345-7":  {"Glucose", "glucose serum", "Glucose SerPl-mCnc", "血清葡萄糖", "Glucose, plasma", "GLUCOSE"},
		"1558-6":  {"glucose_fasting", "Fasting Glucose", "fasting plasma glucose", "Glucose (fasting)", "空腹血糖(GLU)"},
		"6690-2":  {"WBC", "White blood cell count", "Leukocytes", "Leucocyte count", "白细胞计数(WBC)", "WBC白细胞计数", "白细胞"},
		"40443-4": {"restingHeartRate", "resting_heart_rate", "Resting Heart Rate", "Heart rate --resting"},
		"9318-7":  {"Urine albumin/creatinine ratio", "Albumin/Creatinine ratio, urine", "ACR"},
		"1742-6":  {"ALT", "ALT/GPT", "ALT (SGPT)", "Alanine aminotransferase", "谷丙转氨酶", "谷丙转氨酶(ALT)", "ALT谷丙转氨酶"},
	} {
		for _, name := range names {
			if r := s.Resolve(name); r.Code != code {
				t.Errorf("%q: code %q (%s), reason %q %v; want %s", name, r.Code, r.Display, r.Reason, r.Codes, code)
			}
		}
	}
}

func TestANameNamesOnlyWhatTheTableHolds(t *testing.T) {
	s := coreSet(t)
	// Without its row, a long name means nothing: a neighbour in another specimen or by another method is another code.
	for _, code := range []string{"2345-7", "2888-6", "26511-6", "1751-7", "21482-5", "19232-8", "2571-8", "3016-3"} {
		row, ok := s.Row(code)
		if !ok {
			t.Fatalf("%s is not in the table", code)
		}
		if r := s.ResolveWithout(row.LongName, Without{Code: code}); r.Code != "" {
			t.Errorf("%s without its row: %s %s", row.LongName, r.Code, r.Display)
		}
	}
}

func TestALongTextIsNoName(t *testing.T) {
	s := coreSet(t)
	long := make([]byte, maxName+1)
	for i := range long {
		long[i] = 'a'
	}
	if r := s.Resolve(string(long)); r.Reason != ReasonTooLong {
		t.Errorf("reason %q", r.Reason)
	}
}
