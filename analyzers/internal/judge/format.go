package judge

import (
	"strings"
	"unicode/utf8"
)

// Verbs returns, for each argument of a printf format in order, the verb that prints it: '*' for a width or
// precision taken from an argument. Explicit indexes (%[2]s) make the order unknown to the caller, so an argument
// printed more than once gets its most telling verb: anything but T.
func Verbs(format string) []rune {
	var out []rune
	arg := 0
	set := func(i int, verb rune) {
		for len(out) <= i {
			out = append(out, 0)
		}
		if out[i] == 0 || out[i] == 'T' {
			out[i] = verb
		}
	}
	for i := 0; i < len(format); {
		if format[i] != '%' {
			i++
			continue
		}
		i++
		for i < len(format) && strings.IndexByte("+-# 0123456789.*[]", format[i]) >= 0 {
			switch format[i] {
			case '*':
				set(arg, '*')
				arg++
			case '[':
				n, j := 0, i+1
				for j < len(format) && format[j] >= '0' && format[j] <= '9' && n < 1<<16 {
					n = n*10 + int(format[j]-'0')
					j++
				}
				if j < len(format) && format[j] == ']' && n > 0 && n <= 1<<10 {
					arg, i = n-1, j
				}
			}
			i++
		}
		if i >= len(format) {
			break
		}
		verb, size := utf8.DecodeRuneInString(format[i:])
		i += size
		if verb == '%' {
			continue
		}
		set(arg, verb)
		arg++
	}
	return out
}
