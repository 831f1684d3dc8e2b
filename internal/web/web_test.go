package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/answers"
	"github.com/seed-a76b335c/philint/internal/audit"
	"github.com/seed-a76b335c/philint/internal/auth"
	"github.com/seed-a76b335c/philint/internal/limit"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/web"
	"github.com/seed-a76b335c/philint/redact"
	"github.com/seed-a76b335c/philint/redact/redacttest"
)

const (
	person = record.PersonID("p-aaaaaaaaaaaaaaaa")
	token  = "rst_good"
	secret = "Hannelore-Kohl-1930"
)

func TestMain(m *testing.M) {
	slog.SetDefault(slog.New(slog.DiscardHandler)) // tests that read the log set their own
	os.Exit(m.Run())
}

// rows are the rows of a fake answer.
type rows []map[string]any

func (r rows) Len() int                { return len(r) }
func (r rows) Tables() []answers.Table { return nil }

// world is what the surface stands on.
type world struct {
	mu      sync.Mutex
	asked   []string
	answer  func(tool string) answers.Envelope
	pinged  int
	pingErr error
	logged  []audit.Entry
	logErr  error
}

func (f *world) Ask(_ context.Context, who record.PersonID, tool string, arguments json.RawMessage, l answers.Limits) answers.Envelope {
	f.mu.Lock()
	f.asked = append(f.asked, fmt.Sprintf("%s %s %s %v", who, tool, arguments, l == answers.ForBrowser()))
	f.mu.Unlock()
	if f.answer != nil {
		return f.answer(tool)
	}
	e, err := answers.Answer(rows{{"row_id": "o-1"}}, answers.Meta{View: answers.Raw}, nil, nil)
	if err != nil {
		panic(err)
	}
	return e
}

func (f *world) Records(_ context.Context, who record.PersonID, q answers.RecordsQuestion) (answers.RecordsPage, *answers.Envelope) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, fmt.Sprintf("%s %+v", who, q))
	if f.answer != nil {
		e := f.answer("records")
		return answers.RecordsPage{}, &e
	}
	return answers.RecordsPage{Rows: []answers.EntryRow{{RowID: "o-1"}}, HasMore: true, Next: "c"}, nil
}

func (f *world) Journal(_ context.Context, who record.PersonID, q answers.JournalQuestion) (answers.JournalPage, *answers.Envelope) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, fmt.Sprintf("%s %+v", who, q))
	if f.answer != nil {
		e := f.answer("journal")
		return answers.JournalPage{}, &e
	}
	return answers.JournalPage{Count: 3, Days: []answers.JournalDay{}}, nil
}

func (f *world) Token(_ context.Context, got string, need auth.Scope) (auth.Caller, error) {
	switch got {
	case token:
		return auth.Caller{Account: "a-1", Person: person, Scopes: []auth.Scope{need}, Key: "00112233aabbccdd"}, nil
	case "rst_scope":
		return auth.Caller{}, auth.ErrScope
	case "rst_broken":
		return auth.Caller{}, errors.New(secret)
	}
	return auth.Caller{}, auth.ErrInvalid
}

func (f *world) Record(_ context.Context, who record.PersonID, e audit.Entry) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if who != person {
		return errors.New("another person")
	}
	f.logged = append(f.logged, e)
	return f.logErr
}

func (f *world) ping(context.Context) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pinged++
	return f.pingErr
}

func (f *world) config() web.Config {
	return web.Config{
		Answers: f, Records: f, Journal: f, Auth: f, Audit: f, Ping: f.ping, ShowMetrics: true, InFlight: 4, Deadline: 10 * time.Second,
		Limiter: limit.New(limit.Rules{PerSecond: 1000, Burst: 1000, AtOnce: 2}, time.Now),
		Metrics: web.NewMetrics(answers.ReadingsTool),
		Others:  []web.Route{{Path: "/mcp", Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })}},
	}
}

// call sends one request. The target is a path and a query; headers are pairs.
func call(h http.Handler, method, target string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://127.0.0.1:8080/", nil)
	path, query, _ := strings.Cut(target, "?")
	r.URL.Path, r.URL.RawQuery = path, query
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func signedIn(h http.Handler, target string) *httptest.ResponseRecorder {
	return call(h, "GET", target, "Authorization", "Bearer "+token)
}

type problem struct {
	Type, Title, Detail, Parameter string
	Status                         int
}

// problemOf reads a problem, and holds it to its form.
func problemOf(t *testing.T, w *httptest.ResponseRecorder) problem {
	t.Helper()
	var p problem
	d := json.NewDecoder(bytes.NewReader(w.Body.Bytes()))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil || w.Header().Get("Content-Type") != "application/problem+json" || p.Status != w.Code || p.Title == "" || p.Type == "" {
		t.Fatalf("no problem document: %d %v %s", w.Code, w.Header(), w.Body)
	}
	_, p.Type, _ = strings.Cut(p.Type, "#")
	return p
}

// paths are all that the surface has, so that a new one is held to what holds for each.
var paths = web.Paths((&world{}).config())

func TestEveryRouteRefusesOtherMethodsAndSaysWhichThereAre(t *testing.T) {
	h := web.New((&world{}).config())
	for _, path := range paths {
		for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW", "get"} {
			w := call(h, method, path, "Authorization", "Bearer "+token)
			if p := problemOf(t, w); w.Code != 405 || p.Type != "method-not-allowed" || w.Header().Get("Allow") != "GET, HEAD" {
				t.Errorf("%s %s: %d %+v, Allow %q", method, path, w.Code, p, w.Header().Get("Allow"))
			}
		}
		if w := call(h, "HEAD", path, "Authorization", "Bearer "+token); w.Code != 200 {
			t.Errorf("HEAD %s: %d", path, w.Code)
		}
	}
}

func TestWhatIsNoRouteIsNotFoundAndNotQuoted(t *testing.T) {
	h := web.New((&world{}).config())
	for _, path := range []string{
		"/", "/" + secret, "/api", "/api/v1", "/api/v1/", "/api/v1/indicators/", "/api/v1//indicators", "//evil.example/", "/api/v1/../v1/indicators",
		"/./healthz", "/healthz/" + secret, "/api/v2/indicators", "*", "",
	} {
		w := call(h, "GET", path, "Authorization", "Bearer "+token)
		if p := problemOf(t, w); w.Code != 404 || p.Type != "not-found" || strings.Contains(w.Body.String(), "Hannelore") || w.Header().Get("Location") != "" {
			t.Errorf("%q: %d %+v", path, w.Code, p)
		}
	}
	if w := call(h, "CONNECT", "/healthz"); w.Code != 404 {
		t.Errorf("CONNECT: %d", w.Code)
	}
}

func TestEveryAnswerHasTheSecurityHeaders(t *testing.T) {
	f := &world{}
	c := f.config()
	c.TLS = true
	want := map[string]string{
		"Cache-Control": "no-store", "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'", "Referrer-Policy": "no-referrer",
		"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Strict-Transport-Security": "max-age=31536000",
		"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin", "Access-Control-Allow-Origin": "",
	}
	h := web.New(c)
	for _, path := range append([]string{"/nothing", "/mcp"}, paths...) {
		for _, headers := range [][]string{nil, {"Authorization", "Bearer " + token, "Origin", "https://evil.example"}, {"Authorization", "Bearer wrong"}} {
			w := call(h, "GET", path, headers...)
			for name, value := range want {
				if got := w.Header().Get(name); got != value {
					t.Errorf("%s: %s is %q", path, name, got)
				}
			}
		}
	}
	if w := call(web.New(f.config()), "GET", "/healthz"); w.Header().Get("Strict-Transport-Security") != "" {
		t.Error("HSTS is said where clients come in the clear")
	}
}

func TestAQuestionWithoutAValidTokenIsNotAsked(t *testing.T) {
	for _, tt := range []struct {
		name     string
		headers  []string
		status   int
		kind     string
		wwwauth  string
		retrying bool
	}{
		{"no token", nil, 401, "unauthorized", `Bearer`, false},
		{"an unknown token", []string{"Authorization", "Bearer rst_" + secret}, 401, "unauthorized", `Bearer error="invalid_token"`, false},
		{"another scheme", []string{"Authorization", "Basic " + token}, 401, "unauthorized", `Bearer error="invalid_token"`, false},
		{"no scheme", []string{"Authorization", token}, 401, "unauthorized", `Bearer error="invalid_token"`, false},
		{"two headers", []string{"Authorization", "Bearer " + token, "Authorization", "Bearer " + token}, 401, "unauthorized", `Bearer error="invalid_token"`, false},
		{"a token of another scope", []string{"Authorization", "Bearer rst_scope"}, 403, "forbidden", `Bearer error="insufficient_scope", scope="api:read"`, false},
		{"the store failed", []string{"Authorization", "Bearer rst_broken"}, 503, "unavailable", "", true},
	} {
		f := &world{}
		w := call(web.New(f.config()), "GET", "/api/v1/indicators", tt.headers...)
		p := problemOf(t, w)
		if w.Code != tt.status || p.Type != tt.kind || w.Header().Get("WWW-Authenticate") != tt.wwwauth || (w.Header().Get("Retry-After") != "") != tt.retrying {
			t.Errorf("%s: %d %+v %v", tt.name, w.Code, p, w.Header())
		}
		if strings.Contains(w.Body.String(), "Hannelore") || len(f.asked) > 0 || len(f.logged) > 0 {
			t.Errorf("%s: %s, asked %q", tt.name, w.Body, f.asked)
		}
	}
	f := &world{}
	if w := call(web.New(f.config()), "GET", "/api/v1/indicators", "Authorization", "bearer "+token); w.Code != 200 {
		t.Errorf("the scheme's case counts: %d", w.Code)
	}
}

func TestQueryParametersBecomeArguments(t *testing.T) {
	for _, tt := range []struct{ name, target, want string }{
		{"none", "/api/v1/indicators", `query_health_indicators {}`},
		{"a repeated parameter is a list and a comma is a comma", "/api/v1/indicators?indicator=1,25-Dihydroxyvitamin%20D&indicator=b", `query_health_indicators {"indicators":["1,25-Dihydroxyvitamin D","b"]}`},
		{"one is a list too", "/api/v1/indicators?keyword=%E8%A1%80&view=stats&start=2026-01-01&end=2026-02-01", `query_health_indicators {"end":"2026-02-01","keywords":["血"],"start":"2026-01-01","view":"stats"}`},
		{"what is empty was not given", "/api/v1/indicators?keyword=&start=&view=", `query_health_indicators {}`},
		{"medications", "/api/v1/medications?keyword=a&keyword=b&view=log", `query_medications {"keywords":["a","b"],"view":"log"}`},
	} {
		f := &world{}
		w := signedIn(web.New(f.config()), tt.target)
		if want := string(person) + " " + tt.want + " true"; w.Code != 200 || len(f.asked) != 1 || f.asked[0] != want {
			t.Errorf("%s: %d, asked %q, want %q", tt.name, w.Code, f.asked, want)
		}
		if w.Header().Get("Content-Type") != "application/json" || !strings.Contains(w.Body.String(), `"rows":[{"row_id":"o-1"}]`) {
			t.Errorf("%s: %s", tt.name, w.Body)
		}
	}
}

func TestPagesAreAskedForWithTheirParameters(t *testing.T) {
	for _, tt := range []struct {
		target, want, body string
		entry              audit.Entry
	}{
		{
			"/api/v1/records?kind=all&modality=lab-report&modality=a,b&start=2026-01-01&end=2026-02-01&keyword=x&limit=7&cursor=c",
			"{Kind:all Modalities:[lab-report a,b] Start:2026-01-01 End:2026-02-01 Keyword:x Limit:7 Cursor:c}", `"has_more":true,"next":"c"`,
			audit.Entry{Operation: audit.Records, Rows: 1, Outcome: audit.Partial},
		},
		{
			"/api/v1/journal?from=2026-01-01&to=2026-02-01&kind=note", "{From:2026-01-01 To:2026-02-01 Kind:note}", `"count":3,"days":[]`,
			audit.Entry{Operation: audit.Journal, Rows: 3, Outcome: audit.OK},
		},
	} {
		f := &world{}
		w := signedIn(web.New(f.config()), tt.target)
		if w.Code != 200 || len(f.asked) != 1 || f.asked[0] != string(person)+" "+tt.want || !strings.Contains(w.Body.String(), tt.body) {
			t.Errorf("%s: %d %s, asked %q", tt.target, w.Code, w.Body, f.asked)
		}
		tt.entry.Actor, tt.entry.Surface, tt.entry.RequestID = "a-1", audit.REST, w.Header().Get(redact.RequestIDHeader)
		if len(f.logged) != 1 || f.logged[0] != tt.entry {
			t.Errorf("%s: the access log has %+v", tt.target, f.logged)
		}
		path, _, _ := strings.Cut(tt.target, "?")
		f = &world{answer: func(string) answers.Envelope { return refusal(t, answers.InvalidArguments, "kind: must be one of: x") }}
		if p := problemOf(t, signedIn(web.New(f.config()), path)); p.Status != 400 || p.Parameter != "kind" {
			t.Errorf("%s: %+v", path, p)
		}
	}
}

func TestAParameterThatIsNotRightIsRefusedByName(t *testing.T) {
	for _, tt := range []struct{ name, target, parameter, detail string }{
		{"unknown", "/api/v1/indicators?keywords=a", "keywords", "keywords: unknown parameter; accepted: end, indicator, keyword, start, view"},
		{"a token in the query", "/api/v1/indicators?access_token=" + token, "access_token", "access_token: unknown parameter; accepted: end, indicator, keyword, start, view"},
		{"another's parameter", "/api/v1/medications?indicator=a", "indicator", "indicator: unknown parameter; accepted: end, keyword, start, view"},
		{"a name that is none", "/api/v1/medications?" + secret + "%20x=1", "(a key that is no parameter name)", "(a key that is no parameter name): unknown parameter; accepted: end, keyword, start, view"},
		{"given twice", "/api/v1/indicators?view=raw&view=" + secret, "view", "view: given more than once; give it once"},
		{"not UTF-8", "/api/v1/indicators?keyword=%ff", "keyword", "keyword: must be UTF-8"},
		{"not percent-encoded", "/api/v1/indicators?keyword=%zz", "", "the query is not well formed: name=value pairs with & between them, percent-encoded"},
		{"a semicolon", "/api/v1/indicators?a=1;b=" + secret, "", "the query is not well formed: name=value pairs with & between them, percent-encoded"},
	} {
		f := &world{}
		w := signedIn(web.New(f.config()), tt.target)
		p := problemOf(t, w)
		if w.Code != 400 || p.Type != "invalid-parameter" || p.Parameter != tt.parameter || p.Detail != tt.detail || len(f.asked) > 0 {
			t.Errorf("%s: %d %+v", tt.name, w.Code, p)
		}
		if strings.Contains(w.Body.String(), "Hannelore") {
			t.Errorf("%s: %s", tt.name, w.Body)
		}
		if len(f.logged) != 1 || f.logged[0].Outcome != audit.Refused || f.logged[0].Rows != 0 {
			t.Errorf("%s: the access log has %+v", tt.name, f.logged)
		}
	}
}

// refusal is an unanswered question.
func refusal(t *testing.T, kind answers.ErrorKind, reason string) answers.Envelope {
	t.Helper()
	e, err := answers.Refusal(kind, answers.Recoverable, []string{reason})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestAnUnansweredQuestionIsAProblem(t *testing.T) {
	for _, tt := range []struct {
		kind           answers.ErrorKind
		reason         string
		status         int
		problem        string
		detail, about  string
		outcome        audit.Outcome
		wantRetryAfter string
	}{
		{answers.InvalidArguments, "start: must be a date; indicators: at most 50", 400, "invalid-parameter", "start: must be a date; indicator: at most 50", "start", audit.Refused, ""},
		{answers.InvalidArguments, "keywords[3]: at most 200 characters", 400, "invalid-parameter", "keyword[3]: at most 200 characters", "keyword", audit.Refused, ""},
		{answers.InvalidArguments, "keywords+indicators: one of them, not both", 400, "invalid-parameter", "keyword+indicator: one of them, not both", "keyword", audit.Refused, ""},
		{answers.Denied, "no", 403, "forbidden", "no", "", audit.Denied, ""},
		{answers.NoData, "no", 404, "not-found", "no", "", audit.Refused, ""},
		{answers.Unavailable, "no", 503, "unavailable", "no", "", audit.Failed, "5"},
		{answers.Internal, "no", 500, "internal-error", "no", "", audit.Failed, ""},
		{answers.Internal, "query_health_indicators: internal: *engine.Error", 500, "internal-error", "query_health_indicators: internal: *engine.Error", "", audit.Failed, ""},
		{answers.Unavailable, "indicators keywords", 503, "unavailable", "indicators keywords", "", audit.Failed, "5"},
		{answers.InvalidArguments, "view: query_health_indicators needs indicators or keywords", 400, "invalid-parameter", "view: query_health_indicators needs indicator or keyword", "view", audit.Refused, ""},
		{answers.RepeatedCall, "no", 429, "too-many-requests", "no", "", audit.Refused, ""},
	} {
		f := &world{answer: func(string) answers.Envelope { return refusal(t, tt.kind, tt.reason) }}
		w := signedIn(web.New(f.config()), "/api/v1/indicators")
		p := problemOf(t, w)
		if w.Code != tt.status || p.Type != tt.problem || p.Detail != tt.detail || p.Parameter != tt.about || w.Header().Get("Retry-After") != tt.wantRetryAfter {
			t.Errorf("%s: %d %+v %v", tt.kind, w.Code, p, w.Header())
		}
		if len(f.logged) != 1 || f.logged[0].Outcome != tt.outcome {
			t.Errorf("%s: the access log has %+v", tt.kind, f.logged)
		}
	}
}

func TestWhatLeftStandsInTheAccessLogFirst(t *testing.T) {
	f := &world{answer: func(string) answers.Envelope {
		e, err := answers.Answer(rows{{}, {}}, answers.Meta{Truncated: true}, nil, nil)
		if err != nil {
			t.Error(err)
		}
		return e
	}}
	w := signedIn(web.New(f.config()), "/api/v1/medications")
	want := audit.Entry{Actor: "a-1", Surface: audit.REST, Operation: audit.Medications, Rows: 2, Outcome: audit.Partial, RequestID: w.Header().Get(redact.RequestIDHeader)}
	if len(f.logged) != 1 || f.logged[0] != want || want.RequestID == "" {
		t.Errorf("the access log has %+v, want %+v", f.logged, want)
	}
	f = &world{logErr: errors.New(secret)}
	w = signedIn(web.New(f.config()), "/api/v1/indicators")
	if p := problemOf(t, w); w.Code != 503 || p.Type != "unavailable" || strings.Contains(w.Body.String(), "o-1") || strings.Contains(w.Body.String(), "Hannelore") {
		t.Errorf("an answer without its entry in the access log: %d %s", w.Code, w.Body)
	}
}

func TestReadingTakesNoContent(t *testing.T) {
	h := web.New((&world{}).config())
	for _, tt := range []struct {
		name   string
		body   io.Reader
		status int
		kind   string
	}{
		{"some", strings.NewReader(secret), 415, "unsupported-media-type"},
		{"of unknown length", io.MultiReader(strings.NewReader(secret)), 415, "unsupported-media-type"},
		{"a lot", bytes.NewReader(make([]byte, 1<<20)), 413, "content-too-large"},
	} {
		r := httptest.NewRequest("GET", "http://127.0.0.1:8080/api/v1/indicators", tt.body)
		r.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if p := problemOf(t, w); w.Code != tt.status || p.Type != tt.kind || strings.Contains(w.Body.String(), "Hannelore") {
			t.Errorf("%s: %d %+v", tt.name, w.Code, p)
		}
	}
}

func TestACallerWhoAsksTooMuchIsToldWhenToAskAgain(t *testing.T) {
	f := &world{}
	c := f.config()
	c.Limiter = limit.New(limit.Rules{PerSecond: 0.1, Burst: 1, AtOnce: 1}, time.Now)
	h := web.New(c)
	if w := signedIn(h, "/api/v1/indicators"); w.Code != 200 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	w := signedIn(h, "/api/v1/indicators")
	if p := problemOf(t, w); w.Code != 429 || p.Type != "too-many-requests" || w.Header().Get("Retry-After") != "10" || len(f.asked) != 1 {
		t.Errorf("%d %+v %v", w.Code, p, w.Header())
	}
}

func TestManyAtOnceAreTooMany(t *testing.T) {
	inside, out := make(chan bool), make(chan bool)
	f := &world{answer: func(string) answers.Envelope {
		inside <- true
		<-out
		return refusal(t, answers.Internal, "")
	}}
	c := f.config()
	c.InFlight = 1
	h := web.New(c)
	done := make(chan bool)
	go func() {
		signedIn(h, "/api/v1/indicators")
		close(done)
	}()
	<-inside
	w := call(h, "GET", "/api/v1/medications")
	if p := problemOf(t, w); w.Code != 503 || p.Type != "unavailable" || w.Header().Get("Retry-After") != "1" {
		t.Errorf("%d %+v", w.Code, p)
	}
	close(out)
	<-done
	if w := call(h, "GET", "/healthz"); w.Code != 200 {
		t.Errorf("the place stays taken: %d", w.Code)
	}
}

// capture sends the log through the filter that the program installs, and returns what it wrote.
func capture(t *testing.T) *bytes.Buffer {
	t.Helper()
	var log bytes.Buffer
	old := slog.Default()
	t.Cleanup(func() { slog.SetDefault(old) })
	slog.SetDefault(slog.New(redact.NewHandler(slog.NewJSONHandler(&log, nil), redacttest.FailOnDrop(t))))
	return &log
}

func TestAPanicIsAnsweredAndReportedByItsType(t *testing.T) {
	for _, value := range []any{errors.New(secret), secret, fmt.Errorf("%s: %w", secret, io.ErrUnexpectedEOF)} {
		log := capture(t)
		f := &world{answer: func(string) answers.Envelope { panic(value) }}
		h := web.New(f.config())
		w := signedIn(h, "/api/v1/indicators")
		if p := problemOf(t, w); w.Code != 500 || p.Type != "internal-error" || !regexp.MustCompile(`^panic: (string|[*<a-zA-Z.]+)$`).MatchString(p.Detail) {
			t.Errorf("%T: %d %+v", value, w.Code, p)
		}
		if s := log.String() + w.Body.String(); strings.Contains(s, "Hannelore") || !strings.Contains(s, `"msg":"panic"`) || !strings.Contains(s, "TestAPanicIsAnswered") {
			t.Errorf("%T: %s", value, s)
		}
		if w := call(h, "GET", "/healthz"); w.Code != 200 {
			t.Errorf("the server does not go on: %d", w.Code)
		}
	}
}

func TestAnAnswerThatBreaksOffIsCut(t *testing.T) {
	for name, v := range map[string]any{"a panic": errors.New(secret), "an abort": http.ErrAbortHandler} {
		log := capture(t)
		c := (&world{}).config()
		c.Others = []web.Route{{Path: "/half", Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, "half")
			panic(v)
		})}}
		s := httptest.NewServer(web.New(c))
		s.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
		r, err := s.Client().Get(s.URL + "/half")
		if err == nil {
			_, err = io.ReadAll(r.Body)
			_ = r.Body.Close()
		}
		s.Close()
		if err == nil {
			t.Errorf("%s: half an answer is taken for the whole", name)
		}
		if strings.Contains(log.String(), "Hannelore") || strings.Contains(log.String(), `"msg":"panic"`) != (name == "a panic") || !strings.Contains(log.String(), `"aborted":true`) {
			t.Errorf("%s: %s", name, log)
		}
	}
}

func TestTheLogOfARequestHasItsRouteAndWhoAskedAndNothingThatWasSent(t *testing.T) {
	log := capture(t)
	h := web.New((&world{}).config())
	auth := []string{"Authorization", "Bearer " + token}
	for _, tt := range []struct{ method, target string }{
		{"GET", "/api/v1/indicators?keyword=" + secret},
		{"GET", "/api/v1/indicators?" + secret + "=" + secret},
		{"GET", "/" + secret},
		{"DELETE", "/api/v1/medications"},
		{strings.ToUpper(secret), "/mcp"},
	} {
		call(h, tt.method, tt.target, append(auth, "X-Request-Id", "hannelore", "User-Agent", secret, "Cookie", secret, "X-Forwarded-For", secret)...)
	}
	call(h, "GET", "/api/v1/indicators", "Authorization", "Bearer "+secret)
	if strings.Contains(strings.ToLower(log.String()), "hannelore") {
		t.Fatalf("the log has what was sent:\n%s", log)
	}
	var got []string
	ids := map[string]bool{}
	for line := range strings.Lines(log.String()) {
		var r struct {
			Msg, Route string
			Method     string  `json:"http_method"`
			Status     int     `json:"status_code"`
			Took       float64 `json:"duration"`
			Bytes      *int    `json:"response_bytes"`
			Key        string  `json:"key_fingerprint"`
			ID         string  `json:"request_id"`
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		if r.Took <= 0 || r.Bytes == nil || len(r.ID) != 36 {
			t.Errorf("not all there: %s", line)
		}
		ids[r.ID] = true
		got = append(got, fmt.Sprintf("%s %s %s %d %s", r.Msg, r.Method, r.Route, r.Status, r.Key))
	}
	want := []string{
		"request GET /api/v1/indicators 200 00112233aabbccdd",
		"request GET /api/v1/indicators 400 00112233aabbccdd",
		"request GET / 404 ",
		"request DELETE /api/v1/medications 405 ",
		"request _OTHER /mcp 204 ",
		"request GET /api/v1/indicators 401 ",
	}
	if !slices.Equal(got, want) || len(ids) != len(want) {
		t.Errorf("got  %q\nwant %q\nwith %d ids", got, want, len(ids))
	}
}

func TestMetricsAreCountsAndDurationsWithClosedLabels(t *testing.T) {
	f := &world{}
	c := f.config()
	h := web.New(c)
	signedIn(h, "/api/v1/indicators?keyword="+secret)
	signedIn(h, "/"+secret)
	call(h, strings.ToUpper(secret), "/api/v1/medications")
	c.Metrics.Tool(answers.ReadingsTool, "ok", time.Millisecond)
	c.Metrics.Tool(secret, secret, time.Millisecond)
	w := call(h, "GET", "/metrics")
	text := w.Body.String()
	if w.Code != 200 || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain; version=0.0.4") || strings.Contains(strings.ToLower(text), "hannelore") {
		t.Fatalf("%d %v %s", w.Code, w.Header(), text)
	}
	for _, want := range []string{
		`http_requests_total{route="/api/v1/indicators",method="GET",status="2xx"} 1`,
		`http_requests_total{route="/",method="GET",status="4xx"} 1`,
		`http_requests_total{route="/api/v1/medications",method="other",status="4xx"} 1`,
		`http_request_duration_seconds_bucket{route="/api/v1/indicators",le="+Inf"} 1`,
		`http_requests_in_flight 1`,
		`tool_calls_total{tool="query_health_indicators",outcome="ok"} 1`,
		`tool_calls_total{tool="other",outcome="other"} 1`,
	} {
		if !strings.Contains(text, want+"\n") {
			t.Errorf("%s is not in\n%s", want, text)
		}
	}
	// Every line is a number with labels of these names.
	line := regexp.MustCompile(`^[a-z_]+(\{((route|method|status|tool|outcome|le)="[^"]*",?)+\})? [0-9.e+-]+$`)
	for l := range strings.Lines(text) {
		if l = strings.TrimSpace(l); l != "" && !strings.HasPrefix(l, "#") && !line.MatchString(l) {
			t.Errorf("another kind of line: %s", l)
		}
	}
	c.ShowMetrics = false
	if w := call(web.New(c), "GET", "/metrics"); w.Code != 404 {
		t.Errorf("metrics are shown where they are not to be: %d", w.Code)
	}
}

func TestHealthIsTheStoresAndIsAskedForSeldom(t *testing.T) {
	f := &world{}
	h := web.New(f.config())
	for range 50 {
		if w := call(h, "GET", "/healthz"); w.Code != 200 || w.Body.String() != `{"status":"ok"}` {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	if f.pinged > 3 {
		t.Errorf("the store was asked %d times", f.pinged)
	}
	f = &world{pingErr: errors.New(secret)}
	if w := call(web.New(f.config()), "GET", "/healthz"); w.Code != 503 || w.Body.String() != `{"status":"unavailable"}` {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestEveryProblemIsExplained(t *testing.T) {
	page, err := os.ReadFile("../../docs/rest.md")
	if err != nil {
		t.Fatal(err)
	}
	var explained []string
	for _, m := range regexp.MustCompile(`(?m)^### ([a-z-]+)$`).FindAllStringSubmatch(string(page), -1) {
		explained = append(explained, m[1])
	}
	var kinds []string
	for _, k := range web.ProblemTypes() {
		w := httptest.NewRecorder()
		web.WriteProblem(w, web.Problem{Type: k, Detail: "x"})
		if p := problemOf(t, w); p.Type != string(k) || p.Status < 400 {
			t.Errorf("%s: %+v", k, p)
		}
		kinds = append(kinds, string(k))
	}
	slices.Sort(explained)
	if !slices.Equal(explained, kinds) {
		t.Errorf("docs/rest.md explains %q, there are %q", explained, kinds)
	}
	w := httptest.NewRecorder()
	web.WriteProblem(w, web.Problem{Type: "none", Detail: secret})
	if w.Code != 500 || strings.Contains(w.Body.String(), "Hannelore") {
		t.Errorf("a type that is none: %d %s", w.Code, w.Body)
	}
}
