package archive

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash"
	"io"
	"math"
	"slices"
)

// Encoder writes values one after the other, compressed, into an archive. The first error stays.
type Encoder struct {
	seal *Writer
	zip  *gzip.Writer
	buf  *bufio.Writer
	sum  hash.Hash
	num  []byte
	err  error
}

// NewEncoder begins an archive. secret may be nil.
func NewEncoder(to io.Writer, secret []byte) (*Encoder, error) {
	w, err := NewWriter(to, secret)
	if err != nil {
		return nil, err
	}
	zip, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	e := &Encoder{seal: w, zip: zip, sum: sha256.New()}
	e.buf = bufio.NewWriterSize(io.MultiWriter(zip, e.sum), chunkSize)
	return e, nil
}

func (e *Encoder) write(b []byte) {
	if e.err == nil {
		_, e.err = e.buf.Write(b)
	}
}

// Byte writes one byte.
func (e *Encoder) Byte(b byte) {
	e.num = append(e.num[:0], b)
	e.write(e.num)
}

// Int writes a whole number.
func (e *Encoder) Int(n int64) {
	e.num = binary.AppendVarint(e.num[:0], n)
	e.write(e.num)
}

// Bytes writes bytes and how many they are.
func (e *Encoder) Bytes(b []byte) {
	e.Int(int64(len(b)))
	e.write(b)
}

// Text writes a text.
func (e *Encoder) Text(s string) {
	e.Int(int64(len(s)))
	if e.err == nil {
		_, e.err = e.buf.WriteString(s)
	}
}

// Float writes a number, or none.
func (e *Encoder) Float(f *float64) {
	if f == nil {
		e.Byte(0)
		return
	}
	e.Byte(1)
	e.num = binary.BigEndian.AppendUint64(e.num[:0], math.Float64bits(*f))
	e.write(e.num)
}

// Err is the first error.
func (e *Encoder) Err() error { return e.err }

// Sum is the SHA-256 of all that was written so far.
func (e *Encoder) Sum() (sum [32]byte) {
	if e.err == nil {
		e.err = e.buf.Flush()
	}
	e.sum.Sum(sum[:0])
	return sum
}

// Close ends the archive.
func (e *Encoder) Close() error {
	for _, step := range []func() error{e.buf.Flush, e.zip.Close, e.seal.Close} {
		if e.err == nil {
			e.err = step()
		}
	}
	return e.err
}

// Decoder reads what an Encoder wrote. The first error stays; what is read after it is empty.
type Decoder struct {
	zip   *bufio.Reader
	sum   hash.Hash
	small []byte // read, and not yet in the sum
	err   error
}

// NewDecoder opens an archive.
func NewDecoder(from io.Reader, secret []byte) (*Decoder, error) {
	r, err := NewReader(bufio.NewReaderSize(from, chunkSize), secret)
	if err != nil {
		return nil, err
	}
	zip, err := gzip.NewReader(r)
	if err != nil {
		return nil, changed(err)
	}
	return &Decoder{zip: bufio.NewReaderSize(zip, chunkSize), sum: sha256.New(), small: make([]byte, 0, 1024)}, nil
}

// changed keeps what the archive or its medium said; that compressed data makes no sense is a change too.
func changed(err error) error {
	var corrupt flate.CorruptInputError
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) || errors.As(err, &corrupt) {
		return ErrChanged
	}
	return err
}

// ReadByte reads one byte, also of a number.
func (d *Decoder) ReadByte() (byte, error) {
	if d.err != nil {
		return 0, d.err
	}
	b, err := d.zip.ReadByte()
	if err != nil {
		d.err = changed(err)
		return 0, d.err
	}
	if d.small = append(d.small, b); len(d.small) == cap(d.small) {
		d.hash()
	}
	return b, nil
}

// hash adds the single bytes that were read to the sum.
func (d *Decoder) hash() {
	d.sum.Write(d.small)
	d.small = d.small[:0]
}

// Byte reads one byte.
func (d *Decoder) Byte() byte {
	b, _ := d.ReadByte()
	return b
}

// Int reads a whole number.
func (d *Decoder) Int() int64 {
	n, err := binary.ReadVarint(d)
	if err != nil && d.err == nil {
		d.err = ErrChanged
	}
	return n
}

// Bytes reads at most limit bytes into buf, which is made as large as they are.
func (d *Decoder) Bytes(buf []byte, limit int64) []byte {
	n := d.Int()
	if d.err == nil && (n < 0 || n > limit) {
		d.err = ErrChanged
	}
	if d.err != nil {
		return buf[:0]
	}
	d.hash()
	buf = buf[:0]
	for n > 0 {
		// The length is not believed before the bytes have come.
		part := min(n, chunkSize)
		buf = slices.Grow(buf, int(part))
		buf = buf[:len(buf)+int(part)]
		if _, err := io.ReadFull(d.zip, buf[len(buf)-int(part):]); err != nil {
			d.err = changed(err)
			return buf[:0]
		}
		n -= part
	}
	d.sum.Write(buf)
	return buf
}

// Text reads a text of at most limit bytes.
func (d *Decoder) Text(limit int64) string { return string(d.Bytes(nil, limit)) }

// Float reads a number, or none.
func (d *Decoder) Float() *float64 {
	switch d.Byte() {
	case 0:
		return nil
	case 1:
		var bits uint64
		for range 8 {
			bits = bits<<8 | uint64(d.Byte())
		}
		f := math.Float64frombits(bits)
		return &f
	default:
		d.Fail()
		return nil
	}
}

// Fail makes the archive one that is not understood.
func (d *Decoder) Fail() {
	if d.err == nil {
		d.err = ErrChanged
	}
}

// Err is the first error.
func (d *Decoder) Err() error { return d.err }

// Sum is the SHA-256 of all that was read so far.
func (d *Decoder) Sum() (sum [32]byte) {
	d.hash()
	d.sum.Sum(sum[:0])
	return sum
}

// End says whether the archive ends here, and all of it was whole.
func (d *Decoder) End() error {
	if d.err != nil {
		return d.err
	}
	switch _, err := d.zip.ReadByte(); {
	case errors.Is(err, io.EOF):
		return nil
	case err == nil:
		return ErrChanged
	default:
		return changed(err)
	}
}
