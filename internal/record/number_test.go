package record

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

func TestNumbersAreWrittenAsPeopleWriteThem(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", math.Copysign(0, -1): "0", 5.4: "5.4", 120: "120", 1e6: "1000000", 123456789: "123456789", 0.001: "0.001", -37.5: "-37.5",
		0.30000000000000004: "0.30000000000000004", 1e20: "100000000000000000000", 1e21: "1e+21", 0.000001: "0.000001", 1e-7: "1e-07",
		math.Inf(1): "", math.Inf(-1): "", 98.6: "98.6",
	} {
		if got := FormatNumber(x); got != want {
			t.Errorf("%g is written %q, want %q", x, got, want)
		}
	}
	if FormatNumber(math.NaN()) != "" {
		t.Error("what is no number is written")
	}
}

func TestAWrittenNumberReadsBackToItself(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		x := (r.Float64() - 0.5) * math.Pow(10, float64(r.IntN(40)-20))
		if r.IntN(3) == 0 {
			x = math.Round(x*100) / 100
		}
		s := FormatNumber(x)
		if back, err := strconv.ParseFloat(s, 64); err != nil || back != x {
			t.Fatalf("%g is written %q", x, s)
		}
		if strings.HasSuffix(s, ".0") || s == "-0" || math.Abs(x) > 1e-5 && math.Abs(x) < 1e20 && strings.Contains(s, "e") {
			t.Fatalf("%g is written %q", x, s)
		}
	}
}

func TestRoundingKeepsFourFigures(t *testing.T) {
	for x, want := range map[float64]float64{
		0: 0, 5: 5, 12345: 12350, 12344.9: 12340, -12345: -12350, 14079: 14080, 9999.6: 10000, 99995: 100000, 0.00012345: 0.0001235, 72.416666: 72.42,
		7.00049: 7, 1.0005: 1.001, 1e300: 1e300, 1.23456e-300: 1.235e-300, 0.30000000000000004: 0.3, math.MaxFloat64: math.MaxFloat64, 1234: 1234,
	} {
		if got := RoundSignificant(x, 4); got != want {
			t.Errorf("%g is rounded to %g, want %g", x, got, want)
		}
	}
	if got := RoundSignificant(math.Copysign(0, -1), 4); math.Signbit(got) {
		t.Error("a negative zero stays")
	}
	if !math.IsNaN(RoundSignificant(math.NaN(), 4)) || !math.IsInf(RoundSignificant(math.Inf(-1), 4), -1) {
		t.Error("what is no number became one")
	}
	if RoundSignificant(0.5678, 0) != 0.6 || RoundSignificant(math.Pi, 17) != math.Pi || RoundSignificant(math.Pi, 40) != math.Pi {
		t.Error("odd numbers of figures")
	}
}

// TestRoundingIsWhatDecimalArithmeticSays compares with exact rationals of the printed digits.
func TestRoundingIsWhatDecimalArithmeticSays(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 5_000 {
		x := math.Round(r.Float64()*1e7) / math.Pow(10, float64(r.IntN(9)))
		if x == 0 {
			continue
		}
		exact, _ := new(big.Rat).SetString(strconv.FormatFloat(x, 'f', -1, 64))
		step := big.NewRat(1, 1)
		ten := big.NewRat(10, 1)
		for new(big.Rat).Quo(exact, step).Cmp(big.NewRat(10_000, 1)) >= 0 {
			step.Mul(step, ten)
		}
		for new(big.Rat).Quo(exact, step).Cmp(big.NewRat(1_000, 1)) < 0 {
			step.Quo(step, ten)
		}
		q := new(big.Rat).Quo(exact, step)
		q.Add(q, big.NewRat(1, 2))
		floor := new(big.Int).Quo(q.Num(), q.Denom())
		want, _ := new(big.Rat).Mul(new(big.Rat).SetInt(floor), step).Float64()
		if got := RoundSignificant(x, 4); got != want {
			t.Fatalf("%s is rounded to %g, want %g", exact.FloatString(12), got, want)
		}
	}
}

func TestSumsCarryWhatAdditionsLose(t *testing.T) {
	tenths := make([]float64, 10)
	for i := range tenths {
		tenths[i] = 0.1
	}
	if got := SumInOrder(tenths); got != 1 {
		t.Errorf("ten tenths are %v", got)
	}
	if got := SumInOrder([]float64{1e16, 1, -1e16}); got != 1 {
		t.Errorf("one between large numbers is %v", got)
	}
	if SumInOrder(nil) != 0 || !math.IsInf(SumInOrder([]float64{math.MaxFloat64, math.MaxFloat64}), 1) {
		t.Error("nothing, and too much")
	}
	if _, ok := Mean(nil); ok {
		t.Error("nothing has a mean")
	}
	if m, ok := Mean([]float64{1, 2, 6}); !ok || m != 3 {
		t.Errorf("mean %v", m)
	}
}

// TestSumsAreExactToTheLastBit compares with exact rationals.
func TestSumsAreExactToTheLastBit(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		xs := make([]float64, r.IntN(200))
		exact := new(big.Rat)
		for i := range xs {
			xs[i] = math.Round(r.Float64()*1e5) / 100
			exact.Add(exact, new(big.Rat).SetFloat64(xs[i]))
		}
		want, _ := exact.Float64()
		if got := SumInOrder(xs); got != want {
			t.Fatalf("%d numbers add up to %v, want %v", len(xs), got, want)
		}
	}
}
