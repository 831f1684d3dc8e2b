package canary

import (
	"bytes"
	"errors"
	"hash/maphash"
	"io"
)

// view is a part of a block, or what a decoder made of one.
type view struct {
	data  []byte
	at    []int32 // where each byte comes from in the block; nil for the block itself
	path  trail
	depth int
}

func (v *view) origin(i int) int32 {
	if v.at == nil {
		return int32(i)
	}
	if i >= len(v.at) {
		if len(v.at) == 0 {
			return 0
		}
		return v.at[len(v.at)-1] + 1
	}
	return v.at[i]
}

// trail are the decoders that a view went through, the outermost first.
type trail struct {
	n     uint8
	steps [maxDepth + maxNested]step
}

func (p trail) with(s step) trail {
	if p.n > 0 && p.steps[p.n-1] == s && s != stepGzip { // JSON in JSON is JSON
		return p
	}
	if int(p.n) < len(p.steps) {
		p.steps[p.n] = s
		p.n++
	}
	return p
}

type step uint8

const (
	stepSplit step = iota
	stepReversed
	stepJSON
	stepURL
	stepHTML
	stepQuoted
	stepBase64
	stepBase32
	stepHex
	stepBytes
	stepUTF16
	stepGzip
)

var stepForms = [...]Form{
	stepSplit: Split, stepReversed: Reversed, stepJSON: JSON, stepURL: URL, stepHTML: HTML, stepQuoted: Quoted,
	stepBase64: Base64, stepBase32: Base32, stepHex: Hex, stepBytes: Bytes, stepUTF16: UTF16, stepGzip: Gzip,
}

// Bounds. What passes one is an error of the search, not a silence.
const (
	maxDepth  = 4   // decoders over one another within a block
	maxNested = 4   // compressed streams in compressed streams
	workRatio = 400 // bytes of views to a byte of a block
	workFloor = 16 << 20
)

var errWork = errors.New("encodings are nested so densely that they were not searched to the end")

// sighting is a hit with the views it came through, placed in the block.
type sighting struct {
	hit
	path trail
	from int64 // in the block, or the stream
	to   int64
}

// blockSearch searches one block. Its buffers are used again for the next.
type blockSearch struct {
	w        *windows
	reach    int // bytes around an escape that a token may take with all that is around its characters
	limits   *limits
	nested   int
	first    bool // the block is the first of its stream
	final    bool // nothing follows the block
	open     bool // something compressed goes on after the block
	skip     int  // offset of a compressed stream that is searched otherwise; -1: none
	found    []sighting
	err      error
	buffers  [maxDepth + 1]buffer
	digits   [maxDepth + 1]buffer
	numbers  []rune
	inflater io.ReadCloser // that is used again for what may be compressed without a header
	mirror   *blockSearch  // searches the block backwards
	seen     map[uint64]int
	seed     maphash.Seed
	work     int
	size     int
}

type buffer struct {
	data []byte
	at   []int32
}

func newBlockSearch(w *windows, l *limits, nested int) *blockSearch {
	return &blockSearch{w: w, limits: l, nested: nested, skip: -1, reach: 64 + 12*w.longest, seen: map[uint64]int{}, seed: maphash.MakeSeed()}
}

// run searches the block and leaves what it found in found. Forwards and backwards go on side by side.
func (b *blockSearch) run(block []byte, final bool) {
	if b.mirror == nil {
		b.mirror = newBlockSearch(b.w, &limits{}, b.nested)
	}
	m := b.mirror
	b.begin(block, final)
	m.begin(block, final)
	given := b.limits.inflated
	*m.limits = limits{inflated: given}
	m.first, m.skip = b.first, b.skip
	done := make(chan struct{})
	go func() {
		defer close(done)
		m.backwards(block)
	}()
	b.examine(&view{data: block})
	<-done
	b.found = append(b.found, m.found...)
	b.open = b.open || m.open
	if b.err == nil {
		b.err = m.err
	}
	b.limits.inflated -= given - m.limits.inflated
	if m.limits.err != nil {
		b.limits.fail(m.limits.err)
	}
}

func (b *blockSearch) begin(block []byte, final bool) {
	b.found, b.open, b.final, b.size = b.found[:0], false, final, len(block)
	b.work, b.err = workFloor+workRatio*len(block), nil
	clear(b.seen)
}

// examine searches a view, and what its decoders make of it.
func (b *blockSearch) examine(v *view) {
	if b.work -= len(v.data); b.work < 0 {
		b.err = errWork
		return
	}
	if v.path.n == 0 || v.path.steps[v.path.n-1] != stepReversed { // where the automaton found what is reversed before
		b.w.find(v.data, func(h hit) { b.sight(v, h) })
	}
	b.mend(v)
	if v.depth == maxDepth || len(v.data) < MinToken {
		return
	}
	for _, d := range decoders {
		d(b, v)
	}
}

func (b *blockSearch) sight(v *view, h hit) {
	b.place(h, v.path, v.origin(h.start), v.origin(h.end-1))
}

// place notes a hit whose first and last bytes come from these places of the block.
func (b *blockSearch) place(h hit, p trail, first, last int32) {
	b.found = append(b.found, sighting{hit: h, path: p, from: int64(min(first, last)), to: int64(max(first, last)) + 1})
}

// child examines what a decoder has put into the buffer of the view's depth, unless it was seen already.
func (b *blockSearch) child(v *view, s step, out *buffer) {
	if len(out.data) < MinToken {
		return
	}
	c := view{data: out.data, at: out.at, path: v.path.with(s), depth: v.depth + 1}
	key := maphash.Bytes(b.seed, out.data) + uint64(out.at[0])
	if depth, ok := b.seen[key]; ok && depth <= c.depth {
		return
	}
	b.seen[key] = c.depth
	b.examine(&c)
}

// decoder makes views of a view.
type decoder func(*blockSearch, *view)

var decoders []decoder

func init() {
	decoders = []decoder{
		escapes(stepJSON, '\\', backslash),
		escapes(stepURL, '%', percent),
		plus,
		escapes(stepHTML, '&', reference),
		escapes(stepQuoted, '=', quotedPrintable),
		escapes(stepSplit, 0x1B, colour),
		invisible,
		spelled,
		base64Runs,
		base32Runs,
		hexRuns,
		hexDumps,
		numberLists,
		codePoints,
		bitRuns,
		utf16Runs,
		compressed,
		unwrapped,
	}
}

// escape says how many bytes of data from i on are an escape, and appends what they stand for.
type escape func(out []byte, data []byte, i int) ([]byte, int)

// escapes is the decoder of an escape that starts with a byte. What is not an escape stays as it is: a view is made of
// each stretch that has escapes, with what is around it.
func escapes(s step, trigger byte, decode escape) decoder {
	return func(b *blockSearch, v *view) {
		next := func(i int) int {
			j := bytes.IndexByte(v.data[i:], trigger)
			if j < 0 {
				return -1
			}
			return i + j
		}
		b.stretches(v, s, next, decode)
	}
}

func (b *blockSearch) stretches(v *view, s step, next func(int) int, decode escape) {
	out := &b.buffers[v.depth]
	var replaced [16]byte
	data := v.data
	done := 0 // what is before it was looked at
	for {
		i := next(done)
		if i < 0 {
			return
		}
		if _, n := decode(replaced[:0], data, i); n == 0 {
			done = i + 1
			continue
		}
		out.data, out.at = out.data[:0], out.at[:0]
		from := max(0, i-b.reach)
		changed := i
		for {
			text, n := decode(replaced[:0], data, i)
			if n > 0 {
				out.copy(v, from, i)
				for k := range len(text) {
					out.data = append(out.data, text[k])
					out.at = append(out.at, v.origin(i+min(k, n-1)))
				}
				from, done = i+n, i+n
				changed = from
			} else {
				done = i + 1
			}
			if i = next(done); i < 0 || i-changed > 2*b.reach {
				break
			}
		}
		out.copy(v, from, min(len(data), max(from, changed+b.reach)))
		b.child(v, s, out)
	}
}

// copy appends a stretch of a view.
func (o *buffer) copy(v *view, from, to int) {
	o.data = append(o.data, v.data[from:to]...)
	if v.at != nil {
		o.at = append(o.at, v.at[from:to]...)
		return
	}
	for i := from; i < to; i++ {
		o.at = append(o.at, int32(i))
	}
}

func (o *buffer) reset() { o.data, o.at = o.data[:0], o.at[:0] }

func (o *buffer) add(c byte, at int32) {
	o.data = append(o.data, c)
	o.at = append(o.at, at)
}
