package web

import (
	"net/http"
)

// open lets no request through while the server may not answer any: where a read could not be taken down, or the store
// that is open is not the one that stands in its place. Every surface is behind it. Whoever runs the server learns of it
// at /healthz and /metrics, which have nothing of a record.
func (s *surface) open(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.Ready == nil || r.URL.Path == healthPath || r.URL.Path == metricsPath {
			next.ServeHTTP(w, r)
			return
		}
		if err := s.Ready(); err != nil {
			WriteProblem(w, Problem{Type: Unavailable, Detail: "the server answers nothing at present: its store, or the access log in it, cannot be used", Retry: retryAfter})
			return
		}
		next.ServeHTTP(w, r)
	})
}
