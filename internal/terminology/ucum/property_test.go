package ucum

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// generator writes valid terms of proper units.
type generator struct {
	r      *rand.Rand
	proper []Atom
	pre    []Prefix
}

func newGenerator(seed uint64) *generator {
	g := &generator{r: rand.New(rand.NewPCG(seed, 1)), pre: Prefixes()}
	for _, a := range Atoms() {
		if a.Kind == KindBase || a.Kind == KindOrdinary {
			g.proper = append(g.proper, a)
		}
	}
	return g
}

func (g *generator) component(depth int) string {
	switch k := g.r.IntN(20); {
	case k == 0:
		return strconv.Itoa(g.r.IntN(500) + 1)
	case k == 1:
		return "{note}"
	case k <= 3 && depth > 0:
		return "(" + g.term(depth-1) + ")"
	}
	a := g.proper[g.r.IntN(len(g.proper))]
	out := a.Code
	if a.Metric && g.r.IntN(3) == 0 {
		out = g.pre[g.r.IntN(len(g.pre))].Code + out
	}
	if g.r.IntN(3) == 0 {
		out += strconv.Itoa(g.r.IntN(7) - 3)
	}
	if g.r.IntN(8) == 0 {
		out += "{" + out[:1] + "}"
	}
	return out
}

func (g *generator) term(depth int) string {
	out := g.component(depth)
	for g.r.IntN(2) == 0 && len(out) < 60 {
		out += string("./"[g.r.IntN(2)]) + g.component(depth)
	}
	return out
}

func magnitudeOf(t *testing.T, u Unit) *big.Rat {
	t.Helper()
	m, ok := u.Magnitude()
	if !ok {
		t.Fatalf("%s has no magnitude", u)
	}
	return m
}

func TestTermsObeyTheAlgebraOfUnits(t *testing.T) {
	g := newGenerator(3)
	for range 1500 {
		a, b, c := g.term(2), g.term(2), g.term(2)
		same := func(x, y string) {
			t.Helper()
			u, v := mustParse(t, x), mustParse(t, y)
			if u.Dimension() != v.Dimension() || magnitudeOf(t, u).Cmp(magnitudeOf(t, v)) != 0 {
				t.Fatalf("%s is not %s", x, y)
			}
		}
		pa, pb, pc := "("+a+")", "("+b+")", "("+c+")"
		same(pa+".("+pb+"."+pc+")", "("+pa+"."+pb+")."+pc)
		same(pa+"."+pb, pb+"."+pa)
		same(pa+"/"+pb, pa+".(1/"+pb+")")
		same("/"+pa, "1/"+pa)
		same(pa+"/"+pb+"/"+pc, pa+"/("+pb+"."+pc+")")
		same(pa+"/"+pb+"."+pc, "("+pa+"/"+pb+")."+pc)
		same(pa+"{x}", a)
		u := mustParse(t, a)
		if again := mustParse(t, u.String()); again.String() != a {
			t.Fatalf("%s comes back as %s", a, again)
		}
		canonical := mustParse(t, u.Canonical().String())
		if canonical.Dimension() != u.Dimension() || magnitudeOf(t, canonical).Cmp(big.NewRat(1, 1)) != 0 {
			t.Fatalf("%s is not canonical", canonical)
		}
		if !Commensurable(u, canonical) || canonical.Canonical().String() != canonical.String() {
			t.Fatalf("%s and its canonical unit", a)
		}
		if n := strings.Count(u.Name(), "("); n != strings.Count(u.Name(), ")") {
			t.Fatalf("the name of %s: %s", a, u.Name())
		}
	}
}

// families are units that convert among each other, shifts among them.
func families() [][]string {
	return [][]string{
		{"Cel", "[degF]", "[degRe]", "K", "mK", "mCel", "2.[degF]", "[degR]"},
		{"mm[Hg]", "kPa", "[psi]", "cm[H2O]", "bar", "atm", "[in_i'Hg]"},
		{"mg/dL", "g/L", "ug/mL", "[lb_av]/[gal_us]", "[gr]/[foz_us]"},
		{"deg", "rad", "circ", "gon", "'", "''"},
		{"cal", "J", "eV", "[Btu]", "kW.h", "[ft_i].[lbf_av]"},
		{"mmol/L", "umol/mL", "10*23/m3", "meq/dL"},
		{"dB[SPL]", "B[SPL]"},
	}
}

func TestThereAndBackIsTheSameAndDetoursDoNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for _, family := range families() {
		for range 300 {
			var u [3]Unit
			for i := range u {
				u[i] = mustParse(t, family[r.IntN(len(family))])
			}
			v, _ := exactDecimal(float64(r.IntN(100000)) / 100)
			step := func(v *big.Rat, from, to Unit) *big.Rat {
				t.Helper()
				c, err := NewConverter(from, to)
				if err != nil {
					t.Fatal(err)
				}
				out, ok := c.Exact(v)
				if !ok {
					t.Fatalf("%s to %s is not exact", from, to)
				}
				return out
			}
			if back := step(step(v, u[0], u[1]), u[1], u[0]); back.Cmp(v) != 0 {
				t.Fatalf("%s to %s and back: %s becomes %s", u[0], u[1], v, back)
			}
			if via, direct := step(step(v, u[0], u[1]), u[1], u[2]), step(v, u[0], u[2]); via.Cmp(direct) != 0 {
				t.Fatalf("%s to %s by %s: %s instead of %s", u[0], u[2], u[1], via, direct)
			}
		}
	}
}

func TestCurvesLeadBackToo(t *testing.T) {
	for _, family := range [][]string{
		{"[pH]", "mol/L", "nmol/L", "/m3"},
		{"B[V]", "dB[mV]", "V", "B[uV]", "B[10.nV]", "uV"},
		{"B[W]", "dB[kW]", "W"},
		{"B", "Np", "1", "bit_s", "%", "[hp'_X]", "[hp'_C]", "[hp'_M]", "[hp'_Q]"},
		{"[p'diop]", "%[slope]", "deg", "rad"},
		{"[m/s2/Hz^(1/2)]", "m2/s3"},
	} {
		for _, a := range family {
			for _, b := range family {
				for _, v := range []float64{0.25, 1, 1.4} {
					there, err := Convert(v, mustParse(t, a), mustParse(t, b))
					if err != nil {
						t.Fatalf("%v %s to %s: %v", v, a, b, err)
					}
					back, err := Convert(there, mustParse(t, b), mustParse(t, a))
					if err != nil || math.Abs(back-v) > 1e-9*v {
						t.Errorf("%v %s is %v %s is %v: %v", v, a, there, b, back, err)
					}
				}
			}
		}
	}
}
