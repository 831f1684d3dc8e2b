package redact_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/seed-a76b335c/philint/redact"
)

// safeBuffer is a buffer that a server's goroutines may write to.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

func install(t *testing.T, w io.Writer, opts ...redact.Option) *redact.Installation {
	t.Helper()
	in := redact.Install(slog.NewJSONHandler(w, nil), opts...)
	t.Cleanup(in.Uninstall)
	return in
}

func mustHave(t *testing.T, out string, wants ...string) {
	t.Helper()
	for _, w := range wants {
		if !strings.Contains(out, w) {
			t.Errorf("no %q in the log", w)
		}
	}
}

func mustLack(t *testing.T, out string, secrets ...string) {
	t.Helper()
	for _, s := range secrets {
		if strings.Contains(out, s) {
			t.Errorf("%q is in the log", s)
		}
	}
}

func TestInstallCapturesSlogAndLog(t *testing.T) {
	var out safeBuffer
	early := slog.Default().With("email", "early@clinic.example") // bound before there was a filter
	install(t, &out)
	slog.Info("one", "email", "mary@clinic.example", "user_id", "u1")
	slog.With("note", "mary").WithGroup("request").Info("two", "row_count", 3)
	log.Printf("three for mary@clinic.example")
	log.Printf("four name=mary user_id=u4 note=\"mary smith\" status=ok mary")
	log.Println(`{"msg":"five","email":"mary@clinic.example","user_id":"u5"}`)
	log.Default().Print("six\nmary: forged line")
	early.Info("seven", "note", "mary")
	mustHave(t, out.String(), "one", "u1", "two", `"row_count":3`, "redacted email", "four user_id=u4 status=ok", "five", "u5", `six\\nmary`, "seven")
	mustLack(t, strings.ReplaceAll(out.String(), `six\\nmary`, ""), "mary", "smith", "early@")
	if n := strings.Count(out.String(), "\n"); n != 7 {
		t.Errorf("%d lines for 7 messages", n)
	}
}

// The reference's filter reached only the handlers that were there when it was installed.
func TestHandlersSwappedLaterAreFiltered(t *testing.T) {
	var first, second, third safeBuffer
	in := install(t, &first)
	bound := slog.With("email", "mary@clinic.example", "user_id", "u1").WithGroup("request").With("note", "mary", "id", "r1")
	bound.Info("one", "note", "mary", "row_count", 1)
	in.Swap(slog.NewTextHandler(&second, nil))
	bound.Info("two", "note", "mary", "row_count", 2)
	slog.Info("three", "note", "mary", "row_count", 3)
	log.Print("four mary@clinic.example")
	if n := strings.Count(first.String(), "\n"); n != 1 {
		t.Errorf("%d lines went to the first handler", n)
	}
	mustHave(t, second.String(), "two", "user_id=u1", "request.id=r1", "request.row_count=2", "three", "redacted email")

	again := install(t, &third)
	bound.Info("five", "note", "mary")
	slog.Info("six", "note", "mary", "row_count", 6)
	log.Print("seven mary@clinic.example")
	mustHave(t, second.String(), "five")
	mustHave(t, third.String(), "six", "redacted email")
	if err := again.Check(); err != nil {
		t.Error(err)
	}
	if in.Check() == nil {
		t.Error("the first installation takes itself for the current one")
	}
	in.Swap(slog.NewJSONHandler(&third, nil)) // an old one cannot open a hole either
	bound.Info("eight", "note", "mary")
	mustHave(t, third.String(), "eight")
	mustLack(t, first.String()+second.String()+third.String(), "mary")
}

func TestCheckReportsWhoGoesRound(t *testing.T) {
	in := install(t, io.Discard)
	if err := in.Check(); err != nil {
		t.Fatal(err)
	}
	log.SetOutput(io.Discard)
	if in.Check() == nil {
		t.Error("log.SetOutput goes unnoticed")
	}
	install(t, io.Discard)
	slog.SetDefault(slog.New(slog.NewJSONHandler(io.Discard, nil)))
	if in.Check() == nil {
		t.Error("slog.SetDefault goes unnoticed")
	}
}

func TestInstallOverTheDefaultHandlerDoesNotGoInCircles(t *testing.T) {
	in := redact.Install(slog.Default().Handler())
	defer in.Uninstall()
	var out safeBuffer
	in.Swap(redact.NewHandler(slog.NewJSONHandler(&out, nil)))
	slog.Info("m", "email", "x")
	log.Print("n")
	if n := strings.Count(out.String(), "\n"); n != 2 {
		t.Errorf("%d lines", n)
	}
}

func TestConstantMessagesHoldForTheLogPackage(t *testing.T) {
	var out safeBuffer
	install(t, &out, redact.ConstantMessages())
	log.Printf("loaded the record of %s", "mary")
	mustLack(t, out.String(), "mary", "loaded")
	mustHave(t, out.String(), "redacted dynamic")
}

func TestServerErrorLogHasNoPanicValueAndNoAddress(t *testing.T) {
	for _, how := range []string{"ErrorLog", "log package"} {
		t.Run(how, func(t *testing.T) {
			var out safeBuffer
			in := install(t, &out)
			srv := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("mary smith") }))
			if how == "ErrorLog" {
				srv.Config.ErrorLog = in.ErrorLog()
			}
			srv.Start()
			if resp, err := http.Get(srv.URL); err == nil {
				resp.Body.Close()
			}
			srv.Close()
			mustHave(t, out.String(), "http: panic serving")
			mustLack(t, out.String(), "mary", "127.0.0.1", "goroutine")
		})
	}
}

func TestStandardLibraryTextIsCutAtItsValues(t *testing.T) {
	f := redact.NewFilter()
	for _, line := range []string{
		"http: TLS handshake error from 203.0.113.9:4711: mary", "http: proxy error: dial mary", "http2: panic serving 203.0.113.9:1: mary",
		"panic: mary", "2009/01/01 10:00:00 panic: mary [recovered]", "fatal error: mary",
	} {
		out := f.Line(line)
		mustLack(t, out, "mary", "203.0", "2009")
		if !strings.Contains(out, "redacted") {
			t.Errorf("%q became %q", line, out)
		}
	}
}

type maryError struct{ text string }

func (m maryError) Error() string { return m.text }

func crash(v any) { panic(v) }

func TestRecoverReportsTypeAndStack(t *testing.T) {
	for _, tc := range []struct {
		v    any
		want string
	}{
		{"mary", `"panic":"string"`},
		{maryError{"mary"}, `"panic":"redact_test.maryError"`},
		{errors.Join(io.EOF, maryError{"mary"}), `"panic":"*errors.joinError<(*errors.errorString|redact_test.maryError)"`},
		{map[string]int{"mary": 1}, `"panic":"map[string]int"`},
	} {
		var out safeBuffer
		in := install(t, &out)
		func() {
			defer redact.Recover(context.Background())
			crash(tc.v)
		}()
		mustHave(t, out.String(), tc.want, "redact_test.crash:", "TestRecoverReportsTypeAndStack")
		mustLack(t, out.String(), "mary\"", "runtime.", "redact.Recover")
		in.Uninstall()
	}
	var out safeBuffer
	install(t, &out)
	func() { defer redact.Recover(context.Background()) }()
	if out.String() != "" {
		t.Error("a report without a panic")
	}
	func() {
		defer redact.Recover(context.Background())
		var p *maryError
		_ = p.text
	}()
	mustHave(t, out.String(), `"panic":"runtime.errorString"`)
}

func TestGoSurvivesAPanic(t *testing.T) {
	var out safeBuffer
	install(t, &out)
	synctest.Test(t, func(t *testing.T) {
		redact.Go(t.Context(), func() { crash("mary") })
		synctest.Wait()
	})
	mustHave(t, out.String(), `"panic":"string"`)
	mustLack(t, out.String(), "mary")
}

// backwards sends records where a function finds it, which no look through its fields can tell.
type backwards struct {
	slog.Handler
	to func() slog.Handler
}

func (b backwards) Handle(ctx context.Context, r slog.Record) error {
	_ = b.Handler.Handle(ctx, r)
	return b.to().Handle(ctx, r)
}

func TestNoHandlerBehindTheFilterGoesInCircles(t *testing.T) {
	first := slog.Default().Handler()
	stderr := os.Stderr
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	os.Stderr = null
	t.Cleanup(func() { os.Stderr = stderr; null.Close() })
	for name, circle := range map[string]struct {
		behind func(in *redact.Installation, json slog.Handler) slog.Handler
		seen   bool // by the look through its fields
	}{
		"default": {func(*redact.Installation, slog.Handler) slog.Handler { return slog.Default().Handler() }, true},
		"multi": {func(in *redact.Installation, j slog.Handler) slog.Handler {
			return slog.NewMultiHandler(j, in.Handler())
		}, true},
		"with":           {func(in *redact.Installation, _ slog.Handler) slog.Handler { return slog.With("user_id", 1).Handler() }, true},
		"first":          {func(*redact.Installation, slog.Handler) slog.Handler { return first }, true},
		"first in multi": {func(_ *redact.Installation, j slog.Handler) slog.Handler { return slog.NewMultiHandler(first, j) }, true},
		"first in a filter": {func(_ *redact.Installation, j slog.Handler) slog.Handler {
			return redact.NewHandler(slog.NewMultiHandler(j, first))
		}, true},
		"function": {func(_ *redact.Installation, j slog.Handler) slog.Handler {
			return backwards{j, func() slog.Handler { return slog.Default().Handler() }}
		}, false},
		"first, through function": {func(_ *redact.Installation, j slog.Handler) slog.Handler {
			return backwards{j, func() slog.Handler { return first }}
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			var out safeBuffer
			in := install(t, &out)
			in.Swap(circle.behind(in, slog.NewJSONHandler(&out, nil)))
			if (in.Check() != nil) != circle.seen {
				t.Errorf("Check: %v", in.Check())
			}
			done := make(chan bool)
			go func() {
				slog.Info("one", "email", "mary")
				if name != "first, through function" { // log's own lock is held then, which nothing here can see
					log.Print("two")
				}
				close(done)
			}()
			select {
			case <-done:
			case <-time.After(5 * time.Second):
				t.Fatal("a record goes in circles, or waits for itself")
			}
			if n := strings.Count(out.String(), "\n"); n > 100 {
				t.Errorf("%d lines", n)
			}
			mustLack(t, out.String(), "mary")
			in.Swap(slog.NewJSONHandler(&out, nil))
			slog.Info("three")
			if err := in.Check(); err != nil {
				t.Error(err)
			}
			mustHave(t, out.String(), "three")
		})
	}
}
