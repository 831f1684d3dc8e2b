package apple

import (
	"bytes"
	"context"
	"encoding/xml"
	"io"
	"testing"

	"github.com/seed-a76b335c/philint/internal/ingest/apple/gen"
)

func export(b testing.TB, o gen.Options) ([]byte, gen.Tally) {
	b.Helper()
	var out bytes.Buffer
	t, err := gen.Write(&out, o)
	if err != nil {
		b.Fatal(err)
	}
	return out.Bytes(), t
}

// BenchmarkReading is the scanner alone, encoding/xml over the same bytes, and the whole way to drafts.
func BenchmarkReading(b *testing.B) {
	data, _ := export(b, gen.Options{Records: 50_000, Seed: 1})
	b.Run("scanner", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			s := newScanner(bytes.NewReader(data))
			for {
				if _, err := s.next(); err == io.EOF {
					break
				} else if err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	b.Run("encoding/xml", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			d := xml.NewDecoder(bytes.NewReader(data))
			for {
				if _, err := d.RawToken(); err == io.EOF {
					break
				} else if err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	b.Run("drafts", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			e, err := Open(bytes.NewReader(data), int64(len(data)))
			if err != nil {
				b.Fatal(err)
			}
			for range e.Drafts(context.Background()) {
			}
		}
	})
}
