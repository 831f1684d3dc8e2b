package mcphttp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/answers"
	"github.com/seed-a76b335c/philint/internal/auth"
	"github.com/seed-a76b335c/philint/internal/limit"
	"github.com/seed-a76b335c/philint/internal/mcpserver"
	"github.com/seed-a76b335c/philint/internal/mcpserver/mcphttp"
	"github.com/seed-a76b335c/philint/internal/record"
)

// outcome is what a call comes to: the answer, the calls that were observed, and the access log.
type outcome struct {
	Status   int
	Answer   any
	Observed []string
	Audit    string
}

func comesTo(t *testing.T, c call, ask func(string, json.RawMessage) answers.Envelope) outcome {
	t.Helper()
	var out outcome
	s := newServer(t, func(c *mcphttp.Config) {
		c.Observe = func(tool mcpserver.ToolName, how mcpserver.Outcome, _ time.Duration) {
			out.Observed = append(out.Observed, string(tool)+" "+string(how))
		}
	})
	s.book.ask = func(_ context.Context, _ record.PersonID, tool string, arguments json.RawMessage) answers.Envelope {
		return ask(tool, arguments)
	}
	r := s.do(c)
	out.Status, out.Audit = r.status, s.audit.String()
	if err := json.Unmarshal([]byte(r.body), &out.Answer); err != nil {
		t.Fatalf("%v in %s", err, r.body)
	}
	return out
}

// A parameter that the protocol does not have leaves a call to the SDK, which ignores it. What is answered without the
// SDK must be what it answers.
func TestACallIsAnsweredAsTheSDKAnswersIt(t *testing.T) {
	odd := "a \"quoted\" \\ back\u2028slash <b>&amp;\ttab\u0001 \u00e9 \U0001F600"
	texts := map[string]answers.Envelope{
		"ok": filled(3, false), "partial": filled(3, true), "odd": refused(answers.InvalidArguments, odd), "denied": refused(answers.Denied, "no"),
		"unavailable": refused(answers.Unavailable, "later"), "internal": refused(answers.Internal, "broken"),
	}
	ask := func(_ string, arguments json.RawMessage) answers.Envelope {
		var a struct{ Keywords []string }
		if json.Unmarshal(arguments, &a) != nil || len(a.Keywords) != 1 {
			return filled(0, false)
		}
		if a.Keywords[0] == "panic" {
			panic(fmt.Errorf("of %s", canary))
		}
		return texts[a.Keywords[0]]
	}
	var params []string
	for name := range texts {
		params = append(params, `"name":"query_health_indicators","arguments":{"keywords":["`+name+`"]}`)
	}
	params = append(
		params,
		`"name":"query_health_indicators","arguments":{"keywords":["panic"]}`,
		`"name":"query_health_indicators"`,
		`"name":"query_medications","arguments":null`,
		`"name":"query_medications","arguments":[1]`,
		`"name":"query\u005fmedications","arguments":{"a":1,"a":2}`,
		`"name":"resolve_indicator","arguments":{"names":["HbA1c","<b>&\u2028","\u0001"]}`,
		`"name":"resolve_indicator","arguments":{"names":["boom"]}`,
		`"name":"resolve_indicator","arguments":{"`+canary+`":["x"]}`,
		`"name":"convert_unit","arguments":{"value":1e3,"from_unit":"g","to_unit":"kg"}`,
		`"name":"nobody","arguments":{}`,
		`"name":7`, `"name":null`, `"arguments":{}`,
	)
	metas := []string{
		``, `"progressToken":"p"`, `"progressToken":7`, `"x":1e999`, `"io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"}`,
		`"io.modelcontextprotocol/clientInfo":null`, `"io.modelcontextprotocol/clientInfo":7`, `"io.modelcontextprotocol/logLevel":7`,
	}
	can := []string{`{}`, `null`, `7`, `{"roots":{"listChanged":true},"elicitation":{"form":{}},"experimental":{"a":{}}}`, `{"roots":7}`}
	for _, version := range []string{"", "2025-06-18", "2025-11-25", modern} {
		for i, p := range params {
			for j, m := range metas {
				for k, c := range can {
					if i > 0 && j > 0 && k > 0 || version != modern && k > 0 {
						continue // each with each is not needed
					}
					var meta []string
					if version == modern {
						meta = append(meta, `"io.modelcontextprotocol/protocolVersion":"`+modern+`"`, `"io.modelcontextprotocol/clientCapabilities":`+c)
					}
					if m != "" {
						meta = append(meta, m)
					}
					whole := p
					if meta != nil {
						whole += `,"_meta":{` + strings.Join(meta, ",") + `}`
					}
					plain := comesTo(t, call{version: version, token: goodToken, body: rpc("tools/call", `{`+whole+`}`)}, ask)
					bySDK := comesTo(t, call{version: version, token: goodToken, body: rpc("tools/call", `{`+whole+`,"later":1}`)}, ask)
					if !reflect.DeepEqual(plain, bySDK) {
						t.Errorf("%q, %s:\n%+v\nand by the SDK\n%+v", version, whole, plain, bySDK)
					}
				}
			}
		}
	}
}

// What stands around a question is done once: no session is begun for it, and its answer is encoded once.
func TestACallCostsLittle(t *testing.T) {
	const arguments = `{"view":"stats","keywords":["ferritin"]}`
	for _, tt := range []struct {
		call call
		most float64
	}{
		{call{version: "2025-11-25", body: toolCall("query_health_indicators", arguments)}, 65},
		{call{version: modern, body: rpc26("tools/call", `,"name":"query_health_indicators","arguments":`+arguments)}, 100},
	} {
		s := newServer(t, func(c *mcphttp.Config) {
			c.Callers = limit.New(limit.Rules{PerSecond: 1e12, Burst: 1e9, AtOnce: 1e6}, time.Now)
			c.Audit, c.Answers = blank{}, empty{filled(0, false)}
		})
		tt.call.token = goodToken
		r, body, w := tt.call.request(), strings.NewReader(""), &discard{header: http.Header{}}
		got := testing.AllocsPerRun(100, func() {
			body.Reset(tt.call.body)
			r.Body = io.NopCloser(body)
			s.h.ServeHTTP(w, r)
		})
		if w.status != http.StatusOK || got > tt.most {
			t.Errorf("%s: answered %d with %.0f allocations, %.0f are allowed", tt.call.version, w.status, got, tt.most)
		}
	}
}

// counting counts how often it is asked who somebody is.
type counting struct {
	people
	asked *int
}

func (c counting) Token(ctx context.Context, secret string, scope auth.Scope) (auth.Caller, error) {
	*c.asked++
	return c.people.Token(ctx, secret, scope)
}

func TestAQuestionAsksWhoAsksAndWhatIsOnRecordOnce(t *testing.T) {
	asked := 0
	s := newServer(t, func(c *mcphttp.Config) { c.Auth = counting{asked: &asked} })
	s.do(call{token: goodToken, body: toolCall("query_health_indicators", `{}`)})
	if asked != 1 || len(s.book.asked) != 1 || len(s.audit.entries) != 1 {
		t.Errorf("who asks was asked %d times, the record %d times, and %d entries were made", asked, len(s.book.asked), len(s.audit.entries))
	}
}
