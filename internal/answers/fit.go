package answers

import (
	"sort"
	"unicode/utf8"
)

// fitted builds an answer of at most so many rows of each series; of fewer where its tables would be longer than the
// surface takes, the same number of each; and where one of each is too much, of fewer series. What an answer leaves out
// is so known before it is written, and said.
func fitted(l Limits, rows, series int, build func(rows, series int) Rows) {
	fits := func(rows, series int) bool {
		made := build(rows, series)
		return l.Body == 0 || bodySize(made) <= l.Body
	}
	if fits(rows, series) {
		return
	}
	if n := mostOf(rows, func(n int) bool { return fits(n, series) }); n > 0 {
		build(n, series)
		return
	}
	build(1, max(1, mostOf(series, func(n int) bool { return fits(1, n) })))
}

// mostOf is the largest number below n that fits, 0 for none. What fits, fits with less.
func mostOf(n int, fits func(int) bool) int {
	return sort.Search(max(n-1, 0), func(i int) bool { return !fits(i + 1) })
}

// bodySize is the length of the tables of rows, in characters.
func bodySize(rows Rows) int {
	size := -1 // no end of a line stands before the first
	for _, l := range allLines(rows) {
		size += 1 + utf8.RuneCountInString(l.text)
	}
	return size
}

// left are the series of parts that an answer has no room for, once each.
func left[R any](b *body, found *selection, parts []part[R], shown int) (hidden []string, all int) {
	seen := map[string]bool{}
	for i := range parts {
		name := parts[i].series
		if i >= shown && !b.hidden[name] {
			if b.hidden == nil {
				b.hidden = map[string]bool{}
			}
			b.hidden[name] = true
			hidden = append(hidden, found.titles[name])
		}
		seen[name] = true
	}
	return hidden, len(seen)
}
