package ingest

import (
	"bytes"
	"context"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// Files are the original files that readings came from: one directory a person under <data>/documents, one file a
// document, named by its digest, readable by its owner only. With a key they are encrypted.
type Files struct {
	dir string
	key []byte // nil: they are not encrypted
}

// Errors of kept files. They name no file and quote nothing.
var (
	ErrKeyFile  = errors.New("the key file cannot be read, or holds fewer than 32 bytes")
	ErrNoFile   = errors.New("the original file is not there")
	ErrFile     = errors.New("the original file is damaged, or is encrypted under another key")
	ErrKeepFile = errors.New("the original file cannot be kept: check the room and the rights of the data directory")
)

// minKey is the least that a key file holds, as for the store.
const minKey = 32

// NewFiles are the files under a data directory. keyFile is the store's key file, or "" where it has none.
func NewFiles(dataDir, keyFile string) (*Files, error) {
	f := &Files{dir: filepath.Join(dataDir, "documents")}
	if keyFile == "" {
		return f, nil
	}
	secret, err := os.ReadFile(keyFile)
	secret = bytes.TrimSpace(secret)
	if err != nil || len(secret) < minKey {
		return nil, ErrKeyFile
	}
	f.key, err = hkdf.Key(sha256.New, secret, nil, "recordserver documents 1", 32)
	if err != nil {
		return nil, ErrKeyFile
	}
	return f, nil
}

// HasFiles says that there are original files under a data directory.
func HasFiles(dataDir string) bool {
	dir := filepath.Join(dataDir, "documents")
	persons, _ := os.ReadDir(dir)
	for _, person := range persons {
		kept, _ := os.ReadDir(filepath.Join(dir, person.Name()))
		for _, file := range kept {
			if b, err := hex.DecodeString(file.Name()); err == nil && len(b) == 16 {
				return true
			}
		}
	}
	return false
}

// path is a document's place. Ids are checked: nothing but a digest becomes the name of a file.
func (f *Files) path(person record.PersonID, id string) (string, error) {
	if _, err := record.ParsePersonID(string(person)); err != nil {
		return "", ErrNoFile
	}
	if b, err := hex.DecodeString(id); err != nil || len(b) != 16 {
		return "", ErrNoFile
	}
	return filepath.Join(f.dir, string(person), id), nil
}

// Keep stores a copy of a file and returns it as a document, to be named in the store by the import that reads it. The
// copy is whole and on the disk when Keep returns, or it is not there. kept is false where the file was there already.
func (f *Files) Keep(ctx context.Context, person record.PersonID, r io.Reader) (d store.Document, kept bool, err error) {
	if _, err := f.path(person, "00000000000000000000000000000000"); err != nil {
		return d, false, err
	}
	dir := filepath.Join(f.dir, string(person))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return d, false, ErrKeepFile
	}
	tmp, err := os.CreateTemp(dir, "incoming-*") // made for its owner only
	if err != nil {
		return d, false, ErrKeepFile
	}
	defer func() {
		_ = tmp.Close()
		_ = os.Remove(tmp.Name()) // gone already where it was kept
	}()
	if d, err = f.copy(ctx, tmp, r); err != nil {
		return d, false, err
	}
	path, err := f.path(person, d.ID)
	if err != nil {
		return d, false, err
	}
	if f.whole(person, d) {
		return d, false, nil
	}
	if tmp.Sync() != nil || tmp.Close() != nil || os.Rename(tmp.Name(), path) != nil || syncDir(dir) != nil {
		return d, false, ErrKeepFile
	}
	return d, true, nil
}

// whole says that a document is there and reads as it should.
func (f *Files) whole(person record.PersonID, d store.Document) bool {
	r, err := f.Open(person, d)
	if err != nil {
		return false
	}
	_, err = io.Copy(io.Discard, r)
	return errors.Join(err, r.Close()) == nil
}

// copy writes r, encrypted where there is a key, and says what it was.
func (f *Files) copy(ctx context.Context, to io.Writer, r io.Reader) (d store.Document, err error) {
	var w io.WriteCloser = nopCloser{to}
	if f.key != nil {
		var salt [saltSize]byte
		_, _ = rand.Read(salt[:]) // never fails
		if w, err = sealTo(to, f.key, salt); err != nil {
			return d, ErrKeepFile
		}
	}
	h := sha256.New()
	in := &sourceReader{ctx: ctx, r: r}
	n, err := io.Copy(io.MultiWriter(w, h), in)
	switch {
	case in.err != nil:
		return d, &Stopped{cause: in.err, whole: true}
	case err != nil || w.Close() != nil:
		return d, ErrKeepFile
	}
	d.Size = n
	copy(d.Digest[:], h.Sum(nil))
	d.ID = hex.EncodeToString(d.Digest[:16])
	return d, nil
}

// sourceReader keeps what went wrong with the file apart from what went wrong with its copy.
type sourceReader struct {
	ctx context.Context
	r   io.Reader
	err error
}

func (s *sourceReader) Read(b []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		s.err = err
		return 0, err
	}
	n, err := s.r.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// syncDir makes a rename outlive a loss of power.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = d.Sync()
	return errors.Join(err, d.Close())
}

// Open reads a document back. The reader returns ErrFile, at the latest at the end, where what it reads is not what was
// kept; encrypted files are checked piece by piece.
func (f *Files) Open(person record.PersonID, d store.Document) (io.ReadCloser, error) {
	path, err := f.path(person, d.ID)
	if err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, ErrNoFile
	case err != nil:
		return nil, ErrFile
	}
	var r io.Reader = file
	if f.key != nil {
		if r, err = unsealFrom(file, f.key); err != nil {
			_ = file.Close()
			return nil, ErrFile
		}
	}
	return &verified{r: r, file: file, hash: sha256.New(), want: d}, nil
}

// Forget removes the copy of a file of which nothing was stored.
func (f *Files) Forget(person record.PersonID, d store.Document) error {
	path, err := f.path(person, d.ID)
	if err != nil {
		return err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return ErrFile
	}
	return nil
}
