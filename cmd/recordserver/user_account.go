package main

import (
	"context"
	"crypto/rand"
	"flag"
	"fmt"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

var userAccountCommand = command{
	name: "user add-account", args: "--person ID --email ADDRESS [flags]", doc: "give a person who has a record an account",
	more: `
For a record that was made without an account: tokens and links are made for an account. Flags:
  --person ID        whose account it is, see "recordserver user list"; who has one keeps it
  --email ADDRESS    what they sign in with, and what "token add" and "link add" call the account by
  --password-stdin   reads the account's password from standard input, one line of at least 10 characters
`,
	flags: func(f *flag.FlagSet, o *options, getenv func(string) string) {
		storeFlags(f, o, getenv)
		f.StringVar(&o.user.person, "person", "", "")
		f.StringVar(&o.user.email, "email", "", "")
		f.BoolVar(&o.user.password, "password-stdin", false, "")
	},
	run: userAccount,
}

func userAccount(a *app, ctx context.Context, o *options) error {
	if err := o.none(); err != nil {
		return err
	}
	person, err := record.ParsePersonID(o.user.person)
	switch {
	case o.user.person == "":
		return usage("say with --person whose account it is: list them with recordserver user list")
	case err != nil:
		return usage("--person: %v", err)
	case o.user.email == "":
		return usage("give the address with --email: it is what the person signs in with")
	}
	account, err := newAccount(a, &o.user)
	if err != nil {
		return err
	}
	var random [10]byte
	if _, err := rand.Read(random[:]); err != nil {
		return fmt.Errorf("read random bytes: %w", err)
	}
	account.ID, account.Person, account.CreatedAt = accountID(random), person, record.InstantOf(a.now())
	return withStore(ctx, o, func(s *store.Store) error { return s.GiveAccount(ctx, *account) })
}
