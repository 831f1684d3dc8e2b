package ucum

import (
	"math/big"
	"math/bits"
)

// magnitude is an exact positive number: num/den × 10^ten × π^pi.
//
// Powers of ten stand apart because nearly every unit in use is one times a small fraction, and π because it cancels
// in nearly every conversion. num/den is in small where it fits, else in big. The zero magnitude is one.
type magnitude struct {
	num, den uint64 // 0 stands for 1
	wide     *big.Rat
	ten      int32
	pi       int16
}

// piText is π as UCUM gives it.
const piText = "3.1415926535897932384626433832795028841971693993751058209749445923"

// How far a magnitude may grow: as many bits in its fraction, as many powers of ten and of π.
const (
	maxBits = 1 << 14
	maxTen  = 1 << 13
	maxPi   = 1 << 10
)

func small(n uint64, ten int32) magnitude {
	for n != 0 && n%10 == 0 {
		n /= 10
		ten++
	}
	return magnitude{num: n, ten: ten}
}

func (m magnitude) fraction() (num, den uint64) { return max(m.num, 1), max(m.den, 1) }

func (m magnitude) inverse() magnitude {
	m.ten, m.pi = -m.ten, -m.pi
	if m.wide != nil {
		m.wide = new(big.Rat).Inv(m.wide)
		return m
	}
	m.num, m.den = m.den, m.num
	return m
}

// times multiplies. The result is not ok if it has grown too large.
func (m magnitude) times(n magnitude) (magnitude, bool) {
	r := magnitude{ten: m.ten + n.ten, pi: m.pi + n.pi}
	if m.wide == nil && n.wide == nil {
		mn, md := m.fraction()
		nn, nd := n.fraction()
		mn, nd = reduce(mn, nd)
		nn, md = reduce(nn, md)
		hi1, lo1 := bits.Mul64(mn, nn)
		hi2, lo2 := bits.Mul64(md, nd)
		if hi1 == 0 && hi2 == 0 {
			r.num, r.den = lo1, lo2
			return r, r.bounded()
		}
	}
	r.wide = new(big.Rat).Mul(m.rat(), n.rat())
	return r, r.bounded()
}

// power raises to n. The bound on exponents keeps what is computed here small.
func (m magnitude) power(n int) (magnitude, bool) {
	if n < 0 {
		m, n = m.inverse(), -n
	}
	if m.wide == nil && m.num <= 1 && m.den <= 1 {
		m.ten, m.pi = m.ten*int32(n), m.pi*int16(n)
		return m, m.bounded()
	}
	if n == 1 {
		return m, true
	}
	r, ok := magnitude{}, true
	for ; n > 0 && ok; n >>= 1 {
		if n&1 == 1 {
			if r, ok = r.times(m); !ok {
				break
			}
		}
		if n > 1 {
			m, ok = m.times(m)
		}
	}
	return r, ok
}

func (m magnitude) bounded() bool {
	if m.ten > maxTen || m.ten < -maxTen || m.pi > maxPi || m.pi < -maxPi {
		return false
	}
	return m.wide == nil || m.wide.Num().BitLen() <= maxBits && m.wide.Denom().BitLen() <= maxBits
}

// rat is num/den alone. The caller must not change it.
func (m magnitude) rat() *big.Rat {
	if m.wide != nil {
		return m.wide
	}
	num, den := m.fraction()
	return new(big.Rat).SetFrac(new(big.Int).SetUint64(num), new(big.Int).SetUint64(den))
}

// exact is the whole number, with π as UCUM gives it.
func (m magnitude) exact() *big.Rat {
	r := new(big.Rat).Set(m.rat())
	r.Mul(r, ratPower(big.NewRat(10, 1), int(m.ten)))
	if m.pi != 0 {
		pi, _ := new(big.Rat).SetString(piText)
		r.Mul(r, ratPower(pi, int(m.pi)))
	}
	return r
}

func ratPower(r *big.Rat, n int) *big.Rat {
	e := big.NewInt(int64(max(n, -n)))
	num, den := new(big.Int).Exp(r.Num(), e, nil), new(big.Int).Exp(r.Denom(), e, nil)
	if n < 0 {
		num, den = den, num
	}
	return new(big.Rat).SetFrac(num, den)
}

// reduce divides both by what they share.
func reduce(a, b uint64) (uint64, uint64) {
	if a == 1 || b == 1 {
		return a, b
	}
	x, y := a, b
	for y != 0 {
		x, y = y, x%y
	}
	return a / x, b / x
}

// parseMagnitude reads a positive decimal such as 6.02214076 or 37e9.
func parseMagnitude(text string) (magnitude, bool) {
	if text == piText {
		return magnitude{pi: 1}, true
	}
	var n uint64
	var ten int32
	i, dot := 0, false
	for ; i < len(text); i++ {
		c := text[i]
		if c == '.' && !dot {
			dot = true
			continue
		}
		if c < '0' || c > '9' {
			break
		}
		if n > 1e17 {
			return magnitude{}, false
		}
		n = n*10 + uint64(c-'0')
		if dot {
			ten--
		}
	}
	if i < len(text) {
		e, ok := parseExponent(text[i+1:])
		if text[i] != 'e' || !ok {
			return magnitude{}, false
		}
		ten += int32(e)
	}
	return small(n, ten), n > 0
}

// parseExponent reads a whole number from -99 to 99 with or without a sign.
func parseExponent(text string) (int, bool) {
	sign := 1
	if text != "" && (text[0] == '+' || text[0] == '-') {
		if text[0] == '-' {
			sign = -1
		}
		text = text[1:]
	}
	if text == "" || len(text) > 3 {
		return 0, false
	}
	n := 0
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return 0, false
		}
		n = n*10 + int(text[i]-'0')
	}
	return sign * n, n <= 99
}
