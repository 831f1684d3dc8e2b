package redactslogmulti_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/samber/slog-multi"
	"github.com/seed-a76b335c/philint/redact"
	"github.com/seed-a76b335c/philint/redact/redactslogmulti"
	"github.com/seed-a76b335c/philint/redact/redacttest"
)

func jsonTo(w io.Writer) slog.Handler { return slog.NewJSONHandler(w, nil) }

func pass(ctx context.Context, r slog.Record, next func(context.Context, slog.Record) error) error {
	return next(ctx, r)
}

func TestNothingLeaks(t *testing.T) {
	for name, h := range map[string]func(io.Writer) slog.Handler{
		"pipeline": func(w io.Writer) slog.Handler {
			return redactslogmulti.New().Pipe(slogmulti.NewHandleInlineMiddleware(pass)).Handler(jsonTo(w))
		},
		"fanout": func(w io.Writer) slog.Handler {
			return redactslogmulti.New().Fanout(jsonTo(w), slog.NewTextHandler(w, nil), slogmulti.Fanout(jsonTo(w), jsonTo(w)))
		},
		"router": func(w io.Writer) slog.Handler {
			leak := func(_ context.Context, r slog.Record) bool {
				r.Attrs(func(a slog.Attr) bool { _, _ = io.WriteString(w, a.String()+r.Message); return true })
				return true
			}
			return redactslogmulti.New().Handler(slogmulti.Router().Add(jsonTo(w), leak).Handler())
		},
		"error hook": func(w io.Writer) slog.Handler {
			hook := slogmulti.RecoverHandlerError(func(_ context.Context, r slog.Record, _ error) {
				_ = jsonTo(w).Handle(context.Background(), r)
			})
			return redactslogmulti.New().Pipe(hook).Handler(failing{jsonTo(w)})
		},
		"slogmulti.Pipe": func(w io.Writer) slog.Handler {
			return slogmulti.Pipe(redactslogmulti.Middleware()).Handler(jsonTo(w))
		},
		"failover": func(w io.Writer) slog.Handler {
			return redactslogmulti.New().Handler(slogmulti.Failover()(failing{jsonTo(w)}, jsonTo(w)))
		},
	} {
		t.Run(name, func(t *testing.T) {
			redacttest.Run(t, func(w io.Writer) redacttest.Logger { return redacttest.Slog(slog.New(h(w))) })
		})
		if err := redactslogmulti.Check(h(io.Discard)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// failing writes and fails all the same.
type failing struct{ slog.Handler }

func (f failing) Handle(ctx context.Context, r slog.Record) error {
	_ = f.Handler.Handle(ctx, r)
	return errors.New("disk full")
}
func (f failing) WithAttrs(as []slog.Attr) slog.Handler { return failing{f.Handler.WithAttrs(as)} }
func (f failing) WithGroup(n string) slog.Handler       { return failing{f.Handler.WithGroup(n)} }

// The trap: an inline middleware that filters the record misses what With has bound.
func TestWhatWithBindsIsJudged(t *testing.T) {
	inline := slogmulti.NewHandleInlineMiddleware(func(ctx context.Context, r slog.Record, next func(context.Context, slog.Record) error) error {
		out := slog.NewRecord(r.Time, r.Level, r.Message, r.PC)
		r.Attrs(func(a slog.Attr) bool {
			if a, ok := redact.NewFilter().Attr(a); ok {
				out.AddAttrs(a)
			}
			return true
		})
		return next(ctx, out)
	})
	var trap, ours bytes.Buffer
	slog.New(slogmulti.Pipe(inline).Handler(jsonTo(&trap))).With("email", "mary").Info("m", "note", "smith")
	slog.New(redactslogmulti.New().Pipe(inline).Handler(jsonTo(&ours))).With("email", "mary").Info("m", "note", "smith")
	if !strings.Contains(trap.String(), "mary") || strings.Contains(trap.String(), "smith") {
		t.Error("the trap is gone: this test, and the package's warning, can go too")
	}
	if strings.Contains(ours.String(), "mary") || strings.Contains(ours.String(), "smith") {
		t.Error("a bound attribute gets past the pipeline")
	}
}

// The trap: the second handler of one slogmulti.Pipe gets no middleware.
func TestAPipelineCanBeUsedTwice(t *testing.T) {
	var trap, ours bytes.Buffer
	builder := slogmulti.Pipe(redactslogmulti.Middleware())
	builder.Handler(jsonTo(io.Discard))
	second := builder.Handler(jsonTo(&trap))
	slog.New(second).Info("m", "email", "mary")
	if !strings.Contains(trap.String(), "mary") {
		t.Error("the trap is gone: this test, and the package's warning, can go too")
	}
	if redactslogmulti.Check(second) == nil {
		t.Error("Check does not see it")
	}
	p := redactslogmulti.New()
	p.Handler(jsonTo(io.Discard))
	slog.New(p.Handler(jsonTo(&ours))).Info("m", "email", "mary")
	if strings.Contains(ours.String(), "mary") {
		t.Error("the second handler is not filtered")
	}
}

func TestCheckSeesTheWrongOrder(t *testing.T) {
	h := slogmulti.Pipe(slogmulti.NewHandleInlineMiddleware(pass), redactslogmulti.Middleware()).Handler(jsonTo(io.Discard))
	if redactslogmulti.Check(h) == nil || redactslogmulti.Check(slogmulti.Fanout(h, h)) == nil {
		t.Error("a middleware outside the filter goes unnoticed")
	}
}

func TestMiddlewaresRunInTheirOrder(t *testing.T) {
	var order []string
	mw := func(name string) slogmulti.Middleware {
		return slogmulti.NewHandleInlineMiddleware(func(ctx context.Context, r slog.Record, next func(context.Context, slog.Record) error) error {
			order = append(order, name)
			return next(ctx, r)
		})
	}
	base := redactslogmulti.New().Pipe(mw("a"))
	one, two := base.Pipe(mw("b")), base.Pipe(mw("c"))
	slog.New(one.Handler(jsonTo(io.Discard))).Info("m")
	slog.New(two.Handler(jsonTo(io.Discard))).Info("m")
	if got := strings.Join(order, ""); got != "abac" {
		t.Errorf("ran %s", got)
	}
}
