package tally

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func num(x float64) *float64 { return &x }

func text(x *float64) any {
	if x == nil {
		return "none"
	}
	return *x
}

func TestValuesAreSummedUp(t *testing.T) {
	in := func(unit string, xs ...float64) []Value {
		var out []Value
		for _, x := range xs {
			out = append(out, Value{Number: num(x), Unit: unit, Canonical: num(x / 10), CanonicalUnit: "g"})
		}
		return out
	}
	word := Value{}
	for _, tt := range []struct {
		name                string
		values              []Value
		count, numeric      int
		mixed               bool
		unit                string
		least, most, mean   any
		compared, leftAside int
	}{
		{"nothing", nil, 0, 0, false, "", "none", "none", "none", 0, 0},
		{"words alone", []Value{word, word}, 2, 0, false, "", "none", "none", "none", 0, 0},
		{"one", in("a", 5), 1, 1, false, "", 5.0, 5.0, 5.0, 0, 0},
		{"words beside numbers", append(in("a", 1, 2), word), 3, 2, false, "", 1.0, 2.0, 1.5, 0, 0},
		{"a word has no unit that could differ", append(in("a", 1), Value{Unit: "b"}), 2, 1, false, "", 1.0, 1.0, 1.0, 0, 0},
		{"thirds are rounded", in("a", 1, 0, 0), 3, 3, false, "", 0.0, 1.0, 0.3333, 0, 0},
		{"ten tenths are one", in("a", .1, .1, .1, .1, .1, .1, .1, .1, .1, .1), 10, 10, false, "", .1, .1, .1, 0, 0},
		{"two units", append(in("a", 10), in("b", 30)...), 2, 2, true, "g", 1.0, 3.0, 2.0, 0, 0},
		{"a sign", append(in("a", 10), Value{Number: num(2), Unit: "a", Compared: true}), 2, 2, false, "", 2.0, 10.0, 10.0, 1, 0},
		{"only signs", []Value{{Number: num(2), Unit: "a", Compared: true}}, 1, 1, false, "", 2.0, 2.0, "none", 1, 0},
		{"what does not convert", append(in("a", 10), in("b", 30)[0], Value{Number: num(7), Unit: "c"}), 3, 3, true, "g", 1.0, 3.0, 2.0, 0, 1},
		{"nothing converts", []Value{{Number: num(1), Unit: "a"}, {Number: num(2), Unit: "b"}}, 2, 2, true, "", "none", "none", "none", 0, 2},
		{"the unit that most have", append(in("a", 10, 20), Value{Number: num(7), Unit: "c", Canonical: num(7), CanonicalUnit: "c"}), 3, 3, true, "g", 1.0, 2.0, 1.5, 0, 1},
		{"of two as frequent the newer", []Value{{Number: num(1), Unit: "a", Canonical: num(1), CanonicalUnit: "a"}, {Number: num(2), Unit: "b", Canonical: num(2), CanonicalUnit: "b"}}, 2, 2, true, "b", 2.0, 2.0, 2.0, 0, 1},
		{"digits that a conversion made", []Value{{Number: num(1), Unit: "a", Canonical: num(0.1 + 0.2), CanonicalUnit: "g"}, {Number: num(1), Unit: "b", Canonical: num(1), CanonicalUnit: "g"}}, 2, 2, true, "g", 0.3, 1.0, 0.65, 0, 0},
		{"a sum beyond all numbers", in("a", math.MaxFloat64, math.MaxFloat64), 2, 2, false, "", math.MaxFloat64, math.MaxFloat64, "none", 0, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := BasisOf(tt.values)
			s := Of(tt.values, b)
			if b.Mixed != tt.mixed || b.Unit != tt.unit || s.Count != tt.count || s.Numeric != tt.numeric || s.Compared != tt.compared || s.LeftOut != tt.leftAside ||
				text(s.Min) != tt.least || text(s.Max) != tt.most || text(s.Avg) != tt.mean {
				t.Errorf("%+v %+v: %v %v %v", b, s, text(s.Min), text(s.Max), text(s.Avg))
			}
		})
	}
}

func TestNumbersAreRounded(t *testing.T) {
	for in, want := range map[float64]float64{
		0: 0, 1: 1, 1.00005: 1.0001, 1.00004999: 1, -1.00005: -1.0001, 2.00005: 2.0001, 123456.123456: 123456.1235, 0.12345: 0.1235, 0.99999: 1, 9.99995: 10, 99999.99996: 100000,
		0.05004: 0.05, 0.0012349: 0.0012, 0.001: 0.001, 0.00099996: 0.001, 0.00012345678: 0.0001235, 3e-9: 3e-9, 1.23456e-9: 1.235e-9, 1e300: 1e300,
	} {
		if got := Round(in); got != want {
			t.Errorf("%v becomes %v, want %v", in, got, want)
		}
	}
}

func TestBucketsKeepEveryPlaceOnceAndInOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		keys := make([]int64, rng.IntN(40))
		at := int64(-5)
		for i := range keys {
			at += int64(rng.IntN(3))
			keys[i] = at
			if rng.IntN(5) == 0 {
				keys[i] -= int64(rng.IntN(4))
			}
		}
		seen := map[int]bool{}
		before := int64(math.MinInt64)
		for _, b := range Buckets(len(keys), func(i int) int64 { return keys[i] }) {
			if b.Key <= before || len(b.Places) == 0 || !slices.IsSorted(b.Places) {
				t.Fatalf("%v: %+v after %d", keys, b, before)
			}
			before = b.Key
			for _, p := range b.Places {
				if keys[p] != b.Key || seen[p] {
					t.Fatalf("%v: place %d in %d", keys, p, b.Key)
				}
				seen[p] = true
			}
		}
		if len(seen) != len(keys) {
			t.Fatalf("%v: %d places", keys, len(seen))
		}
	}
}
