// Package wrappers_handlers implements the ends of logging libraries: what passes through them was judged at the call.
package wrappers_handlers

import (
	"context"
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"os"

	"github.com/go-logr/logr"
	"go.uber.org/zap"

	"people"
)

// handler is a slog.Handler around another one.
type handler struct{ next slog.Handler }

func (h handler) Enabled(ctx context.Context, l slog.Level) bool { return h.next.Enabled(ctx, l) }

func (h handler) Handle(ctx context.Context, r slog.Record) error {
	r2 := slog.NewRecord(r.Time, r.Level, r.Message, r.PC) // judgement: a record handed on was judged where it was made
	r.Attrs(func(a slog.Attr) bool {
		r2.AddAttrs(a)
		return true
	})
	return h.next.Handle(ctx, r2)
}

func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler { return handler{h.next.WithAttrs(attrs)} }

func (h handler) WithGroup(name string) slog.Handler { return handler{h.next.WithGroup(name)} }

// sink is a logr.LogSink over slog.
type sink struct{ l *slog.Logger }

func (s sink) Info(level int, msg string, keysAndValues ...any) { s.l.Info(msg, keysAndValues...) }

func (s sink) Error(err error, msg string, keysAndValues ...any) {
	s.l.Error(msg, append(keysAndValues, "err", err)...)
}

var _ logr.LogSink = sink{}

// adapter gives one library another one's methods.
type adapter struct{ l *zap.SugaredLogger }

func (a adapter) Printf(format string, args ...any) { a.l.Infof(format, args...) }

func (a adapter) Println(args ...any) { a.l.Info(fmt.Sprintln(args...)) }

func (a adapter) Error(msg string, kv ...any) { a.l.Errorw(msg, kv...) }

func (a adapter) Warn(msg string, kv ...any) { a.l.Warnw(msg, kv...) }

func adapted(a adapter, u people.User) {
	a.Printf("%s", u.ID)
	a.Printf("%s", u.Email)        // want "u\\.Email is personal"
	a.Println(u.Email)             // want "u\\.Email is personal"
	a.Error("x", "email", u.Email) // want "u\\.Email is personal"
	a.Warn("x", "id", u.ID)
}

// A server's error log is a logger like any other; setting it up is no statement.
func server(u people.User) *http.Server {
	l := slog.New(handler{slog.NewJSONHandler(os.Stdout, nil)})
	slog.SetDefault(l)
	return &http.Server{ErrorLog: log.New(os.Stderr, "http: ", 0)}
}

// Middleware: the request is judged here, it has no caller in this module.
func access(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r)
		slog.InfoContext(r.Context(), "request", "method", r.Method, "route", r.Pattern)
		slog.InfoContext(r.Context(), "request", "url", r.URL.String()) // want "r\\.URL\\.String\\(\\) is payload"
	})
}
