package redactlogr_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/go-logr/logr"
	"github.com/go-logr/logr/funcr"
	"github.com/seed-a76b335c/philint/redact"
	"github.com/seed-a76b335c/philint/redact/redactlogr"
	"github.com/seed-a76b335c/philint/redact/redacttest"
)

// logger nests the values of a group in a map: logr has no groups.
type logger struct {
	l      logr.Logger
	groups []string
	bound  []any
}

func (l logger) Info(msg string, args ...any) {
	kvs := append(l.bound[:len(l.bound):len(l.bound)], pairs(args)...)
	for i := len(l.groups) - 1; i >= 0; i-- {
		m := make(map[string]any)
		for j := 0; j < len(kvs); j += 2 {
			m[kvs[j].(string)] = kvs[j+1]
		}
		kvs = []any{l.groups[i], m}
	}
	l.l.Info(msg, kvs...)
}

func pairs(args []any) (kvs []any) {
	for _, a := range redacttest.Pairs(args) {
		kvs = append(kvs, a.Key, redacttest.Plain(a.Value))
	}
	return kvs
}

func (l logger) With(args ...any) redacttest.Logger {
	if len(l.groups) == 0 {
		l.l = l.l.WithValues(pairs(args)...)
		return l
	}
	l.bound = append(l.bound[:len(l.bound):len(l.bound)], pairs(args)...)
	return l
}

func (l logger) WithGroup(name string) redacttest.Logger {
	if name != "" {
		l.groups = append(l.groups[:len(l.groups):len(l.groups)], name)
	}
	return l
}

func funcrTo(w io.Writer) logr.Logger {
	return funcr.New(func(prefix, args string) { fmt.Fprintln(w, prefix, args) }, funcr.Options{LogCaller: funcr.All, LogTimestamp: true})
}

func TestNothingLeaks(t *testing.T) {
	for name, next := range map[string]func(io.Writer) logr.Logger{
		"funcr": funcrTo,
		"slog":  func(w io.Writer) logr.Logger { return logr.FromSlogHandler(slog.NewTextHandler(w, nil)) },
	} {
		t.Run(name, func(t *testing.T) {
			redacttest.Run(t, func(w io.Writer) redacttest.Logger { return logger{l: redactlogr.New(next(w))} })
		})
		t.Run(name+", constant messages", func(t *testing.T) {
			redacttest.RunConfig(t, redacttest.Config{Words: true}, func(w io.Writer) redacttest.Logger {
				return logger{l: redactlogr.New(next(w), redact.ConstantMessages())}
			})
		})
	}
	t.Run("slog over logr", func(t *testing.T) {
		redacttest.Run(t, func(w io.Writer) redacttest.Logger {
			return redacttest.Slog(slog.New(logr.ToSlogHandler(redactlogr.New(funcrTo(w)))))
		})
	})
}

type marshaler struct{ v any }

func (m marshaler) MarshalLog() any {
	if m.v == nil {
		panic("mary")
	}
	return m.v
}

func TestErrorsNamesMarshalersAndOddArguments(t *testing.T) {
	var buf bytes.Buffer
	l := redactlogr.New(funcrTo(&buf)).WithName("ingest").WithName("Mary Smith")
	l.Error(errors.New("mary"), "m", "user", marshaler{map[string]any{"email": "mary", "id": "u1"}}, "user_id", marshaler{nil}, 12, "mary", "odd mary")
	out := buf.String()
	if strings.Contains(strings.ToLower(out), "mary") {
		t.Error("something leaks")
	}
	for _, want := range []string{"ingest", `"error"="*errors.errorString"`, `"id"="u1"`, "sink_test.go"} {
		if !strings.Contains(strings.ReplaceAll(out, `"id":`, `"id"=`), want) {
			t.Errorf("no %s in the log", want)
		}
	}
}

func TestNewOfALoggerWithoutASink(t *testing.T) {
	redactlogr.New(logr.Discard()).Info("m") // must not panic
	var l logr.Logger
	redactlogr.New(l).Info("m")
}
