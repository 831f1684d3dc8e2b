package web

import (
	"context"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"
)

// Route is a path and who answers there.
type Route struct {
	Path string // a pattern of a mux, without a method in front, so that the handler refuses methods
	// Methods and Parameters are what this package holds requests to; of another surface's route there are none.
	Methods    []string
	Parameters []string
	Handler    http.Handler
}

// reading are the methods of what is only read.
var reading = []string{http.MethodGet, http.MethodHead}

// Paths of what is for whoever runs the server.
const (
	healthPath  = "/healthz"
	metricsPath = "/metrics"
)

// routes are the map of the house.
func (s *surface) routes() []Route {
	list := []Route{
		{healthPath, reading, nil, &health{ping: s.Ping, ready: s.Ready}},
		{"/api/v1/indicators", reading, names(indicators.parameters), s.read(indicators)},
		{"/api/v1/medications", reading, names(medications.parameters), s.read(medications)},
		{"/api/v1/records", reading, names(records.parameters), s.read(records)},
		{"/api/v1/journal", reading, names(journal.parameters), s.read(journal)},
	}
	if s.ShowMetrics {
		list = append(list, Route{metricsPath, reading, nil, s.Metrics})
	}
	return list
}

// Routes are this package's own, that of metrics with them, for whoever checks that each is looked at. Their handlers
// answer nothing.
func Routes() []Route {
	list := (&surface{Config: Config{ShowMetrics: true}}).routes()
	for i := range list {
		list[i].Handler = http.NotFoundHandler()
	}
	return list
}

// House is the handler of all routes.
type House struct {
	http.Handler
	paths []string
}

// Paths are the patterns of all routes that are registered, those of other surfaces with them.
func (h *House) Paths() []string { return slices.Clone(h.paths) }

// New is the handler of all routes, those of other surfaces with it.
func New(c Config) *House {
	s := &surface{Config: c}
	mux := http.NewServeMux()
	h := &House{}
	for _, r := range s.routes() {
		mux.Handle(r.Path, only(r.Methods, r.Handler))
		h.paths = append(h.paths, r.Path)
	}
	for _, r := range c.Others {
		mux.Handle(r.Path, r.Handler)
		h.paths = append(h.paths, r.Path)
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { WriteProblem(w, Problem{Type: NotFound}) })
	h.Handler = s.frame(asWritten(mux))
	return h
}

// frame is what stands around every route. Only its outermost part makes another request of a request: the mux leaves
// the route's pattern in the one it gets.
func (s *surface) frame(next http.Handler) http.Handler {
	h := s.Metrics.counted(contained(s.open(crowd(s.InFlight, next))))
	return begin(s.Deadline, logged(withHeaders(s.TLS, h)))
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

// begin gives a request its context: it ends when the client has surely gone, and has room for what its line in the log
// is to say.
func begin(after time.Duration, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), after)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(noted(ctx)))
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
