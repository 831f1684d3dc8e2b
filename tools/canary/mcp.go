package canarycheck

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-a76b335c/philint/internal/mcpserver/wire"
)

func itoa(n int) string { return strconv.Itoa(n) }

// message is one JSON-RPC request.
type message struct {
	who      who
	path     string // /mcp unless given
	revision string // 2025-06-18 unless given
	method   string
	params   string // the members of params, without braces
	id       string // as JSON; 1 unless given
	headers  []string
	channels []string
	echoes   bool
}

// answer is what came back.
type answer struct {
	reply
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int
		Message string
	} `json:"error"`
}

// failed says that there was no result, or one that is an error of a tool.
func (a *answer) failed() bool {
	return a.status != 200 || a.Error != nil || a.Result == nil || strings.Contains(string(a.Result), `"isError":true`)
}

// handshake are the revisions with one, before the protocol did without.
const handshake = "2025-06-18"

func (d *Driver) request(m *message) request {
	if m.revision == "" {
		m.revision = handshake
	}
	if m.path == "" {
		m.path = "/mcp"
	}
	if m.id == "" {
		m.id = "1"
	}
	headers := append([]string{"Content-Type: application/json", "Accept: application/json, text/event-stream", "Mcp-Protocol-Version: " + m.revision}, m.headers...)
	params := m.params
	if m.revision >= wire.Stateless {
		meta := `"_meta":{"io.modelcontextprotocol/protocolVersion":"` + m.revision + `","io.modelcontextprotocol/clientCapabilities":{}}`
		if params != "" {
			meta += ","
		}
		params = meta + params
		headers = append(headers, "Mcp-Method: "+m.method)
		name := between(m.params, `"name":"`, `"`)
		if m.method == "resources/read" {
			name = between(m.params, `"uri":"`, `"`)
		}
		if name != "" {
			headers = append(headers, "Mcp-Name: "+name)
		}
	}
	body := `{"jsonrpc":"2.0","id":` + m.id + `,"method":` + string(text(m.method)) + `,"params":{` + params + `}}`
	return request{who: m.who, method: "POST", target: m.path, headers: headers, body: body, channels: m.channels, echoes: m.echoes}
}

// ask sends a message. An answer that is a refusal is collected, whatever its status.
func (d *Driver) ask(ctx context.Context, m message) answer {
	r := d.send(ctx, d.request(&m))
	a := answer{reply: r}
	if r.status != 0 && json.Unmarshal(r.body, &a) != nil {
		a.Error, a.Result = nil, nil
	}
	if r.status == 200 && a.failed() && !m.echoes && m.who != other {
		d.keep("refusals", &r)
	}
	return a
}

// goodCalls are calls that a tool answers. Each argument of a tool stands in one.
var goodCalls = map[string][]string{
	"query_health_indicators": {
		`{}`, `{"keywords":["glucose","headache"],"view":"raw"}`, `{"keywords":["heart rate"],"view":"month","start":"2026-01-01","end":"2026-03-31"}`,
		`{"indicators":["8867-4"],"view":"stats"}`, `{"keywords":["headache","tingling"],"view":"latest"}`, `{"keywords":["heart rate"],"view":"day"}`,
		`{"keywords":["heart rate"],"view":"hour","start":"2026-02-01","end":"2026-02-01"}`, `{"keywords":["steps"],"view":"minute","start":"2026-02-01","end":"2026-02-01"}`, `{"keywords":["weight"],"view":"week"}`,
	},
	"query_medications":     {`{}`, `{"view":"plan","keywords":["ibuprofen"]}`, `{"view":"log","start":"2026-01-01","end":"2026-01-31"}`, `{"view":"history"}`},
	"resolve_indicator":     {`{"names":["Glucose","血脂","nothing of the kind"]}`},
	"normalize_unit":        {`{"units":["mg/dl","zorkmid"]}`},
	"convert_unit":          {`{"value":5.4,"from_unit":"mmol/L","to_unit":"mg/dL","loinc_code":"14749-6"}`},
	"standardize_reading":   {`{"readings":[{"name":"Glucose","value":"5.2","unit":"mmol/L"}]}`, `{"name":"Glucose","value":"5.2","unit":"mmol/L"}`},
	"standardize_complaint": {`{"text":"headache","kind":"symptom"}`},
	"standardize_report":    nil, // without a language model each call is refused: see reports
}

// hostileRevisions are those in which everything is asked that is wrong; the others get what is right, and a little.
var hostileRevisions = []string{handshake, wire.Stateless}

// mcp uses the protocol in each revision.
func (d *Driver) mcp(ctx context.Context) {
	var tasks []func()
	for _, revision := range d.offer.Versions {
		tasks = append(tasks, d.revision(ctx, revision)...)
	}
	for _, revision := range hostileRevisions {
		for _, t := range d.offer.Tools {
			tasks = append(tasks, d.badTool(ctx, revision, t)...)
		}
		tasks = append(tasks, d.badMessages(ctx, revision)...)
	}
	tasks = append(tasks, d.badBodies(ctx)...)
	each(ctx, tasks)
}

// revision does in a revision what it is for, with a token and over a link.
func (d *Driver) revision(ctx context.Context, revision string) []func() {
	good := func(k Kind, name string, m message) func() {
		return func() {
			m.revision = revision
			if a := d.ask(ctx, m); a.failed() {
				d.fault("%s of %s in %s: %d", m.method, name, revision, a.status)
				return
			}
			d.Covered.Good(k, name)
			d.Covered.Good(Method, m.method)
			d.Covered.Good(Revision, revision)
			d.Covered.Good(Route, "/mcp")
		}
	}
	out := []func(){
		func() { // the link's limit is its own: one after the other
			for _, method := range []string{"tools/list", "prompts/list", "resources/list"} {
				m := message{path: "/mcp/" + d.link, revision: revision, method: method}
				if a := d.ask(ctx, m); a.failed() {
					d.fault("%s over a link in %s: %d", method, revision, a.status)
				}
			}
			call := message{path: "/mcp/" + d.link, revision: revision, method: "tools/call", params: `"name":"query_health_indicators","arguments":{"keywords":["headache"],"view":"raw"}`}
			if a := d.ask(ctx, call); a.failed() {
				d.fault("a call over a link in %s: %d", revision, a.status)
				return
			}
			d.Covered.Good(Route, "/mcp/{secret}")
		},
	}
	for method := range wire.Methods() {
		params := ""
		switch method {
		case "tools/call", "prompts/get", "resources/read", "subscriptions/listen":
			continue
		case "initialize":
			if revision >= wire.Stateless {
				continue
			}
			params = `"protocolVersion":"` + revision + `","capabilities":{},"clientInfo":{"name":"check","version":"1"}`
		case "server/discover", "ping":
			if (method == "ping") == (revision >= wire.Stateless) {
				continue
			}
		}
		out = append(out, good(Revision, revision, message{who: own, method: method, params: params}))
	}
	for _, t := range d.offer.Tools {
		for _, args := range goodCalls[t.Name] {
			out = append(out, func() {
				good(Tool, t.Name, message{who: own, method: "tools/call", params: `"name":"` + t.Name + `","arguments":` + args})()
				d.goodArguments(t.Name, args)
			})
		}
	}
	for _, p := range d.offer.Prompts {
		args := map[string]string{}
		for _, a := range p.Arguments {
			args[a.Name] = d.word(inPromptText)
		}
		out = append(out, good(Prompt, p.Name, message{
			who: own, method: "prompts/get", params: `"name":"` + p.Name + `","arguments":` + string(text(args)), channels: []string{inPromptText}, echoes: true,
		}))
	}
	for _, r := range d.offer.Resources {
		out = append(out, good(Resource, r.URI, message{who: own, method: "resources/read", params: `"uri":"` + r.URI + `"`}))
	}
	return out
}

// goodArguments takes down which arguments stand in a call that was answered.
func (d *Driver) goodArguments(tool, args string) {
	var given map[string]json.RawMessage
	if json.Unmarshal([]byte(args), &given) == nil {
		for name := range given {
			d.Covered.Good(Argument, tool+" "+name)
		}
	}
}

// calls are arguments that a tool cannot take: each of its own with everything in it, and others.
func (d *Driver) calls(t offered) (args []string, argument []string) {
	add := func(name, a string) { args, argument = append(args, a), append(argument, name) }
	whole := map[string]json.RawMessage{}
	if good := goodCalls[t.Name]; len(good) > 0 {
		_ = json.Unmarshal([]byte(good[0]), &whole)
	}
	with := func(name string, v json.RawMessage) string {
		var members []string
		for k, g := range whole {
			if k != name {
				members = append(members, string(text(k))+":"+string(g))
			}
		}
		slices.Sort(members)
		return `{` + strings.Join(append(members, string(text(name))+":"+string(v)), ",") + `}`
	}
	for name := range t.Schema.Properties {
		for _, v := range hostileValues(d.word(channelOf(name))) {
			add(name, with(name, v))
		}
		add(name, `{"`+name+`":1,"`+name+`":"`+d.word(inArgument)+`"}`)
	}
	for _, name := range hostileTexts(d.word(inArgumentName))[1:] {
		if len(name) < 4000 {
			add("", with(name, text(d.word(inArgument))))
		}
	}
	for _, a := range hostileValues(d.word(inArgument)) {
		add("", string(a))
	}
	return args, argument
}

// badTool calls a tool with what it cannot take. A hostile text may be answered all the same: what is read as text is only
// text.
func (d *Driver) badTool(ctx context.Context, revision string, t offered) []func() {
	args, argument := d.calls(t)
	out := make([]func(), 0, len(args))
	for i := range args {
		out = append(out, func() {
			channels := []string{inArgument, inArgumentName}
			if argument[i] != "" {
				channels = []string{channelOf(argument[i])}
			}
			m := message{who: own, revision: revision, method: "tools/call", params: `"name":"` + t.Name + `","arguments":` + args[i], channels: channels}
			a := d.ask(ctx, m)
			switch {
			case a.status == 0 || a.status >= 500:
				d.fault("%s with hostile arguments: %d", t.Name, a.status)
			case a.failed():
				d.Covered.Bad(Tool, t.Name)
				d.Covered.Bad(Method, "tools/call")
				if argument[i] != "" {
					d.Covered.Bad(Argument, t.Name+" "+argument[i])
				}
			}
		})
	}
	return out
}
