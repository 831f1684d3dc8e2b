package units

import (
	"slices"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/terminology/ucum"
)

func TestTheTablesLoadAndNoSpellingHasTwoOwners(t *testing.T) {
	if _, err := words(); err != nil {
		t.Errorf("words: %v", err)
	}
	if _, err := table(); err != nil {
		t.Errorf("units: %v", err)
	}
	if _, err := scaleWords(); err != nil {
		t.Errorf("values: %v", err)
	}
	if _, err := loadProperties(); err != nil {
		t.Errorf("properties: %v", err)
	}
}

func TestASpellingWithTwoOwnersIsALoadError(t *testing.T) {
	ut := &unitTable{exact: map[string]string{}, refused: map[string]bool{}, families: map[string][]string{}}
	strict := map[string]bool{}
	if err := ut.addRow("mg/dL", "", "mg%", strict); err != nil {
		t.Fatal(err)
	}
	for _, row := range [][2]string{{"ug/dL", "ｍｇ％"}, {"mg/dL", ""}, {"!x", "mg%"}} {
		if err := ut.addRow(row[0], "", row[1], strict); err == nil {
			t.Errorf("row %q with %q was taken", row[0], row[1])
		}
	}
	lx := &lexicon{exact: map[string]lexeme{}}
	if err := lx.add("mg", lexeme{code: "mg"}); err != nil {
		t.Fatal(err)
	}
	if err := lx.add("㎎", lexeme{code: "ug"}); err == nil {
		t.Error("one word for two units was taken")
	}
}

func TestThereAreEnoughUnitsAndFamilies(t *testing.T) {
	ut, err := table()
	if err != nil {
		t.Fatal(err)
	}
	properties := map[string]bool{}
	for _, c := range ut.codes {
		for _, p := range Families(c) {
			properties[p] = true
		}
	}
	if len(ut.codes) < 330 || len(properties) < 60 {
		t.Errorf("%d units over %d properties, want 330 over 60", len(ut.codes), len(properties))
	}
	lx, err := words()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d units, %d spellings, %d words, %d properties", len(ut.codes), len(ut.exact), len(lx.exact), len(properties))
}

func TestEveryUnitOfTheTableIsUCUMComesBackAndHasAFamily(t *testing.T) {
	ut, err := table()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range ut.codes {
		if _, err := ucum.Parse(c); err != nil {
			t.Errorf("%s is no UCUM code: %v", c, err)
		}
		if got, ok := Normalize(c); !ok || got != c {
			t.Errorf("Normalize(%s) = %q, %v", c, got, ok)
		}
		if Family(c) == "" {
			t.Errorf("%s has no family", c)
		}
	}
}

func TestEverySpellingOfATableRowLeadsToItsCode(t *testing.T) {
	ut, err := table()
	if err != nil {
		t.Fatal(err)
	}
	for s, c := range ut.exact {
		if got, ok := Normalize(s); !ok || got != c {
			t.Errorf("Normalize(%q) = %q, %v; want %q", s, got, ok, c)
		}
		if up := strings.ToUpper(s); ut.lower[strings.ToLower(s)] == c {
			if got, ok := Normalize(up); ok && got != c && ut.exact[up] != got {
				t.Logf("in capitals %q is %q, not %q", up, got, c)
			}
		}
	}
	for s := range ut.refused {
		if got, ok := Normalize(s); ok {
			t.Errorf("Normalize(%q) = %q; it is refused", s, got)
		}
	}
}

func TestEveryWordAloneParsesOrIsRefused(t *testing.T) {
	lx, err := words()
	if err != nil {
		t.Fatal(err)
	}
	for w, l := range lx.exact {
		got, ok := Normalize(w)
		if l.kind == lexUnit && !ok && !slices.Contains([]string{"gr", "in"}, w) {
			t.Errorf("the word %q stands for %s and is not read alone", w, l.code)
		}
		if !ok {
			continue
		}
		if _, err := ucum.Parse(got); err != nil {
			t.Errorf("Normalize(%q) = %q, no UCUM code: %v", w, got, err)
		}
	}
}

func TestTheFormOfTheCodeGivesAFamilyToUnitsNoTableKnows(t *testing.T) {
	for _, c := range []struct{ code, family string }{
		{"mg/hL", "MCnc"},
		{"fg/nL", "MCnc"},
		{"kmol/L", "SCnc"},
		{"eq/mL", "SCnc"},
		{"10*7/L", "NCnc"},
		{"/pL", "NCnc"},
		{"pkat/mL", "CCnc"},
		{"n[IU]/L", "ACnc"},
		{"[PNU]/L", "ACnc"},
		{"hg/wk", "MRat"},
		{"kmol/d", "SRat"},
		{"{x}/a", "NRat"},
		{"mg/(kg.wk)", "MRatCnt"},
		{"nL/min", "VRat"},
		{"um/d", "Vel"},
		{"[ft_br]", "Len"},
		{"[degRe]", "Temp"},
		{"[fur_us]", "Len"},
		{"[pwt_tr]", "Mass"},
		{"[bu_us]", "Vol"},
		{"cal_[15]", "Eng"},
		{"daPa", "Pres"},
		{"mmol/umol{creat}", "SRto"},
		{"fg/g{creat}", "MRto"},
		{"pg/ng", "MCnt"},
		{"GHz", "Freq"},
		{"L/min/{1.73_m2}", "ArVRat"},
		{"m3.kg-1.s-2", ""},
		{"[arb'U].m", ""},
		{"nonsense", ""},
		{"", ""},
	} {
		t.Run(c.code, func(t *testing.T) {
			if got := Family(c.code); got != c.family {
				t.Errorf("Family(%q) = %q, want %q", c.code, got, c.family)
			}
		})
	}
}

func TestEveryPropertyInUseIsDescribed(t *testing.T) {
	list, err := loadProperties()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, p := range list {
		if known[p.name] {
			t.Errorf("%s is described twice", p.name)
		}
		known[p.name] = true
		for _, s := range p.same {
			known[s] = true
		}
	}
	ut, err := table()
	if err != nil {
		t.Fatal(err)
	}
	check := func(where string, list []string) {
		for _, p := range list {
			if !known[p] {
				t.Errorf("%s: %s is not described", where, p)
			}
		}
	}
	for c, f := range ut.families {
		check(c, f)
	}
	for k, f := range formTable() {
		check(k, f)
	}
}

func TestMassAndSubstanceAreOneSeriesAndCountsAreNot(t *testing.T) {
	for _, c := range []struct{ property, dim string }{
		{"MCnc", "Cnc"},
		{"SCnc", "Cnc"},
		{"MRat", "Rat"},
		{"SRat", "Rat"},
		{"MRto", "Rto"},
		{"SRto", "Rto"},
		{"NCnc", "NCnc"},
		{"CCnc", "CCnc"},
		{"ACnc", "ACnc"},
		{"MFr", "MFr"},
		{"NFr", "NFr"},
		{"Ratio", "Ratio"},
		{"VRatArea", "ArVRat"},
		{"ArVRat", "ArVRat"},
		{"Unheard", "Unheard"},
		{"", ""},
	} {
		if got := Dim(c.property); got != c.dim {
			t.Errorf("Dim(%q) = %q, want %q", c.property, got, c.dim)
		}
	}
}

func TestAUnitFitsTheRowsOfItsKind(t *testing.T) {
	for _, c := range []struct {
		property, code string
		fits           bool
	}{
		{"MCnc", "mg/dL", true},
		{"SCnc", "mmol/L", true},
		{"MCnc", "mmol/L", false},
		{"SCnc", "mg/dL", false},
		{"NFr", "%", true},
		{"MFr", "%", true},
		{"NCnc", "%", false},
		{"NFr", "10*9/L", false},
		{"NCnc", "10*9/L", true},
		{"NCnc", "K/uL", false},
		{"ACnc", "[IU]/L", true},
		{"CCnc", "[IU]/L", true},
		{"CCnc", "U/L", true},
		{"ACnc", "kU/L", true},
		{"VRatArea", "mL/min/{1.73_m2}", true},
		{"ArVRat", "mL/min/{1.73_m2}", true},
		{"ArVRat", "mL/min", false},
		{"MRat", "mg/(24.h)", true},
		{"MCnc", "mg/(24.h)", false},
		{"Ratio", "kg/m2", true},
		{"PrThr", "mg/dL", false},
		{"", "mg/dL", true},
		{"MCnc", "", true},
		{"Time", "s", true},
		{"Tim", "s", true},
		{"PPres", "mm[Hg]", true},
		{"SFr", "mmol/mol", true},
		{"SFr", "g/dL", false},
		{"MFr", "g/dL", false},
	} {
		if got := Fits(c.property, c.code); got != c.fits {
			t.Errorf("Fits(%q, %q) = %v", c.property, c.code, got)
		}
	}
}

func TestFamiliesBelongToTheCaller(t *testing.T) {
	f := Families("mg/dL")
	f[0] = "spoiled"
	if Family("mg/dL") != "MCnc" {
		t.Error("a caller changed the table")
	}
}
