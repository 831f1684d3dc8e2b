package main

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/seed-a76b335c/philint/internal/terminology/ucum"
)

// testCase is one conversion that both sides are asked for.
type testCase struct {
	Group string  `json:"-"`
	Value float64 `json:"value"`
	From  string  `json:"from"`
	To    string  `json:"to"`
}

// generator makes conversions from the unit table. The same seed makes the same ones.
type generator struct {
	r         *rand.Rand
	prefixes  []ucum.Prefix
	proper    []ucum.Atom
	special   []ucum.Atom
	arbitrary []ucum.Atom
	byDim     map[ucum.Dimension][]ucum.Atom
	dims      map[string]ucum.Dimension
}

func newGenerator(seed uint64) (*generator, error) {
	g := &generator{
		r: rand.New(rand.NewPCG(seed, 0)), prefixes: ucum.Prefixes(),
		byDim: map[ucum.Dimension][]ucum.Atom{}, dims: map[string]ucum.Dimension{},
	}
	for _, a := range ucum.Atoms() {
		u, err := ucum.Parse(a.Code)
		if err != nil {
			return nil, err
		}
		g.dims[a.Code] = u.Dimension()
		switch a.Kind {
		case ucum.KindSpecial:
			g.special = append(g.special, a)
		case ucum.KindArbitrary:
			g.arbitrary = append(g.arbitrary, a)
		default:
			g.proper = append(g.proper, a)
			g.byDim[u.Dimension()] = append(g.byDim[u.Dimension()], a)
		}
	}
	return g, nil
}

// group is a kind of conversion and how many of a hundred are of it.
type group struct {
	name  string
	share int
	make  func(*generator) (from, to string)
}

func groups() []group {
	return []group{
		{"one unit", 24, func(g *generator) (string, string) {
			a := pick(g.r, g.proper)
			return g.written(a, 1), g.written(pick(g.r, g.byDim[g.dims[a.Code]]), 1)
		}},
		{"a power", 10, func(g *generator) (string, string) {
			a, n := pick(g.r, g.proper), pick(g.r, []int{-3, -2, -1, 2, 3})
			return g.written(a, n), g.written(pick(g.r, g.byDim[g.dims[a.Code]]), n)
		}},
		{"a product", 20, (*generator).product},
		{"parentheses and numbers", 8, (*generator).nested},
		{"annotations", 6, (*generator).annotated},
		{"canonical units", 6, func(g *generator) (string, string) {
			code := g.written(pick(g.r, g.proper), 1)
			u, err := ucum.Parse(code)
			if err != nil {
				return code, code
			}
			return code, u.Canonical().String()
		}},
		{"special units", 10, (*generator).specials},
		{"special units in terms", 3, (*generator).specialTerms},
		{"incommensurable units", 5, func(g *generator) (string, string) {
			return g.written(pick(g.r, g.proper), 1), g.written(pick(g.r, g.proper), pick(g.r, []int{1, 2, -1}))
		}},
		{"arbitrary units", 3, (*generator).arbitraries},
		{"prefixes where none may stand", 2, func(g *generator) (string, string) {
			var plain []ucum.Atom
			for _, a := range g.proper {
				if !a.Metric {
					plain = append(plain, a)
				}
			}
			a := pick(g.r, plain)
			return pick(g.r, g.prefixes).Code + a.Code, a.Code
		}},
		{"not a unit", 3, (*generator).broken},
	}
}

// cases makes n conversions, the groups in turn.
func (g *generator) cases(n int) []testCase {
	var out []testCase
	for _, group := range groups() {
		for range n * group.share / 100 {
			from, to := group.make(g)
			value := g.value()
			if strings.HasPrefix(group.name, "special") {
				value = float64(g.r.IntN(9999)+1) / 100 // levels and potencies: ten to the power of 99 is enough
			}
			out = append(out, testCase{Group: group.name, Value: value, From: from, To: to})
		}
	}
	return append(out, points()...)
}

// points are values that chance would hardly find.
func points() []testCase {
	const name = "points"
	return []testCase{
		{name, 98.6, "[degF]", "Cel"},
		{name, 32, "[degF]", "Cel"},
		{name, 50.1, "[degF]", "Cel"},
		{name, 273.15, "K", "Cel"},
		{name, 255.37222222222223, "K", "[degF]"},
		{name, 1.0000001, "mV", "B[mV]"},
		{name, 120, "deg", "%[slope]"},
		{name, 45, "deg", "%[slope]"},
	}
}

func (g *generator) value() float64 {
	digits := float64(g.r.IntN(99999) + 1)
	return digits / []float64{1, 10, 100, 1000}[g.r.IntN(4)]
}

func (g *generator) written(a ucum.Atom, power int) string {
	out := a.Code
	if a.Metric && g.r.IntN(2) == 0 {
		out = pick(g.r, g.prefixes).Code + out
	}
	if power != 1 {
		out += strconv.Itoa(power)
	}
	return out
}

// product is two to four units, and others of the same dimensions in another order.
func (g *generator) product() (string, string) {
	type part struct {
		op       byte
		from, to string
	}
	parts := make([]part, g.r.IntN(3)+2)
	for i := range parts {
		a := pick(g.r, g.proper)
		power := pick(g.r, []int{1, 1, 1, 2, -1})
		parts[i] = part{
			"./"[g.r.IntN(2)], g.written(a, power), g.written(pick(g.r, g.byDim[g.dims[a.Code]]), power),
		}
	}
	join := func(text func(part) string) string {
		var b strings.Builder
		for i, p := range parts {
			if i == 0 && p.op == '.' {
				b.WriteString(text(p))
				continue
			}
			b.WriteByte(p.op)
			b.WriteString(text(p))
		}
		return b.String()
	}
	from := join(func(p part) string { return p.from })
	g.r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	// Only the first of a term may go without an operator, so it must be one that multiplies.
	for i := range parts {
		if parts[i].op == '.' {
			parts[0], parts[i] = parts[i], parts[0]
			break
		}
	}
	return from, join(func(p part) string { return p.to })
}

func (g *generator) nested() (string, string) {
	a, b := pick(g.r, g.proper), pick(g.r, g.proper)
	n := strconv.Itoa(g.r.IntN(30) + 1)
	from := g.written(a, 1) + "/(" + n + "." + g.written(b, 1) + ")"
	toA, toB := pick(g.r, g.byDim[g.dims[a.Code]]), pick(g.r, g.byDim[g.dims[b.Code]])
	to := "(" + g.written(toA, 1) + ")/" + g.written(toB, 1)
	if g.r.IntN(2) == 0 {
		to = "10*" + strconv.Itoa(g.r.IntN(13)-6) + "." + g.written(toA, 1) + "/" + g.written(toB, 1)
	}
	return from, to
}

func (g *generator) annotated() (string, string) {
	notes := []string{"{wet}", "{total}", "{a.b/c}", "{cells}", "{'x'}"}
	a := pick(g.r, g.proper)
	from, to := g.written(a, 1), g.written(pick(g.r, g.byDim[g.dims[a.Code]]), 1)
	switch g.r.IntN(5) {
	case 0:
		return from + pick(g.r, notes), to
	case 4:
		return from + "{dry weight}", to
	case 1:
		return pick(g.r, notes) + "." + from, to + pick(g.r, notes)
	case 2:
		return pick(g.r, notes) + "/" + from, "/" + to
	}
	return from + "/" + pick(g.r, notes), "(" + to + pick(g.r, notes) + ")"
}

// specials converts a special unit to or from another of its dimension.
func (g *generator) specials() (string, string) {
	s := pick(g.r, g.special)
	others := append([]ucum.Atom(nil), g.byDim[g.dims[s.Code]]...)
	for _, o := range g.special {
		if g.dims[o.Code] == g.dims[s.Code] {
			others = append(others, o)
		}
	}
	from, to := g.scaled(s), ""
	if len(others) > 1 {
		to = g.scaled(pick(g.r, others))
	} else {
		u, err := ucum.Parse(s.Code)
		if err != nil {
			return s.Code, s.Code
		}
		to = u.Canonical().String()
	}
	if g.r.IntN(3) == 0 {
		return to, from
	}
	return from, to
}

func (g *generator) scaled(a ucum.Atom) string {
	if a.Metric && g.r.IntN(3) == 0 {
		return pick(g.r, []string{"d", "c", "m", "k"}) + a.Code
	}
	if a.Kind == ucum.KindSpecial && g.r.IntN(6) == 0 {
		return strconv.Itoa(g.r.IntN(9)+2) + "." + a.Code
	}
	return a.Code
}

func (g *generator) specialTerms() (string, string) {
	s, p := pick(g.r, g.special).Code, pick(g.r, g.proper).Code
	term := pick(g.r, []string{s + "2", s + "." + p, p + "/" + s, "/" + s, s + "/2", s + ".10*2", "(" + s + ")", "%." + s})
	return term, s
}

func (g *generator) arbitraries() (string, string) {
	a := pick(g.r, g.arbitrary).Code
	switch g.r.IntN(4) {
	case 0:
		return a, pick(g.r, g.arbitrary).Code
	case 1:
		return a + "/L", a + "/mL"
	case 2:
		return a, a
	}
	return a, pick(g.r, []string{"1", "g", "mol"})
}

// broken is a unit with something wrong in it.
func (g *generator) broken() (string, string) {
	a := g.written(pick(g.r, g.proper), 1)
	return pick(g.r, []string{
		a + "/", a + "..m", "(" + a, a + ")", "(" + a + ")2", a + "{x", "2" + a, a + "-", "X" + a, a + "(m)", "{x}" + a,
		a + "2-3", "." + a, a + "//m", "10+" + "3/" + a, a + "{x}{y}",
	}), a
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }
