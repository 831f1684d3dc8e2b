package main

import (
	"context"
	"io"
	"log/slog"
	"testing"
	"time"
)

type account struct {
	UserID   string `json:"user_id"`
	RowCount int    `json:"row_count"`
	Request  struct {
		ID       string        `json:"id"`
		Duration time.Duration `json:"duration"`
		OK       bool          `json:"ok"`
	} `json:"request"`
}

// BenchmarkRecord is for benchstat: the subjects side by side on the same record in the same run.
func BenchmarkRecord(b *testing.B) {
	var acc account
	acc.UserID, acc.Request.ID = "u-1841", "018f4e2a7b1c7cc3"
	clean := []slog.Attr{
		slog.String("request_id", "018f4e2a7b1c7cc398c4dc0c0c07398f"), slog.Int("status_code", 200),
		slog.Duration("duration", 37*time.Millisecond), slog.Int("row_count", 12), slog.Bool("cached", true),
	}
	dirty := append([]slog.Attr(nil), clean...)
	dirty[2] = slog.String("email", "mary.smith@clinic.example")
	for _, c := range []struct {
		name  string
		attrs []slog.Attr
	}{{"clean5", clean}, {"drop1of5", dirty}, {"struct", []slog.Attr{slog.Any("request", acc)}}} {
		for _, s := range subjects {
			b.Run(c.name+"/"+s.name, func(b *testing.B) {
				l, ctx := slog.New(s.handler(io.Discard)), context.Background()
				b.ReportAllocs()
				for b.Loop() {
					l.LogAttrs(ctx, slog.LevelInfo, "request served", c.attrs...)
				}
			})
		}
	}
}
