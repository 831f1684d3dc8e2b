package canarycheck

import (
	"context"
	"strings"

	"github.com/seed-a76b335c/philint/internal/demo"
	"github.com/seed-a76b335c/philint/internal/web"
)

// apiPrefix is what stands before the paths that want a credential.
const apiPrefix = "/api/"

// goodQueries are questions that are answered, by path. Each parameter of a route stands in one of them.
var goodQueries = map[string][]string{
	"/api/v1/indicators": {
		"", "keyword=glucose&view=raw", "keyword=heart%20rate&view=month&start=2026-01-01&end=2026-02-28", "keyword=heart%20rate&view=day", "keyword=steps&view=hour&start=2026-02-01&end=2026-02-02",
		"keyword=heart%20rate&view=minute&start=2026-02-01&end=2026-02-01", "keyword=weight&view=week", "keyword=glucose&keyword=weight&view=stats", "keyword=headache&view=latest",
		"indicator=Ferritin&view=raw", "indicator=8867-4&view=stats",
	},
	"/api/v1/medications": {"", "view=plan", "view=log&start=2026-01-01&end=2026-01-31", "view=history", "keyword=ibuprofen&view=plan"},
	"/api/v1/records": {
		"", "kind=all&limit=200", "kind=measurement&modality=device-sensed&limit=50", "start=2026-01-01&end=2026-01-31", "keyword=glucose&limit=2",
	},
	"/api/v1/journal": {"", "from=2026-01-01&to=2026-12-31", "from=2026-01-01&to=2026-06-30&kind=symptom", "kind=note", "kind=condition", "kind=measurement"},
	"/healthz":        {""},
}

// channelOf is the way in that a parameter is.
func channelOf(parameter string) string {
	switch parameter {
	case "keyword", "keywords":
		return inKeyword
	case "indicator", "indicators":
		return inSelector
	case "start", "end", "from", "to":
		return inDate
	case "view", "kind", "modality":
		return inView
	case "cursor":
		return inCursor
	case "unit", "units", "from_unit", "to_unit":
		return inUnit
	case "readings", "text", "path":
		return inReading
	}
	return inArgument
}

// rest asks each route everything that can be asked, and what cannot.
func (d *Driver) rest(ctx context.Context) {
	var tasks []func()
	for _, r := range web.Routes() {
		if r.Path == "/metrics" {
			continue // may be elsewhere
		}
		asks := nobody
		if strings.HasPrefix(r.Path, apiPrefix) {
			asks = own
		}
		for _, q := range goodQueries[r.Path] {
			tasks = append(tasks, func() { d.goodQuery(ctx, asks, r.Path, q) })
		}
		for _, p := range r.Parameters {
			tasks = append(tasks, d.badParameter(ctx, r.Path, p)...)
		}
		tasks = append(tasks, d.badRoute(ctx, asks, r.Path)...)
	}
	tasks = append(tasks, func() { d.pages(ctx) })
	each(ctx, tasks)
}

// pages goes through the pages of records, whose cursors are the server's own.
func (d *Driver) pages(ctx context.Context) {
	target, n := "/api/v1/records?kind=all&limit=200", 0
	for ; n < 4; n++ {
		r := d.send(ctx, request{who: own, target: target})
		next := between(r.text(), `"next":"`, `"`)
		if r.status != 200 || next == "" {
			break
		}
		target = "/api/v1/records?kind=all&limit=200&cursor=" + escaped(next)
	}
	if n < 2 {
		d.fault("the record has no second page")
		return
	}
	d.Covered.Good(Parameter, "/api/v1/records cursor")
}

func (d *Driver) goodQuery(ctx context.Context, asks who, path, query string) {
	target := path
	if query != "" {
		target += "?" + query
	}
	for _, method := range []string{"GET", "HEAD"} {
		if r := d.send(ctx, request{who: asks, method: method, target: target}); r.status != 200 {
			d.fault("%s %s: %d", method, target, r.status)
			return
		}
	}
	d.Covered.Good(Route, path)
	for _, pair := range strings.Split(query, "&") {
		if name, _, ok := strings.Cut(pair, "="); ok {
			d.Covered.Good(Parameter, path+" "+name)
		}
	}
}

// badParameter gives a parameter everything that it is not for, and gives it twice.
func (d *Driver) badParameter(ctx context.Context, path, name string) []func() {
	channel := channelOf(name)
	word := d.word(channel)
	refused := func(query string, channels ...string) func() {
		return func() {
			r := d.send(ctx, request{who: own, target: path + "?" + query, channels: channels})
			switch {
			case r.status == 400, r.status == 414, r.status == 431:
				d.Covered.Bad(Parameter, path+" "+name)
			case r.status != 200:
				d.fault("%s with a hostile %s: %d", path, name, r.status)
			}
		}
	}
	var out []func()
	for _, v := range append(hostileTexts(word), hostileBytes(word)...) {
		out = append(out, refused(name+"="+escaped(v), channel))
		if len(v) < 1000 {
			out = append(out, refused(name+"="+escaped(v)+"&"+name+"="+escaped(v+"2")+"&view=raw&view=raw", channel))
		}
	}
	return append(out, refused(name+"=%zz"+word, channel), refused(name+"=&"+name+"="+word+"&"+name+"=2026-01-01", channel))
}

// badRoute asks a route in ways that it does not take.
func (d *Driver) badRoute(ctx context.Context, asks who, path string) []func() {
	refused := func(statuses string, q request) func() {
		return func() {
			q.who = asks
			r := d.send(ctx, q)
			if r.status >= 400 && strings.Contains(statuses, itoa(r.status)) {
				d.Covered.Bad(Route, path)
				return
			}
			d.fault("%s %s in a way that it does not take: %d", q.method, path, r.status)
		}
	}
	var out []func()
	for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"} {
		out = append(out, refused("405 415", request{method: method, target: path + "?keyword=" + d.word(inQuery), body: d.word(inBody), channels: []string{inQuery, inBody}, headers: []string{"Content-Type: text/plain"}}))
	}
	if asks == own {
		name := d.word(inQueryName)
		for _, n := range hostileTexts(name)[1:] { // the first has the form of a parameter's name, and is repeated
			if len(n) < 4000 {
				out = append(out, refused("400", request{target: path + "?" + escaped(n) + "=1", channels: []string{inQueryName}}))
			}
		}
		out = append(out,
			refused("400", request{target: path + "?" + name + "=" + d.word(inQuery), channels: []string{inQueryName, inQuery}, echoes: true}),
			refused("400", request{target: path + "?%zz=" + d.word(inQuery), channels: []string{inQuery}}),
			refused("400", request{target: path + "?a;b=" + d.word(inQuery), channels: []string{inQuery}}),
			refused("415", request{target: path, body: `{"` + d.word(inBody) + `":"` + d.word(inBody) + `"}`, channels: []string{inBody}, headers: []string{"Content-Type: application/json"}}),
			refused("413", request{target: path, body: "x", length: 1 << 20, channels: []string{inBody}}),
			refused("415", request{target: path, body: chunked(strings.Repeat(d.word(inBody), 10_000), "X-T: "+d.word(inHeader)), length: -1, channels: []string{inBody, inHeader}, headers: []string{inPieces}}),
		)
	}
	return out
}

// demoWords reads each word of the demo record back, through what its owner can ask.
func (d *Driver) demoWords(ctx context.Context) {
	all := ""
	for _, target := range []string{
		"/api/v1/journal?from=2025-01-01&to=2025-12-31", "/api/v1/journal?from=2026-01-01&to=2026-12-31", "/api/v1/medications?view=plan", "/api/v1/medications?view=history",
		"/api/v1/records?kind=all&limit=200&start=2025-11-01&end=2025-11-30", "/api/v1/indicators?keyword=" + escaped(d.words[demo.ChannelReadingComment]),
		"/api/v1/records?kind=all&limit=200&keyword=" + escaped(d.words[demo.ChannelReadingComment]),
	} {
		r := d.send(ctx, request{who: own, target: target})
		if r.status != 200 {
			d.fault("GET %s: %d", strings.SplitN(target, "?", 2)[0], r.status)
		}
		all += r.text()
	}
	for _, c := range demo.Canaries() {
		switch c.Channel {
		case demo.ChannelPersonName, demo.ChannelEmail:
		case demo.ChannelMedicationInstruction:
			if strings.Contains(all, "Ibuprofen") { // the instruction is one for it
				d.sent(c.Channel, 200)
			}
		default:
			d.readBack(c.Channel, []byte(all))
		}
	}
}

// between is what stands between two texts for the first time.
func between(s, before, after string) string {
	_, s, ok := strings.Cut(s, before)
	if !ok {
		return ""
	}
	s, _, _ = strings.Cut(s, after)
	return s
}
