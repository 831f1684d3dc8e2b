//go:build linux

package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/ncruces/go-sqlite3"

	"github.com/seed-a76b335c/philint/internal/limit"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/store/pgtest"
)

// The bare statements are what one would write by hand for a view, with the columns that it needs.
const (
	bareVisible = ` AND o.status = 'final' AND NOT EXISTS (SELECT 1 FROM superseded s WHERE s.person_id = o.person_id AND s.series_id = o.series_id AND s.local_day = o.local_day AND s.start_at = o.start_at AND s.id = o.id)`
	barePoint   = `o.series_id, o.local_day, o.start_at, o.id, o.zone, o.kind, o.grain, o.source_class, o.name_text, o.value_text, o.unit_text, o.ucum, o.comparator, o.system, o.code, o.value_number, o.canonical_number, o.canonical_unit, o.day_known`
	bareRows    = `SELECT o.*, a.id FROM observation o LEFT JOIN day_authority a ON a.person_id = o.person_id AND a.series_id = o.series_id AND a.local_day = o.local_day AND a.id = o.id
WHERE o.person_id = ? AND o.series_id = ?` + bareVisible + ` ORDER BY o.local_day DESC, o.start_at DESC, o.id DESC LIMIT `
	bareDays = `SELECT ` + barePoint + ` FROM day_authority a JOIN observation o ON o.person_id = a.person_id AND o.id = a.id
WHERE a.person_id = ? AND a.series_id = ? AND a.local_day BETWEEN ? AND ?` + bareVisible + ` ORDER BY a.local_day`
	bareSubDay = `SELECT ` + barePoint + ` FROM observation o WHERE o.person_id = ? AND o.series_id = ? AND o.local_day BETWEEN ? AND ? AND o.value_number IS NOT NULL` + bareVisible + ` ORDER BY o.local_day, o.start_at, o.id`
	bareSeries = `SELECT n.series_id, n.kind, n.readings,
(SELECT o.local_day FROM observation o WHERE o.person_id = n.person_id AND o.series_id = n.series_id AND o.kind = n.kind` + bareVisible + ` ORDER BY o.local_day LIMIT 1),
o.name_text, o.value_text, o.unit_text, o.system, o.code, o.local_day
FROM (SELECT person_id, series_id, kind, sum(readings) AS readings FROM series_name WHERE person_id = ? GROUP BY person_id, series_id, kind) n
JOIN observation o ON o.person_id = n.person_id AND o.id = (SELECT o.id FROM observation o WHERE o.person_id = n.person_id AND o.series_id = n.series_id AND o.kind = n.kind` + bareVisible + `
	ORDER BY o.local_day DESC, o.start_at DESC, o.id DESC LIMIT 1)`
)

// bareSQLite runs statements on a connection of the driver's, prepared once, and reads every column. Its settings are those
// of the store's readers, on the same file with the same checksums of pages.
func bareSQLite(path string, leave func(func())) (func(string, ...any) (int, error), error) {
	c, err := sqlite3.OpenFlags("file:"+path, sqlite3.OPEN_READWRITE|sqlite3.OPEN_URI)
	if err != nil {
		return nil, err
	}
	leave(func() { _ = c.Close() })
	if err := c.Exec("PRAGMA temp_store=MEMORY; PRAGMA cache_size=-16384; PRAGMA query_only=ON"); err != nil {
		return nil, err
	}
	if _, err := c.Config(sqlite3.DBCONFIG_ENABLE_QPSG, true); err != nil {
		return nil, err
	}
	prepared := map[string]*sqlite3.Stmt{}
	return func(sql string, args ...any) (int, error) {
		s := prepared[sql]
		if s == nil {
			if s, _, err = c.Prepare(sql); err != nil {
				return 0, err
			}
			prepared[sql] = s
		}
		for i, a := range args {
			if text, ok := a.(string); ok {
				err = s.BindText(i+1, text)
			} else {
				err = s.BindInt64(i+1, a.(int64))
			}
			if err != nil {
				return 0, err
			}
		}
		rows, columns := 0, s.ColumnCount()
		for s.Step() {
			for i := range columns {
				switch s.ColumnType(i) {
				case sqlite3.INTEGER:
					_ = s.ColumnInt64(i)
				case sqlite3.FLOAT:
					_ = s.ColumnFloat(i)
				case sqlite3.TEXT:
					_ = s.ColumnText(i)
				case sqlite3.BLOB:
					_ = s.ColumnBlob(i, nil)
				}
			}
			rows++
		}
		return rows, s.Reset()
	}, nil
}

// barePostgres is bareSQLite for a server: the role sees through row level security, so that nothing is compared for it, and
// plans are kept, as the store's are where it reads.
func barePostgres(dsn string, leave func(func())) (func(string, ...any) (int, error), error) {
	ctx := context.Background()
	cfg, err := pgx.ParseConfig(dsn)
	if err != nil {
		return nil, err
	}
	cfg.RuntimeParams["plan_cache_mode"], cfg.RuntimeParams["jit"], cfg.RuntimeParams["enable_seqscan"] = "force_generic_plan", "off", "off"
	c, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return nil, err
	}
	leave(func() { _ = c.Close(ctx) })
	turned := map[string]string{}
	return func(sql string, args ...any) (int, error) {
		if turned[sql] == "" {
			turned[sql] = numbered(sql)
		}
		found, err := c.Query(ctx, turned[sql], args...)
		if err != nil {
			return 0, err
		}
		defer found.Close()
		rows := 0
		for found.Next() {
			if _, err := found.Values(); err != nil {
				return 0, err
			}
			rows++
		}
		return rows, found.Err()
	}, nil
}

// numbered has the places of arguments as a server wants them.
func numbered(sql string) string {
	for n := 1; strings.Contains(sql, "?"); n++ {
		sql = strings.Replace(sql, "?", "$"+strconv.Itoa(n), 1)
	}
	return sql
}

// settle does what a server does by itself after a while.
func (x *bench) settle(b testing.TB, engine string) {
	b.Helper()
	if engine != "postgres" {
		return
	}
	ctx := context.Background()
	c, err := pgx.Connect(ctx, pgtest.SuperDSN(b, x.where))
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = c.Close(ctx) }()
	if _, err := c.Exec(ctx, "VACUUM ANALYZE"); err != nil {
		b.Fatal(err)
	}
}

// benchHouse is the server as serve puts it together, with limits that do not bind.
func benchHouse(b testing.TB, s *store.Store, leave func(func())) *house {
	b.Helper()
	o, err := parse(serveCommand, []string{"--data", b.TempDir()}, func(string) string { return "" })
	if err != nil {
		b.Fatal(err)
	}
	o.serving.callers = limit.Rules{PerSecond: 1e6, Burst: 1e6, AtOnce: 1000}
	old := slog.Default()
	leave(func() { slog.SetDefault(old) })
	installLog(io.Discard, slog.LevelInfo) // lines are written, to nowhere
	h, err := newHouse(context.Background(), &app{out: io.Discard, err: io.Discard, now: time.Now}, o, s, &address{public: "http://127.0.0.1:8080"})
	if err != nil {
		b.Fatal(err)
	}
	modest(os.Getenv)
	leave(func() {
		if err := h.close(); err != nil {
			fmt.Println("close:", err)
		}
	})
	return h
}
