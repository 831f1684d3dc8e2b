package main

import (
	"context"
	"errors"
	"strings"

	"github.com/seed-a76b335c/philint/internal/vocab"
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
	v, problems, err := inspectVocabularies(o)
	if err != nil {
		return err
	}
	for _, e := range v.List {
		describe(terminal{a.out}, e)
	}
	if problems = append(problems, v.Check()...); len(problems) > 0 {
		return errors.Join(problems...)
	}
	terminal{a.out}.printf("all well\n")
	return nil
}

func describe(t terminal, e vocab.Vocabulary) {
	t.printf("%s\n", strings.TrimSpace(e.Name+" "+e.Version))
	switch {
	case e.Source == vocab.Damaged:
		t.printf("  %s\n", e.Source)
	case e.BuiltIn > 0:
		t.printf("  %d rows, %s, %d of them built in\n", e.Rows, e.Source, e.BuiltIn)
	default:
		t.printf("  %d rows, %s\n", e.Rows, e.Source)
	}
	if e.Digest != "" {
		t.printf("  sha256 %s\n", e.Digest)
	}
	t.printf("  %s\n", strings.Join(strings.Fields(e.Notice), " "))
}
