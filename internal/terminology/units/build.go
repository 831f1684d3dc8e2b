package units

import "strings"

// surface is the body surface that filtration rates are brought to. UCUM has no unit for it; LOINC annotates.
const surface = "1.73_m2"

// build writes the code of the tokens, or gives up where their order makes no unit.
func (c *composer) build() (string, bool) {
	w := writer{buf: make([]byte, 0, 48)}
	if !c.countsBelow() {
		return "", false
	}
	i := c.scale(&w)
	for i < c.n {
		next, ok := c.term(&w, i)
		if !ok {
			return "", false
		}
		i = next
	}
	return w.done()
}

// countsBelow reports whether a word for a power of ten, K or 万, stands where things are counted: above a stroke with
// a volume or a mass below it. K/h and a lone K are something else.
func (c *composer) countsBelow() bool {
	first := c.skipBlank(0)
	if first >= c.n || c.toks[first].kind != tokPower || c.toks[first].lex.code == "" {
		return true
	}
	for i := first; i < c.n; i++ {
		if c.toks[i].kind != tokSlash {
			continue
		}
		at := c.skipBlank(i + 1)
		if at >= c.n || c.toks[at].kind != tokUnit {
			return false
		}
		kind, _ := kindOf(c.toks[at].text)
		cubed := c.toks[at].text == "mm3"
		if k, ok := c.kindAt(at + 1); ok && k == tokExp {
			cubed = kind == "len" && c.toks[at+1].text == "3"
		}
		return kind == "vol" || kind == "mass" || cubed
	}
	return false
}

// writer collects factors. It knows on which side of the stroke it is.
type writer struct {
	buf     []byte
	pending bool // a stroke was read and nothing stands behind it yet
	dotted  bool // a dot was read and nothing stands behind it yet
	factors int  // what was printed, written or dropped
	counted bool // above the stroke stands a count: a power, a note, or nothing
	under   int  // factors below the stroke
	bracket bool // inside a bracket below the stroke
	lower   int  // where the last factor below the stroke begins
	open    bool // a bracket was opened there
}

func (w *writer) op() {
	if w.pending {
		w.shut()
		w.buf = append(w.buf, '/')
		w.under++
		w.lower = len(w.buf)
	} else if len(w.buf) > 0 {
		w.buf = append(w.buf, '.')
	}
	w.pending, w.dotted = false, false
	w.factors++
}

// shut closes the bracket that a dot below the stroke opened.
func (w *writer) shut() {
	if w.open {
		w.buf = append(w.buf, ')')
		w.open = false
	}
}

func (w *writer) done() (string, bool) {
	w.shut()
	if w.pending || w.dotted || len(w.buf) == 0 {
		return "", false
	}
	return string(w.buf), true
}

// scale writes the powers of ten at the start: K/uL, x10^9/L, 10^6 CFU/L. A word for a power counts only in front of
// a stroke or of something countable.
func (c *composer) scale(w *writer) int {
	i := 0
	for i < c.n && c.toks[i].kind == tokBlank {
		i++
	}
	if i >= c.n || c.toks[i].kind != tokPower {
		return i
	}
	w.buf = append(w.buf, "10*"...)
	w.buf = append(w.buf, c.toks[i].text...)
	w.factors++
	w.counted = true
	i = c.skipBlank(i + 1)
	if i < c.n && c.toks[i].kind == tokDot {
		i++
	}
	return i
}

func (c *composer) skipBlank(i int) int {
	for i < c.n && c.toks[i].kind == tokBlank {
		i++
	}
	return i
}

func (c *composer) kindAt(i int) (tokKind, bool) {
	if i < c.n {
		return c.toks[i].kind, true
	}
	return 0, false
}

// term reads one step: a stroke, a dot, a bracket, or a factor.
func (c *composer) term(w *writer, i int) (int, bool) {
	t := c.toks[i]
	switch t.kind {
	case tokBlank:
		return i + 1, true
	case tokSlash:
		if w.pending || w.dotted {
			return 0, false
		}
		if w.factors == 0 {
			w.counted = true
		}
		w.pending = true
		return i + 1, true
	case tokDot:
		if w.pending || w.dotted || len(w.buf) == 0 {
			return 0, false
		}
		if w.under > 0 && !w.bracket {
			return c.dotBelow(w, i)
		}
		w.dotted = true
		return i + 1, true
	case tokUnit:
		return c.unit(w, i)
	case tokNote:
		return c.note(w, i)
	case tokNumber:
		return c.numberTerm(w, i)
	case tokOpen:
		return c.group(w, i)
	}
	return 0, false
}

// dotBelow reads a dot behind a stroke. In print everything behind the stroke is below it: mg/kg·d is mg/(kg.d), where
// UCUM would read mg.d/kg. A volume and a time have two readings (a rate of a concentration, or the area under its
// curve) and are refused.
func (c *composer) dotBelow(w *writer, i int) (int, bool) {
	next := c.skipBlank(i + 1)
	if next >= c.n {
		return 0, false
	}
	t := c.toks[next]
	if t.kind == tokNumber && t.text == "1.73" || t.kind == tokNote && t.lex.code == surface {
		w.pending = true
		return next, true
	}
	if k, ok := c.kindAt(next + 1); ok && k == tokExp && strings.HasPrefix(c.toks[next+1].text, "-") {
		w.dotted = true // m3.kg-1.s-2 says itself what is below
		return next, true
	}
	below := string(w.buf[w.lower:])
	kind, _ := kindOf(below)
	if t.kind != tokUnit || kind == "vol" && t.lex.time {
		return 0, false
	}
	if !w.open {
		w.open = true
		if inner, ok := strings.CutPrefix(strings.TrimSuffix(below, ")"), "("); ok {
			w.buf = append(append(w.buf[:w.lower], '('), inner...)
		} else {
			w.buf = append(append(w.buf[:w.lower], '('), below...)
		}
	}
	w.dotted = true
	return next, true
}

// unit writes a unit with its exponent and the annotation behind it.
func (c *composer) unit(w *writer, i int) (int, bool) {
	t := c.toks[i]
	next := i + 1
	exp := ""
	if k, ok := c.kindAt(next); ok && k == tokExp {
		exp = c.toks[next].text
		next++
	}
	sign := strings.HasPrefix(exp, "-")
	exp = strings.TrimPrefix(strings.TrimPrefix(exp, "-"), "+")
	if strings.HasPrefix(exp, "0") || exp == "1" && !sign || len(exp) > 1 {
		return 0, false // m1 is ml, read by a machine
	}
	if w.factors > 0 && !w.pending && !w.dotted && !sign && !c.powerOnly(w) {
		return 0, false // two units side by side: a stroke may have been lost
	}
	if sign {
		if w.pending {
			return 0, false // per unit to the minus one: a slip of the pen
		}
		if w.factors == 0 {
			w.counted = true
		}
		w.pending, w.dotted = true, false
	}
	below := w.pending
	w.op()
	code := t.text
	if code+exp == "mm3" && below && w.counted {
		code, exp = "uL", "" // a cubic millimetre in which something is counted
	}
	w.buf = append(w.buf, code...)
	if exp != "" && exp != "1" {
		if b := code[len(code)-1]; b >= '0' && b <= '9' {
			return 0, false
		}
		w.buf = append(w.buf, exp...)
	}
	at, after := c.remark(next)
	if at < after {
		if l := c.toks[at].lex; l.ref && code != "%" {
			w.buf = append(w.buf, '{')
			w.buf = append(w.buf, l.code...)
			w.buf = append(w.buf, '}')
		}
		next = after
	}
	return next, true
}

// remark finds the annotation behind a unit: g creat, g.Cr, mL (FEU). It returns its place and the place behind it,
// or one place twice.
func (c *composer) remark(i int) (at, after int) {
	at = c.skipBlank(i)
	k, ok := c.kindAt(at)
	if !ok {
		return i, i
	}
	n, _ := c.kindAt(at + 1)
	end, _ := c.kindAt(at + 2)
	switch {
	case k == tokNote:
		return at, at + 1
	case k == tokDot && n == tokNote && at+1 < c.n && c.toks[at+1].lex.ref:
		return at + 1, at + 2
	case k == tokOpen && n == tokNote && end == tokClose && at+2 < c.n:
		return at + 1, at + 3
	}
	return i, i
}

// powerOnly reports whether only a power of ten was written so far.
func (c *composer) powerOnly(w *writer) bool { return w.factors == 1 && w.counted && w.under == 0 }

// note writes what is counted above the stroke. Below it, only behind a number: /100{WBCs}.
func (c *composer) note(w *writer, i int) (int, bool) {
	l := c.toks[i].lex
	if w.pending {
		if l.code != surface {
			return 0, false
		}
		w.op()
		w.buf = append(w.buf, brace(surface)...)
		return i + 1, true
	}
	if w.dotted || w.under > 0 || w.bracket {
		return 0, false
	}
	if w.factors == 0 {
		w.counted = true
		next := c.skipBlank(i + 1)
		k, more := c.kindAt(next)
		if !more {
			if l.lone || l.code == "{#}" {
				w.buf = append(w.buf, brace(l.code)...)
				w.factors++
				return next, true
			}
			return 0, false
		}
		if k != tokSlash {
			return 0, false
		}
		w.factors++
		if l.lone {
			w.buf = append(w.buf, brace(l.code)...)
		}
		return next, true
	}
	if !c.powerOnly(w) {
		return 0, false
	}
	if l.code == "copies" {
		w.buf = append(w.buf, "{copies}"...)
	}
	w.factors++
	return i + 1, true
}

func brace(code string) string {
	if strings.HasPrefix(code, "{") {
		return code
	}
	return "{" + code + "}"
}

// numberTerm reads the numbers that units know: 1/min, /24 h, /100 WBC, /1.73 m2, /100 mL.
func (c *composer) numberTerm(w *writer, i int) (int, bool) {
	n := c.toks[i].text
	if w.bracket && w.factors == 0 && !strings.Contains(n, ".") && len(n) < 4 && n[0] != '0' {
		w.factors++
		w.buf = append(w.buf, n...)
		at := c.skipBlank(i + 1)
		if k, ok := c.kindAt(at); ok && k == tokDot {
			at++
		}
		w.dotted = true
		return at, true
	}
	if !w.pending {
		if k, ok := c.kindAt(c.skipBlank(i + 1)); n == "1" && w.factors == 0 && ok && k == tokSlash {
			w.counted = true
			w.factors++
			return i + 1, true
		}
		return 0, false
	}
	at := c.skipBlank(i + 1)
	if k, ok := c.kindAt(at); ok && k == tokDot {
		at = c.skipBlank(at + 1)
	}
	k, ok := c.kindAt(at)
	if !ok {
		return 0, false
	}
	if k == tokUnit {
		return c.numberUnit(w, n, at)
	}
	if k == tokNote && (n == "100" || n == "1000") {
		l := c.toks[at].lex
		unsaid := l.code == "" || l.code == "{#}"
		if unsaid && (len(w.buf) > 0 || at+1 < c.n) {
			return 0, false // what is dropped leaves a number alone, which is a unit as a whole and none as a part of one
		}
		w.op()
		w.buf = append(w.buf, n...)
		if !unsaid {
			w.buf = append(w.buf, brace(l.code)...)
		}
		return at + 1, true
	}
	return 0, false
}

// numberUnit writes a number and its unit below the stroke.
func (c *composer) numberUnit(w *writer, n string, at int) (int, bool) {
	u := c.toks[at]
	next := at + 1
	exp := ""
	if k, ok := c.kindAt(next); ok && k == tokExp {
		exp = c.toks[next].text
		next++
	}
	if exp != "" && (len(exp) > 1 || exp < "2") {
		return 0, false
	}
	if n == "1" {
		return c.unit(w, at) // by the one of it is by it
	}
	code := u.text + exp
	w.op()
	switch {
	case n == "100" && code == "mL":
		w.buf = append(w.buf, "dL"...)
	case n == "1.73" && (code == "m2"):
		w.buf = append(w.buf, brace(surface)...)
		if k, ok := c.kindAt(c.skipBlank(next)); ok && k == tokNote {
			next = c.skipBlank(next) + 1
		}
	case strings.Contains(n, ".") || strings.HasPrefix(n, "0") || len(n) > 3:
		return 0, false
	default:
		if exp == "" && u.lex.code == "mm3" {
			code = "uL"
		}
		w.buf = append(w.buf, '(')
		w.buf = append(w.buf, n...)
		w.buf = append(w.buf, '.')
		w.buf = append(w.buf, code...)
		w.buf = append(w.buf, ')')
	}
	return next, true
}

// group reads a bracket below the stroke: /(24.h), /(min.1.73m2), /(kg.d). Anything else in brackets is left to the
// UCUM grammar.
func (c *composer) group(w *writer, i int) (int, bool) {
	end := i + 1
	for end < c.n && c.toks[end].kind != tokClose {
		if k := c.toks[end].kind; k == tokOpen || k == tokSlash || k == tokPower {
			return 0, false
		}
		end++
	}
	if end >= c.n || !w.pending {
		return 0, false
	}
	in := composer{lx: c.lx, n: end - i - 1}
	copy(in.toks[:], c.toks[i+1:end])
	inner := writer{buf: make([]byte, 0, 32), counted: w.counted, bracket: true}
	if in.hasSurface() {
		// Every factor stands below the stroke on its own: mL/min/{1.73_m2}, however it was bracketed.
		inner = writer{buf: inner.buf, factors: 1}
		for j := range in.n {
			if in.toks[j].kind == tokDot {
				in.toks[j].kind = tokSlash
			}
		}
		inner.pending = true
	}
	for j := 0; j < in.n; {
		next, ok := in.term(&inner, j)
		if !ok {
			return 0, false
		}
		j = next
	}
	s, ok := inner.done()
	if !ok || inner.bracket && inner.under > 0 {
		return 0, false
	}
	w.op()
	if !inner.bracket {
		w.buf = w.buf[:len(w.buf)-1]
	} else if strings.ContainsRune(s, '.') {
		s = "(" + s + ")"
	}
	w.buf = append(w.buf, s...)
	return end + 1, true
}

// hasSurface reports whether a bracket holds the body surface of 1.73 square metres.
func (c *composer) hasSurface() bool {
	for i := range c.n {
		if t := c.toks[i]; t.kind == tokNumber && t.text == "1.73" || t.kind == tokNote && t.lex.code == surface {
			return true
		}
	}
	return false
}
