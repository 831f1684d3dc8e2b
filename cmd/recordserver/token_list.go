package main

import (
	"context"
	"flag"
	"strings"

	"github.com/seed-a76b335c/philint/internal/auth"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// What the help of the lists has in common.
const listHelp = `
One line each: its key, by which it is revoked, whose record it reads, the account it belongs to, what it is good for,
whether it is, when it was made, when it ends and when it was last used, in UTC. The secret itself is not stored.
  --all   also those that have expired or were revoked
`

var tokenListCommand = command{
	name: "token list", args: "[--all]", doc: "the tokens that there are", more: listHelp,
	flags: listFlags,
	run: func(a *app, ctx context.Context, o *options) error {
		return a.listCredentials(ctx, o, true, (*auth.Authority).Tokens)
	},
}

var tokenRevokeCommand = command{
	name: "token revoke", args: "KEY", doc: "end a token at once",
	more: `
KEY is what "recordserver token list" shows of it.
`,
	flags: storeFlags,
	run: func(a *app, ctx context.Context, o *options) error {
		return a.revoke(ctx, o, (*auth.Authority).RevokeToken)
	},
}

func listFlags(f *flag.FlagSet, o *options, getenv func(string) string) {
	storeFlags(f, o, getenv)
	f.BoolVar(&o.credential.all, "all", false, "")
}

// listCredentials prints what list finds, with their labels where they have some.
func (a *app) listCredentials(ctx context.Context, o *options, labelled bool, list func(*auth.Authority, context.Context, string) ([]auth.Listed, error)) error {
	if err := o.none(); err != nil {
		return err
	}
	return a.withAuthority(ctx, o, func(_ *store.Store, by *auth.Authority) error {
		all, err := list(by, ctx, auth.Operator)
		if err != nil {
			return err
		}
		terminal{a.out}.table(func(t terminal) {
			t.printf("key\trecord\taccount\tscopes\tstate\tmade\tends\tlast used")
			t.printf("%s\n", column(labelled, "label"))
			for _, l := range all {
				if l.State != auth.Live && !o.credential.all {
					continue
				}
				scopes := make([]string, len(l.Scopes))
				for i, s := range l.Scopes {
					scopes[i] = string(s)
				}
				t.printf("%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s", l.Key, l.Person, l.Account, strings.Join(scopes, ","), l.State, minute(l.CreatedAt), minute(l.ExpiresAt), minute(l.LastUsedAt))
				t.printf("%s\n", column(labelled, l.Label))
			}
		})
		return nil
	})
}

// column is a last column that is not always there.
func column(there bool, text string) string {
	if !there {
		return ""
	}
	return "\t" + text
}

// minute is an instant as lists show it.
func minute(at record.Instant) string {
	if at == 0 {
		return "-"
	}
	return at.Time().Format("2006-01-02T15:04Z")
}

func (a *app) revoke(ctx context.Context, o *options, revoke func(*auth.Authority, context.Context, string, string) error) error {
	if len(o.args) != 1 {
		return usage(`give one key; see "recordserver help %s"`, o.command.name)
	}
	return a.withAuthority(ctx, o, func(_ *store.Store, by *auth.Authority) error {
		return revoke(by, ctx, auth.Operator, o.args[0])
	})
}
