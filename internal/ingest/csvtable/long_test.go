package csvtable

import (
	"context"
	"io"
	"runtime"
	"testing"
)

// longTable is a table of any length that takes no memory.
type longTable struct{ rows int64 }

const longHead, longRow = "Test,Result,Unit,Date\n", "Glucose,95.5,mg/dL,2026-03-04\n"

func (l longTable) size() int64 { return int64(len(longHead)) + l.rows*int64(len(longRow)) }

func (l longTable) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) {
		at := off + int64(n)
		switch {
		case at >= l.size():
			return n, io.EOF
		case at < int64(len(longHead)):
			n += copy(p[n:], longHead[at:])
		default:
			n += copy(p[n:], longRow[(at-int64(len(longHead)))%int64(len(longRow)):])
		}
	}
	return n, nil
}

func TestALongTableTakesNoMoreMemoryThanAShortOne(t *testing.T) {
	l := longTable{100_000}
	table, err := Open(l, l.size(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	n, peak := 0, uint64(0)
	for _, err := range table.Drafts(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n%25_000 == 0 {
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			peak = max(peak, m.HeapAlloc)
		}
	}
	if n != 100_000 || peak > 40<<20 {
		t.Errorf("%d drafts, %d MB in use", n, peak>>20)
	}
}

func BenchmarkTable(b *testing.B) {
	l := longTable{20_000}
	b.SetBytes(l.size())
	b.ReportAllocs()
	for b.Loop() {
		table, err := Open(l, l.size(), Options{})
		if err != nil {
			b.Fatal(err)
		}
		for range table.Drafts(context.Background()) {
		}
	}
}
