package redact

import (
	"bufio"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
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
// A panic in next is answered and reported as by [RecoverHandler].
func LogRequests(l *slog.Logger) func(next http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return &requestLog{next: next, l: l}
	}
}

type requestLog struct {
	next http.Handler
	l    *slog.Logger
}

type requestIDKey struct{}

// RequestID returns the identifier that [LogRequests] gave the request of this context, or "".
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}

func (h *requestLog) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	id := r.Header.Get(RequestIDHeader)
	if !isIdentifier(id) {
		id = newID()
	}
	w.Header().Set(RequestIDHeader, id)
	cw := countResponse(w)
	body := &countedBody{ReadCloser: r.Body}
	r = r.WithContext(context.WithValue(r.Context(), requestIDKey{}, id))
	if r.Body != nil && r.Body != http.NoBody {
		r.Body = body
	}
	l := h.l
	if l == nil {
		l = slog.Default()
	}
	defer func() {
		v := recover()
		defer h.log(l, r, cw, body, id, start) // also when the connection is cut
		if v != nil {
			afterPanic(r.Context(), l, cw, v)
		}
	}()
	h.next.ServeHTTP(cw.outer, r)
}

func (h *requestLog) log(l *slog.Logger, r *http.Request, cw *countedResponse, body *countedBody, id string, start time.Time) {
	status := cw.status
	if status == 0 {
		status = http.StatusOK
		if cw.hijacked {
			status = http.StatusSwitchingProtocols
		}
	}
	level := slog.LevelInfo
	if status >= 500 {
		level = slog.LevelError
	}
	method := r.Method
	if !isHTTPMethod(method) {
		method = "_OTHER" // a method is any word that a client likes
	}
	attrs := make([]slog.Attr, 0, 7)
	attrs = append(attrs,
		slog.String("http_method", method),
		slog.Int("status_code", status),
		slog.Duration("duration", time.Since(start)),
		slog.Int64("request_bytes", body.n),
		slog.Int64("response_bytes", cw.n),
		slog.String("request_id", id),
	)
	// Of a request that matched no route there is nothing to say: its path is the client's text.
	if isRoute(r.Pattern) {
		attrs = append(attrs, slog.String("route", r.Pattern))
	}
	l.LogAttrs(r.Context(), level, "request", attrs...)
}

// newID returns a random UUID.
func newID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand ends the process instead
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

type countedBody struct {
	io.ReadCloser
	n int64
}

func (b *countedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.n += int64(n)
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
	if c.status == 0 && (status >= 200 || status == http.StatusSwitchingProtocols) {
		c.status = status
	}
	c.ResponseWriter.WriteHeader(status)
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
	if c.status == 0 {
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
