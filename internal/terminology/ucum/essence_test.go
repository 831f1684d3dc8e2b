package ucum

import (
	"encoding/xml"
	"math/big"
	"os"
	"strings"
	"testing"
)

const essencePath = "../../../../shared/data/ucum/ucum-essence.xml"

type essence struct {
	Version  string          `xml:"version,attr"`
	Prefixes []essencePrefix `xml:"prefix"`
	Bases    []essenceUnit   `xml:"base-unit"`
	Units    []essenceUnit   `xml:"unit"`
}

type essencePrefix struct {
	Code  string `xml:"Code,attr"`
	Name  string `xml:"name"`
	Value struct {
		Value string `xml:"value,attr"`
	} `xml:"value"`
}

type essenceUnit struct {
	Code      string   `xml:"Code,attr"`
	Dim       string   `xml:"dim,attr"`
	Metric    string   `xml:"isMetric,attr"`
	Special   string   `xml:"isSpecial,attr"`
	Arbitrary string   `xml:"isArbitrary,attr"`
	Names     []string `xml:"name"`
	Property  string   `xml:"property"`
	Value     struct {
		Value    string `xml:"value,attr"`
		Unit     string `xml:"Unit,attr"`
		Function struct {
			Name  string `xml:"name,attr"`
			Value string `xml:"value,attr"`
			Unit  string `xml:"Unit,attr"`
		} `xml:"function"`
	} `xml:"value"`
}

func readEssence(t *testing.T) *essence {
	t.Helper()
	data, err := os.ReadFile(essencePath)
	if err != nil {
		t.Skip("ucum-essence.xml: not here")
	}
	data = []byte(strings.Replace(string(data), `encoding="ascii"`, `encoding="utf-8"`, 1))
	var e essence
	if err := xml.Unmarshal(data, &e); err != nil {
		t.Fatal(err)
	}
	return &e
}

func TestThePrefixesAreThoseOfUCUM(t *testing.T) {
	e := readEssence(t)
	want := map[string]essencePrefix{}
	for _, p := range e.Prefixes {
		want[p.Code] = p
	}
	for _, p := range Prefixes() {
		w, ok := want[p.Code]
		if !ok {
			t.Errorf("%s: not a prefix of UCUM", p.Code)
		}
		delete(want, p.Code)
		if rational(t, p.Factor).Cmp(rational(t, w.Value.Value)) != 0 || p.Name != w.Name {
			t.Errorf("%s: %s %s, want %s %s", p.Code, p.Factor, p.Name, w.Value.Value, w.Name)
		}
	}
	for code := range want {
		t.Errorf("%s: missing", code)
	}
}

func TestTheUnitsAreThoseOfUCUM(t *testing.T) {
	e := readEssence(t)
	if e.Version != Version() {
		t.Errorf("the table is of version %s, the file of %s", Version(), e.Version)
	}
	eval := newEvaluator(t, e)
	seen := map[string]bool{}
	for _, a := range Atoms() {
		w, ok := eval.units[a.Code]
		if !ok {
			t.Errorf("%s: not a unit of UCUM", a.Code)
			continue
		}
		if seen[a.Code] {
			t.Errorf("%s: twice", a.Code)
		}
		seen[a.Code] = true
		compareAtom(t, a, w, eval)
	}
	for code := range eval.units {
		if !seen[code] {
			t.Errorf("%s: missing", code)
		}
	}
	t.Logf("%d units, %d prefixes", len(seen), len(Prefixes()))
}

func compareAtom(t *testing.T, a Atom, w essenceUnit, eval *evaluator) {
	t.Helper()
	kind := KindOrdinary
	switch {
	case w.Dim != "":
		kind = KindBase
	case w.Special == "yes":
		kind = KindSpecial
	case w.Arbitrary == "yes":
		kind = KindArbitrary
	}
	if a.Kind != kind {
		t.Errorf("%s: is %s, want %s", a.Code, a.Kind, kind)
	}
	if metric := w.Metric == "yes" || kind == KindBase; a.Metric != metric {
		t.Errorf("%s: metric is %v, want %v", a.Code, a.Metric, metric)
	}
	if strings.Join(a.Names, "; ") != strings.Join(w.Names, "; ") || a.Property != w.Property {
		t.Errorf("%s: %q %q, want %q %q", a.Code, a.Names, a.Property, w.Names, w.Property)
	}
	u, err := Parse(a.Code)
	if err != nil {
		t.Errorf("%s: %v", a.Code, err)
		return
	}
	if u.Special() != (kind == KindSpecial) || u.Arbitrary() != (kind == KindArbitrary) {
		t.Errorf("%s: special %v, arbitrary %v", a.Code, u.Special(), u.Arbitrary())
	}
	want := eval.atom(a.Code)
	mag := u.value.mag
	if u.Special() {
		mag = u.value.special.unit
	}
	if mag.exact().Cmp(want.mag) != 0 {
		t.Errorf("%s: is %s, want %s", a.Code, mag.exact(), want.mag)
	}
	if u.Dimension() != want.dim {
		t.Errorf("%s: has dimension %s, want %s", a.Code, u.Dimension(), want.dim)
	}
}

// The functions of special units, by the names the file gives them. It gives %[slope] the unit deg here, but
// "100tan(1 rad)" beside it and in the specification, which is what makes 100 % a slope of 45 degrees.
func TestTheSpecialUnitsNameTheFunctionsOfUCUM(t *testing.T) {
	e := readEssence(t)
	names := map[string]string{
		"Cel": "cel", "degF": "degf", "degRe": "degre", "tanTimes100": "100tan", "lgTimes2": "2lg",
	}
	byCode := map[string]Atom{}
	for _, a := range Atoms() {
		byCode[a.Code] = a
	}
	n := 0
	for _, u := range e.Units {
		f := u.Value.Function
		if f.Name == "" {
			continue
		}
		n++
		want := f.Name
		if own, ok := names[want]; ok {
			want = own
		}
		unit := f.Unit
		if u.Code == "%[slope]" {
			unit = "rad"
		}
		a := byCode[u.Code]
		if a.Function != want || a.Of != unit || rational(t, a.Factor).Cmp(rational(t, f.Value)) != 0 {
			t.Errorf("%s: %s(%s %s), want %s(%s %s)", u.Code, a.Function, a.Factor, a.Of, want, f.Value, unit)
		}
	}
	if n != 21 {
		t.Errorf("%d special units, want 21", n)
	}
}

// evaluator computes what the file defines, in its own way: plain fractions, no parser of this package.
type evaluator struct {
	t     *testing.T
	units map[string]essenceUnit
	pre   map[string]*big.Rat
	known map[string]evaluated
}

type evaluated struct {
	mag *big.Rat
	dim Dimension
}

func newEvaluator(t *testing.T, e *essence) *evaluator {
	ev := &evaluator{t: t, units: map[string]essenceUnit{}, pre: map[string]*big.Rat{}, known: map[string]evaluated{}}
	for _, u := range append(e.Bases, e.Units...) {
		ev.units[u.Code] = u
	}
	for _, p := range e.Prefixes {
		ev.pre[p.Code] = rational(t, p.Value.Value)
	}
	for i, code := range baseCodes() {
		var d Dimension
		d[i] = 1
		ev.known[code] = evaluated{big.NewRat(1, 1), d}
	}
	return ev
}

func (ev *evaluator) atom(code string) evaluated {
	if v, ok := ev.known[code]; ok {
		return v
	}
	u := ev.units[code]
	factor, of := u.Value.Value, u.Value.Unit
	if u.Special == "yes" {
		factor, of = u.Value.Function.Value, u.Value.Function.Unit
		if code == "%[slope]" {
			of = "rad"
		}
	}
	v := ev.definition(of)
	v.mag = new(big.Rat).Mul(v.mag, rational(ev.t, factor))
	ev.known[code] = v
	return v
}

// definition evaluates a term without parentheses or annotations, which is all that definitions use.
func (ev *evaluator) definition(text string) evaluated {
	out := evaluated{mag: big.NewRat(1, 1)}
	sign := 1
	for len(text) > 0 {
		switch text[0] {
		case '/':
			sign, text = -1, text[1:]
			continue
		case '.':
			sign, text = 1, text[1:]
			continue
		}
		end := strings.IndexAny(text, "./")
		if end < 0 {
			end = len(text)
		}
		mag, dim, power := ev.simple(text[:end])
		power *= sign
		out.mag.Mul(out.mag, ratPower(mag, power))
		for i := range dim {
			out.dim[i] += dim[i] * int16(power)
		}
		sign, text = 1, text[end:]
	}
	return out
}

func (ev *evaluator) simple(text string) (*big.Rat, Dimension, int) {
	if n, ok := new(big.Rat).SetString(text); ok {
		return n, Dimension{}, 1
	}
	stem := strings.TrimRight(text, "0123456789")
	power := 1
	if stem != text {
		exp := text[len(stem):]
		if strings.HasSuffix(stem, "-") {
			stem, exp = strings.TrimSuffix(stem, "-"), "-"+exp
		}
		power = int(rational(ev.t, exp).Num().Int64())
	}
	if _, ok := ev.units[stem]; ok {
		v := ev.atom(stem)
		return v.mag, v.dim, power
	}
	for p, f := range ev.pre {
		if rest, ok := strings.CutPrefix(stem, p); ok {
			if _, ok := ev.units[rest]; ok {
				v := ev.atom(rest)
				return new(big.Rat).Mul(v.mag, f), v.dim, power
			}
		}
	}
	ev.t.Fatalf("a definition that this test cannot read: %s", text)
	return nil, Dimension{}, 0
}
