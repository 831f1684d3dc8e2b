package units

import "strings"

// form is what a unit measures, read from its code: the kinds of its factors above and below the stroke. UCUM's own
// dimensions cannot say it, because there a mole is a number and so is a percent.
type form struct {
	above, below []string
}

// String writes a form as the table of forms does: "mass/vol", "vol/time.mass".
func (f form) String() string {
	a, b := strings.Join(f.above, "."), strings.Join(f.below, ".")
	if b == "" {
		return a
	}
	return a + "/" + b
}

// formOf reads the kinds of a code. It fails where a factor is of no kind known here.
func formOf(code string) (form, bool) {
	p := formParser{s: code}
	if !p.term(false) || p.at != len(code) {
		return form{}, false
	}
	return form{p.side(false), p.side(true)}, true
}

type formParser struct {
	s        string
	at       int
	kinds    [8]kindPower
	n        int
	numbered bool // a number or an annotation stands above the stroke
	numbers  bool // or below it
}

type kindPower struct {
	kind  string
	exp   int
	below bool
	noted bool
}

// term reads factors with dots, strokes and brackets between them. A stroke covers one factor.
func (p *formParser) term(below bool) bool {
	side := below
	if p.peek() == '/' {
		side = !below
		p.at++
	}
	for {
		if !p.factor(side) {
			return false
		}
		switch p.peek() {
		case '.':
			side = below
		case '/':
			side = !below
		default:
			return true
		}
		p.at++
	}
}

func (p *formParser) peek() byte {
	if p.at < len(p.s) {
		return p.s[p.at]
	}
	return 0
}

func (p *formParser) factor(below bool) bool {
	switch b := p.peek(); {
	case b == '(':
		p.at++
		if !p.term(below) || p.peek() != ')' {
			return false
		}
		p.at++
		return true
	case b == '{':
		end := strings.IndexByte(p.s[p.at:], '}')
		if end < 0 {
			return false
		}
		note := p.s[p.at+1 : p.at+end]
		p.at += end + 1
		if note == surface {
			return p.add("area", 1, below, true)
		}
		p.number(below)
		return true
	case b >= '0' && b <= '9':
		p.at += digits(p.s[p.at:], false)
		if c := p.peek(); c == '*' || c == '^' {
			p.at++
			p.at += digits(p.s[p.at:], true)
		}
		p.number(below)
		p.skipNote()
		return true
	}
	return p.unit(below)
}

// unit reads an atom with its prefix and exponent.
func (p *formParser) unit(below bool) bool {
	start := p.at
	for p.at < len(p.s) {
		b := p.s[p.at]
		if b == '[' {
			end := strings.IndexByte(p.s[p.at:], ']')
			if end < 0 {
				return false
			}
			p.at += end + 1
			continue
		}
		if !isLetter(b) && b != '%' && b != '\'' {
			break
		}
		p.at++
	}
	kind, ok := kindOf(p.s[start:p.at])
	if !ok {
		return false
	}
	exp, neg := 1, false
	if c := p.peek(); c == '-' || c == '+' {
		neg = c == '-'
		p.at++
	}
	if d := digits(p.s[p.at:], false); d == 1 {
		exp = int(p.s[p.at] - '0')
		p.at++
	} else if d > 1 || neg {
		return false
	}
	noted := p.skipNote()
	return p.add(kind, exp, below != neg, noted)
}

func (p *formParser) skipNote() bool {
	if p.peek() != '{' {
		return false
	}
	end := strings.IndexByte(p.s[p.at:], '}')
	if end < 0 {
		return false
	}
	p.at += end + 1
	return true
}

func (p *formParser) number(below bool) {
	if below {
		p.numbers = true
	} else {
		p.numbered = true
	}
}

func (p *formParser) add(kind string, exp int, below, noted bool) bool {
	if kind == "num" {
		p.number(below)
		return true
	}
	if kind == "len" {
		switch exp {
		case 2:
			kind, exp = "area", 1
		case 3:
			kind, exp = "vol", 1
		}
	}
	if p.n == len(p.kinds) {
		return false
	}
	p.kinds[p.n] = kindPower{kind, exp, below, noted}
	p.n++
	return true
}

// side lists the kinds of one side in the order of the alphabet; a side with nothing but numbers is "num". A kind
// that carries an annotation below the stroke has a star: g{creat} is not the mass of what was measured.
func (p *formParser) side(below bool) []string {
	var out []string
	for _, k := range p.kinds[:p.n] {
		if k.below != below {
			continue
		}
		name := k.kind
		if k.noted && below {
			name += "*"
		}
		if k.exp != 1 {
			name += string(rune('0' + k.exp))
		}
		at := len(out)
		for at > 0 && out[at-1] > name {
			at--
		}
		out = append(out, "")
		copy(out[at+1:], out[at:])
		out[at] = name
	}
	if len(out) == 0 && (!below || p.numbers && !p.countOnly()) {
		return []string{"num"}
	}
	return out
}

// countOnly reports whether a code has no unit on any side: 10*9, {steps}.
func (p *formParser) countOnly() bool { return p.n == 0 && !p.numbers }

// kindOf finds the kind of an atom, as written or behind one prefix.
func kindOf(atom string) (string, bool) {
	kinds := atomKinds()
	if k, ok := kinds[atom]; ok {
		return k, true
	}
	for _, n := range [...]int{1, 2} {
		if len(atom) <= n || !isPrefix(atom[:n]) {
			continue
		}
		if k, ok := kinds[atom[n:]]; ok && k != "num" {
			return k, true
		}
	}
	return "", false
}

func isPrefix(s string) bool {
	return s == "da" || len(s) == 1 && strings.ContainsAny(s, "YZEPTGMkhdcmunpfazy")
}
