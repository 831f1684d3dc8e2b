package web

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// How often the store is asked whether it is there, and how long it has for its answer.
const (
	healthEvery = time.Second
	healthWait  = 2 * time.Second
)

// health answers whether the store can be read and the server answers questions. Whoever may ask, may ask as often as they like, so the store is asked
// once a second at most.
type health struct {
	ping  func(context.Context) error
	ready func() error // nil for always; it is cheap, and asked each time

	mu    sync.Mutex
	asked time.Time
	well  bool
}

func (h *health) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if (h.ready == nil || h.ready() == nil) && h.ok(r.Context()) {
		writeJSON(w, http.StatusOK, []byte(`{"status":"ok"}`))
		return
	}
	writeJSON(w, http.StatusServiceUnavailable, []byte(`{"status":"unavailable"}`))
}

func (h *health) ok(ctx context.Context) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if now := time.Now(); h.asked.IsZero() || now.Sub(h.asked) >= healthEvery {
		// Others wait for this answer too: it must not end with the request that came first.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), healthWait)
		defer cancel()
		h.well, h.asked = h.ping(ctx) == nil, now
	}
	return h.well
}
