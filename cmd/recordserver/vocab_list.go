package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/seed-a76b335c/philint/internal/terminology"
	"github.com/seed-a76b335c/philint/internal/vocab"
)

var vocabListCommand = command{
	name: "vocab list", args: "[flags]", doc: "the vocabularies in use: version, rows, where from",
	more: `
Rows are those of an imported release with the built-in ones behind it, whose codes it does not have; "built in" says how
many these are. The exit status is 1 when a table is damaged.
`,
	run: vocabList,
}

func vocabList(a *app, _ context.Context, o *options) error {
	if err := o.none(); err != nil {
		return err
	}
	v, problems, err := inspectVocabularies(o)
	if err != nil {
		return err
	}
	terminal{a.out}.table(func(t terminal) {
		t.printf("name\tversion\trows\tbuilt in\tsource\timported\n")
		for _, e := range v.List {
			t.printf("%s\t%s\t%d\t%d\t%s\t%s\n", e.Name, orDash(e.Version), e.Rows, builtIn(e), e.Source, day(e.Imported))
		}
	})
	return errors.Join(problems...)
}

// builtIn counts the rows that come with the program.
func builtIn(e vocab.Vocabulary) int {
	if e.Source == vocab.Embedded {
		return e.Rows
	}
	return e.BuiltIn
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func day(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Format(time.DateOnly)
}

// openVocabularies takes the embedded tables where there is no data directory. A damaged table is an error.
func openVocabularies(o *options) (*vocab.Vocabularies, error) {
	v, problems, err := inspectVocabularies(o)
	if err = errors.Join(append([]error{err}, problems...)...); err != nil {
		return nil, err
	}
	return v, nil
}

// openSet opens the vocabularies and puts together what codes with them.
func openSet(o *options) (*vocab.Vocabularies, *terminology.Set, error) {
	v, err := openVocabularies(o)
	if err != nil {
		return nil, nil, err
	}
	set, err := v.Set()
	return v, set, err
}

// inspectVocabularies is openVocabularies for commands that show what there is, and what is wrong with it.
func inspectVocabularies(o *options) (v *vocab.Vocabularies, problems []error, err error) {
	if o.data != "" {
		if _, err := o.dataDir(); err != nil {
			return nil, nil, err
		}
	}
	if v, problems, err = vocab.Inspect(o.data); err != nil {
		return nil, nil, fmt.Errorf("open the vocabularies: %w", err)
	}
	return v, problems, nil
}
