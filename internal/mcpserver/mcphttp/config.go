package mcphttp

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/seed-a76b335c/philint/internal/answers"
	"github.com/seed-a76b335c/philint/internal/mcpserver"
	"github.com/seed-a76b335c/philint/internal/record"
)

// Paths that [Handler.Register] takes.
const (
	Path         = "/mcp"
	LinkPath     = "/mcp/{secret}"
	MetadataRoot = "/.well-known/oauth-protected-resource"
	MetadataPath = MetadataRoot + Path // RFC 9728, for the resource at [Path]
)

// ScopeRead is what a token needs here.
const ScopeRead = "mcp:read"

// Caller is who asks: whose account, about whose record, and with what.
type Caller struct {
	Account string
	Person  record.PersonID
	Via     string // token or link
	Key     string // 16 hexadecimal digits of the secret's digest; for limits and logs
}

// Auth finds out who holds a secret, at every request anew. Errors other than [ErrInvalid] and [ErrScope] mean that it
// could not be found out.
type Auth interface {
	Token(ctx context.Context, secret, scope string) (Caller, error)
	Link(ctx context.Context, secret string) (Caller, error)
}

// Errors of [Auth].
var (
	ErrInvalid = errors.New("unknown, expired or revoked")
	ErrScope   = errors.New("not for this")
)

// Presence says what a record holds, so that tools without anything to answer from are not offered.
type Presence struct{ Readings, Medications, Genotypes bool }

// Answers is the one reader of records.
type Answers interface {
	// Ask never fails: a fault is an envelope too.
	Ask(ctx context.Context, person record.PersonID, tool string, arguments json.RawMessage, l answers.Limits) answers.Envelope
	// Presence hides nothing that it could not look for.
	Presence(ctx context.Context, person record.PersonID) Presence
}

// Entry is a line of the access log of a person's record.
type Entry struct {
	Actor     string // an account
	Surface   string // mcp
	Operation string // a tool's name
	Rows      int
	Outcome   string // ok, partial or error
	RequestID string
}

// Audit takes down who read what kind of thing in whose record.
type Audit interface {
	Record(person record.PersonID, e Entry)
}

// Config is what a handler stands on. Limits may be left out; the rest of what has no comment may not.
type Config struct {
	Version      string
	Answers      Answers
	Auth         Auth
	Audit        Audit
	Terminology  mcpserver.Terminology // names, units and conversion; nothing over HTTP codes documents
	Vocabularies []mcpserver.Vocabulary
	Catalogue    func() string

	// Origins are where the server is reached from outside, such as https://record.example.org: the first stands in
	// the metadata, all are accepted in Host and Origin. Loopback addresses always are. None: loopback only.
	Origins []string
	// AuthorizationServers are issuers of tokens, for the metadata. Optional.
	AuthorizationServers []string
	// RequestID is that of a request on its way. Optional: then each has one of its own.
	RequestID func(context.Context) string
	// ClientAddress is where a request comes from, for the limit of callers without a credential. Optional: the
	// address of the connection. Behind a proxy that is the proxy's, so all such callers share one limit.
	ClientAddress func(*http.Request) string
	// Now is the clock of the limits. Optional: time.Now.
	Now    func() time.Time
	Limits Limits
}

// Limits bound what one caller can ask for. A zero is the default in its comment.
type Limits struct {
	Body       int64 // bytes of a request's body: 1 MiB
	Rate       Rate  // of one credential: 20 a second, 60 at once
	Concurrent int   // requests of one credential at one time: 8
	Anonymous  Rate  // of one address without a credential, or with one that is not accepted: 5 a second, 30 at once
	InFlight   int   // requests of all callers at one time: 256
	Tables     int   // credentials and addresses that are remembered, each: 10,000
}

// Rate is a number of requests a second, and how many may come at once after a pause.
type Rate struct {
	PerSecond float64
	Burst     int
}
