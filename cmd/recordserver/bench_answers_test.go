//go:build linux

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/answers"
	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/store/pgtest"
)

// bench is a server over a full store, and a connection of the driver's beside it.
type bench struct {
	*store.Store
	h      *house
	server *httptest.Server
	bare   func(sql string, args ...any) (rows int, err error)
	where  string
	direct string // the same for whoever may see and write everything
	people int
}

// openBench makes an engine's store and the server over it, for as long as the benchmark that leave belongs to.
func openBench(b testing.TB, engine string, leave func(func())) *bench {
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
	x.direct = x.where
	if engine == "postgres" {
		x.direct = pgtest.SuperDSN(b, x.where) // without row level security, as the cheapest way there is
	}
	if x.bare, err = bare(x.direct, leave); err != nil {
		b.Fatal(err)
	}
	x.h = benchHouse(b, x.Store, leave)
	x.server = httptest.NewUnstartedServer(nil)
	x.server.Config = newHTTPServer(x.h.handler)
	x.server.Start()
	leave(x.server.Close)
	return x
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

// measure asks a question over MCP and its statement bare, in turns, so that both have the same machine. Between the two
// it asks for what is there without the store, over the same connection: so long does it take to say anything at all.
func (x *bench) measure(b *testing.B, v *view, person record.PersonID, token string, series int) {
	b.Helper()
	client := dial(b, x.server.Listener.Addr().String())
	var full, bare, idle spent
	rows := 0
	for n := -20; n < b.N; n++ {
		arguments, args := v.question(person, n+20, series)
		start := time.Now()
		got, err := x.bare(v.bare, args...)
		took := time.Since(start)
		if err != nil || got == 0 {
			b.Fatalf("%d rows: %v", got, err)
		}
		empty := client.do(b, "OPTIONS", "", "")
		asked := client.ask(b, token, answers.ReadingsTool, arguments)
		if n >= 0 { // the first warm up
			full, bare, idle, rows = append(full, asked), append(bare, took), append(idle, empty), rows+got
		}
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(full.at(0.5), "mcp-p50-ms")
	b.ReportMetric(full.at(0.99), "mcp-p99-ms")
	b.ReportMetric(bare.at(0.5), "sql-p50-ms")
	b.ReportMetric(bare.at(0.99), "sql-p99-ms")
	b.ReportMetric(idle.at(0.5), "http-p50-ms")
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

// BenchmarkAnswersGrowth asks of one small record while more and more others stand beside it, each with its account and
// token. ANSWERS_BENCH_PERSONS is how many there are at the end.
func BenchmarkAnswersGrowth(all *testing.B) {
	most := fromEnv("ANSWERS_BENCH_PERSONS", 10_000)
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
					if x.people == 0 {
						person, token = x.member(b, 0)
						fill(b, x.Store, person, benchOtherRows, benchOtherSeries)
						x.people = 1
					}
					if x.people < persons {
						x.multiply(b, engine, persons)
						x.settle(b, engine)
					}
					x.measure(b, &v, person, token, benchOtherSeries)
				})
			}
		}
	}
}
