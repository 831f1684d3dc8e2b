package redact_test

import (
	"context"
	"io"
	"log"
	"log/slog"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/redact"
	"github.com/seed-a76b335c/philint/redact/redacttest"
)

func TestNothingLeaksThroughHandlers(t *testing.T) {
	everything := &slog.HandlerOptions{AddSource: true, Level: slog.LevelDebug}
	for name, next := range map[string]func(io.Writer) slog.Handler{
		"json": func(w io.Writer) slog.Handler { return slog.NewJSONHandler(w, everything) },
		"text": func(w io.Writer) slog.Handler { return slog.NewTextHandler(w, everything) },
		"multi": func(w io.Writer) slog.Handler {
			return slog.NewMultiHandler(slog.NewJSONHandler(w, nil), slog.NewTextHandler(w, nil))
		},
		"twice": func(w io.Writer) slog.Handler { return redact.NewHandler(slog.NewJSONHandler(w, nil)) },
	} {
		t.Run(name, func(t *testing.T) {
			redacttest.Run(t, func(w io.Writer) redacttest.Logger {
				return redacttest.Slog(slog.New(redact.NewHandler(next(w))))
			})
		})
		t.Run(name+", names kept", func(t *testing.T) {
			redacttest.Run(t, func(w io.Writer) redacttest.Logger {
				return redacttest.Slog(slog.New(redact.NewHandler(next(w), redact.KeepNames(), redact.ConstantMessages())))
			})
		})
		t.Run(name+", constant messages", func(t *testing.T) {
			redacttest.RunConfig(t, redacttest.Config{Words: true}, func(w io.Writer) redacttest.Logger {
				return redacttest.Slog(slog.New(redact.NewHandler(next(w), redact.ConstantMessages())))
			})
		})
	}
}

// What another logger wrote to a writer has lost its types, and one line may hold what slog would have
// written as a message of its own.
func TestNothingLeaksThroughWriters(t *testing.T) {
	for name, next := range map[string]func(io.Writer) slog.Handler{
		"json": func(w io.Writer) slog.Handler { return slog.NewJSONHandler(w, nil) },
		"text": func(w io.Writer) slog.Handler { return slog.NewTextHandler(w, nil) },
	} {
		t.Run(name, func(t *testing.T) {
			redacttest.RunConfig(t, redacttest.Config{Formatted: true}, func(w io.Writer) redacttest.Logger {
				return redacttest.Slog(slog.New(next(redact.NewWriter(w))))
			})
		})
	}
}

func TestNothingLeaksThroughTheLogPackage(t *testing.T) {
	redacttest.RunConfig(t, redacttest.Config{Formatted: true, Text: true}, func(w io.Writer) redacttest.Logger {
		return printer{log.New(redact.NewWriter(w), "", log.LstdFlags|log.Lshortfile), nil}
	})
}

// printer writes as people write with package log: a message and key=value.
type printer struct {
	l     *log.Logger
	bound []slog.Attr
}

func (p printer) With(args ...any) redacttest.Logger {
	return printer{p.l, append(p.bound[:len(p.bound):len(p.bound)], redacttest.Pairs(args)...)}
}
func (p printer) WithGroup(string) redacttest.Logger { return p }
func (p printer) Info(msg string, args ...any) {
	var b strings.Builder
	b.WriteString(msg)
	h := slog.NewTextHandler(&b, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey || a.Key == slog.LevelKey || a.Key == slog.MessageKey {
			return slog.Attr{}
		}
		return a
	}})
	b.WriteByte(' ')
	slog.New(h).LogAttrs(context.Background(), slog.LevelInfo, "", append(p.bound[:len(p.bound):len(p.bound)], redacttest.Pairs(args)...)...)
	p.l.Print(b.String())
}
