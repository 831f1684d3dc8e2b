package main

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"time"

	"github.com/seed-a76b335c/philint/internal/auth"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// credentialOptions are the flags of the token and link commands.
type credentialOptions struct {
	account, person string
	scopes, label   string
	days            int
	publicURL       string
	all             bool
}

const (
	tokenDays = 30
	oneDay    = 24 * time.Hour
)

var tokenAddCommand = command{
	name: "token add", args: "--account ADDRESS --label TEXT [flags]", doc: "make a token with which a program reads a record",
	more: `
It prints the token, this once: what is stored is a digest of it. A program sends it as "Authorization: Bearer rst_…".
Flags:
  --account ADDRESS   who reads with it: the address of an account
  --label TEXT        what it is for, so that it is known later which to revoke
  --person ID         whose record, one that the account was granted; else the account's own
  --scope LIST        mcp:read, api:read, or both with a comma between; else mcp:read
  --days N            how long it is good for, 1 to 366; else 30
A token reads and changes nothing. It ends before its days when it is revoked, the account is disabled, or may not read
the record any more. To hand it to another command without showing it: recordserver token add … | other-command
`,
	flags: credentialFlags(func(f *flag.FlagSet, c *credentialOptions) {
		f.StringVar(&c.account, "account", "", "")
		f.StringVar(&c.person, "person", "", "")
		f.StringVar(&c.label, "label", "", "")
		f.StringVar(&c.scopes, "scope", string(auth.MCPRead), "")
		f.IntVar(&c.days, "days", tokenDays, "")
	}),
	run: tokenAdd,
}

func credentialFlags(own func(*flag.FlagSet, *credentialOptions)) func(*flag.FlagSet, *options, func(string) string) {
	return func(f *flag.FlagSet, o *options, getenv func(string) string) {
		storeFlags(f, o, getenv)
		own(f, &o.credential)
	}
}

func tokenAdd(a *app, ctx context.Context, o *options) error {
	if err := o.none(); err != nil {
		return err
	}
	c := &o.credential
	scopes, err := auth.ParseScopes(c.scopes)
	switch {
	case err != nil:
		return usage("--scope: %v", err)
	case !auth.GoodLabel(c.label):
		return usage("--label: %v", auth.ErrLabel)
	}
	return a.mint(ctx, o, func(by *auth.Authority, account string, person record.PersonID, life time.Duration) (string, error) {
		return by.MintToken(ctx, account, person, c.label, scopes, life)
	})
}

// mint makes a credential and prints it.
func (a *app) mint(ctx context.Context, o *options, make func(by *auth.Authority, account string, person record.PersonID, life time.Duration) (string, error)) error {
	c := &o.credential
	key, ok := auth.EmailKey(c.account)
	switch {
	case c.account == "":
		return usage("say with --account who reads with it: the address of an account")
	case !ok:
		return usage("--account is not an address")
	case c.days < 1 || time.Duration(c.days) > auth.MaxLife/oneDay:
		return usage("--days must be 1 to %d", auth.MaxLife/oneDay)
	}
	var person record.PersonID
	if c.person != "" {
		var err error
		if person, err = record.ParsePersonID(c.person); err != nil {
			return usage("--person: %v", err)
		}
	}
	return a.withAuthority(ctx, o, func(s *store.Store, by *auth.Authority) error {
		account, err := s.AccountByEmail(ctx, key)
		if errors.Is(err, store.ErrNoAccount) {
			return fmt.Errorf(`no account has the address of --account: give a person one with "recordserver user add-account --person ID --email ADDRESS": %w`, err)
		}
		if err != nil {
			return err
		}
		if person == "" {
			person = account.Person
		}
		secret, err := make(by, account.ID, person, time.Duration(c.days)*oneDay)
		if err != nil {
			return err
		}
		terminal{a.out}.printf("%s\n", secret)
		return nil
	})
}

// withAuthority runs fn on the open store with what makes and revokes credentials in it.
func (a *app) withAuthority(ctx context.Context, o *options, fn func(*store.Store, *auth.Authority) error) error {
	return withStore(ctx, o, func(s *store.Store) error {
		now := func() record.Instant { return record.InstantOf(a.now()) }
		return fn(s, auth.New(auth.Config{Store: s, Now: now, Random: rand.Reader}))
	})
}
