package archive

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func packed(t *testing.T, secret, content []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := NewWriter(&out, secret)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func unpacked(secret []byte, r io.Reader) ([]byte, error) {
	a, err := NewReader(r, secret)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(a)
}

var secrets = map[string][]byte{"plain": nil, "sealed": []byte("secret of more than a few bytes.")}

func TestWhatGoesInComesOut(t *testing.T) {
	for name, secret := range secrets {
		for _, size := range []int{0, 1, chunkSize - 1, chunkSize, chunkSize + 1, 3 * chunkSize} {
			content := bytes.Repeat([]byte("abcdefg"), size/7+1)[:size]
			got, err := unpacked(secret, iotest.HalfReader(bytes.NewReader(packed(t, secret, content))))
			if err != nil || !bytes.Equal(got, content) {
				t.Errorf("%s, %d bytes: %v", name, size, err)
			}
		}
	}
}

func TestEveryChangedByteIsFoundOut(t *testing.T) {
	content := bytes.Repeat([]byte("x"), 300)
	for name, secret := range secrets {
		whole := packed(t, secret, content)
		for i := range whole {
			changed := bytes.Clone(whole)
			changed[i] ^= 0x10
			if got, err := unpacked(secret, bytes.NewReader(changed)); err == nil || len(got) > 0 {
				t.Errorf("%s, byte %d: %d bytes are believed, %v", name, i, len(got), err)
			}
			if _, err := unpacked(secret, bytes.NewReader(whole[:i])); err == nil {
				t.Errorf("%s: the first %d bytes are taken for all", name, i)
			}
		}
		if _, err := unpacked(secret, bytes.NewReader(append(bytes.Clone(whole), 0))); err == nil {
			t.Errorf("%s: something after the end", name)
		}
	}
}

func TestChunksCannotBeMovedOrLeftOut(t *testing.T) {
	for name, secret := range secrets {
		whole := packed(t, secret, bytes.Repeat([]byte("x"), 3*chunkSize))
		head, size := len(magic)+1+saltSize, 4+chunkSize+16
		chunk := func(i int) []byte { return whole[head+i*size : head+(i+1)*size] }
		for what, order := range map[string][]int{"swapped": {1, 0, 2}, "left out": {0, 2}, "cut at a chunk": {0, 1}, "twice": {0, 0, 1, 2}} {
			mixed := bytes.Clone(whole[:head])
			for _, i := range order {
				mixed = append(mixed, chunk(i)...)
			}
			if _, err := unpacked(secret, bytes.NewReader(mixed)); !errors.Is(err, ErrChanged) {
				t.Errorf("%s, %s: %v", name, what, err)
			}
		}
	}
}

func TestSealedContentIsHidden(t *testing.T) {
	content := []byte(strings.Repeat("canary", 100))
	if bytes.Contains(packed(t, secrets["sealed"], content), []byte("canary")) {
		t.Error("it can be read")
	}
	if bytes.Equal(packed(t, secrets["sealed"], content), packed(t, secrets["sealed"], content)) {
		t.Error("two archives are alike")
	}
}

func TestKeysThatDoNotFit(t *testing.T) {
	locked, open := packed(t, secrets["sealed"], []byte("x")), packed(t, nil, []byte("x"))
	for _, c := range []struct {
		archive []byte
		secret  []byte
		want    error
	}{
		{locked, nil, ErrNoKey},
		{locked, []byte("another secret that is too short"), ErrChanged},
		{open, secrets["sealed"], ErrNeedsNone},
		{[]byte(strings.Repeat("not an archive ", 9)), nil, ErrVersion},
		{nil, nil, ErrChanged},
	} {
		if _, err := unpacked(c.secret, bytes.NewReader(c.archive)); !errors.Is(err, c.want) {
			t.Errorf("err = %v, want %v", err, c.want)
		}
	}
	broken := errors.New("the medium is broken")
	if _, err := unpacked(nil, io.MultiReader(bytes.NewReader(open[:70]), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Errorf("err = %v", err)
	}
}

func TestValuesComeBackInOrder(t *testing.T) {
	f := 0.1
	var out bytes.Buffer
	e, err := NewEncoder(&out, nil)
	if err != nil {
		t.Fatal(err)
	}
	big := strings.Repeat("ä", 100_000)
	e.Byte('R')
	e.Int(-5)
	e.Text(big)
	e.Float(nil)
	e.Float(&f)
	e.Bytes(nil)
	written := e.Sum()
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	d, err := NewDecoder(bytes.NewReader(out.Bytes()), nil)
	if err != nil {
		t.Fatal(err)
	}
	if d.Byte() != 'R' || d.Int() != -5 || d.Text(1<<20) != big || d.Float() != nil || *d.Float() != f || len(d.Bytes(nil, 10)) != 0 {
		t.Error("another value")
	}
	if d.Sum() != written {
		t.Error("another sum")
	}
	if err := d.End(); err != nil {
		t.Error(err)
	}
	d, err = NewDecoder(bytes.NewReader(out.Bytes()), nil)
	if err != nil {
		t.Fatal(err)
	}
	d.Byte()
	d.Int()
	if d.Text(10); !errors.Is(d.Err(), ErrChanged) {
		t.Errorf("a longer text than can be: %v", d.Err())
	}
	if d.Int() != 0 || d.End() == nil {
		t.Error("it goes on after an error")
	}
}
