package ucum

import (
	"math"
	"math/big"
	"math/bits"
	"strconv"
)

// linear is value × slope + offset. What fits in machine words is computed there, which gives the same number: each
// way rounds the exact result once.
type linear struct {
	slope  magnitude
	offset *big.Rat // nil for none
	big    *big.Rat // the slope, where words will not do

	words    bool // num, den, ten and shift are set
	num, den uint64
	ten      int   // without an offset: value × num/den × 10^ten
	shift    int64 // with one: (value × num + shift) / den
}

func newLinear(slope magnitude, offset *big.Rat) *linear {
	l := &linear{slope: slope}
	if offset != nil && offset.Sign() != 0 {
		l.offset = offset
		l.fitShifted()
	} else if slope.wide == nil && slope.pi == 0 {
		l.words = true
		l.num, l.den = slope.fraction()
		l.ten = int(slope.ten)
	}
	if !l.words {
		l.big = slope.exact()
	}
	return l
}

// fitShifted writes slope and offset over one denominator, if small numbers will do.
func (l *linear) fitShifted() {
	slope := l.slope.exact()
	den := new(big.Int).Mul(slope.Denom(), l.offset.Denom())
	den.Quo(den, new(big.Int).GCD(nil, nil, slope.Denom(), l.offset.Denom()))
	num := new(big.Int).Mul(slope.Num(), new(big.Int).Quo(den, slope.Denom()))
	shift := new(big.Int).Mul(l.offset.Num(), new(big.Int).Quo(den, l.offset.Denom()))
	if num.BitLen() <= 32 && den.BitLen() <= 32 && shift.BitLen() <= 32 {
		l.words = true
		l.num, l.den, l.shift = num.Uint64(), den.Uint64(), shift.Int64()
	}
}

func (l *linear) exact(v *big.Rat) *big.Rat {
	slope := l.big
	if slope == nil {
		slope = l.slope.exact()
	}
	r := new(big.Rat).Mul(v, slope)
	if l.offset != nil {
		r.Add(r, l.offset)
	}
	return r
}

func (l *linear) convert(v float64) float64 {
	if v == 0 && l.offset == nil {
		return v
	}
	if l.words {
		compute := l.scaleWords
		if l.offset != nil {
			compute = l.shiftWords
		}
		if r, ok := compute(shortest(v)); ok {
			return r
		}
	}
	return l.convertBig(v)
}

func (l *linear) convertBig(v float64) float64 {
	exact, _ := exactDecimal(v)
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
			n := math.Round(a * p) // below 1e15
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
	if d.ten < -19 || d.ten > 0 {
		return 0, false
	}
	hi, lo := bits.Mul64(d.digits, l.num)
	shiftHi, shiftLo := bits.Mul64(uint64(max(l.shift, -l.shift)), uint64(pow10[-d.ten]))
	negative := d.negative
	if negative == (l.shift < 0) {
		var carry uint64
		lo, carry = bits.Add64(lo, shiftLo, 0)
		hi, _ = bits.Add64(hi, shiftHi, carry) // both below 2^97
	} else {
		if hi < shiftHi || hi == shiftHi && lo < shiftLo {
			hi, lo, shiftHi, shiftLo = shiftHi, shiftLo, hi, lo
			negative = !negative
		}
		var borrow uint64
		lo, borrow = bits.Sub64(lo, shiftLo, 0)
		hi, _ = bits.Sub64(hi, shiftHi, borrow)
	}
	if hi|lo == 0 {
		return 0, true
	}
	r, ok := quotient(hi, lo, l.den, d.ten)
	if negative {
		r = -r
	}
	return r, ok
}

// pow10 are the powers of ten that a float64 holds exactly.
var pow10 = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
	1e20, 1e21, 1e22,
}

// pow5 are the powers of five that a word holds.
var pow5 = func() (p [28]uint64) {
	p[0] = 1
	for i := range p[1:] {
		p[i+1] = 5 * p[i]
	}
	return p
}()

// quotient is (hi,lo) × 10^ten / den, rounded once to the nearest float64, ties to even. The numerator is not zero.
func quotient(hi, lo, den uint64, ten int) (float64, bool) {
	if ten > 27 || ten < -27 {
		return 0, false
	}
	// 10^ten is 5^ten and a shift.
	if ten > 0 {
		over, h := bits.Mul64(hi, pow5[ten])
		carry, l := bits.Mul64(lo, pow5[ten])
		h, c := bits.Add64(h, carry, 0)
		if over|c != 0 {
			return 0, false
		}
		hi, lo = h, l
	} else {
		over, d := bits.Mul64(den, pow5[-ten])
		if over != 0 {
			return 0, false
		}
		den = d
	}
	// The denominator gets all of its 64 bits and the numerator 127 of its 128, so that the quotient has 63 or 64.
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
		q |= 1 // far below what is kept: it only tells more than a half from a half
	}
	return math.Ldexp(float64(q), exp+1-shift+ten), true
}
