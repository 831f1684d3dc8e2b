package ingest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/seed-a76b335c/philint/internal/store"
)

func keyFile(t *testing.T, b byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(path, bytes.Repeat([]byte{b}, 40), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func newFiles(t *testing.T, dir, key string) *Files {
	t.Helper()
	f, err := NewFiles(dir, key)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func readBack(f *Files, d store.Document) ([]byte, error) {
	r, err := f.Open(ana, d)
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(r)
	return b, errors.Join(err, r.Close())
}

func TestAFileIsReadBackAsItWas(t *testing.T) {
	for _, key := range []string{"", keyFile(t, 'k')} {
		for _, size := range []int{0, 1, pieceSize - 1, pieceSize, pieceSize + 1, 3*pieceSize + 17} {
			dir := t.TempDir()
			f := newFiles(t, dir, key)
			content := make([]byte, size)
			r := rand.New(rand.NewPCG(1, uint64(size)))
			for i := range content {
				content[i] = byte(r.IntN(256))
			}
			d, kept, err := f.Keep(context.Background(), ana, iotest.OneByteReader(bytes.NewReader(content[:min(size, 1000)])))
			if err != nil || !kept {
				t.Fatal(kept, err)
			}
			if _, again, err := f.Keep(context.Background(), ana, bytes.NewReader(content[:min(size, 1000)])); err != nil || again {
				t.Error("kept twice", again, err)
			}
			d, _, err = f.Keep(context.Background(), ana, bytes.NewReader(content))
			if err != nil {
				t.Fatal(err)
			}
			got, err := readBack(f, d)
			if err != nil || !bytes.Equal(got, content) || d.Size != int64(size) {
				t.Errorf("%d bytes, key %v: %d came back, %v", size, key != "", len(got), err)
			}
			path := filepath.Join(dir, "documents", string(ana), d.ID)
			info, err := os.Stat(path)
			if err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%v, %v", info, err)
			}
			raw, _ := os.ReadFile(path)
			if plain := size > 100 && bytes.Contains(raw, content[:100]); plain != (key == "" && size > 100) {
				t.Errorf("key %v, and the content stands there plain: %v", key != "", plain)
			}
			left, _ := filepath.Glob(filepath.Join(dir, "documents", string(ana), "incoming-*"))
			if len(left) > 0 {
				t.Error("a temporary file is left over")
			}
		}
	}
}

func TestAFileThatWasTamperedWithIsNotReadBack(t *testing.T) {
	key := keyFile(t, 'k')
	content := bytes.Repeat([]byte("quillfeather "), 20_000)
	for name, tamper := range map[string]func([]byte) []byte{
		"a changed byte":       func(b []byte) []byte { b[len(b)/2] ^= 1; return b },
		"a changed salt":       func(b []byte) []byte { b[len(sealMagic)] ^= 1; return b },
		"cut within a piece":   func(b []byte) []byte { return b[:len(b)-5] },
		"cut at a piece's end": func(b []byte) []byte { return b[:len(sealMagic)+saltSize+2*(pieceSize+16)] },
		"two pieces exchanged": swapPieces,
		"a piece left out": func(b []byte) []byte {
			at := len(sealMagic) + saltSize
			return append(b[:at:at], b[at+pieceSize+16:]...)
		},
		"something behind it":    func(b []byte) []byte { return append(b, 'x') },
		"nothing but the header": func(b []byte) []byte { return b[:len(sealMagic)+saltSize] },
		"empty":                  func([]byte) []byte { return nil },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			f := newFiles(t, dir, key)
			d, _, err := f.Keep(context.Background(), ana, bytes.NewReader(content))
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, "documents", string(ana), d.ID)
			raw, _ := os.ReadFile(path)
			if err := os.WriteFile(path, tamper(raw), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := readBack(f, d); !errors.Is(err, ErrFile) {
				t.Errorf("err = %v", err)
			}
			// Given again, the file is mended.
			if _, kept, err := f.Keep(context.Background(), ana, bytes.NewReader(content)); err != nil || !kept {
				t.Error(kept, err)
			}
			if got, err := readBack(f, d); err != nil || !bytes.Equal(got, content) {
				t.Error(err)
			}
		})
	}
}

func swapPieces(b []byte) []byte {
	at, n := len(sealMagic)+saltSize, pieceSize+16
	first := append([]byte(nil), b[at:at+n]...)
	copy(b[at:], b[at+n:at+2*n])
	copy(b[at+n:], first)
	return b
}

func TestFilesAreRefusedWithoutANameOrContent(t *testing.T) {
	dir := t.TempDir()
	f := newFiles(t, dir, keyFile(t, 'a'))
	d, _, err := f.Keep(context.Background(), ana, strings.NewReader("quillfeather"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := readBack(newFiles(t, dir, keyFile(t, 'b')), d); !errors.Is(err, ErrFile) {
		t.Errorf("another key: %v", err)
	}
	if _, err := f.Open(ben, d); !errors.Is(err, ErrNoFile) {
		t.Errorf("another person: %v", err)
	}
	for _, id := range []string{"", "..", "../" + d.ID, strings.ToUpper(d.ID) + "0"} {
		if _, err := f.Open(ana, store.Document{ID: id}); !errors.Is(err, ErrNoFile) {
			t.Errorf("%q: %v", id, err)
		}
	}
	if _, _, err := f.Keep(context.Background(), "../x", strings.NewReader("")); !errors.Is(err, ErrNoFile) {
		t.Errorf("a person that is none: %v", err)
	}
	broken := errors.New("quillfeather in the driver's words")
	_, _, err = f.Keep(context.Background(), ana, io.MultiReader(strings.NewReader("x"), iotest.ErrReader(broken)))
	var s *Stopped
	if !errors.As(err, &s) || strings.Contains(err.Error(), "quillfeather") {
		t.Errorf("err = %v", err)
	}
	if entries, _ := os.ReadDir(filepath.Join(dir, "documents", string(ana))); len(entries) != 1 {
		t.Errorf("%d files are there", len(entries))
	}
	if _, err := NewFiles(dir, filepath.Join(dir, "none")); !errors.Is(err, ErrKeyFile) {
		t.Errorf("no key file: %v", err)
	}
	if err := f.Forget(ana, d); err != nil {
		t.Error(err)
	}
	if _, err := f.Open(ana, d); !errors.Is(err, ErrNoFile) {
		t.Error("it is not forgotten")
	}
}
