package ucum

import (
	"math"
	"math/big"
)

// Converter expresses values of one unit in another. It is made once and safe to share.
type Converter struct {
	linear *linear
	curve  *curve
}

// NewConverter prepares the conversion, or says with a *ConvertError why there is none.
func NewConverter(from, to Unit) (Converter, error) {
	if kind := check(from, to); kind != "" {
		return Converter{}, &ConvertError{Kind: kind}
	}
	return newConverter(from.value, to.value), nil
}

// NewRescaler is NewConverter, but also converts between two arbitrary terms that hold the same arbitrary units in
// the same powers, such as m[IU]/mL and [IU]/L. UCUM alone does not allow that (§25): the caller vouches that both
// were measured by the same procedure.
func NewRescaler(from, to Unit) (Converter, error) {
	a, b := from.value, to.value
	if a.arb == nil || b.arb == nil {
		return NewConverter(from, to)
	}
	if !sameArb(a.arb, b.arb) {
		return Converter{}, &ConvertError{Kind: Arbitrary}
	}
	if a.dim != b.dim {
		return Converter{}, &ConvertError{Kind: Incommensurable}
	}
	return newConverter(a, b), nil
}

// Convert expresses one value in another unit.
func Convert(v float64, from, to Unit) (float64, error) {
	c, err := NewConverter(from, to)
	if err != nil {
		return 0, err
	}
	return c.Convert(v)
}

// Convert expresses v in the unit converted to. Its error is a *ConvertError.
func (c Converter) Convert(v float64) (float64, error) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, &ConvertError{Kind: NotFinite}
	}
	var r float64
	switch {
	case c.linear != nil:
		r = c.linear.convert(v)
	case c.curve != nil:
		r = c.curve.convert(v)
	default: // the zero Converter changes nothing
		return v, nil
	}
	if math.IsNaN(r) {
		return 0, &ConvertError{Kind: Domain}
	}
	if math.IsInf(r, 0) {
		return 0, &ConvertError{Kind: NotFinite}
	}
	return r, nil
}

// Exact expresses v in the unit converted to without any rounding. It is not ok where only floating point can do it.
func (c Converter) Exact(v *big.Rat) (r *big.Rat, ok bool) {
	switch {
	case c.linear != nil:
		return c.linear.exact(v), true
	case c.curve != nil:
		return nil, false
	}
	return new(big.Rat).Set(v), true
}

func newConverter(a, b value) Converter {
	same := a.special != nil && b.special != nil && a.special.atom == b.special.atom
	if !same && (a.curved() || b.curved()) {
		return Converter{curve: newCurve(a, b)}
	}
	if same || a.special == nil && b.special == nil {
		return Converter{linear: newLinear(ratio(a.mag, b.mag), nil)}
	}
	ua, scaleA, shiftA := a.shifted()
	ub, scaleB, shiftB := b.shifted()
	units := ratio(ua, ub)
	// to the proper unit: (v × scaleA + shiftA) × ua; from it: (x / ub - shiftB) / scaleB
	slope, _ := units.times(ratio(scaleA, scaleB))
	offset := new(big.Rat).Mul(shiftA, units.exact())
	offset.Sub(offset, shiftB)
	offset.Quo(offset, scaleB.exact())
	return Converter{linear: newLinear(slope, offset)}
}

func (v value) curved() bool { return v.special != nil && v.special.function.shift == nil }

// shifted takes a value that is a multiple or a shift apart: the unit, and the scale and the shift of numbers in it.
func (v value) shifted() (unit, scale magnitude, shift *big.Rat) {
	if v.special == nil {
		return v.mag, magnitude{}, new(big.Rat)
	}
	return v.special.unit, v.mag, v.special.function.shift
}

// ratio divides. A quotient of two bounded magnitudes can be computed even where it would not itself be accepted.
func ratio(a, b magnitude) magnitude {
	r, _ := a.times(b.inverse())
	return r
}

// curve converts through a function that has no exact arithmetic.
type curve struct {
	from, to           *function // nil for a unit that is no function
	scaleFrom, scaleTo float64
	shiftFrom, shiftTo float64
	units              float64
}

func newCurve(a, b value) *curve {
	var c curve
	var ua, ub magnitude
	ua, c.scaleFrom, c.shiftFrom, c.from = a.curve()
	ub, c.scaleTo, c.shiftTo, c.to = b.curve()
	c.units, _ = ratio(ua, ub).exact().Float64()
	return &c
}

func (v value) curve() (unit magnitude, scale, shift float64, f *function) {
	if v.special == nil {
		return v.mag, 1, 0, nil
	}
	scale, _ = v.mag.exact().Float64()
	f = v.special.function
	if f.shift != nil {
		shift, _ = f.shift.Float64()
		f = nil
	}
	return v.special.unit, scale, shift, f
}

func (c *curve) convert(v float64) float64 {
	x := v * c.scaleFrom
	if c.from != nil {
		if c.from.inputs != nil && !c.from.inputs(x) {
			return math.NaN()
		}
		x = c.from.from(x)
	}
	x = (x + c.shiftFrom) * c.units
	if c.to != nil {
		x = c.to.to(x)
	}
	return (x - c.shiftTo) / c.scaleTo
}
