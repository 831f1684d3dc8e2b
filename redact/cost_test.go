package redact_test

import (
	"context"
	"io"
	"log/slog"
	"os"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/redact"
)

// ratio compares two handlers on one record. It alternates short batches and takes each side's fastest,
// which is the one that nothing else on the machine disturbed.
func ratio(plain, ours slog.Handler, attrs []slog.Attr) float64 {
	const rounds, batch = 3000, 40
	measure := func(h slog.Handler) time.Duration {
		l, ctx := slog.New(h), context.Background()
		start := time.Now()
		for range batch {
			l.LogAttrs(ctx, slog.LevelInfo, "request served", attrs...)
		}
		return time.Since(start)
	}
	best := [2]time.Duration{time.Hour, time.Hour}
	for range rounds {
		best[0] = min(best[0], measure(plain))
		best[1] = min(best[1], measure(ours))
	}
	return float64(best[1]) / float64(best[0])
}

// TestCostStaysWithinItsBudget fails only when a repeat confirms it: timing on a shared machine is
// not evidence the first time.
func TestCostStaysWithinItsBudget(t *testing.T) {
	if os.Getenv("REDACT_COST") == "" {
		t.Skip("REDACT_COST is not set: make bench-redact sets it on a machine that does nothing else")
	}
	budget := map[string]float64{"clean5": 1.15, "drop1of5": 1.3, "struct": 2, "dirty struct": 2}
	for _, c := range benchCases {
		best := 100.0
		for try := 0; try < 6 && (try < 2 || best > budget[c.name]); try++ {
			best = min(best, ratio(slog.NewJSONHandler(io.Discard, nil), redact.NewHandler(slog.NewJSONHandler(io.Discard, nil)), c.attrs))
		}
		t.Logf("%-12s %.2f × plain (budget %.2f)", c.name, best, budget[c.name])
		if best > budget[c.name] {
			t.Errorf("%s costs %.2f × the plain handler, budget %.2f", c.name, best, budget[c.name])
		}
	}
}

func TestCleanRecordAllocatesNothing(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	for _, c := range benchCases[:2] {
		l := slog.New(redact.NewHandler(slog.NewJSONHandler(io.Discard, nil)))
		if n := testing.AllocsPerRun(200, func() {
			l.LogAttrs(context.Background(), slog.LevelInfo, "request served", c.attrs...)
		}); n != 0 {
			t.Errorf("%s: %v allocations", c.name, n)
		}
	}
}
