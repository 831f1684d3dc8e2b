package canary

import "bytes"

const maxIndent = 64

// hexRuns decodes every sequence of hexadecimal bytes: in one run, or in groups of an even number of digits with short
// separators between them, each perhaps after 0x or \x.
func hexRuns(b *blockSearch, v *view) {
	data := v.data
	for i := 0; i < len(data); i++ {
		if i = skipTo(data, i, 2*MinToken, &hexClass); i == len(data) {
			return
		}
		if hexValue[data[i]] == 0xFF {
			continue
		}
		start := i
		for i < len(data) && hexValue[data[i]] != 0xFF {
			i++
		}
		n := i - start
		prefixed := n == 1 && data[start] == '0' && i < len(data) && data[i]|0x20 == 'x'
		if !prefixed && (n < 2 || n < 2*MinToken && i < len(data) && !hexSeparator(data[i])) {
			continue
		}
		i = max(i, b.hexSequence(v, start)) - 1
		if i+1 < len(data) && hexValue[data[i+1]] == 0xFF {
			i++
		}
	}
}

// hexClass is what sequences of hexadecimal bytes are written with.
var hexClass = func() (all [256]bool) {
	for c := range 256 {
		all[c] = hexValue[c] != 0xFF || hexSeparator(byte(c)) || c == 'x' || c == 'X'
	}
	return all
}()

// skipTo is the first place from i on where so many bytes in a row are of a class, or the end. It looks at few of those
// that are not.
func skipTo(data []byte, i, least int, class *[256]bool) int {
	for i+least <= len(data) {
		k := i + least - 1
		for k >= i && class[data[k]] {
			k--
		}
		if k < i {
			return i
		}
		i = k + 1
	}
	return len(data)
}

func hexSeparator(c byte) bool {
	switch c {
	case ' ', ':', '-', ',', '_', '.', ';', '\n', '\r', '\t', '+', '\\', '|', '/':
		return true
	}
	return false
}

// hexSequence decodes the sequence that starts at i, from its first digit and from its second, and says where it ends.
func (b *blockSearch) hexSequence(v *view, i int) int {
	data := v.data
	digits := &b.digits[v.depth]
	digits.reset()
	form := stepHex
	first := 0 // digits of the first group
	for {
		prefixed := false
		if i+2 < len(data) && (data[i] == '0' || data[i] == '\\') && data[i+1]|0x20 == 'x' && hexValue[data[i+2]] != 0xFF {
			prefixed = true
			if data[i] == '0' && first > 0 {
				form = stepBytes
			}
			i += 2
		}
		n := 0
		for i+n < len(data) && hexValue[data[i+n]] != 0xFF {
			n++
		}
		if n == 0 {
			break
		}
		if prefixed && n > 1 && data[i+n-1] == '0' && i+n < len(data) && data[i+n]|0x20 == 'x' {
			n-- // the next one follows without a separator
		}
		if prefixed && n == 1 {
			digits.add(0, int32(i))
		}
		take := n
		if n%2 == 1 && len(digits.data) > 0 && !(prefixed && n == 1) {
			take--
		}
		for k := range take {
			digits.add(hexValue[data[i+k]], int32(i+k))
		}
		if first == 0 {
			first = len(digits.data)
		}
		i += n
		if take < n {
			break
		}
		j := i
		for j < len(data) && j-i < 3 && hexSeparator(data[j]) && data[j] != '\n' && data[j] != '\r' && data[j] != '\\' {
			j++
		}
		if k := afterBreak(data, j); k > j && k-j < maxIndent {
			j = k
		}
		if j == i && !(j+1 < len(data) && data[j] == '\\' && data[j+1]|0x20 == 'x') && !(prefixed && j+1 < len(data) && data[j] == '0' && data[j+1]|0x20 == 'x') {
			break
		}
		if j >= len(data) || hexValue[data[j]] == 0xFF && data[j] != '\\' {
			break
		}
		i = j
	}
	if len(digits.data) >= 2*MinToken {
		b.pairs(v, form, digits, 0, first)
		b.pairs(v, form, digits, 1, first)
	}
	return i
}

// pairs decodes digits, those of the first group from the given one on; a digit left over there is its last.
func (b *blockSearch) pairs(v *view, s step, digits *buffer, from, first int) {
	out := &b.buffers[v.depth]
	out.reset()
	for k := from; k+1 < len(digits.data); k += 2 {
		if k+1 == first && first < len(digits.data) {
			k = first
			if k+1 >= len(digits.data) {
				break
			}
		}
		out.add(digits.data[k]<<4|digits.data[k+1], v.origin(int(digits.at[k])))
	}
	b.decoded(v, s, out, nil)
}

// hexDumps decodes the layout of dumps: an offset, bytes or words of two, and perhaps what they look like, line after line.
func hexDumps(b *blockSearch, v *view) {
	data := v.data
	out := &b.buffers[v.depth]
	for i := 0; i < len(data); {
		j := bytes.Index(data[i:], []byte("000"))
		if j < 0 {
			return
		}
		i += j
		next, ok := dumpOffset(data, i)
		if !ok {
			for i < len(data) && data[i] == '0' {
				i++
			}
			continue
		}
		out.reset()
		for ok {
			i = b.dumpLine(v, out, next)
			j := afterBreak(data, i)
			if j == i || j >= len(data) {
				break
			}
			i = j
			if next, ok = dumpOffset(data, i); !ok { // a line that was wrapped: its rest is what the bytes look like
				if k := bytes.IndexByte(data[i:], '\n'); k >= 0 && k < maxIndent {
					next, ok = dumpOffset(data, i+k+1)
				}
			}
		}
		b.decoded(v, stepHex, out, nil)
		for k := 0; k+1 < len(out.data); k += 2 { // od -x and hexdump write words, the low byte last
			out.data[k], out.data[k+1] = out.data[k+1], out.data[k]
			out.at[k], out.at[k+1] = out.at[k+1], out.at[k]
		}
		b.decoded(v, stepHex, out, nil)
	}
}

// dumpOffset says where the bytes start after an offset of 4 to 8 digits, a colon or not, and blanks.
func dumpOffset(data []byte, i int) (int, bool) {
	_, n := hexNumber(data, i, 9)
	if n < 4 || n > 8 {
		return i, false
	}
	i += n
	if i < len(data) && data[i] == ':' {
		i++
	}
	j := i
	for j < len(data) && data[j] == ' ' && j-i < 4 {
		j++
	}
	if j == i || j+1 >= len(data) || hexValue[data[j]] == 0xFF || hexValue[data[j+1]] == 0xFF {
		return i, false
	}
	return j, true
}

// dumpLine appends up to 32 bytes of a line of a dump, and says where the line ends.
func (b *blockSearch) dumpLine(v *view, out *buffer, i int) int {
	data := v.data
	for taken := 0; taken < 32 && i+1 < len(data); taken++ {
		if hexValue[data[i]] == 0xFF || hexValue[data[i+1]] == 0xFF {
			break
		}
		out.add(hexValue[data[i]]<<4|hexValue[data[i+1]], v.origin(i))
		i += 2
		j := i
		for j < len(data) && data[j] == ' ' {
			j++
		}
		if j-i > 2 || j < len(data) && j > i && data[j] == '|' || j-i == 2 && taken != 7 {
			break // the column of what the bytes look like
		}
		i = j
	}
	for i < len(data) && data[i] != '\n' && data[i] != '\r' {
		i++
	}
	return i
}
