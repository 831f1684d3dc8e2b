//go:build !canaryhook

package hook

import (
	"log/slog"
	"net/http"

	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/web"
)

// Store stands between the server and its store.
func Store(s *store.Store) *store.Store { return s }

// Routes stand between the frame of all requests and the surfaces that bring routes of their own.
func Routes(list []web.Route) []web.Route { return list }

// Handler stands around everything that answers requests.
func Handler(h http.Handler) http.Handler { return h }

// Log stands between the filter of the log and the handler that writes it.
func Log(h slog.Handler) slog.Handler { return h }
