package main

import (
	"context"
	"fmt"
	"time"

	"github.com/seed-a76b335c/philint/internal/vocab"
)

var vocabListCommand = command{
	name: "vocab list", args: "[flags]", doc: "the vocabularies in use: version, rows, where from", run: vocabList,
}

func vocabList(a *app, _ context.Context, o *options) error {
	if err := o.none(); err != nil {
		return err
	}
	v, err := openVocabularies(o)
	if err != nil {
		return err
	}
	terminal{a.out}.table(func(t terminal) {
		t.printf("name\tversion\trows\tsource\timported\n")
		for _, e := range v.List {
			t.printf("%s\t%s\t%d\t%s\t%s\n", e.Name, e.Version, e.Rows, e.Source, day(e.Imported))
		}
	})
	return nil
}

func day(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Format(time.DateOnly)
}

// openVocabularies takes the embedded tables where there is no data directory.
func openVocabularies(o *options) (*vocab.Vocabularies, error) {
	if o.data != "" {
		if _, err := o.dataDir(); err != nil {
			return nil, err
		}
	}
	v, err := vocab.Open(o.data)
	if err != nil {
		return nil, fmt.Errorf("open the vocabularies: %w", err)
	}
	return v, nil
}
