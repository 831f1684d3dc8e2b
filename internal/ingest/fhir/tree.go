package fhir

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// node is a JSON value. Numbers keep their digits as printed, since 4.20 says more than 4.2. Members are looked up by
// their exact names: Status is not status.
type node struct {
	kind    byte // n t f 0 " [ {
	text    string
	members []member
	items   []node
}

type member struct {
	key   string
	value node
}

var (
	errSyntax    = errors.New("not JSON")
	errText      = errors.New("not UTF-8")
	errDuplicate = errors.New("a member stands twice")
)

const (
	maxDepth = 64
	maxNodes = 200_000 // of one resource: small values take more room in memory than in text
)

// parse reads one JSON value. A member that stands twice is refused: which one counts would be a guess.
func parse(s string) (node, error) {
	if !utf8.ValidString(s) {
		return node{}, errText
	}
	p := parser{s: s}
	n := p.value(maxDepth)
	if p.space(); p.err == nil && p.i < len(s) {
		p.err = errSyntax
	}
	return n, p.err
}

type parser struct {
	s   string
	i   int
	n   int // nodes so far
	err error
}

func (p *parser) space() {
	for p.i < len(p.s) && isSpace(p.s[p.i]) {
		p.i++
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// next skips white space and takes one byte, 0 at the end.
func (p *parser) next() byte {
	p.space()
	if p.i >= len(p.s) {
		return 0
	}
	p.i++
	return p.s[p.i-1]
}

// fail keeps the first error, except that damage is worse than a name that stands twice.
func (p *parser) fail(err error) node {
	if p.err == nil || p.err != errLarge && err == errSyntax {
		p.err = err
	}
	return node{}
}

func (p *parser) value(depth int) node {
	if p.n++; p.n > maxNodes {
		p.i = len(p.s)
		return p.fail(errLarge)
	}
	if depth == 0 {
		return p.fail(errSyntax)
	}
	switch c := p.next(); {
	case c == '{':
		return p.object(depth)
	case c == '[':
		return p.array(depth)
	case c == '"':
		return node{kind: '"', text: p.str()}
	case c == 't':
		return p.literal("rue", node{kind: 't', text: "true"})
	case c == 'f':
		return p.literal("alse", node{kind: 'f', text: "false"})
	case c == 'n':
		return p.literal("ull", node{kind: 'n'})
	case c == '-' || '0' <= c && c <= '9':
		return p.number()
	default:
		return p.fail(errSyntax)
	}
}

func (p *parser) literal(rest string, n node) node {
	if !strings.HasPrefix(p.s[p.i:], rest) {
		return p.fail(errSyntax)
	}
	p.i += len(rest)
	return n
}

func (p *parser) number() node {
	start := p.i - 1
	for p.i < len(p.s) && strings.IndexByte("0123456789+-.eE", p.s[p.i]) >= 0 {
		p.i++
	}
	text := p.s[start:p.i]
	if !isNumber(text) {
		return p.fail(errSyntax)
	}
	return node{kind: '0', text: text}
}

// isNumber checks JSON's form of numbers.
func isNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	n := digits(s)
	if n == 0 || n > 1 && s[0] == '0' {
		return false
	}
	s = s[n:]
	if rest, ok := strings.CutPrefix(s, "."); ok {
		if n = digits(rest); n == 0 {
			return false
		}
		s = rest[n:]
	}
	if s == "" {
		return true
	}
	if s[0] != 'e' && s[0] != 'E' {
		return false
	}
	s = s[1:]
	if s != "" && (s[0] == '+' || s[0] == '-') {
		s = s[1:]
	}
	return s != "" && digits(s) == len(s)
}

func digits(s string) (n int) {
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return n
}

func (p *parser) array(depth int) node {
	n := node{kind: '['}
	if p.space(); p.i < len(p.s) && p.s[p.i] == ']' {
		p.i++
		return n
	}
	for {
		n.items = append(n.items, p.value(depth-1))
		switch c := p.next(); {
		case p.err == errSyntax || p.err == errLarge:
			return node{}
		case c == ']':
			return n
		case c != ',':
			return p.fail(errSyntax)
		}
	}
}

func (p *parser) object(depth int) node {
	n := node{kind: '{'}
	if p.space(); p.i < len(p.s) && p.s[p.i] == '}' {
		p.i++
		return n
	}
	var seen map[string]bool
	n.members = make([]member, 0, 4)
	for {
		if p.next() != '"' {
			return p.fail(errSyntax)
		}
		key := p.str()
		if p.next() != ':' {
			return p.fail(errSyntax)
		}
		if n.has(key, &seen) {
			p.fail(errDuplicate)
		}
		n.members = append(n.members, member{key, p.value(depth - 1)})
		switch c := p.next(); {
		case p.err == errSyntax || p.err == errLarge:
			return node{}
		case c == '}':
			return n
		case c != ',':
			return p.fail(errSyntax)
		}
	}
}

// has looks through a few members one by one, and through many with a map, so that a large object costs no square.
func (n *node) has(key string, seen *map[string]bool) bool {
	const few = 32
	if len(n.members) < few {
		for i := range n.members {
			if n.members[i].key == key {
				return true
			}
		}
		return false
	}
	if *seen == nil {
		*seen = make(map[string]bool, 2*few)
		for i := range n.members {
			(*seen)[n.members[i].key] = true
		}
	}
	was := (*seen)[key]
	(*seen)[key] = true
	return was
}

// str reads a string whose opening quote is taken. Without escapes it is a part of the text.
func (p *parser) str() string {
	start := p.i
	for ; p.i < len(p.s); p.i++ {
		switch c := p.s[p.i]; {
		case c == '"':
			p.i++
			return p.s[start : p.i-1]
		case c == '\\':
			return p.escaped(start)
		case c < ' ':
			p.fail(errSyntax)
			return ""
		}
	}
	p.fail(errSyntax)
	return ""
}

var escapes = map[byte]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

func (p *parser) escaped(start int) string {
	var b strings.Builder
	b.WriteString(p.s[start:p.i])
	for p.i < len(p.s) {
		c := p.s[p.i]
		p.i++
		switch {
		case c == '"':
			return b.String()
		case c < ' ':
			p.fail(errSyntax)
			return ""
		case c != '\\':
			b.WriteByte(c)
		default:
			b.WriteString(p.escape())
		}
	}
	p.fail(errSyntax)
	return ""
}

func (p *parser) escape() string {
	if p.i >= len(p.s) {
		p.fail(errSyntax)
		return ""
	}
	c := p.s[p.i]
	p.i++
	if e, ok := escapes[c]; ok {
		return string(rune(e))
	}
	if c != 'u' {
		p.fail(errSyntax)
		return ""
	}
	r := p.hex()
	if !utf16.IsSurrogate(r) {
		return string(r)
	}
	if strings.HasPrefix(p.s[p.i:], `\u`) {
		p.i += 2
		if r = utf16.DecodeRune(r, p.hex()); r != utf8.RuneError {
			return string(r)
		}
	}
	// Half of a pair is no character, and another one in its place would change the text.
	p.fail(errText)
	return ""
}

func (p *parser) hex() rune {
	if p.i+4 > len(p.s) {
		p.fail(errSyntax)
		return 0
	}
	v, err := strconv.ParseUint(p.s[p.i:p.i+4], 16, 32)
	if err != nil || p.s[p.i] == '+' {
		p.fail(errSyntax)
	}
	p.i += 4
	return rune(v)
}

// get is a member, nil where there is none.
func (n *node) get(key string) *node {
	if n == nil {
		return nil
	}
	for i := range n.members {
		if n.members[i].key == key {
			if n.members[i].value.kind == 'n' {
				return nil
			}
			return &n.members[i].value
		}
	}
	return nil
}

// str is a member that is a string, "" where there is none.
func (n *node) str(key string) string { return n.get(key).string() }

func (n *node) string() string {
	if n == nil || n.kind != '"' {
		return ""
	}
	return n.text
}

// scalar is a member that is a string, a number or a boolean, as printed.
func (n *node) scalar(key string) string {
	if v := n.get(key); v != nil && v.kind != '{' && v.kind != '[' {
		return v.text
	}
	return ""
}

// list is a member's elements. One that is written without brackets is a list of one.
func (n *node) list(key string) []node {
	v := n.get(key)
	switch {
	case v == nil:
		return nil
	case v.kind == '[':
		return v.items
	default:
		return []node{*v}
	}
}

func (n *node) truth(key string) bool {
	v := n.get(key)
	return v != nil && v.kind == 't'
}
