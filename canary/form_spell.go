package canary

import (
	"bytes"
	"unicode/utf8"
)

// codePoints decodes lists of U+0056, or U+0056 'V', as %U and %#U of Go write them.
func codePoints(b *blockSearch, v *view) {
	data := v.data
	out := &b.buffers[v.depth]
	for i := 0; i < len(data); {
		j := bytes.IndexByte(data[i:], '+')
		if j < 0 {
			return
		}
		i = max(i, i+j-1)
		out.reset()
		for {
			value, n := codePoint(data, i)
			if n == 0 {
				break
			}
			for _, c := range utf8.AppendRune(nil, value) {
				out.add(c, v.origin(i))
			}
			i += n
			k := i
			for k < len(data) && k-i < maxBetween && hexSeparator(data[k]) && data[k] != '\n' && data[k] != '\r' {
				k++
			}
			if next := afterBreak(data, k); next > k && next-k < maxIndent {
				line, _ := lineAt(data, next)
				k = next + prefixOf(line)
				for k < len(data) && data[k] == ' ' {
					k++
				}
			}
			if _, n := codePoint(data, k); n == 0 {
				break
			}
			i = k
		}
		if len(out.data) == 0 {
			i += 2
			continue
		}
		b.decoded(v, stepBytes, out, nil)
	}
}

// codePoint reads one of them, and says how long it is.
func codePoint(data []byte, i int) (value rune, size int) {
	if i+1 >= len(data) || data[i]|0x20 != 'u' || data[i+1] != '+' {
		return 0, 0
	}
	value, n := hexNumber(data, i+2, 6)
	if n < 4 || value > utf8.MaxRune {
		return 0, 0
	}
	n += 2
	if rest := data[i+n:]; len(rest) > 2 && rest[0] == ' ' && rest[1] == '\'' {
		if _, size := utf8.DecodeRune(rest[2:]); len(rest) > 2+size && rest[2+size] == '\'' {
			n += 3 + size
		}
	}
	return value, n
}

// colour takes away what colours a terminal.
func colour(out, data []byte, i int) ([]byte, int) {
	n := 2
	for i+n < len(data) && n < 16 && (digit(data[i+n]) || data[i+n] == ';') {
		n++
	}
	if i+n >= len(data) || data[i+1] != '[' || !letters[data[i+n]] {
		return nil, 0
	}
	return out, n + 1
}

// invisible takes away what has no width, and blanks that keep words together; these are blanks too where tokens have some.
func invisible(b *blockSearch, v *view) {
	var at [3]int // where the bytes that start all of these come next
	next := func(i int) int {
		least := -1
		for k, c := range [...]byte{0xC2, 0xE2, 0xEF} {
			if at[k] >= 0 && at[k] <= i && (at[k] < i || i == 0 || v.data[i] != c) {
				if at[k] = bytes.IndexByte(v.data[i:], c); at[k] >= 0 {
					at[k] += i
				}
			}
			if at[k] >= 0 && (least < 0 || at[k] < least) {
				least = at[k]
			}
		}
		return least
	}
	b.stretches(v, stepSplit, next, func(out, data []byte, i int) ([]byte, int) {
		if n := unseen(data, i); n > 0 {
			return out, n
		}
		return nil, 0
	})
	if b.w.spaced {
		escapes(stepSplit, 0xC2, hardBlank)(b, v)
	}
}

// hardBlank is a blank for one that keeps words together.
func hardBlank(out, data []byte, i int) ([]byte, int) {
	if data[i] == 0xC2 && i+1 < len(data) && data[i+1] == 0xA0 {
		return append(out, ' '), 2
	}
	return nil, 0
}

// unseen is the length of the character at i where it is one of those.
func unseen(data []byte, i int) int {
	switch r, size := utf8.DecodeRune(data[i:]); r {
	case '\u00a0', '\u00ad', '\u2007', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u202f',
		'\u2060', '\u2061', '\u2062', '\u2063', '\u2064', '\ufeff':
		return size
	}
	return 0
}

// maxBetween is the most that stands between two characters of a text that is spelled.
const maxBetween = 8

// spelled puts together what is written character by character with the same between all of them, as %c of Go writes a
// list, or JSON one of strings. What is between is what is no letter and no digit; after a blank, any character is one of
// the text.
func spelled(b *blockSearch, v *view) {
	data := v.data
	word := &alphanumeric
	if b.w.foreign {
		word = &wordByte
	}
	for i := 0; i < len(data); i++ {
		if data[i] == ' ' {
			if i+2 < len(data) && data[i+1] < utf8.RuneSelf && data[i+2] != ' ' && data[i+2] != '\r' && data[i+2] != '\n' {
				continue // most are before words
			}
			if _, size := utf8.DecodeLastRune(data[:i]); size > 0 {
				i = max(i, b.spell(v, i-size, data[i:i+1])-1)
			}
			continue
		}
		if !word[data[i]] {
			continue
		}
		next := i + 1
		if data[i] >= utf8.RuneSelf {
			_, size := utf8.DecodeRune(data[i:])
			next = i + size
		}
		if next < len(data) && word[data[next]] {
			for next < len(data) && word[data[next]] {
				next++
			}
			i = next - 1
			continue
		}
		to := next
		for to < len(data) && to-next <= maxBetween && !word[data[to]] {
			to++
		}
		if between := data[next:to]; len(between) > 0 && len(between) <= maxBetween && (len(between) > 1 || between[0] != ' ') {
			i = max(i, b.spell(v, i, between)-1)
		}
	}
}

// spell examines the characters from i on, and says where they end.
func (b *blockSearch) spell(v *view, i int, between []byte) (end int) {
	data := v.data
	for at, k := i, 0; k < 2; k++ { // most end at once
		if at >= len(data) {
			return i
		}
		_, size := utf8.DecodeRune(data[at:])
		next, ok := afterBetween(data, at+size, between)
		if !ok {
			return i
		}
		at = next
	}
	out := &b.buffers[v.depth]
	out.reset()
	n := 0
	for at, ok := i, true; ok && at < len(data); n++ {
		_, size := utf8.DecodeRune(data[at:])
		end = at + size
		out.copy(v, at, end)
		at, ok = afterBetween(data, end, between)
	}
	if n < MinToken {
		return i
	}
	b.decoded(v, stepSplit, out, nil)
	return end
}

// afterBetween is where the text goes on after what is between two characters. A line break and an indentation may be in
// it, or in place of a blank.
func afterBetween(data []byte, at int, between []byte) (next int, ok bool) {
	data = data[:min(len(data), at+maxIndent)] // many may start before the same empty lines
	broken := false
	for _, c := range between {
		if at < len(data) && data[at] == c {
			at++
			continue
		}
		if k := afterBreak(data, at); k > at {
			at, broken = k, true
			if at < len(data) && data[at] == c {
				at++
				continue
			}
		}
		if !broken || c != ' ' {
			return at, false
		}
	}
	if at < len(data) && bytes.HasPrefix(data[at+1:], between) {
		return at, true // a line break is spelled, too
	}
	return afterBreak(data, at), true
}

// wordByte are the bytes of letters and digits.
var wordByte = func() (all [256]bool) {
	for c := range 256 {
		all[c] = letters[c] || digit(byte(c)) || c >= utf8.RuneSelf
	}
	return all
}()

// bitRuns decodes the digits 0 and 1 that stand without separators, from each of eight places.
func bitRuns(b *blockSearch, v *view) {
	const least = 8 * MinToken
	data := v.data
	bit := func(i int) bool { return data[i]|1 == '1' }
	for i := least - 1; i < len(data); i += least {
		if !bit(i) {
			continue
		}
		from, to := i, i+1
		for from > 0 && bit(from-1) {
			from--
		}
		for to < len(data) && bit(to) {
			to++
		}
		if to-from >= least {
			b.bits(v, from, to)
		}
		i = to
	}
}

func (b *blockSearch) bits(v *view, from, to int) {
	out := &b.buffers[v.depth]
	for phase := range 8 {
		out.reset()
		for k := from + phase; k+8 <= to; k += 8 {
			value := byte(0)
			for _, c := range v.data[k : k+8] {
				value = value<<1 | c&1
			}
			out.add(value, v.origin(k))
		}
		b.decoded(v, stepBytes, out, nil)
	}
}
