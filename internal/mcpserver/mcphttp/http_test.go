package mcphttp_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/mcpserver/mcphttp"
)

const canary = "Hannelore-Kohl-1930"

// What does not reach a tool is answered with a fixed text under a fixed code.
func TestWhatIsRefusedAndHow(t *testing.T) {
	deep := strings.Repeat("[", 70) + strings.Repeat("]", 70)
	for _, tt := range []struct {
		name   string
		call   call
		status int
		code   int
	}{
		{"a number", call{body: `5`}, 400, -32600},
		{"null", call{body: `null`}, 400, -32600},
		{"a string", call{body: `"` + canary + `"`}, 400, -32600},
		{"a list of messages", call{body: `[` + rpc("ping", "") + `]`}, 400, -32600},
		{"an empty list", call{body: `[]`}, 400, -32600},
		{"an empty object", call{body: `{}`}, 400, -32600},
		{"nothing", call{body: ``}, 400, -32700},
		{"half a message", call{body: `{"jsonrpc":"2.0","id":1,"method":"` + canary}, 400, -32700},
		{"two messages", call{body: rpc("ping", "") + rpc("ping", "")}, 400, -32700},
		{"not UTF-8", call{body: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}"}, 400, -32700},
		{"a byte order mark", call{body: "\ufeff" + rpc("ping", "")}, 400, -32700},
		{"too deep", call{body: `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":` + deep + `}}`}, 400, -32700},
		{"a key twice", call{body: `{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}`}, 400, -32600},
		{"a key twice in the params", call{body: rpc("ping", `{"`+canary+`":1,"`+canary+`":2}`)}, 400, -32602},
		{"another JSON-RPC", call{body: `{"jsonrpc":"1.0","id":1,"method":"ping"}`}, 400, -32600},
		{"no method", call{body: `{"jsonrpc":"2.0","id":1}`}, 400, -32600},
		{"a method that is no string", call{body: `{"jsonrpc":"2.0","id":1,"method":7}`}, 400, -32600},
		{"a method without a name", call{body: `{"jsonrpc":"2.0","id":1,"method":""}`}, 400, -32600},
		{"an id that is a list", call{body: `{"jsonrpc":"2.0","id":["` + canary + `"],"method":"ping"}`}, 400, -32600},
		{"an id that is null", call{body: `{"jsonrpc":"2.0","id":null,"method":"ping"}`}, 400, -32600},
		{"params that are a list", call{body: rpc("ping", `["`+canary+`"]`)}, 400, -32602},
		{"a notification with an id", call{body: rpc("notifications/"+canary, "")}, 400, -32600},
		{"an unknown method", call{body: rpc(canary, "")}, 200, -32601},
		{"an unknown method, stateless", call{body: rpc26(canary, ""), version: modern}, 404, -32601},
		{"a method of a capability that is not there", call{body: rpc("logging/setLevel", `{"level":"debug"}`)}, 200, -32601},
		{"listening", call{body: rpc26("subscriptions/listen", `,"notifications":{}`), version: modern}, 404, -32601},
		{"ping, which the stateless revision does not have", call{body: rpc26("ping", ""), version: modern}, 404, -32601},
		{"an unknown tool", call{body: toolCall(canary, `{}`)}, 200, -32602},
		{"an unknown tool, stateless", call{body: rpc26("tools/call", `,"name":"`+canary+`"`), version: modern}, 400, -32602},
		{"a tool's name in another case", call{body: toolCall("Query_Health_Indicators", `{}`)}, 200, -32602},
		{"a name that is no string", call{body: rpc("tools/call", `{"name":["`+canary+`"]}`)}, 200, -32602},
		{"no params", call{body: rpc("tools/call", "")}, 200, -32602},
		{"an unknown prompt", call{body: rpc("prompts/get", `{"name":"`+canary+`"}`)}, 200, -32602},
		{"an unknown argument of a prompt", call{body: rpc("prompts/get", `{"name":"review_my_record","arguments":{"`+canary+`":"x"}}`)}, 200, -32602},
		{"an unknown resource", call{body: rpc("resources/read", `{"uri":"recordserver://`+canary+`"}`)}, 200, -32602},
		{"a handshake without a version", call{body: rpc("initialize", `{"clientInfo":{"name":"`+canary+`"}}`)}, 200, -32602},
		{"a revision that nobody knows", call{body: rpc("ping", ""), version: "1999-01-01"}, 400, -32022},
		{"a revision of the future", call{body: strings.Replace(rpc26("tools/list", ""), modern, "2099-01-01", 1), version: "2099-01-01"}, 400, -32022},
		{"an unknown revision in the header only", call{body: rpc26("tools/list", ""), version: "2099-01-01"}, 400, -32020},
		{"a revision that is none", call{body: rpc("ping", ""), version: canary}, 400, -32022},
		{"a revision in the body only", call{body: rpc26("tools/list", "")}, 400, -32020},
		{"two revisions", call{body: rpc26("tools/list", ""), version: "2025-11-25"}, 400, -32020},
		{"a stateless request that does not say what the client can do", call{body: rpc("tools/list", `{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}`), version: modern}, 400, -32602},
		{"a stateless request without its version in the body", call{body: rpc("tools/list", ""), version: modern}, 400, -32602},
		{"another method in the header", call{body: rpc26("tools/list", ""), version: modern, headers: map[string]string{"Mcp-Method": "tools/call"}}, 400, -32020},
		{"no method in the header", call{body: rpc26("tools/list", ""), version: modern, headers: map[string]string{"Mcp-Method": ""}}, 400, -32020},
		{"another name in the header", call{body: rpc26("tools/call", `,"name":"convert_unit"`), version: modern, headers: map[string]string{"Mcp-Name": "normalize_unit"}}, 400, -32020},
		{"text", call{body: rpc("ping", ""), headers: map[string]string{"Content-Type": "text/plain"}}, 415, -32600},
		{"no content type", call{body: rpc("ping", ""), headers: map[string]string{"Content-Type": ""}}, 415, -32600},
		{"another character set", call{body: rpc("ping", ""), headers: map[string]string{"Content-Type": "application/json; charset=utf-16"}}, 415, -32600},
		{"compressed", call{body: rpc("ping", ""), headers: map[string]string{"Content-Encoding": "gzip"}}, 415, -32600},
		{"who cannot read JSON", call{body: rpc("ping", ""), headers: map[string]string{"Accept": "text/html"}}, 406, -32600},
		{"too large", call{body: `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"` + strings.Repeat("x", 1<<20) + `"}}`}, 413, -32600},
		{"a token in the address", call{path: "/mcp?access_token=" + goodToken, body: rpc("ping", "")}, 400, -32600},
		{"GET", call{method: http.MethodGet}, 405, -32600},
		{"DELETE", call{method: http.MethodDelete}, 405, -32600},
		{"PUT, of a link", call{method: http.MethodPut, path: "/mcp/" + goodLink}, 405, -32600},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newServer(t).do(tt.call)
			m := r.message()
			if r.status != tt.status || r.code() != tt.code || m.JSONRPC != "2.0" || m.ID == nil || r.header.Get("Content-Type") != "application/json" {
				t.Errorf("answered %d %s", r.status, r.body)
			}
			if strings.Contains(r.body, "Hannelore") || strings.Contains(r.body, "Query_Health") {
				t.Errorf("repeats what was sent: %s", r.body)
			}
			if tt.status == 405 && r.header.Get("Allow") != "POST, OPTIONS" {
				t.Errorf("Allow is %q", r.header.Get("Allow"))
			}
		})
	}
}

// What is wrong with _meta is named, whichever method it is sent with: what else was sent may be right.
func TestARefusalOfMetaNamesWhatIsWrong(t *testing.T) {
	const version, can, who = `"io.modelcontextprotocol/protocolVersion":"` + modern + `"`, `"io.modelcontextprotocol/clientCapabilities":`, `"io.modelcontextprotocol/clientInfo":`
	for _, tt := range []struct{ version, meta, names string }{
		{modern, `{` + version + `}`, "must have io.modelcontextprotocol/clientCapabilities"},
		{modern, `{` + version + `,` + who + `{"name":"c","version":"1"}}`, "must have io.modelcontextprotocol/clientCapabilities"},
		{modern, `{` + can + `{}}`, "must have io.modelcontextprotocol/protocolVersion"},
		{modern, `{` + version + `,` + can + `null}`, "clientCapabilities must be an object"},
		{modern, `{` + version + `,` + can + `["` + canary + `"]}`, "clientCapabilities must be an object"},
		{modern, `{` + version + `,` + can + `{"roots":"` + canary + `"}}`, "clientCapabilities must be an object"},
		{modern, `{` + version + `,` + can + `{},` + who + `null}`, "clientInfo must be an object"},
		{modern, `{` + version + `,` + can + `{},` + who + `{"name":7,"version":"` + canary + `"}}`, "clientInfo must be an object"},
		{modern, `"` + canary + `"`, "_meta must be an object"},
		{"2025-11-25", `["` + canary + `"]`, "_meta must be an object"},
		{modern, `null`, "must have io.modelcontextprotocol/protocolVersion"},
	} {
		for method, rest := range map[string]string{
			"tools/list": "", "tools/call": `,"name":"query_medications","arguments":{}`, "prompts/get": `,"name":"review_my_record"`, "resources/read": `,"uri":"recordserver://overview"`,
		} {
			r := newServer(t).do(call{version: tt.version, token: goodToken, body: rpc(method, `{"_meta":`+tt.meta+rest+`}`)})
			if r.status != http.StatusBadRequest || r.code() != -32602 || !strings.Contains(r.body, tt.names) || strings.Contains(r.body, "Hannelore") {
				t.Errorf("%s, %s: %d %s", method, tt.meta, r.status, r.body)
			}
		}
	}
}

func TestABodyWithoutALengthIsBoundedToo(t *testing.T) {
	s := newServer(t, func(c *mcphttp.Config) { c.MaxBody = 100 })
	c := call{body: `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"` + strings.Repeat("x", 200) + `"}}`}
	r := c.request()
	r.ContentLength = -1
	w := newRecorder()
	s.h.ServeHTTP(w, r)
	if w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("answered %d %s", w.Code, w.Body)
	}
}

// The protocol asks for the requested version in the answer. What has another form may be anything.
func TestARequestedVersionIsRepeatedIfItIsOne(t *testing.T) {
	for version, want := range map[string]string{
		"2099-01-01": `"requested":"2099-01-01"`, "v999.0.0": `"requested":"v999.0.0"`, "1": `"requested":"1"`, canary: "", "1930-01-02 Hannelore": "", "12345678": "",
	} {
		m := newServer(t).do(call{body: rpc("ping", ""), version: version}).message()
		if !strings.Contains(string(m.Error.Data), want) || want == "" && strings.Contains(string(m.Error.Data), "requested") {
			t.Errorf("%s: %s", version, m.Error.Data)
		}
	}
}

func TestAFaultAnswersUnderTheIDThatWasSent(t *testing.T) {
	for _, id := range []string{`1`, `"x"`, `999999999999999`, `"<&>"`} {
		r := newServer(t).do(call{body: `{"jsonrpc":"2.0","id":` + id + `,"method":"nope"}`})
		if got := string(r.message().ID); got != id {
			t.Errorf("id %s came back as %s", id, got)
		}
	}
}

// A client that is answered to a notification begins again and again.
func TestANotificationHasNoAnswerWhateverItSays(t *testing.T) {
	for _, body := range []string{
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`,
		`{"jsonrpc":"2.0","method":"tools/list"}`,
		`{"jsonrpc":"2.0","method":"` + canary + `"}`,
		`{"jsonrpc":"2.0","method":"notifications/x","params":[1]}`,
		`{"jsonrpc":"2.0","id":1,"result":{}}`,
	} {
		for _, version := range []string{"", "2025-06-18", modern} {
			r := newServer(t).do(call{body: body, version: version})
			if r.status != http.StatusAccepted || r.body != "" {
				t.Errorf("%s: %d %q", body, r.status, r.body)
			}
		}
	}
}

func TestOptionsSayWhatThereIs(t *testing.T) {
	for _, path := range []string{"/mcp", "/mcp/" + goodLink, "/mcp/nobody"} {
		r := newServer(t).do(call{method: http.MethodOptions, path: path})
		if r.status != http.StatusNoContent || r.header.Get("Allow") != "POST, OPTIONS" || r.body != "" {
			t.Errorf("%s: %d %q %q", path, r.status, r.header.Get("Allow"), r.body)
		}
		for name := range r.header {
			if strings.HasPrefix(name, "Access-Control-") {
				t.Errorf("other origins are let in: %s", name)
			}
		}
	}
}

// A page can have a browser send requests to this machine under a name of its own.
func TestHostAndOriginMustBeOurs(t *testing.T) {
	public := func(c *mcphttp.Config) {
		c.Origins = []string{"https://record.example.org", "http://Box.example.org:8080/"}
	}
	for _, tt := range []struct {
		name, host, origin string
		public             bool
		status             int
	}{
		{"a program on this machine", "localhost:8080", "", false, 200},
		{"another loopback address", "127.0.0.2", "", false, 200},
		{"IPv6", "[::1]:8080", "", false, 200},
		{"a name that points here", "evil.example.com", "", false, 403},
		{"a name that begins like ours", "localhost.evil.example.com", "", false, 403},
		{"a name that ends like ours", "127.0.0.1.evil.example.com", "", false, 403},
		{"an address that is not configured", "192.168.1.7:8080", "", false, 403},
		{"the public name, not configured", "record.example.org", "", false, 403},
		{"the public name", "record.example.org", "", true, 200},
		{"the public name with its port", "Record.Example.org:443", "", true, 200},
		{"the public name with another port", "record.example.org:444", "", true, 403},
		{"the second public name", "box.example.org:8080", "", true, 200},
		{"the second public name without its port", "box.example.org", "", true, 403},
		{"a page of this machine", "localhost:8080", "http://localhost:3000", false, 200},
		{"a page of elsewhere", "localhost:8080", "https://evil.example.com", false, 403},
		{"a page without an origin", "localhost:8080", "null", false, 403},
		{"a page of the public origin", "record.example.org", "https://record.example.org", true, 200},
		{"a page of the public origin, without TLS", "record.example.org", "http://record.example.org", true, 403},
		{"a page with a name that ends like ours", "record.example.org", "https://evilrecord.example.org", true, 403},
		{"a page of another port", "record.example.org", "https://record.example.org:444", true, 403},
		{"an origin with somebody in it", "localhost", "http://a@localhost", false, 403},
		{"an origin that is none", "localhost", "chrome-extension://abc", false, 403},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newServer(t)
			if tt.public {
				s = newServer(t, public)
			}
			headers := map[string]string{}
			if tt.origin != "" {
				headers["Origin"] = tt.origin
			}
			r := s.do(call{host: tt.host, headers: headers, body: rpc("ping", "")})
			if r.status != tt.status || strings.Contains(r.body, "evil") {
				t.Errorf("answered %d %s", r.status, r.body)
			}
		})
	}
}

func TestAPublicOriginIsAnOrigin(t *testing.T) {
	for _, o := range []string{"record.example.org", "ftp://x", "https://", "https://a/b", "https://u@a", "https://a?x", "::"} {
		if buildWith(t, o) == nil {
			t.Errorf("%s is taken", o)
		}
	}
	if err := buildWith(t, "https://record.example.org"); err != nil {
		t.Error(err)
	}
}
