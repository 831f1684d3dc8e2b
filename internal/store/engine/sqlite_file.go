package engine

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
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
		return nil
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
	case errors.Is(err, fs.ErrPermission), errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.EROFS),
		errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.EISDIR), errors.Is(err, syscall.ELOOP):
		return &Error{Kind: ReadOnly}
	default:
		return &Error{Kind: Fault, Code: "file"}
	}
}
