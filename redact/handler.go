package redact

import (
	"context"
	"log/slog"
)

// A Handler is a slog.Handler that passes on only what the registry allows. Make one with [NewHandler].
type Handler struct {
	next slog.Handler
	f    *Filter
	shut bool // inside a group that nobody registered: nothing bound or logged here is passed on
}

// NewHandler returns a handler that judges each record before next sees it. Put it outermost: what
// stands outside it (a fan-out, a router, an error hook) sees the record as it was.
//
// A nil next, or a nil pointer, is slog's discarding handler. The zero Handler discards too.
func NewHandler(next slog.Handler, opts ...Option) *Handler {
	return NewFilter(opts...).Handler(next)
}

// Handler returns a handler that judges by f.
func (f *Filter) Handler(next slog.Handler) *Handler {
	if f == nil {
		f = new(Filter)
	}
	if isNil(next) {
		next = slog.DiscardHandler
	}
	return &Handler{next: next, f: f}
}

// Middleware returns [NewHandler] as a function of the next handler, the form in which slog-multi and
// others take a handler.
func Middleware(opts ...Option) func(slog.Handler) slog.Handler {
	f := NewFilter(opts...)
	return func(next slog.Handler) slog.Handler { return f.Handler(next) }
}

// Filter returns what h judges by.
func (h *Handler) Filter() *Filter {
	if h == nil || h.f == nil {
		return new(Filter)
	}
	return h.f
}

// Stats returns what h counts into.
func (h *Handler) Stats() *Stats { return h.Filter().count() }

// Enabled implements slog.Handler.
func (h *Handler) Enabled(ctx context.Context, level slog.Level) bool {
	return h != nil && h.next != nil && h.next.Enabled(ctx, level)
}

// Handle implements slog.Handler. A record that needs no change is passed on as it is; else next gets a
// new one with the same time, level and source location. r itself is never changed.
func (h *Handler) Handle(ctx context.Context, r slog.Record) error {
	if h == nil || h.next == nil {
		return nil
	}
	s := h.f.snapshot()
	good, all := 0, true // attributes before the first that needs work
	r.Attrs(func(a slog.Attr) bool {
		if h.shut || !clean(s, &a) {
			all = false
			return false
		}
		good++
		return true
	})
	msg := r.Message
	if h.f == nil || len(msg) < 8 || len(msg) > h.f.maxMessage || !h.f.plainDetectors || h.f.constantOnly || !isPlainText(msg) {
		msg = h.f.Message(msg)
	}
	if all {
		r.Message = msg
		return h.next.Handle(ctx, r)
	}
	return h.next.Handle(ctx, h.rebuild(s, &r, msg, good))
}

func (h *Handler) rebuild(s *snapshot, r *slog.Record, msg string, good int) slog.Record {
	out := slog.NewRecord(r.Time, r.Level, msg, r.PC)
	w := walk{f: h.f, s: s}
	var batch [5]slog.Attr // what a record holds without another allocation
	n := 0
	r.Attrs(func(a slog.Attr) bool {
		keep := true
		switch {
		case h.shut:
			h.f.dropped(a.Key, nil, reasonFor(a.Key, nil))
			return true
		case good > 0:
			good--
		case good == 0: // the one that was found not to be clean
			good--
			a, keep = w.attr(a)
		case !clean(s, &a):
			w.leaves = 0
			a, keep = w.attr(a)
		}
		if !keep {
			return true
		}
		if n == len(batch) {
			out.AddAttrs(batch[:]...)
			n = 0
		}
		batch[n] = a
		n++
		return true
	})
	out.AddAttrs(batch[:n]...)
	return out
}

// WithAttrs implements slog.Handler.
func (h *Handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	if h == nil || h.next == nil {
		return h
	}
	if h.shut {
		for _, a := range attrs {
			h.f.dropped(a.Key, nil, reasonFor(a.Key, nil))
		}
		return h
	}
	kept := h.f.Attrs(attrs)
	if len(kept) == 0 {
		return h
	}
	return &Handler{next: h.next.WithAttrs(kept), f: h.f}
}

// WithGroup implements slog.Handler. A group whose name is not registered as one is never opened, and
// what is bound or logged inside it is dropped with it.
func (h *Handler) WithGroup(name string) slog.Handler {
	if h == nil || h.next == nil || name == "" || h.shut {
		return h
	}
	if h.f.Group(name) {
		return &Handler{next: h.next.WithGroup(name), f: h.f}
	}
	next := h.next
	if h.f.keepNames && isFieldName(name) {
		next = next.WithAttrs([]slog.Attr{slog.String(name, Marker)})
	}
	return &Handler{next: next, f: h.f, shut: true}
}
