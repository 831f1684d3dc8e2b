package answers

import (
	"context"
	"fmt"
	"testing"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// benchChart is a record of 300 series with a hundred days each: what a question costs beside its one statement does
// not depend on how long a record is.
func benchChart(b *testing.B) *chart {
	b.Helper()
	c := newChart(b, openSQLite(b), "Europe/Berlin")
	codes := c.names.(*Vocabulary).set.Codes().Rows()
	var rows []record.Observation
	seen := map[string]bool{}
	for i := 0; len(seen) < 300; i++ {
		code := codes[i*7%len(codes)].Code
		series := c.names.(*Vocabulary).set.SeriesOf(code)
		if seen[series] {
			continue
		}
		seen[series] = true
		for day := range 100 {
			o := c.observation(&fact{
				name: fmt.Sprintf("Analyte %d", i), value: "5.4", unit: "mmol/L", at: (record.DayOf(2026, 1, 1) + record.Day(day)).String() + " 08:00", code: code,
				canonical: 5.4, canonicalUnit: "mmol/L",
			}, len(rows))
			rows = append(rows, o)
		}
	}
	ctx := context.Background()
	if err := c.store.Person(c.person).Write(ctx, func(tx *store.Tx) error { _, err := tx.InsertObservations(ctx, rows); return err }); err != nil {
		b.Fatal(err)
	}
	c.rows = rows
	return c
}

// BenchmarkAsk times questions, and beside them the statement that each stands on.
func BenchmarkAsk(b *testing.B) {
	c := benchChart(b)
	ctx := context.Background()
	data := c.store.Person(c.person)
	series := []string{c.rows[0].Coding.Series, c.rows[5000].Coding.Series}
	from, to := record.DayOf(2026, 2, 1), record.DayOf(2026, 3, 1)
	month := record.Window{From: &from, To: &to}
	for _, bb := range []struct {
		name string
		args any
		bare func() error
	}{
		{"catalogue", `{}`, func() error { _, err := data.Catalogue(ctx, record.Window{}); return err }},
		{"raw", arguments(Raw, record.Window{}, series...), func() error { _, err := data.Lines(ctx, series, record.Window{}, 50); return err }},
		{"day", arguments(Day, record.Window{}, series...), func() error { _, err := data.DayPoints(ctx, series, record.Window{}); return err }},
		{"stats", arguments(Stats, record.Window{}, series...), func() error { _, err := data.BasePoints(ctx, series, record.Window{}); return err }},
		{"latest", arguments(Latest, record.Window{}, series...), func() error { _, err := data.LatestLines(ctx, series, record.Window{}); return err }},
		{"day in a window", arguments(Day, month, series...), func() error { _, err := data.DayPoints(ctx, series, month); return err }},
		{"keywords", `{"keywords":["analyte 70","triglycerides"],"view":"latest"}`, func() error { _, err := data.LatestLines(ctx, series, record.Window{}); return err }},
	} {
		b.Run(bb.name+"/bare", func(b *testing.B) {
			for b.Loop() {
				if err := bb.bare(); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(bb.name+"/asked", func(b *testing.B) {
			for b.Loop() {
				if e := c.ask(bb.args); e.Status == Error {
					b.Fatalf("%q", e.Assumptions)
				}
			}
		})
	}
}
