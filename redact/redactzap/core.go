// Package redactzap puts the filter of package redact into a zap logger.
//
//	logger, err := zap.NewProduction(redactzap.Option())
//
// The filter is a zapcore.Core, so it sees the fields of each entry and those bound by With alike; an encoder
// or a hook would see only one of the two. Give it as the last of the options that wrap cores: those outside
// it see entries as they were.
package redactzap

import (
	"errors"
	"log/slog"
	"time"

	"github.com/seed-a76b335c/philint/redact"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

// Option returns the option that wraps a logger's core: see [Wrap].
func Option(opts ...redact.Option) zap.Option {
	f := redact.NewFilter(opts...)
	return zap.WrapCore(func(c zapcore.Core) zapcore.Core { return &core{next: c, f: f} })
}

// Wrap returns a core that judges each field and message before next sees it. Level, time, caller and stack
// trace, which has no values in it, stay.
func Wrap(next zapcore.Core, opts ...redact.Option) zapcore.Core {
	return &core{next: next, f: redact.NewFilter(opts...)}
}

type core struct {
	next zapcore.Core
	f    *redact.Filter
	shut bool // inside a namespace that nobody registered
}

func (c *core) Enabled(l zapcore.Level) bool { return c.next.Enabled(l) }
func (c *core) Sync() error                  { return c.next.Sync() }

func (c *core) With(fields []zapcore.Field) zapcore.Core {
	out, shut := c.fields(fields)
	return &core{next: c.next.With(out), f: c.f, shut: shut}
}

// Check hands on the judged message, which zap also panics with at level panic.
func (c *core) Check(e zapcore.Entry, ce *zapcore.CheckedEntry) *zapcore.CheckedEntry {
	if !c.next.Enabled(e.Level) {
		return ce
	}
	return ce.AddCore(c.entry(e), c)
}

func (c *core) Write(e zapcore.Entry, fields []zapcore.Field) error {
	out, _ := c.fields(fields)
	e = c.entry(e)
	// The cores of a tee decide for themselves, and a sampler counts, when they are asked.
	ce := c.next.Check(e, nil)
	if ce == nil {
		return nil
	}
	// An entry writes its errors to its ErrorOutput and gives none back.
	var failed writeError
	ce.ErrorOutput = &failed
	ce.Write(out...)
	if failed.n > 0 {
		return errWrite
	}
	return nil
}

var errWrite = errors.New("redactzap: a core behind the filter could not write the entry")

// A writeError counts what zap has to say of cores that failed. The text is theirs, and not handed on.
type writeError struct{ n int }

func (w *writeError) Write(p []byte) (int, error) { w.n++; return len(p), nil }
func (*writeError) Sync() error                   { return nil }

func (c *core) entry(e zapcore.Entry) zapcore.Entry {
	e.Message = c.f.Message(e.Message)
	e.LoggerName = c.f.Name(e.LoggerName)
	return e
}

// fields judges fields in order, since a namespace holds for those after it.
func (c *core) fields(fields []zapcore.Field) (out []zapcore.Field, shut bool) {
	out, shut = make([]zapcore.Field, 0, len(fields)), c.shut
	for _, fd := range fields {
		switch {
		case fd.Type == zapcore.SkipType:
		case shut:
			c.f.Attr(slog.String("", "")) // counts it as dropped
		case fd.Type == zapcore.NamespaceType:
			if c.f.Group(fd.Key) {
				out = append(out, fd)
			} else {
				shut = true
			}
		case fd.Type == zapcore.InlineMarshalerType:
			for k, v := range encoded(fd) {
				out = c.add(out, k, v)
			}
		default:
			out = c.field(out, fd)
		}
	}
	return out, shut
}

func (c *core) field(out []zapcore.Field, fd zapcore.Field) []zapcore.Field {
	var a slog.Attr
	switch fd.Type {
	case zapcore.StringType:
		a = slog.String(fd.Key, fd.String)
	case zapcore.BoolType:
		a = slog.Bool(fd.Key, fd.Integer == 1)
	case zapcore.Int64Type, zapcore.Int32Type, zapcore.Int16Type, zapcore.Int8Type:
		a = slog.Int64(fd.Key, fd.Integer)
	case zapcore.DurationType:
		a = slog.Duration(fd.Key, time.Duration(fd.Integer))
	case zapcore.ErrorType, zapcore.StringerType, zapcore.ReflectType:
		// As they are: the filter reduces an error to its types, and calls methods only where it must.
		return c.add(out, fd.Key, fd.Interface)
	default:
		return c.add(out, fd.Key, encoded(fd)[fd.Key])
	}
	// A field that may stay needs no new form.
	if got, ok := c.f.Attr(a); ok {
		if !got.Equal(a) {
			fd = zap.Any(got.Key, got.Value.Any())
		}
		out = append(out, fd)
	}
	return out
}

func (c *core) add(out []zapcore.Field, key string, v any) []zapcore.Field {
	if v, ok := c.f.Value(key, v); ok {
		return append(out, zap.Any(key, v))
	}
	return out
}

// encoded runs a field's own marshaler, which may panic.
func encoded(fd zapcore.Field) (m map[string]any) {
	enc := zapcore.NewMapObjectEncoder()
	defer func() {
		if recover() != nil {
			m = nil
		}
	}()
	fd.AddTo(enc)
	return enc.Fields
}
