//go:build canaryhook && canaryleak

package hook

import (
	"net/http"

	"github.com/seed-a76b335c/philint/internal/hook/leak"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// planted has the leaks of package leak around the server.
func planted(h http.Handler) http.Handler { return leak.Handler(h) }

// traced has those that stand around the store.
func traced(db engine.DB) engine.DB { return leak.Rows(db) }
