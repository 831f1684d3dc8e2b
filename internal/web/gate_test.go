package web_test

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/seed-a76b335c/philint/internal/audit"
	"github.com/seed-a76b335c/philint/internal/web"
)

// While the server may answer nothing it answers nothing on any surface, says so to whoever runs it, and goes on by itself.
func TestAServerThatMayNotAnswerSaysSoEverywhere(t *testing.T) {
	f := &world{}
	var closed atomic.Bool
	c := f.config()
	c.Ready = func() error {
		if closed.Load() {
			return errors.New(secret)
		}
		return nil
	}
	c.Metrics.AccessLog(func() audit.Stats {
		return audit.Stats{Waiting: 3, Written: 5, Refused: 2, Failures: 4, Behind: closed.Load()}
	})
	h := web.New(c)
	surfaces := []string{"/api/v1/indicators", "/api/v1/medications", "/api/v1/records", "/api/v1/journal", "/mcp"}
	well := func() {
		t.Helper()
		for _, path := range surfaces {
			if w := call(h, "GET", path, "Authorization", "Bearer "+token); w.Code/100 != 2 {
				t.Errorf("%s: %d", path, w.Code)
			}
		}
		if w := call(h, "GET", "/healthz"); w.Code != 200 {
			t.Errorf("health: %d", w.Code)
		}
	}
	well()
	asked := len(f.asked)
	closed.Store(true)
	for _, path := range append(surfaces, "/none") {
		w := call(h, "GET", path, "Authorization", "Bearer "+token)
		if p := problemOf(t, w); w.Code != 503 || p.Type != "unavailable" || w.Header().Get("Retry-After") != "5" || strings.Contains(w.Body.String(), secret) {
			t.Errorf("%s: %d %q %s", path, w.Code, w.Header().Get("Retry-After"), w.Body)
		}
	}
	if len(f.asked) != asked {
		t.Errorf("records were asked %d times", len(f.asked)-asked)
	}
	if w := call(h, "GET", "/healthz"); w.Code != 503 {
		t.Errorf("health: %d", w.Code)
	}
	w := call(h, "GET", "/metrics")
	for _, line := range []string{
		"access_log_entries_pending 3", "access_log_entries_written_total 5", "access_log_entries_refused_total 2", "access_log_write_failures_total 4", "access_log_behind 1",
	} {
		if !strings.Contains(w.Body.String(), line+"\n") {
			t.Errorf("metrics lack %q", line)
		}
	}
	closed.Store(false)
	well()
}
