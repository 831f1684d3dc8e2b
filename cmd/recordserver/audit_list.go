package main

import (
	"context"
	"flag"

	"github.com/seed-a76b335c/philint/internal/store"
)

const auditLines = 50

var auditListCommand = command{
	name: "audit list", args: "--person ID [flags]", doc: "who read a record",
	more: `
One line each, newest first: its number, when, in UTC, which account, through what, what kind of thing was asked, how many
rows were read, how it ended, and the request's id. What was read is not in the log. Flags:
  --person ID   whose log
  --limit N     how many lines, 1 to 10000; else 50
`,
	flags: func(f *flag.FlagSet, o *options, getenv func(string) string) {
		storeFlags(f, o, getenv)
		f.StringVar(&o.audit.person, "person", "", "")
		f.IntVar(&o.audit.limit, "limit", auditLines, "")
	},
	run: auditList,
}

func auditList(a *app, ctx context.Context, o *options) error {
	if err := o.none(); err != nil {
		return err
	}
	switch {
	case o.audit.person == "":
		return usage(`say with --person whose log, see "recordserver user list"`)
	case o.audit.limit < 1 || o.audit.limit > 10_000:
		return usage("--limit must be 1 to 10000")
	}
	return a.withLogs(ctx, o, func(s *store.Store, persons []store.Person) error {
		entries, err := s.Person(persons[0].ID).AccessPage(ctx, 0, o.audit.limit)
		if err != nil {
			return err
		}
		terminal{a.out}.table(func(t terminal) {
			for _, e := range entries {
				t.printf("%d\t%s\t%s\t%s\t%s\t%d\t%s\t%s\n", e.Seq, e.At.Time().Format("2006-01-02T15:04:05Z"), e.Actor, e.Surface, e.Operation, e.Rows, e.Outcome, e.RequestID)
			}
		})
		return nil
	})
}
