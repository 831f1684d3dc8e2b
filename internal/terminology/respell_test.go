package terminology

import "testing"

func TestANameIsKnownInTheSpellingsOfReports(t *testing.T) {
	s := coreSet(t)
	for _, c := range []struct{ name, code string }{
		// Initials with points.
		{"T.S.H.", "3016-3"},
		{"T.L.C", "6690-2"},
		{"V.L.D.L. cholesterol", "13458-5"},
		{"S. H.D.L. Cholesterol", "2085-9"},
		// The initial of the specimen.
		{"S. Proteins - Total", "2885-2"},
		{"Sr. Cholesterol", "2093-3"},
		{"Potassium, P", "2823-3"},
		{"Potassium, U", "2828-2"},
		{"Protein S", "5892-5"},
		{"Protein, S", "5892-5"}, // not protein in serum
		{"S. typhi", ""},
		{"S. cerevisiae IgA", ""},
		// The technique behind a name.
		{"Hemoglobin (Photometric Measurement)", "718-7"},
		{"Cholesterol - Total (CHOD-PAP)", "2093-3"},
		{"Bilirubin Total (Diazo)", "1975-2"},
		{"总蛋白（双缩脲法）", "2885-2"},
		{"Glucose, hexokinase", "2345-7"},
		{"AST (SGOT), UV with P5P", "30239-8"}, // the technique has a row
		{"HbA1c (HPLC)", "17856-6"},
		{"LDL-Chol (Friedewald)", "13457-7"},
		// What makes another test of it is no technique.
		{"Cholesterol (fecal)", ""},
		{"Glucose (oxidized)", ""},
		{"Amphetamines (confirmation by magic)", ""},
		{"Photometric (hexokinase)", ""},
		{"Saturation", ""},
		{"% Saturation", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if r := s.Resolve(c.name); r.Code != c.code {
				t.Errorf("code %q %q %s %v; want %q", r.Code, r.Display, r.Reason, r.Codes, c.code)
			}
		})
	}
}
