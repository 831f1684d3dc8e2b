package canary

import (
	"strings"
	"sync"
	"unicode"
)

// fold is one rune for all that differ in case alone: K, k and the Kelvin sign are one.
func fold(r rune) rune {
	if r < 0x80 {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}
	r = unicode.ToLower(unicode.ToUpper(r))
	least := r
	for o := unicode.SimpleFold(r); o != r; o = unicode.SimpleFold(o) {
		least = min(least, o)
	}
	if 'A' <= least && least <= 'Z' {
		return least + 'a' - 'A'
	}
	return least
}

func foldString(s string) string { return strings.Map(fold, s) }

// foldedTo are the runes beyond ASCII that fold into another, by that one.
var foldedTo = sync.OnceValue(func() map[rune][]rune {
	to := map[rune][]rune{}
	for _, table := range []*unicode.RangeTable{unicode.L, unicode.M, unicode.N, unicode.So} { // what has case
		for _, r16 := range table.R16 {
			for r := rune(r16.Lo); r <= rune(r16.Hi); r += rune(r16.Stride) {
				if f := fold(r); r >= 0x80 && f != r {
					to[f] = append(to[f], r)
				}
			}
		}
		for _, r32 := range table.R32 {
			for r := rune(r32.Lo); r <= rune(r32.Hi); r += rune(r32.Stride) {
				if f := fold(r); f != r {
					to[f] = append(to[f], r)
				}
			}
		}
	}
	return to
})
