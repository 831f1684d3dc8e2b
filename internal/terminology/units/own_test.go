package units

import (
	"cmp"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/terminology/ucum"
)

// printedOtherwise are the codes that print has for something else though their units are in use, with the reason.
var printedOtherwise = map[string]string{
	"K/L":  "a thousand, before what is counted",
	"K/uL": "a thousand, before what is counted",
	"m/uL": "the million of red cells; no length is measured by the microlitre",
	"MU/L": "as written on reports of TSH and insulin, whose value is never a million units",
	"MU":   "mega or milli",
	"AU/L": "arbitrary units, not the astronomical one",
	"ft":   "the foot, not the femtotonne",
}

// accident says why a unit that is in no report may be read as another.
func accident(word string) string {
	switch {
	case oneCase(word):
		return "words of one case: ML and au"
	case oneCase(word[1:]) && word[0] >= 'A' && word[0] <= 'Z':
		return "words that begin with a capital: Pg, Mmol, Gm"
	case gauss(word):
		return "gauss is the gram: mG"
	case word == "pH":
		return "acidity, not the picohenry"
	case word == "[g]" || word == "[h]":
		return "a unit in brackets, not a constant of nature"
	}
	return ""
}

func TestWhatIsUCUMComesBackAsTheSameQuantityOrIsRefused(t *testing.T) {
	reasons := map[string]int{}
	var all, back int
	for _, tail := range []string{"", "/L", "/uL", "/cm", "/min"} {
		for _, word := range prefixedAtoms() {
			code := word + tail
			u, err := ucum.Parse(code)
			if err != nil {
				continue // a special unit does not stand in a quotient
			}
			all++
			got, ok := Normalize(code)
			if !ok {
				continue
			}
			v, err := ucum.Parse(got)
			if err != nil {
				t.Errorf("Normalize(%q) = %q, which is no code", code, got)
				continue
			}
			if sameQuantity(u, v) {
				back++
				continue
			}
			why := cmp.Or(printedOtherwise[code], printedOtherwise[word])
			if why == "" && !inUse(word) {
				why = accident(word)
			}
			if why == "" && len(families(code)) == 0 && oneCase(code) {
				why = "all in capitals, and a unit of nothing: S/MIN"
			}
			if why == "" {
				t.Errorf("Normalize(%q) = %q, another quantity", code, got)
			}
			reasons[why]++
		}
	}
	t.Logf("%d codes, %d come back; otherwise: %v", all, back, reasons)
	if back < all/3 {
		t.Errorf("%d of %d codes come back", back, all)
	}
}

func prefixedAtoms() []string {
	var out []string
	for _, a := range ucum.Atoms() {
		out = append(out, a.Code)
		if !a.Metric {
			continue
		}
		for _, p := range ucum.Prefixes() {
			out = append(out, p.Code+a.Code)
		}
	}
	return out
}

func sameQuantity(u, v ucum.Unit) bool {
	if u.Canonical().String() != v.Canonical().String() || u.Special() != v.Special() || u.Arbitrary() != v.Arbitrary() {
		return false
	}
	if u.Special() {
		x, err := ucum.Convert(5, u, v)
		return err == nil && x == 5
	}
	x, okX := u.Magnitude()
	y, okY := v.Magnitude()
	return okX && okY && x.Cmp(y) == 0
}

func TestEveryUnitInUseComesBackInMixedCase(t *testing.T) {
	n := 0
	for _, word := range prefixedAtoms() {
		if !inUse(word) || printedOtherwise[word] != "" || oneCase(word) && len(families(word)) == 0 {
			continue
		}
		u, err := ucum.Parse(word)
		if err != nil {
			t.Fatal(err)
		}
		n++
		got, ok := Normalize(word)
		if !ok {
			t.Logf("refused: %s", word)
			continue
		}
		if v, err := ucum.Parse(got); err != nil || !sameQuantity(u, v) {
			t.Errorf("Normalize(%q) = %q", word, got)
		}
	}
	if n < 500 {
		t.Errorf("%d units in use, want more", n)
	}
}

func TestAnAnnotationThatSaysLogarithmIsNeverDropped(t *testing.T) {
	for _, s := range []string{"{log}/mL", "{Log10_cfu}/mL", "{ log10 }/mL", "{lg}/mL", "{ln}/L", "[IU]{log}/mL", "10*3{LOG}/L"} {
		if got, ok := Normalize(s); ok && !strings.Contains(strings.ToLower(got), "log") {
			t.Errorf("Normalize(%q) = %q", s, got)
		}
	}
	if got, _ := Normalize("{logo}/mL"); strings.Contains(got, "logo") {
		t.Errorf("an unknown annotation stayed: %q", got)
	}
	if got, ok := Normalize("{lnk}/mL"); !ok || got != "/mL" {
		t.Errorf("{lnk}/mL is %q, %v: a word that only begins so is no logarithm", got, ok)
	}
}
