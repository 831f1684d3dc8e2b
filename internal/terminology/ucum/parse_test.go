package ucum

import (
	"errors"
	"strings"
	"testing"
)

func TestWhatIsAUnitAndWhatIsNot(t *testing.T) {
	for _, c := range []struct {
		name, code string
		kind       Kind // "" for a unit
		offset     int
	}{
		{name: "an atom", code: "m"},
		{name: "an atom with a prefix", code: "mmol"},
		{name: "a prefix of two letters", code: "daL"},
		{name: "a binary prefix", code: "GiBy"},
		{name: "a solidus in front", code: "/min"},
		{name: "more than one solidus", code: "m/s/s"},
		{name: "a number", code: "12"},
		{name: "a number with zeros in front", code: "007"},
		{name: "ten to a power", code: "10*-7"},
		{name: "ten to a power with a plus", code: "10^+3"},
		{name: "an atom that ends in a bracket, raised", code: "[in_i]3"},
		{name: "an exponent with a plus", code: "m+2"},
		{name: "an exponent of zero", code: "g0"},
		{name: "an annotation alone", code: "{beats}"},
		{name: "an annotation behind a unit", code: "kg{wet'tis}"},
		{name: "an annotation behind an exponent", code: "m2{body}"},
		{name: "an annotation behind a number", code: "%/100{WBC}"},
		{name: "an annotation behind a parenthesis", code: "(m/s){x}"},
		{name: "an annotation with a blank", code: "{clock time}"},
		{name: "an annotation with operators in it", code: "g{a.b/(c)[d]}"},
		{name: "an empty annotation", code: "{}"},
		{name: "parentheses in parentheses", code: "((m)/(s.(g)))"},
		{name: "an atom with a solidus in brackets", code: "[m/s2/Hz^(1/2)]"},
		{name: "an apostrophe", code: "''"},
		{name: "a percent of slope", code: "%[slope]"},
		{name: "kelvin per microlitre", code: "K/uL"},
		{name: "a special unit with a prefix", code: "dB[SPL]"},
		{name: "a special unit with a number in front", code: "2.Cel"},
		{name: "a special unit with a number behind", code: "Cel.10*-3"},
		{name: "a special unit divided by a number", code: "Cel/2"},
		{name: "a special unit with an annotation", code: "{skin}.Cel{oral}"},

		{"nothing", "", Empty, 0},
		{"a blank", " m", Blank, 0},
		{"a blank between", "mg / dL", Blank, 2},
		{"a tab", "mg\t", Blank, 2},
		{"a letter beyond ASCII", "µg", Character, 0},
		{"a quotation mark", "m\"", Character, 1},
		{"a control character", "m\x00", Character, 1},
		{"too long", strings.Repeat("m.", 127) + "mm", TooLong, 255},
		{"an atom in other capitals", "MMOL", UnknownUnit, 0},
		{"brackets left out", "IU", UnknownUnit, 0},
		{"a number glued to a unit", "mg/12h", UnknownUnit, 3},
		{"a prefix on an hour", "kh", NotMetric, 0},
		{"a prefix on a Fahrenheit", "k[degF]", NotMetric, 0},
		{"two prefixes", "mmg", UnknownUnit, 0},
		{"a prefix alone", "k", UnknownUnit, 0},
		{"a unit behind an annotation", "{a}m", MissingOp, 3},
		{"a number behind an annotation", "{|}1", MissingOp, 3},
		{"two annotations", "g{a}{b}", Annotation, 4},
		{"an annotation in an annotation", "{a{b}}", Annotation, 2},
		{"an annotation left open", "m{a", Annotation, 1},
		{"a closing brace alone", "m}", Annotation, 1},
		{"an annotation beyond ASCII", "{é}", Annotation, 1},
		{"a bracket left open", "mm[Hg", Bracket, 2},
		{"a closing bracket alone", "m]", Bracket, 1},
		{"a bracket in a bracket", "[a[b]]", Bracket, 0},
		{"a parenthesis left open", "(m", Parenthesis, 0},
		{"a parenthesis left open at the end", "m.(", Parenthesis, 2},
		{"a closing parenthesis alone", "m)", Parenthesis, 1},
		{"nothing in parentheses", "()", Parenthesis, 1},
		{"a parenthesis behind a unit", "ug(8hr)", MissingOp, 2},
		{"a unit behind a parenthesis", "(m)s", MissingOp, 3},
		{"a solidus in front in parentheses", "(/m)", MissingTerm, 1},
		{"an operator at the end", "m/", MissingTerm, 2},
		{"a solidus alone", "/", MissingTerm, 1},
		{"a point in front", ".m", MissingTerm, 0},
		{"two operators", "m//s", MissingTerm, 2},
		{"an exponent on parentheses", "(m.s)2", MissingOp, 5},
		{"an exponent on a number", "2+10", Exponent, 1},
		{"a sign without digits", "m-", Exponent, 1},
		{"two exponents", "m2-3", Exponent, 2},
		{"a caret", "m^2", UnknownUnit, 0},
		{"a large exponent", "m100", Exponent, 1},
		{"a huge exponent", "10*999999999", Exponent, 3},
		{"zero", "0", Number, 0},
		{"a huge number", "m/1000000000000000000000", Number, 2},
		{"a number that grows too large", strings.Repeat("[HP]99.", 35) + "[HP]", TooLarge, 7},
		{"deep nesting", strings.Repeat("(", 100) + "m" + strings.Repeat(")", 100), TooDeep, 16},
		{"a special unit squared", "Cel2", SpecialTerm, 3},
		{"a special unit under a solidus", "J/Cel", SpecialTerm, 2},
		{"one over a special unit", "/Cel", SpecialTerm, 1},
		{"a special unit with a dimension beside it", "Cel.m", SpecialTerm, 4},
		{"a special unit with an angle beside it", "Cel.rad", SpecialTerm, 4},
		{"two special units", "Cel.B", SpecialTerm, 4},
		{"a special and an arbitrary unit", "Cel.[IU]", SpecialTerm, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			u, err := Parse(c.code)
			if c.kind == "" {
				if err != nil {
					t.Fatalf("%s: %v", c.code, err)
				}
				if u.String() != c.code {
					t.Errorf("comes back as %q", u.String())
				}
				return
			}
			var syntax *SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("%s: got %v, want %s", c.code, err, c.kind)
			}
			if syntax.Kind != c.kind || syntax.Offset != c.offset && c.kind != TooLarge {
				t.Errorf("%s: got %v, want at byte %d: %s", c.code, err, c.offset, c.kind)
			}
			if len(c.code) > 4 && strings.Contains(err.Error(), c.code) {
				t.Errorf("the error repeats the code")
			}
		})
	}
}

// A symbol has one reading, so it does not matter whether an atom or a prefix is looked for first.
func TestNoSymbolIsBothAnAtomAndAPrefixWithAnAtom(t *testing.T) {
	atoms := map[string]Atom{}
	for _, a := range Atoms() {
		atoms[a.Code] = a
	}
	n := 0
	seen := map[string]string{}
	for _, a := range Atoms() {
		for _, p := range Prefixes() {
			if !a.Metric {
				continue
			}
			n++
			code := p.Code + a.Code
			if _, ok := atoms[code]; ok {
				t.Errorf("%s is an atom and %s-%s", code, p.Code, a.Code)
			}
			if other, ok := seen[code]; ok {
				t.Errorf("%s is %s-%s and %s", code, p.Code, a.Code, other)
			}
			seen[code] = p.Code + "-" + a.Code
			if _, err := Parse(code); err != nil {
				t.Errorf("%s: %v", code, err)
			}
		}
	}
	if n < 2000 {
		t.Errorf("only %d metric codes", n)
	}
}

func TestWhatAUnitMeasures(t *testing.T) {
	for _, c := range []struct {
		name, code, dimension, canonical string
		special, arbitrary               bool
	}{
		{name: "a pressure", code: "mm[Hg]", dimension: "g.m-1.s-2", canonical: "g.m-1.s-2"},
		{name: "a concentration of a substance, which is a number", code: "mmol/L", dimension: "m-3", canonical: "m-3"},
		{name: "a fraction", code: "mg/kg", dimension: "1", canonical: "1"},
		{name: "an angle", code: "deg", dimension: "rad", canonical: "rad"},
		{name: "a temperature", code: "mCel", dimension: "K", canonical: "K", special: true},
		{name: "a pH", code: "[pH]", dimension: "m-3", canonical: "m-3", special: true},
		{name: "an arbitrary unit", code: "m[IU]/mL", dimension: "m-3", canonical: "[iU].m-3", arbitrary: true},
		{name: "arbitrary units that cancel", code: "[CFU]/[CFU]", dimension: "1", canonical: "1", arbitrary: true},
		{name: "an arbitrary unit to the zeroth power", code: "[CFU]0", dimension: "1", canonical: "1", arbitrary: true},
		{name: "two arbitrary units", code: "[PFU].[CFU]-2.kg", dimension: "g", canonical: "[CFU]-2.[PFU].g", arbitrary: true},
		{name: "an annotation", code: "{beats}/min", dimension: "s-1", canonical: "s-1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := mustParse(t, c.code)
			if u.Dimension().String() != c.dimension || u.Canonical().String() != c.canonical {
				t.Errorf("%s: %s, %s", c.code, u.Dimension(), u.Canonical())
			}
			if u.Special() != c.special || u.Arbitrary() != c.arbitrary {
				t.Errorf("%s: special %v, arbitrary %v", c.code, u.Special(), u.Arbitrary())
			}
		})
	}
}

func TestNamesSpellOutWhatACodeSays(t *testing.T) {
	for _, c := range []struct{ name, code, want string }{
		{"a prefix", "mg/dL", "(milligram) / (deciliter)"},
		{"an exponent", "m3.kg-1.s-2", "(meter ^ 3) * (kilogram ^ -1) * (second ^ -2)"},
		{"an exponent with a plus", "rad+2", "(radian ^ 2)"},
		{"a solidus in front", "/min", "1 / (minute)"},
		{"an annotation in place of a unit", "{beats}/min", "1 / (minute)"},
		{"parentheses", "mg/(kg.h)", "(milligram) / ((kilogram) * (hour))"},
		{"the unity", "1", "1"},
		{"no code", "", "(unity)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, err := Display(c.code); got != c.want || err != nil {
				t.Errorf("got %s %v, want %s", got, err, c.want)
			}
		})
	}
	if _, err := Display("nounit"); err == nil {
		t.Error("what is no unit has no name")
	}
	if (Unit{}).Name() != "(unity)" || (Unit{}).String() != "1" {
		t.Error("the zero unit is the unity")
	}
}

func TestATableThatIsWrongDoesNotLoad(t *testing.T) {
	row := func(cells ...string) string { return strings.Join(cells, "\t") + "\n" }
	prefixes := row("k", "1e3", "k", "kilo")
	meter := row("base", "m", "yes", "1", "L", "-", "length", "m", "meter")
	for _, c := range []struct{ name, units, prefixes, want string }{
		{"too few cells", "base\tm\n", prefixes, "line 1: 2 cells"},
		{"a unit that is there twice", meter + meter, prefixes, "m is there twice"},
		{"a base unit that UCUM does not have", row("base", "x", "yes", "1", "X", "-", "p", "x", "ex"), prefixes, "not a base unit"},
		{"a definition by itself", row("ordinary", "x", "yes", "1", "kx", "-", "p", "x", "ex"), prefixes, "defined by itself"},
		{"a definition by an unknown unit", row("ordinary", "x", "yes", "1", "y", "-", "p", "x", "ex"), prefixes, "not a UCUM unit"},
		{"a factor that is no number", row("ordinary", "x", "yes", "1,5", "1", "-", "p", "x", "ex"), prefixes, "not a number"},
		{"a function that is not known", row("special", "x", "yes", "1", "1", "sin", "p", "x", "ex"), prefixes, "its function"},
		{"a kind that is not known", row("odd", "x", "yes", "1", "1", "-", "p", "x", "ex"), prefixes, "its kind"},
		{"a prefix that is no number", meter, row("k", "many", "k", "kilo"), "prefixes: line 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := loadTables(c.units, c.prefixes); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want …%s…", err, c.want)
			}
		})
	}
}

func TestTheNoticeTravelsWithTheTables(t *testing.T) {
	for _, text := range []string{unitsTSV, prefixesTSV, Notice()} {
		for _, want := range []string{"Copyright 1999-2024 Regenstrief Institute", "https://unitsofmeasure.org/license", "AS IS"} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is missing", want)
			}
		}
	}
}
