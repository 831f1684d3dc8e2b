package mcphttp

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-a76b335c/philint/internal/auth"
	"github.com/seed-a76b335c/philint/internal/mcpserver"
	"github.com/seed-a76b335c/philint/internal/mcpserver/wire"
)

// Handler serves [Paths]. Any number of requests can be served at one time.
type Handler struct {
	c       Config
	origins origins
	server  *mcpserver.Server
	methods map[string]bool
	// versions are the protocol revisions that are spoken.
	versions []string
	slots    chan struct{}
	mux      *http.ServeMux
	more     fixture // nothing, in a server that is shipped
}

// fixture is what a build for the conformance suite puts beside the server, behind the same gates.
type fixture interface {
	// begins says whether the fixture answers a request without a body, and does so.
	begins(w http.ResponseWriter, r *http.Request) bool
	// answers says whether the fixture answers this message, and does so. Notifications have no version.
	answers(w http.ResponseWriter, r *http.Request, body []byte, m *wire.Message, version string) bool
}

// New builds a handler. An error is a mistake in the configuration.
func New(c Config) (*Handler, error) {
	if err := c.complete(); err != nil {
		return nil, err
	}
	h := &Handler{c: c, methods: wire.Methods(), versions: mcp.SupportedProtocolVersions(), slots: make(chan struct{}, c.MaxInFlight), mux: http.NewServeMux()}
	// Nothing here changes while the server runs, so there is nothing to listen for.
	delete(h.methods, "subscriptions/listen")
	var err error
	if h.origins, err = readOrigins(c.Origins); err != nil {
		return nil, err
	}
	config := h.config()
	prepareFixture(&config)
	if h.server, err = mcpserver.New(config); err != nil {
		return nil, fmt.Errorf("mcphttp: %w", err)
	}
	h.more = newFixture(h)
	for path, handler := range h.Routes() {
		h.mux.Handle(path, handler)
	}
	return h, nil
}

// Paths are the patterns of the handler's routes.
func Paths() []string { return []string{Path, LinkPath, MetadataRoot, MetadataPath} }

// Routes are the handler's. What lies below them is the mux's to refuse.
func (h *Handler) Routes() iter.Seq2[string, http.Handler] {
	return func(yield func(string, http.Handler) bool) {
		for _, path := range Paths() {
			answer := h.serve
			if strings.HasPrefix(path, MetadataRoot) {
				answer = h.metadata
			}
			if !yield(path, http.HandlerFunc(answer)) {
				return
			}
		}
	}
}

// ServeHTTP implements [http.Handler] with these routes.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.mux.ServeHTTP(w, r) }

// serve takes one request through the gates.
func (h *Handler) serve(w http.ResponseWriter, r *http.Request) {
	defer contain(w, r)
	if !h.admit(w, r) {
		return
	}
	select {
	case h.slots <- struct{}{}:
		defer func() { <-h.slots }()
	default:
		later(http.StatusServiceUnavailable, "the server answers as many requests as it can; ask again", busyWait).write(w, nil)
		return
	}
	caller, leave, refused := h.caller(r)
	if refused != nil {
		refused.write(w, nil)
		return
	}
	defer leave()
	r = r.WithContext(h.with(r.Context(), caller))
	if h.more != nil && h.more.begins(w, r) {
		return
	}
	body, refused := h.body(w, r)
	if refused != nil {
		refused.write(w, nil)
		return
	}
	m, refused := message(body)
	if refused != nil {
		refused.write(w, m.ID)
		return
	}
	if m.ID == nil || m.Response { // a notification, or an answer to a question that nobody asked
		if h.more == nil || !h.more.answers(w, r, body, &m, "") {
			w.WriteHeader(http.StatusAccepted)
		}
		return
	}
	version, refused := h.read(r, &m)
	if refused != nil {
		refused.write(w, m.ID)
		return
	}
	if refused := h.may(r, caller, &m); refused != nil {
		refused.write(w, m.ID)
		return
	}
	if h.more != nil && h.more.answers(w, r, body, &m, version) {
		return
	}
	h.ask(r.Context(), &m, version).write(w, m.ID)
}

// admit holds the gates that do not depend on who asks: Host, Origin, method, the number of requests at one time.
func (h *Handler) admit(w http.ResponseWriter, r *http.Request) bool {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	switch {
	case !h.origins.host(r.Host):
		refuse(http.StatusForbidden, mcpserver.InvalidRequest("the Host header names another server; set the server's public URL")).write(w, nil)
		return false
	case !h.origins.origin(r.Header.Values("Origin")):
		refuse(http.StatusForbidden, mcpserver.InvalidRequest("the page that asks is of another origin")).write(w, nil)
		return false
	}
	switch {
	case r.Method == http.MethodOptions:
		w.Header().Set("Allow", allowed)
		w.WriteHeader(http.StatusNoContent)
		return false
	case r.Method != http.MethodPost && h.more == nil:
		w.Header().Set("Allow", allowed)
		refuse(http.StatusMethodNotAllowed, mcpserver.InvalidRequest("send it with POST")).write(w, nil)
		return false
	}
	return true
}

const allowed = "POST, OPTIONS"

type callerKey struct{}

// request is what the tools know of the request that they are called in.
type request struct {
	caller *auth.Caller // nil for nobody
	id     string
}

func requestOf(ctx context.Context) request {
	r, _ := ctx.Value(callerKey{}).(request)
	return r
}

// with puts into ctx who asks.
func (h *Handler) with(ctx context.Context, caller *auth.Caller) context.Context {
	q := request{caller: caller, id: h.c.RequestID(ctx)}
	if q.id == "" {
		q.id = newID()
	}
	origin := mcpserver.Origin{RequestID: q.id}
	if caller != nil {
		origin.Fingerprint = caller.Key
		h.c.NoteCaller(ctx, caller.Key)
	}
	return mcpserver.WithOrigin(context.WithValue(ctx, callerKey{}, q), origin)
}

// contain answers a panic of the handler's own. Tools have a guard that is nearer.
func contain(w http.ResponseWriter, r *http.Request) {
	v := recover()
	if v == nil {
		return
	}
	if err, ok := v.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(http.ErrAbortHandler) // net/http's way to cut a connection; no fault
	}
	refuse(http.StatusInternalServerError, mcpserver.Panicked(r.Context(), "request", v)).write(w, nil)
}
