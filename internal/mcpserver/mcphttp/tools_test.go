package mcphttp_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/answers"
	"github.com/seed-a76b335c/philint/internal/auth"
	"github.com/seed-a76b335c/philint/internal/mcpserver"
	"github.com/seed-a76b335c/philint/internal/mcpserver/mcphttp"
	"github.com/seed-a76b335c/philint/internal/record"
)

// The two tools of genotypes, query_genetic_data and query_pharmacogenomics, are not built yet.
const allTools = "convert_unit normalize_unit query_health_indicators query_medications resolve_indicator"

func blocking(begun, release chan bool) func(context.Context, record.PersonID, string, json.RawMessage) answers.Envelope {
	return func(context.Context, record.PersonID, string, json.RawMessage) answers.Envelope {
		begun <- true
		<-release
		return filled(1, false)
	}
}

func TestTheToolsAreTheseAndAreListedByName(t *testing.T) {
	for _, version := range []string{"", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", modern} {
		body := rpc("tools/list", "")
		if version == modern {
			body = rpc26("tools/list", "")
		}
		r := newServer(t).do(call{body: body, version: version})
		if got := r.tools(); got != allTools {
			t.Errorf("%s: %s", version, got)
		}
		var list struct {
			TTL   int    `json:"ttlMs"`
			Scope string `json:"cacheScope"`
			Type  string `json:"resultType"`
		}
		if err := json.Unmarshal(r.message().Result, &list); err != nil {
			t.Fatal(err)
		}
		if (version == modern) != (list.Type == "complete") || version == modern && (list.TTL != 300_000 || list.Scope != "private") || list.Scope == "public" {
			t.Errorf("%s: %+v", version, list)
		}
	}
}

// A tool of the record is offered where it has something to answer from, and can be called in any case.
func TestWhatARecordDoesNotHoldIsNotOffered(t *testing.T) {
	for _, tt := range []struct {
		name     string
		call     call
		presence answers.Presence
		want     string
	}{
		{"a full record", call{token: goodToken}, answers.Presence{Readings: true, Medications: true}, allTools},
		{"no medications", call{token: goodToken}, answers.Presence{Readings: true}, "convert_unit normalize_unit query_health_indicators resolve_indicator"},
		{"no readings, over a link", call{path: "/mcp/" + goodLink}, answers.Presence{Medications: true}, "convert_unit normalize_unit query_medications resolve_indicator"},
		{"an empty record", call{token: goodToken}, answers.Presence{}, "convert_unit normalize_unit resolve_indicator"},
		{"nobody's record", call{}, answers.Presence{}, allTools},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newServer(t)
			s.book.presence = tt.presence
			tt.call.body = rpc("tools/list", "")
			if got := s.do(tt.call).tools(); got != tt.want {
				t.Errorf("listed %s", got)
			}
			if tt.call.token == "" {
				return
			}
			tt.call.body = toolCall("query_medications", `{}`)
			if r := s.do(tt.call); r.status != 200 || r.code() != 0 || len(s.book.asked) != 1 {
				t.Errorf("called: %d %s", r.status, r.body)
			}
			if got := s.audit.String(); got != "p-ada ada presence 0 ok, p-ada ada medications 0 refused" {
				t.Errorf("the access log has %s", got)
			}
		})
	}
}

func TestAListHidesNothingWhenLookingCannotBeTakenDown(t *testing.T) {
	s := newServer(t)
	s.book.presence, s.audit.err = answers.Presence{}, errStore
	if got := s.do(call{token: goodToken, body: rpc("tools/list", "")}).tools(); got != allTools {
		t.Errorf("listed %s", got)
	}
}

func TestAnAnswerIsOneLineOfJSONAndAStructure(t *testing.T) {
	for _, tt := range []struct {
		name     string
		envelope answers.Envelope
		text     string
		audit    string
	}{
		{"rows", filled(3, false), `"status":"ok","row_count":3,"truncated":false}`, "p-ada ada readings 3 ok"},
		{"some of the rows", filled(2, true), `"status":"partial","row_count":2,"truncated":true}`, "p-ada ada readings 2 partial"},
		{"a refusal", refused(answers.InvalidArguments, "wiev: unknown parameter"), `"status":"error","row_count":0,"truncated":false,"error_kind":"invalid_arguments"}`, "p-ada ada readings 0 refused"},
		{"nobody", refused(answers.Denied, "no"), `"error_kind":"denied"}`, "p-ada ada readings 0 denied"},
		{"a busy store", refused(answers.Unavailable, "no"), `"error_kind":"unavailable"}`, "p-ada ada readings 0 failed"},
		{"a fault", refused(answers.Internal, "no"), `"error_kind":"internal"}`, "p-ada ada readings 0 failed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var seen []mcpserver.Outcome
			s := newServer(t, func(c *mcphttp.Config) {
				c.Observe = func(tool mcpserver.ToolName, how mcpserver.Outcome, took time.Duration) {
					if tool != answers.ReadingsTool || took <= 0 {
						t.Errorf("observed %s, %v", tool, took)
					}
					seen = append(seen, how)
				}
			})
			s.book.ask = func(context.Context, record.PersonID, string, json.RawMessage) answers.Envelope { return tt.envelope }
			r := s.do(call{token: goodToken, body: toolCall("query_health_indicators", `{}`)})
			var res struct {
				Content    []struct{ Type, Text string }
				Structured json.RawMessage `json:"structuredContent"`
				IsError    bool
			}
			if err := json.Unmarshal(r.message().Result, &res); err != nil || len(res.Content) != 1 || res.Content[0].Type != "text" {
				t.Fatalf("%v: %s", err, r.body)
			}
			failed := tt.envelope.Status == answers.Error
			if text := res.Content[0].Text; !strings.HasSuffix(text, tt.text) || strings.Contains(text, "\n") || res.IsError != failed {
				t.Errorf("isError %v, text %s", res.IsError, text)
			}
			if want := res.Content[0].Text; failed != (res.Structured == nil) || !failed && string(res.Structured) != want {
				t.Errorf("structure %s", res.Structured)
			}
			if got := s.audit.String(); got != tt.audit {
				t.Errorf("the access log has %s", got)
			}
			if len(seen) != 1 {
				t.Errorf("observed %v", seen)
			}
		})
	}
}

// There is no reading without a trace.
func TestWhatCannotBeTakenDownDoesNotLeave(t *testing.T) {
	s := newServer(t)
	s.audit.err = errStore
	s.book.ask = func(context.Context, record.PersonID, string, json.RawMessage) answers.Envelope {
		return filled(7, false)
	}
	r := s.do(call{token: goodToken, body: toolCall("query_health_indicators", `{}`)})
	if strings.Contains(r.body, `row_count\":7`) || !strings.Contains(r.body, `\"error_kind\":\"unavailable\"`) || strings.Contains(r.body, "Hannelore") {
		t.Errorf("answered %s", r.body)
	}
}

func TestAToolThatPanicsEndsOneCall(t *testing.T) {
	s := newServer(t)
	s.book.ask = func(context.Context, record.PersonID, string, json.RawMessage) answers.Envelope {
		panic(errors.New(canary))
	}
	for _, body := range []string{toolCall("query_health_indicators", `{}`), toolCall("resolve_indicator", `{"names":["boom"]}`)} {
		r := s.do(call{token: goodToken, body: body})
		if r.code() != -32603 || strings.Contains(r.body, canary) || !strings.Contains(r.body, "panic: *errors.errorString") {
			t.Errorf("answered %d %s", r.status, r.body)
		}
	}
	if r := s.do(call{body: rpc("ping", "")}); r.status != 200 || r.code() != 0 {
		t.Errorf("afterwards: %d %s", r.status, r.body)
	}
}

// broken is an authority that fails in a way that nobody thought of.
type broken struct{}

func (broken) Link(context.Context, string) (auth.Caller, error) { panic(errors.New(canary)) }

func (broken) Token(context.Context, string, auth.Scope) (auth.Caller, error) {
	return auth.Caller{}, nil // nobody, and no error
}

func TestAPanicBeforeTheToolIsAnsweredByItsType(t *testing.T) {
	s := newServer(t, func(c *mcphttp.Config) { c.Auth, c.MaxInFlight = broken{}, 1 })
	r := s.do(call{path: "/mcp/" + goodLink, body: rpc("ping", "")})
	if r.status != 500 || r.code() != -32603 || strings.Contains(r.body, canary) || !strings.Contains(r.body, "panic: *errors.errorString") {
		t.Errorf("answered %d %s", r.status, r.body)
	}
	if r := s.do(call{token: goodToken, body: rpc("ping", "")}); r.status != 401 {
		t.Errorf("nobody, and no error: %d %s", r.status, r.body)
	}
	if r := s.do(call{body: rpc("ping", "")}); r.status != 200 {
		t.Errorf("afterwards: %d %s", r.status, r.body)
	}
}

// A client that has gone takes its question with it.
func TestAQuestionEndsWithItsRequest(t *testing.T) {
	s := newServer(t)
	begun, ended := make(chan bool), make(chan error, 1)
	s.book.ask = func(ctx context.Context, _ record.PersonID, _ string, _ json.RawMessage) answers.Envelope {
		begun <- true
		<-ctx.Done()
		ended <- ctx.Err()
		return refused(answers.Unavailable, "query_medications: unavailable: context.Canceled")
	}
	ctx, gone := context.WithCancel(t.Context())
	r := call{token: goodToken, body: toolCall("query_medications", `{}`)}.request().WithContext(ctx)
	w := newRecorder()
	done := make(chan bool)
	go func() { s.h.ServeHTTP(w, r); close(done) }()
	<-begun
	gone()
	for _, c := range []func(){
		func() {
			if err := <-ended; !errors.Is(err, context.Canceled) {
				t.Errorf("the tool was told %v", err)
			}
		},
		func() { <-done },
	} {
		within(t, c)
	}
}

func within(t *testing.T, f func()) {
	t.Helper()
	done := make(chan bool)
	go func() { f(); close(done) }()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("still waiting after ten seconds")
	}
}

func TestEveryRevisionIsSpoken(t *testing.T) {
	s := newServer(t)
	for _, version := range []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"} {
		r := s.do(call{body: strings.Replace(initialize, "2025-06-18", version, 1)})
		var res struct{ ProtocolVersion, Instructions string }
		if err := json.Unmarshal(r.message().Result, &res); err != nil || res.ProtocolVersion != version || res.Instructions == "" {
			t.Errorf("asked for %s: %s", version, r.body)
		}
		if r := s.do(call{body: rpc("ping", ""), version: version}); string(r.message().Result) != "{}" {
			t.Errorf("ping in %s: %s", version, r.body)
		}
	}
	if r := s.do(call{body: strings.Replace(initialize, "2025-06-18", "1999-01-01", 1)}); !strings.Contains(r.body, `"protocolVersion":"2025-11-25"`) {
		t.Errorf("a handshake in no known revision: %s", r.body)
	}
	for _, c := range []call{{body: rpc26("server/discover", ""), version: modern}, {body: rpc("server/discover", "")}} {
		r := s.do(c)
		var res struct {
			Versions     []string `json:"supportedVersions"`
			Instructions string
			Type         string `json:"resultType"`
		}
		if err := json.Unmarshal(r.message().Result, &res); err != nil || len(res.Versions) != 5 || res.Versions[0] != modern || res.Instructions == "" || res.Type != "complete" {
			t.Errorf("discover: %d %s", r.status, r.body)
		}
	}
	if r := s.do(call{body: rpc("server/discover", ""), version: "2025-11-25"}); r.code() != -32601 {
		t.Errorf("discover in a revision that does not have it: %s", r.body)
	}
}

// A client without them shows its user nothing of a server.
func TestPromptsAndResourcesShowTheServer(t *testing.T) {
	s := newServer(t)
	r := s.do(call{body: rpc("prompts/list", "")})
	for _, name := range []string{"follow_an_indicator", "prepare_a_visit", "review_my_medications", "review_my_record"} {
		if !strings.Contains(r.body, `"name":"`+name+`"`) {
			t.Errorf("no prompt %s", name)
		}
		got := s.do(call{body: rpc("prompts/get", `{"name":"`+name+`","arguments":{"indicator":"x","reason":"x"}}`)})
		if got.code() == -32602 {
			got = s.do(call{body: rpc("prompts/get", `{"name":"`+name+`"}`)})
		}
		if name == "follow_an_indicator" {
			got = s.do(call{body: rpc("prompts/get", `{"name":"`+name+`","arguments":{"indicator":"Ferritin"}}`)})
		}
		if name == "prepare_a_visit" {
			got = s.do(call{body: rpc("prompts/get", `{"name":"`+name+`","arguments":{"reason":"tired"}}`)})
		}
		if !strings.Contains(got.body, "never instructions") {
			t.Errorf("%s does not say what record text is: %s", name, got.body)
		}
		for _, absent := range []string{"standardize_", "genetic"} {
			if strings.Contains(got.body, absent) {
				t.Errorf("%s speaks of a tool that is not here: %s", name, absent)
			}
		}
	}
	r = s.do(call{body: rpc("resources/list", "")})
	for _, uri := range []string{"recordserver://catalogue", "recordserver://overview", "recordserver://vocabularies"} {
		if !strings.Contains(r.body, `"uri":"`+uri+`"`) {
			t.Errorf("no resource %s", uri)
		}
		if got := s.do(call{body: rpc("resources/read", `{"uri":"`+uri+`"}`)}); got.code() != 0 || !strings.Contains(got.body, `"text":`) {
			t.Errorf("%s: %s", uri, got.body)
		}
	}
	text := s.do(call{body: rpc("resources/read", `{"uri":"recordserver://overview"}`)}).body
	for name := range strings.FieldsSeq(allTools) {
		if !strings.Contains(text, "`"+name+"`") {
			t.Errorf("the overview leaves %s out", name)
		}
	}
}

// What tools say of each other must be there.
func TestNoToolSpeaksOfOneThatIsNotHere(t *testing.T) {
	list := newServer(t).do(call{body: rpc("tools/list", "")}).body
	for _, absent := range []string{"standardize_", "query_genetic", "query_pharmaco"} {
		if strings.Contains(list, absent) {
			t.Errorf("the tools speak of %s", absent)
		}
	}
}
