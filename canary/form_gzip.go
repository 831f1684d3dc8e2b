package canary

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
)

// Bounds of what is decompressed.
const (
	maxInflated = 256 << 20 // bytes in one search, all streams together
	minInflated = 16        // bytes that must come out before a stream without a magic number is believed to be one
)

var (
	errBomb   = errors.New("compressed data grows too large: it was not searched to the end")
	errNested = errors.New("compressed data is nested too deeply: it was not searched to the end")
	errLong   = errors.New("compressed data within other data is too long: it was not searched to the end")
)

// limits are what one search may still do.
type limits struct {
	inflated int64
	err      error // the first thing that was not searched to the end
}

func (l *limits) fail(err error) {
	if l.err == nil {
		l.err = err
	}
}

// metered reads what is decompressed, as far as the limits go.
type metered struct {
	r io.Reader
	l *limits
	// short says that the compressed data ended too early.
	short bool
}

func (m *metered) Read(p []byte) (int, error) {
	if m.l.inflated <= 0 {
		m.l.fail(errBomb)
		return 0, io.EOF
	}
	if int64(len(p)) > m.l.inflated {
		p = p[:m.l.inflated]
	}
	n, err := m.r.Read(p)
	m.l.inflated -= int64(n)
	if err != nil && err != io.EOF {
		m.short = errors.Is(err, io.ErrUnexpectedEOF)
		err = io.EOF // what came out before a mistake is searched: the mistake is no leak
	}
	return n, err
}

func zlibFlag(c byte) bool { return c == 0x01 || c == 0x5E || c == 0x9C || c == 0xDA }

// compressed searches the streams of gzip and zlib that start in a view.
func compressed(b *blockSearch, v *view) {
	for i := 0; i < len(v.data); i++ {
		j := bytes.IndexByte(v.data[i:], 0x1F)
		if j < 0 {
			break
		}
		i += j
		if rest := v.data[i:]; len(rest) > 2 && rest[1] == 0x8B && rest[2] == 8 && !(v.at == nil && i == b.skip) {
			b.inflate(v, i, true, func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) })
		}
	}
	for i := 0; i < len(v.data); i++ {
		j := bytes.IndexByte(v.data[i:], 'x')
		if j < 0 {
			break
		}
		i += j
		if i+1 < len(v.data) && zlibFlag(v.data[i+1]) {
			b.inflate(v, i, true, func(r io.Reader) (io.Reader, error) { return zlib.NewReader(r) })
		}
	}
	if v.at == nil && b.first && len(v.data) > minInflated && v.data[0]&6 != 6 && !readable(v.data[:8]) {
		b.inflate(v, 0, false, func(r io.Reader) (io.Reader, error) { return flate.NewReader(r), nil })
	}
}

func readable(data []byte) bool {
	for _, c := range data {
		if c < '\t' || c >= 0x7F {
			return false
		}
	}
	return true
}

// inflate searches what comes out of a stream that starts at i of a view.
func (b *blockSearch) inflate(v *view, i int, sure bool, open func(io.Reader) (io.Reader, error)) {
	start := v.origin(i)
	if !b.final && int(start) >= b.size-overlap {
		return // it is whole in the next block
	}
	atEnd := !b.final && int(v.origin(len(v.data)-1)) >= b.size-8
	r, err := open(bytes.NewReader(v.data[i:]))
	if err != nil {
		return
	}
	m := &metered{r: r, l: b.limits}
	in := bufio.NewReaderSize(m, 4096)
	if head, _ := in.Peek(MinToken); len(head) < MinToken {
		return
	}
	if !sure {
		if head, _ := in.Peek(minInflated); len(head) < minInflated {
			return
		}
	}
	b.below(in, v.path, start)
	b.open = b.open || sure && m.short && atEnd
}

// deflated searches what comes out of data that may be compressed without a header. Noise often begins so: what comes out
// must be text, or be encoded again.
func (b *blockSearch) deflated(v *view, s step, data []byte, start int32) {
	if len(data) < MinToken || data[0]&6 == 6 || !b.final && int(start) >= b.size-overlap {
		return
	}
	in := bytes.NewReader(data)
	if b.inflater == nil {
		b.inflater = flate.NewReader(in)
	} else if err := b.inflater.(flate.Resetter).Reset(in, nil); err != nil {
		return
	}
	var head [headSize]byte
	n, _ := io.ReadFull(b.inflater, head[:])
	if n < MinToken || !isText(head[:n]) && !b.w.speaks(head[:n]) && !b.streams(head[:n]) {
		return
	}
	m := &metered{r: io.MultiReader(bytes.NewReader(head[:n]), b.inflater), l: b.limits}
	b.below(m, v.path.with(s), start)
}

// below searches a decompressed stream and places the best of what each token was found in at its start.
func (b *blockSearch) below(r io.Reader, outer trail, start int32) {
	if b.nested+1 > maxNested {
		b.limits.fail(errNested)
		return
	}
	for _, found := range best(b.w, r, b.limits, b.nested+1) {
		b.place(found.hit, outer.with(stepGzip).under(found.path), start, start)
	}
}

// best is the most direct sighting of each token in a stream.
func best(w *windows, r io.Reader, l *limits, nested int) []sighting {
	byToken := map[int32]sighting{}
	sub := &streamSearch{w: w, limits: l, nested: nested, report: func(s sighting, _ int) {
		if old, ok := byToken[s.key/2]; !ok || s.rank() < old.rank() {
			byToken[s.key/2] = s
		}
	}}
	if err := sub.search(r); err != nil {
		l.fail(err)
	}
	var out []sighting
	for key := range int32(len(w.texts)) {
		if s, ok := byToken[key]; ok {
			out = append(out, s)
		}
	}
	return out
}

func (p trail) under(inner trail) trail {
	for _, s := range inner.steps[:inner.n] {
		p = p.with(s)
	}
	return p
}
