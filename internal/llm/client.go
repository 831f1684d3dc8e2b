// Package llm asks a language model over the Chat Completions protocol that OpenAI began and most model servers speak.
//
// The documents that go out are a person's own, so the client follows no redirect, logs nothing, and its errors carry
// a kind and a status code: never the address, the key, the question or the answer.
package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Config says where the model is. The zero value is "no model".
type Config struct {
	// BaseURL is the address before /chat/completions, such as http://127.0.0.1:11434/v1.
	BaseURL string
	// Model is the model's name, as the endpoint knows it.
	Model string
	// Key is the bearer token; empty where the endpoint asks for none.
	Key string
	// Timeout bounds one attempt; 2 minutes if zero.
	Timeout time.Duration
}

// Configured says whether there is a model to ask.
func (c Config) Configured() bool { return c.BaseURL != "" && c.Model != "" }

// Environment variables that FromEnv reads.
const (
	EnvURL   = "RECORDSERVER_MODEL_URL"
	EnvModel = "RECORDSERVER_MODEL"
	EnvKey   = "RECORDSERVER_MODEL_KEY"
)

// FromEnv reads the configuration with getenv, which is os.Getenv in a program.
func FromEnv(getenv func(string) string) Config {
	return Config{BaseURL: getenv(EnvURL), Model: getenv(EnvModel), Key: getenv(EnvKey)}
}

// Message is one turn of the conversation.
type Message struct {
	Role    string `json:"role"` // system, user, assistant
	Content string `json:"content"`
}

// Kind is what went wrong.
type Kind string

// The kinds of Error.
const (
	NotConfigured Kind = "not-configured" // no endpoint or no model name
	BadConfig     Kind = "bad-config"     // the address is no http or https URL
	Unreachable   Kind = "unreachable"    // no connection, or it broke
	Timeout       Kind = "timeout"        // no answer in time
	Unauthorized  Kind = "unauthorized"   // 401 or 403
	Limited       Kind = "limited"        // 429 after all attempts
	Refused       Kind = "refused"        // any other status
	BadReply      Kind = "bad-reply"      // not the protocol, or no text in it
	TooLarge      Kind = "too-large"      // the reply is longer than MaxReply
	Cut           Kind = "cut"            // the model stopped at its length limit
)

// Error is a failed question. It says the kind and the status, nothing else.
type Error struct {
	Kind   Kind
	Status int // the HTTP status, or 0
}

func (e *Error) Error() string {
	s := "model: " + string(e.Kind)
	if e.Status != 0 {
		s += " (HTTP " + strconv.Itoa(e.Status) + ")"
	}
	return s
}

// MaxReply is the longest reply that is read, in bytes.
const MaxReply = 8 << 20

const (
	attempts  = 3
	firstWait = time.Second
	longWait  = 20 * time.Second
)

// Client asks one endpoint. It is safe for concurrent use.
type Client struct {
	cfg  Config
	url  string
	http *http.Client
	wait func(context.Context, time.Duration) error
}

// New checks the configuration and returns a client. Errors are *Error of kind NotConfigured or BadConfig.
func New(cfg Config) (*Client, error) {
	if !cfg.Configured() {
		return nil, &Error{Kind: NotConfigured}
	}
	u, err := url.Parse(cfg.BaseURL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, &Error{Kind: BadConfig}
	}
	if cfg.Timeout <= 0 {
		cfg.Timeout = 2 * time.Minute
	}
	return &Client{
		cfg: cfg,
		url: u.JoinPath("chat", "completions").String(),
		http: &http.Client{
			// A redirect would take the document and the key to somebody the configuration does not name.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		wait: sleep,
	}, nil
}

type request struct {
	Model       string    `json:"model"`
	Messages    []Message `json:"messages"`
	Temperature float64   `json:"temperature"`
}

type reply struct {
	Choices []struct {
		Message struct {
			Content *string `json:"content"`
		} `json:"message"`
		FinishReason string `json:"finish_reason"`
	} `json:"choices"`
}

// Complete sends the messages and returns the text of the first choice. Limits (429) and server faults (5xx) are tried
// again twice, after the time that the server asks for, at most 20 seconds. Errors are *Error, or the context's.
func (c *Client) Complete(ctx context.Context, messages []Message) (string, error) {
	body, err := json.Marshal(request{Model: c.cfg.Model, Messages: messages})
	if err != nil {
		return "", &Error{Kind: BadReply}
	}
	wait := firstWait
	for try := 1; ; try++ {
		text, after, err := c.ask(ctx, body)
		var e *Error
		if err == nil || try == attempts || !errors.As(err, &e) || !again(e) {
			return text, err
		}
		if err := c.wait(ctx, min(max(wait, after), longWait)); err != nil {
			return "", err
		}
		wait *= 2
	}
}

func again(e *Error) bool {
	return e.Kind == Limited || e.Kind == Unreachable || e.Kind == Refused && e.Status >= 500
}

func (c *Client) ask(ctx context.Context, body []byte) (text string, after time.Duration, err error) {
	tctx, cancel := context.WithTimeout(ctx, c.cfg.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(tctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return "", 0, &Error{Kind: BadConfig}
	}
	req.Header.Set("Content-Type", "application/json")
	if c.cfg.Key != "" {
		req.Header.Set("Authorization", "Bearer "+c.cfg.Key)
	}
	res, err := c.http.Do(req)
	if err != nil {
		return "", 0, c.transport(ctx, tctx)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return "", retryAfter(res.Header), status(res.StatusCode)
	}
	data, err := io.ReadAll(io.LimitReader(res.Body, MaxReply+1))
	if err != nil {
		return "", 0, c.transport(ctx, tctx)
	}
	if len(data) > MaxReply {
		return "", 0, &Error{Kind: TooLarge, Status: res.StatusCode}
	}
	text, err = textOf(data, res.StatusCode)
	return text, 0, err
}

// transport names what broke a connection. The transport's own error quotes the address, so it is not wrapped.
func (c *Client) transport(caller, attempt context.Context) error {
	switch {
	case caller.Err() != nil:
		return caller.Err()
	case attempt.Err() != nil:
		return &Error{Kind: Timeout}
	default:
		return &Error{Kind: Unreachable}
	}
}

func status(code int) error {
	switch code {
	case http.StatusUnauthorized, http.StatusForbidden:
		return &Error{Kind: Unauthorized, Status: code}
	case http.StatusTooManyRequests:
		return &Error{Kind: Limited, Status: code}
	default:
		return &Error{Kind: Refused, Status: code}
	}
}

func textOf(data []byte, status int) (string, error) {
	var r reply
	if json.Unmarshal(data, &r) != nil || len(r.Choices) == 0 || r.Choices[0].Message.Content == nil {
		return "", &Error{Kind: BadReply, Status: status}
	}
	// A list that ends where the model ran out of room looks whole and is not.
	if r.Choices[0].FinishReason == "length" {
		return "", &Error{Kind: Cut, Status: status}
	}
	text := strings.TrimSpace(*r.Choices[0].Message.Content)
	if text == "" {
		return "", &Error{Kind: BadReply, Status: status}
	}
	return text, nil
}

func retryAfter(h http.Header) time.Duration {
	seconds, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil || seconds < 0 {
		return 0
	}
	return time.Duration(min(seconds, 3600)) * time.Second
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
