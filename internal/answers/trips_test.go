//go:build unix

package answers

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"math"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/store/pgtest"
)

// tripCounter stands between the store and a server. It counts how often the server was asked and waited for: each time ends
// with the message Sync, or is a plain query.
type tripCounter struct{ trips atomic.Int64 }

// dsn is the server's connection string, through the count.
func (c *tripCounter) dsn(t *testing.T, dsn string) string {
	t.Helper()
	cfg, err := pgx.ParseConfig(dsn)
	if err != nil {
		t.Fatal(err)
	}
	// Short, since the path of a Unix socket may have 107 bytes.
	dir, err := os.MkdirTemp("", "trips")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	const socket = ".s.PGSQL.5432"
	l, err := net.Listen("unix", filepath.Join(dir, socket))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("unix", filepath.Join(cfg.Host, socket))
			if err != nil {
				_ = client.Close()
				return
			}
			go func() { _, _ = io.Copy(client, server); _ = client.Close() }()
			go func() { _ = c.pass(server, client); _ = server.Close() }()
		}
	}()
	return strings.Replace(dsn, "host="+cfg.Host, "host="+dir, 1)
}

// pass hands on what a client says, message by message. The first has no type.
func (c *tripCounter) pass(server io.Writer, client io.Reader) error {
	for typed := 0; ; typed = 1 {
		head := make([]byte, 4+typed)
		if _, err := io.ReadFull(client, head); err != nil {
			return err
		}
		if typed == 1 && (head[0] == 'S' || head[0] == 'Q') { // before the server can answer it
			c.trips.Add(1)
		}
		rest := io.LimitReader(client, int64(binary.BigEndian.Uint32(head[typed:]))-4)
		if _, err := io.Copy(server, io.MultiReader(bytes.NewReader(head), rest)); err != nil {
			return err
		}
	}
}

// TestAQuestionAsksTheServerAsSeldomAsItCan: once for the person and the names, once for the rows. A third time is for
// what only the rows tell: how many there are in a window of which not all are shown.
func TestAQuestionAsksTheServerAsSeldomAsItCan(t *testing.T) {
	var c tripCounter
	// The store does not look every few seconds whether the server may keep its plans.
	s, err := store.OpenPostgres(context.Background(), c.dsn(t, pgtest.DSN(t))+" plan_cache_mode=force_custom_plan")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	chart := newChart(t, s, "Europe/Berlin")
	var facts []fact
	for day := range 20 {
		for _, hour := range []string{"07", "12", "19"} {
			facts = append(facts, fact{
				name: "Glucose", value: "5.4", unit: "mmol/L", at: (record.DayOf(2026, 3, 1) + record.Day(day)).String() + " " + hour + ":30", series: "s", elected: hour == "12",
			})
		}
	}
	chart.add(facts...)
	from, to := record.DayOf(2026, 2, 1), record.DayOf(2026, 3, 10)
	part, all := record.Window{From: &from, To: &to}, record.Window{From: &from}
	for what, tt := range map[string]struct {
		args any
		want int64
	}{
		"the catalogue":                           {`{}`, 2},
		"the catalogue of a window":               {`{"start":"2026-03-01"}`, 2},
		"raw, of which not all is shown":          {arguments(Raw, record.Window{}, "s"), 2},
		"raw of a window":                         {arguments(Raw, part, "s"), 2},
		"raw of a window, not all of it is shown": {arguments(Raw, all, "s"), 3},
		"latest":                    {arguments(Latest, record.Window{}, "s"), 2},
		"minute":                    {arguments(Minute, part, "s"), 2},
		"hour":                      {arguments(Hour, part, "s"), 2},
		"day":                       {arguments(Day, part, "s"), 2},
		"week":                      {arguments(Week, part, "s"), 2},
		"month":                     {arguments(Month, record.Window{}, "s"), 2},
		"stats":                     {arguments(Stats, part, "s"), 2},
		"by a keyword":              {`{"keywords":["glucose"],"view":"stats"}`, 2},
		"by a name, which is no id": {`{"indicators":["Glucose"],"view":"stats"}`, 3},
	} {
		chart.ask(tt.args) // statements are prepared
		got := int64(math.MaxInt64)
		for range 3 { // a connection that rested for a second is asked whether it is there
			before := c.trips.Load()
			if e := chart.ask(tt.args); e.Status == Error || e.Data.Len() == 0 {
				t.Errorf("%s: %q", what, e.Assumptions)
			}
			got = min(got, c.trips.Load()-before)
		}
		if got != tt.want {
			t.Errorf("%s: the server was asked %d times, not %d", what, got, tt.want)
		}
	}
}
