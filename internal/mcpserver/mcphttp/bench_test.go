package mcphttp_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/answers"
	"github.com/seed-a76b335c/philint/internal/audit"
	"github.com/seed-a76b335c/philint/internal/limit"
	"github.com/seed-a76b335c/philint/internal/mcpserver/mcphttp"
	"github.com/seed-a76b335c/philint/internal/record"
)

// discard takes an answer and keeps its status.
type discard struct {
	header http.Header
	status int
}

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) WriteHeader(status int)      { d.status = status }
func (d *discard) Write(p []byte) (int, error) { return len(p), nil }

// empty answers every question with no rows, at once.
type empty struct{ answer answers.Envelope }

func (e empty) Ask(context.Context, record.PersonID, string, json.RawMessage, answers.Limits) answers.Envelope {
	return e.answer
}

func (empty) Presence(context.Context, record.PersonID) answers.Presence {
	return answers.Presence{Readings: true}
}

// blank takes nothing down.
type blank struct{}

func (blank) Record(context.Context, record.PersonID, audit.Entry) error { return nil }

// BenchmarkCall is all that stands around a question: the gates, the SDK, and an answer without rows.
func BenchmarkCall(b *testing.B) {
	const arguments = `{"view":"stats","keywords":["ferritin"]}`
	for _, bb := range []struct {
		name   string
		call   call
		status int
	}{
		{"2025-11-25", call{version: "2025-11-25", body: toolCall("query_health_indicators", arguments)}, 200},
		{"2026-07-28", call{version: modern, body: rpc26("tools/call", `,"name":"query_health_indicators","arguments":`+arguments)}, 200},
		{"ping", call{version: "2025-11-25", body: rpc("ping", "")}, 200},
		{"list", call{version: modern, body: rpc26("tools/list", "")}, 200},
		{"refused", call{body: `{"jsonrpc":"2.0"`}, 400},
	} {
		b.Run(bb.name, func(b *testing.B) {
			s := newServer(b, func(c *mcphttp.Config) {
				c.Callers = limit.New(limit.Rules{PerSecond: 1e12, Burst: 1e9, AtOnce: 1e6}, time.Now)
				c.Audit, c.Answers = blank{}, empty{filled(0, false)}
			})
			bb.call.token = goodToken
			r := bb.call.request()
			body := strings.NewReader("")
			w := &discard{header: http.Header{}}
			b.ReportAllocs()
			for b.Loop() {
				body.Reset(bb.call.body)
				r.Body = io.NopCloser(body)
				s.h.ServeHTTP(w, r)
			}
			if w.status != bb.status {
				b.Fatalf("answered %d", w.status)
			}
		})
	}
}
