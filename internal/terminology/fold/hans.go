package fold

import (
	_ "embed"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed hans.txt
var hansText string

// The table of characters covers one block of Unicode; other scripts need no look-up.
const (
	firstHan = '\u4e00'
	lastHan  = '\u9fff'
)

// hanTable has the simplified character of each, 0 where it is its own.
type hanTable [lastHan - firstHan + 1]uint16

var hans = sync.OnceValue(func() *hanTable {
	t := new(hanTable)
	for line := range strings.Lines(hansText) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for pair := range strings.FieldsSeq(line) {
			from, n := utf8.DecodeRuneInString(pair)
			to, _ := utf8.DecodeRuneInString(pair[n:])
			if firstHan <= from && from <= lastHan && firstHan <= to && to <= lastHan {
				t[from-firstHan] = uint16(to) //nolint:gosec // Within the block.
			}
		}
	}
	return t
})

// of is the simplified character of r, r itself where there is none.
func (t *hanTable) of(r rune) rune {
	if r < firstHan || r > lastHan {
		return r
	}
	if to := t[r-firstHan]; to != 0 {
		return rune(to)
	}
	return r
}

// Hans replaces traditional Chinese characters by simplified ones, one for one. It knows the characters of reports,
// anatomy, food and daily life; one it does not know stays. Text without any is returned as it is.
func Hans(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] < utf8.RuneSelf {
			continue
		}
		t := hans()
		for j, r := range s[i:] {
			if t.of(r) != r {
				return s[:i+j] + strings.Map(t.of, s[i+j:])
			}
		}
		break
	}
	return s
}
