package canarycheck

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/seed-a76b335c/philint/internal/demo"
)

// faults has everything break that the build can break, each with a word of its own.
func (d *Driver) faults(ctx context.Context) {
	var tasks []func()
	var later []string // of what is written when no request waits for it
	for i, name := range d.served.Faults {
		switch {
		case strings.HasPrefix(name, "store.uses/"): // see uses
		case strings.HasPrefix(name, "store.audit/"):
			later = append(later, name)
		default:
			for _, q := range d.broken(name, i) {
				tasks = append(tasks, func() { d.breakDown(ctx, name, q) })
			}
		}
	}
	each(ctx, tasks)
	d.audits(ctx, later)
	d.happened(ctx)
}

// happened asks the server which faults there were, until all were there: some come when no request waits for them. One
// that was asked for and did not come shows nothing.
func (d *Driver) happened(ctx context.Context) {
	var now served
	for range tries {
		r := d.send(ctx, request{target: "/", headers: []string{faultHeader + ": " + faultList}, echoes: true})
		if err := json.Unmarshal(r.body, &now); err != nil {
			d.fault("the server does not say which faults there were")
			return
		}
		if !slices.ContainsFunc(d.served.Faults, func(name string) bool { return now.Happened[name] == 0 }) || ctx.Err() != nil {
			break
		}
		time.Sleep(tryAgain)
	}
	for _, name := range d.served.Faults {
		if now.Happened[name] > 0 {
			d.Covered.Bad(Fault, name)
		}
	}
}

// asking are the headers that ask for a fault.
func (d *Driver) asking(name string) []string {
	return []string{faultHeader + ": " + name, wordHeader + ": " + d.word(faultChannel(name))}
}

// broken are the requests that a fault is asked for with: over each surface that can come upon it.
func (d *Driver) broken(name string, turn int) []request {
	over := func(m message) request {
		m.who = own
		q := d.request(&m)
		q.headers = append(q.headers, d.asking(name)...)
		return q
	}
	call := message{method: "tools/call", params: `"name":"query_health_indicators","arguments":{"keywords":["glucose"],"view":"raw"}`}
	link := call
	link.path = "/mcp/" + d.link
	out := []request{over(call)}
	rest := func(target string) { out = append(out, request{who: own, target: target, headers: d.asking(name)}) }
	switch at, _, _ := strings.Cut(name, "/"); at {
	case "route", "half":
		out = append(out, request{target: "/.well-known/oauth-protected-resource", headers: d.asking(name)})
	case "store.find", "store.found":
		rest("/api/v1/journal")
		out = append(out, over(link))
	case "store.read", "store.rows":
		rest("/api/v1/indicators?keyword=glucose&view=stats")
		rest("/api/v1/records?kind=all")
		rest("/api/v1/journal?from=2026-01-01&to=2026-03-31")
		rest("/api/v1/medications?view=log")
		out = append(out, over(message{method: "tools/list"}), over(message{method: "tools/call", params: `"name":"query_medications","arguments":{"view":"history"}`}))
	case "door":
		rest("/healthz")
	}
	for i := range out {
		out[i].once = true
		out[i].channels = []string{faultChannel(name)}
	}
	// A few for each fault, others for the next: a panic in the store costs it a connection.
	for range turn % len(out) {
		out = append(out[1:], out[0])
	}
	return out[:min(len(out), surfaces)]
}

// surfaces are how many requests come upon each fault.
const surfaces = 3

// breakDown asks for a fault. Only where the connection itself is cut there is no answer.
func (d *Driver) breakDown(ctx context.Context, name string, q request) {
	if strings.HasSuffix(name, "/slow") {
		// Whoever asks does not wait for it either.
		c, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
		defer cancel()
		d.send(c, q)
		d.sent(faultChannel(name), 499)
		return
	}
	var r reply
	for range tries {
		if r = d.send(ctx, q); r.status != 429 && !(r.status == 503 && strings.Contains(r.text(), "access log")) {
			break
		}
		time.Sleep(tryAgain)
	}
	if r.status == 200 && strings.Contains(r.text(), `"error"`) || strings.Contains(r.text(), `"isError":true`) {
		d.keep("refusals", &r)
	}
	if r.status == 0 {
		d.sent(faultChannel(name), 500) // it was heard: the connection was cut, as it should be
	}
}

// audits have the writing of the access log fail, each time at the next question's entry, and wait until it goes on.
func (d *Driver) audits(ctx context.Context, names []string) {
	for _, name := range names {
		q := request{who: own, target: "/api/v1/journal", headers: d.asking(name), channels: []string{faultChannel(name)}}
		if r := d.send(ctx, q); r.status != 200 {
			d.fault("a question whose entry will not be written: %d", r.status)
		}
		time.Sleep(70 * time.Millisecond)
		d.send(ctx, request{who: own, target: "/api/v1/journal", once: true})
		d.send(ctx, request{target: "/healthz", once: true})
		if r := d.send(ctx, request{who: own, target: "/api/v1/journal"}); r.status != 200 {
			d.fault("after the fault %s nothing is answered any more: %d", name, r.status)
			return
		}
	}
}

// usesDelay is how long the server gathers when credentials were used.
const usesDelay = 2200 * time.Millisecond

// uses have the writing down of when credentials were used fail. That of one credential is written once a minute, unless
// it could not be.
func (d *Driver) uses(ctx context.Context) {
	out := d.command(ctx, "", nil, "token", "add", "--account", d.words[demo.ChannelEmail]+"@example.org", "--label", "used", "--scope", "api:read")
	token := "Authorization: Bearer " + strings.TrimSpace(string(out.Stdout))
	for _, name := range d.served.Faults {
		if !strings.HasPrefix(name, "store.uses/") {
			continue
		}
		q := request{target: "/api/v1/journal", headers: append(d.asking(name), token), channels: []string{faultChannel(name)}}
		if r := d.send(ctx, q); r.status != 200 {
			d.fault("a question with a credential whose use will not be written down: %d", r.status)
		}
		time.Sleep(usesDelay)
	}
}
