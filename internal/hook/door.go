//go:build canaryhook

package hook

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"

	"github.com/seed-a76b335c/philint/internal/web"
)

// Handler lets requests choose faults. A request for [List] is answered with what there is.
func Handler(h http.Handler) http.Handler {
	next := planted(h)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f, ok := read(r)
		switch {
		case r.Header.Get(FaultHeader) == List:
			list(w, h)
		case ok && f.at == atDoor:
			fail(f)
		case ok:
			next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), faultKey{}, f)))
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func list(w http.ResponseWriter, h http.Handler) {
	var routes []string
	if house, ok := h.(interface{ Paths() []string }); ok {
		routes = house.Paths()
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"faults": Names(), "routes": routes, "happened": happened.counts()})
}

// Routes has each route fail in the way that a request asks for.
func Routes(routes []web.Route) []web.Route {
	out := make([]web.Route, 0, len(routes))
	for _, r := range routes {
		next := r.Handler
		r.Handler = http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
			f, ok := asked(q.Context())
			if ok && f.at == atHalf {
				_, _ = io.WriteString(w, "half of it")
			}
			if ok && (f.at == atRoute || f.at == atHalf) {
				_ = happened.as(f, breaks(q.Context(), f)) // of one that waited in vain; there is nobody to return it to
			}
			next.ServeHTTP(w, q)
		})
		out = append(out, r)
	}
	return out
}

// Log is where a test build could write past the filter. This one does not.
func Log(h slog.Handler) slog.Handler { return h }
