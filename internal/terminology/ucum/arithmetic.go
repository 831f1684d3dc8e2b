package ucum

import (
	"math"
	"math/big"
	"strconv"
)

// Multiply is v1 u1 times v2 u2, in canonical units. Special units cannot be multiplied (UCUM §22).
func Multiply(v1 float64, u1 Unit, v2 float64, u2 Unit) (float64, Unit, error) {
	return combine(v1, u1, v2, u2, MultiplyExact)
}

// Divide is v1 u1 divided by v2 u2, in canonical units.
func Divide(v1 float64, u1 Unit, v2 float64, u2 Unit) (float64, Unit, error) {
	return combine(v1, u1, v2, u2, DivideExact)
}

// MultiplyExact is Multiply without rounding.
func MultiplyExact(v1 *big.Rat, u1 Unit, v2 *big.Rat, u2 Unit) (*big.Rat, Unit, error) {
	if u1.Special() || u2.Special() {
		return nil, Unit{}, &ConvertError{Kind: SpecialTerm}
	}
	v, kind := u1.value.times(u2.value)
	if kind != "" {
		return nil, Unit{}, &ConvertError{Kind: kind}
	}
	r := new(big.Rat).Mul(v1, v2)
	return r.Mul(r, v.mag.exact()), Unit{value: v}.Canonical(), nil
}

// DivideExact is Divide without rounding.
func DivideExact(v1 *big.Rat, u1 Unit, v2 *big.Rat, u2 Unit) (*big.Rat, Unit, error) {
	if u1.Special() || u2.Special() {
		return nil, Unit{}, &ConvertError{Kind: SpecialTerm}
	}
	if v2.Sign() == 0 {
		return nil, Unit{}, &ConvertError{Kind: NotFinite}
	}
	v, kind := u1.value.over(u2.value)
	if kind != "" {
		return nil, Unit{}, &ConvertError{Kind: kind}
	}
	r := new(big.Rat).Quo(v1, v2)
	return r.Mul(r, v.mag.exact()), Unit{value: v}.Canonical(), nil
}

type exactOp func(*big.Rat, Unit, *big.Rat, Unit) (*big.Rat, Unit, error)

func combine(v1 float64, u1 Unit, v2 float64, u2 Unit, op exactOp) (float64, Unit, error) {
	a, ok1 := exactDecimal(v1)
	b, ok2 := exactDecimal(v2)
	if !ok1 || !ok2 {
		return 0, Unit{}, &ConvertError{Kind: NotFinite}
	}
	r, u, err := op(a, u1, b, u2)
	if err != nil {
		return 0, Unit{}, err
	}
	f, _ := r.Float64()
	if math.IsInf(f, 0) {
		return 0, Unit{}, &ConvertError{Kind: NotFinite}
	}
	return f, u, nil
}

// exactDecimal is the shortest decimal that stands for v.
func exactDecimal(v float64) (*big.Rat, bool) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil, false
	}
	return new(big.Rat).SetString(strconv.FormatFloat(v, 'e', -1, 64))
}
