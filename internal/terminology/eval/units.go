package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-a76b335c/philint/internal/terminology/ucum"
)

// units runs UCUM's functional cases. It reports whether one fails.
func (e *evaluation) units(cases [][]string) bool {
	passed, asked := map[string]int{}, map[string]int{}
	for _, c := range cases {
		asked[c[1]]++
		var args []string
		if err := json.Unmarshal([]byte(c[2]), &args); err == nil && functional(c[1], args, c[3]) {
			passed[c[1]]++
		} else if e.show {
			fmt.Fprintf(e.out, "  failed  %s\n", c[0])
		}
	}
	fmt.Fprintf(e.out, "\nUCUM functional cases\n")
	missed := false
	for _, action := range slices.Sorted(maps.Keys(asked)) {
		fmt.Fprintf(e.out, "  %-10s %6d of %d\n", action, passed[action], asked[action])
		missed = missed || passed[action] != asked[action]
	}
	return missed
}

func functional(action string, args []string, want string) bool {
	var parsed []ucum.Unit
	unit := func(i int) bool {
		u, err := ucum.Parse(args[i])
		parsed = append(parsed, u)
		return err == nil
	}
	switch {
	case action == "validate" && len(args) == 1:
		return unit(0) == (want == "valid")
	case action == "display" && len(args) == 1:
		name, err := ucum.Display(args[0])
		return err == nil && name == want
	case action == "convert" && len(args) == 3 && unit(1) && unit(2):
		v, ok := new(big.Rat).SetString(args[0])
		if !ok {
			return false
		}
		c, err := ucum.NewConverter(parsed[0], parsed[1])
		if err != nil {
			return false
		}
		r, ok := c.Exact(v)
		return ok && printed(r, want)
	case len(args) == 4 && unit(1) && unit(3):
		a, okA := new(big.Rat).SetString(args[0])
		b, okB := new(big.Rat).SetString(args[2])
		op := map[string]func(*big.Rat, ucum.Unit, *big.Rat, ucum.Unit) (*big.Rat, ucum.Unit, error){
			"multiply": ucum.MultiplyExact, "divide": ucum.DivideExact,
		}[action]
		if !okA || !okB || op == nil {
			return false
		}
		r, u, err := op(a, parsed[0], b, parsed[1])
		number, code, _ := strings.Cut(want, " ")
		return err == nil && printed(r, number) && (code == "" && u.Dimension().None() || u.String() == code)
	}
	return false
}

// printed says that a number, in as many digits as were printed, is what was printed: within half of the last digit.
func printed(r *big.Rat, want string) bool {
	w, ok := new(big.Rat).SetString(want)
	if !ok {
		return false
	}
	mantissa, exponent, _ := strings.Cut(want, "e")
	power := 0
	if exponent != "" {
		power, _ = strconv.Atoi(exponent)
	}
	if _, decimals, point := strings.Cut(mantissa, "."); point {
		power -= len(decimals)
	} else {
		power += len(mantissa) - len(strings.TrimRight(mantissa, "0")) // zeros at the end may not be digits
	}
	half := new(big.Rat).SetFrac64(1, 2)
	ten := new(big.Rat).SetInt64(10)
	for range max(power, -power) {
		if power > 0 {
			half.Mul(half, ten)
		} else {
			half.Quo(half, ten)
		}
	}
	d := new(big.Rat).Sub(r, w)
	return d.Abs(d).Cmp(half) <= 0
}

// factors holds the converter against published factors between codes. Where the list says that a factor contradicts its
// own molar masses, either may be right (haemoglobin is counted by monomer or tetramer, phosphate by phosphorus or ion);
// those are counted and judged by hand. It reports whether a sound factor is not met.
func (e *evaluation) factors(pairs [][]string) bool {
	var agree, differ, refused, met, checked, unmet int
	for _, p := range pairs {
		check := p[8]
		if check != "agrees" && check != "differs" {
			continue
		}
		checked++
		got := e.set.ConvertBetween(1, p[0], p[1], p[2], p[3])
		if got.Value == nil {
			refused++
			continue
		}
		near := false
		for f := range strings.SplitSeq(p[4], ";") {
			if want, err := strconv.ParseFloat(strings.TrimSpace(f), 64); err == nil {
				near = near || math.Abs(*got.Value-want) <= wantFactors/100*want
			}
		}
		switch {
		case check == "agrees" && near:
			agree++
		case check == "agrees":
			differ++
			if e.show {
				fmt.Fprintf(e.out, "  factor  %s %s to %s %s: %g, list %s\n", p[0], p[1], p[2], p[3], *got.Value, p[4])
			}
		case near:
			met++
			if e.show {
				fmt.Fprintf(e.out, "  doubtful %s %s to %s %s: %g, list %s\n", p[0], p[1], p[2], p[3], *got.Value, p[4])
			}
		default:
			unmet++
		}
	}
	fmt.Fprintf(e.out, "\nfactors between codes (%d checked)\n  sound factors met %d, not met %d; doubtful factors not met %d, met %d; no conversion %d\n",
		checked, agree, differ, unmet, met, refused)
	return differ > 0
}
