package canary

import (
	"unicode/utf16"
	"unicode/utf8"
)

// numberLists decodes lists of eight and more numbers, as %v of a []byte, a []rune or JSON write them: as bytes, and as
// code points where some are too large for ASCII. Numbers of digits 0 to 7 alone are read as octal too, of 0 and 1 as
// binary; 0o and 0b may stand before them.
func numberLists(b *blockSearch, v *view) {
	data := v.data
	list := &b.digits[v.depth]
	for i := 0; i < len(data); {
		if i = skipTo(data, i, 2*MinToken-1, &numberClass); i == len(data) {
			return
		}
		if !digit(data[i]) {
			i++
			continue
		}
		b.numbers = b.numbers[:0]
		list.reset()
		octal, binary := true, true
		for i < len(data) && digit(data[i]) {
			if data[i] == '0' && i+2 < len(data) && (data[i+1]|0x20 == 'b' || data[i+1]|0x20 == 'o') && digit(data[i+2]) {
				i += 2
			}
			start, value, bits := i, rune(0), true
			for i < len(data) && digit(data[i]) && i-start < 8 {
				value = value*10 + rune(data[i]-'0')
				octal = octal && data[i] < '8'
				bits = bits && data[i] < '2'
				i++
			}
			binary = binary && bits
			if value > utf8.MaxRune && !bits || i < len(data) && digit(data[i]) {
				break
			}
			b.numbers = append(b.numbers, value)
			list.at = append(list.at, int32(start))
			j := i
			for j < len(data) && j-i < 3 && (data[j] == ' ' || data[j] == ',' || data[j] == ';' || data[j] == '+' || data[j] == '\t') {
				j++
			}
			if k := afterBreak(data, j); k > j && k-j < maxIndent {
				j = k
			}
			if j == i {
				break
			}
			i = j
		}
		for i < len(data) && digit(data[i]) { // the rest of a number that was too long
			i++
		}
		if len(list.at) >= MinToken {
			b.numberList(v, list, octal, binary)
		}
	}
}

// numberClass is what lists of numbers are written with.
var numberClass = func() (all [256]bool) {
	for _, c := range []byte("0123456789 ,;+\t\r\nobOB") {
		all[c] = true
	}
	return all
}()

func (b *blockSearch) numberList(v *view, list *buffer, octal, binary bool) {
	numbers := append([]rune(nil), b.numbers...) // the views of this one may hold lists
	out := &b.buffers[v.depth]
	emit := func(each func(rune) []byte) {
		out.reset()
		for k, n := range numbers {
			for _, c := range each(n) {
				out.add(c, v.origin(int(list.at[k])))
			}
		}
		b.decoded(v, stepBytes, out, nil)
	}
	large := false
	for _, n := range numbers {
		large = large || n > 0x7F
	}
	emit(func(n rune) []byte { return []byte{byte(n)} })
	if large {
		emit(func(n rune) []byte { return utf8.AppendRune(nil, n) })
	}
	if binary {
		emit(func(n rune) []byte {
			value := byte(0)
			for place := rune(10_000_000); place > 0; place /= 10 {
				value = value<<1 | byte(n/place%10)
			}
			return []byte{value}
		})
	}
	if octal {
		emit(func(n rune) []byte { return []byte{byte(n/100%10*64 + n/10%10*8 + n%10)} })
	}
}

// utf16Runs decodes text of two bytes a character, in either order, around what may be a piece of a token: every second
// byte is the high one of some token's character.
func utf16Runs(b *blockSearch, v *view) {
	for i := 0; i < len(v.data); i++ {
		if !b.w.high[v.data[i]] || !b.w.doubled(v.data, i) {
			continue
		}
		from := max(0, i-2*MinToken)
		last := i
		for i < len(v.data) && i-last <= 4*MinToken {
			if b.w.high[v.data[i]] && b.w.doubled(v.data, i) {
				last = i
			}
			i++
		}
		i = last + 2*MinToken
		b.utf16(v, from, min(len(v.data), last+4*MinToken))
	}
}

// doubled says whether a piece of a token of two bytes a character may start at i, or a byte before it.
func (w *windows) doubled(data []byte, i int) bool {
	if i+2*(MinToken-1) >= len(data) {
		return false
	}
	for k := i; k < i+2*MinToken; k += 2 {
		if !w.high[data[k]] {
			return false
		}
	}
	return true
}

// twoByte says whether there is such a place anywhere.
func (w *windows) twoByte(data []byte) bool {
	for i, c := range data {
		if w.high[c] && w.doubled(data, i) {
			return true
		}
	}
	return false
}

func (b *blockSearch) utf16(v *view, from, to int) {
	out := &b.buffers[v.depth]
	for variant := range 4 {
		high, start := variant&1, from+variant>>1 // which byte of a pair is the high one, and where pairs start
		unit := func(i int) rune { return rune(v.data[i+high])<<8 | rune(v.data[i+1-high]) }
		out.reset()
		for i := start; i+1 < to; i += 2 {
			r, at := unit(i), v.origin(i)
			if utf16.IsSurrogate(r) && i+3 < to {
				if pair := utf16.DecodeRune(r, unit(i+2)); pair != utf8.RuneError {
					r = pair
					i += 2
				}
			}
			var text [utf8.UTFMax]byte
			for _, c := range text[:utf8.EncodeRune(text[:], r)] {
				out.add(c, at)
			}
		}
		b.child(v, stepUTF16, out)
	}
}
