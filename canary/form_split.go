package canary

import (
	"bytes"
	"unicode/utf8"
)

// mend looks for tokens that a line break cuts. It goes on at every place of the next line where a text may start after
// an indentation, a time, a level or another prefix, and before what may close a line.
func (b *blockSearch) mend(v *view) {
	data := v.data
	for i := 0; i < len(data); {
		j := bytes.IndexByte(data[i:], '\n')
		if j < 0 {
			return
		}
		i += j + 1
		tail := i - 1
		if tail > 0 && data[tail-1] == '\r' {
			tail--
		}
		b.mendAt(v, tail, i)
		closed := tail
		for closed > 0 && tail-closed < 8 && closing(data[closed-1]) {
			closed--
		}
		if closed < tail {
			b.mendAt(v, closed, i)
		}
	}
}

func closing(c byte) bool {
	switch c {
	case '"', '}', ']', ')', ',', '\\', '\'', ' ', '|':
		return true
	}
	return false
}

func opening(c byte) bool {
	switch c {
	case ' ', '\t', '"', '\'', ':', '|', ']', ')', '>', '=', '[', '(', ',', '-':
		return true
	}
	return false
}

const maxPrefix = 256

// mendAt joins what ends at tail with what starts in the line at line.
func (b *blockSearch) mendAt(v *view, tail, line int) {
	data := v.data
	if tail == 0 || b.w.class[data[tail-1]] == noClass {
		return
	}
	from := max(0, tail-MinToken*utf8.UTFMax)
	state := b.w.stateAfter(data[from:tail])
	if state == 0 {
		return
	}
	for k := line; k < len(data) && k-line < maxPrefix && (k == line || data[k-1] != '\n'); k++ {
		if k > line && !opening(data[k-1]) {
			continue
		}
		if b.w.goesOn(state, data[k:]) {
			b.joined(v, tail, k)
		}
	}
}

// joined searches across the cut between tail and head.
func (b *blockSearch) joined(v *view, tail, head int) {
	from, to := max(0, tail-b.w.longest), min(len(v.data), head+b.w.longest)
	text := append(append([]byte(nil), v.data[from:tail]...), v.data[head:to]...)
	b.w.find(text, func(h hit) {
		cut := tail - from
		if h.start >= cut || h.end <= cut {
			return
		}
		b.place(h, v.path.with(stepSplit), v.origin(from+h.start), v.origin(head+h.end-cut-1))
	})
}

// stateAfter is the state of the automaton after the data.
func (w *windows) stateAfter(data []byte) int32 {
	state := int32(0)
	for _, c := range data {
		state = w.next[state+int32(w.slow[c])] &^ endBit
	}
	return state
}

// goesOn says whether a piece that the state has begun may end in the data.
func (w *windows) goesOn(state int32, data []byte) bool {
	for n, c := range data {
		if w.class[c] == leadClass {
			return true // rare enough to be looked at in full
		}
		state = w.next[state+int32(w.class[c])]
		ended := state < 0
		state &^= endBit
		if int(w.depths[state/w.classes]) <= n+1 {
			return false
		}
		if ended {
			return true
		}
	}
	return false
}

// unwrapped takes line breaks and indentations away.
func unwrapped(b *blockSearch, v *view) {
	next := func(i int) int {
		j := bytes.IndexByte(v.data[i:], '\n')
		if j < 0 {
			return -1
		}
		for j += i; j > i && v.data[j-1] == '\r'; {
			j--
		}
		return j
	}
	b.stretches(v, stepSplit, next, func(out, data []byte, i int) ([]byte, int) {
		return out, afterBreak(data, i) - i
	})
}

// prefixed takes away what lines of a log start and end with: once by what it looks like, and once by what a line has in
// common with the one before.
func prefixed(b *blockSearch, v *view) {
	if bytes.IndexByte(v.data, '\n') < 0 {
		return
	}
	b.joinLines(v, func(_, line []byte) (int, int) { return prefixOf(line), 0 })
	b.joinLines(v, common)
}

func (b *blockSearch) joinLines(v *view, trim func(before, line []byte) (prefix, suffix int)) {
	out := &b.buffers[v.depth]
	out.reset()
	data, trimmed := v.data, false
	var before []byte
	for i := 0; i < len(data); {
		line := data[i:]
		next := len(data)
		if j := bytes.IndexByte(line, '\n'); j >= 0 {
			line, next = line[:j], i+j+1
		}
		line = bytes.TrimSuffix(line, []byte("\r"))
		prefix, suffix := trim(before, line)
		if i == 0 {
			prefix = 0
		}
		if prefix > 0 || suffix > 0 {
			trimmed = true
			out.data, out.at = out.data[:max(0, len(out.data)-suffix)], out.at[:max(0, len(out.at)-suffix)]
		}
		out.copy(v, i+prefix, i+len(line))
		before, i = line, next
	}
	if trimmed {
		b.child(v, stepSplit, out)
	}
}

// prefixOf is the length of the times, levels and marks that a line starts with.
func prefixOf(line []byte) int {
	n := 0
	for n < len(line) {
		word := line[n:]
		if j := bytes.IndexAny(word, " \t"); j >= 0 {
			word = word[:j]
		}
		if len(word) > 0 && !mark(word) {
			break
		}
		n = min(len(line), n+len(word)+1)
	}
	return n
}

// mark says whether a word is a time, a level, a number or the name of a stream.
func mark(word []byte) bool {
	switch string(bytes.ToUpper(bytes.Trim(word, "[](){}<>:|,"))) {
	case "", "-", "TRACE", "DEBUG", "DBG", "INFO", "INF", "NOTICE", "WARN", "WRN", "WARNING", "ERROR", "ERR", "FATAL", "PANIC", "STDOUT", "STDERR", "UTC":
		return true
	}
	if word[len(word)-1] == ']' || word[len(word)-1] == '|' {
		return true
	}
	digits, others, commas, signs := 0, 0, 0, 0
	for _, c := range word {
		switch {
		case digit(c):
			digits++
		case c == ',' || c == '.':
			commas++
		case bytes.IndexByte([]byte("TZ:+-/[]"), c) >= 0:
			signs++
		default:
			others++
		}
	}
	return digits > 3 && others == 0 && commas < 2 && (signs > 0 || commas == 0) && len(word) < 40
}

// common is how much of its start and end a line has in common with the one before, all digits being one, back to where
// a word ends.
func common(before, line []byte) (prefix, suffix int) {
	same := func(a, b byte) bool { return a == b || digit(a) && digit(b) }
	n := min(len(before), len(line))
	for prefix < n && prefix < maxPrefix && same(before[prefix], line[prefix]) {
		prefix++
	}
	for prefix > 0 && !opening(line[prefix-1]) {
		prefix--
	}
	for suffix < n-prefix && suffix < 8 && before[len(before)-1-suffix] == line[len(line)-1-suffix] && closing(line[len(line)-1-suffix]) {
		suffix++
	}
	return prefix, suffix
}

// backwards turns the block around: for what was encoded and then reversed.
func backwards(b *blockSearch, v *view) {
	if v.depth > 0 {
		return
	}
	out := &b.buffers[v.depth]
	out.reset()
	for i := len(v.data); i > 0; {
		size := 1
		if b.w.foreign {
			_, size = utf8.DecodeLastRune(v.data[:i])
		}
		i -= size
		out.copy(v, i, i+size)
	}
	b.child(v, stepReversed, out)
}
