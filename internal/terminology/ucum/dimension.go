package ucum

import "strconv"

// The base units of UCUM, in the order of Dimension. They are sorted as canonical codes are.
const (
	dimC = iota
	dimK
	dimCd
	dimG
	dimM
	dimRad
	dimS
	dims
)

// baseCodes are the codes of the base units, in the order of Dimension.
func baseCodes() [dims]string { return [dims]string{"C", "K", "cd", "g", "m", "rad", "s"} }

// Dimension holds the exponents of the base units: C, K, cd, g, m, rad, s. The mole is a number and has none.
type Dimension [dims]int16

// String is the product of base units, "1" where there are none.
func (d Dimension) String() string {
	var out []byte
	for i, code := range baseCodes() {
		out = appendPower(out, code, int(d[i]))
	}
	if len(out) == 0 {
		return "1"
	}
	return string(out)
}

// None says whether this is the dimension of a plain number.
func (d Dimension) None() bool { return d == Dimension{} }

func (d Dimension) times(e Dimension, n int16) Dimension {
	for i := range d {
		d[i] += n * e[i]
	}
	return d
}

func appendPower(out []byte, code string, power int) []byte {
	if power == 0 {
		return out
	}
	if len(out) > 0 {
		out = append(out, '.')
	}
	out = append(out, code...)
	if power != 1 {
		out = strconv.AppendInt(out, int64(power), 10)
	}
	return out
}
