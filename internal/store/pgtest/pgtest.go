// Package pgtest gives tests a PostgreSQL cluster of their own: made by the installed server's initdb in a temporary
// directory, on a Unix socket, without TCP, gone when the test binary ends.
//
// Where no server is installed the test is skipped and says so; in continuous integration
// that is a failure.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/seed-a76b335c/philint/internal/ci"
)

// Main runs a package's tests and ends the cluster that they started, if they did. Use it as TestMain's body.
func Main(m *testing.M) int {
	defer stop()
	return m.Run()
}

// DSN makes an empty database, owned by a role that is no superuser, and returns its connection string.
func DSN(tb testing.TB) string {
	tb.Helper()
	c, err := start()
	switch {
	case errors.Is(err, errAbsent) && !ci.On():
		tb.Skip("PostgreSQL is not installed here (no initdb): tests on it are skipped")
	case err != nil:
		tb.Fatalf("PostgreSQL for tests: %v", err)
	}
	name := "t" + strconv.FormatInt(databases.Add(1), 10)
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, c.dsn("postgres", "postgres"))
	if err != nil {
		tb.Fatalf("connect: %v", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, "CREATE DATABASE "+name+" OWNER app TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C.UTF-8' LC_CTYPE 'C.UTF-8'"); err != nil {
		tb.Fatalf("create database: %v", err)
	}
	return c.dsn("app", name)
}

// SuperDSN is the connection string of the cluster's superuser for the database of another DSN.
func SuperDSN(tb testing.TB, dsn string) string {
	tb.Helper()
	cfg, err := pgx.ParseConfig(dsn)
	if err != nil {
		tb.Fatal(err)
	}
	c, err := start()
	if err != nil {
		tb.Fatal(err)
	}
	return c.dsn("postgres", cfg.Database)
}

var (
	errAbsent = errors.New("no initdb")
	databases atomic.Int64
)

type cluster struct {
	dir string
	cmd *exec.Cmd
}

var started struct {
	sync.Mutex
	once bool
	c    *cluster
	err  error
}

func (c *cluster) dsn(role, database string) string {
	return fmt.Sprintf("host=%s user=%s dbname=%s sslmode=disable", c.dir, role, database)
}

func start() (*cluster, error) {
	started.Lock()
	defer started.Unlock()
	if !started.once {
		started.once = true
		started.c, started.err = launch()
	}
	return started.c, started.err
}

func stop() {
	started.Lock()
	defer started.Unlock()
	if started.c == nil {
		return
	}
	// An interrupt is PostgreSQL's fast shutdown.
	_ = started.c.cmd.Process.Signal(os.Interrupt)
	_ = started.c.cmd.Wait()
	_ = os.RemoveAll(started.c.dir)
}

func launch() (*cluster, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	// Short, since the path of a Unix socket may have 107 bytes.
	dir, err := os.MkdirTemp("", "pgt")
	if err != nil {
		return nil, err
	}
	as, err := owner(dir)
	if err != nil {
		return nil, err
	}
	data := filepath.Join(dir, "data")
	init := exec.Command(filepath.Join(bin, "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
	init.SysProcAttr, init.Dir = as.command(), dir
	if out, err := init.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w: %s", err, out)
	}
	server := exec.Command(filepath.Join(bin, "postgres"), "-D", data, "-k", dir, "-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=200", "-c", "shared_buffers=128MB", "-c", "log_min_messages=panic")
	server.SysProcAttr, server.Dir = as.server(), dir
	if err := server.Start(); err != nil {
		return nil, err
	}
	c := &cluster{dir: dir, cmd: server}
	return c, c.ready()
}

func (c *cluster) ready() error {
	var err error
	for range 200 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		var conn *pgx.Conn
		if conn, err = pgx.Connect(ctx, c.dsn("postgres", "postgres")); err == nil {
			_, err = conn.Exec(ctx, "CREATE ROLE app LOGIN NOSUPERUSER NOBYPASSRLS")
			_ = conn.Close(ctx)
			cancel()
			return err
		}
		cancel()
		time.Sleep(50 * time.Millisecond)
	}
	return fmt.Errorf("the server did not start: %w", err)
}

// binaries is the folder of the newest installed server.
func binaries() (string, error) {
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err == nil && len(found) > 0 {
		slices.SortFunc(found, func(a, b string) int { return version(b) - version(a) })
		return filepath.Dir(found[0]), nil
	}
	path, err := exec.LookPath("initdb")
	if err != nil {
		return "", errAbsent
	}
	return filepath.Dir(path), nil
}

func version(initdb string) int {
	n, err := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(initdb))))
	if err != nil {
		return 0
	}
	return n
}
