package tally

import (
	"cmp"
	"slices"
)

// Bucket is the values of one stretch of time.
type Bucket struct {
	Key    int64 // of the stretch
	Places []int // of its values, in the order in which they were given
}

// Buckets groups n values by the key of the stretch that each belongs to. Buckets are in order of keys; within one,
// values stay in theirs.
func Buckets(n int, key func(i int) int64) []Bucket {
	keys := make([]int64, n)
	places := make([]int, n)
	sorted := true
	for i := range n {
		keys[i], places[i] = key(i), i
		sorted = sorted && (i == 0 || keys[i-1] <= keys[i])
	}
	if !sorted { // a traveller's clock goes back
		slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(keys[a], keys[b]) })
	}
	var out []Bucket
	for i := 0; i < n; {
		end := i + 1
		for end < n && keys[places[end]] == keys[places[i]] {
			end++
		}
		out = append(out, Bucket{Key: keys[places[i]], Places: places[i:end:end]})
		i = end
	}
	return out
}

// Pick are the values at places. They are not to be changed.
func Pick(values []Value, places []int) []Value {
	if n := len(places); n > 0 && inTurn(places) {
		return values[places[0] : places[0]+n : places[0]+n]
	}
	out := make([]Value, len(places))
	for i, p := range places {
		out[i] = values[p]
	}
	return out
}

// inTurn says that places follow each other without a gap.
func inTurn(places []int) bool {
	for i := 1; i < len(places); i++ {
		if places[i] != places[i-1]+1 {
			return false
		}
	}
	return true
}
