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

// base64Runs decodes every run of base64 digits, which may go on after a line break and an indentation. Words before it
// may be of the same letters, so that all four places of its first digit are tried.
func base64Runs(b *blockSearch, v *view) {
	data := v.data
	digits := &b.digits[v.depth]
	for i := 0; i < len(data); i++ {
		if base64Value[data[i]] == 0xFF {
			continue
		}
		start := i
		for i < len(data) && base64Value[data[i]] != 0xFF {
			i++
		}
		next := afterBreak(data, i)
		wrapped := next > i && next < len(data) && base64Value[data[next]] != 0xFF
		if i-start < minBase64 && !wrapped {
			continue
		}
		digits.reset()
		for {
			for k := start; k < i; k++ {
				digits.add(base64Value[data[k]], int32(k))
			}
			if !wrapped {
				break
			}
			start, i = next, next
			for i < len(data) && base64Value[data[i]] != 0xFF {
				i++
			}
			next = afterBreak(data, i)
			wrapped = next > i && next < len(data) && base64Value[data[next]] != 0xFF
		}
		if len(digits.data) >= minBase64 {
			b.base64(v, digits)
		}
	}
}

func (b *blockSearch) base64(v *view, digits *buffer) {
	out := &b.buffers[v.depth]
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
		if !b.worth(out.data) {
			continue
		}
		for k := range out.data {
			out.at = append(out.at, v.origin(int(digits.at[phase+k*4/3])))
		}
		b.child(v, stepBase64, out)
	}
}

// worth says whether decoded bytes hold a piece of a token, or may be something that is encoded again: eight and more
// readable characters in a row, many zeros, or a compressed stream. Most of what looks like digits of a code is words.
func (b *blockSearch) worth(data []byte) bool {
	if b.w.wide {
		return true
	}
	readable, zeros := 0, 0
	for i, c := range data {
		switch {
		case ' ' <= c && c < 0x7F || c == '\n' || c == '\t' || c == '\r' || c >= 0x80 && b.w.foreign:
			if readable++; readable >= MinToken {
				return true
			}
			if c == 'x' && i+1 < len(data) && zlibFlag(data[i+1]) {
				return true
			}
			continue
		case c == 0:
			if zeros++; zeros >= MinToken/2 {
				return true
			}
		case c == 0x1F:
			if i+2 < len(data) && data[i+1] == 0x8B && data[i+2] == 8 {
				return true
			}
		}
		readable = 0
	}
	return b.w.touches(data)
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
