// Package redactzerolog puts the filter of package redact behind a zerolog logger.
//
//	log := redactzerolog.New(os.Stdout).With().Timestamp().Logger()
//
// zerolog writes each field as JSON at once, so the filter reads the finished line and sees no types. An
// error has become text by then, and text is dropped: [New] makes zerolog write errors as their type names,
// for the whole process, since it has one setting for all loggers. zerolog's Panic panics with the message
// as it was; recover it with redact.Recover.
package redactzerolog

import (
	"io"

	"github.com/rs/zerolog"
	"github.com/seed-a76b335c/philint/redact"
)

// New returns a logger that writes to w through the filter, and sets zerolog.ErrorMarshalFunc to [Error].
func New(w io.Writer, opts ...redact.Option) zerolog.Logger {
	zerolog.ErrorMarshalFunc = Error
	return zerolog.New(NewWriter(w, opts...))
}

// Error writes an error as redact.ErrType does. It is for zerolog.ErrorMarshalFunc.
func Error(err error) any { return redact.ErrType(err) }

// NewWriter returns a writer that judges each line by its fields and hands it on, with its level if w takes
// that.
func NewWriter(w io.Writer, opts ...redact.Option) zerolog.LevelWriter {
	return writer{w, redact.NewFilter(opts...)}
}

type writer struct {
	next io.Writer
	f    *redact.Filter
}

func (w writer) Write(p []byte) (int, error) {
	_, err := w.next.Write([]byte(w.f.Line(string(p)) + "\n"))
	return len(p), err
}

func (w writer) WriteLevel(l zerolog.Level, p []byte) (int, error) {
	next, ok := w.next.(zerolog.LevelWriter)
	if !ok {
		return w.Write(p)
	}
	_, err := next.WriteLevel(l, []byte(w.f.Line(string(p))+"\n"))
	return len(p), err
}
