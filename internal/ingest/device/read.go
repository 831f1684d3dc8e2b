package device

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seed-a76b335c/philint/internal/ingest"
)

// Options bound a batch; zero is the default.
type Options struct {
	MaxSamples int64
}

// Bounds of a batch.
const (
	maxSamples = 1_000_000
	maxSample  = 64 << 10 // bytes of one sample, with the white space before it
	maxMember  = 256      // bytes of a text
	maxNumber  = 64
)

var errTooLarge = errors.New("beyond the bounds")

// bounded refuses to read more than a sample may have before it is reset, so that the decoder holds no more.
type bounded struct {
	in   io.Reader
	left int
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errTooLarge
	}
	n, err := b.in.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// Read yields the drafts of a batch. Where it cannot be read further, the last error is an *ingest.Halt, or the
// context's.
func Read(ctx context.Context, in io.Reader, o Options) ingest.Drafts {
	if o.MaxSamples <= 0 {
		o.MaxSamples = maxSamples
	}
	return func(yield func(ingest.Draft, error) bool) {
		b := &bounded{in: in, left: maxSample}
		r := &reader{in: b, json: json.NewDecoder(b), yield: yield, most: o.MaxSamples}
		if err := r.run(ctx); err != nil && !errors.Is(err, errStop) {
			yield(ingest.Draft{}, err)
		}
	}
}

var errStop = errors.New("stopped")

type reader struct {
	in     *bounded
	json   *json.Decoder
	yield  func(ingest.Draft, error) bool
	most   int64
	n      int64 // samples so far
	vendor string
}

func (r *reader) run(ctx context.Context) error {
	if err := r.expect(json.Delim('{')); err != nil {
		return r.halt(ingest.WrongFormat, "top level")
	}
	if err := r.expect("device"); err != nil {
		return r.broken(err, "top level")
	}
	if err := r.device(); err != nil {
		return err
	}
	next, err := r.json.Token()
	switch {
	case err != nil:
		return r.broken(err, "top level")
	case next == json.Delim('}'):
		return r.lines(ctx)
	case next != "samples":
		return r.halt(ingest.BadElement, "top level")
	}
	if err := r.expect(json.Delim('[')); err != nil {
		return r.broken(err, "samples")
	}
	for r.json.More() {
		err := r.sample(ctx)
		if errors.Is(err, io.EOF) {
			return r.halt(ingest.Damaged, "samples") // cut behind a comma
		}
		if err != nil {
			return err
		}
	}
	if err := r.expect(json.Delim(']')); err != nil {
		return r.broken(err, r.place(""))
	}
	if err := r.expect(json.Delim('}')); err != nil {
		return r.broken(err, "top level")
	}
	if _, err := r.json.Token(); err != io.EOF {
		return r.broken(errShape, "top level")
	}
	return nil
}

// lines are the samples of a batch that has one a line.
func (r *reader) lines(ctx context.Context) error {
	for {
		err := r.sample(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

var errShape = errors.New("another shape")

// expect reads one token, which is want.
func (r *reader) expect(want json.Token) error {
	t, err := r.json.Token()
	if err != nil {
		return err
	}
	if t != want {
		return errShape
	}
	return nil
}

func (r *reader) halt(reason ingest.Reason, where string) error {
	return &ingest.Halt{Problem: ingest.Problem{Position: r.n, Reason: reason, Where: where}}
}

// broken is what a failed reading means.
func (r *reader) broken(err error, where string) error {
	switch {
	case errors.Is(err, errTooLarge):
		return r.halt(ingest.TooLarge, where)
	case errors.Is(err, errShape):
		return r.halt(ingest.BadElement, where)
	default:
		return r.halt(ingest.Damaged, where)
	}
}

// place names a member of the sample that was read last.
func (r *reader) place(member string) string {
	return "samples[" + strconv.FormatInt(r.n-1, 10) + "]" + member
}

// sample reads and yields one; io.EOF where there is none.
func (r *reader) sample(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r.in.left = maxSample
	var raw json.RawMessage
	err := r.json.Decode(&raw)
	if err == io.EOF {
		return io.EOF
	}
	r.n++
	if err != nil {
		return r.broken(err, r.place(""))
	}
	if r.n > r.most {
		return r.halt(ingest.TooLarge, "samples")
	}
	d, f := r.draft(raw)
	if f != nil {
		err = &ingest.Problem{Position: r.n, Reason: f.reason, Where: r.place(f.member)}
	}
	if !r.yield(d, err) {
		return errStop
	}
	return nil
}

// fault is why a sample is refused, and which member of it.
type fault struct {
	reason ingest.Reason
	member string // ".unit", or empty for the sample
}

// members takes an object apart. The names are those that the format has; another one, or one twice, is a fault.
func members(raw json.RawMessage, known map[string]bool) (map[string]json.RawMessage, *fault) {
	if !utf8.Valid(raw) {
		return nil, &fault{reason: ingest.BadText}
	}
	d := json.NewDecoder(strings.NewReader(string(raw)))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, &fault{reason: ingest.BadElement}
	}
	out := make(map[string]json.RawMessage, len(known))
	for d.More() {
		t, err := d.Token()
		name, ok := t.(string)
		if err != nil || !ok {
			return nil, &fault{reason: ingest.BadElement}
		}
		if !known[name] {
			return nil, &fault{reason: ingest.BadElement, member: " (a member that the format does not have)"}
		}
		if _, twice := out[name]; twice {
			return nil, &fault{reason: ingest.BadElement, member: "." + name + " (given twice)"}
		}
		var v json.RawMessage
		if err := d.Decode(&v); err != nil {
			return nil, &fault{reason: ingest.BadElement, member: "." + name}
		}
		out[name] = v
	}
	return out, nil
}

// text is a member that is a text, empty where it is absent.
func text(m map[string]json.RawMessage, name string) (string, *fault) {
	v, ok := m[name]
	if !ok {
		return "", nil
	}
	var s string
	if v[0] != '"' || json.Unmarshal(v, &s) != nil {
		return "", &fault{ingest.BadElement, "." + name}
	}
	if len(s) > maxMember {
		return "", &fault{ingest.TooLong, "." + name}
	}
	return s, nil
}

var deviceMembers = map[string]bool{"maker": true, "model": true, "name": true, "id": true}

// device reads who sends the samples.
func (r *reader) device() error {
	var raw json.RawMessage
	if err := r.json.Decode(&raw); err != nil {
		return r.broken(err, "device")
	}
	m, f := members(raw, deviceMembers)
	if f != nil {
		return r.halt(f.reason, "device"+f.member)
	}
	var parts []string
	for _, name := range []string{"maker", "model", "name", "id"} {
		s, f := text(m, name)
		if f != nil {
			return r.halt(f.reason, "device"+f.member)
		}
		if s = strings.TrimSpace(s); s != "" {
			parts = append(parts, s)
		}
	}
	if len(parts) == 0 {
		return r.halt(ingest.MissingElement, "device")
	}
	r.vendor = strings.Join(parts, " ")
	return nil
}
