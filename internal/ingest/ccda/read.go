// Package ccda reads clinical documents in C-CDA R2: results, vital signs, medications and problems.
//
// It reads a stream and holds one entry at a time, with the narrative of its section, which entries refer to for what
// was printed. Entries of other sections, and sections that have only text, are said with a Problem each, so that
// drafts and problems together account for every entry of the document.
package ccda

import (
	"bufio"
	"encoding/xml"
	"errors"
	"fmt"
	"io"

	"github.com/seed-a76b335c/philint/internal/ingest"
)

// Options of reading.
type Options struct {
	// MaxEntry is how many bytes an entry, or a section's narrative, may have; 4 MiB where it is 0.
	MaxEntry int64
	// Counts is filled while reading, where it is not nil.
	Counts *Counts
}

// Counts is what was in a document.
type Counts struct {
	Sections map[string]int64 // by the name of the kind of section; "" for kinds that are not known
	Entries  map[string]int64 // likewise
}

const defaultMaxEntry = 4 << 20

// Read yields what is in the document. A draft that comes with a Problem of reason ingest.Removed is a record that the
// source took back: it is to be removed where it is stored already, by its SourceRecordID. What ends reading early is an
// ingest.Halt, or r's own error.
//
// A section that was cut out of a document is refused: without the document's declarations its names mean nothing.
func Read(r io.Reader, opts Options) ingest.Drafts {
	return func(yield func(ingest.Draft, error) bool) {
		rd := newReader(r, opts, yield)
		err := rd.run()
		switch {
		case err == nil, errors.Is(err, errStop):
		case rd.source.fault != nil:
			rd.emit(ingest.Draft{}, fmt.Errorf("reading C-CDA: %w", rd.source.fault))
		default:
			rd.halt(err)
		}
	}
}

type reader struct {
	source   *source
	counts   *Counts
	limit    int64
	yield    func(ingest.Draft, error) bool
	stopped  bool
	position int64 // of the entry, or of the component of an entry that has several
	inside   bool  // of the entry at position

	targets  int
	asOf     string     // when the document was made, as printed
	sections []*section // that are open, the outermost first
}

var (
	errStop   = errors.New("stopped")
	errFormat = errors.New("another format")
	errOther  = errors.New("about several people")
)

func newReader(r io.Reader, opts Options, yield func(ingest.Draft, error) bool) *reader {
	rd := &reader{limit: opts.MaxEntry, counts: opts.Counts, yield: yield}
	if rd.limit <= 0 {
		rd.limit = defaultMaxEntry
	}
	if rd.counts == nil {
		rd.counts = &Counts{}
	}
	if rd.counts.Sections == nil {
		rd.counts.Sections, rd.counts.Entries = map[string]int64{}, map[string]int64{}
	}
	in := bufio.NewReaderSize(r, 64<<10)
	if b, err := in.Peek(3); err == nil && string(b) == "\ufeff" {
		_, _ = in.Discard(3)
	}
	rd.source = newSource(in, rd.limit)
	return rd
}

func (r *reader) emit(d ingest.Draft, err error) {
	if !r.stopped && !r.yield(d, err) {
		r.stopped = true
	}
}

// problem says why something of the entry at hand is not stored.
func (r *reader) problem(reason ingest.Reason, where string) {
	at := max(r.position, 1)
	r.emit(ingest.Draft{Position: at}, &ingest.Problem{Position: at, Reason: reason, Where: where})
}

// halt says why the document is read no further.
func (r *reader) halt(err error) {
	p := ingest.Problem{Reason: ingest.Damaged}
	switch {
	case errors.Is(err, errFormat):
		p.Reason, p.Where = ingest.WrongFormat, "ClinicalDocument as the outermost element"
	case errors.Is(err, errEncoding):
		p.Reason, p.Where = ingest.WrongFormat, "encoding"
	case errors.Is(err, errOther):
		p.Reason, p.Where = ingest.OtherPerson, "recordTarget"
	case errors.Is(err, errPrefix):
		p.Where = "a prefix without a declaration"
	case errors.Is(err, errLarge):
		p.Reason = ingest.TooLarge
	}
	if r.inside {
		p.Position = r.position
	}
	r.emit(ingest.Draft{Position: p.Position}, &ingest.Halt{Problem: p})
}

func (r *reader) run() error {
	if err := r.root(); err != nil {
		return err
	}
	for {
		t, err := r.source.next()
		switch {
		case errors.Is(err, io.EOF) && r.source.depth == 0:
			return nil
		case errors.Is(err, io.EOF):
			return errSyntax
		case err != nil:
			return err
		}
		switch t := t.(type) {
		case xml.StartElement:
			err = r.start(t)
		case xml.EndElement:
			r.end(t)
		}
		if r.stopped {
			return errStop
		}
		if err != nil {
			return err
		}
	}
}

// root expects a clinical document. Anything else is another format, also where it is no XML at all.
func (r *reader) root() error {
	xmlSaid := false
	for {
		t, err := r.source.next()
		if p, ok := t.(xml.ProcInst); ok && p.Target == "xml" {
			xmlSaid = true
		}
		if e, ok := t.(xml.StartElement); ok {
			if e.Name.Space != hl7 || e.Name.Local != "ClinicalDocument" {
				return errFormat
			}
			return err
		}
		switch {
		case r.source.fault != nil || errors.Is(err, errEncoding) || xmlSaid && errors.Is(err, errSyntax):
			return err
		case err != nil:
			return errFormat
		}
	}
}

// start takes an element outside of entries.
func (r *reader) start(t xml.StartElement) error {
	if t.Name.Space != hl7 {
		return r.source.skip()
	}
	switch t.Name.Local {
	case "recordTarget":
		// Of a document about several people nothing says which entry is about whom.
		if r.targets++; r.targets > 1 {
			return errOther
		}
		return r.source.skip()
	case "component", "structuredBody":
		return nil
	case "section":
		s := &section{null: attr(t.Attr, "nullFlavor") != ""}
		if n := len(r.sections); n > 0 {
			s.outer = r.sections[n-1]
			r.begin(s.outer)
		}
		r.sections = append(r.sections, s)
		return nil
	case "nonXMLBody":
		r.position++
		r.problem(ingest.NotSupported, "nonXMLBody")
		return r.source.skip()
	}
	if len(r.sections) == 0 {
		if t.Name.Local == "effectiveTime" {
			r.asOf = attr(t.Attr, "value")
		}
		return r.source.skip()
	}
	return r.part(r.sections[len(r.sections)-1], t)
}

// part takes an element of a section.
func (r *reader) part(s *section, t xml.StartElement) error {
	switch t.Name.Local {
	case "templateId", "code", "subject":
		e, _, err := r.source.tree(t, r.limit)
		if err != nil {
			return err
		}
		s.head(e)
		return nil
	case "text":
		return r.narrative(s, t)
	case "entry":
		r.position++
		r.inside = true
		e, large, err := r.source.tree(t, r.limit)
		if err != nil {
			return err
		}
		r.inside = false
		r.begin(s)
		s.entries++
		r.counts.Entries[s.kind.name]++
		if large {
			r.problem(ingest.TooLarge, "entry")
			return nil
		}
		r.entry(s, e)
		return nil
	}
	return r.source.skip()
}

// begin settles what kind of section it is, once its head has been read.
func (r *reader) begin(s *section) {
	if !s.begun {
		s.begun = true
		s.settle()
		r.counts.Sections[s.kind.name]++
	}
}

func (r *reader) end(t xml.EndElement) {
	n := len(r.sections)
	if n == 0 || t.Name.Local != "section" || t.Name.Space != hl7 {
		return
	}
	s := r.sections[n-1]
	r.sections = r.sections[:n-1]
	r.begin(s)
	if s.entries == 0 && s.printed && !s.null {
		// What is only written for people is not read. It counts as a record of its own.
		r.position++
		r.problem(ingest.NotSupported, s.kind.says()+" without entries")
	}
}
