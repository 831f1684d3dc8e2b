package redact

import (
	"bufio"
	"context"
	"crypto/rand"
	"encoding/hex"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// RequestIDHeader is the header that [LogRequests] reads a request's identifier from and answers with.
const RequestIDHeader = "X-Request-Id"

// LogRequests logs each request through l, or slog's default logger if l is nil: its method, route pattern,
// status, duration, sizes of the bodies and request id. Never its URL, headers, bodies or the client's
// address: path and query name people, and carry share links and search terms.
//
// A request id of the client is taken over only if it has the form of an identifier ([ID]), since it would
// let a client write what it likes into the log; else the request gets a fresh one. It is in the answer's
// header and in the context: [RequestID].
//
// A panic in next is answered and reported as by [RecoverHandler], and the line says so: panicked, and aborted
// when the answer was cut short or never begun. It has no status then but one that was sent.
//
// The route is the pattern that a ServeMux left in the request that LogRequests handed on. A middleware between
// the two that calls r.WithContext hands on another request: put [Route] around the mux then. Requests that are
// logged without their route are counted in [Stats]. A CONNECT request has none: net/http takes the client's
// own path for its pattern.
func LogRequests(l *slog.Logger) func(next http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return &requestLog{next: next, l: l}
	}
}

// Route tells [LogRequests] the pattern that mux finds, whatever middlewares stand between the two:
//
//	redact.LogRequests(nil)(auth(redact.Route(mux)))
func Route(mux http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		method := r.Method
		defer func() {
			if method != http.MethodConnect {
				noteRoute(r)
			}
		}()
		mux.ServeHTTP(w, r)
	})
}

type requestLog struct {
	next http.Handler
	l    *slog.Logger
}

type requestKey struct{}

// A requestState is what the context of a request says about it.
type requestState struct {
	id    string
	route atomic.Pointer[string]
}

// RequestID returns the identifier that [LogRequests] gave the request of this context, or "".
func RequestID(ctx context.Context) string {
	if st, ok := ctx.Value(requestKey{}).(*requestState); ok {
		return st.id
	}
	return ""
}

// routeOf returns the pattern that routed r. Of a CONNECT request that wants a slash at its end, ServeMux makes
// the client's own path the pattern.
func routeOf(r *http.Request) string {
	if r.Method == http.MethodConnect {
		return ""
	}
	return r.Pattern
}

// noteRoute leaves r's pattern in the context. The first that is left, the innermost mux's, stays.
func noteRoute(r *http.Request) {
	p := routeOf(r)
	if p == "" {
		return
	}
	if st, ok := r.Context().Value(requestKey{}).(*requestState); ok {
		st.route.CompareAndSwap(nil, &p)
	}
}

// An exchange is one request and its answer while they are logged.
type exchange struct {
	l        *slog.Logger
	r        *http.Request
	st       *requestState
	cw       *countedResponse
	body     *countedBody
	method   string // as the client sent it
	start    time.Time
	panicked bool
	aborted  bool
}

func (h *requestLog) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := &exchange{l: h.l, method: r.Method, start: time.Now(), st: &requestState{id: r.Header.Get(RequestIDHeader)}}
	if !isIdentifier(x.st.id) {
		x.st.id = newID()
	}
	w.Header().Set(RequestIDHeader, x.st.id)
	x.cw = countResponse(w)
	x.body = &countedBody{ReadCloser: r.Body}
	x.r = r.WithContext(context.WithValue(r.Context(), requestKey{}, x.st))
	if r.Body != nil && r.Body != http.NoBody {
		x.r.Body = x.body
	}
	if x.l == nil {
		x.l = slog.Default()
	}
	returned := false
	defer func() {
		v := recover()
		if !returned {
			x.panicked, x.aborted = true, true
			if v != nil { // else the goroutine ends by runtime.Goexit
				x.panicked = !isAbort(v)
				x.aborted = afterPanic(x.r.Context(), x.l, x.cw, v)
			}
		}
		x.log() // also when the connection is cut
		if v != nil && x.aborted {
			panic(http.ErrAbortHandler)
		}
	}()
	h.next.ServeHTTP(x.cw.outer, x.r)
	returned = true
}

// log writes the line. A logger that panics loses it, and no more.
func (x *exchange) log() {
	defer func() { _ = recover() }()
	status := x.cw.status
	if status == 0 && !x.aborted && (!x.cw.hijacked || x.method != http.MethodConnect) {
		status = http.StatusOK
		if x.cw.hijacked {
			status = http.StatusSwitchingProtocols // as a guess: what was written then went past us
		}
	}
	level := slog.LevelInfo
	if status >= 500 || x.aborted || x.panicked {
		level = slog.LevelError
	}
	method := x.method
	if !isHTTPMethod(method) {
		method = "_OTHER" // a method is any word that a client likes
	}
	attrs := make([]slog.Attr, 0, 10)
	attrs = append(attrs, slog.String("http_method", method))
	if status != 0 {
		attrs = append(attrs, slog.Int("status_code", status))
	}
	attrs = append(attrs,
		slog.Duration("duration", time.Since(x.start)),
		slog.Int64("request_bytes", x.body.n.Load()),
		slog.Int64("response_bytes", x.cw.n),
		slog.String("request_id", x.st.id),
	)
	// Of a request that matched no route there is nothing to say: its path is the client's text.
	if route := x.route(); route != "" {
		attrs = append(attrs, slog.String("route", route))
	} else if status != http.StatusNotFound && status != http.StatusMethodNotAllowed {
		statsOf(x.l).routes.Add(1)
	}
	for _, flag := range []struct {
		name string
		on   bool
	}{{"hijacked", x.cw.hijacked}, {"panicked", x.panicked}, {"aborted", x.aborted}} {
		if flag.on {
			attrs = append(attrs, slog.Bool(flag.name, true))
		}
	}
	x.l.LogAttrs(x.r.Context(), level, "request", attrs...)
}

// route returns the pattern that may be logged, or "".
func (x *exchange) route() string {
	if x.method == http.MethodConnect {
		return ""
	}
	p := routeOf(x.r)
	if noted := x.st.route.Load(); p == "" && noted != nil {
		p = *noted
	}
	rememberRoute(p)
	if !isRoute(p) {
		return ""
	}
	return p
}

func statsOf(l *slog.Logger) *Stats {
	if h, ok := l.Handler().(*Handler); ok && h != nil {
		return h.f.count()
	}
	return DefaultStats
}

// newID returns a random UUID.
func newID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand ends the process instead
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	out := make([]byte, 0, 36)
	for i, part := range [][]byte{b[:4], b[4:6], b[6:8], b[8:10], b[10:]} {
		if i > 0 {
			out = append(out, '-')
		}
		out = hex.AppendEncode(out, part)
	}
	return string(out)
}

type countedBody struct {
	io.ReadCloser
	n atomic.Int64 // a transport may go on reading when the handler is done
}

func (b *countedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.n.Add(int64(n))
	return n, err
}

// A countedResponse sees the status and size of an answer.
type countedResponse struct {
	http.ResponseWriter
	outer    http.ResponseWriter // what to hand on: this, with the optional methods of the original
	status   int
	n        int64
	hijacked bool
}

// countResponse wraps w and keeps http.Flusher and http.Hijacker where w has them: handlers ask for them
// by type, and take their absence for an answer.
func countResponse(w http.ResponseWriter) *countedResponse {
	c := &countedResponse{ResponseWriter: w}
	_, flushes := w.(http.Flusher)
	_, hijacks := w.(http.Hijacker)
	switch {
	case flushes && hijacks:
		c.outer = struct {
			*countedResponse
			http.Flusher
			http.Hijacker
		}{c, flusher{c}, hijacker{c}}
	case flushes:
		c.outer = struct {
			*countedResponse
			http.Flusher
		}{c, flusher{c}}
	case hijacks:
		c.outer = struct {
			*countedResponse
			http.Hijacker
		}{c, hijacker{c}}
	default:
		c.outer = c
	}
	return c
}

// Unwrap is for http.ResponseController.
func (c *countedResponse) Unwrap() http.ResponseWriter { return c.ResponseWriter }

func (c *countedResponse) WriteHeader(status int) {
	first := c.status == 0 && !c.hijacked && (status >= 200 || status == http.StatusSwitchingProtocols)
	c.ResponseWriter.WriteHeader(status) // panics on a status that is none
	if first {
		c.status = status
	}
}

func (c *countedResponse) Write(p []byte) (int, error) {
	c.begin()
	n, err := c.ResponseWriter.Write(p)
	c.n += int64(n)
	return n, err
}

// ReadFrom lets the server copy a file without passing it through here.
func (c *countedResponse) ReadFrom(src io.Reader) (int64, error) {
	c.begin()
	n, err := io.Copy(c.ResponseWriter, src)
	c.n += n
	return n, err
}

func (c *countedResponse) begin() {
	if c.status == 0 && !c.hijacked {
		c.status = http.StatusOK
	}
}

type flusher struct{ c *countedResponse }

func (f flusher) Flush() {
	f.c.begin()
	f.c.ResponseWriter.(http.Flusher).Flush()
}

type hijacker struct{ c *countedResponse }

func (h hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := h.c.ResponseWriter.(http.Hijacker).Hijack()
	h.c.hijacked = h.c.hijacked || err == nil
	return conn, rw, err
}
