package mcphttp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/seed-a76b335c/philint/internal/answers"
	"github.com/seed-a76b335c/philint/internal/audit"
	"github.com/seed-a76b335c/philint/internal/auth"
	"github.com/seed-a76b335c/philint/internal/mcpserver"
	"github.com/seed-a76b335c/philint/internal/mcpserver/mcphttp"
	"github.com/seed-a76b335c/philint/internal/record"
)

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

// The credentials of the tests.
const (
	goodToken  = "rst_good"
	otherToken = "rst_other"
	apiToken   = "rst_api"
	goodLink   = "rsl_good"
	brokenLink = "rsl_store"
)

var errStore = errors.New("connect to 10.0.0.7: password of Hannelore")

// people is an invented authority: two callers.
type people struct{}

func (people) Token(_ context.Context, secret string, scope auth.Scope) (auth.Caller, error) {
	switch {
	case secret == apiToken:
		return auth.Caller{}, auth.ErrScope
	case scope != auth.MCPRead:
		return auth.Caller{}, auth.ErrScope
	case secret == goodToken:
		return auth.Caller{Account: "ada", Person: "p-ada", Via: auth.ViaToken, Scopes: []auth.Scope{auth.MCPRead}, Key: "00000000000000aa"}, nil
	case secret == otherToken:
		return auth.Caller{Account: "bob", Person: "p-bob", Via: auth.ViaToken, Scopes: []auth.Scope{auth.MCPRead}, Key: "00000000000000bb"}, nil
	case strings.HasPrefix(secret, "rst_many"):
		return auth.Caller{Account: "ada", Person: "p-ada", Via: auth.ViaToken, Scopes: []auth.Scope{auth.MCPRead}, Key: secret}, nil
	}
	return auth.Caller{}, auth.ErrInvalid
}

func (people) Link(_ context.Context, secret string) (auth.Caller, error) {
	switch secret {
	case goodLink:
		return auth.Caller{Account: "ada", Person: "p-ada", Via: auth.ViaLink, Scopes: []auth.Scope{auth.MCPRead}, Key: "00000000000000cc"}, nil
	case brokenLink:
		return auth.Caller{}, errStore
	}
	return auth.Caller{}, auth.ErrInvalid
}

// book answers every question with the words that it was given, in an envelope.
type book struct {
	presence answers.Presence
	ask      func(ctx context.Context, person record.PersonID, tool string, arguments json.RawMessage) answers.Envelope

	mu    sync.Mutex
	asked []string
}

func (b *book) Ask(ctx context.Context, person record.PersonID, tool string, arguments json.RawMessage, _ answers.Limits) answers.Envelope {
	b.mu.Lock()
	b.asked = append(b.asked, fmt.Sprintf("%s %s %s", person, tool, arguments))
	b.mu.Unlock()
	if b.ask != nil {
		return b.ask(ctx, person, tool, arguments)
	}
	return refused(answers.InvalidArguments, "start: must be a date of the form YYYY-MM-DD")
}

func (b *book) Presence(context.Context, record.PersonID) answers.Presence { return b.presence }

func refused(kind answers.ErrorKind, text string) answers.Envelope {
	e, err := answers.Refusal(kind, answers.Recoverable, []string{text})
	if err != nil {
		panic(err)
	}
	return e
}

// rows are an answer of n rows without cells.
type rows int

func (r rows) Len() int              { return int(r) }
func (rows) Tables() []answers.Table { return nil }

func filled(n int, cut bool) answers.Envelope {
	e, err := answers.Answer(rows(n), answers.Meta{TZ: "UTC", Truncated: cut}, nil, []string{"a note"})
	if err != nil {
		panic(err)
	}
	return e
}

// ledger is the access log.
type ledger struct {
	mu      sync.Mutex
	entries []string
	err     error
}

func (l *ledger) Record(_ context.Context, person record.PersonID, e audit.Entry) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e.RequestID == "" {
		return errors.New("no request id")
	}
	l.entries = append(l.entries, fmt.Sprintf("%s %s %s %d %s", person, e.Actor, e.Operation, e.Rows, e.Outcome))
	return l.err
}

func (l *ledger) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.entries, ", ")
}

// vocabulary is a small invented one.
type vocabulary struct{}

func (vocabulary) Resolve(name string) mcpserver.ResolvedName {
	if name == "boom" {
		panic(errors.New("Hannelore-Kohl-1930"))
	}
	return mcpserver.ResolvedName{Name: name}
}

func (vocabulary) NormalizeUnit(printed string) mcpserver.NormalizedUnit {
	return mcpserver.NormalizedUnit{Unit: printed}
}

func (vocabulary) Convert(value float64, from, to, _ string) mcpserver.Conversion {
	return mcpserver.Conversion{Converted: &value, From: from, To: to}
}

// server is a handler and what stands behind it.
type server struct {
	t     testing.TB
	h     *mcphttp.Handler
	book  *book
	audit *ledger
}

func newServer(t testing.TB, change ...func(*mcphttp.Config)) *server {
	t.Helper()
	s := &server{t: t, book: &book{presence: answers.Presence{Readings: true, Medications: true}}, audit: &ledger{}}
	v := vocabulary{}
	c := mcphttp.Config{
		Version: "1.2.3", Answers: s.book, Auth: people{}, Audit: s.audit,
		Terminology:  mcpserver.Terminology{Names: v, Units: v, Convert: v},
		Vocabularies: []mcpserver.Vocabulary{{Name: "LOINC", Version: "2.83", Notice: "a notice"}},
		Catalogue:    func() string { return "code\tname\n" },
	}
	for _, f := range change {
		f(&c)
	}
	h, err := mcphttp.New(c)
	if err != nil {
		t.Fatal(err)
	}
	s.h = h
	return s
}

// call is a request; what is not set is right.
type call struct {
	method  string
	path    string
	host    string
	address string
	body    string
	version string
	token   string
	headers map[string]string
}

func (c call) request() *http.Request {
	method, path := c.method, c.path
	if method == "" {
		method = http.MethodPost
	}
	if path == "" {
		path = "/mcp"
	}
	r := httptest.NewRequest(method, path, strings.NewReader(c.body))
	r.Host = "127.0.0.1:8080"
	if c.host != "" {
		r.Host = c.host
	}
	if c.address != "" {
		r.RemoteAddr = c.address
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	if c.version != "" {
		r.Header.Set("Mcp-Protocol-Version", c.version)
		var m struct {
			Method string
			Params struct{ Name, URI string }
		}
		_ = json.Unmarshal([]byte(c.body), &m)
		r.Header.Set("Mcp-Method", m.Method)
		if name := m.Params.Name + m.Params.URI; name != "" {
			r.Header.Set("Mcp-Name", name)
		}
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	for k, v := range c.headers {
		r.Header.Set(k, v)
		if v == "" {
			r.Header.Del(k)
		}
	}
	return r
}

type reply struct {
	t      testing.TB
	status int
	header http.Header
	body   string
}

func (s *server) do(c call) reply {
	s.t.Helper()
	w := httptest.NewRecorder()
	s.h.ServeHTTP(w, c.request())
	res := w.Result()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return reply{s.t, res.StatusCode, res.Header, string(body)}
}

// message is a JSON-RPC answer.
type message struct {
	JSONRPC string
	ID      json.RawMessage
	Error   *struct {
		Code    int
		Message string
		Data    json.RawMessage
	}
	Result json.RawMessage
}

func (r reply) message() message {
	r.t.Helper()
	var m message
	if err := json.Unmarshal([]byte(r.body), &m); err != nil {
		r.t.Fatalf("not JSON: %v in %q", err, r.body)
	}
	return m
}

func (r reply) code() int {
	if m := r.message(); m.Error != nil {
		return m.Error.Code
	}
	return 0
}

const modern = "2026-07-28"

// rpc is a request of a revision with a handshake.
func rpc(method, params string) string {
	if params == "" {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q}`, method)
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params)
}

// rpc26 is a request of the stateless revision; rest begins with a comma.
func rpc26(method, rest string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":%q,"io.modelcontextprotocol/clientCapabilities":{}}%s}}`, method, modern, rest)
}

func toolCall(tool, arguments string) string {
	return rpc("tools/call", fmt.Sprintf(`{"name":%q,"arguments":%s}`, tool, arguments))
}

const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"0"}}}`

func (r reply) tools() string {
	r.t.Helper()
	var list struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal(r.message().Result, &list); err != nil {
		r.t.Fatalf("%v in %s", err, r.body)
	}
	var names []string
	for _, t := range list.Tools {
		names = append(names, t.Name)
	}
	return strings.Join(names, " ")
}
