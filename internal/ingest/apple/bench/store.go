//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/ingest/apple"
	"github.com/seed-a76b335c/philint/internal/record"
	db "github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/terminology"
)

// store imports an export as the command does: gates, coding, aggregation and election, in batches.
func store(dir string, e *apple.Export) (n figures, took time.Duration, err error) {
	ctx := context.Background()
	s, err := db.OpenSQLite(ctx, filepath.Join(dir, "store.db"), "")
	if err != nil {
		return n, 0, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	zone, err := record.ParseZone("Europe/Berlin", time.LoadLocation)
	if err != nil {
		return n, 0, err
	}
	set, err := terminology.Core()
	if err != nil {
		return n, 0, err
	}
	person := record.NewPersonID([10]byte{1})
	if err := s.AddPerson(ctx, db.Person{ID: person, Name: "-", Zone: zone.String()}); err != nil {
		return n, 0, err
	}
	ready, _, err := used()
	if err != nil {
		return n, 0, err
	}
	fmt.Printf("ready: %d MB resident with the vocabularies loaded\n", ready)
	start := time.Now()
	tally, err := ingest.Import(ctx, ingest.Options{
		Store: s, Person: ingest.Person{ID: person, Zone: zone}, Set: set, Source: "bench", Format: "bench",
		Document: &db.Document{ID: "00000000000000000000000000000001", Name: "export", Size: 1},
		Progress: progress(start),
	}, e.Drafts(ctx))
	fmt.Printf("rows: %d stored, %d duplicates, %d changed, %d rejected\n", tally.Stored, tally.Duplicate, tally.Changed, tally.AllRejected())
	return figures{drafts: tally.Stored + tally.Duplicate + tally.Changed, problems: tally.AllRejected()}, time.Since(start), err
}

// progressEvery is how many records lie between two lines.
const progressEvery = 100_000

func progress(start time.Time) func(ingest.Tally) {
	shown := int64(0)
	return func(t ingest.Tally) {
		if t.Read-shown < progressEvery {
			return
		}
		shown = t.Read
		resident, _, _ := used()
		fmt.Printf("%9d records, %5.0f s, %d MB\n", t.Read, time.Since(start).Seconds(), resident)
	}
}
