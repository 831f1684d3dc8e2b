package canary

// base64Value is the value of a digit of either alphabet, 0xFF for other bytes.
var base64Value = func() (t [256]uint8) {
	for i := range t {
		t[i] = 0xFF
	}
	for i, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") {
		t[c] = uint8(i)
	}
	t['-'], t['_'] = 62, 63
	return t
}()

// minBase64 is the least number of digits that hold MinToken bytes.
const minBase64 = (MinToken*8 + 5) / 6

// base64Runs decodes every run of base64 digits. Words before it may be of the same letters, so that all four places of its
// first digit are tried.
func base64Runs(b *blockSearch, v *view) {
	b.digitRuns(v, 0, len(v.data), &base64Value, minBase64, b.base64)
}

// digitRuns decodes every run of at least so many digits of a code in a part of a view. It may go on after a line break and
// an indentation.
func (b *blockSearch) digitRuns(v *view, from, to int, value *[256]uint8, least int, decode func(v *view, digits *buffer)) {
	data := v.data[:to]
	digits := &b.digits[v.depth]
	for i := from; i < len(data); i++ {
		if value[data[i]] == 0xFF {
			continue
		}
		start := i
		for i < len(data) && value[data[i]] != 0xFF {
			i++
		}
		next := afterBreak(data, i)
		wrapped := next > i && next < len(data) && value[data[next]] != 0xFF
		if i-start < least && !wrapped {
			continue
		}
		digits.reset()
		for {
			for k := start; k < i; k++ {
				digits.add(value[data[k]], int32(k))
			}
			if !wrapped {
				break
			}
			start, i = next, next
			for i < len(data) && value[data[i]] != 0xFF {
				i++
			}
			next = afterBreak(data, i)
			wrapped = next > i && next < len(data) && value[data[next]] != 0xFF
		}
		if len(digits.data) >= least {
			decode(v, digits)
		}
	}
}

func (b *blockSearch) base64(v *view, digits *buffer) {
	out := &b.buffers[v.depth]
	mixed := b.mixed(digits.data)
	for phase := range 4 {
		out.reset()
		d := digits.data[phase:]
		for len(d) >= 4 {
			x := uint32(d[0])<<18 | uint32(d[1])<<12 | uint32(d[2])<<6 | uint32(d[3])
			out.data = append(out.data, byte(x>>16), byte(x>>8), byte(x))
			d = d[4:]
		}
		if len(d) >= 2 {
			out.data = append(out.data, d[0]<<2|d[1]>>4)
		}
		if len(d) == 3 {
			out.data = append(out.data, d[1]<<4|d[2]>>2)
		}
		origin := func(k int) int32 { return v.origin(int(digits.at[phase+k*4/3])) }
		b.decoded(v, stepBase64, out, origin)
		if mixed {
			b.deflated(v, stepBase64, out.data, origin(0))
		}
	}
}

// mixed says whether digits of base64 are of all sorts, as those of compressed data are, and names and paths are not.
func (b *blockSearch) mixed(digits []uint8) bool {
	var upper, lower, numbers bool
	for _, d := range digits {
		upper = upper || d < 26
		lower = lower || d >= 26 && d < 52
		numbers = numbers || d >= 52 && d < 62
	}
	return upper && lower && numbers
}

// decoded examines what a code of bytes stands for, where it holds a piece of a token. Most of what looks like digits of
// a code is words, and decodes to noise; of that only the parts are examined that may be encoded again: those that can be
// read, text of two bytes a character, and what starts like a compressed stream. origin says where a byte comes from; it
// is nil where the buffer knows.
func (b *blockSearch) decoded(v *view, s step, out *buffer, origin func(int) int32) {
	examine := func(from, to int) {
		if origin != nil {
			out.at = out.at[:0]
			for k := from; k < to; k++ {
				out.at = append(out.at, origin(k))
			}
			b.child(v, s, &buffer{out.data[from:to], out.at})
			return
		}
		b.child(v, s, &buffer{out.data[from:to], out.at[from:to]})
	}
	data := out.data
	if len(data) < MinToken {
		return
	}
	if !b.w.speaks(data) && !b.streams(data) {
		return
	}
	if b.w.touches(data) || b.w.wide && b.w.twoByte(data) {
		examine(0, len(data))
		return
	}
	start := 0 // of what can be read
	for i := 0; i <= len(data); i++ {
		if i < len(data) {
			c := data[i]
			if plain[c] || c >= 0x80 && b.w.foreign {
				if c != 'x' || i+1 == len(data) || !zlibFlag(data[i+1]) {
					continue
				}
			}
			if b.streamAt(data, i) {
				examine(max(0, min(start, i-2*MinToken)), len(data))
				return
			}
			if plain[c] {
				continue
			}
		}
		if i-start > MinToken {
			examine(start, i)
		}
		start = i + 1
	}
}

// plain are the bytes of text, and of its colours.
var plain = func() (t [256]bool) {
	for c := byte(' '); c < 0x7F; c++ {
		t[c] = true
	}
	t['\n'], t['\r'], t['\t'], t[0x1B] = true, true, true, true
	return t
}()

// speaks says whether a piece of a token, or of text that stands for one, may be in the data: MinToken bytes in a row that
// can be read. Most of what is no code at all has none, which is seen by a look at a few of its bytes.
func (w *windows) speaks(data []byte) bool {
	if w.control || w.wide {
		return true
	}
	for end := MinToken; end <= len(data); {
		n := 0
		for n < MinToken && (plain[data[end-1-n]] || w.foreign && data[end-1-n] >= 0x80) {
			n++
		}
		if n == MinToken {
			return true
		}
		end += MinToken - n
	}
	return false
}

// streams says whether any place of the data is one of streamAt.
func (b *blockSearch) streams(data []byte) bool {
	for i, c := range data {
		if (c == 'x' || c == 0 || c == 0x1F) && b.streamAt(data, i) {
			return true
		}
	}
	return false
}

// streamAt says whether bytes at i may be text of two bytes a character, or the start of a compressed stream.
func (b *blockSearch) streamAt(data []byte, i int) bool {
	switch data[i] {
	case 0:
		return b.w.doubled(data, i)
	case 0x1F:
		return i+2 < len(data) && data[i+1] == 0x8B && data[i+2] == 8
	case 'x':
		return i+1 < len(data) && (0x7800|int(data[i+1]))%31 == 0
	}
	return false
}

// afterBreak is where the text goes on after line breaks and an indentation at i, or i where there is none.
func afterBreak(data []byte, i int) int {
	j := i
	for j < len(data) && data[j] == '\r' {
		j++
	}
	if j >= len(data) || data[j] != '\n' {
		return i
	}
	for j < len(data) && (data[j] == ' ' || data[j] == '\t' || data[j] == '\n' || data[j] == '\r') {
		j++
	}
	return j
}
