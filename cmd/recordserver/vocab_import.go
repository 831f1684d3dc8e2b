package main

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"slices"

	"github.com/seed-a76b335c/philint/internal/vocab"
)

var vocabImportCommand = command{
	name: "vocab import", args: "[flags] loinc|icpc3 FILE", doc: "read a full release that you have a licence for",
	more: `
FILE is the Loinc.csv of a LOINC release, or the ICPC-3 table as tab-separated values; or a .zip that holds it, such as
the LOINC release as it is downloaded. The release is put in use in one step, in place of one that was imported before.
When something is wrong with the file nothing changes. Running servers take the new table when they are started again.

The built-in table stays behind the release: where both have a code the release counts, and codes that the release does
not have at all stay as they are built in. Codes that the release has as retired are in use no longer.
A file with fewer than nine in ten of the built-in codes seems to be cut, and is refused:
  --partial   take it: it is a part, and is meant to be

To go back to the built-in table alone: recordserver vocab remove loinc|icpc3
`,
	flags: func(f *flag.FlagSet, o *options, _ func(string) string) { f.BoolVar(&o.partial, "partial", false, "") },
	run:   vocabImport,
}

func vocabImport(a *app, _ context.Context, o *options) error {
	if len(o.args) != 2 {
		return usage(`give the vocabulary, loinc or icpc3, and its file; see "recordserver help vocab import"`)
	}
	kind, dir, err := kindAndDirectory(o)
	if err != nil {
		return err
	}
	src, err := vocab.OpenSource(o.args[1], kind)
	if err != nil {
		return fmt.Errorf("import %s: %w", kind, err)
	}
	defer src.Close()
	r, err := vocab.Import(dir, kind, src, vocab.Options{Now: a.now(), Partial: o.partial})
	if err != nil {
		return fmt.Errorf("import %s: %w", kind, err)
	}
	out := terminal{a.out}
	out.printf("%s: %d of %d rows\n", r.Version, r.Kept, r.Rows)
	for _, reason := range slices.Sorted(maps.Keys(r.Dropped)) {
		out.printf("  left out, %s: %d\n", reason, r.Dropped[reason])
	}
	if r.Absent > 0 {
		out.printf("  of %d built-in codes not in the release, they stay as they are built in: %d\n", r.Core, r.Absent)
	}
	if r.Withdrawn > 0 {
		out.printf("  of %d built-in codes left out by the release, in use no longer: %d\n", r.Core, r.Withdrawn)
	}
	return nil
}

// kindAndDirectory are the vocabulary that is the first argument, and where it is kept.
func kindAndDirectory(o *options) (vocab.Kind, string, error) {
	kind, ok := vocab.ParseKind(o.args[0])
	if !ok {
		return "", "", usage("the vocabulary must be one of: %s", join(vocab.Kinds()))
	}
	dir, err := o.dataDir()
	return kind, dir, err
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
