package audit

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// nowhere is a Log that keeps nothing.
type nowhere struct{}

func (nowhere) LogAccesses(_ context.Context, batches []store.AccessBatch) (int, error) {
	return len(batches), nil
}

// BenchmarkRecord is what a request waits for: an entry is taken.
func BenchmarkRecord(b *testing.B) {
	for _, people := range []int{1, 10_000} {
		b.Run(fmt.Sprintf("%d persons", people), func(b *testing.B) { benchmarkRecord(b, nowhere{}, people, 0) })
	}
}

// BenchmarkStored is the same in front of a store on a disk, with entries coming as fast as they are taken: what a server
// sees that is asked more than its disk takes.
func BenchmarkStored(b *testing.B) {
	for _, people := range []int{1, 10_000} {
		b.Run(fmt.Sprintf("%d persons", people), func(b *testing.B) {
			s, err := store.OpenSQLite(context.Background(), filepath.Join(b.TempDir(), "s.db"), "")
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			benchmarkRecord(b, s, people, 1000)
		})
	}
}

func benchmarkRecord(b *testing.B, l Log, people, queue int) {
	ids := make([]record.PersonID, people)
	for i := range ids {
		ids[i] = record.PersonID(fmt.Sprint("p-", i))
	}
	r := New(Config{Log: l, Now: now, Queue: queue})
	e := Entry{Actor: "a-ann", Surface: MCP, Operation: Readings, Rows: 12, Outcome: OK, RequestID: "0123456789abcdef"}
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		for err := r.Record(context.Background(), ids[n%people], e); err != nil; err = r.Record(context.Background(), ids[n%people], e) {
			if !errors.Is(err, ErrBehind) && !errors.Is(err, ErrFull) {
				b.Fatal(err)
			}
			time.Sleep(time.Millisecond)
		}
	}
	if err := r.Close(context.Background()); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(r.Stats().Written)/b.Elapsed().Seconds(), "taken/s")
}
