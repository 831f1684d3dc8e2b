package main

import (
	"context"
	"flag"
	"time"

	"github.com/seed-a76b335c/philint/internal/auth"
	"github.com/seed-a76b335c/philint/internal/mcpserver/mcphttp"
	"github.com/seed-a76b335c/philint/internal/record"
)

var linkAddCommand = command{
	name: "link add", args: "--account ADDRESS [flags]", doc: "make a personal link, for MCP clients that take an address and nothing else",
	more: `
It prints the link, this once: what is stored is a digest of its secret. Whoever has the link reads the record, so hand it
on as you would a password. The link that the account had to the same record ends. Flags:
  --account ADDRESS   who reads with it: the address of an account
  --person ID         whose record, one that the account was granted; else the account's own
  --days N            how long it is good for, 1 to 366; else 10
  --public-url URL    where clients reach the server; else ` + envPublicURL + `, else http://` + defaultAddr + `
`,
	flags: func(f *flag.FlagSet, o *options, getenv func(string) string) {
		storeFlags(f, o, getenv)
		c := &o.credential
		f.StringVar(&c.account, "account", "", "")
		f.StringVar(&c.person, "person", "", "")
		f.IntVar(&c.days, "days", int(auth.LinkLife/oneDay), "")
		f.StringVar(&c.publicURL, "public-url", or(getenv(envPublicURL), "http://"+defaultAddr), "")
	},
	run: linkAdd,
}

func linkAdd(a *app, ctx context.Context, o *options) error {
	if err := o.none(); err != nil {
		return err
	}
	at, _, err := origin(o.credential.publicURL)
	if err != nil {
		return err
	}
	return a.mint(ctx, o, func(by *auth.Authority, account string, person record.PersonID, life time.Duration) (string, error) {
		secret, err := by.MintLink(ctx, account, person, life)
		if err != nil {
			return "", err
		}
		return at + mcphttp.Path + "/" + secret, nil
	})
}

var linkListCommand = command{
	name: "link list", args: "[--all]", doc: "the personal links that there are", more: listHelp,
	flags: listFlags,
	run: func(a *app, ctx context.Context, o *options) error {
		return a.listCredentials(ctx, o, false, (*auth.Authority).Links)
	},
}

var linkRevokeCommand = command{
	name: "link revoke", args: "KEY", doc: "end a personal link at once",
	more: `
KEY is what "recordserver link list" shows of it.
`,
	flags: storeFlags,
	run: func(a *app, ctx context.Context, o *options) error {
		return a.revoke(ctx, o, (*auth.Authority).RevokeLink)
	},
}
