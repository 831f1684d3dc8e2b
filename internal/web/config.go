package web

import (
	"context"
	"encoding/json"
	"time"

	"github.com/seed-a76b335c/philint/internal/answers"
	"github.com/seed-a76b335c/philint/internal/audit"
	"github.com/seed-a76b335c/philint/internal/auth"
	"github.com/seed-a76b335c/philint/internal/limit"
	"github.com/seed-a76b335c/philint/internal/record"
)

// Answers is the one reader of records. It never fails: a fault is an envelope too.
type Answers interface {
	Ask(ctx context.Context, person record.PersonID, tool string, arguments json.RawMessage, l answers.Limits) answers.Envelope
}

// Records answers with pages of entries, or with the envelope that says why not.
type Records interface {
	Records(ctx context.Context, person record.PersonID, q answers.RecordsQuestion) (answers.RecordsPage, *answers.Envelope)
}

// Journal answers with days of the journal, or with the envelope that says why not.
type Journal interface {
	Journal(ctx context.Context, person record.PersonID, q answers.JournalQuestion) (answers.JournalPage, *answers.Envelope)
}

// Auth finds out who holds a token, at every request anew: auth.ErrInvalid, auth.ErrScope, or it could not be found out.
type Auth interface {
	Token(ctx context.Context, secret string, need auth.Scope) (auth.Caller, error)
}

// Audit takes down who read which kind of thing in whose record. After an error nothing may leave.
type Audit interface {
	Record(ctx context.Context, person record.PersonID, e audit.Entry) error
}

// Config is what the surface stands on.
type Config struct {
	Answers Answers
	Records Records
	Journal Journal
	Auth    Auth
	Audit   Audit
	Limiter *limit.Limiter
	Metrics *Metrics
	// Ping says whether the store can be read.
	Ping func(context.Context) error
	// Ready says whether anything may be answered now, at every request; nil for always. It must be cheap.
	Ready func() error
	// Others are the routes of other surfaces.
	Others []Route
	// ShowMetrics answers /metrics here.
	ShowMetrics bool
	TLS         bool          // clients come over TLS, whoever ends it
	InFlight    int           // requests that are answered at once
	Deadline    time.Duration // of one request
}

type surface struct{ Config }
