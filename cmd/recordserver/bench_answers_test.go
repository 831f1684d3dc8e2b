//go:build linux

package main

import (
	"bytes"
	"context"
	endian "encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/answers"
	"github.com/seed-a76b335c/philint/internal/auth"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/store/pgtest"
)

// The record of the benchmarks: series with ten readings on each day, one of which the day publishes.
const (
	benchSeries = 300
	benchPerDay = 10
	// Of others there are many, each with a thousand readings of ten series.
	benchOtherSeries = 10
	benchOtherRows   = 1000
)

// benchRows is how many readings the one large record has; ANSWERS_BENCH_ROWS says otherwise.
func benchRows() int { return fromEnv("ANSWERS_BENCH_ROWS", 1_000_000) }

func fromEnv(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil && n > 0 {
		return n
	}
	return otherwise
}

const benchFirstDay = record.Day(20_000) // 2024-10-04

// benchReading is the n-th reading of a record with so many series.
func benchReading(person record.PersonID, n, series int) record.Observation {
	place, s := n/series, n%series
	day := benchFirstDay + record.Day(place/benchPerDay)
	at := record.Instant(day)*86_400_000_000 + record.Instant(6+place%benchPerDay)*3_600_000_000
	value := 60 + float64(n%997)/10
	name := "Measure " + strconv.Itoa(s)
	o := record.Observation{
		Person: person, Kind: record.Measurement, Status: record.Final, Modality: record.DeviceSensed, SourceKind: record.FromFile,
		SourceRef: "document:0123456789abcdef0123456789abcdef", SourceRecordID: "sample-" + strconv.Itoa(n), Vendor: "Vendor", VendorField: "Measure",
		StreamKey: "Measure|count/min|watch", SourceClass: record.Measurer, Start: at, End: at, Zone: "UTC", TZSource: record.ZoneIANA,
		LocalDay: day, DayKnown: true, Grain: record.AtInstant, Stat: "as-reported", Name: name, Value: strconv.FormatFloat(value, 'f', -1, 64),
		Unit: "count/min", NameKey: strings.ToLower(name), ValueKind: record.Quantity, Number: value, HasNumber: true, UCUM: "/min",
		Coding: record.Coding{
			Outcome: record.Coded, System: "http://loinc.org", Code: "8867-4", Series: benchSeriesID(s), Decision: "0123456789abcdef",
			Release: "core", Canonical: value, HasCanonical: true, CanonicalUnit: "/min",
		},
		CreatedAt: at,
	}
	endian.BigEndian.PutUint64(o.ID[:], uint64(at)^1<<63)
	endian.BigEndian.PutUint64(o.ID[8:], uint64(n))
	endian.BigEndian.PutUint64(o.Fingerprint[:], uint64(n)+1)
	return o
}

func benchSeriesID(n int) string { return "bench:" + strconv.Itoa(n) }

// fill stores a record.
func fill(b *testing.B, s *store.Store, person record.PersonID, total, series int) {
	b.Helper()
	const part = 20_000
	ctx := context.Background()
	for from := 0; from < total; from += part {
		rows := make([]record.Observation, 0, part)
		var elected []store.Authority
		for n := from; n < min(from+part, total); n++ {
			o := benchReading(person, n, series)
			rows = append(rows, o)
			if n/series%benchPerDay == benchPerDay-1 {
				elected = append(elected, store.Authority{Cell: store.Cell{Series: o.Coding.Series, Day: o.LocalDay}, ID: o.ID})
			}
		}
		err := s.Person(person).Write(ctx, func(tx *store.Tx) error {
			if _, err := tx.InsertObservations(ctx, rows); err != nil {
				return err
			}
			return tx.AddAuthorities(ctx, elected)
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

// bench is a server over a full store, and a connection of the driver's beside it.
type bench struct {
	*store.Store
	h      *house
	server *httptest.Server
	bare   func(sql string, args ...any) (rows int, err error)
	where  string
	people int
}

func benchPerson(n int) record.PersonID {
	var raw [10]byte
	endian.BigEndian.PutUint64(raw[:], uint64(n)+1)
	return record.NewPersonID(raw)
}

// member makes a person with an account and a token.
func (x *bench) member(b *testing.B, n int) (record.PersonID, string) {
	b.Helper()
	ctx := context.Background()
	id, account := benchPerson(n), "a-bench"+strconv.Itoa(n)
	if err := x.AddPerson(ctx, store.Person{ID: id, Name: "Bench " + strconv.Itoa(n), Zone: "UTC", CreatedAt: 1}); err != nil {
		b.Fatal(err)
	}
	if err := x.AddAccount(ctx, store.Account{ID: account, Email: account + "@example.org", EmailKey: account + "@example.org", Person: id, CreatedAt: 1}); err != nil {
		b.Fatal(err)
	}
	token, err := x.h.auth.MintToken(ctx, account, id, "bench", []auth.Scope{auth.MCPRead}, time.Hour)
	if err != nil {
		b.Fatal(err)
	}
	return id, token
}

// openBench makes an engine's store and the server over it, for as long as the benchmark that leave belongs to.
func openBench(b *testing.B, engine string, leave func(func())) *bench {
	b.Helper()
	dir, err := os.MkdirTemp("", "bench-answers")
	if err != nil {
		b.Fatal(err)
	}
	leave(func() { _ = os.RemoveAll(dir) })
	x, ctx := &bench{where: filepath.Join(dir, storeFile)}, context.Background()
	bare := bareSQLite
	if engine == "postgres" {
		bare, x.where = barePostgres, pgtest.DSN(b)
		x.Store, err = store.OpenPostgres(ctx, x.where)
	} else {
		x.Store, err = store.OpenSQLite(ctx, x.where, "")
	}
	if err != nil {
		b.Fatal(err)
	}
	leave(func() { _ = x.Close() })
	direct := x.where
	if engine == "postgres" {
		direct = pgtest.SuperDSN(b, x.where) // without row level security, as the cheapest way there is
	}
	if x.bare, err = bare(direct, leave); err != nil {
		b.Fatal(err)
	}
	x.h = benchHouse(b, x.Store, leave)
	x.server = httptest.NewServer(x.h.handler)
	leave(x.server.Close)
	return x
}

// ask puts a question over MCP and returns the number of bytes of the answer.
func (x *bench) ask(b *testing.B, token, tool, arguments string) int {
	b.Helper()
	r, err := http.NewRequestWithContext(b.Context(), "POST", x.server.URL+"/mcp", strings.NewReader(toolCall(1, tool, arguments)))
	if err != nil {
		b.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("Mcp-Protocol-Version", "2025-06-18")
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		b.Fatal(err)
	}
	body, err := io.ReadAll(w.Body)
	_ = w.Body.Close()
	if err != nil || w.StatusCode != 200 || bytes.Contains(body, []byte(`"isError":true`)) || !bytes.Contains(body, []byte("row_count")) {
		b.Fatalf("%d %v %.300s", w.StatusCode, err, body)
	}
	return len(body)
}

// view is a question that is measured, of the n-th series from a day on.
type view struct {
	name string
	days int // of the window; 0 for the whole record
	bare string
}

var benchViews = []view{
	{"catalogue", 0, bareSeries},
	{"raw", 0, bareRows + "50"},
	{"latest", 0, bareRows + "1"},
	{"minute", 3, bareSubDay},
	{"hour", 9, bareSubDay},
	{"day", 92, bareDays},
	{"week", 200, bareDays},
	{"month", 0, bareDays},
	{"stats", 0, bareDays},
}

// arguments of the n-th question, and of its bare statement.
func (v *view) question(person record.PersonID, n, series int) (arguments string, args []any) {
	if v.name == "catalogue" {
		return `{}`, []any{string(person)}
	}
	id := benchSeriesID(n * 37 % series)
	a := map[string]any{"indicators": []string{id}, "view": v.name}
	args = []any{string(person), id}
	if strings.Contains(v.bare, "BETWEEN") {
		from, to := int64(record.MinDay), int64(record.MaxDay)
		if v.days > 0 {
			first := benchFirstDay + record.Day(n%5)
			last := first + record.Day(v.days) - 1
			a["start"], a["end"] = first.String(), last.String()
			from, to = int64(first), int64(last)
		}
		args = append(args, from, to)
	}
	text, err := json.Marshal(a)
	if err != nil {
		panic(err) // of strings
	}
	return string(text), args
}

// spent are durations in order of size.
type spent []time.Duration

func (s spent) at(q float64) float64 {
	slices.Sort(s)
	return float64(s[int(q*float64(len(s)-1))].Microseconds()) / 1000
}

// measure asks a question over MCP and its statement bare, in turns, so that both have the same machine.
func (x *bench) measure(b *testing.B, v *view, person record.PersonID, token string, series int) {
	b.Helper()
	var full, bare spent
	rows := 0
	for n := -20; n < b.N; n++ {
		arguments, args := v.question(person, n+20, series)
		start := time.Now()
		got, err := x.bare(v.bare, args...)
		took := time.Since(start)
		if err != nil || got == 0 {
			b.Fatalf("%d rows: %v", got, err)
		}
		start = time.Now()
		x.ask(b, token, answers.ReadingsTool, arguments)
		if n >= 0 { // the first warm up
			full, bare, rows = append(full, time.Since(start)), append(bare, took), rows+got
		}
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(full.at(0.5), "mcp-p50-ms")
	b.ReportMetric(full.at(0.99), "mcp-p99-ms")
	b.ReportMetric(bare.at(0.5), "sql-p50-ms")
	b.ReportMetric(bare.at(0.99), "sql-p99-ms")
	b.ReportMetric(2*bare.at(0.5)+0.3, "target-ms")
	b.ReportMetric(float64(rows)/float64(b.N), "rows")
}

// BenchmarkAnswers asks each view of a record of a million readings, through the whole way from HTTP to the store and back.
func BenchmarkAnswers(all *testing.B) {
	for _, engine := range []string{"sqlite", "postgres"} {
		var x *bench
		var person record.PersonID
		var token string
		for _, v := range benchViews {
			all.Run(engine+"/"+v.name, func(b *testing.B) {
				if x == nil {
					x = openBench(b, engine, all.Cleanup)
					person, token = x.member(b, 0)
					fill(b, x.Store, person, benchRows(), benchSeries)
					x.settle(b, engine)
				}
				x.measure(b, &v, person, token, benchSeries)
			})
		}
	}
}

// BenchmarkAnswersGrowth asks of one small record while more and more others stand beside it. ANSWERS_BENCH_PERSONS is how
// many there are at the end.
func BenchmarkAnswersGrowth(all *testing.B) {
	most := fromEnv("ANSWERS_BENCH_PERSONS", 1000)
	for _, engine := range []string{"sqlite", "postgres"} {
		var x *bench
		var person record.PersonID
		var token string
		for _, persons := range []int{1, most / 10, most} {
			for _, name := range []string{"catalogue", "raw", "day", "stats"} {
				v := benchViews[slices.IndexFunc(benchViews, func(v view) bool { return v.name == name })]
				all.Run(fmt.Sprintf("%s/%s/persons=%d", engine, name, persons), func(b *testing.B) {
					if x == nil {
						x = openBench(b, engine, all.Cleanup)
					}
					for ; x.people < persons; x.people++ {
						id, secret := x.member(b, x.people)
						fill(b, x.Store, id, benchOtherRows, benchOtherSeries)
						if x.people == 0 {
							person, token = id, secret
						}
						if x.people == persons-1 {
							x.settle(b, engine)
						}
					}
					x.measure(b, &v, person, token, benchOtherSeries)
				})
			}
		}
	}
}
