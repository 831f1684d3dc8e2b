package main

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/seed-a76b335c/philint/internal/vocab"
)

var vocabImportCommand = command{
	name: "vocab import", args: "[flags] loinc|icpc3 FILE", doc: "read a full release that you have a licence for",
	more: `
FILE is the Loinc.csv of a LOINC release, or the ICPC-3 table as tab-separated values; or a .zip that holds it, such as
the LOINC release as it is downloaded. The table replaces the one in use in one step. When something is wrong with the
file nothing changes. Running servers take the new table when they are started again.
`,
	run: vocabImport,
}

func vocabImport(a *app, _ context.Context, o *options) error {
	if len(o.args) != 2 {
		return usage(`give the vocabulary, loinc or icpc3, and its file; see "recordserver help vocab import"`)
	}
	kind, ok := vocab.ParseKind(o.args[0])
	if !ok {
		return usage("the vocabulary must be one of: %s", join(vocab.Kinds()))
	}
	dir, err := o.dataDir()
	if err != nil {
		return err
	}
	src, err := vocab.OpenSource(o.args[1], kind)
	if err != nil {
		return fmt.Errorf("import %s: %w", kind, err)
	}
	defer src.Close()
	r, err := vocab.Import(dir, kind, src, a.now())
	if err != nil {
		return fmt.Errorf("import %s: %w", kind, err)
	}
	terminal{a.out}.printf("%s: %d of %d rows\n", r.Version, r.Kept, r.Rows)
	for _, reason := range slices.Sorted(maps.Keys(r.Dropped)) {
		terminal{a.out}.printf("  left out, %s: %d\n", reason, r.Dropped[reason])
	}
	if r.Lost > 0 {
		terminal{a.out}.printf("  own names whose code is not in the release: %d\n", r.Lost)
	}
	return nil
}

func join[S ~string](list []S) string {
	out := ""
	for i, s := range list {
		if i > 0 {
			out += ", "
		}
		out += string(s)
	}
	return out
}
