package redact

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"reflect"
	"runtime"
	"strings"
)

// Recover, deferred, stops a panic and reports it through slog's default logger by its type and the names
// of the functions on the stack. The runtime, and net/http, would print the panic's value, which quotes
// whatever the code was working on.
//
//	go func() {
//		defer redact.Recover(ctx)
//		…
//	}()
func Recover(ctx context.Context) {
	if v := recover(); v != nil {
		reportPanic(ctx, slog.Default(), v, callers(1))
	}
}

// RecoverExit is Recover for goroutines without which the process must not go on, main first of all: after
// the report it ends the process with status 2, as an unrecovered panic does.
func RecoverExit(ctx context.Context) {
	if v := recover(); v != nil {
		reportPanic(ctx, slog.Default(), v, callers(1))
		exit(2)
	}
}

var exit = os.Exit // replaced in tests

// Go runs f in a goroutine that ends, and is reported, when it panics.
func Go(ctx context.Context, f func()) {
	go func() {
		defer Recover(ctx)
		f()
	}()
}

// RecoverHandler answers 500 when next panics, and reports the panic as [Recover] does. If next has
// begun its answer the connection is cut, with http.ErrAbortHandler, so that the client does not take
// half an answer for a whole one.
func RecoverHandler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		cw := countResponse(w)
		defer func() {
			if v := recover(); v != nil && afterPanic(r.Context(), slog.Default(), cw, v) {
				panic(http.ErrAbortHandler)
			}
		}()
		next.ServeHTTP(cw.outer, r)
	})
}

// isAbort reports whether v is net/http's own way to cut a connection, which is no fault and is not logged.
func isAbort(v any) bool {
	err, ok := v.(error)
	return ok && safeIs(err, http.ErrAbortHandler)
}

// afterPanic reports v, which was recovered, and answers 500. It reports whether the connection must be cut
// instead. It does not panic: v's own methods, the logger and the response may.
func afterPanic(ctx context.Context, l *slog.Logger, cw *countedResponse, v any) (cut bool) {
	if isAbort(v) {
		return true
	}
	reportPanic(ctx, l, v, callers(2))
	if cw.status != 0 || cw.hijacked {
		return true
	}
	defer func() {
		if recover() != nil {
			cut = true
		}
	}()
	http.Error(cw, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
	return false
}

// panicType names the type of a panic's value.
func panicType(v any) string {
	if err, ok := v.(error); ok {
		return ErrType(err)
	}
	if v == nil {
		return nilType
	}
	return typeName(reflect.TypeOf(v))
}

func reportPanic(ctx context.Context, l *slog.Logger, v any, stack []string) {
	defer func() { _ = recover() }() // a handler that panics must not undo the recovery
	l.LogAttrs(ctx, slog.LevelError, "panic", slog.Any("panic", &typeOnly{panicType(v), func(error) bool { return false }}), slog.Any("stack", stack))
}

const maxFrames = 32

// callers names the functions above the panic, innermost first. The runtime's own are left out.
func callers(skip int) []string {
	var pcs [maxFrames + 16]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(skip+2, pcs[:])])
	var names []string
	for more := true; more && len(names) < maxFrames; {
		var f runtime.Frame
		f, more = frames.Next()
		if f.Function == "runtime.gopanic" {
			names = names[:0] // what came before is the recovery itself
		}
		if f.Function == "" || strings.HasPrefix(f.Function, "runtime.") {
			continue
		}
		names = append(names, fmt.Sprintf("%s:%d", f.Function, f.Line))
	}
	return names
}
