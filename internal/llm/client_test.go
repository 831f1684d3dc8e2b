package llm

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

const secret = "Quillfeather-9931"

func client(t *testing.T, h http.Handler) (*Client, *[]time.Duration) {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	c, err := New(Config{BaseURL: s.URL + "/v1", Model: "m", Key: secret, Timeout: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	var waits []time.Duration
	c.wait = func(_ context.Context, d time.Duration) error { waits = append(waits, d); return nil }
	return c, &waits
}

func answer(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"message": map[string]any{"content": text}, "finish_reason": "stop"}}})
	}
}

func ask(c *Client) (string, error) {
	return c.Complete(context.Background(), []Message{{Role: "user", Content: secret}})
}

func TestTheQuestionGoesOutWithModelAndKey(t *testing.T) {
	c, _ := client(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		var q request
		if err := json.Unmarshal(body, &q); err != nil || q.Model != "m" || len(q.Messages) != 1 || q.Messages[0].Role != "user" {
			t.Errorf("body = %s", body)
		}
		if r.URL.Path != "/v1/chat/completions" || r.Header.Get("Authorization") != "Bearer "+secret {
			t.Errorf("path %s, authorization %q", r.URL.Path, r.Header.Get("Authorization"))
		}
		answer(" yes \n")(w, r)
	}))
	got, err := ask(c)
	if err != nil || got != "yes" {
		t.Fatalf("got %q, %v", got, err)
	}
}

func TestEveryFailureHasAKindAndTellsNothingElse(t *testing.T) {
	code := func(n int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { http.Error(w, secret, n) }
	}
	text := func(s string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, s) }
	}
	for name, c := range map[string]struct {
		h     http.HandlerFunc
		kind  Kind
		tries int
	}{
		"401":                {code(401), Unauthorized, 1},
		"403":                {code(403), Unauthorized, 1},
		"404":                {code(404), Refused, 1},
		"429 is tried again": {code(429), Limited, 3},
		"503 is tried again": {code(503), Refused, 3},
		"a redirect is refused": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere/"+secret, http.StatusTemporaryRedirect)
		}, Refused, 1},
		"no JSON":               {text(secret), BadReply, 1},
		"no choices":            {text(`{"choices":[]}`), BadReply, 1},
		"null content":          {text(`{"choices":[{"message":{"content":null}}]}`), BadReply, 1},
		"blank content":         {answer("  "), BadReply, 1},
		"cut at the limit":      {text(`{"choices":[{"message":{"content":"[1"},"finish_reason":"length"}]}`), Cut, 1},
		"too large":             {func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, MaxReply+2)) }, TooLarge, 1},
		"the connection breaks": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, Unreachable, 3},
	} {
		t.Run(name, func(t *testing.T) {
			tries := 0
			cl, _ := client(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { tries++; c.h(w, r) }))
			_, err := ask(cl)
			var e *Error
			if !errors.As(err, &e) || e.Kind != c.kind || tries != c.tries {
				t.Fatalf("err %v after %d tries, want %s after %d", err, tries, c.kind, c.tries)
			}
			if strings.Contains(err.Error(), secret) || strings.Contains(err.Error(), "127.0.0.1") {
				t.Errorf("the error tells more than its kind: %v", err)
			}
		})
	}
}

func TestTheServersWaitIsKeptWithinBounds(t *testing.T) {
	n := 0
	c, waits := client(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n++
		if n == 1 {
			w.Header().Set("Retry-After", "7")
		}
		if n == 2 {
			w.Header().Set("Retry-After", "900")
		}
		if n < 3 {
			w.WriteHeader(429)
			return
		}
		answer("ok")(w, r)
	}))
	if _, err := ask(c); err != nil {
		t.Fatal(err)
	}
	if len(*waits) != 2 || (*waits)[0] != 7*time.Second || (*waits)[1] != longWait {
		t.Errorf("waits = %v", *waits)
	}
}

func TestASlowAnswerIsATimeoutAndACallersEndIsTheCallers(t *testing.T) {
	block := make(chan struct{})
	c, _ := client(t, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-block }))
	defer close(block)
	c.cfg.Timeout = 20 * time.Millisecond
	var e *Error
	if _, err := ask(c); !errors.As(err, &e) || e.Kind != Timeout {
		t.Errorf("err = %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := c.Complete(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
}

func TestNoModelAndABadAddressAreTold(t *testing.T) {
	for _, c := range []struct {
		cfg  Config
		kind Kind
	}{
		{Config{}, NotConfigured},
		{Config{BaseURL: "http://127.0.0.1:1"}, NotConfigured},
		{FromEnv(func(k string) string { return map[string]string{EnvModel: "m"}[k] }), NotConfigured},
		{Config{BaseURL: "ftp://" + secret, Model: "m"}, BadConfig},
		{Config{BaseURL: "://" + secret, Model: "m"}, BadConfig},
	} {
		_, err := New(c.cfg)
		var e *Error
		if !errors.As(err, &e) || e.Kind != c.kind || strings.Contains(err.Error(), secret) {
			t.Errorf("%v: err = %v, want %s", c.kind, err, c.kind)
		}
	}
}
