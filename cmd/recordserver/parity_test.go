package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/answers"
	"github.com/seed-a76b335c/philint/internal/auth"
	"github.com/seed-a76b335c/philint/internal/demo"
	"github.com/seed-a76b335c/philint/internal/limit"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/store/pgtest"
)

// furnished is the server as serve puts it together, over a store with the demo record, without its process.
func furnished(t testing.TB, s *store.Store) *house {
	t.Helper()
	o, err := parse(serveCommand, []string{"--demo", "--data", t.TempDir()}, func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	o.serving.callers = limit.Rules{PerSecond: 1e6, Burst: 1e6, AtOnce: 1000}
	old := slog.Default()
	t.Cleanup(func() { slog.SetDefault(old) })
	slog.SetDefault(slog.New(slog.DiscardHandler))
	h, err := newHouse(t.Context(), &app{out: io.Discard, err: io.Discard, now: time.Now}, o, s, &address{public: "http://127.0.0.1:8080"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

// asked is one question, as each surface is asked it.
type asked struct {
	tool      string
	arguments map[string]any
}

// target is the question as a request of REST.
func (q *asked) target() string {
	path := map[string]string{answers.ReadingsTool: "/api/v1/indicators", answers.MedicationsTool: "/api/v1/medications"}[q.tool]
	query := url.Values{}
	for name, v := range q.arguments {
		switch v := v.(type) {
		case []string:
			query[strings.TrimSuffix(name, "s")] = v
		case string:
			query.Set(name, v)
		}
	}
	return path + "?" + query.Encode()
}

// questions are the same at every run: series and words in every view, in windows of every kind.
func questions(catalogue []answers.CatalogueRow) []asked {
	r := rand.New(rand.NewPCG(7, 7))
	windows := [][2]string{
		{},
		{},
		{},
		{},
		{"2026-03-01", "2026-03-31"},
		{"2026-09-01", ""},
		{"", "2025-10-31"},
		{"2026-02-10", "2026-02-01"},
		{"2026-03-29", "2026-03-29"},
		{"2025-10-26", "2025-10-26"},
		{"2030-01-01", "2030-02-01"},
		{"2026-02-31", ""},
	}
	words := []string{"glucose", "血糖", "heart rate", "心率", "steps", "weight", "cholesterol", "headache", "头痛", "sleep", "Blutdruck", "zzz", "vitamin D", "1,25-Dihydroxyvitamin D"}
	drugs := []string{"", "metformin", "a", "zzz", "二甲双胍"}
	views := []string{"", "raw", "minute", "hour", "day", "week", "month", "stats", "latest"}
	with := func(tool, view string, w [2]string) asked {
		q := asked{tool, map[string]any{}}
		for name, v := range map[string]string{"view": view, "start": w[0], "end": w[1]} {
			if v != "" {
				q.arguments[name] = v
			}
		}
		return q
	}
	window := func() [2]string { return windows[r.IntN(len(windows))] }
	out := []asked{with(answers.ReadingsTool, "", [2]string{}), with(answers.ReadingsTool, "stats", [2]string{}), with(answers.ReadingsTool, "nonsense", [2]string{})}
	for _, w := range windows {
		out = append(out, with(answers.ReadingsTool, "", w))
		for _, view := range []string{"", "plan", "log", "history"} {
			q := with(answers.MedicationsTool, view, w)
			if d := drugs[r.IntN(len(drugs))]; d != "" {
				q.arguments["keywords"] = []string{d}
			}
			out = append(out, q)
		}
	}
	for _, view := range views {
		for _, word := range words {
			q := with(answers.ReadingsTool, view, window())
			q.arguments["keywords"] = []string{word}
			out = append(out, q)
		}
		for _, row := range catalogue {
			if r.IntN(2) == 0 {
				continue
			}
			q := with(answers.ReadingsTool, view, window())
			q.arguments["indicators"] = []string{[]string{row.Series, row.Indicator, row.Name}[r.IntN(3)]}
			if r.IntN(3) == 0 {
				q.arguments["indicators"] = append(q.arguments["indicators"].([]string), catalogue[r.IntN(len(catalogue))].Series)
			}
			out = append(out, q)
		}
	}
	return out
}

// surfaces are the three ways to ask, of one person's record.
type surfaces struct {
	h      *house
	person record.PersonID
	token  string
}

func (s *surfaces) send(t *testing.T, method, target, body string) (int, []byte) {
	t.Helper()
	r := httptest.NewRequest(method, "http://127.0.0.1:8080"+target, strings.NewReader(body))
	if body == "" {
		r.Body, r.ContentLength = http.NoBody, 0
	}
	r.Header.Set("Authorization", "Bearer "+s.token)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("Mcp-Protocol-Version", "2025-06-18")
	w := httptest.NewRecorder()
	s.h.handler.ServeHTTP(w, r)
	return w.Code, w.Body.Bytes()
}

// protocol asks over MCP and returns the text that a model reads.
func (s *surfaces) protocol(t *testing.T, q *asked, arguments []byte) (text string, failed bool) {
	t.Helper()
	status, body := s.send(t, "POST", "/mcp", toolCall(1, q.tool, string(arguments)))
	var out struct {
		Result struct {
			IsError bool
			Content []struct{ Text string }
		}
	}
	if err := json.Unmarshal(body, &out); err != nil || status != 200 || len(out.Result.Content) != 1 {
		t.Fatalf("MCP: %d %v", status, err)
	}
	return out.Result.Content[0].Text, out.Result.IsError
}

// chat asks as a turn of a chat does, and returns what the model reads and the envelope beside it.
func (s *surfaces) chat(t *testing.T, q *asked, arguments []byte) (string, answers.Envelope) {
	t.Helper()
	e := s.h.service.Ask(t.Context(), s.person, q.tool, arguments, answers.ForModel())
	text := bytes.Buffer{}
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(answers.Result(e)); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(text.String(), "\n"), e
}

// row is one row of an answer as the bytes that it is.
type row struct{ series, provenance, bytes string }

var seriesTotal = regexp.MustCompile(`"total":\d+,`)

func rowsOf(t *testing.T, list json.RawMessage) []row {
	t.Helper()
	var raw []json.RawMessage
	if err := json.Unmarshal(list, &raw); err != nil {
		t.Fatal(err)
	}
	out := make([]row, len(raw))
	for i, r := range raw {
		var head struct {
			Series     string  `json:"series"`
			Provenance string  `json:"provenance"`
			Latest     *string `json:"latest_value"` // of the catalogue only
		}
		if err := json.Unmarshal(r, &head); err != nil {
			t.Fatal(err)
		}
		out[i] = row{head.Series, head.Provenance, string(r)}
		if head.Latest != nil {
			// How many series the whole catalogue has, of what the surface shows.
			out[i].bytes = seriesTotal.ReplaceAllString(out[i].bytes, "")
		}
	}
	return out
}

// bySeries keeps the order of rows inside of each series.
func bySeries(rows []row) map[string][]string {
	out := map[string][]string{}
	for _, r := range rows {
		out[r.series] = append(out[r.series], r.bytes)
	}
	return out
}

// ask puts a question to all three and holds their answers against each other. It returns all that was answered, and the
// number of rows that a model and a browser were both given.
func (s *surfaces) ask(t *testing.T, q *asked) (transcript string, compared int) {
	t.Helper()
	arguments, err := json.Marshal(q.arguments)
	if err != nil {
		t.Fatal(err)
	}
	what := q.tool + string(arguments)
	text, failed := s.protocol(t, q, arguments)
	turn, e := s.chat(t, q, arguments)
	if text != turn {
		t.Errorf("%s: a client of MCP and a turn of a chat read different texts:\n%s\n%s", what, text, turn)
	}
	status, body := s.send(t, "GET", q.target(), "")
	transcript = fmt.Sprintf("%s\n%s\n%d %s\n", what, text, status, body)
	if failed != (e.Status == answers.Error) || failed != (status == 400) || !failed && status != 200 {
		t.Errorf("%s: MCP failed: %v, REST answers %d", what, failed, status)
	}
	if failed {
		return transcript, 0
	}
	var rest struct {
		Rows      json.RawMessage
		Truncated bool
	}
	if err := json.Unmarshal(body, &rest); err != nil {
		t.Fatal(err)
	}
	own, err := json.Marshal(e.Data)
	if err != nil {
		t.Fatal(err)
	}
	// A browser's tabs have what was measured; what a person reported is in the journal.
	model := slices.DeleteFunc(rowsOf(t, own), func(r row) bool { return r.provenance == string(answers.Reported) })
	if len(model) == 0 {
		return transcript, 0
	}
	browser := bySeries(rowsOf(t, rest.Rows))
	for series, rows := range bySeries(model) {
		both := min(len(rows), len(browser[series]))
		if !slices.Equal(rows[:both], browser[series][:both]) {
			t.Errorf("%s: rows of %d differ:\n%s\n%s", what, both, rows[:both], browser[series][:both])
		}
		if len(rows) < len(browser[series]) && !e.Meta.Truncated || len(rows) > len(browser[series]) && !rest.Truncated {
			t.Errorf("%s: a model has %d rows of a series, a browser %d, and neither says that it was cut", what, len(rows), len(browser[series]))
		}
		compared += both
	}
	return transcript, compared
}

// TestOneQuestionHasOneAnswer asks what can be asked of the demo record on every surface and on both engines.
func TestOneQuestionHasOneAnswer(t *testing.T) {
	engines := map[string]func(t *testing.T) (*store.Store, error){
		"sqlite": func(t *testing.T) (*store.Store, error) {
			return store.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), storeFile), "")
		},
		"postgres": func(t *testing.T) (*store.Store, error) { return store.OpenPostgres(t.Context(), pgtest.DSN(t)) },
	}
	invented, err := demo.Persons()
	if err != nil {
		t.Fatal(err)
	}
	transcripts := map[string]map[string]string{}
	for name, open := range engines {
		transcripts[name] = map[string]string{}
		t.Run(name, func(t *testing.T) {
			st, err := open(t)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = st.Close() })
			h := furnished(t, st)
			for i := range invented {
				p := &invented[i]
				s := &surfaces{h: h, person: p.ID}
				if s.token, err = h.auth.MintToken(context.Background(), p.AccountID(), p.ID, "parity", auth.Scopes(), time.Hour); err != nil {
					t.Fatal(err)
				}
				var catalogue []answers.CatalogueRow
				list, err := json.Marshal(h.service.Ask(t.Context(), p.ID, answers.ReadingsTool, nil, answers.ForModel()).Data)
				if err != nil {
					t.Fatal(err)
				}
				if err := json.Unmarshal(list, &catalogue); err != nil || len(catalogue) < 10 {
					t.Fatalf("a catalogue of %d: %v", len(catalogue), err)
				}
				n, rows := 0, 0
				for _, q := range questions(catalogue) {
					text, compared := s.ask(t, &q)
					transcripts[name][string(p.ID)+q.target()] = text
					n, rows = n+1, rows+compared
				}
				t.Logf("%d questions, %d rows on all surfaces", n, rows)
				if rows < 3*n {
					t.Errorf("%d questions had %d rows to compare", n, rows)
				}
			}
		})
	}
	if len(transcripts["postgres"]) == 0 {
		t.Skip("PostgreSQL: not here, its answers were not compared")
	}
	for q, text := range transcripts["sqlite"] {
		if other := transcripts["postgres"][q]; other != text {
			t.Errorf("the engines answer differently:\n%s\n%s", text, other)
		}
	}
}
