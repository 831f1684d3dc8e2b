package canary

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"
)

// Searcher finds tokens and shapes in streams. It is safe for use by several goroutines.
type Searcher struct {
	tokens  []Token
	shapes  []Shape
	windows *windows
	limits  limits
}

// maxFindings are as many as one search lists.
const maxFindings = 10_000

var errMany = errors.New("more findings than are listed")

// NewSearcher takes the tokens that nothing may hold, and shapes that no line may have (DefaultShapes, or none). Tokens
// that are shorter than MinToken characters, equal, or contained in one another, folded or reversed, are an error that
// names their channels.
func NewSearcher(tokens []Token, shapes ...Shape) (*Searcher, error) {
	if err := checkTokens(tokens); err != nil {
		return nil, err
	}
	for i, s := range shapes {
		if s.Name == "" || s.Match == nil {
			return nil, fmt.Errorf("canary: shape %d has no name or nothing that matches", i+1)
		}
	}
	return &Searcher{
		tokens:  append([]Token(nil), tokens...),
		shapes:  append([]Shape(nil), shapes...),
		windows: newWindows(tokens),
		limits:  limits{inflated: maxInflated},
	}, nil
}

// Search reads all of r and reports each channel, form and line once, in the order of lines. Where a token was written
// so that several forms describe it, the most direct is reported. The stream may be of any size and any bytes; a token in
// compressed data has the line where the compressed data starts.
//
// An error says that the stream could not be read or searched to its end, and never what it holds. What was found until
// then is returned with it.
func (s *Searcher) Search(stream string, r io.Reader) ([]Finding, error) {
	l := s.limits
	c := collector{stream: stream, seen: map[Finding]bool{}}
	var shaped []Finding // by the lines that are looked at beside the search
	lines := lineCutter{shapes: perStream(s.shapes), report: func(line int, shape string) { shaped = append(shaped, Finding{Line: line, Shape: shape}) }}
	tell := func() {
		for _, f := range shaped {
			c.add(f, 0)
		}
		shaped = shaped[:0]
	}
	search := &streamSearch{w: s.windows, limits: &l, report: func(f sighting, line int) {
		c.add(Finding{Line: line, Channel: s.tokens[f.key/2].Channel, Form: f.form()}, f.rank())
	}}
	if len(s.shapes) > 0 {
		search.fresh = func(data []byte) func() {
			wait := aside(func() { lines.write(data) })
			return func() { wait(); tell() }
		}
	}
	err := search.search(r)
	lines.end()
	tell()
	switch {
	case err != nil:
		err = fmt.Errorf("canary: reading %s: %w", stream, err)
	case l.err != nil:
		err = fmt.Errorf("canary: searching %s: %w", stream, l.err)
	case c.more:
		err = fmt.Errorf("canary: searching %s: %w", stream, errMany)
	}
	return c.sorted(), err
}

// aside does a thing beside others. Waiting for it panics where it did, since a shape may be anybody's; with the type alone,
// since what it panicked with may quote the line.
func aside(do func()) (wait func()) {
	done := make(chan any, 1)
	go func() {
		defer func() { done <- recover() }()
		do()
	}()
	return func() {
		if v := <-done; v != nil {
			panic(fmt.Sprintf("canary: what searches beside others panicked with a %T", v))
		}
	}
}

// Name searches the name or path of a file that the stream, such as "files", has. Findings have no line.
func (s *Searcher) Name(stream, path string) []Finding {
	found, _ := s.Search(stream, strings.NewReader(path)) // a name is read, and is too short to be searched in part
	var out []Finding
	for _, f := range found {
		if f.Shape != "" {
			continue
		}
		f.Line = 0
		if f.Form == Raw {
			f.Form = FileName
		} else {
			f.Form = FileName + "+" + f.Form
		}
		out = append(out, f)
	}
	return out
}

// collector keeps each finding once.
type collector struct {
	stream string
	seen   map[Finding]bool
	found  []ranked
	more   bool
}

type ranked struct {
	Finding
	rank int
}

func (c *collector) add(f Finding, rank int) {
	f.Stream = c.stream
	if c.seen[f] {
		return
	}
	if len(c.found) == maxFindings {
		c.more = true
		return
	}
	c.seen[f] = true
	c.found = append(c.found, ranked{f, rank})
}

func (c *collector) sorted() []Finding {
	sort.SliceStable(c.found, func(i, j int) bool {
		a, b := c.found[i], c.found[j]
		if a.Line != b.Line {
			return a.Line < b.Line
		}
		if a.Channel != b.Channel {
			return a.Channel < b.Channel
		}
		return a.rank < b.rank
	})
	var out []Finding
	for _, f := range c.found {
		out = append(out, f.Finding)
	}
	return out
}

// perStream are the shapes for one stream, of which some remember its lines.
func perStream(shapes []Shape) []Shape {
	out := append([]Shape(nil), shapes...)
	for i := range out {
		if out[i].over != nil {
			out[i].text = out[i].over()
		}
	}
	return out
}

// lineCutter shows each line to the shapes.
type lineCutter struct {
	shapes []Shape
	report func(line int, shape string)
	rest   []byte
	line   int
	begun  bool
	binary bool // the stream is no text, as its beginning says
}

// maxLine is the longest piece that a shape is shown.
const maxLine = 1 << 20

func (c *lineCutter) write(data []byte) {
	if !c.begun && len(bytes.TrimLeft(data, "\x00")) > 0 {
		c.begun, c.binary = true, !textHead(data)
	}
	for len(data) > 0 {
		j := bytes.IndexByte(data, '\n')
		part, ended := data, j >= 0
		if ended {
			part = data[:j]
			data = data[j+1:]
		} else {
			data = nil
		}
		for len(c.rest)+len(part) > maxLine {
			n := maxLine - len(c.rest)
			c.rest = append(c.rest, part[:n]...)
			part = part[n:]
			c.show(c.rest)
			c.rest = c.rest[:0]
		}
		switch {
		case !ended:
			c.rest = append(c.rest, part...)
		case len(c.rest) == 0:
			c.show(part)
			c.line++
		default:
			c.rest = append(c.rest, part...)
			c.show(c.rest)
			c.rest = c.rest[:0]
			c.line++
		}
	}
}

func (c *lineCutter) end() {
	if len(c.rest) > 0 {
		c.show(c.rest)
	}
}

func (c *lineCutter) show(line []byte) {
	line = bytes.TrimSuffix(line, []byte("\r"))
	text := line
	readable := !c.binary && isText(line)
	if readable {
		text = uncoloured(line)
	}
	for _, s := range c.shapes {
		if s.text == nil && s.Match(line) || s.text != nil && readable && s.text(text) {
			c.report(c.line+1, s.Name)
		}
	}
}
