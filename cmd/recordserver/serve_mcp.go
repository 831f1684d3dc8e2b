package main

import (
	"context"
	"errors"

	"github.com/seed-a76b335c/philint/internal/answers"
	"github.com/seed-a76b335c/philint/internal/audit"
	"github.com/seed-a76b335c/philint/internal/auth"
	"github.com/seed-a76b335c/philint/internal/mcpserver/mcphttp"
	"github.com/seed-a76b335c/philint/internal/record"
)

// What the protocol's surface asks for, in its words.

type protocolAnswers struct{ *answers.Service }

// Presence implements [mcphttp.Answers].
func (p protocolAnswers) Presence(ctx context.Context, person record.PersonID) mcphttp.Presence {
	return mcphttp.Presence(p.Service.Presence(ctx, person))
}

type protocolAuth struct{ *auth.Authority }

// Token implements [mcphttp.Auth].
func (p protocolAuth) Token(ctx context.Context, secret, scope string) (mcphttp.Caller, error) {
	return protocolCaller(p.Authority.Token(ctx, secret, auth.Scope(scope)))
}

// Link implements [mcphttp.Auth].
func (p protocolAuth) Link(ctx context.Context, secret string) (mcphttp.Caller, error) {
	return protocolCaller(p.Authority.Link(ctx, secret))
}

func protocolCaller(c auth.Caller, err error) (mcphttp.Caller, error) {
	switch {
	case errors.Is(err, auth.ErrInvalid):
		err = mcphttp.ErrInvalid
	case errors.Is(err, auth.ErrScope):
		err = mcphttp.ErrScope
	}
	return mcphttp.Caller{Account: c.Account, Person: c.Person, Via: string(c.Via), Key: c.Key}, err
}

type protocolAudit struct{ *audit.Recorder }

// Record implements [mcphttp.Audit].
func (p protocolAudit) Record(ctx context.Context, person record.PersonID, e mcphttp.Entry) error {
	return p.Recorder.Record(ctx, person, audit.Entry{
		Actor: e.Actor, Surface: audit.MCP, Operation: audit.Operation(e.Operation), Rows: e.Rows, Outcome: audit.Outcome(e.Outcome), RequestID: e.RequestID,
	})
}
