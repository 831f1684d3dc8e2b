package web_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/web"
)

// silent takes an answer.
type silent struct{ header http.Header }

func (s *silent) Header() http.Header         { return s.header }
func (s *silent) WriteHeader(int)             {}
func (s *silent) Write(p []byte) (int, error) { return len(p), nil }

// Every request passes the frame: context, log, headers, metrics, gates.
func TestWhatStandsAroundARequestAllocatesLittle(t *testing.T) {
	h := web.New((&world{}).config())
	r, w := httptest.NewRequest(http.MethodPost, "http://127.0.0.1:8080/mcp", nil), &silent{http.Header{}}
	if got := testing.AllocsPerRun(200, func() { h.ServeHTTP(w, r) }); got > 22 {
		t.Errorf("%.0f allocations, 22 are allowed", got)
	}
}

func TestCountingACallAgainAllocatesNothing(t *testing.T) {
	m := web.NewMetrics("a_tool")
	if got := testing.AllocsPerRun(100, func() { m.Tool("a_tool", "ok", time.Millisecond) }); got != 0 {
		t.Errorf("%.0f allocations", got)
	}
}

// Answers share the values of the headers that all have.
func TestAHeaderThatOneAnswerAddsStandsInNoOther(t *testing.T) {
	c := (&world{}).config()
	first := true
	c.Others = []web.Route{{Path: "/mcp", Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if first {
			w.Header().Add("Cache-Control", "public")
			w.Header().Set("Referrer-Policy", "origin")
		}
		first = false
	})}}
	h := web.New(c)
	changed, other := call(h, "GET", "/mcp").Header(), call(h, "GET", "/mcp").Header()
	if len(changed.Values("Cache-Control")) != 2 || changed.Get("Referrer-Policy") != "origin" {
		t.Errorf("an answer cannot change its headers: %v", changed)
	}
	if got := other.Values("Cache-Control"); len(got) != 1 || got[0] != "no-store" || other.Get("Referrer-Policy") != "no-referrer" {
		t.Errorf("the next answer has them changed: %v", other)
	}
}
