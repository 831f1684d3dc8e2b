package alias

import (
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/terminology/loinc"
)

func builtIn(t *testing.T) *Index {
	t.Helper()
	x, err := BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestEveryTargetIsInTheCoreTable(t *testing.T) {
	table := loinc.Core()
	err := Check(func(code string) bool { _, ok := table.Row(code); return ok })
	if err != nil {
		t.Error(err)
	}
}

func TestCheckNamesTheLineOfACodeThatIsNotKnown(t *testing.T) {
	err := Check(func(code string) bool { return code != "718-7" })
	if err == nil || !strings.Contains(err.Error(), "en.tsv:") || !strings.Contains(err.Error(), "718-7") {
		t.Errorf("got %v", err)
	}
}

// A name that stands twice with one target is harmless to readers of the table and noise to its editors.
func TestNoEnglishNameStandsTwice(t *testing.T) {
	entries, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]*Entry{}
	for i := range entries {
		e := &entries[i]
		if e.File != "en.tsv" && e.File != "device.tsv" {
			continue
		}
		if first, ok := seen[e.KeyAsWritten]; ok {
			t.Errorf("%s:%d: %q stands at %s:%d already", e.File, e.Line, e.Surface, first.File, first.Line)
		}
		seen[e.KeyAsWritten] = e
	}
}

func TestTheEnglishTablesAreLarge(t *testing.T) {
	entries, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	surfaces := 0
	codes := map[string]bool{}
	for i := range entries {
		if entries[i].Lang == "en" {
			surfaces++
			for _, c := range entries[i].Codes {
				codes[c] = true
			}
		}
	}
	if surfaces < 2500 || len(codes) < 500 {
		t.Errorf("%d names of %d codes, want 2500 and 500", surfaces, len(codes))
	}
}

func TestNames(t *testing.T) {
	x := builtIn(t)
	for _, c := range []struct{ name, want string }{
		{"Haemoglobin", "718-7"},
		{"HGB", "718-7"},
		{"Total Cholesterol", "2093-3"},
		{"HbA1c", "4548-4"},
		{"A1C", "4548-4"},
		{"HbA1c (IFCC)", "59261-8"},
		{"LDL", "13457-7"},
		{"LDL-C", "13457-7"},
		{"LDL direct", "18262-6"},
		{"Fasting Glucose", "1558-6"},
		{"Glucose", "2345-7"},
		{"Ferritin", "20567-4"},
		{"Total T4", "3026-2"},
		{"TSH", "3016-3"},
		{"ESR", "30341-2"},
		{"Folate", "2284-8"},
		{"Neutrophils %", "26511-6"},
		{"NEUT#", "26499-4"},
		{"Blood Pressure", "85354-9"},
		{"Resting heart rate", "40443-4"},
		{"Steps", "41950-7"},
		{"step_count", "41950-7"},
		{"Weight", "29463-7"},
		{"SpO2", "59408-5"},
		{"SpO₂", "59408-5"},
		{"Sleep", "93832-4"},
		{"HRV", "112429-6"},
		{"HKQuantityTypeIdentifierHeartRate", "8867-4"},
		{"Serum Creatinine", "2160-0"},
		{"Serum bilirubin", "1975-2"},
		{"Urine osmolality", "2695-5"},
		{"Osmolality", "2692-2"},
		{"β–hCG", "21198-7"},
		{"VO₂ max", "94122-9"},
	} {
		e, ok := x.Find(c.name)
		if !ok {
			t.Errorf("%q is not in the table", c.name)
		} else if e.Target != c.want {
			t.Errorf("%q is %s, want %s", c.name, e.Target, c.want)
		}
	}
}

// Each pair was mixed up by somebody's table.
func TestNamesThatAreEasilyMixedUpStayApart(t *testing.T) {
	x := builtIn(t)
	for _, c := range []struct{ name, a, aCode, b, bCode string }{
		{"haemoglobin and glycated haemoglobin", "Haemoglobin", "718-7", "Glycated haemoglobin", "4548-4"},
		{"HDL and non-HDL", "HDL cholesterol", "2085-9", "Non-HDL cholesterol", "43396-1"},
		{"HDL and the LDL/HDL ratio", "HDL", "2085-9", "LDL/HDL ratio", "11054-4"},
		{"LDL and VLDL", "LDL cholesterol", "13457-7", "VLDL cholesterol", "13458-5"},
		{"CK and CK-MB", "Creatine kinase", "2157-6", "Creatine kinase-MB", "13969-1"},
		{"LDH and LDH-1", "LDH", "2532-0", "LDH-1", "2536-1"},
		{"ALP and bone ALP", "Alkaline phosphatase", "6768-6", "Bone alkaline phosphatase", "1777-2"},
		{"free T3 and T3 uptake", "Free T3", "3051-0", "T3 uptake", "3050-2"},
		{"free T3 and total T3", "FT3", "3051-0", "TT3", "3053-6"},
		{"fasting and post-meal glucose", "FBS", "1558-6", "PPBS", "1521-4"},
		{"A1c in % and A1c of the IFCC", "A1c", "4548-4", "A1c IFCC", "59261-8"},
		{"neutrophils in % and their count", "Neutrophils %", "26511-6", "Absolute neutrophil count", "26499-4"},
		{"RDW-CV and RDW-SD", "RDW-CV", "788-0", "RDW-SD", "21000-5"},
		{"MCH and MCHC", "MCH", "785-6", "MCHC", "786-4"},
		{"urea and urea nitrogen", "Urea", "3091-6", "BUN", "3094-0"},
		{"creatinine of blood and of urine", "Creatinine", "2160-0", "Urine creatinine", "2161-8"},
		{"albumin of blood and of urine", "Albumin", "1751-7", "Urine albumin", "1754-1"},
		{"CRP and sensitive CRP", "CRP", "1988-5", "hs-CRP", "30522-7"},
		{"PSA and free PSA", "PSA", "2857-1", "Free PSA", "10886-0"},
		{"calcium and ionised calcium", "Calcium", "17861-6", "Ionised calcium", "1995-0"},
		{"testosterone and free testosterone", "Testosterone", "2986-8", "Free testosterone", "2991-8"},
		{"B12 and folate", "Vitamin B12", "2132-9", "Folic acid", "2284-8"},
		{"vitamin D and calcitriol", "Vitamin D", "62292-8", "Calcitriol", "1649-3"},
		{"heart rate at rest and any heart rate", "Resting heart rate", "40443-4", "Heart rate", "8867-4"},
		{"BNP and its N-terminal half", "BNP", "30934-4", "NT-proBNP", "33762-6"},
		{"troponin I and T", "Troponin I", "10839-9", "Troponin T", "6598-7"},
		{"TPO and thyroglobulin antibodies", "Anti-TPO", "8099-4", "Anti-Tg", "8098-6"},
		{"surface antigen and antibody", "HBsAg", "5196-1", "HBsAb", "22322-2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for name, want := range map[string]string{c.a: c.aCode, c.b: c.bCode} {
				if e, ok := x.Find(name); !ok || e.Target != want {
					t.Errorf("%q is %+v, want %s", name, e, want)
				}
			}
		})
	}
}

func TestCategoryWordsHaveNoCode(t *testing.T) {
	x := builtIn(t)
	for _, name := range []string{
		"lipid panel", "Lipids", "Liver function", "LFT", "Kidney function", "Thyroid", "Hormones", "Enzymes", "Heavy metals",
		"Immunology", "Stool", "Electrolytes", "Allergy", "Vitamins", "Minerals", "Blood test", "Tumor markers",
		"Tumour markers", "CA", "PT", "MG", "Hepatitis B", "Drug screen", "Antibodies",
	} {
		if e, ok := x.Find(name); !ok || !e.Broad() || len(e.Codes) != 0 {
			t.Errorf("%q is %+v, want too broad", name, e)
		}
	}
}

func TestNamesWithTwoMeaningsNameBoth(t *testing.T) {
	x := builtIn(t)
	for _, c := range []struct {
		name string
		want []string
	}{
		{"PCT", []string{"33959-8", "51637-7"}},
		{"Troponin", []string{"10839-9", "6598-7"}},
		{"UA", []string{"3084-1", "24356-8"}},
		{"pH", []string{"11558-4", "5803-2"}},
		{"Pregnancy test", []string{"2106-3", "2110-5"}},
	} {
		e, ok := x.Find(c.name)
		if !ok || !e.Ambiguous() {
			t.Errorf("%q is %+v, want two meanings", c.name, e)
			continue
		}
		for _, code := range c.want {
			if !strings.Contains(e.Target, code) {
				t.Errorf("%q is %s, want %s among them", c.name, e.Target, code)
			}
		}
	}
}

// What a vendor computes by its own rules is no measurement, and RMSSD is not SDNN.
func TestNamesThatHaveNoCodeOnPurpose(t *testing.T) {
	x := builtIn(t)
	for _, name := range []string{
		"Body Battery", "Stress score", "Stress level", "Readiness", "Readiness score", "Recovery score", "Sleep score",
		"Strain", "PAI", "RMSSD", "HRV RMSSD", "hrv_rmssd_milli", "Creatinine (MELD)", "MELD", "MELD score",
	} {
		if e, ok := x.Find(name); ok {
			t.Errorf("%q is %s", name, e.Target)
		}
	}
}

func BenchmarkFind(b *testing.B) {
	x, err := BuiltIn()
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := x.Find("LDL Cholesterol"); !ok {
			b.Fatal("not found")
		}
	}
}

func BenchmarkRead(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		entries, err := read(files)
		if err != nil {
			b.Fatal(err)
		}
		NewIndex(entries)
	}
}
