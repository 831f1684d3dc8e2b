package apple

import (
	"bytes"
	"errors"
	"io"
)

// scanner reads the elements and attributes of an XML file without document types of its own: what an export is made
// of. It reads what encoding/xml reads, many times as fast, and keeps nothing: names and values are good until the next
// call. Text between elements is passed over.
type scanner struct {
	in  io.Reader
	buf []byte
	pos int // the next byte to read
	end int // the end of what was read
	off int64
	eof bool

	tok     token
	scratch []byte // values with entities in them
	open    []byte // names of the open elements, one behind the other
	opens   []int  // where each begins
	closing bool   // the element was <name/>: its end comes next
}

type token struct {
	start bool // else an end
	name  []byte
	attrs []attr
}

type attr struct {
	name, value []byte
}

// get is the value of an attribute, nil where there is none.
func (t *token) get(name string) []byte {
	for i := range t.attrs {
		if string(t.attrs[i].name) == name {
			return t.attrs[i].value
		}
	}
	return nil
}

const (
	bufferSize = 64 << 10
	maxTag     = 1 << 20  // of one tag with its attributes
	maxSkipped = 4 << 20  // of text, a comment or a document type
	maxDepth   = 64       // of elements in one another
	maxAttrs   = 1 << 10  // of one element
	maxNames   = 64 << 10 // of the names of open elements together
)

var (
	errSyntax   = errors.New("not well-formed")
	errTooLarge = errors.New("beyond the bounds")
	errEncoding = errors.New("not in UTF-8")
)

func newScanner(r io.Reader) *scanner {
	return &scanner{in: r, buf: make([]byte, bufferSize)}
}

// offset is how many bytes were read.
func (s *scanner) offset() int64 { return s.off + int64(s.pos) }

// depth is how many elements are open, the one that the token begins included.
func (s *scanner) depth() int { return len(s.opens) }

// fill reads more, keeping what is from keep on; it gives the new place of keep, which is always 0.
func (s *scanner) fill(keep int) error {
	if s.eof {
		return io.ErrUnexpectedEOF
	}
	if keep > 0 {
		copy(s.buf, s.buf[keep:s.end])
		s.off += int64(keep)
		s.pos -= keep
		s.end -= keep
	}
	if s.end == len(s.buf) {
		if len(s.buf) >= 2*maxTag {
			return errTooLarge
		}
		s.buf = append(s.buf, make([]byte, len(s.buf))...)
	}
	for range 100 {
		n, err := s.in.Read(s.buf[s.end:])
		s.end += n
		switch {
		case err == io.EOF:
			s.eof = true
			if n == 0 {
				return io.ErrUnexpectedEOF
			}
			return nil
		case err != nil:
			return err
		case n > 0:
			return nil
		}
	}
	return io.ErrNoProgress
}

// next is the next start or end of an element; io.EOF where the file ends as it should.
func (s *scanner) next() (*token, error) {
	if s.closing {
		s.closing = false
		s.tok.start, s.tok.attrs = false, s.tok.attrs[:0]
		s.pop()
		return &s.tok, nil
	}
	for {
		if err := s.text(); err != nil {
			return nil, err
		}
		// s.pos is at '<'.
		if err := s.need(2); err != nil {
			return nil, err
		}
		var err error
		switch s.buf[s.pos+1] {
		case '?':
			err = s.instruction()
		case '!':
			err = s.declaration()
		case '/':
			return s.endTag()
		default:
			return s.startTag()
		}
		if err != nil {
			return nil, err
		}
	}
}

// need makes sure that n bytes from pos on are in the buffer.
func (s *scanner) need(n int) error {
	for s.end-s.pos < n {
		if err := s.fill(s.pos); err != nil {
			return err
		}
	}
	return nil
}

// text passes over text up to the next '<'.
func (s *scanner) text() error {
	skipped := 0
	for {
		if i := bytes.IndexByte(s.buf[s.pos:s.end], '<'); i >= 0 {
			s.pos += i
			return nil
		}
		skipped += s.end - s.pos
		s.pos = s.end
		if skipped > maxSkipped {
			return errTooLarge
		}
		if err := s.fill(s.pos); err != nil {
			if err == io.ErrUnexpectedEOF && len(s.opens) == 0 {
				return io.EOF
			}
			return err
		}
	}
}

// until passes over everything up to and with a mark.
func (s *scanner) until(mark string) error {
	for skipped := 0; ; {
		if i := bytes.Index(s.buf[s.pos:s.end], []byte(mark)); i >= 0 {
			s.pos += i + len(mark)
			return nil
		}
		n := max(0, s.end-s.pos-len(mark)+1)
		skipped += n
		s.pos += n
		if skipped > maxSkipped {
			return errTooLarge
		}
		if err := s.fill(s.pos); err != nil {
			return err
		}
	}
}

func (s *scanner) getc() (byte, error) {
	if s.pos == s.end {
		if err := s.fill(s.pos); err != nil {
			return 0, err
		}
	}
	s.pos++
	return s.buf[s.pos-1], nil
}

// instruction passes over <?…?>. The first says the encoding, which has to be UTF-8.
func (s *scanner) instruction() error {
	head := s.buf[s.pos:min(s.end, s.pos+256)]
	for len(head) < 256 && !bytes.Contains(head, []byte("?>")) {
		if err := s.fill(s.pos); err != nil {
			return err
		}
		head = s.buf[s.pos:min(s.end, s.pos+256)]
	}
	if bytes.HasPrefix(head, []byte("<?xml ")) {
		line, _, _ := bytes.Cut(head, []byte("?>"))
		if _, rest, ok := bytes.Cut(line, []byte("encoding=")); ok && len(rest) > 1 {
			name, _, _ := bytes.Cut(rest[1:], rest[:1])
			if !bytes.EqualFold(name, []byte("utf-8")) {
				return errEncoding
			}
		}
	}
	s.pos += 2
	return s.until("?>")
}

// declaration passes over a comment, a CDATA section, or a document type with its inner declarations.
func (s *scanner) declaration() error {
	if err := s.need(3); err != nil {
		return err
	}
	switch s.buf[s.pos+2] {
	case '-':
		return s.section("<!--", "-->")
	case '[':
		return s.section("<![CDATA[", "]]>")
	}
	s.pos += 3
	return s.documentType()
}

func (s *scanner) section(begin, end string) error {
	if err := s.need(len(begin)); err != nil {
		return err
	}
	if string(s.buf[s.pos:s.pos+len(begin)]) != begin {
		return errSyntax
	}
	s.pos += len(begin)
	return s.until(end)
}

// documentType passes over a declaration up to its '>'. Angle brackets nest, those in quotes and comments do not count.
// The document types of some releases hold a '>' too many: what is left of them then passes for text.
func (s *scanner) documentType() error {
	first := s.offset()
	depth, quote := 0, byte(0)
	b, err := s.getc()
	for ; err == nil; b, err = s.getc() {
		if s.offset()-first > maxSkipped {
			return errTooLarge
		}
		switch {
		case quote != 0:
			if b == quote {
				quote = 0
			}
		case b == '\'' || b == '"':
			quote = b
		case b == '>' && depth == 0:
			return nil
		case b == '>':
			depth--
		case b == '<':
			if s.need(3) == nil && string(s.buf[s.pos:s.pos+3]) == "!--" {
				s.pos += 3
				if err := s.until("-->"); err != nil {
					return err
				}
				continue
			}
			depth++
		}
	}
	return err
}

func (s *scanner) endTag() (*token, error) {
	for {
		b := s.buf[s.pos:s.end]
		if i := bytes.IndexByte(b, '>'); i >= 0 {
			name := bytes.TrimRight(b[2:i], " \t\r\n")
			if len(s.opens) == 0 || !bytes.Equal(name, s.open[s.opens[len(s.opens)-1]:]) {
				return nil, errSyntax
			}
			s.tok.start, s.tok.name, s.tok.attrs = false, name, s.tok.attrs[:0]
			s.pop()
			s.pos += i + 1
			return &s.tok, nil
		}
		if len(b) > maxTag {
			return nil, errTooLarge
		}
		if err := s.fill(s.pos); err != nil {
			return nil, err
		}
	}
}

func (s *scanner) startTag() (*token, error) {
	for {
		n, err := s.tag(s.buf[s.pos:s.end])
		if err != nil {
			return nil, err
		}
		if n > 0 {
			s.pos += n
			return &s.tok, s.push(s.tok.name)
		}
		if s.end-s.pos > maxTag {
			return nil, errTooLarge
		}
		if err := s.fill(s.pos); err != nil {
			return nil, err
		}
	}
}

func (s *scanner) push(name []byte) error {
	if len(s.opens) == maxDepth || len(s.open)+len(name) > maxNames {
		return errTooLarge
	}
	s.opens = append(s.opens, len(s.open))
	s.open = append(s.open, name...)
	return nil
}

func (s *scanner) pop() {
	last := len(s.opens) - 1
	s.open = s.open[:s.opens[last]]
	s.opens = s.opens[:last]
}

// tag reads a start tag at the beginning of b. n is its length, 0 where b ends before it does.
func (s *scanner) tag(b []byte) (n int, err error) {
	t := &s.tok
	t.start, t.attrs, s.scratch, s.closing = true, t.attrs[:0], s.scratch[:0], false
	i := nameEnd(b, 1)
	if i == len(b) {
		return 0, nil
	}
	if t.name = b[1:i]; !isName(t.name) {
		return 0, errSyntax
	}
	for {
		for i < len(b) && isSpace(b[i]) {
			i++
		}
		if i == len(b) {
			return 0, nil
		}
		switch b[i] {
		case '>':
			return i + 1, nil
		case '/':
			if i+1 == len(b) {
				return 0, nil
			}
			if b[i+1] != '>' {
				return 0, errSyntax
			}
			s.closing = true
			return i + 2, nil
		}
		from := i
		i = nameEnd(b, i)
		name := b[from:i]
		if i < len(b) && !isName(name) {
			return 0, errSyntax
		}
		for i < len(b) && isSpace(b[i]) {
			i++
		}
		if i == len(b) {
			return 0, nil
		}
		if b[i] != '=' {
			return 0, errSyntax
		}
		i++
		for i < len(b) && isSpace(b[i]) {
			i++
		}
		if i == len(b) {
			return 0, nil
		}
		quote := b[i]
		if quote != '"' && quote != '\'' {
			return 0, errSyntax
		}
		i++
		length := bytes.IndexByte(b[i:], quote)
		if length < 0 {
			return 0, nil
		}
		value, err := s.value(b[i : i+length])
		if err != nil {
			return 0, err
		}
		if len(t.attrs) == maxAttrs {
			return 0, errTooLarge
		}
		t.attrs = append(t.attrs, attr{name, value})
		i += length + 1
	}
}
