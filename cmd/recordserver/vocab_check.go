package main

import (
	"context"
	"strings"
)

var vocabCheckCommand = command{
	name: "vocab check", args: "[flags]", doc: "read all vocabularies, check their digests, show their notices",
	more: `
The exit status is 1 when a table is damaged or the tables do not go together.
`,
	run: vocabCheck,
}

func vocabCheck(a *app, _ context.Context, o *options) error {
	if err := o.none(); err != nil {
		return err
	}
	v, err := openVocabularies(o)
	if err != nil {
		return err
	}
	for _, e := range v.List {
		terminal{a.out}.printf("%s %s\n  %d rows, %s\n", e.Name, e.Version, e.Rows, e.Source)
		if e.Digest != "" {
			terminal{a.out}.printf("  sha256 %s\n", e.Digest)
		}
		terminal{a.out}.printf("  %s\n", strings.Join(strings.Fields(e.Notice), " "))
	}
	problems := v.Check()
	for _, p := range problems {
		terminal{a.err}.printf("recordserver: %v\n", p)
	}
	if len(problems) > 0 {
		return errWrong
	}
	terminal{a.out}.printf("all well\n")
	return nil
}
