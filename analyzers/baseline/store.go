package baseline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"
)

var (
	// ErrLocked says that another program held the lock file all the while, or left it behind when it died.
	ErrLocked = errors.New("the baseline is locked; if no other philint runs, remove the lock file")
	// ErrChanged says that something that does not honour the lock, such as an editor or git, changed the file meanwhile.
	ErrChanged = errors.New("the baseline changed while it was being updated; nothing was written, try again")
)

// LockWait is how long Update and Create wait for a lock when their context sets no deadline.
const LockWait = 10 * time.Second

// Read reads and parses a file. A file that does not exist is an error that is fs.ErrNotExist.
func Read(path string) (Baseline, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Baseline{}, err
	}
	return parseFile(path, text)
}

func parseFile(path string, text []byte) (Baseline, error) {
	b, err := Parse(text)
	if err != nil {
		return Baseline{}, fmt.Errorf("%s: %w", path, err)
	}
	return b, nil
}

// Create writes a new file. It refuses to overwrite one, with an error that is fs.ErrExist.
func Create(ctx context.Context, path string, b Baseline) error {
	lock, err := acquire(ctx, path)
	if err != nil {
		return err
	}
	defer lock.release()
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		if err == nil {
			err = fs.ErrExist
		}
		return &fs.PathError{Op: "create", Path: path, Err: err}
	}
	if err := lock.write(b.Format(), 0o644); err != nil {
		return err
	}
	return lock.commit()
}

// Update reads a file, lets edit change it, and writes the result, all under a lock. It returns what was written.
// An error of edit leaves the file as it is, and so does an edit that changes nothing.
//
// The lock is also the temporary file: path+".lock", created exclusively in the same directory, written, synced, and renamed over
// the file. A reader sees the old text or the new, never half of it; of several updates at once each sees the result of the one before,
// so no update is lost. Keep edit short: gather findings first, and apply [Prune] to the baseline that edit is given,
// not to one read earlier. Against programs that ignore the lock, the file is compared with what was read just before the rename.
func Update(ctx context.Context, path string, edit func(Baseline) (Baseline, error)) (Baseline, error) {
	// Replace what a symbolic link points to, not the link.
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return Baseline{}, err
	}
	lock, err := acquire(ctx, path)
	if err != nil {
		return Baseline{}, err
	}
	defer lock.release()
	text, err := os.ReadFile(path)
	if err != nil {
		return Baseline{}, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return Baseline{}, err
	}
	before, err := parseFile(path, text)
	if err != nil {
		return Baseline{}, err
	}
	after, err := edit(before)
	if err != nil || after.Equal(before) {
		return before, err
	}
	if err := lock.write(after.Format(), info.Mode().Perm()); err != nil {
		return before, err
	}
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, text) {
		return before, &fs.PathError{Op: "update", Path: path, Err: ErrChanged}
	}
	if err := lock.commit(); err != nil {
		return before, err
	}
	return after, nil
}

// A lockFile is exclusive while it exists, and becomes the file it locks.
type lockFile struct {
	path string // of the file that is locked
	f    *os.File
	mine fs.FileInfo
	done bool
}

func (l *lockFile) name() string { return l.path + ".lock" }

func acquire(ctx context.Context, path string) (*lockFile, error) {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, LockWait)
		defer cancel()
	}
	l := &lockFile{path: path}
	for {
		f, err := os.OpenFile(l.name(), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err == nil {
			l.f = f
			if l.mine, err = f.Stat(); err != nil {
				return nil, errors.Join(err, f.Close(), os.Remove(l.name()))
			}
			return l, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
		select {
		case <-ctx.Done():
			if errors.Is(ctx.Err(), context.Canceled) {
				return nil, ctx.Err()
			}
			return nil, &fs.PathError{Op: "lock", Path: l.name(), Err: ErrLocked}
		case <-time.After(time.Millisecond + rand.N(10*time.Millisecond)):
		}
	}
}

// write fills the temporary file.
func (l *lockFile) write(text []byte, mode fs.FileMode) error {
	_, err := l.f.Write(text)
	return errors.Join(err, l.f.Chmod(mode), l.f.Sync())
}

// commit makes the temporary file the locked one, and ends the lock.
func (l *lockFile) commit() error {
	if !l.ours() {
		return &fs.PathError{Op: "update", Path: l.path, Err: ErrChanged}
	}
	if err := l.f.Close(); err != nil {
		return err
	}
	if err := os.Rename(l.name(), l.path); err != nil {
		return err
	}
	l.done = true
	syncDir(filepath.Dir(l.path))
	return nil
}

// release ends the lock of an update that did not commit.
func (l *lockFile) release() {
	if l.done {
		return
	}
	l.f.Close()
	if l.ours() {
		os.Remove(l.name())
	}
}

// ours reports whether nobody took the lock file away, as one does with a stale one.
func (l *lockFile) ours() bool {
	there, err := os.Lstat(l.name())
	return err == nil && os.SameFile(l.mine, there)
}

// syncDir makes a rename durable where directories can be synced. Where they cannot, the rename is still atomic.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}
