package canary

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"sort"
)

// Sizes of what is searched at once.
const (
	blockSize = 256 << 10
	maxBlock  = 16 << 20 // to which a block grows while something compressed goes on at its end
	overlap   = 16 << 10 // of blocks: no token takes more, encoded twice
)

// streamSearch searches a stream block by block.
type streamSearch struct {
	w      *windows
	limits *limits
	nested int
	report func(s sighting, line int)      // in the order of blocks; from and to are of the stream
	fresh  func(data []byte) (wait func()) // is told each byte once, if it is not nil, and may be looking at them until it was waited for

	base     int64 // of the block in the stream
	line     int   // of the start of the block
	accepted map[int32][]span
}

type span struct{ from, to int64 }

func (s *streamSearch) search(r io.Reader) error {
	s.line, s.accepted = 1, map[int32][]span{}
	in := bufio.NewReaderSize(r, 4096)
	b := newBlockSearch(s.w, s.limits, s.nested)
	b.first = true
	var file *unzip
	if head, _ := in.Peek(3); bytes.Equal(head, []byte{0x1F, 0x8B, 8}) && s.nested < maxNested {
		file = newUnzip(s)
		b.skip = 0
	}
	block := make([]byte, 0, blockSize)
	size := blockSize
	for {
		known := len(block)
		if cap(block) < size {
			block = append(make([]byte, 0, size), block...)
		}
		n, err := io.ReadFull(in, block[known:size])
		block = block[:known+n]
		file.write(block[known:])
		looked := func() {}
		if s.fresh != nil {
			looked = s.fresh(block[known:])
		}
		if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
			looked()
			file.end(s)
			return err
		}
		final := err != nil
		b.run(block, final)
		looked()
		if b.open && size < maxBlock {
			size = min(maxBlock, 2*size)
			continue
		}
		if b.open {
			s.limits.fail(errLong)
		}
		if b.err != nil {
			s.limits.fail(b.err)
		}
		s.resolve(b.found, block, final)
		if final {
			break
		}
		kept := len(block) - overlap
		s.line += bytes.Count(block[:kept], []byte("\n"))
		s.base += int64(kept)
		block = block[:copy(block, block[kept:])]
		size = blockSize
		b.first, b.skip = false, -1
	}
	file.end(s)
	return nil
}

// resolve reports, of the sightings of one place, the most direct.
func (s *streamSearch) resolve(found []sighting, block []byte, final bool) {
	for key, spans := range s.accepted { // of the block before, only what reaches into this one matters
		i := sort.Search(len(spans), func(i int) bool { return spans[i].to > s.base })
		s.accepted[key] = append([]span(nil), spans[i:]...)
	}
	sort.SliceStable(found, func(i, j int) bool {
		if a, b := found[i].rank(), found[j].rank(); a != b {
			return a < b
		}
		return found[i].from < found[j].from
	})
	var kept []sighting
	for _, f := range found {
		if !final && f.from >= int64(len(block)-overlap) {
			continue // it is whole in the next block
		}
		at := span{s.base + f.from, s.base + f.to}
		spans := s.accepted[f.key/2]
		i := sort.Search(len(spans), func(i int) bool { return spans[i].to > at.from })
		if i < len(spans) && spans[i].from < at.to {
			continue
		}
		s.accepted[f.key/2] = append(spans[:i], append([]span{at}, spans[i:]...)...)
		kept = append(kept, f)
	}
	sort.SliceStable(kept, func(i, j int) bool { return kept[i].from < kept[j].from })
	line, counted := s.line, int64(0)
	for _, f := range kept {
		line += bytes.Count(block[counted:f.from], []byte("\n"))
		counted = f.from
		f.from, f.to = f.from+s.base, f.to+s.base
		s.report(f, line)
	}
}

// rank orders forms: whole tokens before parts, few decoders before many, and the case given before others.
func (s sighting) rank() int {
	rank := 10 * int(s.path.n)
	if !s.whole {
		rank += 1000
	}
	if s.key%2 == 1 {
		rank += 2
	}
	if !s.exact {
		rank++
	}
	return rank
}

// form is the name of how the token was written.
func (s sighting) form() Form {
	var form Form
	add := func(f Form) {
		if form != "" {
			form += "+"
		}
		form += f
	}
	for _, step := range s.path.steps[:s.path.n] {
		add(stepForms[step])
	}
	switch {
	case s.key%2 == 1:
		add(Reversed)
	case s.whole && !s.exact:
		add(Case)
	}
	if !s.whole {
		add(Fragment)
	}
	if form == "" {
		return Raw
	}
	return form
}

// unzip searches what a whole file of gzip holds, while the file itself is searched: it may be of any size.
type unzip struct {
	in   *io.PipeWriter
	done chan []sighting
	own  limits
}

func newUnzip(s *streamSearch) *unzip {
	out, in := io.Pipe()
	u := &unzip{in: in, done: make(chan []sighting, 1), own: limits{inflated: s.limits.inflated}}
	go func() {
		var found []sighting
		if r, err := gzip.NewReader(out); err == nil {
			found = best(s.w, &metered{r: r, l: &u.own}, &u.own, s.nested+1)
		}
		out.CloseWithError(io.ErrClosedPipe)
		u.done <- found
	}()
	return u
}

func (u *unzip) write(data []byte) {
	if u != nil && len(data) > 0 {
		_, _ = u.in.Write(data) // it has ended, or goes on
	}
}

func (u *unzip) end(s *streamSearch) {
	if u == nil {
		return
	}
	_ = u.in.Close()
	found := <-u.done
	if s.limits.inflated = min(s.limits.inflated, u.own.inflated); u.own.err != nil {
		s.limits.fail(u.own.err)
	}
	for _, f := range found {
		p := trail{}.with(stepGzip).under(f.path)
		s.report(sighting{hit: f.hit, path: p, from: 0, to: 1}, 1)
	}
}
