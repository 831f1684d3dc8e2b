package main

import (
	"context"
	"fmt"

	"github.com/seed-a76b335c/philint/internal/vocab"
)

var vocabRemoveCommand = command{
	name: "vocab remove", args: "[flags] loinc|icpc3", doc: "go back from an imported release to the built-in table",
	more: `
Running servers take the built-in table when they are started again. A damaged table is removed like a whole one.
`,
	run: vocabRemove,
}

func vocabRemove(a *app, _ context.Context, o *options) error {
	if len(o.args) != 1 {
		return usage(`give the vocabulary, loinc or icpc3; see "recordserver help vocab remove"`)
	}
	kind, dir, err := kindAndDirectory(o)
	if err != nil {
		return err
	}
	if err := vocab.Remove(dir, kind); err != nil {
		return fmt.Errorf("remove %s: %w", kind, err)
	}
	terminal{a.out}.printf("%s: the built-in table is in use\n", kind)
	return nil
}
