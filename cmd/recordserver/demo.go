package main

import (
	"context"

	"github.com/seed-a76b335c/philint/internal/demo"
	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/store"
)

var demoCommand = command{
	name: "demo", creates: true, args: "[flags]", doc: "load the record of two people who do not exist, to try things out",
	more: `
A year of readings of two devices and two laboratories, entries of journals in English and Chinese, medications and a
genotype set; the same on every machine. Loading it again changes nothing. It belongs in a data directory of its own.
`,
	flags: storeFlags, run: loadDemo,
}

func loadDemo(a *app, ctx context.Context, o *options) error {
	if err := o.none(); err != nil {
		return err
	}
	_, set, err := openSet(o)
	if err != nil {
		return err
	}
	return withStore(ctx, o, func(s *store.Store) error {
		files, err := ingest.NewFiles(o.data, o.keyFile)
		if err != nil {
			return err
		}
		loaded, err := demo.Load(ctx, s, files, set)
		if err != nil {
			return err
		}
		terminal{a.out}.table(func(t terminal) {
			t.printf("person\tread\tstored\tduplicate\tmedications\tdoses\tgenotypes\n")
			for _, l := range loaded {
				t.printf("%s\t%d\t%d\t%d\t%d\t%d\t%d\n", l.Person, l.Readings.Read, l.Readings.Stored, l.Readings.Duplicate, l.Medications, l.Doses, l.Genotypes)
			}
		})
		return nil
	})
}
