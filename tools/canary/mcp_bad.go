package canarycheck

import (
	"context"
	"fmt"
	"strings"

	"github.com/seed-a76b335c/philint/internal/mcpserver/wire"
)

// badMessages are messages that have the form of one, and ask for what there is not or in a way in which it cannot be asked.
func (d *Driver) badMessages(ctx context.Context, revision string) []func() {
	var out []func()
	bad := func(k Kind, name string, m message) {
		out = append(out, func() {
			m.who, m.revision = own, revision
			a := d.ask(ctx, m)
			if !a.failed() {
				d.fault("%s that is wrong is answered in %s", m.method, revision)
				return
			}
			d.Covered.Bad(Route, "/mcp")
			if name != "" {
				d.Covered.Bad(k, name)
			}
		})
	}
	loose := func(m message) { // answered or refused, as the revision has it
		out = append(out, func() {
			m.who, m.revision = own, revision
			if a := d.ask(ctx, m); a.status == 0 || a.status >= 500 {
				d.fault("%s with more than it needs: %d in %s", m.method, a.status, revision)
			}
		})
	}
	quoted := func(s string) string { return string(text(s)) }
	for method := range wire.Methods() {
		bad(Method, method, message{method: method, params: `"_meta":{"progressToken":"` + d.word(inMeta) + `"},"_meta":"` + d.word(inMeta) + `"`, channels: []string{inMeta}})
		loose(message{method: method, params: `"` + d.word(inArgument) + `":"` + d.word(inArgument) + `","cursor":"` + d.word(inCursor) + `"`, channels: []string{inArgument, inCursor}})
	}
	for _, name := range hostileTexts(d.word(inTool)) {
		bad(Method, "tools/call", message{method: "tools/call", params: `"name":` + quoted(name) + `,"arguments":{}`, channels: []string{inTool}})
	}
	for _, name := range hostileTexts(d.word(inPrompt)) {
		bad(Method, "prompts/get", message{method: "prompts/get", params: `"name":` + quoted(name), channels: []string{inPrompt}})
	}
	for _, uri := range append(hostileTexts(d.word(inResource)), "file:///etc/"+d.word(inResource), "recordserver://"+d.word(inResource), "https://x.example/?q="+d.word(inResource)) {
		bad(Method, "resources/read", message{method: "resources/read", params: `"uri":` + quoted(uri), channels: []string{inResource}})
	}
	for _, p := range d.offer.Prompts {
		bad(Prompt, p.Name, message{method: "prompts/get", params: `"name":"` + p.Name + `","arguments":{` + quoted(d.word(inPromptText)) + `:` + quoted(d.word(inPromptText)) + `}`, channels: []string{inPromptText}})
		for _, a := range p.Arguments {
			bad(Prompt, p.Name, message{method: "prompts/get", params: `"name":"` + p.Name + `","arguments":{"` + a.Name + `":` + quoted(d.word(inPromptText)+"\x00") + `}`, channels: []string{inPromptText}})
			bad(Prompt, p.Name, message{method: "prompts/get", params: `"name":"` + p.Name + `","arguments":{"` + a.Name + `":["` + d.word(inPromptText) + `"]}`, channels: []string{inPromptText}})
		}
	}
	for _, method := range append(hostileTexts(d.word(inMethodRPC)), "rpc.discover", "tools/"+d.word(inMethodRPC)) {
		bad(Method, "", message{method: method, params: `"` + d.word(inArgument) + `":1`, channels: []string{inMethodRPC, inArgument}})
	}
	for method, params := range map[string]string{
		"logging/setLevel":                 `"level":"` + d.word(inLevel) + `"`,
		"completion/complete":              `"ref":{"type":"ref/prompt","name":"review_my_record"},"argument":{"name":"focus","value":"` + d.word(inCompletion) + `"}`,
		"resources/subscribe":              `"uri":"recordserver://` + d.word(inResource) + `"`,
		"resources/unsubscribe":            `"uri":"recordserver://` + d.word(inResource) + `"`,
		"sampling/createMessage":           `"messages":[{"role":"user","content":{"type":"text","text":"` + d.word(inPromptText) + `"}}]`,
		"elicitation/create":               `"message":"` + d.word(inPromptText) + `"`,
		"roots/list":                       `"x":"` + d.word(inArgument) + `"`,
		"tasks/get":                        `"taskId":"` + d.word(inArgument) + `"`,
		"notifications/roots/list_changed": `"x":"` + d.word(inNotification) + `"`,
	} {
		bad(Method, "", message{method: method, params: params, channels: []string{inLevel, inCompletion, inResource, inPromptText, inArgument, inNotification}})
	}
	loose(message{
		method: "initialize", params: `"protocolVersion":"` + revision + `","capabilities":{"experimental":{"` + d.word(inCapability) + `":{"x":"` + d.word(inCapability) + `"}},"roots":{"listChanged":true},"sampling":{}},"clientInfo":{"name":"` +
			d.word(inClient) + `","title":"` + d.word(inClient) + `","version":"` + d.word(inClient) + `"}`, channels: []string{inClient, inCapability},
	})
	loose(message{method: "initialize", params: `"protocolVersion":"` + d.word(inRevision) + `","capabilities":{},"clientInfo":{"name":"x","version":"1"}`, channels: []string{inRevision}})
	// The protocol has a request's id in its answer.
	for _, id := range []string{`"` + d.word(inIdentity) + `"`, `{"` + d.word(inIdentity) + `":1}`, `["` + d.word(inIdentity) + `"]`, `1.5`, `1e400`, `true`, `"` + strings.Repeat(d.word(inIdentity), 100) + `"`} {
		loose(message{method: "tools/list", id: id, channels: []string{inIdentity}, echoes: true})
	}
	headers := []string{
		"Mcp-Session-Id: " + d.word(inSession), "Last-Event-Id: " + d.word(inSession), "Mcp-Method: " + d.word(inMethodRPC), "Mcp-Name: " + d.word(inTool),
		"Mcp-Param-Keywords: " + d.word(inHeader), "Mcp-Protocol-Version: " + d.word(inRevision), "X-Request-Id: " + d.word(inRequestID),
	}
	for _, h := range headers {
		loose(message{method: "tools/list", headers: []string{h}, channels: []string{inSession, inMethodRPC, inTool, inHeader, inRevision, inRequestID}})
	}
	return out
}

// badBodies are bodies that are no message, and messages in revisions that there are not.
func (d *Driver) badBodies(ctx context.Context) []func() {
	w := d.word(inBody)
	bodies := []string{
		"", w, `"` + w + `"`, `{` + w, `{"jsonrpc":"2.0","id":1,"method":"ping"` + w, `{"jsonrpc":"2.0","id":1,"method":"` + w, `{"jsonrpc":"1.0","id":1,"method":"ping","x":"` + w + `"}`,
		`[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"` + w + `"}}]`, `[]`, `[` + w + `]`,
		`{"jsonrpc":"2.0","id":1,"id":2,"method":"` + w + `"}`, `{"jsonrpc":"2.0","id":1,"method":["` + w + `"]}`, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":"` + w + `"}`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":["` + w + `"]}`, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"resolve_indicator","arguments":"` + w + `"}}`,
		`{"jsonrpc":"2.0","id":1,"result":{"` + w + `":"` + w + `"}}`, `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"` + w + `","data":"` + w + `"}}`,
		w + "\xff\xfe\x00", "\xef\xbb\xbf{\"" + w + "\":1}", "\xff\xfe" + utf16(`{"x":"`+w+`"}`), "\x1f\x8b\x08\x00" + w, strings.Repeat(`{"`+w+`":`, 2000), strings.Repeat(`[`, 70000) + w,
		`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"` + strings.Repeat(w, 4000) + `":1}}`, strings.Repeat(w, 70000), // more than a mebibyte
		"--x\r\nContent-Disposition: form-data; name=\"" + d.word(inFormField) + "\"; filename=\"" + d.word(inFormFile) + ".pdf\"\r\n\r\n" + w + "\r\n--x--\r\n",
		d.word(inFormField) + "=" + w + "&token=" + w,
	}
	kinds := []string{
		"Content-Type: application/json", "Content-Type: application/json; charset=utf-16; " + d.word(inContentType) + "=1", "Content-Type: multipart/form-data; boundary=x", "Content-Type: application/x-www-form-urlencoded",
		"Content-Type: text/" + d.word(inContentType), "Content-Type: application/json\r\nContent-Encoding: gzip", "Content-Type: application/json\r\nAccept: text/" + d.word(inContentType), "Content-Type: ;;;" + d.word(inContentType),
	}
	var out []func()
	for i, body := range bodies {
		for j, kind := range kinds {
			if i > 0 && j > 0 && i < len(bodies)-2 && (i+j)%4 != 0 {
				continue // each kind with some bodies
			}
			out = append(out, func() {
				q := request{
					who: own, method: "POST", target: "/mcp", headers: []string{kind, "Mcp-Protocol-Version: " + handshake}, body: body,
					channels: []string{inBody, inContentType, inFormField, inFormFile},
				}
				if r := d.send(ctx, q); r.status >= 500 {
					d.fault("a body that is no message: %d", r.status)
				}
			})
		}
	}
	// Revisions that are named in one place only, in none, or in both as what they are not.
	meta := func(v string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":` + v + `,"` + d.word(inMeta) + `":"` + d.word(inMeta) + `"}}}`
	}
	bare := `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{"` + d.word(inArgument) + `":"` + d.word(inArgument) + `"}}`
	for _, c := range []struct {
		status  int
		body    string
		headers []string
	}{
		{200, bare, nil},
		{400, bare, []string{"Mcp-Protocol-Version: " + wire.Stateless, "Mcp-Method: server/discover"}},
		{200, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"` + d.word(inArgument) + `":1}}`, nil},
		{400, meta(`"` + wire.Stateless + `"`), nil},
		{400, meta(`["` + d.word(inRevision) + `"]`), []string{"Mcp-Protocol-Version: " + wire.Stateless}},
		{400, meta(`"` + wire.Stateless + `"`), []string{"Mcp-Protocol-Version: " + wire.Stateless, "Mcp-Protocol-Version: " + d.word(inRevision)}},
		{400, meta(`"` + wire.Stateless + `"`), []string{"Mcp-Protocol-Version: " + wire.Stateless, "Mcp-Method: " + d.word(inMethodRPC)}},
	} {
		q := request{who: own, method: "POST", target: "/mcp", headers: append([]string{"Content-Type: application/json"}, c.headers...), body: c.body, channels: []string{inMeta, inArgument, inRevision, inMethodRPC}}
		out = append(out, func() {
			if r := d.send(ctx, q); r.status != c.status {
				d.fault("a revision that is not named as it should be: %d, not %d", r.status, c.status)
			}
		})
	}
	for _, c := range []struct {
		status int
		body   string
		behind string
	}{
		{200, "", "X-T: " + d.word(inHeader)}, {200, "", "X-Else: " + d.word(inHeader)}, // one that is announced, and another
		{400, "", d.word(inHeader)}, // which is none
		{413, strings.Repeat(w, 1<<20/len(w)+1), "X-T: " + d.word(inHeader)},
	} {
		q := d.request(&message{who: own, method: "tools/list", channels: []string{inBody, inHeader}})
		if c.body != "" {
			q.body = c.body
		}
		q.body, q.length, q.headers = chunked(q.body, c.behind), -1, append(q.headers, inPieces, "Trailer: X-T")
		out = append(out, func() {
			if r := d.send(ctx, q); r.status != c.status {
				d.fault("a body in pieces: %d, not %d", r.status, c.status)
			}
		})
	}
	for _, n := range []string{
		`"notifications/initialized"`, `"notifications/cancelled"`, `"notifications/progress"`, `"notifications/` + d.word(inNotification) + `"`, `"` + d.word(inNotification) + `"`, `"tools/call"`,
	} {
		body := fmt.Sprintf(`{"jsonrpc":"2.0","method":%s,"params":{"requestId":"%[2]s","reason":"%[2]s","name":"%[3]s","arguments":{"keywords":["%[3]s"]}}}`, n, d.word(inWithdrawal), d.word(inNotification))
		out = append(out, func() {
			q := request{who: own, method: "POST", target: "/mcp", headers: []string{"Content-Type: application/json"}, body: body, channels: []string{inNotification, inWithdrawal}}
			if r := d.send(ctx, q); r.status != 202 {
				d.fault("a notification: %d", r.status)
			}
		})
	}
	for _, revision := range append(d.offer.Versions, "2023-01-01", d.word(inRevision), "2026-07-28' OR "+d.word(inRevision), "") {
		for _, method := range []string{"tools/list", "tools/call", "initialize", "server/discover"} {
			body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"%s","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"%s","io.modelcontextprotocol/clientInfo":{"name":"%[3]s"},"%[3]s":"%[3]s"},"name":"%[3]s"}}`, method, d.word(inRevision), d.word(inMeta))
			out = append(out, func() {
				q := request{
					who: own, method: "POST", target: "/mcp", headers: []string{"Content-Type: application/json", "Mcp-Protocol-Version: " + revision}, body: body, channels: []string{inRevision, inMeta},
				}
				r := d.send(ctx, q)
				if r.status < 400 {
					d.fault("a message that names another revision than its header: %d", r.status)
					return
				}
				for _, v := range d.offer.Versions {
					if v == revision {
						d.Covered.Bad(Revision, revision)
					}
				}
			})
		}
	}
	return out
}

func utf16(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteByte(s[i])
		b.WriteByte(0)
	}
	return b.String()
}
