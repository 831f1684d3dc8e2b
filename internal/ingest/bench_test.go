package ingest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/store/pgtest"
)

// benchRows is how many drafts an iteration imports: one transaction of the pipeline's.
const benchRows = 50_000

// mixedDrafts are what a year of one person is made of: four fifths samples of two devices, one fifth results of two
// laboratories in different spellings and units, some of which have no code.
func mixedDrafts(n int) []Draft {
	r := rand.New(rand.NewPCG(1, 2))
	start := time.Date(2025, 11, 1, 6, 0, 0, 0, time.UTC)
	samples := []struct {
		field, unit string
		low, high   float64
		window      time.Duration
	}{
		{"HKQuantityTypeIdentifierHeartRate", "count/min", 50, 150, 0},
		{"HKQuantityTypeIdentifierStepCount", "count", 1, 400, 5 * time.Minute},
		{"HKQuantityTypeIdentifierActiveEnergyBurned", "kcal", 1, 20, 5 * time.Minute},
		{"HKQuantityTypeIdentifierOxygenSaturation", "%", 0.93, 1, 0},
	}
	results := []struct {
		name, unit, ref string
		low, high       float64
	}{
		{"Glucose", "mg/dL", "70-99", 70, 140},
		{"血糖", "mmol/L", "3.9-6.1", 4, 8},
		{"Total cholesterol", "mg/dL", "<200", 120, 280},
		{"Creatinine", "umol/L", "60-110", 50, 130},
		{"Hemoglobin", "g/dL", "12-16", 11, 17},
		{"ALT", "U/L", "<40", 10, 80},
		{"Kreatinin", "mg/dl", "", 0.5, 1.4},
		{"Blorbine index", "U/mL", "", 1, 9},
	}
	out := make([]Draft, 0, n)
	for i := range n {
		// Samples come five minutes apart in each of the streams.
		at := start.Add(time.Duration(i/8) * 5 * time.Minute)
		if i%5 == 4 {
			x := results[r.IntN(len(results))]
			out = append(out, Draft{
				Name: x.name, Value: number(r, x.low, x.high), Unit: x.unit, Ref: x.ref, Vendor: "Lab", SourceRecordID: fmt.Sprint("r", i), When: When{Start: at},
			})
			continue
		}
		x := samples[i%len(samples)]
		d := Draft{
			Modality: record.DeviceSensed, SourceClass: record.Measurer, Platform: "apple", Vendor: []string{"Watch", "Phone"}[i/4%2], VendorField: x.field, Name: x.field,
			Value: number(r, x.low, x.high), Unit: x.unit, SourceRecordID: fmt.Sprint("s", i), When: When{Start: at.In(time.FixedZone("", 3600))},
		}
		if x.window > 0 {
			d.When.End = d.When.Start.Add(x.window)
		}
		out = append(out, d)
	}
	return out
}

func number(r *rand.Rand, low, high float64) string {
	return record.FormatNumber(record.RoundSignificant(low+r.Float64()*(high-low), 3))
}

// prepared are the drafts as the rows that the pipeline stores.
func prepared(b *testing.B, ds []Draft, o *Options) []record.Observation {
	b.Helper()
	g, c := newGate(o.Person, record.InstantOf(testNow)), newCoder(o.Set, nil)
	rows := make([]record.Observation, len(ds))
	for i := range ds {
		if reason := prepare(g, c, "bench", &rows[i], &ds[i]); reason != "" {
			b.Fatal(reason)
		}
	}
	return rows
}

// BenchmarkImport holds the whole way in (gates, coding, aggregation, election) against the bare insert of the same
// rows: prepared statements of the store on SQLite, COPY on PostgreSQL. Both go into an empty store, turn about.
func BenchmarkImport(b *testing.B) {
	b.Run("sqlite", func(b *testing.B) {
		compare(b, openLite, func(s *store.Store, rows []record.Observation) error {
			return s.Person(ana).Write(context.Background(), func(tx *store.Tx) error {
				_, err := tx.InsertObservations(context.Background(), rows)
				return err
			})
		})
	})
	b.Run("postgres", func(b *testing.B) {
		var dsn string
		open := func(tb testing.TB) *store.Store {
			dsn = pgtest.DSN(tb)
			s, err := store.OpenPostgres(context.Background(), dsn)
			return opened(tb, s, err)
		}
		compare(b, open, func(_ *store.Store, rows []record.Observation) error { return copyRows(pgtest.SuperDSN(b, dsn), rows) })
	})
}

func compare(b *testing.B, open func(testing.TB) *store.Store, bare func(*store.Store, []record.Observation) error) {
	ds := mixedDrafts(benchRows)
	o := options(b, nil)
	rows := prepared(b, ds, &o)
	o.Set.Warm()
	var plain, whole []time.Duration
	for b.Loop() {
		s := open(b)
		start := time.Now()
		if err := bare(s, rows); err != nil {
			b.Fatal(err)
		}
		plain = append(plain, time.Since(start))
		o.Store = open(b)
		start = time.Now()
		if _, err := Import(context.Background(), o, drafts(ds, nil)); err != nil {
			b.Fatal(err)
		}
		whole = append(whole, time.Since(start))
	}
	// The best of each: what else the machine did is no part of either.
	fast, slow := slices.Min(plain), slices.Min(whole)
	b.ReportMetric(benchRows/fast.Seconds(), "bare/s")
	b.ReportMetric(benchRows/slow.Seconds(), "import/s")
	b.ReportMetric(slow.Seconds()/fast.Seconds(), "ratio")
}

// copyRows is COPY of the rows into the table as it is, row level security aside.
func copyRows(dsn string, rows []record.Observation) error {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	names, values := store.CopyColumns()
	_, err = conn.CopyFrom(ctx, pgx.Identifier{"observation"}, names, pgx.CopyFromSlice(len(rows), func(i int) ([]any, error) {
		return values(&rows[i]), nil
	}))
	return err
}

// BenchmarkPrepare is what the pipeline does before the store: gates, coding, identity.
func BenchmarkPrepare(b *testing.B) {
	ds := mixedDrafts(10_000)
	o := options(b, nil)
	g, c := newGate(o.Person, record.InstantOf(testNow)), newCoder(o.Set, nil)
	var row record.Observation
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if reason := prepare(g, c, "bench", &row, &ds[i%len(ds)]); reason != "" {
			b.Fatal(reason)
		}
		i++
	}
}
