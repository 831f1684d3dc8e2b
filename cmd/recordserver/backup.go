package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/seed-a76b335c/philint/internal/store"
)

var backupCommand = command{
	name: "backup", args: "[flags] FILE", doc: "write all records, accounts and original files into one file",
	more: `
The file is of one moment, also while a server runs. It is encrypted where the store is, with the same key file; without
one anybody who has it can read it. It can be restored into any kind of store, with the same key, another one or none.
FILE must not be there yet, and is there only once it is whole.
  --backup-key-file KEY   encrypts the backup with this key, whatever the store has

What was written is held against a count of its own, and a store whose rows are damaged is not backed up. An original file that is
damaged or missing is left out, and named by its id; the backup is made all the same, and the exit status is 1.
`,
	flags: backupFlags, run: backup,
}

func backup(a *app, ctx context.Context, o *options) error {
	if len(o.args) != 1 {
		return usage(`give the file to write; see "recordserver help backup"`)
	}
	if err := o.checkKeys(); err != nil {
		return err
	}
	if err := existingStore(o); err != nil {
		return err
	}
	ctx, stop := ending(ctx)
	defer stop()
	return withStore(ctx, o, func(s *store.Store) error {
		files, err := newOriginals(o, s)
		if err != nil {
			return err
		}
		var sum store.BackupSummary
		var lost []store.Lost
		key := o.keyFile
		if o.keys.backup != "" {
			key = o.keys.backup
		}
		err = writeWhole(o.args[0], func(w io.Writer) (err error) {
			lost = nil
			sum, err = s.Backup(ctx, w, store.BackupOptions{KeyFile: key, Files: files, Lost: func(l store.Lost) { lost = append(lost, l) }})
			return err
		})
		if err != nil {
			return fmt.Errorf("backup: %w", err)
		}
		terminal{a.out}.printf("%d rows, %d files, digest %x\n", sum.Rows, sum.Files, sum.Digest[:8])
		for _, l := range lost {
			terminal{a.err}.printf("recordserver: %s, and is not in the backup: %s\n", sayLost(l), remedy)
		}
		if sum.Unsound {
			terminal{a.err}.printf("recordserver: an index of the store is damaged; every row is in this backup: restore it into a new data directory\n")
		}
		if len(lost) > 0 || sum.Unsound {
			return errWrong
		}
		return nil
	})
}

// sayLost names an original file by its id.
func sayLost(l store.Lost) string {
	what := "is not where it should be"
	if l.Damaged {
		what = "is damaged or cannot be read"
	}
	return fmt.Sprintf("the original file %s of %s %s", l.Document, l.Person, what)
}

// remedy is for an original file that is lost.
const remedy = "import the file again, or take it from an older backup"

// existingStore refuses to make a store where one is to be read.
func existingStore(o *options) error {
	if o.onServer() {
		return nil
	}
	path, err := o.storePath()
	if err != nil {
		return err
	}
	if _, err := os.Stat(path); err != nil {
		return fmt.Errorf("open the store: %w", fileFault(err))
	}
	return nil
}

// writeWhole makes a file that only its owner may read. It has its name once it is whole and on the disk.
func writeWhole(name string, write func(io.Writer) error) error {
	if _, err := os.Lstat(name); err == nil {
		return errors.New("the file is there already: give another name")
	}
	f, err := os.CreateTemp(filepath.Dir(name), "."+storeFile+"-*.unfinished")
	if err != nil {
		return fileFault(err)
	}
	defer os.Remove(f.Name())
	err = write(f)
	if err == nil {
		err = f.Sync()
	}
	if shut := f.Close(); err == nil {
		err = shut
	}
	if err == nil {
		// A link, unlike a renaming, does not take the place of a file that came meanwhile.
		if err = os.Link(f.Name(), name); err != nil && !errors.Is(err, os.ErrExist) {
			err = os.Rename(f.Name(), name)
		}
	}
	if err != nil {
		return fileFault(err)
	}
	return syncDir(filepath.Dir(name))
}

// syncDir puts a directory's names on the disk, where the system can.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return fileFault(err)
	}
	_ = d.Sync()
	_ = d.Close()
	return nil
}
