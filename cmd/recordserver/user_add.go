package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/seed-a76b335c/philint/internal/auth"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// userOptions are the flags of the user commands.
type userOptions struct {
	name, zone, email string
	person            string
	password          bool
	names             bool
}

var userAddCommand = command{
	name: "user add", creates: true, args: "--name NAME --zone ZONE [flags]", doc: "make an empty record for a person",
	more: `
It prints the person's id, which the other commands take. Flags:
  --name NAME        what the person is called
  --zone ZONE        where they live: an IANA name such as Europe/Berlin, Asia/Shanghai or America/New_York (a part of the
                     world and its best known city, not a country or CET), or an offset such as UTC+08:00 where clocks are
                     not put forward. It says to which day a reading belongs whose own zone is not known
  --email ADDRESS    gives them an account to sign in with; tokens and links are made for an account. Else it can be given
                     later: recordserver user add-account
  --password-stdin   reads the account's password from standard input, one line of at least 10 characters
An account without a password cannot be signed in with. Passwords are stored as argon2id (64 MiB, 3 passes, 4 lanes).
`,
	flags: func(f *flag.FlagSet, o *options, getenv func(string) string) {
		storeFlags(f, o, getenv)
		f.StringVar(&o.user.name, "name", "", "")
		f.StringVar(&o.user.zone, "zone", "", "")
		f.StringVar(&o.user.email, "email", "", "")
		f.BoolVar(&o.user.password, "password-stdin", false, "")
	},
	run: userAdd,
}

// maxPersonName is in characters.
const maxPersonName = 200

func userAdd(a *app, ctx context.Context, o *options) error {
	if err := o.none(); err != nil {
		return err
	}
	u := &o.user
	name := strings.TrimSpace(u.name)
	zone, err := record.ParseZone(u.zone, time.LoadLocation)
	switch {
	case name == "" || utf8.RuneCountInString(name) > maxPersonName || !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' }):
		return usage("give a name of 1 to %d characters with --name", maxPersonName)
	case err != nil:
		return usage("--zone: %v", err)
	case u.password && u.email == "":
		return usage("--password-stdin needs --email: the address is what the person signs in with")
	}
	var account *store.Account
	if u.email != "" {
		if account, err = newAccount(a, u); err != nil {
			return err
		}
	}
	return withStore(ctx, o, func(s *store.Store) error {
		id, err := addPerson(ctx, s, store.Person{Name: name, Zone: zone.String(), CreatedAt: record.InstantOf(a.now())}, account)
		if err != nil {
			return err
		}
		terminal{a.out}.printf("%s\n", id)
		return nil
	})
}

// newAccount is the account of an address, with the password that standard input has.
func newAccount(a *app, u *userOptions) (*store.Account, error) {
	key, ok := auth.EmailKey(u.email)
	if !ok {
		return nil, usage("--email is not an address")
	}
	account := &store.Account{Email: u.email, EmailKey: key}
	if !u.password {
		return account, nil
	}
	line, err := bufio.NewReader(io.LimitReader(a.in, auth.MaxPassword+3)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read the password: %w", fileFault(err))
	}
	if account.PasswordHash, err = auth.Hash(strings.TrimRight(line, "\r\n")); err != nil {
		return nil, usage("--password-stdin: %v", err)
	}
	return account, nil
}

func addPerson(ctx context.Context, s *store.Store, p store.Person, account *store.Account) (record.PersonID, error) {
	var random [20]byte
	if _, err := rand.Read(random[:]); err != nil {
		return "", fmt.Errorf("read random bytes: %w", err)
	}
	p.ID = record.NewPersonID([10]byte(random[:10]))
	if account == nil {
		return p.ID, s.AddPerson(ctx, p)
	}
	account.ID = accountID([10]byte(random[10:]))
	account.Person, account.CreatedAt = p.ID, p.CreatedAt
	return p.ID, s.AddPersonAndAccount(ctx, p, *account)
}

// accountID has the form of a person's id, with its own letter.
func accountID(random [10]byte) string {
	return "a-" + strings.TrimPrefix(string(record.NewPersonID(random)), "p-")
}
