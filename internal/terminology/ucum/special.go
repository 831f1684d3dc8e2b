package ucum

import (
	"math"
	"math/big"
	"sync"
)

// function is what a special unit does with a number in its proper unit. It is either a shift, which stays exact, or
// a pair of inverse functions in floating point. These answer NaN where they are not defined.
type function struct {
	shift  *big.Rat // value = number - shift
	to     func(float64) float64
	from   func(float64) float64
	inputs func(float64) bool // which values of the unit have a meaning; nil for all
}

// functions are those that the unit table names (UCUM §30, §43, §44, §46, §47, §48).
var functions = sync.OnceValue(func() map[string]*function {
	shift := func(num, den int64) *function { return &function{shift: big.NewRat(num, den)} }
	potency := func(base float64) *function {
		return &function{
			to:   func(x float64) float64 { return -positive(math.Log, x) / math.Log(base) },
			from: func(x float64) float64 { return math.Pow(base, -x) },
		}
	}
	decimal := &function{
		to:   func(x float64) float64 { return -positive(log10, x) },
		from: func(x float64) float64 { return math.Pow(10, -x) },
	}
	return map[string]*function{
		"cel":   shift(27315, 100),
		"degf":  shift(45967, 100),
		"degre": shift(21852, 100),
		"pH":    decimal,
		"hpX":   decimal,
		"hpC":   potency(100),
		"hpM":   potency(1000),
		"hpQ":   potency(50000),
		"ln": {
			to:   func(x float64) float64 { return positive(math.Log, x) },
			from: math.Exp,
		},
		"lg": {
			to:   func(x float64) float64 { return positive(log10, x) },
			from: func(x float64) float64 { return math.Pow(10, x) },
		},
		"2lg": {
			to:   func(x float64) float64 { return 2 * positive(log10, x) },
			from: func(x float64) float64 { return math.Pow(10, x/2) },
		},
		"ld": {
			to:   func(x float64) float64 { return positive(math.Log2, x) },
			from: math.Exp2,
		},
		"100tan": {
			to: func(x float64) float64 {
				if math.Abs(x) >= math.Pi/2 {
					return math.NaN()
				}
				return 100 * math.Tan(x)
			},
			from: func(x float64) float64 { return math.Atan(x / 100) },
		},
		"sqrt": {
			to:     math.Sqrt,
			from:   func(x float64) float64 { return x * x },
			inputs: func(x float64) bool { return x >= 0 },
		},
	}
})

func positive(f func(float64) float64, x float64) float64 {
	if x <= 0 {
		return math.NaN()
	}
	return f(x)
}

// log10 keeps what math.Log10 loses near powers of ten: log10(1000) is 3.
func log10(x float64) float64 {
	k := math.Round(math.Log10(x))
	if math.Abs(k) > 300 {
		return math.Log10(x)
	}
	return k + math.Log(x/math.Pow10(int(k)))/math.Ln10
}
