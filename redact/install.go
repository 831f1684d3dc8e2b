package redact

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"os"
	"reflect"
	"runtime"
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
// on being filtered. A next that would send records back here, such as slog's first default handler or this
// installation's own, alone or inside another handler, is refused: JSON goes to standard error instead, and
// [Installation.Check] says so. What only the program can undo, with slog.SetDefault or log.SetOutput, [Installation.Check]
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

	refused atomic.Bool // the last handler given would have logged to itself
}

// Handler returns the installed handler, for loggers that are not the default one.
func (in *Installation) Handler() *Handler { return in.handler }

// Stats returns what the installed handler counts into.
func (in *Installation) Stats() *Stats { return in.f.count() }

// Swap changes where records go, for all loggers of this installation at once, those with bound
// attributes and groups too.
func (in *Installation) Swap(next slog.Handler) {
	refused := !isNil(next) && leadsBack(reflect.ValueOf(next), in.root, 0)
	in.refused.Store(refused)
	if isNil(next) || refused {
		next = stderrHandler()
	}
	in.root.cur.Store(&next)
}

func stderrHandler() slog.Handler { return slog.NewJSONHandler(os.Stderr, nil) }

// isNil reports whether h is nil, or a nil pointer, whose methods would panic.
func isNil(h slog.Handler) bool {
	if h == nil {
		return true
	}
	switch v := reflect.ValueOf(h); v.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Func, reflect.Slice, reflect.Chan:
		return v.IsNil()
	}
	return false
}

// ErrorLog returns a logger for http.Server's ErrorLog and the like. The values in what net/http writes
// (a panic's value, a client's address) are dropped.
func (in *Installation) ErrorLog() *log.Logger { return ErrorLog(in.handler) }

// Check returns an error when the default logger or the log package no longer goes through this
// installation, because something called slog.SetDefault or log.SetOutput. Call it in a health check.
func (in *Installation) Check() error {
	var errs []error
	if in.refused.Load() {
		errs = append(errs, errors.New("redact: the handler behind the filter would log to itself: records go to standard error"))
	}
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

const maxChain = 32 // handlers behind handlers that are looked through

var handlerType = reflect.TypeFor[slog.Handler]()

// leadsBack looks through a handler, and what handlers it holds, for one that sends records round in a circle:
// slog's first default handler, which writes through the log package, and one that ends in root. It sees fields
// and lists, not what a function has bound: [swapHandler.Handle] looks out for the rest, but for a function that
// writes to the log package what came from there.
func leadsBack(v reflect.Value, root *swapRoot, depth int) bool {
	if depth > maxChain {
		return true
	}
	switch v.Kind() {
	case reflect.Interface:
		return !v.IsNil() && leadsBack(v.Elem(), root, depth+1)
	case reflect.Pointer:
		if v.IsNil() || !holdsHandler(v.Type()) {
			return false
		}
		switch v.Type() {
		case defaultHandlerType:
			return true
		case reflect.TypeFor[*swapHandler]():
			s := (*swapHandler)(v.UnsafePointer())
			if s.root == root {
				return true
			}
			cur := s.root.cur.Load()
			return cur != nil && leadsBack(reflect.ValueOf(*cur), root, depth+1)
		}
		return leadsBack(v.Elem(), root, depth+1)
	case reflect.Struct:
		for i := range v.NumField() {
			if holdsHandler(v.Type().Field(i).Type) && leadsBack(v.Field(i), root, depth+1) {
				return true
			}
		}
	case reflect.Slice, reflect.Array:
		if holdsHandler(v.Type().Elem()) {
			for i := range v.Len() {
				if leadsBack(v.Index(i), root, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

// holdsHandler reports whether a value of type t is a handler or a list of them. Nothing else is looked into:
// other fields of a handler may be changing.
func holdsHandler(t reflect.Type) bool {
	switch {
	case t.Implements(handlerType), t == reflect.TypeFor[*slog.Logger](), t == reflect.TypeFor[slog.Logger]():
		return true
	case t.Kind() == reflect.Slice, t.Kind() == reflect.Array:
		return holdsHandler(t.Elem())
	}
	return t.Kind() != reflect.Interface && t.Kind() != reflect.Pointer && reflect.PointerTo(t).Implements(handlerType)
}

// slog's first default handler has no name outside its package.
var defaultHandlerType = reflect.TypeOf(slog.Default().Handler())

func init() {
	if defaultHandlerType.String() != "*slog.defaultHandler" {
		defaultHandlerType = nil // something set another one before this package began
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
	next := b.h.next
	// A handler behind us that writes to the log package would wait for the lock that our caller holds.
	if handling(0) {
		next = stderrHandler()
	}
	// Past the filter: the line has been judged, and what is left of its pairs is fit for it.
	return len(p), next.Handle(ctx, slog.NewRecord(time.Now(), b.level, b.h.f.escape(msg), 0))
}

// A swapRoot holds the handler that all handlers derived from one installation end in.
type swapRoot struct {
	cur  atomic.Pointer[slog.Handler]
	busy atomic.Int32 // calls of Handle that have not returned
}

// crowded is how many records may be on their way at once before it is worth asking whether they are one
// record, that goes round.
const crowded = 32

// handling reports whether this goroutine is inside more than n calls of swapHandler.Handle.
func handling(n int) bool {
	var pcs [512]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		if strings.HasSuffix(f.Function, "redact.(*swapHandler).Handle") {
			if n--; n < 0 {
				return true
			}
		}
	}
	return false
}

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

// Handle passes a record on, unless the handler behind has sent it back to here: then it goes to standard error.
func (s *swapHandler) Handle(ctx context.Context, r slog.Record) error {
	n := s.root.busy.Add(1)
	defer s.root.busy.Add(-1)
	if n > crowded && handling(crowded/2) {
		return stderrHandler().Handle(ctx, r)
	}
	return s.get().Handle(ctx, r)
}

func (s *swapHandler) WithAttrs(as []slog.Attr) slog.Handler {
	return s.derive(func(h slog.Handler) slog.Handler { return h.WithAttrs(as) })
}

func (s *swapHandler) WithGroup(name string) slog.Handler {
	return s.derive(func(h slog.Handler) slog.Handler { return h.WithGroup(name) })
}
