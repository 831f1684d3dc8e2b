package redact_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/redact"
)

func serve(t *testing.T, h http.Handler, r *http.Request) (*httptest.ResponseRecorder, map[string]any, string) {
	t.Helper()
	var out safeBuffer
	stats := new(redact.Stats)
	l := slog.New(redact.NewHandler(slog.NewJSONHandler(&out, nil), redact.WithStats(stats)))
	w := httptest.NewRecorder()
	func() {
		defer func() {
			if v := recover(); v != nil && v != http.ErrAbortHandler {
				t.Errorf("a %T gets out", v)
			}
		}()
		redact.LogRequests(l)(h).ServeHTTP(w, r)
	}()
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	var m map[string]any
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &m); err != nil {
		t.Fatal(err)
	}
	if n := stats.Snapshot().Total(); n != 0 {
		t.Errorf("the middleware writes %d fields that the filter drops", n)
	}
	return w, m, out.String()
}

func newMux() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /records/{id}", func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.WriteHeader(http.StatusCreated)
		_, _ = io.WriteString(w, redact.RequestID(r.Context()))
	})
	mux.HandleFunc("GET /panic", func(http.ResponseWriter, *http.Request) { panic("mary smith") })
	mux.HandleFunc("GET /late", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("half")); panic("mary smith") })
	mux.HandleFunc("GET /abort", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	mux.HandleFunc("GET /copy", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.Copy(w, strings.NewReader("seven b")) })
	mux.HandleFunc("GET /flush", func(w http.ResponseWriter, _ *http.Request) { w.(http.Flusher).Flush() })
	return mux
}

func TestRequestsAreLoggedWithoutWhatTheClientSent(t *testing.T) {
	r := httptest.NewRequest("POST", "/records/mary?token=s3cret&birthdate=1931-03-08", strings.NewReader("mary's body"))
	r.Header.Set("User-Agent", "mary-agent")
	r.Header.Set("Authorization", "Bearer s3cret")
	r.Header.Set(redact.RequestIDHeader, "req-17")
	w, m, out := serve(t, newMux(), r)
	if m["http_method"] != "POST" || m["route"] != "POST /records/{id}" || m["status_code"] != 201.0 || m["request_bytes"] != 11.0 ||
		m["response_bytes"] != 6.0 || m["request_id"] != "req-17" || m["duration"] == nil {
		t.Errorf("logged %v", m)
	}
	if w.Body.String() != "req-17" || w.Header().Get(redact.RequestIDHeader) != "req-17" {
		t.Error("the request id is not in the context or in the answer")
	}
	mustLack(t, out, "mary", "s3cret", "1931", "192.0.2.1", "agent")
}

func TestRequestIDsOfTheClientAreChecked(t *testing.T) {
	for _, id := range []string{"", "mary", "a1\nforged line", "mary@clinic.example", strings.Repeat("1", 200), "1931-03-08"} {
		r := httptest.NewRequest("GET", "/copy", nil)
		r.Header.Set(redact.RequestIDHeader, id)
		w, m, _ := serve(t, newMux(), r)
		got := w.Header().Get(redact.RequestIDHeader)
		if got == id || len(got) != 36 || m["request_id"] != got {
			t.Errorf("client's %q became %q", id, got)
		}
	}
}

func TestUnmatchedRequestsAndOddMethods(t *testing.T) {
	_, m, out := serve(t, newMux(), httptest.NewRequest("MARYSMITH", "/mary/smith.php?x=1", nil))
	if m["http_method"] != "_OTHER" || m["status_code"] != 404.0 || m["route"] != nil {
		t.Errorf("logged %v", m)
	}
	mustLack(t, strings.ToLower(out), "mary", "smith")
}

func TestPanicsAreAnsweredAndReportedByType(t *testing.T) {
	w, m, out := serve(t, newMux(), httptest.NewRequest("GET", "/panic", nil))
	if w.Code != 500 || m["status_code"] != 500.0 || m["level"] != "ERROR" || strings.Contains(w.Body.String(), "mary") {
		t.Errorf("answered %d, logged %v", w.Code, m)
	}
	mustHave(t, out, `"panic":"string"`, "newMux")
	mustLack(t, out, "mary")

	w, m, out = serve(t, newMux(), httptest.NewRequest("GET", "/late", nil))
	if w.Body.String() != "half" || m["response_bytes"] != 4.0 {
		t.Errorf("answered %q, logged %v", w.Body, m)
	}
	mustHave(t, out, `"panic":"string"`)
	mustLack(t, out, "mary")

	if m["level"] != "ERROR" || m["aborted"] != true || m["panicked"] != true || m["status_code"] != 200.0 {
		t.Errorf("half an answer is logged as %v", m)
	}

	_, m, out = serve(t, newMux(), httptest.NewRequest("GET", "/abort", nil))
	mustLack(t, out, `"panic"`)
	if m["level"] != "ERROR" || m["aborted"] != true || m["panicked"] != nil || m["status_code"] != nil {
		t.Errorf("a cut connection is logged as %v", m)
	}
}

func TestResponseWritersKeepTheirOtherMethods(t *testing.T) {
	_, m, _ := serve(t, newMux(), httptest.NewRequest("GET", "/copy", nil))
	if m["response_bytes"] != 7.0 {
		t.Errorf("copied %v bytes", m["response_bytes"])
	}
	w, _, _ := serve(t, newMux(), httptest.NewRequest("GET", "/flush", nil))
	if !w.Flushed {
		t.Error("Flush does not reach the server")
	}
	// A hijacker through a real server, where the connection is one.
	var out safeBuffer
	mux := http.NewServeMux()
	mux.HandleFunc("GET /ws", func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		_, _ = io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\n\r\n")
		conn.Close()
	})
	mux.HandleFunc("GET /deadline", func(w http.ResponseWriter, _ *http.Request) {
		if err := http.NewResponseController(w).EnableFullDuplex(); err != nil {
			t.Error(err)
		}
	})
	srv := httptest.NewServer(redact.LogRequests(slog.New(slog.NewJSONHandler(&out, nil)))(mux))
	defer srv.Close()
	for _, path := range []string{"/ws", "/deadline"} {
		if resp, err := http.Get(srv.URL + path); err == nil {
			_, _ = bufio.NewReader(resp.Body).Peek(1)
			resp.Body.Close()
		}
	}
	srv.Close()
	// The server does not wait for a connection that was taken from it: its line may come later.
	for end := time.Now().Add(10 * time.Second); !strings.Contains(out.String(), `"status_code":101`) && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	mustHave(t, out.String(), `"status_code":101`, `"status_code":200`)
}

func TestRecoverHandlerAnswers500(t *testing.T) {
	var out safeBuffer
	install(t, &out)
	w := httptest.NewRecorder()
	redact.RecoverHandler(newMux()).ServeHTTP(w, httptest.NewRequest("GET", "/panic", nil))
	if w.Code != 500 {
		t.Errorf("answered %d", w.Code)
	}
	mustHave(t, out.String(), `"panic":"string"`)
	mustLack(t, out.String(), "mary")
}

// ServeMux takes the path of a CONNECT request that lacks its last slash for the pattern.
func TestTheClientsPathIsNoPattern(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/records/{id}/", func(http.ResponseWriter, *http.Request) {})
	for name, h := range map[string]http.Handler{"mux": mux, "Route": http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		redact.Route(mux).ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), otherKey{}, 1)))
	})} {
		r := httptest.NewRequest("GET", "/records/mary-smith", nil)
		r.Method = "CONNECT"
		_, m, out := serve(t, h, r)
		if m["route"] != nil || m["http_method"] != "CONNECT" {
			t.Errorf("%s: logged %v", name, m)
		}
		mustLack(t, out, "mary")
		r.Pattern = "/records/mary-smith/"
		if p := redact.Path(r); strings.Contains(p, "mary") {
			t.Error("Path takes the pattern for the program's")
		}
	}
	m := record(t, nil, func(l *slog.Logger) { l.Info("m", "path", "/records/mary-smith", "route", "/records/mary smith") })
	if m["path"] != nil || m["route"] != nil {
		t.Errorf("words of the client are remembered: %v", m)
	}
}

func TestRegisteredPatternsStayWhateverTheirWords(t *testing.T) {
	for _, p := range []string{"POST /oauth2/token", "GET /fhir/R4/{type}", "/hl7v2/ingest", "GET /{$}"} {
		mux := http.NewServeMux()
		mux.HandleFunc(p, func(http.ResponseWriter, *http.Request) {})
		method, path, ok := strings.Cut(p, " ")
		if !ok {
			method, path = "GET", p
		}
		r := httptest.NewRequest(method, strings.ReplaceAll(strings.ReplaceAll(path, "{$}", ""), "{type}", "Patient"), nil)
		if _, m, _ := serve(t, mux, r); m["route"] != p {
			t.Errorf("%s is logged as %v", p, m["route"])
		}
	}
}

func TestRouteReachesThroughAMiddleware(t *testing.T) {
	stats := new(redact.Stats)
	other := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), otherKey{}, 1)))
		})
	}
	var out safeBuffer
	l := slog.New(redact.NewHandler(slog.NewJSONHandler(&out, nil), redact.WithStats(stats)))
	redact.LogRequests(l)(other(newMux())).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/copy", nil))
	if n := stats.Snapshot().RoutesLost; n != 1 {
		t.Errorf("%d lost routes are counted", n)
	}
	mustLack(t, out.String(), "route")
	redact.LogRequests(l)(other(redact.Route(newMux()))).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/copy", nil))
	redact.LogRequests(l)(other(newMux())).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/none", nil))
	if n := stats.Snapshot().RoutesLost; n != 1 {
		t.Errorf("%d lost routes are counted", n)
	}
	mustHave(t, out.String(), `"route":"GET /copy"`)
}

// A transport goes on reading a request's body when the answer has come early.
func TestBodiesMayBeReadAfterTheHandler(t *testing.T) {
	read, done := make(chan bool), make(chan bool)
	r := httptest.NewRequest("POST", "/x", strings.NewReader(strings.Repeat("x", 1<<16)))
	serve(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		go func() {
			defer close(done)
			b := make([]byte, 16)
			for i := 0; ; i++ {
				if _, err := r.Body.Read(b); err != nil {
					return
				}
				if i == 100 {
					close(read)
				}
			}
		}()
		<-read
	}), r)
	<-done
}

// hostile is an error whose methods panic with what it must not say.
type hostile struct{}

func (hostile) Error() string        { panic("mary") }
func (hostile) Is(error) bool        { panic("mary") }
func (hostile) Unwrap() error        { panic("mary") }
func (hostile) LogValue() slog.Value { panic("mary") }

type panickyHandler struct{ slog.Handler }

func (panickyHandler) Handle(context.Context, slog.Record) error { panic("mary") }

type panickyWriter struct{ http.ResponseWriter }

func (panickyWriter) WriteHeader(int) { panic("mary") }

func TestNoSecondPanicEscapes(t *testing.T) {
	h := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(hostile{}) })
	w, m, out := serve(t, h, httptest.NewRequest("GET", "/", nil))
	if w.Code != 500 || m["panicked"] != true || m["aborted"] != nil || m["status_code"] != 500.0 {
		t.Errorf("answered %d, logged %v", w.Code, m)
	}
	mustLack(t, out, "mary")
	serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(7) }), httptest.NewRequest("GET", "/", nil))

	for name, f := range map[string]func(){
		"logger": func() {
			l := slog.New(redact.NewHandler(panickyHandler{slog.DiscardHandler}))
			l = slog.New(panickyHandler{slog.NewJSONHandler(io.Discard, nil)}).With(slog.Any("x", l))
			redact.LogRequests(l)(h).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
		},
		"response": func() {
			redact.LogRequests(slog.New(slog.DiscardHandler))(h).ServeHTTP(panickyWriter{httptest.NewRecorder()}, httptest.NewRequest("GET", "/", nil))
		},
		"recovery": func() {
			redact.RecoverHandler(h).ServeHTTP(panickyWriter{httptest.NewRecorder()}, httptest.NewRequest("GET", "/", nil))
		},
	} {
		func() {
			defer func() {
				if v := recover(); v != nil && v != http.ErrAbortHandler {
					t.Errorf("%s: a %T escapes", name, v)
				}
			}()
			f()
		}()
	}
}

// A pattern that is written by hand is text like any other.
func TestRouteRegularExpressionsSpellNothing(t *testing.T) {
	for route, ok := range map[string]bool{
		"/a/{id:[0-9]+}": true, "/a/{id:[0-9a-f-]{36}}": true, `/a/{id:\d+}`: true, "/a/{x:[^x]*}": false,
		"/{a:\nlevel:error msg}": false, "/{a:mary}": false, "/{a:(mary|smith)}": false, "/{a:[mary]}": false, "/{a:x@y}": false, "/{a: }": false, "/{a:}": false, "/{a:19310308}": false,
	} {
		m := record(t, nil, func(l *slog.Logger) { l.Info("m", "route", route) })
		if (m["route"] == route) != ok {
			t.Errorf("%q is written as %v", route, m["route"])
		}
	}
	var out strings.Builder
	w := redact.NewWriter(&out)
	_, _ = io.WriteString(w, `route="/{a:\nlevel:error\u2028x}" user_id=u1 tool="a\nb"`+"\n")
	if out.String() != "user_id=u1\n" {
		t.Errorf("written: %q", out.String())
	}
}

type otherKey struct{}
