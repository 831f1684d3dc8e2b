package auth

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// Bounds of credentials.
const (
	LinkLife = 10 * 24 * time.Hour // of links that are given none
	MaxLife  = 366 * 24 * time.Hour
	MaxLabel = 100 // characters

	minLifetime = time.Second
)

// Errors of making and revoking credentials.
var (
	ErrLife   = errors.New("a credential lives for a year at most")
	ErrLabel  = errors.New("a label has 1 to " + strconv.Itoa(MaxLabel) + " characters, none of them a control character")
	ErrDenied = errors.New("the account is not there, is disabled, or may not read that record")
	ErrNoKey  = errors.New("there is no credential with that key that is not revoked already")
)

// MintToken makes a token with which an account reads a person's record: its own, or one that it was granted. The secret
// is shown this once.
func (a *Authority) MintToken(ctx context.Context, account string, person record.PersonID, label string, scopes []Scope, life time.Duration) (secret string, err error) {
	scopes, err = sortedScopes(scopes)
	switch {
	case err != nil:
		return "", err
	case !GoodLabel(label):
		return "", ErrLabel
	}
	words := make([]string, len(scopes))
	for i, s := range scopes {
		words[i] = string(s)
	}
	c := store.Credential{Account: account, Person: person, Label: label, Scopes: strings.Join(words, " ")}
	return a.mint(ctx, tokens, c, life, a.store.AddToken)
}

// MintLink makes a personal link with which an account reads a person's record over MCP. The link that the account had to
// that record is revoked. A life of 0 is LinkLife. The secret is shown this once.
func (a *Authority) MintLink(ctx context.Context, account string, person record.PersonID, life time.Duration) (secret string, err error) {
	if life == 0 {
		life = LinkLife
	}
	return a.mint(ctx, links, store.Credential{Account: account, Person: person}, life, a.store.AddLink)
}

func (a *Authority) mint(ctx context.Context, k kind, c store.Credential, life time.Duration, add func(context.Context, store.Credential) error) (string, error) {
	if life < minLifetime || life > MaxLife {
		return "", ErrLife
	}
	secret, digest, err := k.newSecret(a.random)
	if err != nil {
		return "", err
	}
	c.Digest, c.CreatedAt = digest, a.now()
	c.ExpiresAt = c.CreatedAt.Add(life)
	switch err := add(ctx, c); {
	case errors.Is(err, store.ErrNoAccess):
		return "", ErrDenied
	case err != nil:
		return "", fmt.Errorf("store the credential: %w", err)
	}
	return secret, nil
}

// GoodLabel says that a text can be the label of a token: see ErrLabel.
func GoodLabel(label string) bool {
	return label != "" && strings.TrimSpace(label) == label && utf8.ValidString(label) && utf8.RuneCountInString(label) <= MaxLabel && !strings.ContainsFunc(label, unicode.IsControl)
}

// State is whether a credential opens anything by itself; its account, grant and record are asked at each request.
type State string

// States of credentials.
const (
	Live    State = "live"
	Expired State = "expired"
	Revoked State = "revoked"
)

// Listed is what is shown of a credential: never its secret.
type Listed struct {
	Key        string // the first 16 hexadecimal digits of the secret's digest
	Account    string
	Person     record.PersonID
	Label      string  // of tokens
	Scopes     []Scope // of links mcp:read
	State      State
	CreatedAt  record.Instant
	ExpiresAt  record.Instant
	LastUsedAt record.Instant // 0: never; up to a minute and a little late
}

// Operator may see and revoke everybody's credentials. It is no account's id.
const Operator = "operator"

// Tokens are the tokens of an account and those that read its own record, or the Operator's view of all, oldest first.
func (a *Authority) Tokens(ctx context.Context, account string) ([]Listed, error) {
	return a.list(ctx, tokens, account)
}

// Links are the links of an account and those that read its own record, or the Operator's view of all, oldest first.
func (a *Authority) Links(ctx context.Context, account string) ([]Listed, error) {
	return a.list(ctx, links, account)
}

func (a *Authority) list(ctx context.Context, k kind, account string) ([]Listed, error) {
	var found []store.Credential
	var err error
	if account == Operator {
		found, err = a.store.Credentials(ctx, k.stored)
	} else {
		found, err = a.store.CredentialsOf(ctx, k.stored, account)
	}
	if err != nil {
		return nil, fmt.Errorf("list the credentials: %w", err)
	}
	now := a.now()
	out := make([]Listed, len(found))
	for i, c := range found {
		out[i] = Listed{
			Key: keyOf(c.Digest), Account: c.Account, Person: c.Person, Label: c.Label, Scopes: k.scopes(c), State: stateOf(c, now),
			CreatedAt: c.CreatedAt, ExpiresAt: c.ExpiresAt, LastUsedAt: c.LastUsedAt,
		}
	}
	return out, nil
}

func stateOf(c store.Credential, now record.Instant) State {
	switch {
	case c.RevokedAt != 0:
		return Revoked
	case now >= c.ExpiresAt:
		return Expired
	}
	return Live
}

// RevokeToken ends a token by its key. Only who made it, whose record it reads and the Operator can; to anybody else it
// is not there, and they get ErrNoKey.
func (a *Authority) RevokeToken(ctx context.Context, account, key string) error {
	return a.revoke(ctx, tokens, account, key)
}

// RevokeLink ends a link as RevokeToken ends a token.
func (a *Authority) RevokeLink(ctx context.Context, account, key string) error {
	return a.revoke(ctx, links, account, key)
}

func (a *Authority) revoke(ctx context.Context, k kind, account, key string) error {
	bytes, ok := parseKey(key)
	if !ok {
		return ErrNoKey
	}
	err := a.store.Revoke(ctx, k.stored, store.Revocation{Key: bytes, At: a.now(), Account: account, ByOperator: account == Operator})
	switch {
	case errors.Is(err, store.ErrNoCredential):
		return ErrNoKey
	case err != nil:
		return fmt.Errorf("revoke the credential: %w", err)
	}
	return nil
}
