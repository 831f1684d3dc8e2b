package main

import (
	"context"
	"flag"
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/store"
)

var recodeCommand = command{
	name: "recode", args: "[flags]", doc: "decide again what the stored readings mean, as after a vocabulary was imported",
	more: `
Nothing that was recorded changes: only its codes do, and the days of what moved are elected again. The history keeps the
old decision, the new one and its cause. Running it again changes nothing.
  --cause release|rules|alias   what has changed: the vocabulary (default), this program, or a name that was confirmed
`,
	flags: func(f *flag.FlagSet, o *options, getenv func(string) string) {
		storeFlags(f, o, getenv)
		f.StringVar(&o.cause, "cause", "release", "")
	},
	run: recode,
}

// causes are the values of --cause.
func causes() map[string]ingest.Cause {
	return map[string]ingest.Cause{"release": ingest.CauseRelease, "rules": ingest.CauseRules, "alias": ingest.CauseAlias}
}

func recode(a *app, ctx context.Context, o *options) error {
	if err := o.none(); err != nil {
		return err
	}
	cause, ok := causes()[o.cause]
	if !ok {
		return usage("--cause must be release, rules or alias")
	}
	if err := existingStore(o); err != nil {
		return err
	}
	_, set, err := openSet(o)
	if err != nil {
		return err
	}
	ctx, stop := ending(ctx)
	defer stop()
	return withStore(ctx, o, func(s *store.Store) error {
		r, err := ingest.RecodeAll(ctx, s, set, cause, time.LoadLocation)
		terminal{a.out}.printf("%d read, %d mean something else now\n", r.Read, r.Changed)
		return err
	})
}
