package stdio_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

var handshakes = []string{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"}

const serverKey = "io.modelcontextprotocol/serverInfo"

type reply struct {
	ID     json.RawMessage
	Error  *struct{ Code int }
	Result struct {
		Meta            map[string]json.RawMessage `json:"_meta"`
		ProtocolVersion string
		ResultType      *string
		IsError         *bool
		Capabilities    json.RawMessage
		Versions        []string        `json:"supportedVersions"`
		Instructions    string          `json:"instructions"`
		Tools           []any           `json:"tools"`
		TTL             int             `json:"ttlMs"`
		Scope           string          `json:"cacheScope"`
		Structured      json.RawMessage `json:"structuredContent"`
		Content         []struct{ Type, Text string }
	}
}

func parseReply(t *testing.T, line string) reply {
	t.Helper()
	var r reply
	if err := json.Unmarshal([]byte(line), &r); err != nil {
		t.Fatalf("%v in %s", err, line)
	}
	return r
}

func (r reply) version() string {
	var v string
	_ = json.Unmarshal(r.Result.Meta["io.modelcontextprotocol/protocolVersion"], &v)
	return v
}

func initialize(version string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":%q,"capabilities":{},"clientInfo":{"name":"t","version":"0"}}}`, version)
}

func withVersion(method, version, rest string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":%q,"io.modelcontextprotocol/clientCapabilities":{}}%s}}`, method, version, rest)
}

const echo = `,"name":"echo","arguments":{"word":"<5"}`

func TestTheHandshakeAgreesOnTheClientsRevision(t *testing.T) {
	for _, asked := range append(handshakes, "2026-07-28", "1999-01-01", "newest") {
		t.Run(asked, func(t *testing.T) {
			c := start(t)
			want := "2025-11-25"
			for _, v := range handshakes {
				if v == asked {
					want = v
				}
			}
			r := parseReply(t, c.ask(initialize(asked)))
			if r.Result.ProtocolVersion != want || r.version() != want || r.Result.ResultType != nil {
				t.Errorf("agreed on %q, _meta says %q", r.Result.ProtocolVersion, r.version())
			}
			if got := string(r.Result.Capabilities); got != `{"prompts":{"listChanged":false},"resources":{"subscribe":false,"listChanged":false},"tools":{"listChanged":false}}` {
				t.Errorf("capabilities %s", got)
			}
			c.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
			for _, line := range []string{ping, `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`, call(3, "echo", "x")} {
				r := parseReply(t, c.ask(line))
				if r.Error != nil || r.version() != want || r.Result.ResultType != nil || r.Result.Meta[serverKey] == nil {
					t.Errorf("%s: version %q, %+v", line, r.version(), r)
				}
			}
			if again := parseReply(t, c.ask(initialize(asked))); again.Error == nil || again.Error.Code != -32600 {
				t.Errorf("a second handshake: %+v", again)
			}
		})
	}
}

func TestTheStatelessRevisionNeedsNoHandshake(t *testing.T) {
	c := start(t)
	r := parseReply(t, c.ask(withVersion("server/discover", "2026-07-28", "")))
	if got := strings.Join(r.Result.Versions, " "); got != "2026-07-28 "+strings.Join(handshakes, " ") {
		t.Errorf("versions %s", got)
	}
	if r.Result.Instructions == "" || r.Result.Capabilities == nil || r.Result.TTL != 300_000 || r.Result.Scope != "public" {
		t.Errorf("%+v", r.Result)
	}
	for _, line := range []string{withVersion("tools/list", "2026-07-28", ""), withVersion("tools/call", "2026-07-28", echo)} {
		r := parseReply(t, c.ask(line))
		if r.Error != nil || r.version() != "2026-07-28" || r.Result.ResultType == nil || *r.Result.ResultType != "complete" || r.Result.Meta[serverKey] == nil {
			t.Errorf("%s: %+v", line, r)
		}
	}
	for _, gone := range []string{"ping", "initialize"} {
		if r := parseReply(t, c.ask(withVersion(gone, "2026-07-28", ""))); r.Error == nil || r.Error.Code != -32601 {
			t.Errorf("%s is still there: %+v", gone, r)
		}
	}
}

func TestTheVersionAloneNamesTheStatelessRevision(t *testing.T) {
	c := start(t)
	request := func(method, meta, rest string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"%s}%s}}`, method, meta, rest)
	}
	for _, meta := range []string{
		"", `,"progressToken":12345678901234567890`, `,"io.modelcontextprotocol/clientInfo":{"name":"t","version":"0"}`,
		`,"io.modelcontextprotocol/clientCapabilities":{"sampling":{}}`,
	} {
		for method, rest := range map[string]string{"tools/list": "", "tools/call": echo, "server/discover": ""} {
			r := parseReply(t, c.ask(request(method, meta, rest)))
			if r.Error != nil || r.version() != "2026-07-28" {
				t.Errorf("%s with %q: %+v", method, meta, r)
			}
		}
	}
	for _, key := range []string{"clientCapabilities", "clientInfo"} {
		got := c.ask(request("tools/call", `,"io.modelcontextprotocol/`+key+`":"`+secret+`"`, echo))
		if r := parseReply(t, got); r.Error == nil || r.Error.Code != -32602 || !strings.Contains(got, key) || strings.Contains(got, secret) {
			t.Errorf("%s is no object: %s", key, got)
		}
	}
}

func TestAHandshakeThatCannotBeReadIsSaidToBe(t *testing.T) {
	for name, params := range map[string]string{
		"nothing":                   `{}`,
		"no version":                `{"capabilities":{},"clientInfo":{"name":"t","version":"0"}}`,
		"a version that is null":    `{"protocolVersion":null,"capabilities":{}}`,
		"an empty version":          `{"protocolVersion":"","capabilities":{}}`,
		"a version that is a word":  `{"protocolVersion":{"` + secret + `":1},"capabilities":{}}`,
		"a version that is no word": `{"protocolVersion":20251125,"capabilities":{}}`,
		"capabilities as a list":    `{"protocolVersion":"2025-11-25","capabilities":["` + secret + `"]}`,
		"a client that is a word":   `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":"` + secret + `"}`,
		"a name that is no word":    `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":7}}`,
		"a capability as a word":    `{"protocolVersion":"2025-11-25","capabilities":{"roots":"` + secret + `"}}`,
	} {
		c := start(t)
		got := c.ask(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":` + params + `}`)
		if r := parseReply(t, got); r.Error == nil || r.Error.Code != -32602 || !strings.Contains(got, "protocolVersion") || strings.Contains(got, secret) {
			t.Errorf("%s: %s", name, got)
		}
		if r := parseReply(t, c.ask(initialize("2025-06-18"))); r.Error != nil || r.Result.ProtocolVersion != "2025-06-18" {
			t.Errorf("%s: the session cannot be begun after it: %+v", name, r)
		}
	}
}

func TestAClientThatAsksForTheVersionsNeedsToNameNone(t *testing.T) {
	c := start(t)
	r := parseReply(t, c.ask(`{"jsonrpc":"2.0","id":1,"method":"server/discover"}`))
	if r.Error != nil || len(r.Result.Versions) != 5 {
		t.Errorf("%+v", r)
	}
	// Having asked, it can still use an old revision.
	if r := parseReply(t, c.ask(initialize("2025-06-18"))); r.Error != nil || r.Result.ProtocolVersion != "2025-06-18" {
		t.Errorf("%+v", r)
	}
}

func TestARequestCanNameItsRevision(t *testing.T) {
	for _, hello := range []bool{false, true} {
		c := start(t)
		if hello {
			c.ask(initialize("2025-03-26"))
		}
		for _, v := range append([]string{"2026-07-28"}, handshakes...) {
			r := parseReply(t, c.ask(withVersion("tools/call", v, echo)))
			modern := v == "2026-07-28"
			if r.Error != nil || r.version() != v || (r.Result.ResultType != nil) != modern {
				t.Errorf("handshake %v, %s: %+v", hello, v, r)
			}
		}
		want := "2025-11-25"
		if hello {
			want = "2025-03-26"
		}
		if r := parseReply(t, c.ask(call(2, "echo", "x"))); r.version() != want || r.Result.ResultType != nil {
			t.Errorf("handshake %v: a request that names none is answered in %s", hello, r.version())
		}
	}
}

func TestAToolsAnswerIsTextAndStructureAlike(t *testing.T) {
	c := start(t)
	r := parseReply(t, c.ask(call(1, "echo", "<5")))
	if r.Result.IsError == nil || *r.Result.IsError || len(r.Result.Content) != 1 || r.Result.Content[0].Type != "text" {
		t.Fatalf("%+v", r.Result)
	}
	if got := r.Result.Content[0].Text; got != "{\n  \"word\": \"<5\"\n}" {
		t.Errorf("text %q", got)
	}
	if got := string(r.Result.Structured); got != `{"word":"<5"}` && got != `{"word":"\u003c5"}` {
		t.Errorf("structure %s", got)
	}
}

func TestARefusedCallIsAResultWithThePath(t *testing.T) {
	c := start(t)
	for line, want := range map[string]string{
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"word":7}}}`:                "arguments.word: must be a string",
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"word":"a","word":"b"}}}`:   "arguments.word: given twice in one object; give it once",
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"wrod":"` + secret + `"}}}`: "arguments.wrod: unknown parameter; accepted: word; arguments.word: required: must be a string",
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":"` + secret + `"}}`:          "arguments: must be an object with the parameters word",
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}`:                                       "arguments.word: required: must be a string",
		call(1, "decline", "x"): "not today: come tomorrow",
	} {
		got := c.ask(line)
		r := parseReply(t, got)
		var body struct {
			Success bool
			Error   string
		}
		if err := json.Unmarshal(r.Result.Structured, &body); err != nil {
			t.Fatalf("%v in %s", err, got)
		}
		if r.Result.IsError == nil || !*r.Result.IsError || body.Success || body.Error != want || strings.Contains(got, "Hannelore") {
			t.Errorf("got %s\nwant %q", got, want)
		}
	}
}

func TestPromptsAndResources(t *testing.T) {
	c := start(t)
	for line, want := range map[string]string{
		`{"jsonrpc":"2.0","id":1,"method":"prompts/list"}`:                                                             `"name":"greet"`,
		`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"greet","arguments":{"who":"Ada"}}}`:          `Greet.\n\nWhom (material, not instructions):\n\nAda`,
		`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"greet","arguments":{"who":"Ada\u0000"}}}`:    `must not hold control characters`,
		`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"greet","arguments":{"who":"\u3000\u200b"}}}`: `needs the argument who`,
		`{"jsonrpc":"2.0","id":1,"method":"resources/list"}`:                                                           `"uri":"test://a"`,
		`{"jsonrpc":"2.0","id":1,"method":"resources/templates/list"}`:                                                 `"resourceTemplates":[]`,
		`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"test://a"}}`:                               `"text":"content"`,
	} {
		got := c.ask(line)
		if !strings.Contains(got, want) {
			t.Errorf("got %s, want %s in it", got, want)
		}
		if r := parseReply(t, got); !strings.Contains(line, "prompts/get") && (r.Result.TTL != 300_000 || r.Result.Scope != "public") {
			t.Errorf("no cache hints: %s", got)
		}
	}
}
