package engine

import (
	"errors"
	"io/fs"
	"os"
	"sync/atomic"
)

// fileHealth is what an open file has shown of itself. Both are for good: nothing mends them but opening a store anew.
type fileHealth struct {
	opened   fs.FileInfo
	replaced atomic.Bool
	damaged  atomic.Bool
}

// identify remembers which file was opened, by its device and inode.
func (h *fileHealth) identify(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return fileError(err)
	}
	h.opened = info
	return nil
}

// note looks for damage in what a statement ended with.
func (h *fileHealth) note(err error) {
	if isKind(err, Corrupt) || isKind(err, WrongKey) {
		h.damaged.Store(true)
	}
}

// Standing says whether the file at the store's path is still the one that is open: where it was replaced, moved or
// deleted, an error of kind Replaced from then on, whatever stands there later. It asks the file system, not the file.
func (db *SQLite) Standing() error {
	if !db.health.replaced.Load() {
		info, err := os.Stat(db.path)
		switch {
		case err == nil && os.SameFile(info, db.health.opened):
			return nil
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return nil // it cannot be seen now, which says nothing of the file
		}
		db.health.replaced.Store(true)
	}
	return &Error{Kind: Replaced}
}

// Sound says whether no statement has come upon damage since the file was opened; else an error of kind Corrupt.
func (db *SQLite) Sound() error {
	if db.health.damaged.Load() {
		return &Error{Kind: Corrupt}
	}
	return nil
}
