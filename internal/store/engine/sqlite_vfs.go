package engine

import (
	"encoding/binary"
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
	vfs.Register(plainFiles, summed{files})
	vfs.Register(encryptedFiles, summed{xts.Wrap(files, nil)})
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

// checksummed is the parameter of an address by which a new file has checksums from its first page on. The driver learns
// that a file has them from its first page, and SQLite writes that last: of a store that is copied and is larger than the
// cache, the pages that had to leave it before would have none, and be taken for damaged ones.
const checksummed = "checksummed"

// summed lies above the encryption: the checksum is of what SQLite sees.
type summed struct{ vfs.VFS }

func (s summed) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	f, flags, err := vfsutil.WrapOpenFilename(s.VFS, name, flags)
	if err != nil || flags&vfs.OPEN_MAIN_DB == 0 || name.URIParameter(checksummed) == "" {
		return f, flags, err
	}
	return summedFile{diskFile{f}}, flags, nil
}

type summedFile struct{ diskFile }

// WriteAt writes a page with its checksum. Everything that is written to such a file is a page of one size.
func (f summedFile) WriteAt(p []byte, off int64) (int, error) {
	if len(p)%sectorSize == 0 && len(p) > sectorSize {
		body := len(p) - checksumBytes
		sum := checksum(p[:body])
		copy(p[body:], sum[:])
	}
	return f.diskFile.WriteAt(p, off)
}

// checksum is that of SQLite's checksum extension: https://sqlite.org/cksumvfs.html. A length is a multiple of eight.
func checksum(p []byte) (sum [checksumBytes]byte) {
	var a, b uint32
	for ; len(p) >= 8; p = p[8:] {
		a += binary.LittleEndian.Uint32(p) + b
		b += binary.LittleEndian.Uint32(p[4:]) + a
	}
	binary.LittleEndian.PutUint32(sum[:4], a)
	binary.LittleEndian.PutUint32(sum[4:], b)
	return sum
}
