package terminology

import "github.com/seed-a76b335c/philint/internal/terminology/ucum"

// belowZero says that a temperature is below absolute zero. UCUM converts it all the same; no reading is one. Where both
// units are kelvins the caller does not ask: such a number may be a difference.
func belowZero(v float64, q quantity) bool {
	kelvin, err := ucum.Parse("K")
	if err != nil || q.unit.Dimension() != kelvin.Dimension() || q.unit.Arbitrary() {
		return false
	}
	c, err := ucum.NewConverter(q.unit, kelvin)
	if err != nil {
		return false
	}
	x, ok := exact(v)
	if !ok {
		return false
	}
	r, ok := c.Exact(x)
	return ok && r.Sign() < 0
}

// rounding is how far below zero the zero of a formula may come out.
const rounding = 1e-9

// fromFormula passes the result of a formula. Both scales of such a pair begin at zero, and where one of them is
// negative the straight line has left what it was measured on.
func fromFormula(v, r float64) (float64, Tier, ConvertReason) {
	if v < 0 || r < -rounding {
		return 0, "", ImpossibleValue
	}
	return max(r, 0), TierFormula, ""
}
