package redact

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"os"
	"strings"
	"sync/atomic"
	"time"
)

// Install makes next, behind a [Handler], the process's log: of log/slog's default logger and of the
// standard log package, which net/http and most libraries write to. A nil next writes JSON to standard
// error.
//
// The handler can be changed with [Installation.Swap], below the filter, so that no logger made before or
// after gets past it. Installing again replaces the default logger; loggers of the first installation go
// on being filtered. What only the program can undo, with slog.SetDefault or log.SetOutput, [Installation.Check]
// reports.
func Install(next slog.Handler, opts ...Option) *Installation {
	in := &Installation{
		f:      NewFilter(opts...),
		root:   new(swapRoot),
		before: slog.Default(), writer: log.Writer(), flags: log.Flags(), prefix: log.Prefix(),
	}
	in.Swap(next)
	in.handler = in.f.Handler(&swapHandler{root: in.root})
	slog.SetDefault(slog.New(in.handler))
	// slog's own bridge passes text on as a message. Text of the log package is more often values than
	// not, so it is judged as a line.
	in.bridge = &bridge{h: in.handler, level: slog.LevelInfo}
	log.SetOutput(in.bridge)
	log.SetFlags(0)
	log.SetPrefix("")
	return in
}

// An Installation is what [Install] has set up.
type Installation struct {
	f       *Filter
	root    *swapRoot
	handler *Handler
	bridge  *bridge

	before *slog.Logger
	writer io.Writer
	flags  int
	prefix string
}

// Handler returns the installed handler, for loggers that are not the default one.
func (in *Installation) Handler() *Handler { return in.handler }

// Stats returns what the installed handler counts into.
func (in *Installation) Stats() *Stats { return in.f.stats }

// Swap changes where records go, for all loggers of this installation at once, those with bound
// attributes and groups too.
func (in *Installation) Swap(next slog.Handler) {
	if next == nil || writesToLog(next) {
		next = slog.NewJSONHandler(os.Stderr, nil)
	}
	in.root.cur.Store(&next)
}

// ErrorLog returns a logger for http.Server's ErrorLog and the like. The values in what net/http writes
// (a panic's value, a client's address) are dropped.
func (in *Installation) ErrorLog() *log.Logger { return ErrorLog(in.handler) }

// Check returns an error when the default logger or the log package no longer goes through this
// installation, because something called slog.SetDefault or log.SetOutput. Call it in a health check.
func (in *Installation) Check() error {
	var errs []error
	if h, ok := slog.Default().Handler().(*Handler); !ok || h.f != in.f {
		errs = append(errs, fmt.Errorf("redact: slog's default handler is %T", slog.Default().Handler()))
	}
	if log.Writer() != in.bridge {
		errs = append(errs, fmt.Errorf("redact: package log writes to %T", log.Writer()))
	}
	return errors.Join(errs...)
}

// Uninstall puts back what Install replaced. It is for tests.
func (in *Installation) Uninstall() {
	slog.SetDefault(in.before)
	log.SetOutput(in.writer)
	log.SetFlags(in.flags)
	log.SetPrefix(in.prefix)
}

// ErrorLog returns a standard logger that writes through h at level error.
func ErrorLog(h *Handler) *log.Logger {
	return log.New(&bridge{h: h, level: slog.LevelError}, "", 0)
}

// writesToLog reports whether h is slog's first default handler, which writes through the log package:
// below an installation, that would send each record round in a circle.
func writesToLog(h slog.Handler) bool {
	for {
		r, ok := h.(*Handler)
		if !ok {
			return fmt.Sprintf("%T", h) == "*slog.defaultHandler"
		}
		h = r.next
	}
}

// A bridge is a writer for a log.Logger. Each write is one message.
type bridge struct {
	h     *Handler
	level slog.Level
}

func (b *bridge) Write(p []byte) (int, error) {
	ctx := context.Background()
	if !b.h.Enabled(ctx, b.level) {
		return len(p), nil
	}
	msg := b.h.f.Line(strings.TrimRight(string(p), "\n"))
	if b.h.f.constantOnly {
		msg = b.h.f.Message(msg)
	}
	// Past the filter: the line has been judged, and what is left of its pairs is fit for it.
	return len(p), b.h.next.Handle(ctx, slog.NewRecord(time.Now(), b.level, b.h.f.escape(msg), 0))
}

// A swapRoot holds the handler that all handlers derived from one installation end in.
type swapRoot struct{ cur atomic.Pointer[slog.Handler] }

// A swapHandler is a derivation that can be repeated on another root.
type swapHandler struct {
	root  *swapRoot
	ops   []func(slog.Handler) slog.Handler
	cache atomic.Pointer[derived]
}

type derived struct {
	from *slog.Handler
	h    slog.Handler
}

func (s *swapHandler) get() slog.Handler {
	cur := s.root.cur.Load()
	if d := s.cache.Load(); d != nil && d.from == cur {
		return d.h
	}
	h := *cur
	for _, op := range s.ops {
		h = op(h)
	}
	s.cache.Store(&derived{cur, h})
	return h
}

func (s *swapHandler) derive(op func(slog.Handler) slog.Handler) slog.Handler {
	return &swapHandler{root: s.root, ops: append(s.ops[:len(s.ops):len(s.ops)], op)}
}

func (s *swapHandler) Enabled(ctx context.Context, l slog.Level) bool { return s.get().Enabled(ctx, l) }

func (s *swapHandler) Handle(ctx context.Context, r slog.Record) error { return s.get().Handle(ctx, r) }

func (s *swapHandler) WithAttrs(as []slog.Attr) slog.Handler {
	return s.derive(func(h slog.Handler) slog.Handler { return h.WithAttrs(as) })
}

func (s *swapHandler) WithGroup(name string) slog.Handler {
	return s.derive(func(h slog.Handler) slog.Handler { return h.WithGroup(name) })
}
