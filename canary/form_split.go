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
		for tail > 0 && data[tail-1] == '\r' {
			tail--
		}
		if k := afterBreak(data, tail); k > i { // empty lines are no text
			i += bytes.LastIndexByte(data[i:k], '\n') + 1
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
	case '"', '}', ']', ')', ',', '\\', '\'', ' ', '\t', '|':
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
	if tail == 0 || data[tail-1] < utf8.RuneSelf && b.w.class[data[tail-1]] == noClass {
		return // no token goes on here
	}
	from := max(0, tail-MinToken*utf8.UTFMax)
	state := b.w.stateAfter(data[from:tail])
	torn := b.w.foreign && tornAt(data[from:tail]) // a character itself is cut: the two halves are looked at together
	if state == 0 && !torn {
		return
	}
	for k := line; k < len(data) && k-line < maxPrefix && (k == line || data[k-1] != '\n'); k++ {
		if k > line && !opening(data[k-1]) {
			continue
		}
		if torn && !utf8.RuneStart(data[k]) || b.w.goesOn(state, data[k:]) {
			b.joined(v, tail, k, "")
		}
		if b.w.spaced { // a text is often cut where it had a blank
			if after := b.w.stateAfter(append(append([]byte(nil), data[from:tail]...), ' ')); after != 0 && b.w.goesOn(after, data[k:]) {
				b.joined(v, tail, k, " ")
			}
		}
	}
}

// tornAt says whether a text ends within a character.
func tornAt(text []byte) bool {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if c := text[len(text)-n]; utf8.RuneStart(c) {
			return c >= utf8.RuneSelf && !utf8.FullRune(text[len(text)-n:])
		}
	}
	return false
}

// joined searches across the cut between tail and head, with what may have stood there.
func (b *blockSearch) joined(v *view, tail, head int, lost string) {
	from, to := max(0, tail-b.w.longest), min(len(v.data), head+b.w.longest)
	text := append(append([]byte(nil), v.data[from:tail]...), lost...)
	text = append(text, v.data[head:to]...)
	b.w.find(text, func(h hit) {
		cut := tail - from
		if h.start >= cut || h.end <= cut+len(lost) {
			return
		}
		b.place(h, v.path.with(stepSplit), v.origin(from+h.start), v.origin(head+h.end-cut-len(lost)-1))
	})
}

// stateAfter is the state of the automaton after the data.
func (w *windows) stateAfter(data []byte) int32 {
	return w.walk(data, func(int, int32) bool { return true })
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

// unwrapped joins what was encoded and then cut by a line break: the end of a line, as far back as it may be of one
// code, and the start of the next, after its indentation, after what looks like the prefix of a log's line, or after what
// the two lines have in common. Text that goes on to the end of its line is joined with the line after, too.
func unwrapped(b *blockSearch, v *view) {
	for k := range v.path.n {
		if v.path.steps[k] == stepSplit || v.path.steps[k] == stepReversed {
			return
		}
	}
	data := v.data
	var covered [3]int // by trim: the breaks before it were joined
	for i := 0; i < len(data); {
		j := bytes.IndexByte(data[i:], '\n')
		if j < 0 {
			return
		}
		line := i
		i += j
		may := b.w.mayBeCut(bytes.TrimRight(data[line:i], "\r"))
		for k, trim := range trims {
			// What two lines have in common at their ends is taken from them before.
			if i >= covered[k] && (may || k == trimCommon) {
				covered[k] = b.junction(v, trim, line, i)
			}
		}
		i++
	}
}

// trim says how much of the start of a line, and of the end of the one before, is not text that goes on.
type trim func(before, line []byte) (prefix, suffix int)

var trims = [3]trim{
	func(_, line []byte) (int, int) { return len(line) - len(bytes.TrimLeft(line, " \t\r")), 0 },
	func(_, line []byte) (int, int) { return prefixOf(line), 0 },
	common,
}

const trimCommon = 2

// lineAt is the line that starts at i, and where the next starts.
func lineAt(data []byte, i int) (line []byte, next int) {
	line, next = data[i:], len(data)
	if j := bytes.IndexByte(line, '\n'); j >= 0 {
		line, next = line[:j], i+j+1
	}
	return bytes.TrimRight(line, "\r"), next
}

// junction joins the line from start to its break at end with those after it, and says up to where it has joined breaks
// with enough of what follows them.
func (b *blockSearch) junction(v *view, cut trim, start, end int) (covered int) {
	data := v.data
	out := &b.buffers[v.depth]
	out.reset()
	before := bytes.TrimRight(data[start:end], "\r")
	next := end + 1
	for joined := 0; next < len(data) && len(out.data) < 8*b.reach; joined++ {
		line, after := lineAt(data, next)
		prefix, suffix := cut(before, line)
		if joined == 0 {
			tail := before[:len(before)-suffix]
			if !b.w.cutsCode(tail, line[prefix:]) {
				return next
			}
			from := len(tail)
			for from > 0 && len(tail)-from < b.reach && b.dense(tail, from-1) {
				from--
			}
			if from == len(tail) {
				return next
			}
			out.copy(v, start+from, start+len(tail))
		} else if suffix > 0 {
			out.data, out.at = out.data[:max(0, len(out.data)-suffix)], out.at[:max(0, len(out.at)-suffix)]
		}
		if len(out.data) < 7*b.reach {
			covered = next
		}
		to := prefix
		for to < len(line) && to-prefix < b.reach && b.dense(line, to) {
			to++
		}
		if to == prefix && prefix < len(line) {
			break
		}
		out.copy(v, next+prefix, next+to)
		if to < len(line) {
			break
		}
		before, next = line, after
	}
	if len(out.data) >= minBase64 {
		b.child(v, stepSplit, out)
	}
	return covered
}

// mayBeCut says whether a text may end within a code: with an escape that is not complete, or with digits or separators.
func (w *windows) mayBeCut(tail []byte) bool {
	if len(tail) == 0 {
		return false
	}
	last := tail[len(tail)-1]
	return base64Class[last] || last >= utf8.RuneSelf || listClass[last] || w.high[last] || len(tail) > 1 && w.high[tail[len(tail)-2]] || escapeOpen(tail)
}

// isolated says whether a character of a text that is spelled ends at i: it has none beside it.
func isolated(text []byte, i int) bool {
	for i >= 0 && (text[i] == ' ' || text[i] == '\t') {
		i--
	}
	if i < 0 || !wordByte[text[i]] {
		return false
	}
	_, size := utf8.DecodeLastRune(text[:i+1])
	return i-size > 0 && !wordByte[text[i-size]] && wordByte[text[i-size-1]] && text[i-size] == ' '
}

// escapeOpen says whether an escape may not be complete.
func escapeOpen(tail []byte) bool {
	for i := len(tail) - 1; i >= 0 && len(tail)-i <= maxEscape; i-- {
		switch c := tail[i]; {
		case c == '\\' || c == '%' || c == '&':
			return true
		case c == '=':
			return len(tail)-i <= 2
		case c == '+':
			return i > 0 && tail[i-1]|0x20 == 'u'
		case c != '#' && c != '{' && !letters[c] && !digit(c):
			return false
		}
	}
	return false
}

// cutsCode says whether a code may be cut between two texts: an escape that is not complete, or digits and their separators
// on both sides. Whole escapes around a cut need no joining: what they stand for is mended.
func (w *windows) cutsCode(tail, head []byte) bool {
	if len(head) == 0 || !w.mayBeCut(tail) {
		return false
	}
	if w.high[tail[len(tail)-1]] || len(tail) > 1 && w.high[tail[len(tail)-2]] || w.high[head[0]] {
		return true // two bytes a character
	}
	return escapeOpen(tail) || isolated(tail, len(tail)-1) || around(tail, head, &base64Class) >= minBase64 || around(tail, head, &listClass) >= 2*MinToken
}

// maxEscape is the most that there is of an escape that is cut.
const maxEscape = 12

// around counts the bytes of a class beside a cut, as far as it matters; none where there are none on one side.
func around(tail, head []byte, class *[256]bool) int {
	const enough = 2 * MinToken
	before, after := 0, 0
	for before < enough && before < len(tail) && class[tail[len(tail)-1-before]] {
		before++
	}
	if before == 0 {
		return 0
	}
	for after < enough && after < len(head) && class[head[after]] {
		after++
	}
	if after == 0 {
		return 0
	}
	return before + after
}

// base64Class are the digits of base64, and so of most codes; listClass is what lists of numbers are written with.
var base64Class, listClass = func() (digits, list [256]bool) {
	for c := range 256 {
		digits[c] = base64Value[c] != 0xFF
		list[c] = hexValue[c] != 0xFF || hexSeparator(byte(c)) && c != '\n' && c != '\r' || c == 'x' || c == 'X' || c == 'u' || c == 'U' || c == 'o' || c == 'O'
	}
	return digits, list
}()

// dense says whether the byte at i may be one of an encoded text: a blank is one between digits, or where tokens have
// blanks, and a quotation mark is one after a backslash.
func (b *blockSearch) dense(text []byte, i int) bool {
	switch c := text[i]; c {
	case ' ', '\t':
		return b.w.spaced || isolated(text, i-1) || isolatedAfter(text, i+1) ||
			i > 0 && (hexValue[text[i-1]] != 0xFF || text[i-1] == ',' || text[i-1] == '\'') || i+1 < len(text) && hexValue[text[i+1]] != 0xFF
	case '"', '{', '}':
		return b.w.spaced || i > 0 && text[i-1] == '\\'
	}
	return true
}

// isolatedAfter says whether a character that stands alone starts at i.
func isolatedAfter(text []byte, i int) bool {
	if i >= len(text) || !wordByte[text[i]] {
		return false
	}
	_, size := utf8.DecodeRune(text[i:])
	return i+size == len(text) || text[i+size] == ' '
}

// prefixOf is the length of the times, levels and marks that a line starts with.
func prefixOf(line []byte) int {
	n, end := 0, 0
	for n < len(line) {
		word := line[n:]
		if j := bytes.IndexAny(word, " \t"); j >= 0 {
			word = word[:j]
		}
		if len(word) > 0 && !mark(word) {
			break
		}
		n = min(len(line), n+len(word)+1)
		if len(word) == 0 || len(bytes.Trim(word, "0123456789")) > 0 {
			end = n // a number alone may be what goes on
		}
	}
	if end > 1 && end < len(line) && line[end-1] == ' ' && line[end-2] == ' ' {
		end-- // a blank of the text
	}
	return end
}

// mark says whether a word is a time, a level, a number or the name of a stream.
func mark(word []byte) bool {
	if len(word) > 40 {
		return false
	}
	var upper [40]byte
	n := 0
	for _, c := range word {
		if bytes.IndexByte([]byte("[](){}<>:|,"), c) < 0 {
			upper[n] = c &^ 0x20
			n++
		}
	}
	switch string(upper[:n]) {
	case "", "\r", "TRACE", "DEBUG", "DBG", "INFO", "INF", "NOTICE", "WARN", "WRN", "WARNING", "ERROR", "ERR", "FATAL", "PANIC", "STDOUT", "STDERR", "UTC":
		return true
	}
	if word[0] == '[' && word[len(word)-1] == ']' && bytes.IndexByte(word, ',') < 0 || word[len(word)-1] == '|' {
		return true
	}
	if list, closes := bytes.CutSuffix(word, []byte("]")); closes && len(bytes.Trim(list, "0123456789")) == 0 {
		return false // the end of a list
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
	return digits > 3 && others == 0 && commas < 2 && (signs > 0 || commas == 0) && len(word) < 40 && bytes.Count(word, []byte(":")) < 4 && bytes.Count(word, []byte("-")) < 4
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

// backwards searches the block turned around: for what was encoded and then reversed.
func (b *blockSearch) backwards(block []byte) {
	out := &b.buffers[0]
	out.reset()
	if !b.w.foreign {
		for i := len(block) - 1; i >= 0; i-- {
			out.data = append(out.data, block[i])
			out.at = append(out.at, int32(i))
		}
	} else {
		for i := len(block); i > 0; {
			_, size := utf8.DecodeLastRune(block[:i])
			i -= size
			for k := i; k < i+size; k++ {
				out.add(block[k], int32(k))
			}
		}
	}
	b.child(&view{data: block}, stepReversed, out)
}
