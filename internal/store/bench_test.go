//go:build linux

package store

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/ncruces/go-sqlite3"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
	"github.com/seed-a76b335c/philint/internal/store/pgtest"
)

// The record of the benchmarks: one person, series of ten readings a day.
const (
	benchSeries = 50
	benchPerDay = 10
	benchWindow = 500
	benchRows   = 1_000_000
)

// benchReading is the n-th reading of the record: day by day, every series on each.
func benchReading(n int) record.Observation {
	place, series := n/benchSeries, n%benchSeries
	day := place / benchPerDay
	at := record.Instant(day)*86_400_000_000 + record.Instant(place%benchPerDay)*3_600_000_000
	value := 60 + float64(n%997)/10
	low, high := 50.0, 100.0
	o := record.Observation{
		Person: ana, Kind: record.Measurement, Status: record.Final, Modality: record.DeviceSensed, SourceKind: record.FromFile,
		SourceRef: "document:0123456789abcdef0123456789abcdef", SourceRecordID: "sample-" + strconv.Itoa(n), Vendor: "Vendor", VendorField: "HeartRate",
		StreamKey: "HeartRate|count/min|watch", SourceClass: record.Measurer, Start: at, End: at, Zone: "Europe/Berlin", TZSource: record.ZoneIANA,
		LocalDay: record.Day(day), DayKnown: true, Grain: record.AtInstant, Stat: "as-reported", Name: "Heart rate", Value: strconv.FormatFloat(value, 'f', -1, 64),
		Unit: "count/min", NameKey: "heart rate", ValueKind: record.Quantity, Number: value, HasNumber: true, UCUM: "/min", RefLow: &low, RefHigh: &high,
		Coding: record.Coding{
			Outcome: record.Coded, System: "http://loinc.org", Code: "8867-4", Series: "series " + strconv.Itoa(series), Decision: "0123456789abcdef",
			Release: "core", Canonical: value, HasCanonical: true, CanonicalUnit: "/min",
		},
		CreatedAt: at,
	}
	binary.BigEndian.PutUint64(o.ID[:], uint64(at)^1<<63)
	binary.BigEndian.PutUint64(o.ID[8:], uint64(n))
	binary.BigEndian.PutUint64(o.Fingerprint[:], uint64(n)+1)
	return o
}

// grow brings the record from so many readings to so many.
func grow(tb testing.TB, s *Store, from, to int) {
	tb.Helper()
	const part = 20_000
	ctx := context.Background()
	rows := make([]record.Observation, 0, part)
	for from < to {
		rows = rows[:0]
		for len(rows) < part && from < to {
			rows = append(rows, benchReading(from))
			from++
		}
		err := s.Person(ana).Write(ctx, func(tx *Tx) error { _, err := tx.InsertObservations(ctx, rows); return err })
		if err != nil {
			tb.Fatal(err)
		}
	}
}

// benchStore is an engine's store with the record in it, made once for all benchmarks.
type benchStore struct {
	*Store
	where string
}

var benchStores sync.Map

func forBench(tb testing.TB, engineName string) benchStore {
	tb.Helper()
	if s, ok := benchStores.Load(engineName); ok {
		return s.(benchStore)
	}
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		tb.Fatal(err)
	}
	where := filepath.Join(dir, "s.db")
	if engineName == "postgres" {
		where = pgtest.DSN(tb)
	}
	s, err := reopen(engineName, where)
	if err != nil {
		tb.Fatal(err)
	}
	began := time.Now()
	grow(tb, s, 0, benchRows)
	analyse(tb, where, engineName)
	tb.Logf("%s: %d readings stored, %.0f a second", engineName, benchRows, benchRows/time.Since(began).Seconds())
	out := benchStore{s, where}
	benchStores.Store(engineName, out)
	closers = append(closers, func() { _ = s.Close(); _ = os.RemoveAll(dir) })
	return out
}

// analyse does what a server does by itself after a while.
func analyse(tb testing.TB, where, engineName string) {
	tb.Helper()
	if engineName != "postgres" {
		return
	}
	conn, err := pgx.Connect(context.Background(), pgtest.SuperDSN(tb, where))
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	if _, err := conn.Exec(context.Background(), "VACUUM ANALYZE"); err != nil {
		tb.Fatal(err)
	}
}

// window is the n-th window of 500 readings.
func window(n int) (series string, from, to record.Day) {
	const days = benchRows / benchSeries / benchPerDay
	start := record.Day(n * 37 % (days - benchWindow/benchPerDay))
	return "series " + strconv.Itoa(n%benchSeries), start, start + benchWindow/benchPerDay - 1
}

// byHand is the window's statement as one would write it for one engine.
const byHand = `SELECT o.person_id, o.series_id, o.local_day, o.start_at, o.id, o.kind, o.status, o.amends, o.modality, o.source_kind, o.source_ref,
o.source_record_id, o.vendor, o.vendor_field, o.member_of, o.stream_key, o.source_class, o.end_at, o.zone, o.tz_source, o.day_known, o.grain, o.stat,
o.name_text, o.value_text, o.unit_text, o.ref_text, o.flag_text, o.method_text, o.specimen_text, o.comment_text, o.name_key, o.value_kind, o.value_number,
o.comparator, o.ucum, o.ref_low, o.ref_high, o.absent_reason, o.outcome, o.reason, o.system, o.code, o.decision, o.release, o.canonical_number,
o.canonical_unit, o.fingerprint, o.created_at, CASE WHEN a.id IS NULL THEN 0 ELSE 1 END, COALESCE(d.name, ''), COALESCE(d.document_id, '')
FROM observation o LEFT JOIN day_authority a ON a.person_id = o.person_id AND a.series_id = o.series_id AND a.local_day = o.local_day AND a.id = o.id
LEFT JOIN document d ON d.person_id = o.person_id AND d.document_id = CASE WHEN substr(o.source_ref, 1, 9) = 'document:' THEN substr(o.source_ref, 10)
WHEN substr(o.source_ref, 1, 20) = 'correction:document:' THEN substr(o.source_ref, 21) END
WHERE o.person_id = $1 AND o.status = 'final' AND o.series_id = $2 AND o.local_day BETWEEN CAST($3 AS bigint) - 1 AND CAST($4 AS bigint) + 1
AND (o.local_day BETWEEN CAST($3 AS bigint) AND CAST($4 AS bigint) OR o.day_known = 0)
AND NOT EXISTS (SELECT 1 FROM superseded s WHERE s.person_id = o.person_id AND s.series_id = o.series_id AND s.local_day = o.local_day AND s.start_at = o.start_at AND s.id = o.id)
ORDER BY o.local_day DESC, o.start_at DESC, o.id DESC LIMIT $5`

// handRow is a row as it is read by hand.
type handRow struct {
	o                                  record.Observation
	file, key                          string
	id, amends, member, fingerprint    []byte
	number, canonical                  *float64
	day, start, end, known, created, a int64
}

// texts are the places of the text columns, by column.
func (r *handRow) texts() map[int]*string {
	o := &r.o
	return map[int]*string{
		0: (*string)(&o.Person), 1: &o.Coding.Series, 5: (*string)(&o.Kind), 6: (*string)(&o.Status), 8: (*string)(&o.Modality), 9: (*string)(&o.SourceKind),
		10: &o.SourceRef, 11: &o.SourceRecordID, 12: &o.Vendor, 13: &o.VendorField, 15: &o.StreamKey, 16: (*string)(&o.SourceClass), 18: &o.Zone,
		19: (*string)(&o.TZSource), 21: (*string)(&o.Grain), 22: &o.Stat, 23: &o.Name, 24: &o.Value, 25: &o.Unit, 26: &o.Ref, 27: &o.Flag, 28: &o.Method,
		29: &o.Specimen, 30: &o.Comment, 31: &o.NameKey, 32: (*string)(&o.ValueKind), 34: &o.Comparator, 35: &o.UCUM, 38: &o.AbsentReason,
		39: (*string)(&o.Coding.Outcome), 40: &o.Coding.Reason, 41: &o.Coding.System, 42: &o.Coding.Code, 43: &o.Coding.Decision, 44: &o.Coding.Release, 46: &o.Coding.CanonicalUnit,
		50: &r.file, 51: &r.key,
	}
}

func (r *handRow) line() Line {
	o := r.o
	copy(o.ID[:], r.id)
	copy(o.Amends[:], r.amends)
	copy(o.MemberOf[:], r.member)
	copy(o.Fingerprint[:], r.fingerprint)
	o.LocalDay, o.Start, o.End, o.CreatedAt, o.DayKnown = record.Day(r.day), record.Instant(r.start), record.Instant(r.end), record.Instant(r.created), r.known != 0
	o.Number, o.HasNumber = absent(r.number)
	o.Coding.Canonical, o.Coding.HasCanonical = absent(r.canonical)
	return Line{Reading: Reading{Observation: o, Elected: r.a != 0}, File: r.file, FileKey: r.key}
}

// sqliteByHand reads windows on a connection of the driver's.
func sqliteByHand(tb testing.TB, path string) func(n int) []Line {
	tb.Helper()
	c, err := sqlite3.OpenFlags("file:"+path, sqlite3.OPEN_READWRITE|sqlite3.OPEN_URI)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = c.Close() })
	if err := c.Exec("PRAGMA cache_size=-16384; PRAGMA query_only=ON"); err != nil {
		tb.Fatal(err)
	}
	s, _, err := c.Prepare(byHand)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = s.Close() })
	var r handRow
	texts := make([]*string, 52)
	for i, p := range r.texts() {
		texts[i] = p
	}
	float := func(i int) *float64 {
		if s.ColumnType(i) == sqlite3.NULL {
			return nil
		}
		f := s.ColumnFloat(i)
		return &f
	}
	return func(n int) (out []Line) {
		series, from, to := window(n)
		if s.BindText(1, string(ana)) != nil || s.BindText(2, series) != nil || s.BindInt64(3, int64(from)) != nil || s.BindInt64(4, int64(to)) != nil || s.BindInt64(5, benchWindow) != nil {
			tb.Fatal("bind")
		}
		for s.Step() {
			for i, p := range texts {
				if p != nil {
					*p = s.ColumnText(i)
				}
			}
			r.day, r.start, r.end, r.known, r.created, r.a = s.ColumnInt64(2), s.ColumnInt64(3), s.ColumnInt64(17), s.ColumnInt64(20), s.ColumnInt64(48), s.ColumnInt64(49)
			r.id, r.amends, r.member, r.fingerprint = s.ColumnBlob(4, r.id[:0]), s.ColumnBlob(7, r.amends[:0]), s.ColumnBlob(14, r.member[:0]), s.ColumnBlob(47, r.fingerprint[:0])
			r.number, r.o.RefLow, r.o.RefHigh, r.canonical = float(33), float(36), float(37), float(45)
			out = append(out, r.line())
		}
		if err := s.Err(); err != nil {
			tb.Fatal(err)
		}
		_ = s.Reset()
		return out
	}
}

// postgresByHand reads windows on a connection of the driver's that is one person's from the start.
func postgresByHand(tb testing.TB, dsn string) func(n int) []Line {
	tb.Helper()
	ctx := context.Background()
	c, err := pgx.Connect(ctx, dsn+" plan_cache_mode=force_custom_plan")
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = c.Close(ctx) })
	if _, err := c.Exec(ctx, "SELECT set_config('app.person', $1, false)", string(ana)); err != nil {
		tb.Fatal(err)
	}
	var r handRow
	dest := make([]any, 52)
	for i, p := range r.texts() {
		dest[i] = p
	}
	for i, p := range map[int]any{
		2: &r.day, 3: &r.start, 4: &r.id, 7: &r.amends, 14: &r.member, 17: &r.end, 20: &r.known, 33: &r.number, 36: &r.o.RefLow, 37: &r.o.RefHigh,
		45: &r.canonical, 47: &r.fingerprint, 48: &r.created, 49: &r.a,
	} {
		dest[i] = p
	}
	return func(n int) (out []Line) {
		series, from, to := window(n)
		rows, err := c.Query(ctx, byHand, string(ana), series, int64(from), int64(to), int64(benchWindow))
		if err != nil {
			tb.Fatal(err)
		}
		for rows.Next() {
			if err := rows.Scan(dest...); err != nil {
				tb.Fatal(err)
			}
			out = append(out, r.line())
		}
		if err := rows.Err(); err != nil {
			tb.Fatal(err)
		}
		return out
	}
}

func (s benchStore) window(tb testing.TB, n int) []Line {
	series, from, to := window(n)
	rs, err := s.Person(ana).Lines(context.Background(), []string{series}, record.Window{From: &from, To: &to}, benchWindow)
	if err != nil {
		tb.Fatal(err)
	}
	return rs
}

// BenchmarkStoreWindow reads 500 readings of one series out of a million, in turn by the store and by hand, so that
// whatever else the machine does meets both.
func BenchmarkStoreWindow(b *testing.B) {
	for engineName, hand := range map[string]func(testing.TB, string) func(int) []Line{"sqlite": sqliteByHand, "postgres": postgresByHand} {
		b.Run(engineName, func(b *testing.B) {
			s := forBench(b, engineName)
			byHand := hand(b, s.where)
			if got, want := s.window(b, 7), byHand(7); len(got) != benchWindow || fmt.Sprint(got[3].ID, got[499].Value) != fmt.Sprint(want[3].ID, want[499].Value) {
				b.Fatal("the two do not read the same")
			}
			// Time of the processor tells what this process does, whatever else the machine is busy with.
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			var ours, theirs []time.Duration
			var cpu [2]time.Duration
			n := 0
			for b.Loop() {
				for turn := range 2 {
					// Whoever comes second finds the pages in the server's memory, so they take turns at that too.
					began, busy := time.Now(), threadTime()
					if (n+turn)%2 == 0 {
						s.window(b, n)
						ours = append(ours, time.Since(began))
						cpu[0] += threadTime() - busy
					} else {
						byHand(n)
						theirs = append(theirs, time.Since(began))
						cpu[1] += threadTime() - busy
					}
				}
				n++
			}
			b.ReportMetric(float64(cpu[0])/float64(cpu[1]), "cpu-ratio")
			a, h := median(ours), median(theirs)
			b.ReportMetric(float64(a.Microseconds()), "store-µs")
			b.ReportMetric(float64(h.Microseconds()), "by-hand-µs")
			b.ReportMetric(float64(a)/float64(h), "ratio")
		})
	}
}

// threadTime is how long this thread has been at work.
func threadTime() time.Duration {
	const thread = 1 // RUSAGE_THREAD
	var u syscall.Rusage
	if err := syscall.Getrusage(thread, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func median(ds []time.Duration) time.Duration {
	if len(ds) == 0 {
		return 0
	}
	slices.Sort(ds)
	return ds[len(ds)/2]
}

// BenchmarkStoreReaders has eight at once read windows.
func BenchmarkStoreReaders(b *testing.B) {
	for _, engineName := range []string{"sqlite", "postgres"} {
		b.Run(engineName, func(b *testing.B) {
			s := forBench(b, engineName)
			for _, readers := range []int{1, 8} {
				b.Run(strconv.Itoa(readers), func(b *testing.B) {
					var all sync.WaitGroup
					work := make(chan int)
					for range readers {
						all.Go(func() {
							for n := range work {
								if len(s.window(b, n)) != benchWindow {
									b.Error("a short window")
								}
							}
						})
					}
					n := 0
					for b.Loop() {
						work <- n
						n++
					}
					close(work)
					all.Wait()
					b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "windows/s")
				})
			}
		})
	}
}

// BenchmarkStoreGrowth prints how storing and reading change with the size of a record. STORE_BENCH_ROWS names the
// largest, 1000000 unless told; 5000000 takes some minutes.
func BenchmarkStoreGrowth(b *testing.B) {
	largest := benchRows
	if n, err := strconv.Atoi(os.Getenv("STORE_BENCH_ROWS")); err == nil {
		largest = n
	}
	for _, engineName := range []string{"sqlite", "postgres"} {
		b.Run(engineName, func(b *testing.B) {
			where := filepath.Join(b.TempDir(), "s.db")
			if engineName == "postgres" {
				where = pgtest.DSN(b)
			}
			opened, err := reopen(engineName, where)
			if err != nil {
				b.Fatal(err)
			}
			defer opened.Close()
			s := benchStore{opened, where}
			b.Logf("%-9s %9s %12s %12s %12s", "engine", "readings", "stored/s", "window p50", "window p95")
			have := 0
			for b.Loop() {
				for _, size := range []int{100_000, 1_000_000, 5_000_000} {
					if size > largest || size <= have {
						continue
					}
					began := time.Now()
					grow(b, opened, have, size)
					rate := float64(size-have) / time.Since(began).Seconds()
					have = size
					analyse(b, where, engineName)
					var took []time.Duration
					for n := range 200 {
						began := time.Now()
						s.windowOf(b, n, size)
						took = append(took, time.Since(began))
					}
					slices.Sort(took)
					b.Logf("%-9s %9d %12.0f %12v %12v", engineName, size, rate, took[100].Round(time.Microsecond), took[190].Round(time.Microsecond))
				}
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// windowOf reads a window out of a record of a size.
func (s benchStore) windowOf(tb testing.TB, n, size int) {
	days := size / benchSeries / benchPerDay
	from := record.Day(n * 37 % max(1, days-benchWindow/benchPerDay))
	to := from + benchWindow/benchPerDay - 1
	rs, err := s.Person(ana).Lines(context.Background(), []string{"series " + strconv.Itoa(n%benchSeries)}, record.Window{From: &from, To: &to}, benchWindow)
	if err != nil || len(rs) != benchWindow {
		tb.Fatal(len(rs), err)
	}
}

// BenchmarkStoreRoundTrips asks a server one small question in three ways, in turn: with a statement for each step, in
// a transaction as the store begins it, and with everything sent at once.
func BenchmarkStoreRoundTrips(b *testing.B) {
	dsn := pgtest.DSN(b)
	s, err := OpenPostgres(context.Background(), dsn)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	ask := func(tx engine.Tx) error {
		rows, err := tx.Query(ctx, "SELECT local_day FROM touched_cell WHERE person_id = ?", string(ana))
		if err != nil {
			return err
		}
		return rows.Close()
	}
	stepwise := func() error {
		return pgx.BeginTxFunc(ctx, conn, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, "SELECT set_config('app.person', $1, true)", string(ana)); err != nil {
				return err
			}
			rows, err := tx.Query(ctx, "SELECT local_day FROM touched_cell WHERE person_id = $1", string(ana))
			if err != nil {
				return err
			}
			rows.Close()
			return rows.Err()
		})
	}
	ways := []struct {
		name string
		ask  func() error
	}{
		{"stepwise-µs", stepwise},
		{"read-µs", func() error { return s.db.Read(ctx, string(ana), ask) }},
		{"once-µs", func() error { return s.db.ReadOnce(ctx, string(ana), ask) }},
	}
	took := make([][]time.Duration, len(ways))
	for b.Loop() {
		for i, w := range ways {
			began := time.Now()
			if err := w.ask(); err != nil {
				b.Fatal(err)
			}
			took[i] = append(took[i], time.Since(began))
		}
	}
	for i, w := range ways {
		b.ReportMetric(float64(median(took[i]).Microseconds()), w.name)
	}
}
