// Package fhir reads FHIR R4 JSON: bundles of any type, one resource a line (NDJSON), and single resources.
//
// It reads a stream and holds one resource at a time. Text is handed on as the source has it; codes are kept beside it.
// What is not stored is said: each resource of another kind, each component without a value, each record of another
// person is a Problem with its position, so that drafts and problems together account for everything in the file.
package fhir

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

// Options of reading.
type Options struct {
	// Zones finds the zone that a Patient names; time.LoadLocation where it is nil.
	Zones record.ZoneLoader
	// MaxResource is how many bytes one resource may have; 4 MiB where it is 0.
	MaxResource int
	// Counts is filled while reading, where it is not nil.
	Counts *Counts
}

// Counts is what was in a file.
type Counts struct {
	Resources map[string]int64 // by type; "" for types that FHIR R4 does not have
	Zone      string           // the person's, as the file names it; "" where it does not
}

const defaultMaxResource = 4 << 20

// Read yields what is in r. A draft that comes with a Problem of reason ingest.Removed is a record that the source took
// back: it is to be removed where it is stored already, by its SourceRecordID. What ends reading early is
// an ingest.Halt, or r's own error.
//
// A Patient's zone holds for what follows it. A medication that is named by reference waits for the resource that the
// reference means, so it may be yielded later than it stands in the file.
func Read(r io.Reader, opts Options) ingest.Drafts {
	return func(yield func(ingest.Draft, error) bool) {
		rd := newReader(r, opts, yield)
		if err := rd.run(); err != nil && !errors.Is(err, errStop) {
			rd.emit(ingest.Draft{}, err)
		}
	}
}

type reader struct {
	frame    *frame
	counts   *Counts
	zones    record.ZoneLoader
	readers  map[string]func(*reader, *resource, int) // by type of resource
	yield    func(ingest.Draft, error) bool
	stopped  bool
	position int64
	inside   bool // of the resource at position

	whose       func(*node) // is told each Patient, where it is not nil
	person      person
	zone        *record.Zone
	medications medicationIndex
	pending     []waiting
}

// errStop says that nobody wants more.
var errStop = errors.New("stopped")

func newReader(r io.Reader, opts Options, yield func(ingest.Draft, error) bool) *reader {
	rd := &reader{zones: opts.Zones, counts: opts.Counts, readers: readers(), yield: yield}
	if rd.zones == nil {
		rd.zones = time.LoadLocation
	}
	if rd.counts == nil {
		rd.counts = &Counts{}
	}
	if rd.counts.Resources == nil {
		rd.counts.Resources = map[string]int64{}
	}
	limit := opts.MaxResource
	if limit <= 0 {
		limit = defaultMaxResource
	}
	rd.frame = newFrame(r, limit)
	return rd
}

func (r *reader) emit(d ingest.Draft, err error) {
	if !r.stopped && !r.yield(d, err) {
		r.stopped = true
	}
}

// problem says why something of the record at hand is not stored.
func (r *reader) problem(reason ingest.Reason, where string) {
	at := max(r.position, 1)
	r.emit(ingest.Draft{Position: at}, &ingest.Problem{Position: at, Reason: reason, Where: where})
}

func (r *reader) run() error {
	if b, err := r.frame.in.Peek(3); err == nil && string(b) == "\ufeff" {
		_, _ = r.frame.in.Discard(3)
	}
	r.frame.lines = r.frame.isLines()
	single := false // the value before stood on one line
	fresh := true   // nothing of the line has been read
	for first := true; ; first = false {
		c, newline, err := r.frame.peek()
		fresh = fresh || newline
		switch {
		case errors.Is(err, io.EOF) && !first:
			return r.finish()
		case err != nil && first && errors.Is(err, io.EOF), err == nil && first && c != '{':
			r.halt(ingest.WrongFormat, 0, "")
			return nil
		case err != nil:
			err = r.frame.cut(err)
		case c != '{':
			if fresh {
				r.position++ // a line that is none; what stands behind a record on its line belongs to that
			}
			err = errSyntax
		default:
			r.frame.lines = r.frame.lines || newline && single
			r.frame.folded = false
			err = r.line()
			single = !r.frame.folded
		}
		if r.stopped {
			return errStop
		}
		fresh = err != nil
		if err != nil && !r.recover(err) {
			return r.abandon(err)
		}
	}
}

// recover goes on with the next line after one that is damaged.
func (r *reader) recover(err error) bool {
	if !r.frame.lines || errors.Is(err, errCut) || r.frame.fault != nil {
		return false
	}
	r.unreadable(err, "")
	// Where the line broke off, the next one has not been touched.
	if errors.Is(err, errLine) {
		return !r.stopped
	}
	return r.frame.nextLine() == nil && !r.stopped
}

// abandon ends reading at damage. Medications that wait for their names are not read then either.
func (r *reader) abandon(err error) error {
	for _, w := range r.pending {
		r.emit(ingest.Draft{Position: w.draft.Position}, &ingest.Problem{Position: w.draft.Position, Reason: ingest.MissingElement, Where: "Medication"})
	}
	if r.frame.fault != nil {
		return fmt.Errorf("reading FHIR: %w", r.frame.fault)
	}
	if !r.inside {
		r.halt(why(err), 0, "Bundle")
		return nil
	}
	r.halt(why(err), r.position, "")
	return nil
}

// halt says why the file is read no further.
func (r *reader) halt(reason ingest.Reason, position int64, where string) {
	r.emit(ingest.Draft{Position: position}, &ingest.Halt{Problem: ingest.Problem{Position: position, Reason: reason, Where: where}})
}

// unreadable says why text is no resource.
func (r *reader) unreadable(err error, where string) {
	if errors.Is(err, errDuplicate) {
		where = "an element that stands twice"
	}
	r.problem(why(err), where)
}

func why(err error) ingest.Reason {
	switch {
	case errors.Is(err, errText):
		return ingest.BadText
	case errors.Is(err, errDuplicate):
		return ingest.BadElement
	case errors.Is(err, errLarge):
		return ingest.TooLarge
	default:
		return ingest.Damaged
	}
}

// line reads one resource of many as a whole. A bundle's entries are read one at a time, here too.
func (r *reader) line() error {
	f := r.frame
	if !f.lines {
		return r.top()
	}
	if start, _ := f.in.Peek(80); bytes.Contains(start, []byte(`"Bundle"`)) {
		return r.top()
	}
	f.buf = f.buf[:0]
	r.position++
	r.inside = true
	err := f.value()
	if err != nil && !errors.Is(err, errLarge) {
		return err
	}
	r.inside = false
	var n node
	if err == nil {
		n, err = parse(string(f.buf))
	}
	if err != nil {
		r.unreadable(err, "")
		return nil
	}
	r.resource(&n, "", 0)
	return nil
}

// top reads one resource of the file's outermost level. A bundle's entries are read one at a time.
func (r *reader) top() error {
	f := r.frame
	f.buf = append(f.buf[:0], '{')
	t := topLevel{r: r}
	r.position++
	r.inside = true
	if err := f.members(t.member); err != nil {
		return err
	}
	r.inside = false
	switch {
	case t.bundle:
		r.counts.Resources["Bundle"]++
		if t.kind != "Bundle" {
			r.problem(ingest.WrongFormat, "Bundle.resourceType")
		}
	case t.large:
		r.problem(ingest.TooLarge, "")
	default:
		n, err := parse(string(append(f.buf, '}')))
		if err != nil {
			r.unreadable(err, "")
			return nil
		}
		r.resource(&n, "", 0)
	}
	return nil
}

type topLevel struct {
	r      *reader
	kind   string
	bundle bool
	large  bool
}

func (t *topLevel) member(key string) error {
	f := t.r.frame
	if key == "entry" && (t.kind == "" || t.kind == "Bundle") {
		if c, _, err := f.peek(); err == nil && c == '[' {
			if !t.bundle {
				t.bundle = true
				t.r.position--
			}
			t.r.inside = false
			err = t.r.entries()
			return err
		}
	}
	if t.large && key != "resourceType" {
		return f.skip()
	}
	name, err := json.Marshal(key)
	if err != nil {
		return errSyntax
	}
	at := len(f.buf)
	if at > 1 {
		f.buf = append(f.buf, ',')
	}
	f.buf = append(append(f.buf, name...), ':')
	from := len(f.buf)
	switch err := f.value(); {
	case errors.Is(err, errLarge):
		t.large = true
		f.buf = f.buf[:1]
		return nil
	case err != nil:
		return err
	}
	if key == "resourceType" {
		if n, err := parse(string(f.buf[from:])); err == nil {
			t.kind = strings.Clone(n.text)
		}
		if t.kind == "Bundle" && !t.bundle {
			// A bundle is no record itself, also where it is empty.
			t.bundle = true
			t.r.position--
			t.r.inside = false
		}
	}
	if t.bundle {
		f.buf = f.buf[:1]
	}
	return nil
}

// entries reads a bundle's entries.
func (r *reader) entries() error {
	f := r.frame
	if err := f.expect('['); err != nil {
		return err
	}
	return f.series(']', func() error {
		r.position++
		r.inside = true
		at := len(f.buf)
		err := f.value()
		text := string(f.buf[at:])
		f.buf = f.buf[:at]
		if err != nil && !errors.Is(err, errLarge) {
			return err
		}
		r.inside = false
		if err == nil {
			var n node
			if n, err = parse(text); err == nil {
				r.entry(&n, 0)
			}
		}
		if err != nil {
			r.unreadable(err, "Bundle.entry")
		}
		if r.stopped {
			return errStop
		}
		return nil
	})
}

func (r *reader) entry(n *node, depth int) {
	res := n.get("resource")
	switch {
	case res != nil:
		r.resource(res, n.str("fullUrl"), depth)
	case n.get("request").str("method") == "DELETE":
		r.problem(ingest.NotSupported, "Bundle.entry.request DELETE")
	default:
		r.problem(ingest.MissingElement, "Bundle.entry.resource")
	}
}

// finish yields what still waits for a resource that is not in the file.
func (r *reader) finish() error {
	for len(r.pending) > 0 && !r.stopped {
		r.giveUp()
	}
	return nil
}
