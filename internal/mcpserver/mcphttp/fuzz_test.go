package mcphttp_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/seed-a76b335c/philint/internal/limit"
	"github.com/seed-a76b335c/philint/internal/mcpserver/mcphttp"
)

// told are the words that the program may say in an error: whatever else stands in one was sent.
const told = `
parse error: the body must be one JSON object in UTF-8, nested at most 64 deep
invalid request: the body must be one object, a single message
invalid request: a key stands twice in it
invalid request: id must be a string of at most 512 bytes, or a whole number of at most 15 digits
invalid request: jsonrpc must be "2.0"
invalid request: it has no method
invalid request: method must be a string
invalid request: method must not be empty
invalid request: a notification has no id
invalid request: it does not fit the state of the session
invalid request: a body has at most 1048576 bytes
invalid params: params must be an object
invalid params: a key stands twice in one object
invalid params: they do not fit the method in this protocol version
invalid params: params must name a tool, with arguments as an object; tools/list has the names
invalid params: params must name a prompt, with arguments as an object of strings; prompts/list has them
invalid params: params must have the uri of a resource; resources/list has them
invalid params: params must have protocolVersion, capabilities and clientInfo
invalid params: _meta io.modelcontextprotocol/protocolVersion must be a string
invalid params: params._meta must have io.modelcontextprotocol/protocolVersion and io.modelcontextprotocol/clientCapabilities
invalid params: params._meta must be an object
invalid params: params._meta must have io.modelcontextprotocol/clientCapabilities; {} is a client that can do nothing more than ask
invalid params: _meta io.modelcontextprotocol/clientCapabilities must be an object, and what is in it as the protocol has it
invalid params: _meta io.modelcontextprotocol/clientInfo must be an object with name and version, both text; it may be left out
method not found: this server does not have it in this protocol version
unsupported protocol version
header mismatch: Mcp-Protocol-Version must be there and name the version of the body
header mismatch: Mcp-Method must be there and name the method of the body
header mismatch: Mcp-Name must be there and be the name of the body's params
header mismatch: Mcp-Name must be there and be the uri of the body's params
authentication required: send a token in the Authorization header, as Bearer, or use a personal link
`

// ofPrompts are what prompts say of their arguments, with names of the program's.
var ofPrompts = []string{"invalid params: the prompt ", "invalid params: the argument ", "invalid params: unknown argument of the prompt "}

// Whatever is sent, what comes back is an answer of the protocol or nothing, and an error has the program's words only.
func FuzzBody(f *testing.F) {
	for _, s := range []string{
		"", "5", "null", "[]", `"x"`, "{}", "{", "\ufeff{}", "{\"a\":\"\xff\"}", initialize, rpc("ping", ""), rpc("tools/list", `{"cursor":"abcd"}`), rpc("server/discover", ""),
		toolCall("resolve_indicator", `{"names":["b\u006fom"]}`), toolCall("query_health_indicators", `{"view":"raw"}`), toolCall("convert_unit", `{"value":1,"from_unit":"mg","to_unit":"g"}`), toolCall("nope", `[]`),
		rpc("prompts/get", `{"name":"review_my_record","arguments":{"focus":7}}`), rpc("prompts/get", `{"name":"review_my_record","arguments":{"Hannelore":"x"}}`),
		rpc("resources/read", `{"uri":"recordserver://overview"}`), rpc("resources/read", `{"uri":"file:///etc/passwd"}`), rpc("resources/templates/list", ""),
		rpc26("tools/call", `,"name":"normalize_unit","arguments":{"units":"[\"mg\"]"}`), rpc26("subscriptions/listen", `,"notifications":{}`), rpc26("tools/list", `,"_meta":1`),
		`{"jsonrpc":"2.0","id":"a\u0000b","method":"tools/call","params":{"name":"query_medications","arguments":{"wiev":"Hannelore"}}}`,
		`{"jsonrpc":"2.0","id":1e3,"method":"x"}`, `{"jsonrpc":"2.0","method":"notifications/initialized"}`, `{"jsonrpc":"2.0","id":1,"error":{}}`,
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"Hannelore","capabilities":[],"clientInfo":{}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{"progressToken":"Hannelore"},"name":"resolve_indicator","arguments":{"names":["boom"]}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"query_medications","arguments":{},"task":{"ttl":-1},"inputResponses":{"a":{}},"requestState":"x"}}`,
	} {
		f.Add([]byte(s), uint8(0))
		f.Add([]byte(s), uint8(3))
	}
	known := strings.Split(strings.TrimSpace(told), "\n")
	free := func(c *mcphttp.Config) {
		rules := limit.Rules{PerSecond: 1e12, Burst: 1e9, AtOnce: 1e6}
		c.Callers, c.Strangers = limit.New(rules, time.Now), limit.New(rules, time.Now)
	}
	shared := newServer(f, free)
	f.Fuzz(func(t *testing.T, body []byte, how uint8) {
		s := &server{t: t, h: shared.h}
		c := call{body: string(body)}
		if how&1 != 0 {
			c.token = goodToken
		}
		if how&2 != 0 {
			c.version = modern
		}
		r := s.do(c)
		if r.body == "" {
			if r.status != 202 {
				t.Fatalf("%d and no body", r.status)
			}
			return
		}
		var fields map[string]json.RawMessage
		if err := json.Unmarshal([]byte(r.body), &fields); err != nil || !utf8.ValidString(r.body) || string(fields["jsonrpc"]) != `"2.0"` || fields["id"] == nil || len(fields) != 3 {
			t.Fatalf("not an answer of the protocol: %d %s", r.status, r.body)
		}
		if fields["result"] != nil {
			if r.status != 200 {
				t.Errorf("a result with status %d", r.status)
			}
			return
		}
		m := r.message()
		if r.status != 200 && r.status/100 != 4 || m.Error == nil || m.Error.Code >= 0 {
			t.Fatalf("%d %s", r.status, r.body)
		}
		text := m.Error.Message
		switch {
		case slices.Contains(known, text):
		case slices.ContainsFunc(ofPrompts, func(p string) bool { return strings.HasPrefix(text, p) }):
			quotesNothing(t, body, text)
		case text == "internal error: tool resolve_indicator: panic: *errors.errorString" && (bytes.Contains(body, []byte("boom")) || bytes.Contains(body, []byte(`\u`))):
			// the name that panics, as it is or with its letters escaped
		default:
			t.Errorf("an error with other words: %s", text)
		}
		if len(m.Error.Data) > 0 && !dataForm.Match(m.Error.Data) {
			t.Errorf("data %s", m.Error.Data)
		}
	})
}

// quotesNothing says whether text has a string of the body in it that is not one of the program's own names.
func quotesNothing(t *testing.T, body []byte, text string) {
	t.Helper()
	own := []string{"follow_an_indicator", "prepare_a_visit", "review_my_medications", "review_my_record", "indicator", "reason", "focus", "period", "the argument", "prompts/get", "name"}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			if len(v) >= 4 && strings.Contains(text, v) && !slices.ContainsFunc(own, func(s string) bool { return strings.Contains(s, v) }) && !strings.Contains(ownWords, v) {
				t.Errorf("the error repeats %q: %s", v, text)
			}
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			for k, e := range v {
				walk(k)
				walk(e)
			}
		}
	}
	var v any
	if json.Unmarshal(body, &v) == nil {
		walk(v)
	}
}

// dataForm is the list of versions, and a requested one.
var dataForm = regexp.MustCompile(`^\{("requested":"v?[0-9.-]{1,15}",)?"supported":\["2026-07-28"[0-9",-]*\]\}$`)

const ownWords = "invalid params: unknown argument of the prompt; accepted: must not hold control characters, such as NUL needs the argument"
