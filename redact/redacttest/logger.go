package redacttest

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"

	"github.com/seed-a76b335c/philint/redact"
)

// A Logger is what a case logs with. Arguments are keys and values, or slog.Attr, as slog has them; an
// adapter turns them into its own logger's fields without judging them.
type Logger interface {
	Info(msg string, args ...any)
	With(args ...any) Logger
	WithGroup(name string) Logger
}

// Slog adapts a slog.Logger.
func Slog(l *slog.Logger) Logger { return slogLogger{l} }

type slogLogger struct{ l *slog.Logger }

func (s slogLogger) Info(msg string, args ...any) {
	s.l.Log(context.Background(), slog.LevelInfo, msg, args...)
}
func (s slogLogger) With(args ...any) Logger      { return slogLogger{s.l.With(args...)} }
func (s slogLogger) WithGroup(name string) Logger { return slogLogger{s.l.WithGroup(name)} }

// Pairs turns arguments into names and values for loggers without slog's rules. A value without a name is
// called !BADKEY; groups stay slog values of kind group.
func Pairs(args []any) []slog.Attr {
	r := slog.Record{}
	r.Add(args...)
	var as []slog.Attr
	r.Attrs(func(a slog.Attr) bool {
		as = append(as, a)
		return true
	})
	return as
}

// Plain turns an attribute's value into one for a logger that does not know slog: a group into a map.
func Plain(v slog.Value) any {
	if v.Kind() != slog.KindGroup {
		return v.Any()
	}
	m := make(map[string]any)
	for _, a := range v.Group() {
		m[a.Key] = Plain(a.Value)
	}
	return m
}

// FailOnDrop returns an option that fails the test for each field that the filter drops. Give it to the
// handler that an application's tests log through.
func FailOnDrop(t testing.TB) redact.Option {
	t.Helper()
	var mu sync.Mutex
	seen := make(map[string]bool)
	return redact.OnDrop(func(d redact.Drop) {
		mu.Lock()
		defer mu.Unlock()
		if s := fmt.Sprint(d); !seen[s] { // once each: a loop would bury the others
			seen[s] = true
			t.Errorf("a log field was dropped: %s", s)
		}
	})
}
