// Package archive is the outside of a backup: a stream in sealed chunks, so that one that was cut, changed or put together
// from others is found out before its end is believed.
//
// With a secret nobody else reads it (AES-256-GCM, the key from HKDF-SHA256 with a salt of its own). Without one the same
// chunks are sealed with a key that everybody can derive: that hides nothing and still finds every changed byte.
package archive

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
)

// magic begins every archive and names its version.
const magic = "recordserver backup 1\n"

const (
	saltSize  = 32
	chunkSize = 64 << 10
	sealed    = 's'
	plain     = 'p'
)

// Errors of a reader.
var (
	ErrChanged   = errors.New("the archive is cut or changed, or the key is another")
	ErrVersion   = errors.New("not an archive of this version")
	ErrNoKey     = errors.New("the archive is encrypted")
	ErrNeedsNone = errors.New("the archive is not encrypted")
)

// seal encrypts chunk after chunk. The nonce is the chunk's number and whether it is the last; the header goes into
// every chunk, so that chunks of another archive do not fit.
type seal struct {
	aead   cipher.AEAD
	header []byte
	chunk  uint64
}

func newSeal(header, secret []byte) (*seal, error) {
	key, err := hkdf.Key(sha256.New, secret, header[len(header)-saltSize:], magic, 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	return &seal{aead: aead, header: header}, nil
}

func (s *seal) nonce(last bool) []byte {
	nonce := make([]byte, s.aead.NonceSize())
	binary.BigEndian.PutUint64(nonce, s.chunk)
	if last {
		nonce[len(nonce)-1] = 1
	}
	s.chunk++
	return nonce
}

// Writer seals what is written. Close writes the last chunk; without it the archive is incomplete.
type Writer struct {
	to   io.Writer
	seal *seal
	buf  []byte
	out  []byte
}

// NewWriter begins an archive. secret may be nil.
func NewWriter(to io.Writer, secret []byte) (*Writer, error) {
	mode := byte(sealed)
	if secret == nil {
		mode = plain
	}
	header := append([]byte(magic), mode)
	salt := make([]byte, saltSize)
	if _, err := rand.Read(salt); err != nil {
		return nil, err
	}
	header = append(header, salt...)
	s, err := newSeal(header, secret)
	if err != nil {
		return nil, err
	}
	if _, err := to.Write(header); err != nil {
		return nil, err
	}
	return &Writer{to: to, seal: s, buf: make([]byte, 0, chunkSize)}, nil
}

func (w *Writer) Write(p []byte) (int, error) {
	n := 0
	for len(p) > 0 {
		if len(w.buf) == chunkSize {
			if err := w.flush(false); err != nil {
				return n, err
			}
		}
		part := p[:min(len(p), chunkSize-len(w.buf))]
		w.buf = append(w.buf, part...)
		p, n = p[len(part):], n+len(part)
	}
	return n, nil
}

func (w *Writer) flush(last bool) error {
	w.out = binary.BigEndian.AppendUint32(w.out[:0], uint32(len(w.buf)))
	w.out = w.seal.aead.Seal(w.out, w.seal.nonce(last), w.buf, w.seal.header)
	w.buf = w.buf[:0]
	_, err := w.to.Write(w.out)
	return err
}

// Close ends the archive.
func (w *Writer) Close() error { return w.flush(true) }

// Encrypted says from an archive's beginning whether it needs a secret.
func Encrypted(from io.Reader) (bool, error) {
	head := make([]byte, len(magic)+1)
	if _, err := io.ReadFull(from, head); err != nil {
		return false, cut(err)
	}
	if string(head[:len(magic)]) != magic {
		return false, ErrVersion
	}
	return head[len(magic)] == sealed, nil
}

// Reader gives back what was written, chunk by chunk, none of it before its seal was found whole.
type Reader struct {
	from io.Reader
	seal *seal
	rest []byte
	next [4]byte // the length of the chunk to come
	more bool
	err  error
}

// NewReader opens an archive.
func NewReader(from io.Reader, secret []byte) (*Reader, error) {
	header := make([]byte, len(magic)+1+saltSize)
	if _, err := io.ReadFull(from, header); err != nil {
		return nil, cut(err)
	}
	mode := header[len(magic)]
	switch {
	case string(header[:len(magic)]) != magic:
		return nil, ErrVersion
	case mode == sealed && secret == nil:
		return nil, ErrNoKey
	case mode == plain && secret != nil:
		return nil, ErrNeedsNone
	case mode != sealed && mode != plain:
		return nil, ErrChanged
	}
	s, err := newSeal(header, secret)
	if err != nil {
		return nil, err
	}
	r := &Reader{from: from, seal: s, more: true}
	if _, err := io.ReadFull(from, r.next[:]); err != nil {
		return nil, cut(err)
	}
	return r, nil
}

// cut keeps the errors of the medium and makes an end too early a change.
func cut(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return ErrChanged
	}
	return err
}

func (r *Reader) Read(p []byte) (int, error) {
	for len(r.rest) == 0 && r.err == nil {
		r.err = r.chunk()
	}
	if len(r.rest) == 0 {
		return 0, r.err
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func (r *Reader) chunk() error {
	if !r.more {
		return io.EOF
	}
	size := binary.BigEndian.Uint32(r.next[:])
	if size > chunkSize {
		return ErrChanged
	}
	data := make([]byte, int(size)+r.seal.aead.Overhead())
	if _, err := io.ReadFull(r.from, data); err != nil {
		return cut(err)
	}
	// Only the last chunk has nothing after it, and only it is sealed as the last.
	switch _, err := io.ReadFull(r.from, r.next[:]); {
	case errors.Is(err, io.EOF):
		r.more = false
	case err != nil:
		return cut(err)
	}
	var err error
	if r.rest, err = r.seal.aead.Open(data[:0], r.seal.nonce(!r.more), data, r.seal.header); err != nil {
		r.rest = nil
		return ErrChanged
	}
	return nil
}
