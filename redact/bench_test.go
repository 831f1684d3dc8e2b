package redact_test

import (
	"context"
	"io"
	"log/slog"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/redact"
)

// The benchmarks are pairs: the plain JSON handler and this package on the same record in the same
// run, so that their ratio means something on a busy machine.

type benchRecord struct {
	UserID   string `json:"user_id"`
	RowCount int    `json:"row_count"`
	Record   struct {
		ID       string        `json:"id"`
		Duration time.Duration `json:"duration"`
		OK       bool          `json:"ok"`
	} `json:"record"`
}

var benchStruct = func() (b benchRecord) {
	b.UserID, b.RowCount = "u-1841", 12
	b.Record.ID, b.Record.Duration, b.Record.OK = "018f4e2a7b1c7cc3", 37*time.Millisecond, true
	return b
}()

var dirtyStruct = struct {
	benchRecord
	Email, Comment string
	Note           *string
}{benchRecord: benchStruct, Email: "mary.smith@example.org", Comment: "dizzy since the second dose"}

var benchCases = []struct {
	name  string
	attrs []slog.Attr
}{
	{"clean5", []slog.Attr{
		slog.String("request_id", "018f4e2a7b1c7cc398c4dc0c0c07398f"), slog.Int("status_code", 200),
		slog.Duration("duration", 37*time.Millisecond), slog.Int("row_count", 12), slog.Bool("cached", true),
	}},
	{"drop1of5", []slog.Attr{
		slog.String("request_id", "018f4e2a7b1c7cc398c4dc0c0c07398f"), slog.Int("status_code", 200),
		slog.String("email", "mary.smith@example.org"), slog.Int("row_count", 12), slog.Bool("cached", true),
	}},
	{"struct", []slog.Attr{slog.Any("request", benchStruct)}},
	{"dirty struct", []slog.Attr{slog.Any("request", dirtyStruct)}},
}

func benchHandler(b *testing.B, h slog.Handler, attrs []slog.Attr) {
	ctx := context.Background()
	l := slog.New(h)
	b.ReportAllocs()
	for b.Loop() {
		l.LogAttrs(ctx, slog.LevelInfo, "request served", attrs...)
	}
}

func BenchmarkHandler(b *testing.B) {
	for _, c := range benchCases {
		b.Run(c.name+"/plain", func(b *testing.B) {
			benchHandler(b, slog.NewJSONHandler(io.Discard, nil), c.attrs)
		})
		b.Run(c.name+"/redact", func(b *testing.B) {
			benchHandler(b, redact.NewHandler(slog.NewJSONHandler(io.Discard, nil)), c.attrs)
		})
	}
}
