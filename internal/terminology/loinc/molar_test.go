package loinc

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
)

// atoms are standard atomic weights (IUPAC 2021, abridged).
var atoms = map[string]float64{
	"H": 1.008, "C": 12.011, "N": 14.007, "O": 15.999, "F": 18.998, "Na": 22.990, "Mg": 24.305, "Al": 26.982,
	"P": 30.974, "S": 32.06, "Cl": 35.45, "K": 39.098, "Ca": 40.078, "Fe": 55.845, "Co": 58.933, "Cu": 63.546,
	"Zn": 65.38, "As": 74.922, "Se": 78.971, "Br": 79.904, "Cd": 112.41, "I": 126.90, "Hg": 200.59, "Tl": 204.38,
	"Pb": 207.2, "Bi": 208.98, "Li": 6.94,
}

func formulaMass(formula string) (float64, error) {
	mass := 0.0
	for i := 0; i < len(formula); {
		j := i + 1
		for j < len(formula) && formula[j] >= 'a' && formula[j] <= 'z' {
			j++
		}
		w, ok := atoms[formula[i:j]]
		if !ok {
			return 0, fmt.Errorf("no element %q", formula[i:j])
		}
		i = j
		for j < len(formula) && isDigit(formula[j]) {
			j++
		}
		n := 1
		if j > i {
			n, _ = strconv.Atoi(formula[i:j])
		}
		mass += w * float64(n)
		i = j
	}
	return mass, nil
}

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance*math.Abs(b) }

func TestEveryMolarMassIsTheMassOfItsFormula(t *testing.T) {
	lines := 0
	for line := range strings.Lines(molarTSV) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			lines++
		}
	}
	rows := parseMolar(molarTSV)
	if len(rows) != lines {
		t.Fatalf("%d of %d lines are read", len(rows), lines)
	}
	if len(rows) < 120 {
		t.Errorf("only %d substances", len(rows))
	}
	seen := map[string]bool{}
	conventions := 0
	for _, r := range rows {
		for _, c := range r.components {
			if seen[c] {
				t.Errorf("%s stands twice", c)
			}
			seen[c] = true
		}
		if r.formula == "" {
			conventions++
			continue
		}
		got, err := formulaMass(r.formula)
		if err != nil || !near(r.gPerMol, got, 0.0005) {
			t.Errorf("%s: %v g/mol, its formula %s gives %.3f (%v)", r.components[0], r.gPerMol, r.formula, got, err)
		}
	}
	if conventions != 3 {
		t.Errorf("%d masses are conventions, want triglyceride, haemoglobin and NT-proBNP", conventions)
	}
}

func TestMolarMassIsAnsweredForMassAndForMoles(t *testing.T) {
	for code, want := range map[string]float64{
		"2345-7": 180.16, "14749-6": 180.16, "1558-6": 180.16, "14771-0": 180.16, "2339-0": 180.16, "2351-5": 180.16,
		"2093-3": 386.65, "14647-2": 386.65, "2085-9": 386.65, "13457-7": 386.65, "39469-2": 386.65, "43396-1": 386.65,
		"2571-8": 885.40, "14927-8": 885.40, "2160-0": 113.12, "14682-9": 113.12, "14684-5": 113.12,
		"3084-1": 168.11, "14933-6": 168.11, "1975-2": 584.66, "14631-6": 584.66, "1968-7": 584.66, "1971-1": 584.66,
		"3094-0": 28.014, "14937-7": 28.014, "6299-2": 28.014, "59570-2": 28.014, "11064-3": 28.014,
		"3091-6": 60.06, "22664-7": 60.06, "20977-5": 60.06, "72903-8": 60.06, "3092-4": 60.06,
		"17861-6": 40.078, "2000-8": 40.078, "29265-6": 40.078, "1994-3": 40.078, "2777-1": 30.974, "14879-1": 30.974,
		"2778-9": 30.974, "2779-7": 30.974, "19123-9": 24.305, "2498-4": 55.845, "2500-7": 55.845, "2823-3": 39.098,
		"2951-2": 22.990, "718-7": 16114.5, "59260-0": 16114.5, "786-4": 16114.5, "59467-1": 16114.5, "785-6": 16114.5,
		"59468-9": 16114.5, "3026-2": 776.87, "14921-1": 776.87, "3024-7": 776.87, "3051-0": 650.97, "1989-3": 400.64,
		"14635-7": 400.64, "62292-8": 400.64, "2132-9": 1355.37, "2284-8": 441.40, "2143-6": 362.46, "2986-8": 288.42,
		"2243-4": 272.38, "2839-9": 314.46, "2191-5": 368.49, "13965-9": 135.18, "16362-6": 17.031, "5643-2": 46.07,
		"3298-7": 151.16, "10535-3": 780.94, "14334-7": 6.94, "3968-5": 252.27, "4086-5": 144.21, "4092-3": 1449.3,
		"11253-2": 804.02, "5671-3": 207.2, "27353-2": 180.16, "53553-4": 180.16, "97507-8": 180.16,
	} {
		if got, ok := MolarMass(code); !ok || got != want {
			t.Errorf("%s: %v %v, want %v", code, got, ok, want)
		}
	}
}

func TestMolarMassIsNotAnsweredWhereNoneIsAgreed(t *testing.T) {
	for _, code := range []string{
		"4548-4", "59261-8", "26511-6", "26499-4", "777-3", // shares and counts
		"8480-6", "29463-7", "8302-2", // no substance at all
		"10835-7", "43583-4", // lipoprotein a: particles of many sizes
		"2458-8", "2465-3", "2472-9", "1751-7", "2276-4", "3034-6", "1988-5", "1884-6", // proteins
		"3016-3", "20448-7", "15067-2", "10501-5", // in units of an effect
		"1742-6", "2157-6", // enzymes
		"2349-9", "25428-4", // words
		"9318-7", "14585-4", // ratios: see RatioMolarMasses
		"99999-9", "",
	} {
		if got, ok := MolarMass(code); ok {
			t.Errorf("%s: %v", code, got)
		}
	}
}

func TestRatiosAnswerEachSide(t *testing.T) {
	for _, c := range []struct {
		code         string
		upper, lower float64
	}{
		{"9318-7", 0, 113.12}, // albumin has no agreed mass, creatinine has
		{"14585-4", 0, 113.12},
		{"2890-2", 0, 113.12},
		{"13463-5", 74.922, 113.12},
		{"9830-1", 0, 386.65},
		{"11054-4", 386.65, 386.65},
		{"3097-3", 28.014, 113.12},
	} {
		upper, lower, ok := RatioMolarMasses(c.code)
		if !ok || upper != c.upper || lower != c.lower {
			t.Errorf("%s: %v over %v (%v)", c.code, upper, lower, ok)
		}
	}
	for _, code := range []string{"2345-7", "4548-4", "1759-0", "x"} {
		if _, _, ok := RatioMolarMasses(code); ok {
			t.Errorf("%s is answered", code)
		}
	}
}

// elsewhere explains where another public list has another mass.
var elsewhere = map[string]string{
	"Hemoglobin":     "there the tetramer; laboratories mean one chain",
	"Phosphate":      "there the ion in urine and fluids; laboratories mean phosphorus",
	"Citrate":        "there the ion; here the acid",
	"Pyruvate":       "there the ion; here the acid",
	"Lactate":        "there the ion; here the acid",
	"Formate":        "there the ion; here the acid",
	"Methylmalonate": "there the ion; here the acid",
}

func TestMolarMassesAgreeWithAnotherPublicList(t *testing.T) {
	compared, used := 0, map[string]bool{}
	for _, f := range facts(t, "molar_mass.tsv") {
		r, ok := Core().Row(f["code"])
		if !ok {
			continue
		}
		got, ok := r.MolarMass()
		if !ok {
			continue
		}
		want, err := strconv.ParseFloat(f["g_per_mol"], 64)
		if err != nil {
			t.Fatal(err)
		}
		compared++
		if !near(got, want, 0.01) {
			if elsewhere[r.Analyte()] == "" {
				t.Errorf("%s %s: %v, there %v", r.Code, r.Analyte(), got, want)
			}
			used[r.Analyte()] = true
		}
	}
	if len(used) != len(elsewhere) {
		t.Errorf("%d differences are explained, %d were met: %v", len(elsewhere), len(used), used)
	}
	if compared < 150 {
		t.Errorf("only %d masses were compared", compared)
	}
	t.Logf("%d masses compared", compared)
}

// perLitre is how many grams or moles per litre (or per day) a unit is, and whether it counts moles.
func perLitre(unit string) (scale float64, moles, ok bool) {
	up, down, found := strings.Cut(unit, "/")
	if !found {
		return 0, false, false
	}
	base := strings.TrimSuffix(up, "mol")
	moles = base != up
	if !moles {
		if base = strings.TrimSuffix(up, "g"); base == up {
			return 0, false, false
		}
	}
	prefix := map[string]float64{"": 1, "d": 0.1, "m": 1e-3, "u": 1e-6, "n": 1e-9, "p": 1e-12, "f": 1e-15}
	a, okA := prefix[base]
	b, okB := prefix[strings.TrimSuffix(down, "L")]
	if down == "(24.h)" {
		b, okB = 1, true
	}
	return a / b, moles, okA && okB
}

// pairOurs are pairs that a public list marks as different only because its own mass is another one.
var pairOurs = map[string]string{
	"59260-0": "compared there with the tetramer",
	"14881-7": "compared there with the phosphate ion",
	"13539-2": "compared there with the phosphate ion",
}

func TestFactorsOfCodePairsAreReproducedOnlyWhereTheyAreSound(t *testing.T) {
	agree, differ := 0, 0
	for _, f := range facts(t, "code_unit_pairs.tsv") {
		from, okF := MolarMass(f["from_code"])
		to, okT := MolarMass(f["to_code"])
		a, fromMoles, okA := perLitre(f["from_unit"])
		b, toMoles, okB := perLitre(f["to_unit"])
		if !okF && !okT || !okA || !okB || fromMoles == toMoles {
			continue
		}
		if okF && okT && from != to {
			t.Errorf("%s and %s have different masses", f["from_code"], f["to_code"])
		}
		mass := max(from, to)
		ours := a / b
		if fromMoles {
			ours *= mass
		} else {
			ours /= mass
		}
		sound, wrong := false, true
		for s := range strings.SplitSeq(f["factors"], "; ") {
			theirs, err := strconv.ParseFloat(s, 64)
			if err != nil {
				t.Fatal(err)
			}
			sound = sound || near(ours, theirs, 0.03)
			wrong = wrong && !near(ours, theirs, 0.03)
		}
		switch f["check"] {
		case "agrees":
			agree++
			if !sound {
				t.Errorf("%s %s → %s %s: ours is %v, theirs %s", f["from_code"], f["from_unit"], f["to_code"], f["to_unit"], ours, f["factors"])
			}
		case "differs":
			if pairOurs[f["from_code"]] != "" {
				if !sound {
					t.Errorf("%s: ours is %v, theirs %s", f["from_code"], ours, f["factors"])
				}
				continue
			}
			differ++
			if theirs := strings.Split(f["factors"], "; "); len(theirs) == 1 && !wrong {
				t.Errorf("%s %s → %s %s: the wrong factor %s is reproduced", f["from_code"], f["from_unit"], f["to_code"], f["to_unit"], f["factors"])
			}
		}
	}
	if agree < 60 || differ < 8 {
		t.Errorf("only %d sound and %d wrong factors were compared", agree, differ)
	}
	t.Logf("%d sound and %d wrong factors", agree, differ)
}

func TestGoldenConversions(t *testing.T) {
	for _, c := range []struct {
		code     string
		mass, mU float64 // value and grams per litre of its unit
		mol, nU  float64 // value and moles per litre of its unit
	}{
		{"2345-7", 100, 1e-2, 5.55, 1e-3},   // glucose mg/dL, mmol/L
		{"2160-0", 1, 1e-2, 88.4, 1e-6},     // creatinine mg/dL, umol/L
		{"2093-3", 200, 1e-2, 5.17, 1e-3},   // cholesterol
		{"2571-8", 150, 1e-2, 1.69, 1e-3},   // triglyceride
		{"3094-0", 14, 1e-2, 5.0, 1e-3},     // urea nitrogen: mmol/L of N2, that is of urea
		{"3091-6", 30, 1e-2, 4.995, 1e-3},   // urea
		{"1975-2", 1, 1e-2, 17.1, 1e-6},     // bilirubin
		{"3084-1", 6, 1e-2, 357, 1e-6},      // urate
		{"17861-6", 10, 1e-2, 2.495, 1e-3},  // calcium
		{"2777-1", 3.5, 1e-2, 1.13, 1e-3},   // phosphate
		{"2498-4", 100, 1e-5, 17.9, 1e-6},   // iron ug/dL, umol/L
		{"718-7", 14.5, 10, 9.0, 1e-3},      // haemoglobin g/dL, mmol/L
		{"1989-3", 30, 1e-6, 74.9, 1e-9},    // 25-hydroxyvitamin D ng/mL, nmol/L
		{"2132-9", 400, 1e-9, 295, 1e-12},   // vitamin B12 pg/mL, pmol/L
		{"2284-8", 10, 1e-6, 22.7, 1e-9},    // folate ng/mL, nmol/L
		{"3024-7", 1.2, 1e-8, 15.4, 1e-12},  // free T4 ng/dL, pmol/L
		{"3051-0", 3.2, 1e-9, 4.92, 1e-12},  // free T3 pg/mL, pmol/L
		{"2143-6", 15, 1e-5, 414, 1e-9},     // cortisol ug/dL, nmol/L
		{"2986-8", 500, 1e-8, 17.3, 1e-9},   // testosterone ng/dL, nmol/L
		{"2243-4", 100, 1e-9, 367, 1e-12},   // estradiol pg/mL, pmol/L
		{"2731-8", 50, 1e-9, 5.3, 1e-12},    // parathyrin pg/mL, pmol/L
		{"10535-3", 1, 1e-6, 1.28, 1e-9},    // digoxin ng/mL, nmol/L
		{"5671-3", 5, 1e-5, 0.241, 1e-6},    // lead ug/dL, umol/L
		{"33762-6", 125, 1e-9, 14.8, 1e-12}, // NT-proBNP pg/mL, pmol/L
		{"2141-0", 20, 1e-9, 4.4, 1e-12},    // corticotropin pg/mL, pmol/L
		{"1986-9", 1, 1e-6, 0.331, 1e-9},    // C peptide ng/mL, nmol/L
		{"2191-5", 200, 1e-5, 5.43, 1e-6},   // DHEA-S ug/dL, umol/L
		{"14118-4", 18, 1e-2, 2.0, 1e-3},    // lactate mg/dL, mmol/L
		{"22763-7", 50, 1e-5, 29.4, 1e-6},   // ammonia ug/dL, umol/L
		{"786-4", 33, 10, 20.5, 1e-3},       // MCHC g/dL, mmol/L
		{"785-6", 30, 1e-12, 1.86, 1e-15},   // MCH pg, fmol
		{"2951-2", 322, 1e-2, 140, 1e-3},    // sodium
		{"3432-2", 8, 1e-3, 33.9, 1e-6},     // carbamazepine ug/mL, umol/L
		{"4086-5", 100, 1e-3, 693, 1e-6},    // valproate
		{"3719-2", 0.694, 1e-3, 0.1, 1e-3},  // lithium ug/mL, mmol/L
	} {
		m, ok := MolarMass(c.code)
		if !ok {
			t.Errorf("%s has no molar mass", c.code)
			continue
		}
		if got := c.mass * c.mU / m / c.nU; !near(got, c.mol, 0.006) {
			t.Errorf("%s: %v is %v, want %v", c.code, c.mass, got, c.mol)
		}
	}
}
