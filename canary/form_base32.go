package canary

import "bytes"

// minBase32 is the least number of digits that hold MinToken bytes.
const minBase32 = (MinToken*8 + 4) / 5

// base32Code is one alphabet of base32, in one case of letters: a text of both is a word.
func base32Code(alphabet string, lower bool) *[256]uint8 {
	digits := []byte(alphabet)
	if lower {
		digits = bytes.ToLower(digits)
	}
	var value [256]uint8
	for i := range value {
		value[i] = 0xFF
	}
	for i, c := range digits {
		value[c] = uint8(i)
	}
	return &value
}

var base32Codes = func() (all []*[256]uint8) {
	for _, alphabet := range []string{"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "0123456789ABCDEFGHIJKLMNOPQRSTUV"} {
		all = append(all, base32Code(alphabet, false), base32Code(alphabet, true))
	}
	return all
}()

// base32Runs decodes every run of base32 digits from each of eight places.
func base32Runs(b *blockSearch, v *view) {
	data := v.data
	for i := 0; i < len(data); i++ {
		if !alphanumeric[data[i]] {
			continue
		}
		from, n := i, 0
		for {
			start := i
			for i < len(data) && alphanumeric[data[i]] {
				i++
			}
			n += i - start
			next := afterBreak(data, i)
			if next == i || next >= len(data) || !alphanumeric[data[next]] {
				break
			}
			i = next
		}
		if n >= minBase32 {
			for _, value := range base32Codes {
				b.digitRuns(v, from, i, value, minBase32, b.base32)
			}
		}
	}
}

var alphanumeric = func() (all [256]bool) {
	for c := range 256 {
		all[c] = letters[c] || digit(byte(c))
	}
	return all
}()

func (b *blockSearch) base32(v *view, digits *buffer) {
	out := &b.buffers[v.depth]
	for phase := range min(8, len(digits.data)-minBase32+1) {
		out.reset()
		bits, n := uint32(0), 0
		for _, d := range digits.data[phase:] {
			bits = bits<<5 | uint32(d)
			if n += 5; n >= 8 {
				n -= 8
				out.data = append(out.data, byte(bits>>n))
			}
		}
		b.decoded(v, stepBase32, out, func(k int) int32 { return v.origin(int(digits.at[phase+k*8/5])) })
	}
}
