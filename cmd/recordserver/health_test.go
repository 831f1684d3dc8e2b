package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestHealthSaysHowAServerIs(t *testing.T) {
	for _, tt := range []struct {
		name   string
		answer http.HandlerFunc
		status int
		said   string
	}{
		{"well", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"status":"ok"}`)) }, done, "ok\n"},
		{"not well", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = w.Write([]byte(`{"status":"unavailable"}`))
		}, failed, "recordserver: the server answers, and says that it is not well: see its log, and recordserver doctor\n"},
		{"something else", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>" + secret)) }, failed, "recordserver: what answers there is no recordserver, or not this version: status 200\n"},
		{"another page", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/"+secret, http.StatusFound)
		}, failed, "recordserver: what answers there is no recordserver, or not this version: status 302\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := httptest.NewServer(tt.answer)
			defer s.Close()
			addr := strings.TrimPrefix(s.URL, "http://")
			for _, way := range []struct {
				env  map[string]string
				args []string
			}{
				{nil, []string{"health", "--addr", addr}},
				{map[string]string{envAddr: addr}, []string{"health"}},
				{map[string]string{envAddr: "127.0.0.1:1"}, []string{"health", "--url", s.URL}},
			} {
				if r := run(t, way.env, way.args...); r.status != tt.status || r.out+r.err != tt.said {
					t.Errorf("%v: %+v", way.args, r)
				}
			}
		})
	}
}

func TestHealthOfAServerThatNobodyReachesIsAFailureWithoutItsAddress(t *testing.T) {
	s := httptest.NewServer(http.NotFoundHandler())
	addr := strings.TrimPrefix(s.URL, "http://")
	s.Close()
	if r := run(t, nil, "health", "--addr", addr); r.status != failed || !strings.HasPrefix(r.err, "recordserver: no server answers there: ") || strings.Contains(r.err, addr) {
		t.Errorf("%+v", r)
	}
	hangs := make(chan struct{})
	s = httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hangs }))
	defer s.Close()
	defer close(hangs)
	start := time.Now()
	if r := run(t, nil, "health", "--url", s.URL); r.status != failed || r.err != "recordserver: no answer within 5s\n" || time.Since(start) > 2*healthWait {
		t.Errorf("%+v", r)
	}
}

func TestHealthRefusesWhatIsNoAddress(t *testing.T) {
	for _, args := range [][]string{
		{"--addr", secret},
		{"--url", "ftp://" + secret},
		{"--url", "http://example.org/" + secret},
		{"--addr", "127.0.0.1:1", secret},
	} {
		if r := run(t, nil, append([]string{"health"}, args...)...); r.status != misuse || strings.Contains(r.err, secret) || strings.Count(r.err, "\n") != 1 {
			t.Errorf("%v: %+v", args, r)
		}
	}
}

func TestAServerAtEveryAddressIsAskedAtThisMachinesOwn(t *testing.T) {
	for addr, want := range map[string]string{
		"0.0.0.0:8080": "http://localhost:8080", "[::]:8080": "http://localhost:8080", ":8080": "http://localhost:8080",
		"127.0.0.1:8080": "http://127.0.0.1:8080", "[::1]:8080": "http://[::1]:8080",
	} {
		h := healthOptions{addr: addr}
		if got, err := h.origin(); err != nil || got != want {
			t.Errorf("%s: %s %v", addr, got, err)
		}
	}
}
