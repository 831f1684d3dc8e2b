package ucum

import (
	"math"
	"math/big"
	"math/bits"
	"strconv"
)

// linear is value × num/den × 10^ten, or (value × num + shift) / den with a shift. What fits in machine words is
// computed there, which gives the same number: each of these ways rounds the exact result once.
type linear struct {
	num, den uint64 // 0 if they do not fit
	ten      int
	shift    int64
	shifted  bool
	slope    *big.Rat // the whole of it
	offset   *big.Rat // nil for none
}

func newLinear(slope magnitude, offset *big.Rat) *linear {
	l := &linear{slope: slope.exact()}
	if offset != nil && offset.Sign() != 0 {
		l.offset, l.shifted = offset, true
		l.fitShifted()
		return l
	}
	if slope.wide == nil && slope.pi == 0 {
		l.num, l.den = slope.fraction()
		l.ten = int(slope.ten)
	}
	return l
}

// fitShifted writes slope and offset over one denominator, if small numbers will do.
func (l *linear) fitShifted() {
	den := new(big.Int).Mul(l.slope.Denom(), l.offset.Denom())
	den.Quo(den, new(big.Int).GCD(nil, nil, l.slope.Denom(), l.offset.Denom()))
	num := new(big.Int).Mul(l.slope.Num(), new(big.Int).Quo(den, l.slope.Denom()))
	shift := new(big.Int).Mul(l.offset.Num(), new(big.Int).Quo(den, l.offset.Denom()))
	if num.BitLen() <= 32 && den.BitLen() <= 32 && shift.BitLen() <= 32 {
		l.num, l.den, l.shift = num.Uint64(), den.Uint64(), shift.Int64()
	}
}

func (l *linear) exact(v *big.Rat) *big.Rat {
	r := new(big.Rat).Mul(v, l.slope)
	if l.offset != nil {
		r.Add(r, l.offset)
	}
	return r
}

func (l *linear) convert(v float64) float64 {
	if v == 0 && !l.shifted {
		return v
	}
	if l.num != 0 {
		d := shortest(v)
		if l.shifted {
			if r, ok := l.shiftWords(d); ok {
				return r
			}
		} else if r, ok := l.scaleWords(d); ok {
			return r
		}
	}
	exact, _ := new(big.Rat).SetString(strconv.FormatFloat(v, 'e', -1, 64))
	r, _ := l.exact(exact).Float64()
	return r
}

// decimal is ±digits × 10^ten.
type decimal struct {
	digits   uint64
	ten      int
	negative bool
}

// shortest is the shortest decimal that stands for v. A decimal of at most 15 digits that v is nearest to is that
// one, because no two such decimals share a float64.
func shortest(v float64) decimal {
	a := math.Abs(v)
	if a < 1e11 && a > 1e-4 {
		for places, p := 0, 1.0; places <= 4; places, p = places+1, p*10 {
			n := math.Round(a * p)
			if n/p == a {
				return decimal{uint64(n), -places, v < 0}
			}
		}
	}
	var buf [32]byte
	text := strconv.AppendFloat(buf[:0], a, 'e', -1, 64)
	d := decimal{negative: v < 0}
	i, dot := 0, false
	for ; text[i] != 'e'; i++ {
		if text[i] == '.' {
			dot = true
			continue
		}
		d.digits = d.digits*10 + uint64(text[i]-'0')
		if dot {
			d.ten--
		}
	}
	e, sign := 0, 1
	if text[i+1] == '-' {
		sign = -1
	}
	for _, c := range text[i+2:] {
		e = e*10 + int(c-'0')
	}
	d.ten += sign * e
	return d
}

// scaleWords multiplies in machine words. It is not ok where they are too short.
func (l *linear) scaleWords(d decimal) (float64, bool) {
	hi, lo := bits.Mul64(d.digits, l.num)
	ten := d.ten + l.ten
	var r float64
	switch {
	case hi == 0 && lo < 1<<53 && l.den == 1 && ten >= 0 && ten <= 22:
		r = float64(lo) * pow10[ten]
	case hi == 0 && lo < 1<<53 && l.den == 1 && ten < 0 && ten >= -22:
		r = float64(lo) / pow10[-ten]
	default:
		var ok bool
		if r, ok = quotient(hi, lo, l.den, ten); !ok {
			return 0, false
		}
	}
	if d.negative {
		r = -r
	}
	return r, true
}

// shiftWords multiplies and shifts in machine words. It is not ok where they are too short.
func (l *linear) shiftWords(d decimal) (float64, bool) {
	if d.ten < -9 || d.ten > 9 || d.digits >= 1<<53 {
		return 0, false
	}
	hi, lo := bits.Mul64(d.digits, l.num)
	shift, den := l.shift, l.den // 32 bits each
	if d.ten < 0 {
		shift *= int64(pow10[-d.ten])
		den *= uint64(pow10[-d.ten])
	} else {
		var over uint64
		over, lo = bits.Mul64(lo, uint64(pow10[d.ten]))
		hi |= over
	}
	if hi != 0 || lo >= 1<<62 {
		return 0, false
	}
	n := int64(lo)
	if d.negative {
		n = -n
	}
	n += shift // both below 2^62
	if n == 0 {
		return 0, true
	}
	r, ok := quotient(0, uint64(max(n, -n)), den, 0)
	if n < 0 {
		r = -r
	}
	return r, ok
}

// pow10 are the powers of ten that a float64 holds exactly.
var pow10 = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
	1e20, 1e21, 1e22,
}

// quotient is (hi,lo) × 10^ten / den, rounded once to the nearest float64, ties to even.
func quotient(hi, lo, den uint64, ten int) (float64, bool) {
	for ; ten > 0; ten -= min(ten, 19) {
		p := uint64(pow10[min(ten, 19)])
		over, h := bits.Mul64(hi, p)
		carry, l := bits.Mul64(lo, p)
		var c uint64
		h, c = bits.Add64(h, carry, 0)
		if over != 0 || c != 0 {
			return 0, false
		}
		hi, lo = h, l
	}
	if ten < 0 {
		if ten < -19 {
			return 0, false
		}
		over, d := bits.Mul64(den, uint64(pow10[-ten]))
		if over != 0 {
			return 0, false
		}
		den = d
	}
	if hi == 0 && lo < 1<<53 && den < 1<<53 {
		return float64(lo) / float64(den), true
	}
	// Shift the denominator to 64 bits and the numerator to 127, so that the quotient has 63 or 64.
	exp := bits.LeadingZeros64(den)
	den <<= exp
	shift := bits.LeadingZeros64(hi)
	if hi == 0 {
		shift += bits.LeadingZeros64(lo)
	}
	lost := uint64(0)
	switch {
	case shift == 0:
		lost = lo & 1
		hi, lo = hi>>1, hi<<63|lo>>1
	case shift > 64:
		hi, lo = lo<<(shift-65), 0
	default:
		hi, lo = hi<<(shift-1)|lo>>(65-shift), lo<<(shift-1)
	}
	q, rem := bits.Div64(hi, lo, den)
	if rem|lost != 0 {
		q |= 1 // below what is kept: it only tells a half from more than a half
	}
	return math.Ldexp(float64(q), exp+1-shift), true
}
