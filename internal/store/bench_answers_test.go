package store

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/ncruces/go-sqlite3"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/pgtest"
)

// The record of the benchmark of answers: one person's million readings in 300 series, a third of which a device fills
// and elects, and many persons with a thousand each. ANSWERS_BENCH_ROWS makes it smaller.
const (
	answersSeries = 300
	answersOthers = 100
)

func answersRows(tb testing.TB) int {
	tb.Helper()
	n, err := strconv.Atoi(os.Getenv("ANSWERS_BENCH_ROWS"))
	if err != nil {
		return 1_000_000
	}
	return n
}

// answersReading is a reading of a person's: of series 0 to 99 there are 25 a day, of the others one in three days.
func answersReading(person record.PersonID, n int) record.Observation {
	o := benchReading(n)
	o.Person = person
	series, place := n%100, n/100
	perDay := 25
	if n%10 == 9 { // a tenth of the record
		series, place, perDay = 100+n/10%200, n/2000, 1
	}
	day := place / perDay
	if perDay == 1 {
		day *= 3
	}
	o.LocalDay = record.Day(18_000 + day)
	o.Start = record.Instant(int64(o.LocalDay)*86_400_000_000 + int64(place%perDay)*1_800_000_000)
	o.End, o.Coding.Series = o.Start, "http://loinc.org|"+strconv.Itoa(10_000+series)
	o.Name, o.NameKey, o.Coding.Code = fmt.Sprint("Name ", series), fmt.Sprint("name ", series), strconv.Itoa(10_000+series)
	binary.BigEndian.PutUint64(o.ID[:], uint64(o.Start)^1<<63)
	return o
}

func answersStore(b *testing.B, engineName string) benchStore {
	b.Helper()
	if s, ok := benchStores.Load("answers " + engineName); ok {
		return s.(benchStore)
	}
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		b.Fatal(err)
	}
	where := filepath.Join(dir, "s.db")
	if engineName == "postgres" {
		where = pgtest.DSN(b)
	}
	s, err := reopen(engineName, where)
	if err != nil {
		b.Fatal(err)
	}
	fillAnswers(b, s, ana, answersRows(b))
	for i := range answersOthers {
		fillAnswers(b, s, record.NewPersonID([10]byte{9, byte(i)}), 1000)
	}
	analyse(b, where, engineName)
	out := benchStore{s, where}
	benchStores.Store("answers "+engineName, out)
	closers = append(closers, func() { _ = s.Close(); _ = os.RemoveAll(dir) })
	return out
}

func fillAnswers(b *testing.B, s *Store, person record.PersonID, rows int) {
	b.Helper()
	ctx := context.Background()
	for from := 0; from < rows; from += 20_000 {
		part := make([]record.Observation, 0, 20_000)
		var elected []Authority
		for n := from; n < min(rows, from+20_000); n++ {
			o := answersReading(person, n)
			part = append(part, o)
			if n%10 != 9 && n/100%25 == 0 {
				elected = append(elected, Authority{Cell: Cell{Series: o.Coding.Series, Day: o.LocalDay}, ID: o.ID, Rule: "coverage", Candidates: 1})
			}
		}
		err := s.Person(person).Write(ctx, func(tx *Tx) error {
			if _, err := tx.InsertObservations(ctx, part); err != nil {
				return err
			}
			return tx.AddAuthorities(ctx, elected)
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

// scratch is where a row is read to by hand, by column: one kind each.
type scratch struct {
	texts  []string
	ints   []int64
	blobs  [][]byte
	floats []*float64
}

func newScratch(n int) *scratch {
	return &scratch{make([]string, n), make([]int64, n), make([][]byte, n), make([]*float64, n)}
}

// answersByHand runs a statement with the driver alone, and returns how many rows it read.
type answersByHand func(sql string, args []any, each func(*scratch)) int

func sqliteAnswers(b *testing.B, path string) answersByHand {
	b.Helper()
	c, err := sqlite3.OpenFlags("file:"+path, sqlite3.OPEN_READWRITE|sqlite3.OPEN_URI)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = c.Close() })
	if err := c.Exec("PRAGMA temp_store=MEMORY; PRAGMA cache_size=-16384; PRAGMA query_only=ON"); err != nil {
		b.Fatal(err)
	}
	stmts := map[string]*sqlite3.Stmt{}
	return func(sql string, args []any, each func(*scratch)) (n int) {
		s := stmts[sql]
		if s == nil {
			var err error
			if s, _, err = c.Prepare(sql); err != nil {
				b.Fatal(err)
			}
			stmts[sql] = s
		}
		for i, a := range args {
			switch a := a.(type) {
			case string:
				err = s.BindText(i+1, a)
			case int64:
				err = s.BindInt64(i+1, a)
			case []byte:
				err = s.BindBlob(i+1, a)
			default:
				err = s.BindNull(i + 1)
			}
			if err != nil {
				b.Fatal(err)
			}
		}
		row := newScratch(s.ColumnCount())
		kinds := make([]sqlite3.Datatype, s.ColumnCount())
		for s.Step() {
			for i := range kinds {
				if n == 0 {
					kinds[i] = s.ColumnType(i)
				}
				switch kinds[i] {
				case sqlite3.TEXT:
					row.texts[i] = s.ColumnText(i)
				case sqlite3.INTEGER:
					row.ints[i] = s.ColumnInt64(i)
				case sqlite3.BLOB:
					row.blobs[i] = s.ColumnBlob(i, row.blobs[i][:0])
				default:
					row.floats[i] = nil
					if s.ColumnType(i) != sqlite3.NULL {
						f := s.ColumnFloat(i)
						row.floats[i] = &f
					}
				}
			}
			n++
			each(row)
		}
		if err := s.Err(); err != nil {
			b.Fatal(err)
		}
		_ = s.Reset()
		return n
	}
}

func postgresAnswers(b *testing.B, dsn string) answersByHand {
	b.Helper()
	ctx := context.Background()
	c, err := pgx.Connect(ctx, dsn+" plan_cache_mode=force_custom_plan jit=off")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = c.Close(ctx) })
	if _, err := c.Exec(ctx, "SELECT set_config('app.person', $1, false)", string(ana)); err != nil {
		b.Fatal(err)
	}
	numbered := map[string]string{}
	return func(sql string, args []any, each func(*scratch)) (n int) {
		text, ok := numbered[sql]
		if !ok {
			for i, piece := range strings.Split(sql, "?") {
				if i > 0 {
					text += "$" + strconv.Itoa(i)
				}
				text += piece
			}
			numbered[sql] = text
		}
		rows, err := c.Query(ctx, text, args...)
		if err != nil {
			b.Fatal(err)
		}
		fields := rows.FieldDescriptions()
		row := newScratch(len(fields))
		dest := make([]any, len(fields))
		for i, f := range fields {
			switch f.DataTypeOID {
			case pgtype.TextOID:
				dest[i] = &row.texts[i]
			case pgtype.ByteaOID:
				dest[i] = &row.blobs[i]
			case pgtype.Float8OID:
				dest[i] = &row.floats[i]
			default:
				dest[i] = &row.ints[i]
			}
		}
		for rows.Next() {
			if err := rows.Scan(dest...); err != nil {
				b.Fatal(err)
			}
			n++
			each(row)
		}
		if err := rows.Err(); err != nil {
			b.Fatal(err)
		}
		return n
	}
}

// answersRead is one read of the benchmark.
type answersRead struct {
	name string
	ask  func(ctx context.Context, p *PersonStore, n int) (rows int, err error)
	hand func() func(*scratch) // what is made of a row by hand
}

func keep[T any]() func(*scratch) {
	var out []T
	return func(*scratch) {
		var zero T
		out = append(out, zero)
	}
}

// BenchmarkAnswers holds each read of the answers against the same statement, run and read by the driver alone.
func BenchmarkAnswers(b *testing.B) {
	series := func(n, many int) []string {
		out := make([]string, many)
		for i := range out {
			out[i] = "http://loinc.org|" + strconv.Itoa(10_000+(n*7+i*37)%answersSeries)
		}
		return out
	}
	window := func(n, days int) record.Window {
		from := record.Day(18_000 + n%200)
		to := from + record.Day(days-1)
		return record.Window{From: &from, To: &to}
	}
	points := func(f func(*PersonStore, context.Context, []string, record.Window) ([]Point, error), many, days int) func(context.Context, *PersonStore, int) (int, error) {
		return func(ctx context.Context, p *PersonStore, n int) (int, error) {
			out, err := f(p, ctx, series(n, many), window(n, days))
			return len(out), err
		}
	}
	reads := []answersRead{
		{"catalogue", func(ctx context.Context, p *PersonStore, _ int) (int, error) {
			out, err := p.Catalogue(ctx, record.Window{})
			return len(out), err
		}, keep[SeriesSummary]},
		{"catalogue-month", func(ctx context.Context, p *PersonStore, n int) (int, error) {
			out, err := p.Catalogue(ctx, window(n, 30))
			return len(out), err
		}, keep[SeriesSummary]},
		{"names", func(ctx context.Context, p *PersonStore, _ int) (int, error) {
			out, err := p.SeriesNames(ctx)
			return len(out), err
		}, keep[SeriesName]},
		{"lines-50", func(ctx context.Context, p *PersonStore, n int) (int, error) {
			out, err := p.Lines(ctx, series(n, 1), record.Window{}, 50)
			return len(out), err
		}, keep[Line]},
		{"lines-8x50", func(ctx context.Context, p *PersonStore, n int) (int, error) {
			out, err := p.Lines(ctx, series(n, 8), record.Window{}, 50)
			return len(out), err
		}, keep[Line]},
		{"latest-8", func(ctx context.Context, p *PersonStore, n int) (int, error) {
			out, err := p.LatestLines(ctx, series(n, 8), record.Window{})
			return len(out), err
		}, keep[Line]},
		{"counts-8", func(ctx context.Context, p *PersonStore, n int) (int, error) {
			out, err := p.Counts(ctx, series(n, 8), window(n, 30))
			return len(out), err
		}, keep[int64]},
		{"days-2x92", points((*PersonStore).DayPoints, 2, 92), keep[Point]},
		{"base-2x92", points((*PersonStore).BasePoints, 2, 92), keep[Point]},
		{"samples-2x7", points((*PersonStore).GivenPoints, 2, 7), keep[Point]},
		{"entries-50", func(ctx context.Context, p *PersonStore, n int) (int, error) {
			out, err := p.Entries(ctx, EntryQuery{Window: window(n, 30), Limit: 50})
			return len(out), err
		}, keep[Line]},
	}
	for engineName, connect := range map[string]func(*testing.B, string) answersByHand{"sqlite": sqliteAnswers, "postgres": postgresAnswers} {
		for _, read := range reads {
			b.Run(engineName+"/"+read.name, func(b *testing.B) {
				s := answersStore(b, engineName)
				byHand := connect(b, s.where)
				ctx := context.Background()
				p, spy := s.Person(ana), &heard{DB: s.db}
				listening := &PersonStore{db: spy, id: ana}
				var ours, theirs []time.Duration
				n, rows := 0, 0
				for b.Loop() {
					n++
					if _, err := read.ask(ctx, listening, n); err != nil {
						b.Fatal(err)
					}
					each := read.hand()
					began := time.Now()
					want := byHand(spy.sql, spy.args, each)
					theirs = append(theirs, time.Since(began))
					began = time.Now()
					got, err := read.ask(ctx, p, n)
					ours = append(ours, time.Since(began))
					if err != nil || got != want {
						b.Fatalf("%d rows, by hand %d: %v", got, want, err)
					}
					rows += got
				}
				a, h := median(ours), median(theirs)
				b.ReportMetric(float64(a.Microseconds()), "read-µs")
				b.ReportMetric(float64(h.Microseconds()), "hand-µs")
				b.ReportMetric(a.Seconds()/h.Seconds(), "ratio")
				b.ReportMetric(float64(rows)/float64(n), "rows")
			})
		}
	}
}
