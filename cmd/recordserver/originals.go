package main

import (
	"context"
	"errors"
	"io"
	"io/fs"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// originals are the original files in the data directory, as a backup takes them and a restoration puts them back.
type originals struct {
	files *ingest.Files
	store *store.Store
	known map[record.PersonID]map[string]store.Document
}

func newOriginals(o *options, s *store.Store) (*originals, error) {
	dir, err := o.dataDir()
	if err != nil {
		return nil, err
	}
	files, err := ingest.NewFiles(dir, o.keyFile)
	if err != nil {
		return nil, err
	}
	return &originals{files: files, store: s, known: map[record.PersonID]map[string]store.Document{}}, nil
}

// Open implements [store.Files]. What is read is compared with what the record knows of the file.
func (f *originals) Open(ctx context.Context, person record.PersonID, id string) (io.ReadCloser, error) {
	if f.known[person] == nil {
		list, err := f.store.Person(person).Documents(ctx)
		if err != nil {
			return nil, err
		}
		f.known[person] = map[string]store.Document{}
		for _, d := range list {
			f.known[person][d.ID] = d
		}
	}
	d, ok := f.known[person][id]
	if !ok {
		return nil, fs.ErrNotExist
	}
	r, err := f.files.Open(person, d)
	if errors.Is(err, ingest.ErrNoFile) {
		return nil, fs.ErrNotExist
	}
	return r, err
}

// Put implements [store.Files].
func (f *originals) Put(ctx context.Context, person record.PersonID, id string, r io.Reader) error {
	d, kept, err := f.files.Keep(ctx, person, r)
	if err != nil || d.ID == id {
		return err
	}
	if kept {
		err = f.files.Forget(person, d)
	}
	return errors.Join(ingest.ErrFile, err)
}

// Remove implements [store.Files].
func (f *originals) Remove(_ context.Context, person record.PersonID, id string) error {
	return f.files.Forget(person, store.Document{ID: id})
}

var _ store.Files = (*originals)(nil)
