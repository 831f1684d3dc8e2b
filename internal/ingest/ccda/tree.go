package ccda

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

// Namespaces of C-CDA documents.
const (
	hl7  = "urn:hl7-org:v3"
	sdtc = "urn:hl7-org:sdtc"
	xsi  = "http://www.w3.org/2001/XMLSchema-instance"
)

// element is a part of an entry, with its text and its children in order. Attributes are known by their local names;
// xsi:type is kind. Elements of other namespaces than HL7's are not kept.
type element struct {
	name     string
	kind     string
	attrs    []xml.Attr
	children []*element
	text     []byte // its own, without that of children
}

var (
	errSyntax   = errors.New("not XML")
	errPrefix   = errors.New("a prefix that is not declared")
	errEncoding = errors.New("an encoding that is not read")
	errLarge    = errors.New("too large or nested too deep")
)

const (
	maxDepth    = 100
	maxElements = 100_000 // of one entry
)

// source reads a document's tokens. It holds names to be declared, which package xml does not.
type source struct {
	dec      *xml.Decoder
	spaces   map[string]bool // declared somewhere
	depth    int
	fault    error // of the reader
	encoding bool  // another encoding was asked for
	large    bool  // a token was beyond the limit
	budget   int64 // how much the next token may still read
	limit    int64
}

func newSource(r io.Reader, limit int64) *source {
	s := &source{limit: limit + 1<<16, spaces: map[string]bool{"": true, "xmlns": true, "http://www.w3.org/XML/1998/namespace": true}}
	s.dec = xml.NewDecoder(&faultReader{r: r, s: s})
	s.dec.CharsetReader = s.charset
	return s
}

// faultReader remembers an error of the reader's own, which package xml reports like damage. It gives no token more than
// the limit: package xml holds tokens as a whole.
type faultReader struct {
	r io.Reader
	s *source
}

func (f *faultReader) Read(p []byte) (int, error) {
	if f.s.budget <= 0 {
		f.s.large = true
		return 0, errLarge
	}
	n, err := f.r.Read(p)
	f.s.budget -= int64(n)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		f.s.fault = err
	}
	return n, err
}

func (s *source) charset(label string, in io.Reader) (io.Reader, error) {
	switch strings.ToLower(label) {
	case "us-ascii", "ascii":
		return in, nil
	case "iso-8859-1", "latin1":
		return &latin1{in: in}, nil
	}
	s.encoding = true
	return nil, errEncoding
}

// latin1 turns ISO 8859-1 into UTF-8.
type latin1 struct {
	in   io.Reader
	rest []byte
}

func (l *latin1) Read(p []byte) (int, error) {
	if len(l.rest) == 0 {
		buf := make([]byte, 2048)
		n, err := l.in.Read(buf)
		for _, b := range buf[:n] {
			l.rest = utf8.AppendRune(l.rest, rune(b))
		}
		if n == 0 {
			return 0, err
		}
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// next is the next token. Its data is good until the call after it. At the end of the document it is io.EOF.
func (s *source) next() (xml.Token, error) {
	s.budget = s.limit
	t, err := s.dec.Token()
	if err != nil {
		switch {
		case s.large:
			return nil, errLarge
		case s.fault != nil:
			return nil, s.fault
		case s.encoding:
			return nil, errEncoding
		case errors.Is(err, io.EOF):
			return nil, io.EOF
		default:
			return nil, errSyntax
		}
	}
	switch t := t.(type) {
	case xml.StartElement:
		if s.depth++; s.depth > maxDepth {
			return nil, errLarge
		}
		return t, s.declared(&t)
	case xml.EndElement:
		s.depth--
	}
	return t, nil
}

// declared checks an element's prefixes: those that are not declared are left as they are by package xml.
func (s *source) declared(t *xml.StartElement) error {
	for _, a := range t.Attr {
		if a.Name.Space == "xmlns" || a.Name.Space == "" && a.Name.Local == "xmlns" {
			if len(s.spaces) < 100 {
				s.spaces[a.Value] = true
			}
		}
	}
	if !s.spaces[t.Name.Space] {
		return errPrefix
	}
	for _, a := range t.Attr {
		if !s.spaces[a.Name.Space] {
			return errPrefix
		}
	}
	return nil
}

// tree reads the element that t begins. Beyond the limit, which counts bytes of the document, it reads on to the
// element's end and keeps nothing: large is true then.
func (s *source) tree(t xml.StartElement, limit int64) (e *element, large bool, err error) {
	from, count := s.dec.InputOffset(), 0
	e = newElement(&t)
	stack := []*element{e}
	for len(stack) > 0 {
		tok, err := s.next()
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = errSyntax
			}
			return nil, large, err
		}
		large = large || s.dec.InputOffset()-from > limit
		top := stack[len(stack)-1]
		switch tok := tok.(type) {
		case xml.StartElement:
			child := newElement(&tok)
			count++
			large = large || count > maxElements
			if !large && (tok.Name.Space == hl7 || tok.Name.Space == sdtc) {
				top.children = append(top.children, child)
			}
			stack = append(stack, child)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			if !large {
				top.text = append(top.text, tok...)
			}
		}
		if large {
			e.children, e.text = nil, nil
		}
	}
	return e, large, nil
}

func newElement(t *xml.StartElement) *element {
	e := &element{name: t.Name.Local, attrs: t.Attr}
	for _, a := range t.Attr {
		if a.Name.Local == "type" && a.Name.Space == xsi {
			_, e.kind, _ = strings.Cut(a.Value, ":")
			if e.kind == "" {
				e.kind = a.Value
			}
		}
	}
	return e
}

// skip reads to the end of the element that has begun.
func (s *source) skip() error {
	for depth := 1; depth > 0; {
		t, err := s.next()
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = errSyntax
			}
			return err
		}
		switch t.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		}
	}
	return nil
}

// attr is an attribute without a namespace, "" where there is none.
func (e *element) attr(name string) string {
	if e == nil {
		return ""
	}
	return attr(e.attrs, name)
}

func attr(attrs []xml.Attr, name string) string {
	for _, a := range attrs {
		if a.Name.Local == name && a.Name.Space == "" {
			return a.Value
		}
	}
	return ""
}

// child is the first child of a name, nil where there is none.
func (e *element) child(names ...string) *element {
	for _, name := range names {
		e = e.first(name)
	}
	return e
}

func (e *element) first(name string) *element {
	if e == nil {
		return nil
	}
	for _, c := range e.children {
		if c.name == name {
			return c
		}
	}
	return nil
}

func (e *element) all(name string) (out []*element) {
	if e == nil {
		return nil
	}
	for _, c := range e.children {
		if c.name == name {
			out = append(out, c)
		}
	}
	return out
}

func (e *element) own() string {
	if e == nil {
		return ""
	}
	return strings.Join(strings.Fields(string(e.text)), " ")
}

// template says whether an element declares a template, in any version.
func (e *element) template(root string) bool {
	for _, t := range e.all("templateId") {
		if t.attr("root") == root {
			return true
		}
	}
	return false
}
