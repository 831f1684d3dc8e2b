package mcphttp_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/limit"
	"github.com/seed-a76b335c/philint/internal/mcpserver"
	"github.com/seed-a76b335c/philint/internal/mcpserver/mcphttp"
)

func newRecorder() *httptest.ResponseRecorder { return httptest.NewRecorder() }

func buildWith(t *testing.T, origins ...string) error {
	t.Helper()
	v := vocabulary{}
	_, err := mcphttp.New(mcphttp.Config{
		Answers: &book{}, Auth: people{}, Audit: &ledger{}, Catalogue: func() string { return "" }, Origins: origins,
		Terminology: mcpserver.Terminology{Names: v, Units: v, Convert: v},
	})
	return err
}

const (
	metadataURL = "http://127.0.0.1:8080/.well-known/oauth-protected-resource/mcp"
	bare        = `Bearer resource_metadata="` + metadataURL + `", scope="mcp:read"`
	invalid     = `Bearer error="invalid_token", resource_metadata="` + metadataURL + `", scope="mcp:read"`
	elsewhere   = `Bearer error="insufficient_scope", scope="mcp:read", resource_metadata="` + metadataURL + `"`
)

func TestWhoMayAskWhat(t *testing.T) {
	readings := toolCall("query_health_indicators", `{}`)
	for _, tt := range []struct {
		name      string
		call      call
		status    int
		challenge string
	}{
		{"nobody lists tools", call{body: rpc("tools/list", "")}, 200, ""},
		{"nobody begins", call{body: initialize}, 200, ""},
		{"nobody looks a unit up", call{body: toolCall("normalize_unit", `{"units":["mg"]}`)}, 200, ""},
		{"nobody reads a record", call{body: readings}, 401, bare},
		{"nobody reads medications", call{body: toolCall("query_medications", `{}`)}, 401, bare},
		{"nobody reads a record, stateless", call{body: rpc26("tools/call", `,"name":"query_health_indicators"`), version: modern}, 401, bare},
		{"a token reads", call{body: readings, token: goodToken}, 200, ""},
		{"the scheme in another case", call{body: readings, headers: map[string]string{"Authorization": "bearer " + goodToken}}, 200, ""},
		{"a token that is not known", call{body: readings, token: "rst_nobody"}, 401, invalid},
		{"a token that is not known lists", call{body: rpc("tools/list", ""), token: "rst_nobody"}, 401, invalid},
		{"a token that is not known begins", call{body: initialize, token: "rst_nobody"}, 401, invalid},
		{"a token of another surface", call{body: readings, token: apiToken}, 403, elsewhere},
		{"a password", call{body: readings, headers: map[string]string{"Authorization": "Basic YTpi"}}, 401, invalid},
		{"an empty token", call{body: readings, headers: map[string]string{"Authorization": "Bearer "}}, 401, invalid},
		{"two tokens in one header", call{body: readings, headers: map[string]string{"Authorization": "Bearer " + goodToken + " x"}}, 401, invalid},
		{"a link reads", call{path: "/mcp/" + goodLink, body: readings}, 200, ""},
		{"a link that is not known reads", call{path: "/mcp/rsl_nobody", body: readings}, 401, invalid},
		{"a link that is not known lists", call{path: "/mcp/rsl_nobody", body: rpc("tools/list", "")}, 401, invalid},
		{"a link that is not known begins", call{path: "/mcp/rsl_nobody", body: initialize}, 401, invalid},
		{"a link that is not known tells", call{path: "/mcp/rsl_nobody", body: `{"jsonrpc":"2.0","method":"notifications/initialized"}`}, 401, invalid},
		{"a token does not mend a link", call{path: "/mcp/rsl_nobody", body: readings, token: goodToken}, 401, invalid},
		{"a token is no link", call{path: "/mcp/" + goodToken, body: readings}, 401, invalid},
		{"a link is no token", call{body: readings, token: goodLink}, 401, invalid},
		{"a link when the store is away", call{path: "/mcp/" + brokenLink, body: readings}, 503, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newServer(t)
			r := s.do(tt.call)
			if r.status != tt.status || r.header.Get("WWW-Authenticate") != tt.challenge {
				t.Errorf("answered %d, %q\n%s", r.status, r.header.Get("WWW-Authenticate"), r.body)
			}
			if tt.status >= 400 && (len(s.book.asked) > 0 || r.message().Error == nil || strings.Contains(r.body, "Hannelore")) {
				t.Errorf("asked %q, answered %s", s.book.asked, r.body)
			}
			if tt.status == 503 && r.header.Get("Retry-After") == "" {
				t.Error("does not say when to ask again")
			}
		})
	}
}

func TestTwoAuthorizationHeadersAreNone(t *testing.T) {
	s := newServer(t)
	r := call{body: rpc("ping", "")}.request()
	r.Header.Add("Authorization", "Bearer "+goodToken)
	r.Header.Add("Authorization", "Bearer "+goodToken)
	w := newRecorder()
	if s.h.ServeHTTP(w, r); w.Code != http.StatusUnauthorized {
		t.Errorf("answered %d", w.Code)
	}
}

func TestTheCallerIsWhoseRecordIsRead(t *testing.T) {
	s := newServer(t)
	s.do(call{body: toolCall("query_health_indicators", `{"view":"raw"}`), token: goodToken})
	s.do(call{body: toolCall("query_medications", `{}`), token: otherToken})
	s.do(call{path: "/mcp/" + goodLink, body: toolCall("query_medications", `{"person":"p-bob"}`)})
	want := `p-ada query_health_indicators {"view":"raw"}|p-bob query_medications {}|p-ada query_medications {"person":"p-bob"}`
	if got := strings.Join(s.book.asked, "|"); got != want {
		t.Errorf("asked\n%s, want\n%s", got, want)
	}
}

func TestTheMetadataSaysWhereToGetIn(t *testing.T) {
	type document struct {
		Resource string
		Servers  []string `json:"authorization_servers"`
		Scopes   []string `json:"scopes_supported"`
		Methods  []string `json:"bearer_methods_supported"`
	}
	read := func(s *server, c call) document {
		t.Helper()
		r := s.do(c)
		var d document
		if err := json.Unmarshal([]byte(r.body), &d); err != nil || r.status != 200 || r.header.Get("Content-Type") != "application/json" {
			t.Fatalf("%d %s", r.status, r.body)
		}
		return d
	}
	for _, path := range []string{"/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"} {
		d := read(newServer(t), call{method: http.MethodGet, path: path})
		if d.Resource != "http://127.0.0.1:8080/mcp" || d.Servers != nil || strings.Join(d.Scopes, " ") != "mcp:read" || strings.Join(d.Methods, " ") != "header" {
			t.Errorf("%s: %+v", path, d)
		}
		public := newServer(t, func(c *mcphttp.Config) {
			c.Origins, c.AuthorizationServers = []string{"https://Record.example.org:443/"}, []string{"https://id.example.org"}
		})
		d = read(public, call{method: http.MethodGet, path: path})
		if d.Resource != "https://record.example.org/mcp" || strings.Join(d.Servers, " ") != "https://id.example.org" {
			t.Errorf("%s: %+v", path, d)
		}
		if r := public.do(call{method: http.MethodPost, path: path}); r.status != 405 || r.header.Get("Allow") != "GET, HEAD" {
			t.Errorf("POST: %d", r.status)
		}
		if r := public.do(call{method: http.MethodGet, path: path, host: "evil.example.com"}); r.status != 403 {
			t.Errorf("another host: %d", r.status)
		}
	}
}

func TestACallerWhoAsksTooMuchWaits(t *testing.T) {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	s := newServer(t, func(c *mcphttp.Config) {
		c.Callers = limit.New(limit.Rules{PerSecond: 1, Burst: 2, AtOnce: 2}, clock)
		c.Strangers = limit.New(limit.Rules{PerSecond: 0.1, Burst: 1, AtOnce: 2}, clock)
	})
	ping := rpc("ping", "")
	expect := func(name string, c call, status int, wait string) {
		t.Helper()
		c.body = ping
		r := s.do(c)
		if r.status != status || r.header.Get("Retry-After") != wait {
			t.Errorf("%s: %d, Retry-After %q", name, r.status, r.header.Get("Retry-After"))
		}
		if status == 429 && r.message().Error == nil {
			t.Errorf("%s: %s", name, r.body)
		}
	}
	expect("the first", call{token: goodToken}, 200, "")
	expect("the second", call{token: goodToken}, 200, "")
	expect("the third", call{token: goodToken}, 429, "1")
	expect("another caller", call{token: otherToken}, 200, "")
	expect("a link of the same person", call{path: "/mcp/" + goodLink}, 200, "")
	expect("a stranger", call{address: "192.0.2.1:5000"}, 200, "")
	expect("a stranger again", call{address: "192.0.2.1:6000"}, 429, "10")
	expect("a stranger with a guess", call{address: "192.0.2.1:6000", token: "rst_guess"}, 429, "10")
	expect("another stranger", call{address: "192.0.2.2:5000"}, 200, "")
	expect("a guess", call{address: "192.0.2.3:5000", token: "rst_guess"}, 401, "")
	expect("a second guess", call{address: "192.0.2.3:5000", path: "/mcp/rsl_guess"}, 429, "10")
	expect("a stranger of a network", call{address: "[2001:db8::1]:5000"}, 200, "")
	expect("another address of the network", call{address: "[2001:db8::2]:5000"}, 429, "10")
	now = now.Add(time.Second)
	expect("who had to wait and did", call{token: goodToken}, 200, "")
	expect("the right token from where others guess", call{address: "192.0.2.3:5000", token: otherToken}, 200, "")
}

func TestTheWholeServerAnswersOnlySoManyAtOnce(t *testing.T) {
	begun, release := make(chan bool), make(chan bool)
	s := newServer(t, func(c *mcphttp.Config) { c.MaxInFlight = 1 })
	s.book.ask = blocking(begun, release)
	done := make(chan int)
	go func() { done <- s.do(call{token: goodToken, body: toolCall("query_medications", `{}`)}).status }()
	<-begun
	if r := s.do(call{token: otherToken, body: rpc("ping", "")}); r.status != 503 || r.header.Get("Retry-After") != "1" {
		t.Errorf("answered %d", r.status)
	}
	close(release)
	if got := <-done; got != 200 {
		t.Errorf("the one that was first: %d", got)
	}
	if r := s.do(call{token: otherToken, body: rpc("ping", "")}); r.status != 200 {
		t.Errorf("afterwards: %d", r.status)
	}
}

func TestManyCallersAtOnce(t *testing.T) {
	s := newServer(t)
	done := make(chan int)
	const n = 40
	for i := range n {
		go func() {
			done <- s.do(call{token: "rst_many" + strconv.Itoa(i), body: toolCall("query_medications", `{}`)}).status
		}()
	}
	for range n {
		if status := <-done; status != 200 {
			t.Errorf("answered %d", status)
		}
	}
}
