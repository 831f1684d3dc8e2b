package classes_value

import (
	"log"
	"log/slog"
	"math/big"
	"sync/atomic"
)

type reading struct {
	Ratio  float64
	Number int
	Amount int64
	Chosen bool
	Small  uint8
	Parts  []float64
	Big    *big.Int
	Rat    big.Rat
	Ptr    *int
	Flag   atomic.Bool
	Box    complex128
}

// Numbers and bools that are nothing of the operation.
func values(r reading, x, y int, f float32) {
	keep(x, y, f)
	log.Print(r.Ratio)                                           // want "r\\.Ratio is (value|health)"
	log.Print(r.Amount)                                          // want "r\\.Amount is (value|health)"
	log.Print(r.Chosen)                                          // want "r\\.Chosen is (value|health)"
	log.Print(r.Big)                                             // want "r\\.Big is (value|health)"
	log.Print(*r.Ptr)                                            // want "r\\.Ptr is (value|health)"
	log.Print(x)                                                 // want "x is value"
	log.Print(f)                                                 // want "f is value"
	log.Printf("%d", y)                                          // want "y is value"
	log.Print(x + y)                                             // want "x.* is value"
	slog.Info("x", "count", x, slog.Float64("took", float64(f))) // want "x is value" "f.* is value"
}

type sums struct {
	Ratio float64
	Big   *big.Int
	Flt   big.Float
	Odd   bool
	Value int
	Small uint8
	Box   complex128
}

func plain(s sums) {
	log.Print(s.Ratio)        // want "s\\.Ratio is value"
	log.Print(s.Big)          // want "s\\.Big is value"
	log.Print(&s.Flt)         // want "s\\.Flt is value"
	log.Print(s.Odd)          // want "s\\.Odd is value"
	log.Print(s.Value)        // want "s\\.Value is value"
	log.Print(s.Small)        // want "s\\.Small is value"
	log.Print(s.Box)          // want "s\\.Box is (value|free-text)"
	log.Print(s.Big.String()) // want "s\\.Big.* is (value|opaque-call)"
	log.Print(int(s.Ratio))   // want "s\\.Ratio.* is value"
	log.Print(s.Ratio > 3, s.Odd == false, !s.Odd)
}

// The star of a format takes an operand too.
func star(width, x, count int) {
	keep(x, count)
	log.Printf("%*d", count, count)
	log.Printf("%*d", x, count)   // want "x is value"
	log.Printf("%[2]d", x, count) // want "x is value"
	log.Printf("%[2]d %[1]T", x, count)
}
