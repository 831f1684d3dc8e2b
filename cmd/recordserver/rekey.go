package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

var rekeyCommand = command{
	name: "rekey", args: "[flags]", doc: "encrypt the store, give it another key, or take its key away",
	more: `
Nobody else may have the store open. It is written anew and compared before it takes the old one's place, so there must be
room for it twice; then the original files follow, one by one. Flags:
  --key-file KEY       the key file that the store has now; left out where it has none
  --new-key-file KEY   the key file that it gets
  --no-key             it gets none: anybody who can read the file can read the records
When it is broken off, run it again as before: it goes on where it stopped. Backups that were made before keep the key
that they were made with. What was not encrypted stays on the disk until something is written over it.

A key file is any file of at least 32 bytes, such as: head -c 32 /dev/urandom | base64 > KEY; chmod 600 KEY
Without it nobody can read the records again. Keep a copy where the store is not.
`,
	flags: func(f *flag.FlagSet, o *options, getenv func(string) string) {
		storeFlags(f, o, getenv)
		f.StringVar(&o.keys.next, "new-key-file", "", "")
		f.BoolVar(&o.keys.none, "no-key", false, "")
	},
	run: rekey,
}

func rekey(a *app, ctx context.Context, o *options) error {
	if err := o.none(); err != nil {
		return err
	}
	switch {
	case o.onServer():
		return usage("--store (or %s): a server's database is encrypted by the server", envStore)
	case o.keys.none == (o.keys.next != ""):
		return usage("give --new-key-file or --no-key")
	}
	if err := o.checkKeys(); err != nil {
		return err
	}
	if err := existingStore(o); err != nil {
		return err
	}
	path, err := o.storePath()
	if err != nil {
		return err
	}
	if err := lostStore(o.data); err != nil {
		return err
	}
	ctx, stop := ending(ctx)
	defer stop()
	now := o.keyFile
	// An earlier run may have come as far as this.
	if s, err := store.OpenSQLite(ctx, path, o.keys.next); err == nil {
		now = o.keys.next
		if err := s.Close(); err != nil {
			return err
		}
	}
	if err := store.Rekey(ctx, path, now, o.keys.next); err != nil {
		return fmt.Errorf("rekey: %w", err)
	}
	changed, lost, err := rekeyOriginals(ctx, o)
	if err != nil {
		return fmt.Errorf("rekey: the store has its new key, and not all original files have: run it again as before: %w", err)
	}
	terminal{a.out}.printf("the store is written anew, and %d original files\n", changed)
	for _, l := range lost {
		terminal{a.err}.printf("recordserver: %s: %s\n", sayLost(l), remedy)
	}
	if len(lost) > 0 {
		return errWrong
	}
	return nil
}

// rekeyOriginals brings the original files after the store. Those that have the new key already stay as they are.
func rekeyOriginals(ctx context.Context, o *options) (changed int, lost []store.Lost, err error) {
	from, err := ingest.NewFiles(o.data, o.keyFile)
	if err != nil {
		return 0, nil, err
	}
	to, err := ingest.NewFiles(o.data, o.keys.next)
	if err != nil {
		return 0, nil, err
	}
	after := *o
	after.keyFile = o.keys.next
	err = withStore(ctx, &after, func(s *store.Store) error {
		persons, err := s.Persons(ctx)
		if err != nil {
			return err
		}
		for _, p := range persons {
			list, err := s.Person(p.ID).Documents(ctx)
			if err != nil {
				return err
			}
			for _, d := range list {
				err := rekeyOriginal(ctx, from, to, p.ID, d)
				switch {
				case err == nil:
					changed++
				case errors.Is(err, errHasKey):
				case errors.Is(err, ingest.ErrNoFile), errors.Is(err, ingest.ErrFile):
					lost = append(lost, store.Lost{Person: p.ID, Document: d.ID, Damaged: errors.Is(err, ingest.ErrFile)})
				default:
					return err
				}
			}
		}
		return nil
	})
	return changed, lost, err
}

var errHasKey = errors.New("it has the key already")

func rekeyOriginal(ctx context.Context, from, to *ingest.Files, person record.PersonID, d store.Document) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if drain(to, person, d) == nil {
		return errHasKey
	}
	if err := drain(from, person, d); err != nil {
		return err
	}
	r, err := from.Open(person, d)
	if err != nil {
		return err
	}
	_, _, err = to.Keep(ctx, person, r)
	return errors.Join(err, r.Close())
}

// drain reads a file to its end, and says whether it is what was kept.
func drain(files *ingest.Files, person record.PersonID, d store.Document) error {
	r, err := files.Open(person, d)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, r)
	return errors.Join(err, r.Close())
}
