package terminology

import "strings"

// contents are what a unit counts that UCUM does not tell apart: a mole is a number to UCUM, an equivalent is a mole,
// and an annotation means nothing.
type contents struct {
	mol, eq, osm, enzyme int // exponents
	anyMol               bool
	notes                string // annotations that carry a number, as {1.73_m2} and {100_WBC} do
}

func contentsOf(code string) contents {
	var c contents
	c.scan(code, 1)
	return c
}

// scan reads a term of a valid code: components joined by . and /, where / inverts only the next one.
func (c *contents) scan(term string, sign int) {
	op := sign
	for i := 0; i < len(term); {
		switch term[i] {
		case '.':
			op = sign
			i++
			continue
		case '/':
			op = -sign
			i++
			continue
		}
		j := componentEnd(term, i)
		c.component(term[i:j], op)
		i = j
	}
}

// componentEnd finds the operator behind a component, past brackets, braces and parentheses.
func componentEnd(term string, i int) int {
	depth := 0
	for ; i < len(term); i++ {
		switch term[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '.', '/':
			if depth == 0 {
				return i
			}
		}
	}
	return i
}

func (c *contents) component(s string, sign int) {
	if open := strings.IndexByte(s, '{'); open >= 0 {
		if note := s[open:]; strings.ContainsAny(note, "0123456789") {
			c.notes += note
		}
		s = s[:open]
	}
	if strings.HasPrefix(s, "(") {
		c.scan(strings.TrimSuffix(s[1:], ")"), sign)
		return
	}
	n := len(s)
	for n > 0 && '0' <= s[n-1] && s[n-1] <= '9' {
		n--
	}
	power := 0
	for _, d := range s[n:] {
		power = min(power*10+int(d-'0'), 99)
	}
	if n == len(s) {
		power = 1
	}
	if n > 0 && (s[n-1] == '-' || s[n-1] == '+') {
		if s[n-1] == '-' {
			power = -power
		}
		n--
	}
	power *= sign
	switch atom := s[:n]; {
	case strings.HasSuffix(atom, "]"):
	case strings.HasSuffix(atom, "mol"):
		c.mol += power
		c.anyMol = true
	case strings.HasSuffix(atom, "eq"):
		c.eq += power
	case strings.HasSuffix(atom, "osm"):
		c.osm += power
	case strings.HasSuffix(atom, "kat"), strings.HasSuffix(atom, "U"):
		c.enzyme += power
	}
}
