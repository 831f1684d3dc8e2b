package ucum

import (
	"encoding/json"
	"math/big"
	"os"
	"strings"
	"testing"
)

const functionalTests = "../../../../shared/data/ucum/functional-tests.tsv"

// The functional tests of UCUM, by their own ids. UCUM_FUNCTIONAL_TESTS may name another file of the same form.
func TestFunctionalCasesOfUCUM(t *testing.T) {
	path := functionalTests
	if p := os.Getenv("UCUM_FUNCTIONAL_TESTS"); p != "" {
		path = p
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Skip("functional-tests.tsv: not here")
	}
	count := map[string]int{}
	for n, line := range strings.Split(strings.TrimRight(string(data), "\n"), "\n") {
		if n == 0 {
			continue
		}
		cells := strings.Split(line, "\t")
		var args []string
		if len(cells) < 4 {
			t.Fatalf("line %d: too few cells", n+1)
		}
		if err := json.Unmarshal([]byte(cells[2]), &args); err != nil {
			t.Fatalf("line %d: %v", n+1, err)
		}
		if got := runFunctional(t, cells[1], args, cells[3]); got != cells[3] {
			t.Errorf("%s %s: got %s, want %s", cells[0], cells[2], got, cells[3])
		}
		count[cells[1]]++
	}
	t.Logf("%v", count)
}

func runFunctional(t *testing.T, action string, args []string, want string) string {
	t.Helper()
	units := func(at ...int) (out []Unit) {
		for _, i := range at {
			u, err := Parse(args[i])
			if err != nil {
				t.Errorf("%s: %v", args[i], err)
			}
			out = append(out, u)
		}
		return out
	}
	switch action {
	case "validate":
		if _, err := Parse(args[0]); err != nil {
			return "invalid"
		}
		return "valid"
	case "display":
		name, err := Display(args[0])
		if err != nil {
			t.Error(err)
		}
		return name
	case "convert":
		u := units(1, 2)
		c, err := NewConverter(u[0], u[1])
		if err != nil {
			return err.Error()
		}
		r, ok := c.Exact(rational(t, args[0]))
		if !ok {
			f, _ := rational(t, args[0]).Float64()
			if f, err = c.Convert(f); err != nil {
				return err.Error()
			}
			r = new(big.Rat).SetFloat64(f)
		}
		return asPrinted(t, r, want)
	case "multiply", "divide":
		u := units(1, 3)
		op := MultiplyExact
		if action == "divide" {
			op = DivideExact
		}
		r, unit, err := op(rational(t, args[0]), u[0], rational(t, args[2]), u[1])
		if err != nil {
			return err.Error()
		}
		number, _, _ := strings.Cut(want, " ")
		out := asPrinted(t, r, number)
		if !unit.Dimension().None() {
			out += " " + unit.String()
		}
		return out
	}
	t.Errorf("an action that this test does not know: %s", action)
	return ""
}

func rational(t *testing.T, text string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		t.Fatalf("not a number: %s", text)
	}
	return r
}

// asPrinted answers want if r, rounded to as many digits as want has, is want; else r.
func asPrinted(t *testing.T, r *big.Rat, want string) string {
	t.Helper()
	w := rational(t, want)
	mantissa, _, _ := strings.Cut(want, "e")
	digits := len(strings.TrimLeft(strings.ReplaceAll(strings.TrimLeft(mantissa, "-"), ".", ""), "0"))
	if digits == 0 {
		digits = 1
	}
	if round(r, digits).Cmp(w) == 0 {
		return want
	}
	// trailing zeros of a whole number may or may not be digits
	if trimmed := len(strings.TrimRight(mantissa, "0")); !strings.Contains(mantissa, ".") && trimmed > 0 {
		if round(r, digits-(len(mantissa)-trimmed)).Cmp(w) == 0 {
			return want
		}
	}
	return r.FloatString(30)
}

// round rounds r half up to some significant digits.
func round(r *big.Rat, digits int) *big.Rat {
	if r.Sign() == 0 {
		return r
	}
	x := new(big.Rat).Abs(r)
	exp := 0
	ten, tenth := big.NewRat(10, 1), big.NewRat(1, 10)
	low := ratPower(ten, digits-1)
	high := ratPower(ten, digits)
	for x.Cmp(high) >= 0 {
		x.Mul(x, tenth)
		exp++
	}
	for x.Cmp(low) < 0 {
		x.Mul(x, ten)
		exp--
	}
	x.Add(x, big.NewRat(1, 2))
	n := new(big.Rat).SetInt(new(big.Int).Quo(x.Num(), x.Denom()))
	n.Mul(n, ratPower(ten, exp))
	if r.Sign() < 0 {
		n.Neg(n)
	}
	return n
}
