package fold

import (
	_ "embed"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed hans.txt
var hansText string

// firstHan is below every character of the table, so that other scripts need no look-up.
const firstHan = '\u4e00'

var hans = sync.OnceValue(func() map[rune]rune {
	m := make(map[rune]rune, 2600)
	for line := range strings.Lines(hansText) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for pair := range strings.FieldsSeq(line) {
			from, n := utf8.DecodeRuneInString(pair)
			to, _ := utf8.DecodeRuneInString(pair[n:])
			m[from] = to
		}
	}
	return m
})

// Hans replaces traditional Chinese characters by simplified ones, one for one. It knows the characters of reports,
// anatomy, food and daily life; one it does not know stays. Text without any is returned as it is.
func Hans(s string) string {
	for i, r := range s {
		if r < firstHan {
			continue
		}
		if _, ok := hans()[r]; ok {
			return s[:i] + replaceHans(s[i:])
		}
	}
	return s
}

func replaceHans(s string) string {
	table := hans()
	return strings.Map(func(r rune) rune {
		if to, ok := table[r]; ok {
			return to
		}
		return r
	}, s)
}
