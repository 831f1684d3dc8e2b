package shapes_count

import (
	"log"
	"log/slog"
	"strconv"
	"sync/atomic"
)

// Prefixes that make a count.
func prefixes(numUsers, nItems, maxConns, num_users int) {
	keep(numUsers, nItems, maxConns, num_users)
	log.Print(numUsers, nItems, maxConns, num_users)
}

// A string, float or bool is no count by that name.
func wrongType(numUsers string, maxConns string, count float64, total float64, rows []string) {
	keep(numUsers, maxConns, count, total, rows)
	log.Print(numUsers) // want "numUsers is free-text"
	log.Print(maxConns) // want "maxConns is free-text"
	log.Print(count)    // want "count is value"
	log.Print(total)    // want "total is value"
	log.Print(rows)     // want "rows is composite"
}

// Integers whose name is no count word.
func otherIntegers(amount, answer, x int, choice int64, countries int, number int, nation int) {
	keep(amount, answer, x, choice, countries, nation)
	log.Print(amount)          // want "amount is value"
	log.Print(answer)          // want "answer is value"
	log.Print(x)               // want "x is value"
	log.Print(choice)          // want "choice is value"
	log.Print(countries)       // want "countries is value"
	log.Print(nation)          // want "nation is value"
	slog.Info("x", "count", x) // want "x is value"
}

// len and cap of anything.
func lengths(remark string, body []byte, m map[string]string) {
	keep(remark, body, m)
	log.Print(len(remark), cap(body), len(m))
	slog.Info("x", "n", len(body), slog.Int("m", len(m)))
	log.Printf("%d", len(remark))
}

var hits int64

type gauge struct{ now atomic.Int64 }

// Atomic loads.
func atomics(g *gauge, u *atomic.Uint32) {
	log.Print(atomic.LoadInt64(&hits), g.now.Load(), u.Load())
}

// Arithmetic, min and max, conversions of allowed counts.
func arithmetic(items []string, offset, x int) {
	keep(items, offset, x)
	log.Print(len(items)+offset, len(items)-1, offset*2, offset/3, offset%4)
	log.Print(min(len(items), offset), max(offset, 1))
	log.Print(int64(len(items)), float64(offset), uint8(offset))
	log.Print(float64(offset) / float64(len(items)) * 100)
	log.Print(strconv.Itoa(len(items)), strconv.FormatInt(int64(offset), 10))
	log.Print((len(items)))
	log.Print(len(items) + x)  // want "x.* is value"
	log.Print(min(offset, x))  // want "x.* is value"
	log.Print(int64(x))        // want "x.* is value"
	log.Print(strconv.Itoa(x)) // want "x.* is (value|opaque-call)"
}

type row struct {
	Amount int
	Good   bool
}

// An integer that only ever grows by one, or by counts.
func counters(list []row) {
	keep(list)
	good, seen := 0, 0
	var big int
	sum := 0
	for _, r := range list {
		seen += 1
		if r.Good {
			good++
		}
		big += len(list)
		sum += r.Amount
	}
	log.Print(good, seen, big)
	log.Print(sum) // want "sum is value"
}
