//go:build unix

package engine_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/store/engine"
	"github.com/seed-a76b335c/philint/internal/store/pgtest"
)

func TestOnlyTheOwnerReadsTheFiles(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	for name, key := range map[string][]byte{"plain": nil, "encrypted": bytes.Repeat([]byte{7}, 64)} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "a", "b")
			path := filepath.Join(dir, "s.db")
			for range 2 { // made, and opened again with modes that somebody loosened
				db, err := engine.OpenSQLite(ctx, path, key)
				if err != nil {
					t.Fatal(err)
				}
				if err := write(db, "CREATE TABLE IF NOT EXISTS t (x INTEGER)"); err != nil {
					t.Fatal(err)
				}
				for _, f := range []string{path, path + "-wal", path + "-shm"} {
					info, err := os.Stat(f)
					if err != nil || info.Mode().Perm() != 0o600 {
						t.Errorf("%s: %v, %v", filepath.Base(f), info, err)
					}
				}
				if err := db.Close(); err != nil {
					t.Fatal(err)
				}
				left, err := filepath.Glob(path + "*")
				if err != nil || len(left) != 1 {
					t.Errorf("left behind: %v, %v", left, err)
				}
				if err := os.Chmod(path, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			for _, d := range []string{dir, filepath.Dir(dir)} {
				if info, err := os.Stat(d); err != nil || info.Mode().Perm() != 0o700 {
					t.Errorf("directory: %v, %v", info, err)
				}
			}
		})
	}
}

func TestFilesThatAreNoStoreAreLeftAlone(t *testing.T) {
	for name, text := range map[string]string{"a text": "dear diary", "another program's file": strings.Repeat("x", 700)} {
		path := filepath.Join(t.TempDir(), "f")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := engine.OpenSQLite(ctx, path, nil); kind(err) != engine.Foreign {
			t.Errorf("%s: %v", name, err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("%s is changed, %v", name, err)
		}
	}
	if _, err := engine.OpenSQLite(ctx, t.TempDir(), nil); kind(err) != engine.ReadOnly {
		t.Errorf("a directory: %v", err)
	}
	link := filepath.Join(t.TempDir(), "l")
	if err := os.Symlink("/nowhere", link); err != nil {
		t.Fatal(err)
	}
	if _, err := engine.OpenSQLite(ctx, link, nil); kind(err) != engine.ReadOnly {
		t.Errorf("a link: %v", err)
	}
}

func TestSettingsOfTheFile(t *testing.T) {
	db, err := engine.OpenSQLite(ctx, filepath.Join(t.TempDir(), "odd name?#%.db"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "temp_store": "2"} {
		var got string
		err := db.Write(ctx, "", func(tx engine.Tx) error {
			rows, err := tx.Query(ctx, "PRAGMA "+pragma)
			if err != nil {
				return err
			}
			for rows.Next() {
				if err := rows.Scan(&got); err != nil {
					return err
				}
			}
			return rows.Close()
		})
		if err != nil || got != want {
			t.Errorf("%s = %q, %v", pragma, got, err)
		}
	}
}

func TestTheLogIsCutBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	db, err := engine.OpenSQLite(ctx, path, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := write(db, "CREATE TABLE t (x TEXT)"); err != nil {
		t.Fatal(err)
	}
	err = db.Write(ctx, "", func(tx engine.Tx) error {
		for range 100 {
			if _, err := tx.Exec(ctx, "INSERT INTO t (x) VALUES (?)", strings.Repeat("x", 1<<20)); err != nil {
				return err
			}
		}
		return nil
	})
	for range 3 {
		if err == nil {
			err = write(db, "INSERT INTO t (x) VALUES ('')")
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path + "-wal"); err != nil || info.Size() > 70<<20 {
		t.Errorf("the log has %d bytes, %v", info.Size(), err)
	}
}

// The second process writes rows 1000… while the first writes 0…
func TestTwoProcessesTakeTurns(t *testing.T) {
	if path := os.Getenv("ENGINE_CHILD"); path != "" {
		child(t, path)
		return
	}
	path := filepath.Join(t.TempDir(), "s.db")
	cmd := exec.Command(os.Args[0], "-test.run=^TestTwoProcessesTakeTurns$")
	cmd.Env = append(os.Environ(), "ENGINE_CHILD="+path)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	db, err := engine.OpenSQLite(ctx, path, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := write(db, "CREATE TABLE IF NOT EXISTS item (id INTEGER PRIMARY KEY, name TEXT, data BLOB, size REAL) STRICT"); err != nil {
		t.Fatal(err)
	}
	// A transaction that takes longer than the other process's try.
	err = db.Write(ctx, "", func(tx engine.Tx) error {
		time.Sleep(500 * time.Millisecond)
		return nil
	})
	for i := range int64(100) {
		if err == nil {
			err = write(db, add, item(i)...)
		}
	}
	if err != nil {
		t.Error(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v: %s", err, out.Bytes())
	}
	if n := count(t, db); n != 200 {
		t.Errorf("%d rows", n)
	}
}

func child(t *testing.T, path string) {
	db, err := engine.OpenSQLite(ctx, path, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := write(db, "CREATE TABLE IF NOT EXISTS item (id INTEGER PRIMARY KEY, name TEXT, data BLOB, size REAL) STRICT"); err != nil {
		t.Fatal(err)
	}
	for i := range int64(100) {
		if err := write(db, add, item(1000+i)...); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAWriterThatWaitsGivesUpWithItsCaller(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	holder, err := engine.OpenSQLite(ctx, path, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer holder.Close()
	other, err := engine.OpenSQLite(ctx, path, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	err = holder.Write(ctx, "", func(engine.Tx) error {
		short, cancel := context.WithTimeout(ctx, 50*time.Millisecond)
		defer cancel()
		began := time.Now()
		err := other.Write(short, "", func(engine.Tx) error { return nil })
		if kind(err) != engine.Canceled || time.Since(began) > 2*time.Second {
			t.Errorf("%v after %v", err, time.Since(began))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAServersRoleThatSeesEverybodyIsRefused(t *testing.T) {
	dsn := pgtest.DSN(t)
	_, err := engine.OpenPostgres(ctx, pgtest.SuperDSN(t, dsn))
	if kind(err) != engine.Privileged {
		t.Errorf("err = %v", err)
	}
	_, err = engine.OpenPostgres(ctx, "host=/nowhere user=secretuser password=secretword")
	if kind(err) != engine.Unreachable || strings.Contains(err.Error(), "secret") {
		t.Errorf("err = %v", err)
	}
	_, err = engine.OpenPostgres(ctx, "postgres://secretuser:secretword@host:99999999/x")
	if kind(err) != engine.Unreachable || strings.Contains(err.Error(), "secret") {
		t.Errorf("err = %v", err)
	}
	_, err = engine.OpenPostgres(ctx, dsn+" dbname=secretdatabase")
	if kind(err) != engine.NoDatabase || strings.Contains(err.Error(), "secret") {
		t.Errorf("err = %v", err)
	}
}
