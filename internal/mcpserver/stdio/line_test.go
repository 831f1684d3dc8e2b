package stdio

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestLinesAreReadOneByOne(t *testing.T) {
	const limit = 10
	for _, tt := range []struct {
		name, in string
		want     []string // "!" is a line that is too long
	}{
		{"lines", "a\nb\n", []string{"a", "b"}},
		{"a last line without an end", "a\nb", []string{"a", "b"}},
		{"Windows' ends", "a\r\nb\r\n", []string{"a", "b"}},
		{"blank lines", "\n\n  \na\n\r\n", []string{"a"}},
		{"a byte order mark", "\ufeffa\nb\n", []string{"a", "b"}},
		{"nothing", "", nil},
		{"a line at the limit", "0123456789\nb\n", []string{"0123456789", "b"}},
		{"a line over the limit", "0123456789x\nb\n", []string{"!", "b"}},
		{"a last line over the limit", "0123456789x", []string{"!"}},
		{"a long line", strings.Repeat("x", 200_000) + "\nb\n", []string{"!", "b"}},
		{"a long last line", "b\n" + strings.Repeat("x", 200_000), []string{"b", "!"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, r := range []io.Reader{strings.NewReader(tt.in), iotest.OneByteReader(strings.NewReader(tt.in)), iotest.DataErrReader(strings.NewReader(tt.in))} {
				if got := readAll(t, r, limit); strings.Join(got, "|") != strings.Join(tt.want, "|") {
					t.Errorf("got %q, want %q", got, tt.want)
				}
			}
		})
	}
}

func readAll(t *testing.T, r io.Reader, limit int) []string {
	t.Helper()
	l := newLines(r, limit)
	var out []string
	for {
		line, err := l.next()
		switch {
		case errors.Is(err, io.EOF):
			return out
		case errors.Is(err, errLongLine):
			out = append(out, "!")
		case err != nil:
			t.Fatal(err)
		default:
			out = append(out, string(line))
		}
	}
}

// Whatever comes in is read as a splitter at newlines reads it.
func FuzzLines(f *testing.F) {
	for _, s := range []string{"a\nb", "\r\n\n", "\ufeff{}\n", strings.Repeat("y", 70), "\x00\xff\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		const limit = 50
		var want []string
		for i, line := range bytes.Split(in, []byte("\n")) {
			if len(line) > limit {
				want = append(want, "!")
				continue
			}
			if i == 0 {
				line = bytes.TrimPrefix(line, byteOrderMark)
			}
			if line = bytes.TrimSpace(line); len(line) > 0 {
				want = append(want, string(line))
			}
		}
		got := readAll(t, bytes.NewReader(in), limit)
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}
