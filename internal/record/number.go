package record

import (
	"math"
	"strconv"
	"strings"
)

// FormatNumber writes a number with as few digits as read back to the same number: 5.4, 120, 0.001. There is no
// trailing .0, no exponent between a millionth and 10²¹, and no negative zero. What is no number is written as nothing:
// it cannot be stored, so it cannot be asked for.
func FormatNumber(x float64) string {
	switch abs := math.Abs(x); {
	case x == 0:
		return "0"
	case math.IsNaN(x) || math.IsInf(x, 0):
		return ""
	case abs < 1e-6 || abs >= 1e21:
		return strconv.FormatFloat(x, 'e', -1, 64)
	default:
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
}

// RoundSignificant rounds to a number of significant figures, halves away from zero, as people do: 12345 to four is
// 12350. It rounds the digits that are printed, not the bits: 0.12345 is a half, though its nearest float is not.
func RoundSignificant(x float64, figures int) float64 {
	if x == 0 || math.IsNaN(x) || math.IsInf(x, 0) {
		return x + 0 // -0 is 0
	}
	figures = max(figures, 1)
	text := strconv.FormatFloat(math.Abs(x), 'e', -1, 64)
	mantissa, exponent, _ := strings.Cut(text, "e")
	digits := strings.Replace(mantissa, ".", "", 1)
	if len(digits) <= figures {
		return x
	}
	power, _ := strconv.Atoi(exponent)
	kept, _ := strconv.ParseUint(digits[:figures], 10, 64) // at most 16 digits: shortest forms have 17
	if digits[figures] >= '5' {
		kept++
	}
	rounded, err := strconv.ParseFloat(strconv.FormatUint(kept, 10)+"e"+strconv.Itoa(power-figures+1), 64)
	if err != nil {
		return x // the largest numbers have none above them
	}
	return math.Copysign(rounded, x)
}

// SumInOrder adds numbers in the order given, so that whoever adds the same rows gets the same bits. It carries what
// each addition loses (Neumaier): ten times 0.1 is 1.
func SumInOrder(xs []float64) float64 {
	var sum, lost float64
	for _, x := range xs {
		t := sum + x
		if math.Abs(sum) >= math.Abs(x) {
			lost += (sum - t) + x
		} else {
			lost += (x - t) + sum
		}
		sum = t
	}
	if math.IsInf(sum, 0) {
		return sum // what was lost on the way is no number then
	}
	return sum + lost
}

// Mean is the mean of numbers in the order given; ok is false where there are none.
func Mean(xs []float64) (mean float64, ok bool) {
	if len(xs) == 0 {
		return 0, false
	}
	return SumInOrder(xs) / float64(len(xs)), true
}
