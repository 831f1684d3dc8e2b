package units

import (
	"math"
	"testing"

	"github.com/seed-a76b335c/philint/internal/terminology/ucum"
)

func FuzzNormalizeAnswersWithACodeThatStays(f *testing.F) {
	for _, s := range lines(spellingsTSV) {
		f.Add(s)
	}
	f.Add("mL/(min.1.73m2)")
	f.Add("10*3{cells}/(3.uL)")
	f.Add("1E1000")
	f.Add("2{A}")
	f.Add("/mms3")
	f.Add("Cel2*a")
	f.Add("pAr 100WBC/100{0}")
	f.Add("/100{WBCs}/1000{#}")
	f.Add("/1mm3")
	f.Add("/(#)")
	f.Fuzz(func(t *testing.T, printed string) {
		code, ok := Normalize(printed)
		if ok != (code != "") {
			t.Fatalf("%q, %v", code, ok)
		}
		if !ok {
			return
		}
		if _, err := ucum.Parse(code); err != nil {
			t.Fatalf("%q became %q, which is no code: %v", printed, code, err)
		}
		if again, ok := Normalize(code); !ok || again != code {
			t.Fatalf("%q became %q, and that %q", printed, code, again)
		}
		Families(code)
	})
}

func FuzzParseValueKeepsWhatWasPrinted(f *testing.F) {
	for _, s := range []string{"5.4", "<5", "1,234", "120/80", "3-5 /HPF", "1:40", "5.6 H", "阴性(-)", "240 10⁹/L", "1.2×10³ copies/mL", "pH 7.4", "1 234,5"} {
		f.Add(s, "mg/dL")
	}
	f.Fuzz(func(t *testing.T, printed, unit string) {
		for _, v := range []Value{ParseValue(printed), ParseReading(printed, unit)} {
			if math.IsNaN(v.Number) || math.IsInf(v.Number, 0) || math.IsNaN(v.Second) || math.IsInf(v.Second, 0) {
				t.Fatalf("%q became %v", printed, v.Number)
			}
			if v.Kind == Narrative && (v.Number != 0 || v.Unit != "" || v.Comparator != "") {
				t.Fatalf("the narrative %q carries parts: %+v", printed, v)
			}
			if (v.Ordinal != "") != (v.Kind == Ordinal || v.Kind == Nominal) {
				t.Fatalf("%q: word %q for a %v", printed, v.Ordinal, v.Kind)
			}
			if v.Kind == Range && v.Second < v.Number {
				t.Fatalf("%q became the range %v to %v", printed, v.Number, v.Second)
			}
		}
	})
}
