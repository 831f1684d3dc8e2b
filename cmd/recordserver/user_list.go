package main

import (
	"context"
	"flag"

	"github.com/seed-a76b335c/philint/internal/store"
)

var userListCommand = command{
	name: "user list", args: "[--names]", doc: "whose records the store holds: ids and time zones",
	more: `
  --names   also what the persons are called
`,
	flags: func(f *flag.FlagSet, o *options, getenv func(string) string) {
		storeFlags(f, o, getenv)
		f.BoolVar(&o.user.names, "names", false, "")
	},
	run: userList,
}

func userList(a *app, ctx context.Context, o *options) error {
	if err := o.none(); err != nil {
		return err
	}
	return withStore(ctx, o, func(s *store.Store) error {
		persons, err := s.Persons(ctx)
		if err != nil {
			return err
		}
		terminal{a.out}.table(func(t terminal) {
			for _, p := range persons {
				t.printf("%s\t%s", p.ID, p.Zone)
				if o.user.names {
					t.printf("\t%s", p.Name)
				}
				t.printf("\n")
			}
		})
		return nil
	})
}
