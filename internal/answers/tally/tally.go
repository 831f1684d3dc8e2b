// Package tally sums values of one series up: least, most, mean, and the same of stretches of time. It knows no record
// and no database; what it is given, in the order in which it is given, decides every bit of the result.
package tally

import (
	"math"

	"github.com/seed-a76b335c/philint/internal/record"
)

// Value is one value of a series.
type Value struct {
	Day       record.Day
	Number    *float64 // as printed; nil for what is no number
	Unit      string   // of Number: as UCUM, or else as printed; only compared
	Canonical *float64 // the number in CanonicalUnit
	// CanonicalUnit is mostly one for a series. What does not convert has its own.
	CanonicalUnit string
	Compared      bool // printed with <, ≤, > or ≥: the number is a bound
}

// Basis says which of a value's numbers are compared: the printed ones where all are in one unit, else the canonical
// ones in Unit.
type Basis struct {
	Mixed bool
	Unit  string // of a mixed basis
}

// BasisOf finds the basis of values, which are in order of time. Where units are mixed it is the canonical unit that
// most of the values have, and the newer one of two.
func BasisOf(values []Value) Basis {
	first, mixed := -1, false
	for i := range values {
		switch {
		case values[i].Number == nil:
		case first < 0:
			first = i
		case values[i].Unit != values[first].Unit:
			mixed = true
		}
	}
	if !mixed {
		return Basis{}
	}
	b, have := Basis{Mixed: true}, map[string]int{}
	for i := range values {
		if v := &values[i]; v.Canonical != nil {
			if have[v.CanonicalUnit]++; have[v.CanonicalUnit] >= have[b.Unit] {
				b.Unit = v.CanonicalUnit
			}
		}
	}
	return b
}

// Of is a value's number on the basis; false where it has none.
func (b Basis) Of(v *Value) (float64, bool) {
	switch {
	case !b.Mixed && v.Number != nil:
		return *v.Number, true
	case b.Mixed && v.Canonical != nil && v.CanonicalUnit == b.Unit:
		return *v.Canonical, true
	}
	return 0, false
}

// Sum is what values come to.
type Sum struct {
	Count    int // of all
	Numeric  int // of those that are numbers, also where they are not on the basis
	Min, Max *float64
	Avg      *float64 // rounded
	Compared int      // numbers with a comparator: they stand in Min and Max and not in Avg
	LeftOut  int      // numbers that do not convert to the basis
}

// Of sums values up in the order in which they are given.
func Of(values []Value, b Basis) Sum {
	s := Sum{Count: len(values)}
	var few [32]float64 // most stretches have no more
	plain := few[:0]
	var least, most float64
	some := false
	for i := range values {
		v := &values[i]
		if v.Number != nil {
			s.Numeric++
		}
		x, ok := b.Of(v)
		switch {
		case !ok && v.Number != nil:
			s.LeftOut++
			continue
		case !ok:
			continue
		}
		if !some || x < least {
			least = x
		}
		if !some || x > most {
			most = x
		}
		some = true
		if v.Compared {
			s.Compared++
		} else {
			plain = append(plain, x)
		}
	}
	if some {
		s.Min, s.Max = &least, &most
	}
	if mean, ok := record.Mean(plain); ok && !math.IsInf(mean, 0) {
		mean = Round(mean)
		s.Avg = &mean
	}
	if b.Mixed { // digits that a conversion made are no digits of a measurement
		s.Min, s.Max = rounded(s.Min), rounded(s.Max)
	}
	return s
}

func rounded(x *float64) *float64 {
	if x == nil {
		return nil
	}
	r := Round(*x)
	return &r
}

// decimals is how many a computed number has.
const decimals = 4

// Round rounds to four decimals, halves away from zero. A number that would be left with less than two figures keeps
// four: some hormones are billionths of a gram in a litre.
func Round(x float64) float64 {
	abs := math.Abs(x)
	if abs < 0.001 {
		return record.RoundSignificant(x, decimals)
	}
	return record.RoundSignificant(x, decimals+1+int(math.Floor(math.Log10(abs))))
}
