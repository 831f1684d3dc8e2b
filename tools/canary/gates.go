package canarycheck

import (
	"context"
	"encoding/base64"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// gates is everything that is in front of the answers: who asks, with what, where, how.
func (d *Driver) gates(ctx context.Context) {
	var tasks []func()
	tasks = append(tasks, d.signIns(ctx)...)
	tasks = append(tasks, d.paths(ctx)...)
	tasks = append(tasks, d.headers(ctx)...)
	each(ctx, tasks)
	d.overflow(ctx)
	d.crowd(ctx)
	d.unwritten(ctx)
}

// revoked is a token that was revoked, and so was a link.
func (d *Driver) revoked(ctx context.Context, scope string) string {
	out := d.command(ctx, "", nil, "token", "add", "--account", "song.lan@example.org", "--label", "to be revoked", "--scope", scope)
	secret := strings.TrimSpace(string(out.Stdout))
	for line := range strings.Lines(string(d.command(ctx, "", nil, "token", "list").Stdout)) {
		if strings.Contains(line, "to be revoked") {
			key, _, _ := strings.Cut(line, " ")
			d.command(ctx, "", nil, "token", "revoke", key)
		}
	}
	d.command(ctx, "", nil, "link", "add", "--account", "song.lan@example.org")
	for line := range strings.Lines(string(d.command(ctx, "", nil, "link", "list").Stdout)) {
		if key, _, _ := strings.Cut(line, " "); strings.Contains(line, d.second) {
			d.command(ctx, "", nil, "link", "revoke", key)
		}
	}
	return secret
}

// signIns are credentials that open nothing.
func (d *Driver) signIns(ctx context.Context) []func() {
	narrow := func(scope string) string {
		out := d.command(ctx, "", nil, "token", "add", "--account", "song.lan@example.org", "--label", "narrow", "--scope", scope)
		return "Authorization: Bearer " + strings.TrimSpace(string(out.Stdout))
	}
	bearer := d.word(inBearer)
	basic := base64.StdEncoding.EncodeToString([]byte("ilse:" + d.word(inBasic)))
	mcpHeaders := []string{"Content-Type: application/json", "Mcp-Protocol-Version: " + handshake}
	call := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"query_health_indicators","arguments":{"keywords":["` + d.word(inKeyword) + `"]}}}`
	var out []func()
	try := func(name string, statuses string, q request) {
		out = append(out, func() {
			if r := d.send(ctx, q); !strings.Contains(statuses, itoa(r.status)) || r.status == 0 {
				d.fault("sign-in with %s at %s: %d", name, strings.SplitN(q.target, "?", 2)[0], r.status)
			}
		})
	}
	for name, header := range map[string]string{
		"nothing": "X-None: 1", "an unknown token": "Authorization: Bearer rst_" + bearer + bearer + "aaa", "a text": "Authorization: Bearer " + bearer, "another scheme": "Authorization: " + bearer + " " + bearer,
		"a password": "Authorization: Basic " + basic, "two tokens": "Authorization: Bearer " + bearer + "\r\nAuthorization: Bearer x", "a list": "Authorization: Bearer " + bearer + ", Bearer x", "an empty one": "Authorization: Bearer ",
		"a long one": "Authorization: Bearer " + strings.Repeat(bearer, 300), "a cookie": "Cookie: session=" + d.word(inCookie), "a digest": `Authorization: Digest username="` + bearer + `", uri="/` + bearer + `"`,
		"one that was revoked": "Authorization: Bearer " + d.revoked(ctx, "mcp:read,api:read"),
	} {
		channels := []string{inBearer, inBasic, inCookie}
		try(name, "401", request{target: "/api/v1/indicators?keyword=" + d.word(inKeyword), headers: []string{header}, channels: append(channels, inKeyword)})
		try(name, "401", request{method: "POST", target: "/mcp", headers: append([]string{header}, mcpHeaders...), body: call, channels: channels})
	}
	try("a token for MCP", "403", request{target: "/api/v1/journal", headers: []string{narrow("mcp:read")}})
	try("a token for REST", "403", request{method: "POST", target: "/mcp", headers: append([]string{narrow("api:read")}, mcpHeaders...), body: call})
	for _, p := range []string{"access_token", "token", "authorization"} {
		try("a token in the query", "400 401", request{target: "/api/v1/journal?" + p + "=" + d.word(inQueryToken), channels: []string{inQueryToken}})
		try("a token in the query", "400 401", request{method: "POST", target: "/mcp?" + p + "=" + d.word(inQueryToken), headers: mcpHeaders, body: call, channels: []string{inQueryToken}})
	}
	for _, secret := range []string{d.word(inLinkSecret), "rsl_" + d.word(inLinkSecret), "rsl_" + strings.Repeat(d.word(inLinkSecret), 2), escaped(d.word(inLinkSecret) + "/../x"), strings.Repeat(d.word(inLinkSecret), 100)} {
		for _, method := range []string{"POST", "GET", "DELETE"} {
			out = append(out, func() {
				r := d.send(ctx, request{method: method, target: "/mcp/" + secret, headers: mcpHeaders, body: call, channels: []string{inLinkSecret}})
				if r.status < 400 {
					d.fault("a link that there is not: %d", r.status)
					return
				}
				d.Covered.Bad(Route, "/mcp/{secret}")
			})
		}
	}
	return out
}

// paths are addresses that are none.
func (d *Driver) paths(ctx context.Context) []func() {
	w := d.word(inPath)
	var out []func()
	for _, path := range []string{
		"/" + w, "/" + w + "/" + w + ".php", "/api/v1/" + w, "/api/v1/indicators/" + w, "/api/v2/indicators", "/api/v1//" + w, "/api/v1/../../" + w, "/./" + w, "//" + w + ".example/", "/mcp/" + w + "/" + w, "/healthz/" + w,
		"/metrics/" + w, "/.well-known/" + w, "/.well-known/oauth-authorization-server/" + w, "/favicon.ico?" + w, "/%2e%2e/" + w, "/%00" + w, "/%ff" + w, "/" + escaped(w+"\r\nX-Injected: 1"), "/" + strings.Repeat(w, 200), "http://x.example/" + w,
		"/debug/pprof/" + w, "/debug/vars", "*", "/" + w + "?" + d.word(inQueryName) + "=" + d.word(inQuery) + "#" + w,
	} {
		for _, method := range []string{"GET", "POST", "HEAD", "OPTIONS", "CONNECT", "PROPFIND", strings.ToUpper(d.word(inMethod)), d.word(inMethod)} {
			out = append(out, func() {
				r := d.send(ctx, request{method: method, target: path, body: d.word(inBody), channels: []string{inPath, inQuery, inQueryName, inMethod}, headers: []string{"Referer: http://x.example/" + d.word(inReferer)}})
				if r.status >= 200 && r.status < 400 || r.status >= 500 {
					d.fault("%s of a path that there is not: %d", method, r.status)
				}
			})
		}
	}
	for _, path := range d.served.Routes {
		target := strings.ReplaceAll(path, "{secret}", d.word(inLinkSecret))
		for _, method := range []string{strings.ToUpper(d.word(inMethod)), "TRACE", "CONNECT", "DELETE", "PUT"} {
			out = append(out, func() {
				r := d.send(ctx, request{method: method, target: target, channels: []string{inMethod, inLinkSecret}})
				if r.status < 400 {
					d.fault("%s of %s: %d", method, path, r.status)
					return
				}
				d.Covered.Bad(Route, path)
			})
		}
		if !strings.HasPrefix(path, "/.well-known/") && path != "/healthz" {
			continue
		}
		out = append(out, func() { // what nobody reads
			q := request{target: path, body: chunked(strings.Repeat(d.word(inBody), 5000), "X-T: "+d.word(inHeader)), length: -1, headers: []string{inPieces}, channels: []string{inBody, inHeader}}
			if r := d.send(ctx, q); r.status != 200 {
				d.fault("%s with a body: %d", path, r.status)
			}
		}, func() {
			if r := d.send(ctx, request{target: path + "?" + d.word(inQueryName) + "=" + d.word(inQuery), channels: []string{inQueryName, inQuery}}); r.status != 200 {
				d.fault("%s: %d", path, r.status)
				return
			}
			d.Covered.Good(Route, path)
		})
	}
	return out
}

// headers are headers that say what nobody asked for, on requests that are answered all the same, and on others.
func (d *Driver) headers(ctx context.Context) []func() {
	list := []string{
		"User-Agent: " + d.word(inUserAgent), "Cookie: session=" + d.word(inCookie) + "; " + d.word(inCookie) + "=1", "Referer: https://x.example/?q=" + d.word(inReferer), "X-Request-Id: " + d.word(inRequestID),
		"X-Correlation-Id: " + d.word(inRequestID), "Traceparent: 00-" + d.word(inTrace) + "-00f067aa0ba902b7-01", "Tracestate: x=" + d.word(inTrace), "Baggage: patient=" + d.word(inTrace), "X-Trace-Id: " + d.word(inTrace),
		"X-Forwarded-For: " + d.word(inForwarded), "Forwarded: for=" + d.word(inForwarded), "X-Real-Ip: " + d.word(inForwarded), "X-" + d.word(inHeaderName) + ": " + d.word(inHeader), d.word(inHeaderName) + ": " + d.word(inHeader),
		"X-Long: " + strings.Repeat(d.word(inHeader), 300), "Accept-Language: " + d.word(inHeader), "If-None-Match: \"" + d.word(inHeader) + "\"", "Range: bytes=" + d.word(inHeader), "Expect: " + d.word(inHeader),
		"Upgrade: " + d.word(inHeader) + "\r\nConnection: Upgrade", "Origin: https://" + d.word(inOrigin) + ".example", "Origin: " + d.word(inOrigin), "Accept: text/" + d.word(inContentType), "Accept-Encoding: " + d.word(inHeader),
		"X-Bad " + d.word(inHeaderName) + ": 1", d.word(inHeaderName), "X-Bytes: " + d.word(inHeader) + "\xff\xfe", "X-Nul: " + d.word(inHeader) + "\x00", " " + d.word(inHeaderName) + ": folded", "Content-Length: " + d.word(inHeader),
		"Transfer-Encoding: " + d.word(inHeader), "X-Huge: " + strings.Repeat(d.word(inHeader), 2000),
	}
	channels := []string{
		inUserAgent, inCookie, inReferer, inRequestID, inTrace, inForwarded, inHeader, inHeaderName, inOrigin, inContentType,
	}
	var out []func()
	for _, h := range list {
		for _, target := range []string{"/api/v1/indicators", "/healthz", "/" + d.word(inPath), "/.well-known/oauth-protected-resource"} {
			out = append(out, func() {
				if r := d.send(ctx, request{who: own, target: target, headers: []string{h}, channels: channels}); r.status >= 500 && r.status != 501 {
					d.fault("a header at %s: %d", strings.SplitN(target, d.word(inPath), 2)[0], r.status)
				}
			})
		}
		out = append(out, func() {
			m := message{who: own, method: "tools/list", headers: []string{h}, channels: channels}
			if a := d.ask(ctx, m); a.status >= 500 && a.status != 501 {
				d.fault("a header at /mcp: %d", a.status)
			}
		})
	}
	for _, host := range []string{d.word(inHost) + ".example", "user:" + d.word(inHost) + "@127.0.0.1", "[" + d.word(inHost) + "]", "127.0.0.1:" + d.word(inHost), "", "x/" + d.word(inHost), d.word(inHost) + "\xff"} {
		for _, target := range []string{"/mcp", "/healthz", "/.well-known/oauth-protected-resource/mcp", "/api/v1/journal"} {
			out = append(out, func() { d.send(ctx, request{who: own, target: target, host: host, channels: []string{inHost}}) })
		}
	}
	return out
}

// overflow asks with one credential until it is told to wait.
func (d *Driver) overflow(ctx context.Context) {
	secret := d.own.next()
	refused := false
	var tasks []func()
	for range 150 {
		tasks = append(tasks, func() {
			q := request{target: "/api/v1/journal?from=" + d.word(inDate), headers: []string{"Authorization: Bearer " + secret}, once: true, channels: []string{inDate}}
			if d.send(ctx, q).status == 429 {
				d.mu.Lock()
				refused = true
				d.mu.Unlock()
			}
		})
	}
	each(ctx, tasks)
	if !refused {
		d.fault("nobody was told to wait")
	}
	time.Sleep(500 * time.Millisecond)
}

// atOnce are more requests than the server answers at one time.
const atOnce = 320

// crowd has so many requests wait at once that others are refused.
func (d *Driver) crowd(ctx context.Context) {
	var refused atomic.Int64
	for range 3 {
		var wg sync.WaitGroup
		for range atOnce {
			wg.Go(func() {
				q := request{target: "/.well-known/oauth-protected-resource?" + d.word(inQueryName) + "=1", headers: d.asking("route/slow"), once: true, channels: []string{inQueryName}}
				if r := d.send(ctx, q); r.status == 503 && strings.Contains(r.text(), "as many requests as it can") {
					refused.Add(1)
				}
			})
		}
		wg.Wait()
		if refused.Load() > 0 {
			return
		}
	}
	d.fault("%d requests at once were all taken", atOnce)
}

// unwritten has the access log's writing fail while questions are under way: they were let in, and are not answered.
func (d *Driver) unwritten(ctx context.Context) {
	const name = "store.audit/error-speaks"
	var refused atomic.Int64
	for range 20 {
		q := request{who: own, target: "/api/v1/journal", headers: d.asking(name), channels: []string{faultChannel(name)}}
		if r := d.send(ctx, q); r.status != 200 {
			d.fault("a question whose entry will not be written: %d", r.status)
			return
		}
		var wg sync.WaitGroup
		until := time.Now().Add(200 * time.Millisecond) // its entry waits for others before it is written
		for range workers {
			wg.Go(func() {
				for time.Now().Before(until) && ctx.Err() == nil {
					r := d.send(ctx, request{who: own, target: "/api/v1/records?kind=all&limit=200&keyword=" + d.word(inKeyword), once: true, channels: []string{inKeyword}})
					if r.status == 503 && strings.Contains(r.text(), "the access log cannot be written: ") {
						refused.Add(1)
					}
				}
			})
		}
		wg.Wait()
		if refused.Load() > 0 {
			return
		}
	}
	d.fault("each question was answered that was under way while the access log could not be written")
}
