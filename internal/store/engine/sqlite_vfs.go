package engine

import (
	"errors"
	"syscall"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/util/vfsutil"
	"github.com/ncruces/go-sqlite3/vfs"
	"github.com/ncruces/go-sqlite3/vfs/xts" // encryption at rest
)

// Names of our file systems for SQLite: the driver's own, which does not tell a full disk from a broken one, with that
// put right; and the same, encrypted.
const (
	plainFiles     = "recordserver"
	encryptedFiles = "recordserver-xts"
)

func init() {
	files := disk{vfs.Find("")}
	vfs.Register(plainFiles, files)
	vfs.Register(encryptedFiles, xts.Wrap(files, nil))
}

type disk struct{ vfs.VFS }

func (d disk) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	f, flags, err := vfsutil.WrapOpenFilename(d.VFS, name, flags)
	if err != nil {
		return nil, flags, noMore(noRoom(err))
	}
	return diskFile{f}, flags, nil
}

// noRoom makes SQLite see a full disk as one, also where it is a quota or a limit. It forgets the system's own reason
// while it tidies up.
func noRoom(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG) {
		return vfs.SystemError(err, sqlite3.FULL)
	}
	return err
}

// manyFiles is a code that SQLite has for another system only.
const manyFiles = sqlite3.CANTOPEN_CONVPATH

// noMore gives a file that could not be opened because others are a code of its own: of the others SQLite forgets the
// reason here too.
func noMore(err error) error {
	if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
		return vfs.SystemError(err, manyFiles)
	}
	return err
}

// diskFile passes everything on, the optional parts one by one.
type diskFile struct{ vfs.File }

func (f diskFile) WriteAt(p []byte, off int64) (int, error) {
	n, err := f.File.WriteAt(p, off)
	return n, noRoom(err)
}

func (f diskFile) Truncate(size int64) error     { return noRoom(f.File.Truncate(size)) }
func (f diskFile) Sync(flags vfs.SyncFlag) error { return noRoom(f.File.Sync(flags)) }
func (f diskFile) SizeHint(size int64) error     { return noRoom(vfsutil.WrapSizeHint(f.File, size)) }

func (f diskFile) Unwrap() vfs.File                { return f.File }
func (f diskFile) SharedMemory() vfs.SharedMemory  { return vfsutil.WrapSharedMemory(f.File) }
func (f diskFile) LockState() vfs.LockLevel        { return vfsutil.WrapLockState(f.File) }
func (f diskFile) HasMoved() (bool, error)         { return vfsutil.WrapHasMoved(f.File) }
func (f diskFile) PersistWAL() bool                { return vfsutil.WrapPersistWAL(f.File) }
func (f diskFile) SetPersistWAL(keep bool)         { vfsutil.WrapSetPersistWAL(f.File, keep) }
func (f diskFile) PowersafeOverwrite() bool        { return vfsutil.WrapPowersafeOverwrite(f.File) }
func (f diskFile) SetPowersafeOverwrite(safe bool) { vfsutil.WrapSetPowersafeOverwrite(f.File, safe) }
func (f diskFile) BeginAtomicWrite() error         { return vfsutil.WrapBeginAtomicWrite(f.File) }
func (f diskFile) CommitAtomicWrite() error        { return noRoom(vfsutil.WrapCommitAtomicWrite(f.File)) }

func (f diskFile) RollbackAtomicWrite() error { return vfsutil.WrapRollbackAtomicWrite(f.File) }
