package ingest

import (
	"fmt"
	"testing"
	"time"
)

// TestImportingAgainTakesNoLongerForALongRecord holds the second import of a file against the first: where duplicates are
// looked up by reading the record through, it takes many times as long.
func TestImportingAgainTakesNoLongerForALongRecord(t *testing.T) {
	engines(t, func(t *testing.T, o Options) {
		start := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
		ds := make([]Draft, 8_000)
		for i := range ds {
			ds[i] = sample("Watch", heartRate, fmt.Sprint(50+i%90), "count/min", start.Add(time.Duration(i)*time.Minute), 0)
		}
		began := time.Now()
		mustImport(t, o, ds)
		first := time.Since(began)
		began = time.Now()
		if tally := mustImport(t, o, ds); tally.Duplicate != int64(len(ds)) {
			t.Errorf("%+v", tally)
		}
		if second := time.Since(began); second > 4*first+3*time.Second {
			t.Errorf("the first import took %s, the second %s", first, second)
		}
	})
}
