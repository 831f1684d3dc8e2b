package main

import (
	"context"
	"fmt"
	"os"

	"github.com/seed-a76b335c/philint/internal/store"
)

var restoreCommand = command{
	name: "restore", args: "[flags] FILE", doc: "fill an empty store from a backup",
	more: `
The store must be empty: give a new data directory with --data, or an empty database with --store. All of the backup is
there afterwards, or, where anything about it is wrong, nothing. An encrypted backup needs the key file it was made with,
and the new store is encrypted with the same one.
`,
	flags: storeFlags, run: restore,
}

func restore(a *app, ctx context.Context, o *options) error {
	if len(o.args) != 1 {
		return usage(`give the file of the backup; see "recordserver help restore"`)
	}
	f, err := os.Open(o.args[0])
	if err != nil {
		return fmt.Errorf("restore: %w", fileFault(err))
	}
	defer f.Close()
	ctx, stop := ending(ctx)
	defer stop()
	return withStore(ctx, o, func(s *store.Store) error {
		files, err := newOriginals(o, s)
		if err != nil {
			return err
		}
		sum, err := s.Restore(ctx, f, store.BackupOptions{KeyFile: o.keyFile, Files: files})
		if err != nil {
			return fmt.Errorf("restore: %w", err)
		}
		terminal{a.out}.printf("%d rows, %d files, digest %x\n", sum.Rows, sum.Files, sum.Digest[:8])
		return nil
	})
}
