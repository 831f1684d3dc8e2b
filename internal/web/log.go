package web

import (
	"context"
	"log/slog"
	"net/http"
	"sync"

	"github.com/seed-a76b335c/philint/redact"
)

type noteKey struct{}

// note is what is learned about a request while it is answered, for its line in the log.
type note struct {
	mu          sync.Mutex
	fingerprint string
}

// digest is the caller's, "" while nobody is known.
//
//philint:safe hexadecimal digits of a hash, cut short: whoever reads them cannot find the secret
func (n *note) digest() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.fingerprint
}

// NoteCaller puts the digest of a caller's secret into the log's line of the request that ctx belongs to.
func NoteCaller(ctx context.Context, fingerprint string) {
	if n, ok := ctx.Value(noteKey{}).(*note); ok {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.fingerprint = fingerprint
	}
}

// logged writes one line a request, as [redact.LogRequests] does, with the caller's digest. A client's own request id is
// not taken: it would stand in the log and in the record's access log.
func logged(next http.Handler) http.Handler {
	line := redact.LogRequests(slog.New(noting{slog.Default().Handler()}))(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Del(redact.RequestIDHeader)
		line.ServeHTTP(w, r)
	})
}

// noted gives a request's context a place for what is learned about it.
func noted(ctx context.Context) context.Context { return context.WithValue(ctx, noteKey{}, new(note)) }

// noting adds to a record what its request's note has.
type noting struct{ next slog.Handler }

// Enabled implements [slog.Handler].
func (n noting) Enabled(ctx context.Context, l slog.Level) bool { return n.next.Enabled(ctx, l) }

// Handle implements [slog.Handler].
func (n noting) Handle(ctx context.Context, r slog.Record) error {
	if found, ok := ctx.Value(noteKey{}).(*note); ok {
		if digest := found.digest(); digest != "" {
			r = r.Clone()
			r.AddAttrs(slog.String("key_fingerprint", digest))
		}
	}
	return n.next.Handle(ctx, r)
}

// WithAttrs implements [slog.Handler].
func (n noting) WithAttrs(a []slog.Attr) slog.Handler { return noting{n.next.WithAttrs(a)} }

// WithGroup implements [slog.Handler].
func (n noting) WithGroup(name string) slog.Handler { return noting{n.next.WithGroup(name)} }
