package terminology

import (
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/terminology/lookup"
)

// phrases finds surfaces by the phrases that stand for them.
type phrases struct {
	senses []surface
	table  *lookup.Table
	first  []int32 // by the number of a phrase: the first of its places in list, one more than it is
	bags   []int32 // the same by the sum over the words in any order, whose lower bits lead to phrases of other words too
	list   []sensed
	vocab  *lookup.Table // words of phrases
}

// sensed is one phrase with one of its senses.
type sensed struct {
	sense, phrase int32
	next          int32 // the next sense of the same phrase
	bagged        int32 // the next phrase of the same bag
}

func newPhrases(n, words int) phrases {
	return phrases{
		senses: make([]surface, 0, n/4), table: lookup.New(n), first: make([]int32, 0, n), bags: make([]int32, bagsFor(n)),
		list: make([]sensed, 0, n), vocab: lookup.New(words),
	}
}

// bagsFor is a power of two near the number of phrases of several Latin words.
func bagsFor(phrases int) int {
	n := 1
	for n < phrases/2 {
		n *= 2
	}
	return n
}

func (x *phrases) addSense(s surface) int32 {
	x.senses = append(x.senses, s)
	return int32(len(x.senses) - 1) //nolint:gosec // A table is refused long before it has 2^31 rows.
}

func (x *phrases) addPhrase(phrase string, sense int32) {
	if phrase == "" {
		return
	}
	n, added := x.table.Add(phrase)
	x.list = append(x.list, sensed{sense: sense, phrase: n})
	at := int32(len(x.list)) //nolint:gosec // As above.
	if !added {
		// The first sense of a phrase stays the first: those of the table are added before the own names.
		first := &x.list[x.first[n]-1]
		x.list[at-1].next, first.next = first.next, at
	} else {
		x.first = append(x.first, at)
	}
	if b := bagOf(phrase); b != 0 {
		bag := &x.bags[b%uint64(len(x.bags))]
		x.list[at-1].bagged, *bag = *bag, at
	}
}

func (x *phrases) addWords(phrase string) {
	for phrase != "" {
		var word string
		word, phrase, _ = strings.Cut(phrase, " ")
		x.vocab.Add(word)
	}
}

// has says that a phrase has a sense already.
func (x *phrases) has(phrase string, sense int32) bool {
	n, ok := x.table.Find(phrase)
	if !ok {
		return false
	}
	for i := x.first[n]; i > 0; i = x.list[i-1].next {
		if x.list[i-1].sense == sense {
			return true
		}
	}
	return false
}

func (x *phrases) knows(word []byte) bool {
	_, ok := x.vocab.FindBytes(word)
	return ok
}

// find lists the surfaces of a phrase.
func (x *phrases) find(out []surface, phrase []byte) []surface {
	n, ok := x.table.FindBytes(phrase)
	if !ok {
		return out
	}
	for i := x.first[n]; i > 0; i = x.list[i-1].next {
		out = append(out, x.senses[x.list[i-1].sense])
	}
	return out
}

// findBag lists the surfaces that have the words of a phrase.
func (x *phrases) findBag(out []surface, phrase string) []surface {
	b := bagOf(phrase)
	if b == 0 {
		return out
	}
	for i := x.bags[b%uint64(len(x.bags))]; i > 0; i = x.list[i-1].bagged {
		if sameBag(x.table.Text(x.list[i-1].phrase), phrase) {
			out = append(out, x.senses[x.list[i-1].sense])
		}
	}
	return out
}

// bagOf is a key of the same words in any order, or 0 where order carries meaning: ratios, sums, two numbers, and
// scripts whose words are single characters.
func bagOf(key string) uint64 {
	const offset, prime = uint64(14695981039346656037), uint64(1099511628211)
	n, numbers := 0, 0
	var sum uint64
	h, start := offset, true
	for i := range len(key) {
		c := key[i]
		if c == ' ' {
			if start {
				return 0
			}
			sum += h
			h, start = offset, true
			continue
		}
		if start {
			if n++; n > maxBag {
				return 0
			}
			switch {
			case '0' <= c && c <= '9':
				numbers++
			case c < 'a' || c > 'z':
				return 0
			}
			start = false
		}
		h = (h ^ uint64(c)) * prime
	}
	if start || n < 2 || numbers > 1 {
		return 0
	}
	return sum + h
}

// maxBag is how many words may change their places.
const maxBag = 6

// sameBag says that two phrases have the same words: equal keys may be chance.
func sameBag(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	x, y := strings.Split(a, " "), strings.Split(b, " ")
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}
