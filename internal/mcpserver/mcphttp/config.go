package mcphttp

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/seed-a76b335c/philint/internal/answers"
	"github.com/seed-a76b335c/philint/internal/audit"
	"github.com/seed-a76b335c/philint/internal/auth"
	"github.com/seed-a76b335c/philint/internal/limit"
	"github.com/seed-a76b335c/philint/internal/mcpserver"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/redact"
)

// The paths of the routes.
const (
	Path         = "/mcp"
	LinkPath     = "/mcp/{secret}"
	MetadataRoot = "/.well-known/oauth-protected-resource"
	MetadataPath = MetadataRoot + Path // RFC 9728, for the resource at [Path]
)

// Auth finds out who holds a secret, at every request anew. Errors are [auth.ErrInvalid], [auth.ErrScope], or mean that it
// could not be found out.
type Auth interface {
	Token(ctx context.Context, secret string, need auth.Scope) (auth.Caller, error)
	Link(ctx context.Context, secret string) (auth.Caller, error)
}

// Answers is the one reader of records.
type Answers interface {
	// Ask never fails: a fault is an envelope too.
	Ask(ctx context.Context, person record.PersonID, tool string, arguments json.RawMessage, l answers.Limits) answers.Envelope
	// Presence hides nothing that it could not look for.
	Presence(ctx context.Context, person record.PersonID) answers.Presence
}

// Audit takes down who read what kind of thing in whose record, before it leaves the server. After an error nothing may
// leave.
type Audit interface {
	Record(ctx context.Context, person record.PersonID, e audit.Entry) error
}

// Config is what a handler stands on. What is not optional must be there.
type Config struct {
	Version      string
	Answers      Answers
	Auth         Auth
	Audit        Audit
	Terminology  mcpserver.Terminology // names, units and conversion; nothing over HTTP codes documents
	Vocabularies []mcpserver.Vocabulary
	Catalogue    func() string // of indicators, a TSV

	// Origins are where the server is reached from outside, such as https://record.example.org: the first stands in
	// the metadata, all are accepted in Host and Origin. Loopback addresses always are. None: loopback only.
	Origins []string
	// AuthorizationServers are issuers of tokens, for the metadata. Optional.
	AuthorizationServers []string

	// Callers limits each credential, over all surfaces that share it. Optional: [limit.Default].
	Callers *limit.Limiter
	// Strangers limits each address from which requests come without a credential, or with one that is not accepted.
	// Optional: 5 a second, 30 at once after a pause, 8 at one time.
	Strangers *limit.Limiter
	// MaxBody bounds a request's body, in bytes. Optional: 1 MiB.
	MaxBody int64
	// MaxInFlight bounds the requests of all callers at one time. Optional: 256.
	MaxInFlight int

	// ClientAddress is where a request comes from, for Strangers. Optional: the address of the connection. Behind a
	// proxy that is the proxy's, so all strangers share one limit.
	ClientAddress func(*http.Request) string
	// RequestID is the id that a request has on its way. Optional: that of [redact.LogRequests], or a new one.
	RequestID func(context.Context) string
	// NoteCaller is told the digest of a caller's secret, for the log's line of the request. Optional.
	NoteCaller func(ctx context.Context, fingerprint string)
	// Observe is told of each call of a tool. Optional.
	Observe func(mcpserver.ToolName, mcpserver.Outcome, time.Duration)
}

const (
	defaultBody     = 1 << 20
	defaultInFlight = 256
)

// strangers are the default limits of one address.
func strangers() limit.Rules { return limit.Rules{PerSecond: 5, Burst: 30, AtOnce: 8} }

// complete fills in what is optional.
func (c *Config) complete() error {
	t := &c.Terminology
	if c.Answers == nil || c.Auth == nil || c.Audit == nil || c.Catalogue == nil || t.Names == nil || t.Units == nil || t.Convert == nil {
		return errors.New("mcphttp: answers, auth, audit, a catalogue and the three lookups of the vocabularies are needed")
	}
	if c.Callers == nil {
		c.Callers = limit.New(limit.Default(), time.Now)
	}
	if c.Strangers == nil {
		c.Strangers = limit.New(strangers(), time.Now)
	}
	if c.MaxBody <= 0 {
		c.MaxBody = defaultBody
	}
	if c.MaxInFlight <= 0 {
		c.MaxInFlight = defaultInFlight
	}
	if c.ClientAddress == nil {
		c.ClientAddress = func(r *http.Request) string { return r.RemoteAddr }
	}
	if c.RequestID == nil {
		c.RequestID = redact.RequestID
	}
	if c.NoteCaller == nil {
		c.NoteCaller = func(context.Context, string) {}
	}
	return nil
}
