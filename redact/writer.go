package redact

import (
	"bytes"
	"fmt"
	"io"
	"sync"
)

// maxLine is the longest line a Writer keeps in memory.
const maxLine = 1 << 20

// A Writer judges what another logger writes, line by line, before it reaches the next writer: see
// [Filter.Line]. It is the adapter for loggers that have no better place to stand in, and for those that
// write JSON. A handler judges records better: use one where there is one.
//
// A Writer is safe for concurrent use, if each call writes whole lines.
type Writer struct {
	mu   sync.Mutex
	f    *Filter
	next io.Writer
	buf  []byte // an unfinished line
	skip bool   // the unfinished line is too long: drop it up to its end
}

// NewWriter returns a Writer to next.
func NewWriter(next io.Writer, opts ...Option) *Writer { return NewFilter(opts...).Writer(next) }

// Writer returns a Writer to next that judges by f.
func (f *Filter) Writer(next io.Writer) *Writer { return &Writer{f: f, next: next} }

// Write implements io.Writer. An unfinished line waits for its end, or for Close.
func (w *Writer) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := len(p)
	for {
		line, rest, ok := bytes.Cut(p, []byte{'\n'})
		if !ok {
			w.keep(p)
			return n, nil
		}
		w.keep(line)
		p = rest
		if err := w.flush(); err != nil {
			return n, err
		}
	}
}

func (w *Writer) keep(p []byte) {
	if w.skip || len(w.buf)+len(p) > maxLine {
		w.skip, w.buf = true, nil
		return
	}
	w.buf = append(w.buf, p...)
}

func (w *Writer) flush() error {
	var line string
	if w.skip {
		w.f.count().replaced.Add(1)
		line = fmt.Sprintf("[redacted line: over %d bytes]", maxLine)
	} else {
		line = w.f.Line(string(w.buf))
	}
	w.skip, w.buf = false, w.buf[:0]
	_, err := io.WriteString(w.next, line+"\n")
	return err
}

// Close writes an unfinished line, and closes the next writer if it can be closed.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	var err error
	if len(w.buf) > 0 || w.skip {
		err = w.flush()
	}
	if c, ok := w.next.(io.Closer); ok {
		if cerr := c.Close(); err == nil {
			err = cerr
		}
	}
	return err
}
