package ingest

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"errors"
	"hash"
	"io"
	"os"

	"github.com/seed-a76b335c/philint/internal/store"
)

// A sealed file is a header (magic, salt) and pieces of AES-256-GCM under a key of its own, which HKDF makes of the key and
// the salt. Pieces are numbered, and the last one says so, so that none can be left out, moved or cut off.
const (
	sealMagic = "recdoc1\n"
	saltSize  = 32
	pieceSize = 64 << 10
)

type sealer struct {
	aead  cipher.AEAD
	salt  [saltSize]byte
	count uint64
}

func newSealer(key []byte, salt [saltSize]byte) (*sealer, error) {
	own, err := hkdf.Key(sha256.New, key, salt[:], "document", 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(own)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCM(block)
	return &sealer{aead: aead, salt: salt}, err
}

// nonce is the piece's number and whether it is the last.
func (s *sealer) nonce(last bool) []byte {
	n := make([]byte, s.aead.NonceSize())
	binary.BigEndian.PutUint64(n[3:], s.count)
	if last {
		n[11] = 1
	}
	s.count++
	return n
}

// sealWriter holds one piece back: only at the end is it known to be the last.
type sealWriter struct {
	*sealer
	to  io.Writer
	buf []byte
	out []byte
}

func sealTo(to io.Writer, key []byte, salt [saltSize]byte) (io.WriteCloser, error) {
	s, err := newSealer(key, salt)
	if err != nil {
		return nil, err
	}
	if _, err := to.Write(append([]byte(sealMagic), salt[:]...)); err != nil {
		return nil, err
	}
	return &sealWriter{sealer: s, to: to, buf: make([]byte, 0, pieceSize)}, nil
}

func (w *sealWriter) Write(b []byte) (int, error) {
	written := len(b)
	for len(b) > 0 {
		if len(w.buf) == pieceSize {
			if err := w.piece(false); err != nil {
				return 0, err
			}
		}
		n := min(pieceSize-len(w.buf), len(b))
		w.buf, b = append(w.buf, b[:n]...), b[n:]
	}
	return written, nil
}

func (w *sealWriter) piece(last bool) error {
	w.out = w.aead.Seal(w.out[:0], w.nonce(last), w.buf, w.salt[:])
	w.buf = w.buf[:0]
	_, err := w.to.Write(w.out)
	return err
}

func (w *sealWriter) Close() error { return w.piece(true) }

type unsealer struct {
	*sealer
	from io.Reader
	next []byte // a piece that was read, and may be the last
	in   []byte
	left []byte // opened, not yet handed out
	end  bool
}

func unsealFrom(from io.Reader, key []byte) (io.Reader, error) {
	head := make([]byte, len(sealMagic)+saltSize)
	if _, err := io.ReadFull(from, head); err != nil || string(head[:len(sealMagic)]) != sealMagic {
		return nil, ErrFile
	}
	s, err := newSealer(key, [saltSize]byte(head[len(sealMagic):]))
	if err != nil {
		return nil, err
	}
	u := &unsealer{sealer: s, from: from}
	u.next, err = u.read(nil)
	return u, err
}

// read reads one sealed piece, nothing at the end.
func (u *unsealer) read(into []byte) ([]byte, error) {
	into = append(into[:0], make([]byte, pieceSize+u.aead.Overhead())...)
	n, err := io.ReadFull(u.from, into)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, ErrFile
	}
	return into[:n], nil
}

func (u *unsealer) Read(b []byte) (int, error) {
	for len(u.left) == 0 {
		if u.end {
			return 0, io.EOF
		}
		after, err := u.read(u.in)
		if err != nil {
			return 0, err
		}
		u.end = len(after) == 0
		if u.left, err = u.aead.Open(u.next[:0], u.nonce(u.end), u.next, u.salt[:]); err != nil {
			return 0, ErrFile
		}
		// What is handed out lies where the piece lay; it is written over when it has all been taken.
		u.in, u.next = u.next, after
	}
	n := copy(b, u.left)
	u.left = u.left[n:]
	return n, nil
}

// verified is a document that is compared with its digest while it is read.
type verified struct {
	r    io.Reader
	file *os.File
	hash hash.Hash
	want store.Document
	n    int64
}

func (v *verified) Read(b []byte) (int, error) {
	n, err := v.r.Read(b)
	v.hash.Write(b[:n])
	v.n += int64(n)
	switch {
	case errors.Is(err, io.EOF):
		if v.n != v.want.Size || subtle.ConstantTimeCompare(v.hash.Sum(nil), v.want.Digest[:]) != 1 {
			return n, ErrFile
		}
		return n, io.EOF
	case err != nil:
		return n, ErrFile
	}
	return n, nil
}

func (v *verified) Close() error { return v.file.Close() }
