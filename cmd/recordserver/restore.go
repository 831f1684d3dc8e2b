package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/seed-a76b335c/philint/internal/store"
)

var restoreCommand = command{
	name: "restore", creates: true, args: "[flags] FILE", doc: "fill an empty store from a backup",
	more: `
The store must be empty: give a new data directory with --data, or an empty database with --store. All of the backup is
there afterwards, or, where anything about it is wrong, nothing, and no new store either.

The key of the backup and the key of the new store are two things:
  --backup-key-file KEY   the key file that the backup was made with. Left out, an encrypted backup is opened with the
                          one of --key-file
  --key-file KEY          encrypts the new store. Left out, it is not encrypted
So a backup of an encrypted store fills a PostgreSQL database with --backup-key-file alone, and a plain backup an encrypted
store with --key-file alone.
`,
	flags: backupFlags, run: restore,
}

func restore(a *app, ctx context.Context, o *options) error {
	if len(o.args) != 1 {
		return usage(`give the file of the backup; see "recordserver help restore"`)
	}
	if err := o.checkKeys(); err != nil {
		return err
	}
	f, err := os.Open(o.args[0])
	if err != nil {
		return fmt.Errorf("restore: the backup: %w", fileFault(err))
	}
	defer f.Close()
	// Before a store is made for it.
	archive, key, err := begun(f, o)
	if err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	path, err := o.storePath()
	if err != nil {
		return err
	}
	fresh := !o.onServer() && unmade(path)
	ctx, stop := ending(ctx)
	defer stop()
	var sum store.BackupSummary
	err = withStore(ctx, o, func(s *store.Store) error {
		files, err := newOriginals(o, s)
		if err != nil {
			return err
		}
		sum, err = s.Restore(ctx, archive, store.BackupOptions{KeyFile: key, Files: files})
		return err
	})
	if err != nil {
		if fresh && !unmade(path) {
			// It has the key that was given with a backup that was not the right one. Where it holds something by now, it stays.
			_ = store.Discard(context.WithoutCancel(ctx), path, o.keyFile)
		}
		return fmt.Errorf("restore: %w", err)
	}
	terminal{a.out}.printf("%d rows, %d files, digest %x\n", sum.Rows, sum.Files, sum.Digest[:8])
	if sum.Damaged > 0 {
		terminal{a.err}.printf("recordserver: %d original files were damaged when the backup was made, and are not restored: \"recordserver doctor\" names them\n", sum.Damaged)
	}
	return nil
}

// begun reads the beginning of a backup: what it returns gives all of it, and the key file is its own.
func begun(f io.Reader, o *options) (all io.Reader, key string, err error) {
	buffered := bufio.NewReader(f)
	start, err := buffered.Peek(100)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, "", fmt.Errorf("the backup: %w", fileFault(err))
	}
	encrypted, err := store.BackupEncrypted(bytes.NewReader(start))
	if err != nil {
		return nil, "", err
	}
	key = o.keys.backup
	switch {
	case key != "" || !encrypted:
	case o.keyFile == "":
		return nil, "", errors.New("the backup is encrypted: give the key file that it was made with, as --backup-key-file, or as --key-file where the new store is to have the same")
	default:
		key = o.keyFile
	}
	var seen bytes.Buffer
	if err := store.CheckBackup(io.TeeReader(buffered, &seen), key); err != nil {
		return nil, "", err
	}
	return io.MultiReader(&seen, buffered), key, nil
}
