package fhir

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// frame finds where values begin and end in a stream of JSON, so that one is held at a time and one that is too large
// is stepped over. What stands within a value is checked when it is parsed.
type frame struct {
	in     *bufio.Reader
	buf    []byte
	limit  int
	lines  bool // one value a line: a line that breaks off spoils no other
	folded bool // a line ended within the value at hand
	fault  error
}

var (
	errCut   = errors.New("the input ends within a value")
	errLine  = errors.New("a line ends within a value")
	errLarge = errors.New("a value is too large")
)

// lookAhead is how much of a stream is looked at before it is read.
const lookAhead = 1 << 20

func newFrame(r io.Reader, limit int) *frame {
	return &frame{in: bufio.NewReaderSize(r, lookAhead), limit: limit}
}

// isLines says that a stream has one value a line, whatever became of its first lines: a whole line is a value, and the
// next one begins another without a comma between, or nothing follows. No single value is written so.
func (f *frame) isLines() bool {
	b, err := f.in.Peek(lookAhead)
	whole := false
	for n := 0; len(b) > 0; {
		line, rest, more := bytes.Cut(b, []byte{'\n'})
		if b = rest; !more && err == nil {
			return false // the line goes on
		}
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		if whole && line[0] == '{' {
			return true
		}
		s := nest{}
		end, closed := 0, false
		if line[0] == '{' {
			end, closed, _ = s.step(line, false)
		}
		whole = closed && end == len(line)
		if n++; whole && n > 1 && errors.Is(err, io.EOF) && len(bytes.TrimSpace(b)) == 0 {
			return true
		}
	}
	return false
}

// cut is the error for a stream that gives no more. An archive that is cut short ends unexpectedly.
func (f *frame) cut(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errCut
	}
	f.fault = err
	return err
}

// peek is the next byte that is not white space, left where it is. newline says that a line ended before it.
func (f *frame) peek() (c byte, newline bool, err error) {
	for {
		b, err := f.in.Peek(1)
		if err != nil {
			return 0, newline, err
		}
		if !isSpace(b[0]) {
			return b[0], newline, nil
		}
		newline = newline || b[0] == '\n'
		f.folded = f.folded || newline
		if _, err := f.in.Discard(1); err != nil {
			return 0, newline, err
		}
	}
}

// expect takes one byte that must be c.
func (f *frame) expect(c byte) error {
	got, newline, err := f.peek()
	switch {
	case err != nil:
		return f.cut(err)
	case f.lines && newline:
		return errLine
	case got != c:
		return errSyntax
	}
	_, err = f.in.Discard(1)
	return err
}

// value reads one value and appends it to the buffer. One beyond the limit is read to its end and not kept.
func (f *frame) value() error {
	c, newline, err := f.peek()
	switch {
	case err != nil:
		return f.cut(err)
	case f.lines && newline:
		return errLine
	case c == '{' || c == '[':
		return f.scan(&nest{})
	case c == '"':
		return f.scan(&nest{})
	default:
		return f.scan(&nest{bare: true})
	}
}

// nest is how deep in a value the scan is.
type nest struct {
	depth   int
	quoted  bool
	escaped bool
	bare    bool // a number or a word: it ends before a mark
}

// step takes the bytes up to the value's end. n is how many of them are the value's; end says that it ends there, and
// line that a line does.
func (s *nest) step(chunk []byte, lines bool) (n int, end, line bool) {
	if s.bare {
		n = bytes.IndexAny(chunk, " \t\r\n,:\"{}[]")
		if n < 0 {
			return len(chunk), false, false
		}
		return n, true, false
	}
	for i, c := range chunk {
		switch {
		case c == '\n' && lines:
			return i, false, true
		case s.escaped:
			s.escaped = false
		case s.quoted:
			if c == '\\' {
				s.escaped = true
			} else if c == '"' {
				s.quoted = false
				if s.depth == 0 {
					return i + 1, true, false
				}
			}
		case c == '"':
			s.quoted = true
		case c == '{' || c == '[':
			s.depth++
		case c == '}' || c == ']':
			if s.depth--; s.depth == 0 {
				return i + 1, true, false
			}
		}
	}
	return len(chunk), false, false
}

func (f *frame) scan(s *nest) error {
	large := false
	for {
		if f.in.Buffered() == 0 {
			if _, err := f.in.Peek(1); err != nil {
				if s.bare && errors.Is(err, io.EOF) {
					return nil
				}
				return f.cut(err)
			}
		}
		chunk, _ := f.in.Peek(f.in.Buffered())
		n, end, line := s.step(chunk, f.lines)
		if line {
			_, _ = f.in.Discard(n)
			return errLine
		}
		f.folded = f.folded || bytes.IndexByte(chunk[:n], '\n') >= 0
		if end && n == 0 {
			return errSyntax
		}
		if large = large || len(f.buf)+n > f.limit; !large {
			f.buf = append(f.buf, chunk[:n]...)
		}
		_, _ = f.in.Discard(n)
		switch {
		case end && large:
			return errLarge
		case end:
			return nil
		}
	}
}

// skip reads one value and forgets it.
func (f *frame) skip() error {
	keep, limit := len(f.buf), f.limit
	f.limit = -1
	err := f.value()
	f.buf, f.limit = f.buf[:keep], limit
	if errors.Is(err, errLarge) {
		return nil
	}
	return err
}

// nextLine goes to the start of the next line.
func (f *frame) nextLine() error {
	for {
		_, err := f.in.ReadSlice('\n')
		switch {
		case err == nil:
			return nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return err
		}
	}
}

// members walks an object's members. each is called after a member's name; it reads the value.
func (f *frame) members(each func(key string) error) error {
	if err := f.expect('{'); err != nil {
		return err
	}
	return f.series('}', func() error {
		at := len(f.buf)
		if c, _, err := f.peek(); err == nil && c != '"' {
			return errSyntax
		}
		if err := f.value(); err != nil {
			return err
		}
		key, err := parse(string(f.buf[at:]))
		f.buf = f.buf[:at]
		if err != nil {
			return err
		}
		if err := f.expect(':'); err != nil {
			return err
		}
		return each(key.text)
	})
}

// series reads what stands between brackets, with commas between. The opening bracket has been taken.
func (f *frame) series(end byte, each func() error) error {
	c, newline, err := f.peek()
	switch {
	case err != nil:
		return f.cut(err)
	case f.lines && newline:
		return errLine
	case c == end:
		_, err = f.in.Discard(1)
		return err
	}
	for {
		if err := each(); err != nil {
			return err
		}
		c, newline, err := f.peek()
		switch {
		case err != nil:
			return f.cut(err)
		case f.lines && newline:
			return errLine
		case c != ',' && c != end:
			return errSyntax
		}
		if _, err := f.in.Discard(1); err != nil || c == end {
			return err
		}
	}
}
