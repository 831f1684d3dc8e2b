package canarycheck

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/internal/mcpserver/stdio"
	"github.com/seed-a76b335c/philint/internal/mcpserver/wire"
)

// Codes of JSON-RPC, of answers to what has no id that could be answered under.
const (
	notJSON   = -32700
	noRequest = -32600
)

// conversation is what is said to the command that speaks the protocol on standard input, and what is to come back.
type conversation struct {
	d     *Driver
	lines []string
	notes map[string]func(*answer) // by the id of a request, as JSON; each is answered once
	alone []int                    // codes of answers without an id, in the order of their lines
	among []int                    // those in lists, in any order
	lists int                      // answers that are lists
	quiet map[string]bool          // ids of requests that are withdrawn: what comes back is nothing
	echo  map[string]bool          // ids that have a word, which the protocol repeats
}

func (d *Driver) conversation() *conversation {
	return &conversation{d: d, notes: map[string]func(*answer){}, quiet: map[string]bool{}, echo: map[string]bool{}}
}

// request is a request's text under an id of its own. Note is called with its answer.
func (c *conversation) request(method, params string, note func(*answer)) string {
	id := fmt.Sprintf("%q", fmt.Sprint(len(c.notes)+1))
	c.notes[id] = note
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%s,"params":{%s}}`, id, text(method), params)
}

func (c *conversation) say(line string) { c.lines = append(c.lines, line) }

func (c *conversation) ask(method, params string, note func(*answer)) {
	c.say(c.request(method, params, note))
}

func (c *conversation) call(tool, args string, note func(*answer)) {
	c.ask("tools/call", `"name":"`+tool+`","arguments":`+args, note)
}

// refused says lines that are refused with this code, without an id.
func (c *conversation) refused(code int, lines ...string) {
	for _, l := range lines {
		c.say(l)
		c.alone = append(c.alone, code)
	}
}

// hear takes what was printed apart. What is not there that should be, or the other way round, is a fault.
func (c *conversation) hear(printed []byte) {
	d, answered := c.d, map[string]int{}
	var alone, among []int
	take := func(raw []byte, codes *[]int) {
		var a struct {
			answer
			ID json.RawMessage
		}
		if json.Unmarshal(raw, &a) != nil {
			d.fault("the command mcp prints what is no JSON")
			return
		}
		a.status, a.body = 200, raw
		id := string(a.ID)
		if a.failed() && !c.echo[id] {
			d.keep("refusals on standard output", &reply{body: raw})
		}
		switch note := c.notes[id]; {
		case note != nil:
			answered[id]++
			note(&a.answer)
		case id == "null" && a.Error != nil:
			*codes = append(*codes, a.Error.Code)
		default:
			d.fault("the command mcp answers what nobody asked")
		}
	}
	lists := 0
	for line := range bytes.Lines(printed) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] != '[' {
			take(line, &alone)
			continue
		}
		lists++
		var elements []json.RawMessage
		if json.Unmarshal(line, &elements) != nil {
			d.fault("the command mcp prints a list that is no JSON")
		}
		for _, e := range elements {
			take(e, &among)
		}
	}
	missing := 0
	for id := range c.notes {
		switch n := answered[id]; {
		case n > 1 || n == 1 && c.quiet[id]:
			d.fault("the command mcp answers a request once too often")
		case n == 0 && !c.quiet[id]:
			missing++
		}
	}
	if missing > 0 {
		d.fault("the command mcp leaves %d of %d requests without an answer", missing, len(c.notes))
	}
	slices.Sort(among)
	slices.Sort(c.among)
	if !slices.Equal(alone, c.alone) || !slices.Equal(among, c.among) || lists != c.lists {
		d.fault("the command mcp refuses lines with %d, not %d; in %d lists, not %d, with %d, not %d", alone, c.alone, lists, c.lists, among, c.among)
	}
}

func (c *conversation) input() string { return strings.Join(c.lines, "\n") + "\n" }

// stdio speaks the protocol with the command that serves the vocabularies.
func (d *Driver) stdio(ctx context.Context) {
	d.vocabularies(ctx)
	c := d.conversation()
	c.ask("initialize", `"protocolVersion":"`+handshake+`","capabilities":{},"clientInfo":{"name":"`+d.word(inClient)+`","version":"1"}`, func(*answer) {})
	c.say(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	d.tools(c)
	d.offers(c)
	for method := range wire.Methods() {
		c.ask(method, `"x":"`+d.word(inArgument)+`"`, func(*answer) {})
	}
	d.badLines(c)
	d.badLists(c)
	out := d.command(ctx, c.input(), []string{inClient, inRubbish, inReading, inTool, inMethodRPC, inIdentity, inArgument, inMeta, inNotification, inWithdrawal, inRevision}, "mcp", "--log-level", "debug")
	if out.Code != 0 {
		d.fault("the command mcp ends with %d", out.Code)
	}
	c.hear(out.Stdout)
}

// vocabularies asks the command mcp what it offers.
func (d *Driver) vocabularies(ctx context.Context) {
	c := d.conversation()
	for _, list := range []string{"tools/list", "prompts/list", "resources/list"} {
		c.ask(list, "", func(a *answer) {
			if a.failed() || json.Unmarshal(a.Result, &d.vocabulary) != nil {
				d.fault("the command mcp does not answer %s", list)
			}
		})
	}
	c.hear(d.command(ctx, c.input(), nil, "mcp", "--log-level", "debug").Stdout)
	if len(d.vocabulary.Tools) == 0 {
		d.fault("the command mcp lists no tools")
	}
}

// tools calls each tool rightly and wrongly. For that of reports no language model is set up: see reports.
func (d *Driver) tools(c *conversation) {
	for _, t := range d.vocabulary.Tools {
		for _, args := range goodCalls[t.Name] {
			c.call(t.Name, args, func(a *answer) {
				if a.failed() {
					d.fault("the command mcp does not answer %s", t.Name)
					return
				}
				d.Covered.Good(Tool, t.Name)
				d.goodArguments(t.Name, args)
			})
		}
		args, argument := d.calls(t)
		for i := range args {
			c.call(t.Name, args[i], func(a *answer) {
				if !a.failed() {
					return
				}
				d.Covered.Bad(Tool, t.Name)
				if argument[i] != "" {
					d.Covered.Bad(Argument, t.Name+" "+argument[i])
				}
			})
		}
	}
}

// offers asks for prompts and resources.
func (d *Driver) offers(c *conversation) {
	for _, p := range d.vocabulary.Prompts {
		args := map[string]string{}
		for _, a := range p.Arguments {
			args[a.Name] = "what was filled in"
		}
		c.ask("prompts/get", `"name":"`+p.Name+`","arguments":`+string(text(args)), func(a *answer) {
			if !a.failed() {
				d.Covered.Good(Prompt, p.Name)
			}
		})
		c.ask("prompts/get", `"name":"`+p.Name+`","arguments":{"x `+d.word(inPromptText)+`":"`+d.word(inPromptText)+`"}`, func(a *answer) {
			if a.failed() {
				d.Covered.Bad(Prompt, p.Name)
			}
		})
	}
	for _, r := range d.vocabulary.Resources {
		c.ask("resources/read", `"uri":"`+r.URI+`"`, func(a *answer) {
			if !a.failed() {
				d.Covered.Good(Resource, r.URI)
			}
		})
	}
	for _, uri := range hostileTexts(d.word(inResource)) {
		c.ask("resources/read", `"uri":`+string(text(uri)), func(*answer) {})
	}
}

// badLines are lines that are no request, and requests that are none of a session.
func (d *Driver) badLines(c *conversation) {
	w := d.word(inRubbish)
	c.refused(notJSON, w, `{"`+w, `[`+w+`]`, strings.Repeat(w, 10), "\xff\xfe"+w, "\x00"+w, `{"jsonrpc":"2.0","id":1,"method":"ping"}`+w, `{"jsonrpc":"2.0","id":1,"method":"`+w+"\xff\"}", `{"`+w+`":"`+w+"\x01\"}",
		strings.Repeat(`[`, wire.MaxDepth+1)+`"`+w+`"`+strings.Repeat(`]`, wire.MaxDepth+1), strings.Repeat(`{"`+w+`":`, 70)+`1`+strings.Repeat(`}`, 70))
	c.refused(noRequest, `"`+w+`"`, `12345`, `null`, `{"`+w+`":"`+w+`"}`, `{"jsonrpc":"2.0","id":1,"id":2,"method":"`+w+`"}`, `{"jsonrpc":"2.0","method":["`+w+`"]}`, `{"jsonrpc":"2.0","method":""}`, `{"jsonrpc":"`+w+`","`+w+`":1}`,
		`{"jsonrpc":"2.0","id":{"`+w+`":1},"method":"ping"}`, `{"jsonrpc":"2.0","id":["`+w+`"],"method":"ping"}`, `{"jsonrpc":"2.0","id":1e400,"method":"ping"}`, `{"jsonrpc":"2.0","id":1.5,"method":"`+w+`"}`,
		`{"jsonrpc":"2.0","a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"`+w+`":7,"`+w+`":8,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":"`+strings.Repeat(w, 100)+`","method":"ping"}`, `[]`, ` [ ] `)
	// Lines that are longer than a line may be: a request, and bytes.
	long := strings.Repeat(w, stdio.MaxLine/len(w)+1)
	c.refused(noRequest, `{"jsonrpc":"2.0","id":"`+w+`","method":"ping","params":{"x":"`+long+`"}}`, long)
	// What has no answer.
	for _, line := range []string{
		"", " \t\r", `{"jsonrpc":"2.0","id":"x","result":{"` + w + `":1}}`, `{"jsonrpc":"2.0","error":{"code":1,"message":"` + w + `","data":"` + w + `"}}`, `{"jsonrpc":"2.0","method":"` + w + `","params":"` + w + `"}`,
		`{"jsonrpc":"2.0","method":"notifications/` + d.word(inNotification) + `"}`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"1","reason":"` + d.word(inWithdrawal) + `"}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{"` + d.word(inWithdrawal) + `":1}}}`, `{"jsonrpc":"2.0","method":"notifications/cancelled"}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized","params":["` + d.word(inNotification) + `"]}`,
	} {
		c.say(line)
	}
	bad := func(method, params string) {
		c.ask(method, params, func(a *answer) {
			if !a.failed() {
				d.fault("the command mcp answers what it should refuse")
			}
		})
	}
	for _, method := range append(hostileTexts(d.word(inMethodRPC)), "notifications/"+d.word(inNotification), "subscriptions/listen") {
		bad(method, `"`+d.word(inArgument)+`":1`)
	}
	for _, name := range hostileTexts(d.word(inTool)) {
		bad("tools/call", `"name":`+string(text(name)))
	}
	for _, meta := range []string{
		`{"io.modelcontextprotocol/protocolVersion":"` + d.word(inRevision) + `"}`, `{"io.modelcontextprotocol/protocolVersion":["` + d.word(inRevision) + `"]}`,
		`{"io.modelcontextprotocol/protocolVersion":"` + wire.Stateless + `","io.modelcontextprotocol/clientInfo":"` + d.word(inRevision) + `"}`,
	} {
		bad("tools/list", `"_meta":`+meta)
	}
	bad("initialize", `"protocolVersion":"`+d.word(inRevision)+`"`)
	bad("tools/call", `"name":"resolve_indicator","arguments":{"names":["Glucose"]},"arguments":{"names":["`+d.word(inArgument)+`"]}`)
	// In a revision that each request names, as far as the protocol asks for more than the version.
	c.ask("tools/call", `"_meta":{"io.modelcontextprotocol/protocolVersion":"`+wire.Stateless+`","`+d.word(inMeta)+`":"`+d.word(inMeta)+`"},"name":"resolve_indicator","arguments":{"names":["`+d.word(inReading)+`"]}`, func(a *answer) {
		if a.failed() {
			d.fault("the command mcp does not answer in the revision %s", wire.Stateless)
		}
	})
	// The protocol has a request's id in its answer.
	id := `"` + d.word(inIdentity) + `"`
	c.notes[id], c.echo[id] = func(*answer) {}, true
	c.say(`{"jsonrpc":"2.0","id":` + id + `,"method":"` + d.word(inMethodRPC) + `"}`)
}

// badLists are requests in lists, which are answered by lists.
func (d *Driver) badLists(c *conversation) {
	w := d.word(inRubbish)
	good := func() string {
		return c.request("tools/call", `"name":"resolve_indicator","arguments":{"names":["Glucose","`+d.word(inReading)+`"]}`, func(a *answer) {
			if a.failed() {
				d.fault("the command mcp does not answer a request in a list")
			}
		})
	}
	bad := func(method, params string) string {
		return c.request(method, params, func(a *answer) {
			if !a.failed() {
				d.fault("the command mcp answers in a list what it should refuse")
			}
		})
	}
	say := func(elements ...string) { c.say("[" + strings.Join(elements, ",") + "]") }
	answered := func(codes []int, elements ...string) {
		say(elements...)
		c.lists++
		c.among = append(c.among, codes...)
	}
	silent := `{"jsonrpc":"2.0","method":"notifications/` + d.word(inNotification) + `"}`
	answered(nil, good())
	answered([]int{noRequest, noRequest, noRequest, noRequest, noRequest},
		good(), silent, bad(d.word(inMethodRPC), `"`+d.word(inArgument)+`":1`), bad("tools/call", `"name":"`+d.word(inTool)+`"`), bad("tools/call", `"name":"resolve_indicator","arguments":{"`+d.word(inArgument)+`":"`+d.word(inArgument)+`"}`),
		`"`+w+`"`, `["`+w+`"]`, `{"`+w+`":"`+w+`"}`, `{"jsonrpc":"2.0","id":{"`+w+`":1},"method":"ping"}`, `null`, `{"jsonrpc":"2.0","id":"x","result":{"`+w+`":1}}`, good())
	answered([]int{noRequest}, `{"jsonrpc":"`+w+`"}`)
	say(silent, silent)
}
