package ucum

import (
	"math/big"
	"strings"
)

// Unit is a parsed code. It is immutable; the zero Unit is the unity. Units are compared by their String, or by what
// they measure with Commensurable.
type Unit struct {
	code  string
	value value
}

// String is the code as it was given.
func (u Unit) String() string {
	if u.code == "" {
		return "1"
	}
	return u.code
}

// Dimension holds the exponents of the base units. That of an arbitrary unit leaves the arbitrary units out.
func (u Unit) Dimension() Dimension { return u.value.dim }

// Special says whether values in u are a function of a quantity and no multiple of it, as with degrees Celsius.
func (u Unit) Special() bool { return u.value.special != nil }

// Arbitrary says whether u depends on a procedure, as [IU] does.
func (u Unit) Arbitrary() bool { return u.value.arb != nil }

// Magnitude is how many times its canonical unit u is. A special unit has none.
func (u Unit) Magnitude() (*big.Rat, bool) {
	if u.value.special != nil {
		return nil, false
	}
	return u.value.mag.exact(), true
}

// Canonical is the product of base units, and of arbitrary units if there are any, that u is a multiple or a function
// of. Units with the same canonical code are commensurable, unless they are arbitrary.
func (u Unit) Canonical() Unit {
	var out []byte
	arb := u.value.arb
	for i, code := range baseCodes() {
		for len(arb) > 0 && arb[0].atom.Code < code {
			out, arb = appendPower(out, arb[0].atom.Code, arb[0].power), arb[1:]
		}
		out = appendPower(out, code, int(u.value.dim[i]))
	}
	for _, a := range arb {
		out = appendPower(out, a.atom.Code, a.power)
	}
	return Unit{code: string(out), value: value{dim: u.value.dim, arb: u.value.arb}}
}

// Name spells the unit out, as in "(milligram) / (deciliter)".
func (u Unit) Name() string {
	if u.code == "" {
		return "(unity)"
	}
	t, err := table()
	if err != nil {
		return ""
	}
	var b strings.Builder
	p := parser{t: t, text: u.code, names: &b}
	if _, err := p.parse(); err != nil {
		return ""
	}
	return b.String()
}

// Display is the Name of a code. The empty code stands for the unity here, as UCUM's tests have it.
func Display(code string) (string, error) {
	if code == "" {
		return Unit{}.Name(), nil
	}
	u, err := Parse(code)
	if err != nil {
		return "", err
	}
	return u.Name(), nil
}

// Commensurable says whether values in a can be expressed in b.
func Commensurable(a, b Unit) bool { return check(a, b) == "" }

func check(a, b Unit) Kind {
	if a.value.arb != nil || b.value.arb != nil {
		if a.code == b.code {
			return ""
		}
		return Arbitrary
	}
	if a.value.dim != b.value.dim {
		return Incommensurable
	}
	return ""
}
