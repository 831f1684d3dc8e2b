package mcphttp_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/answers"
	"github.com/seed-a76b335c/philint/internal/audit"
	"github.com/seed-a76b335c/philint/internal/auth"
	"github.com/seed-a76b335c/philint/internal/demo"
	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/mcpserver/mcphttp"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/terminology"
	"github.com/seed-a76b335c/philint/redact"
	"github.com/seed-a76b335c/philint/redact/redacttest"
)

// safeBuffer is a log that several goroutines write.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// whole is a server over a store with the demo record, as recordserver puts it together.
type whole struct {
	*server
	store   *store.Store
	auth    *auth.Authority
	audit   *audit.Recorder
	answers *answers.Service
	log     *safeBuffer
}

func newWhole(t *testing.T) *whole {
	t.Helper()
	ctx := context.Background()
	log := &safeBuffer{}
	old := slog.Default()
	slog.SetDefault(slog.New(redact.NewHandler(slog.NewJSONHandler(log, nil), redacttest.FailOnDrop(t))))
	t.Cleanup(func() { slog.SetDefault(old) })

	s, err := store.OpenSQLite(ctx, filepath.Join(t.TempDir(), "records.db"), "")
	if err != nil {
		t.Fatal(err)
	}
	files, err := ingest.NewFiles(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	set, err := terminology.Core()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := demo.Load(ctx, s, files, set); err != nil {
		t.Fatal(err)
	}
	now := func() record.Instant { return record.InstantOf(demo.Now) }
	w := &whole{
		store: s, log: log,
		auth:    auth.New(auth.Config{Store: s, Now: now, Random: rand.Reader}),
		audit:   audit.New(audit.Config{Log: s, Now: now}),
		answers: answers.New(answers.Config{Store: s, Names: answers.NewVocabulary(set), Zones: time.LoadLocation, Now: now}),
	}
	w.server = newServer(t, func(c *mcphttp.Config) { c.Answers, c.Auth, c.Audit = w.answers, w.auth, w.audit })
	t.Cleanup(func() {
		for _, end := range []func() error{func() error { return w.audit.Close(ctx) }, func() error { return w.auth.Close(ctx) }, s.Close} {
			if err := end(); err != nil {
				t.Error(err)
			}
		}
	})
	return w
}

// text is what a model is given by a call that succeeded.
func (r reply) text() string {
	r.t.Helper()
	var res struct {
		Content []struct{ Text string }
	}
	if err := json.Unmarshal(r.message().Result, &res); err != nil || len(res.Content) != 1 {
		r.t.Fatalf("%d %s", r.status, r.body)
	}
	return res.Content[0].Text
}

func TestTheDemoRecordIsReadAndNothingOfItIsLogged(t *testing.T) {
	w := newWhole(t)
	people, err := demo.Persons()
	if err != nil {
		t.Fatal(err)
	}
	who := people[0]
	token, err := w.auth.MintToken(t.Context(), who.AccountID(), who.ID, "test", []auth.Scope{auth.MCPRead}, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	link, err := w.auth.MintLink(t.Context(), who.AccountID(), who.ID, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	other, err := w.auth.MintToken(t.Context(), who.AccountID(), who.ID, "test", []auth.Scope{auth.APIRead}, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	ways := map[string]call{"token": {token: token}, "link": {path: "/mcp/" + link}}

	asked, rows := 0, 0
	for _, q := range [][2]string{
		{answers.ReadingsTool, `{}`},
		{answers.ReadingsTool, `{"keywords":"heart rate","view":"stats"}`},
		{answers.ReadingsTool, `{"keywords":["weight"],"view":"month","start":"2026-01-01"}`},
		{answers.ReadingsTool, `{"keywords":["headache"]}`},
		{answers.ReadingsTool, `{"view":"stats"}`},
		{answers.ReadingsTool, `{"wiev":"Hannelore"}`},
		{answers.MedicationsTool, `{}`},
		{answers.MedicationsTool, `{"view":"log"}`},
		{answers.MedicationsTool, `{"view":"history"}`},
	} {
		e := w.answers.Ask(t.Context(), who.ID, q[0], json.RawMessage(q[1]), answers.ForModel())
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(answers.Result(e)); err != nil {
			t.Fatal(err)
		}
		for name, c := range ways {
			c.body = toolCall(q[0], q[1])
			if got := w.do(c).text(); got+"\n" != b.String() {
				t.Errorf("%s %s, with a %s: %s", q[0], q[1], name, got)
			}
			asked++
			rows += e.Meta.RowCount
		}
	}
	if rows == 0 {
		t.Error("no rows at all")
	}
	for name, c := range ways {
		c.body = rpc("tools/list", "")
		if got := w.do(c).tools(); got != allTools {
			t.Errorf("with a %s: %s", name, got)
		}
	}
	if r := w.do(call{token: other, body: rpc("tools/list", "")}); r.status != http.StatusForbidden {
		t.Errorf("a token of another surface: %d", r.status)
	}

	w.checkAccessLog(who.ID, asked, rows)
	w.checkLog(asked, token, link)
	w.checkRevoked(who.AccountID(), ways)
}

// checkAccessLog holds the log of who read a record against what was asked.
func (w *whole) checkAccessLog(person record.PersonID, asked, rows int) {
	w.t.Helper()
	if err := w.audit.Close(context.Background()); err != nil {
		w.t.Fatal(err)
	}
	entries, err := w.store.Person(person).AccessLog(context.Background())
	if err != nil {
		w.t.Fatal(err)
	}
	for _, e := range entries {
		if e.Surface != string(audit.MCP) || e.RequestID == "" {
			continue
		}
		if e.Operation != string(audit.Presence) {
			asked--
			rows -= int(e.Rows)
		}
	}
	if asked != 0 || rows != 0 {
		w.t.Errorf("the access log differs by %d questions and %d rows", asked, rows)
	}
}

// checkLog looks for what must be in the log and for what must not.
func (w *whole) checkLog(asked int, secrets ...string) {
	w.t.Helper()
	log := w.log.String()
	for _, c := range demo.Canaries() {
		if strings.Contains(log, c.Word) {
			w.t.Errorf("the log has a %s", c.Channel)
		}
	}
	for _, s := range secrets {
		if strings.Contains(log, s[len(s)-16:]) {
			w.t.Error("the log has a secret")
		}
	}
	if strings.Contains(log, "Hannelore") || strings.Contains(log, "heart rate") {
		w.t.Error("the log has what was asked")
	}
	lines := 0
	for line := range strings.Lines(log) {
		var l struct {
			Msg, Tool, Outcome string
			ID                 string `json:"request_id"`
			Key                string `json:"key_fingerprint"`
		}
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			w.t.Fatal(err)
		}
		if l.Msg == "tool call" {
			lines++
			if l.Tool == "" || l.Outcome == "" || l.ID == "" || len(l.Key) != 16 {
				w.t.Errorf("a call's line: %s", line)
			}
		}
	}
	if lines != asked {
		w.t.Errorf("%d lines of %d calls", lines, asked)
	}
}

// checkRevoked takes credentials back, which holds at the next request whatever it asks for.
func (w *whole) checkRevoked(account string, ways map[string]call) {
	w.t.Helper()
	ctx := context.Background()
	tokens, err := w.auth.Tokens(ctx, account)
	if err != nil {
		w.t.Fatal(err)
	}
	links, err := w.auth.Links(ctx, account)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, l := range tokens {
		if err := w.auth.RevokeToken(ctx, account, l.Key); err != nil {
			w.t.Fatal(err)
		}
	}
	for _, l := range links {
		if err := w.auth.RevokeLink(ctx, account, l.Key); err != nil {
			w.t.Fatal(err)
		}
	}
	for name, c := range ways {
		for _, body := range []string{initialize, rpc("tools/list", ""), toolCall(answers.ReadingsTool, `{}`)} {
			c.body = body
			if r := w.do(c); r.status != http.StatusUnauthorized || r.header.Get("WWW-Authenticate") != invalid {
				w.t.Errorf("a %s that was taken back: %d", name, r.status)
			}
		}
	}
}

// Who has nothing on record is offered the vocabularies, and is answered all the same.
func TestAnEmptyRecordOffersTheVocabularies(t *testing.T) {
	w := newWhole(t)
	id := record.PersonID("01JEMPTY000000000000000000")
	if err := w.store.AddPersonAndAccount(t.Context(), store.Person{ID: id, Name: "Nobody", Zone: "UTC"}, store.Account{ID: "01JACCOUNT0000000000000000", Person: id, Email: "nobody@example.org"}); err != nil {
		t.Fatal(err)
	}
	token, err := w.auth.MintToken(t.Context(), "01JACCOUNT0000000000000000", id, "test", []auth.Scope{auth.MCPRead}, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	if got := w.do(call{token: token, body: rpc("tools/list", "")}).tools(); got != "convert_unit normalize_unit resolve_indicator" {
		t.Errorf("listed %s", got)
	}
	for _, tool := range []string{answers.ReadingsTool, answers.MedicationsTool} {
		text := w.do(call{token: token, body: toolCall(tool, `{}`)}).text()
		if !strings.Contains(text, `"status":"ok","row_count":0`) {
			t.Errorf("%s: %s", tool, text)
		}
	}
}
