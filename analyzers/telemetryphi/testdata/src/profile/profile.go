package profile

import (
	"context"
	"net/http"
	"runtime/pprof"
)

// Labels of goroutines come out with a profile.
func labels(r *http.Request, userID string) {
	pprof.Do(r.Context(), pprof.Labels("route", r.Pattern, "user", userID), func(context.Context) {})
	pprof.Do(r.Context(), pprof.Labels("path", r.URL.Path), func(context.Context) {}) // want "r\\.URL\\.Path is payload"
	ctx := pprof.WithLabels(r.Context(), pprof.Labels("question", r.FormValue("q")))  // want "payload"
	pprof.SetGoroutineLabels(ctx)
}
