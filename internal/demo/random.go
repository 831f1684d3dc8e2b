package demo

import (
	"hash/fnv"
	"math/rand/v2"
	"strconv"

	"github.com/seed-a76b335c/philint/internal/record"
)

// seed makes another record when it is changed.
const seed = 20_260_930

// dice are the random numbers of one series of one person: a new series does not change the others. All arithmetic on
// them is on integers, which is the same on every machine.
type dice struct{ *rand.Rand }

func roll(person, series string) dice {
	h := fnv.New64a()
	h.Write([]byte(person + "/" + series))
	return dice{rand.New(rand.NewPCG(seed, h.Sum64()))}
}

// around is a number near a middle: the mean of two, so that small deviations are likelier than large ones.
func (d dice) around(middle, spread int) int {
	return middle + (d.IntN(2*spread+1)+d.IntN(2*spread+1))/2 - spread
}

// oneIn says yes once in n times.
func (d dice) oneIn(n int) bool { return d.IntN(n) == 0 }

// drift moves evenly from a value on the first day to another on the last.
func drift(day record.Day, from, to int) int {
	return from + (to-from)*int(day-FirstDay)/int(LastDay-FirstDay)
}

// tenths prints a whole number of them.
func tenths(n int) string { return strconv.Itoa(n/10) + "." + strconv.Itoa(n%10) }
