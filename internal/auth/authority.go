package auth

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/seed-a76b335c/philint/internal/audit"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// Store is where credentials are kept; *store.Store is one.
type Store interface {
	AddToken(ctx context.Context, c store.Credential) error
	AddLink(ctx context.Context, c store.Credential) error
	FindCredential(ctx context.Context, k store.CredentialKind, digest [32]byte) (store.Credential, store.Level, error)
	Credentials(ctx context.Context, k store.CredentialKind) ([]store.Credential, error)
	CredentialsOf(ctx context.Context, k store.CredentialKind, account string) ([]store.Credential, error)
	Revoke(ctx context.Context, k store.CredentialKind, r store.Revocation) error
	UseCredentials(ctx context.Context, uses []store.CredentialUse, every time.Duration) error
}

// Via is what a caller showed.
type Via string

// What callers show.
const (
	ViaToken Via = "token" // a bearer token
	ViaLink  Via = "link"  // the secret of a personal link
)

// Caller is who a request comes from, and whose record it is about. It never comes from arguments.
type Caller struct {
	Account string
	Person  record.PersonID
	Scopes  []Scope
	Via     Via
	// Key are the first 16 hexadecimal digits of the secret's digest: what stands for the credential in lists, limits
	// and logs.
	Key string
}

// May says whether the caller may do an operation on a surface.
func (c *Caller) May(surface audit.Surface, op audit.Operation) bool {
	need, ok := Needs(surface, op)
	return ok && slices.Contains(c.Scopes, need)
}

// Errors of showing a credential.
var (
	// ErrInvalid is every credential that opens nothing: it is malformed, unknown, expired or revoked, its account is
	// disabled or gone, its record is gone, or the right to read it was withdrawn. Which of these it is, nobody is told.
	ErrInvalid = errors.New("the credential is not valid")
	// ErrScope is a valid token that is not good for what is asked.
	ErrScope = errors.New("the token's scopes do not cover this")
)

// Config of an Authority.
type Config struct {
	Store  Store
	Now    func() record.Instant
	Random io.Reader // of secrets: crypto/rand's Reader
}

// Authority makes credentials and says who shows one. Nothing that it found is kept for the next request: what is revoked
// or withdrawn is so at once.
type Authority struct {
	store  Store
	now    func() record.Instant
	random io.Reader
	uses   *uses
}

// New returns an Authority. Close it, so that the last uses are noted.
func New(c Config) *Authority {
	return &Authority{store: c.Store, now: c.Now, random: c.Random, uses: &uses{store: c.Store}}
}

// Close notes the uses that are not noted yet.
func (a *Authority) Close(ctx context.Context) error { return a.uses.close(ctx) }

// Token returns who shows a bearer token, if it is good for what is needed. Errors are ErrInvalid, ErrScope, or the
// store's own.
func (a *Authority) Token(ctx context.Context, secret string, need Scope) (Caller, error) {
	c, scopes, err := a.show(ctx, tokens, secret)
	if err != nil {
		return Caller{}, err
	}
	if !slices.Contains(scopes, need) {
		return Caller{}, ErrScope
	}
	return c, nil
}

// Link returns who shows the secret of a personal link, which is good for MCP. Errors are ErrInvalid, or the store's own.
func (a *Authority) Link(ctx context.Context, secret string) (Caller, error) {
	c, _, err := a.show(ctx, links, secret)
	return c, err
}

// show looks a credential up by its digest, as one statement whatever is found, and goes through all that can be wrong
// with it.
func (a *Authority) show(ctx context.Context, k kind, secret string) (Caller, []Scope, error) {
	digest, ok := k.digest(secret)
	if !ok {
		return Caller{}, nil, ErrInvalid
	}
	c, level, err := a.store.FindCredential(ctx, k.stored, digest)
	now := a.now()
	switch {
	case errors.Is(err, store.ErrNoCredential):
		return Caller{}, nil, ErrInvalid
	case err != nil:
		return Caller{}, nil, fmt.Errorf("find the credential: %w", err)
	case c.RevokedAt != 0, now >= c.ExpiresAt, level < store.ReadOnly:
		return Caller{}, nil, ErrInvalid
	}
	a.uses.note(store.CredentialUse{Kind: k.stored, Digest: digest, At: now}, c.LastUsedAt)
	scopes := k.scopes(c)
	return Caller{Account: c.Account, Person: c.Person, Scopes: scopes, Via: k.via, Key: keyOf(digest)}, scopes, nil
}
