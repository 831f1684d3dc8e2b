// Package redactlogr puts the filter of package redact into a logr logger.
//
//	log := redactlogr.New(zapr.NewLogger(z))
//
// For a slog.Handler behind logr use redact.NewHandler with logr.FromSlogHandler: the handler sees more.
package redactlogr

import (
	"log/slog"

	"github.com/go-logr/logr"
	"github.com/seed-a76b335c/philint/redact"
)

// New returns l with its sink wrapped. Names and values that l has bound already are not judged.
func New(l logr.Logger, opts ...redact.Option) logr.Logger {
	next := l.GetSink()
	if next == nil {
		return l
	}
	if d, ok := next.(logr.CallDepthLogSink); ok {
		next = d.WithCallDepth(1) // the wrapping sink's own frame
	}
	return l.WithSink(Wrap(next, opts...))
}

// Wrap returns a sink that judges names, values, messages and errors before next sees them. It is for
// logr.New, which initialises both; for the sink of a logger, which is initialised, use [New].
func Wrap(next logr.LogSink, opts ...redact.Option) logr.LogSink {
	return wrap(next, redact.NewFilter(opts...))
}

func wrap(next logr.LogSink, f *redact.Filter) logr.LogSink {
	s := sink{next, f}
	if _, ok := next.(logr.CallDepthLogSink); ok {
		return depthSink{s}
	}
	return s
}

type sink struct {
	next logr.LogSink
	f    *redact.Filter
}

func (s sink) Init(info logr.RuntimeInfo) {
	info.CallDepth++ // this sink's own frame
	s.next.Init(info)
}

func (s sink) Enabled(level int) bool { return s.next.Enabled(level) }

func (s sink) Info(level int, msg string, kvs ...any) {
	s.next.Info(level, s.f.Message(msg), s.pairs(kvs)...)
}

func (s sink) Error(err error, msg string, kvs ...any) {
	s.next.Error(redact.Reduce(err), s.f.Message(msg), s.pairs(kvs)...)
}

func (s sink) WithValues(kvs ...any) logr.LogSink {
	return wrap(s.next.WithValues(s.pairs(kvs)...), s.f)
}

func (s sink) WithName(name string) logr.LogSink {
	if name = s.f.Name(name); name == "" {
		return wrap(s.next, s.f)
	}
	return wrap(s.next.WithName(name), s.f)
}

func (s sink) pairs(kvs []any) []any {
	out := make([]any, 0, len(kvs))
	for i := 0; i < len(kvs); i += 2 {
		key, ok := kvs[i].(string)
		if !ok || i+1 == len(kvs) {
			s.f.Attr(slog.Any("!BADKEY", nil)) // counts it as dropped
			continue
		}
		if v, ok := s.f.Value(key, unmarshal(kvs[i+1])); ok {
			out = append(out, key, v)
		}
	}
	return out
}

// unmarshal asks a logr.Marshaler for what it wants to be logged as, before that is judged. One that
// panics, or goes on for ever, has nothing to say.
func unmarshal(v any) (out any) {
	defer func() {
		if recover() != nil {
			out = struct{}{}
		}
	}()
	for range 16 {
		m, ok := v.(logr.Marshaler)
		if !ok {
			return v
		}
		v = m.MarshalLog()
	}
	return struct{}{}
}

// A depthSink is a sink whose next one can skip frames.
type depthSink struct{ sink }

func (s depthSink) WithCallDepth(depth int) logr.LogSink {
	return wrap(s.next.(logr.CallDepthLogSink).WithCallDepth(depth), s.f)
}
