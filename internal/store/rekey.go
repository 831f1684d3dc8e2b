package store

import (
	"context"
	"io"
	"os"

	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// Rekey gives a store in a file another key: keyFile is the one it has, newKeyFile the one it gets, and "" is none, so
// that a plain store is encrypted and the other way round. The store is copied, the copy is compared with it row by row,
// and only then takes its place; after any error the store is as it was. Nobody else may have it open meanwhile.
//
// The old file's blocks stay on the disk until something overwrites them.
func Rekey(ctx context.Context, path, keyFile, newKeyFile string) error {
	from, err := optionalKey(keyFile)
	if err != nil {
		return err
	}
	to, err := optionalKey(newKeyFile)
	if err != nil {
		return err
	}
	if _, err := os.Stat(path); err != nil {
		return engine.FileError(err)
	}
	s, err := OpenSQLite(ctx, path, keyFile)
	if err != nil {
		return err
	}
	want, err := s.Backup(ctx, io.Discard, BackupOptions{})
	if closing := s.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return err
	}
	return engine.RekeySQLite(ctx, path, from, to, func(copied *engine.SQLite) error {
		got, err := (&Store{db: copied}).Backup(ctx, io.Discard, BackupOptions{})
		if err == nil && got != want {
			// Also where somebody wrote between the two.
			err = &engine.Error{Kind: engine.Busy}
		}
		return err
	})
}

func optionalKey(keyFile string) ([]byte, error) {
	if keyFile == "" {
		return nil, nil
	}
	return readKey(keyFile)
}
