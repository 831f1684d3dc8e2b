package web

import (
	"context"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"
)

// route is a path, what may be done with it, and who answers.
type route struct {
	path    string
	methods []string
	handler http.Handler
}

// reading are the methods of what is only read.
var reading = []string{http.MethodGet, http.MethodHead}

// Paths of what is for whoever runs the server.
const (
	healthPath  = "/healthz"
	metricsPath = "/metrics"
)

// routes are the map of the house.
func (s *surface) routes() []route {
	list := []route{
		{healthPath, reading, &health{ping: s.Ping, ready: s.Ready}},
		{"/api/v1/indicators", reading, s.read(indicators)},
		{"/api/v1/medications", reading, s.read(medications)},
		{"/api/v1/records", reading, s.read(records)},
		{"/api/v1/journal", reading, s.read(journal)},
	}
	if s.ShowMetrics {
		list = append(list, route{metricsPath, reading, s.Metrics})
	}
	return list
}

// New is the handler of all routes, those of other surfaces with it.
func New(c Config) http.Handler {
	s := &surface{Config: c}
	mux := http.NewServeMux()
	for _, r := range s.routes() {
		mux.Handle(r.path, only(r.methods, r.handler))
	}
	for _, register := range c.Others {
		register(mux)
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { WriteProblem(w, Problem{Type: NotFound}) })
	return s.frame(asWritten(mux))
}

// frame is what stands around every route. Only its outermost part makes another request of a request: the mux leaves
// the route's pattern in the one it gets.
func (s *surface) frame(next http.Handler) http.Handler {
	h := s.Metrics.counted(contained(s.open(crowd(s.InFlight, next))))
	return deadline(s.Deadline, logged(withHeaders(s.TLS, h)))
}

// only refuses other methods and says which there are.
func only(methods []string, next http.Handler) http.Handler {
	allow := strings.Join(methods, ", ")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !slices.Contains(methods, r.Method) {
			w.Header().Set("Allow", allow)
			WriteProblem(w, Problem{Type: MethodNotAllowed, Detail: "this route takes " + allow})
			return
		}
		next.ServeHTTP(w, r)
	})
}

// asWritten takes paths as they are written. A mux would send clients from a path with dots or double slashes to another
// one, in a page that quotes it.
func asWritten(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodConnect || !strings.HasPrefix(r.URL.Path, "/") || path.Clean(r.URL.Path) != r.URL.Path {
			WriteProblem(w, Problem{Type: NotFound})
			return
		}
		next.ServeHTTP(w, r)
	})
}

// deadline ends what a request has begun when its client has surely gone.
func deadline(after time.Duration, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), after)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// crowd answers so many requests at once, whoever asks, and refuses more.
func crowd(atOnce int, next http.Handler) http.Handler {
	places := make(chan struct{}, atOnce)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case places <- struct{}{}:
			defer func() { <-places }()
			next.ServeHTTP(w, r)
		default:
			WriteProblem(w, Problem{Type: Unavailable, Detail: "the server is answering as many requests as it can", Retry: time.Second})
		}
	})
}
