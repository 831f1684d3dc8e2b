package canary

import (
	"strings"
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
