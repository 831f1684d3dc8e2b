package ucum

import "strings"

// The bounds on what Parse accepts. No code in use comes near them.
const (
	maxLength = 255
	maxDepth  = 16
)

// Parse reads a case-sensitive UCUM code. A text that is none comes back as a *SyntaxError.
func Parse(code string) (Unit, error) {
	t, err := table()
	if err != nil {
		return Unit{}, err
	}
	p := parser{t: t, text: code}
	v, err := p.parse()
	if err != nil {
		return Unit{}, err
	}
	return Unit{code: code, value: v}, nil
}

// parser walks over a code once. If names is set it also writes the display name there.
type parser struct {
	t       *tables
	text    string
	pos     int
	depth   int
	resolve bool // atoms may not have been computed yet
	names   *strings.Builder
}

func (p *parser) parse() (value, error) {
	if p.text == "" {
		return value{}, p.fail(Empty)
	}
	if len(p.text) > maxLength {
		return value{}, &SyntaxError{Offset: maxLength, Kind: TooLong}
	}
	v, err := p.term(true)
	if err != nil {
		return value{}, err
	}
	if p.pos < len(p.text) {
		if p.text[p.pos] == ')' {
			return value{}, p.fail(Parenthesis)
		}
		return value{}, p.fail(MissingOp)
	}
	return v, nil
}

func (p *parser) fail(k Kind) error { return &SyntaxError{Offset: p.pos, Kind: k} }

// term is components joined by . and /, from left to right. Only a whole code may begin with a solidus, which inverts
// the component right behind it.
func (p *parser) term(whole bool) (value, error) {
	var left value
	op := byte(0)
	if whole && p.text[p.pos] == '/' {
		op = '/'
		p.pos++
		p.write("1 / ")
	}
	for {
		if p.pos == len(p.text) {
			return value{}, p.fail(MissingTerm)
		}
		at := p.pos
		right, err := p.component()
		if err != nil {
			return value{}, err
		}
		var kind Kind
		switch op {
		case 0:
			left = right
		case '.':
			left, kind = left.times(right)
		case '/':
			left, kind = left.over(right)
		}
		if kind != "" {
			return value{}, &SyntaxError{Offset: at, Kind: kind}
		}
		if p.pos == len(p.text) || p.text[p.pos] != '.' && p.text[p.pos] != '/' {
			return left, nil
		}
		op = p.text[p.pos]
		p.pos++
		if op == '.' {
			p.write(" * ")
		} else {
			p.write(" / ")
		}
	}
}

// component is a unit with or without exponent, a number, a term in parentheses, or an annotation alone; each but the
// last with or without an annotation behind it.
func (p *parser) component() (value, error) {
	var v value
	var err error
	switch c := p.text[p.pos]; {
	case c == '{':
		p.write("1")
		return value{}, p.annotation()
	case c == '(':
		v, err = p.nested()
	case c == '.' || c == '/':
		return value{}, p.fail(MissingTerm)
	case c == ')':
		return value{}, p.fail(Parenthesis)
	default:
		v, err = p.simple()
	}
	if err == nil && p.pos < len(p.text) && p.text[p.pos] == '{' {
		err = p.annotation()
	}
	return v, err
}

func (p *parser) nested() (value, error) {
	if p.depth == maxDepth {
		return value{}, p.fail(TooDeep)
	}
	open := p.pos
	p.depth++
	p.pos++
	p.write("(")
	if p.pos == len(p.text) {
		return value{}, &SyntaxError{Offset: open, Kind: Parenthesis}
	}
	v, err := p.term(false)
	if err != nil {
		return value{}, err
	}
	if p.pos == len(p.text) {
		return value{}, &SyntaxError{Offset: open, Kind: Parenthesis}
	}
	if p.text[p.pos] != ')' {
		return value{}, p.fail(MissingOp)
	}
	p.depth--
	p.pos++
	p.write(")")
	return v, nil
}

// annotation skips what stands in braces. It means nothing.
// Blanks are not in UCUM's range for it, but they are in units that FHIR lists.
func (p *parser) annotation() error {
	open := p.pos
	for i := open + 1; i < len(p.text); i++ {
		c := p.text[i]
		if c == '}' {
			p.pos = i + 1
			if p.pos < len(p.text) && p.text[p.pos] == '{' {
				return p.fail(Annotation)
			}
			return nil
		}
		if c < ' ' || c > '~' || c == '{' {
			p.pos = i
			return p.fail(Annotation)
		}
	}
	return p.fail(Annotation)
}

// simple is a number, or a unit with or without exponent.
func (p *parser) simple() (value, error) {
	start := p.pos
	end, stem, err := p.scan()
	if err != nil {
		return value{}, err
	}
	if stem == start { // digits only
		p.pos = end
		if end < len(p.text) && (p.text[end] == '+' || p.text[end] == '-') {
			return value{}, p.fail(Exponent)
		}
		return p.number(start, end)
	}
	signed := end < len(p.text) && (p.text[end] == '+' || p.text[end] == '-')
	if signed {
		if stem != end { // two exponents
			p.pos = end
			return value{}, p.fail(Exponent)
		}
		for end++; end < len(p.text) && digit(p.text[end]); {
			end++
		}
	}
	v, err := p.unit(start, stem)
	if err != nil {
		return value{}, err
	}
	p.pos = end
	if stem == end {
		p.write(")")
		return v, nil
	}
	n, ok := parseExponent(p.text[stem:end])
	if !ok {
		p.pos = stem
		return value{}, p.fail(Exponent)
	}
	p.write(" ^ ", strings.TrimPrefix(p.text[stem:end], "+"), ")")
	v, kind := v.power(n)
	if kind != "" {
		return value{}, &SyntaxError{Offset: stem, Kind: kind}
	}
	return v, nil
}

// scan finds the end of a symbol with its unsigned exponent, and where the exponent begins.
func (p *parser) scan() (end, stem int, err error) {
	i := p.pos
	stem = i
	for ; i < len(p.text); i++ {
		switch classes[p.text[i]] {
		case classDigit:
			continue
		case classSymbol:
		case classOpen:
			open := i
			for i++; i < len(p.text) && p.text[i] != ']' && p.text[i] != '[' && p.text[i] > ' ' && p.text[i] <= '~'; {
				i++
			}
			if i == len(p.text) || p.text[i] == '[' {
				p.pos = open
				return 0, 0, p.fail(Bracket)
			}
			if p.text[i] != ']' {
				return 0, 0, p.failCharacter(i)
			}
		case classEnd:
			if i == p.pos {
				return 0, 0, p.failCharacter(i)
			}
			return i, stem, nil
		default:
			return 0, 0, p.failCharacter(i)
		}
		stem = i + 1
	}
	return i, stem, nil
}

func (p *parser) failCharacter(i int) error {
	p.pos = i
	switch c := p.text[i]; {
	case c == ' ' || c >= '\t' && c <= '\r':
		return p.fail(Blank)
	case c == ']':
		return p.fail(Bracket)
	case c == '}':
		return p.fail(Annotation)
	case c == '+' || c == '-':
		return p.fail(Exponent)
	}
	return p.fail(Character)
}

func (p *parser) number(start, end int) (value, error) {
	text := p.text[start:end]
	p.write(text)
	trimmed := strings.TrimLeft(text, "0")
	if trimmed == "" || len(trimmed) > 18 {
		p.pos = start
		return value{}, p.fail(Number)
	}
	var n uint64
	for i := range len(trimmed) {
		n = n*10 + uint64(trimmed[i]-'0')
	}
	return value{mag: small(n, 0)}, nil
}

// unit finds the atom, or the prefix and the metric atom, that a symbol stands for. No symbol of the table can be
// read in both ways.
func (p *parser) unit(start, stem int) (value, error) {
	symbol := p.text[start:stem]
	if a := p.t.atoms[symbol]; a != nil {
		p.write("(", a.Names[0])
		return p.valueOf(a)
	}
	notMetric := false
	for n := min(2, len(symbol)-1); n > 0; n-- {
		pre := p.t.prefix(symbol[:n])
		if pre == nil {
			continue
		}
		a := p.t.atoms[symbol[n:]]
		if a == nil || !a.Metric {
			notMetric = notMetric || a != nil
			continue
		}
		p.write("(", pre.Name, a.Names[0])
		v, err := p.valueOf(a)
		if err != nil {
			return value{}, err
		}
		v.mag, _ = v.mag.times(pre.mag)
		return v, nil
	}
	p.pos = start
	if notMetric {
		return value{}, p.fail(NotMetric)
	}
	return value{}, p.fail(UnknownUnit)
}

func (p *parser) valueOf(a *atom) (value, error) {
	if p.resolve {
		if err := p.t.resolve(a); err != nil {
			return value{}, err
		}
	}
	return a.value, nil
}

func (p *parser) write(texts ...string) {
	if p.names != nil {
		for _, t := range texts {
			p.names.WriteString(t)
		}
	}
}

type charClass uint8

const (
	classOther charClass = iota
	classSymbol
	classDigit
	classOpen
	classEnd
)

func digit(c byte) bool { return c >= '0' && c <= '9' }

// classes sorts the bytes that may stand in a symbol (UCUM §3) from those that end one.
var classes = func() (t [256]charClass) {
	for c := byte('!'); c <= '~'; c++ {
		t[c] = classSymbol
	}
	for c := byte('0'); c <= '9'; c++ {
		t[c] = classDigit
	}
	for _, c := range []byte("./(){+-") {
		t[c] = classEnd
	}
	for _, c := range []byte("\"=]}") {
		t[c] = classOther
	}
	t['['] = classOpen
	return t
}()
