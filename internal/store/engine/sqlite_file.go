package engine

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/vfs"
)

// sqliteHeader begins every plain SQLite file.
const sqliteHeader = "SQLite format 3\x00"

// sectorSize divides the size of every SQLite file.
const sectorSize = 512

// checkFile makes a file that only its owner may read, and compares what is there with the key.
func checkFile(path string, key []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fileError(err)
	}
	f, err := private(path)
	if err != nil {
		return fileError(err)
	}
	defer f.Close()
	// The index of the log would be made as readable as the process allows. The log itself gets the file's mode, and must
	// not be made here: it would say that the file has one.
	shm, err := private(path + "-shm")
	if err != nil {
		return fileError(err)
	}
	_ = shm.Close()
	info, err := f.Stat()
	if err != nil {
		return fileError(err)
	}
	head := make([]byte, len(sqliteHeader))
	n, _ := f.ReadAt(head, 0)
	switch plain := string(head[:n]) == sqliteHeader; {
	case n == 0:
		if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 {
			// SQLite would throw the log away, and a file that has one was not empty.
			return &Error{Kind: Corrupt}
		}
		return nil
	case unwritten(f):
		return forget(path)
	case plain && key != nil:
		return &Error{Kind: NotEncrypted}
	case plain:
		return nil
	case info.Size()%sectorSize != 0 && !exists(path+"-journal"):
		// Not encrypted either. With a journal it is a page that was cut, which SQLite takes back.
		return &Error{Kind: Foreign}
	case key == nil:
		return &Error{Kind: NoKey}
	}
	return nil
}

// firstPage is the size of the pages of a new file, and of nothing else than its first page while it is made.
const firstPage = 4096

// unwritten says that room was made for the first page of a new file and nothing was written to it: the process that did
// it was killed, or is about to write. An encrypted page is not all zeros.
func unwritten(f *os.File) bool {
	page := make([]byte, firstPage+1)
	n, err := f.ReadAt(page, 0)
	if !errors.Is(err, io.EOF) {
		return false
	}
	return len(bytes.Trim(page[:n], "\x00")) == 0
}

// forget makes an unwritten file an empty one, under SQLite's own lock. Where somebody else has that, they are writing.
// A journal says that the file was empty before, if it has the same key.
func forget(path string) error {
	c, err := sqlite3.OpenFlags(uri(path, nil), sqlite3.OPEN_READWRITE|sqlite3.OPEN_URI)
	if err != nil {
		return sqliteError(err, nil)
	}
	defer c.Close()
	got, err := c.FileControl("main", sqlite3.FCNTL_FILE_POINTER)
	if err != nil {
		return sqliteError(err, nil)
	}
	f, ok := got.(vfs.File)
	if !ok {
		return &Error{Kind: Fault}
	}
	for _, level := range []vfs.LockLevel{vfs.LOCK_SHARED, vfs.LOCK_RESERVED, vfs.LOCK_EXCLUSIVE} {
		if f.Lock(level) != nil {
			return nil
		}
	}
	defer func() { _ = f.Unlock(vfs.LOCK_NONE) }()
	page := make([]byte, firstPage)
	if n, err := f.ReadAt(page, 0); err != nil && !errors.Is(err, io.EOF) || len(bytes.Trim(page[:n], "\x00")) != 0 {
		return nil
	}
	return fileError(f.Truncate(0))
}

// private opens or makes a file that only its owner may read. A file system without such rights is left as it is.
func private(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|noFollow, 0o600)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.Mode().Perm()&0o077 != 0 {
		_ = f.Chmod(0o600)
	}
	return f, nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// FileError puts an error of the file system into one of our kinds: the system's own quotes paths.
func FileError(err error) error { return fileError(err) }

func fileError(err error) error {
	var own *Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &own):
		return own
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), errors.Is(err, syscall.EFBIG):
		return &Error{Kind: Full}
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return &Error{Kind: ManyFiles}
	case errors.Is(err, fs.ErrPermission), errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.EROFS),
		errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.EISDIR), errors.Is(err, syscall.ELOOP):
		return &Error{Kind: ReadOnly}
	default:
		return &Error{Kind: Fault, Code: "file"}
	}
}
