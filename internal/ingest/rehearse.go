package ingest

import (
	"context"
	"errors"
	"io"

	"github.com/seed-a76b335c/philint/internal/store"
)

// errRehearsed takes back what a dry run has done.
var errRehearsed = errors.New("a dry run is taken back")

// rehearse runs an import in one transaction that is taken back. Days of a file in batches are not elected: that stores
// nothing of the file's, and is not counted.
func (p *pipe) rehearse(ctx context.Context, drafts Drafts) (tally Tally, err error) {
	begun := false
	ended := p.person.Write(ctx, func(tx *store.Tx) error {
		if begun {
			return errRehearsed // the file can be read once only, and err says what went wrong
		}
		begun, p.rehearsal = true, tx
		tally, err = p.run(ctx, drafts)
		return errRehearsed
	})
	if !errors.Is(ended, errRehearsed) {
		return p.ended(stopped(ended))
	}
	return tally, err
}

// transaction is one of the import's own, or the dry run's.
func (p *pipe) transaction(ctx context.Context, fn func(*store.Tx) error) error {
	if p.rehearsal != nil {
		return fn(p.rehearsal)
	}
	return p.person.Write(ctx, fn)
}

// Describe is the document that Keep would make of a file, without keeping it.
func Describe(ctx context.Context, r io.Reader) (store.Document, error) {
	return new(Files).copy(ctx, io.Discard, r)
}
