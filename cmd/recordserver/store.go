package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/store"
)

// storeFile is the store's name in the data directory.
const storeFile = "records.db"

// onServer says that the store is a PostgreSQL database.
func (o *options) onServer() bool { return o.store != "" }

// storePath is the file of a store that is one.
func (o *options) storePath() (string, error) {
	dir, err := o.dataDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, storeFile), nil
}

// checkStore refuses what cannot be meant.
func (o *options) checkStore() error {
	switch {
	case !o.onServer():
		return nil
	case o.keyFile != "":
		return usage("--key-file (or %s) is for records.db: a server's database is encrypted by the server", envKeyFile)
	case !strings.HasPrefix(o.store, "postgres://") && !strings.HasPrefix(o.store, "postgresql://") && !strings.Contains(o.store, "="):
		return usage("--store (or %s) must be a PostgreSQL connection string; a file's place is --data", envStore)
	}
	return nil
}

// openStore opens the store. Where there is none it is made, by the commands that make one.
func openStore(ctx context.Context, o *options) (*store.Store, error) {
	if err := o.checkStore(); err != nil {
		return nil, err
	}
	dir, err := o.dataDir()
	if err != nil {
		return nil, err
	}
	if !o.onServer() {
		if err := lostStore(dir); err != nil {
			return nil, err
		}
	}
	if err := o.storeIsThere(); err != nil {
		return nil, err
	}
	// The directory also holds what is beside the store: original files, vocabularies.
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the data directory: %w", fileFault(err))
	}
	if o.onServer() {
		return store.OpenPostgres(ctx, o.store)
	}
	return store.OpenSQLite(ctx, filepath.Join(dir, storeFile), o.keyFile)
}

// lostStore refuses to take the remains of a store for a new one: original files without the record that names them.
func lostStore(dir string) error {
	if !unmade(filepath.Join(dir, storeFile)) || !ingest.HasFiles(dir) {
		return nil
	}
	return errors.New("the data directory has original files and no records beside them: " + storeFile +
		" is missing or empty. Put it back, or restore a backup into another directory (--data)")
}

// unmade says that there is no file, or one that nothing was written to.
func unmade(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	defer f.Close()
	start, err := io.ReadAll(io.LimitReader(f, 100))
	return err == nil && len(bytes.Trim(start, "\x00")) == 0
}

// withStore runs fn on the open store.
func withStore(ctx context.Context, o *options, fn func(*store.Store) error) error {
	s, err := openStore(ctx, o)
	if err != nil {
		return err
	}
	err = fn(s)
	return errors.Join(err, s.Close())
}

// fileFault is what is wrong with a file, without its name: names of files can be names of people.
func fileFault(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errors.New("there is no such file or directory")
	case errors.Is(err, fs.ErrPermission):
		return errors.New("the rights to it are missing")
	case errors.Is(err, fs.ErrExist):
		return errors.New("it is there already")
	}
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// pathless is what an error says, a line for each that is joined in it, without the names of files: they can be names of
// people, and what is printed is often sent to others.
func pathless(err error) string {
	s := err.Error()
	for e := range inside(err) {
		switch p := e.(type) {
		case *fs.PathError:
			s = strings.ReplaceAll(s, p.Error(), fileFault(p).Error())
		case *os.LinkError:
			s = strings.ReplaceAll(s, p.Error(), fileFault(p.Err).Error())
		}
	}
	return s
}

// inOneLine is pathless, with each reason once.
func inOneLine(err error) string {
	var said []string
	for line := range strings.Lines(pathless(err)) {
		if line = strings.TrimSpace(line); !slices.Contains(said, line) {
			said = append(said, line)
		}
	}
	return strings.Join(said, "; ")
}

// inside are an error and all that it wraps or joins.
func inside(err error) iter.Seq[error] {
	return func(yield func(error) bool) { visit(err, yield) }
}

func visit(err error, yield func(error) bool) bool {
	if err == nil {
		return true
	}
	if !yield(err) {
		return false
	}
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		return visit(e.Unwrap(), yield)
	case interface{ Unwrap() []error }:
		for _, one := range e.Unwrap() {
			if !visit(one, yield) {
				return false
			}
		}
	}
	return true
}

// ending is a context that ends when the process is told to.
func ending(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, syscall.SIGTERM, syscall.SIGINT)
}
