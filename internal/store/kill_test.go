//go:build linux

package store

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// The tests here run the test binary again as a child that works on a store, and kill it.

// children are the tasks of a child. It says "ready" when it has begun, and what it has done after each commit.
var children = map[string]func(s *Store, first int) error{
	"write":  writeBatches,
	"open":   func(*Store, int) error { return nil },
	"backup": backUpAgain,
	"fill":   writeBatches,
	"try":    tryOneBatch,
}

// runChild is what TestMain does in a child.
func runChild(task string) int {
	part := strings.Split(task, "\t")
	first, err := strconv.Atoi(part[3])
	if err != nil {
		return 2
	}
	if part[0] == "fill" {
		if err := limitFiles(); err != nil {
			fmt.Println("limit", err)
			return 2
		}
	}
	fmt.Println("ready")
	s, err := reopen(part[1], part[2])
	if err == nil {
		err = children[part[0]](s, first)
	}
	var e *engine.Error
	switch {
	case err == nil:
		fmt.Println("done")
		return 0
	case errors.As(err, &e):
		fmt.Println("error", e.Kind)
	default:
		fmt.Println("error", err)
	}
	return 1
}

func writeBatches(s *Store, first int) error {
	for n := first; ; n++ {
		if err := writeBatch(s, n); err != nil {
			return err
		}
		fmt.Println("stored", n)
	}
}

func tryOneBatch(s *Store, first int) error { return writeBatch(s, first) }

func backUpAgain(s *Store, _ int) error {
	for {
		if _, err := s.Backup(context.Background(), io.Discard, BackupOptions{}); err != nil {
			return err
		}
	}
}

// child starts a child, as somebody else where as says so.
func child(t *testing.T, task, engineName, where string, first int, as *syscall.Credential) (cmd *exec.Cmd, said *bufio.Scanner) {
	t.Helper()
	cmd = exec.Command(executable(t, as))
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: as}
	cmd.Env = append(os.Environ(), childTask+"="+strings.Join([]string{task, engineName, where, strconv.Itoa(first)}, "\t"))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said = bufio.NewScanner(out)
	return cmd, said
}

// executable is the test binary; for somebody else a copy, since the go command puts it where only its owner may look.
func executable(t *testing.T, as *syscall.Credential) string {
	t.Helper()
	if as == nil {
		return os.Args[0]
	}
	dir, err := os.MkdirTemp("", "child")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	b, err := os.ReadFile(os.Args[0])
	path := filepath.Join(dir, "child")
	if err := errors.Join(err, os.WriteFile(path, b, 0o755), os.Chmod(path, 0o755), os.Chmod(dir, 0o755)); err != nil {
		t.Fatal(err)
	}
	return path
}

// killed lets a child work for a while and kills it. It returns the last batch that the child said it stored.
func killed(t *testing.T, task, engineName, where string, first int, after time.Duration) (last int) {
	t.Helper()
	cmd, said := child(t, task, engineName, where, first, nil)
	if !said.Scan() || said.Text() != "ready" {
		t.Fatalf("the child says %q", said.Text())
	}
	timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	last = first - 1
	for said.Scan() {
		if n, ok := strings.CutPrefix(said.Text(), "stored "); ok {
			var err error
			if last, err = strconv.Atoi(n); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if said.Text() != "done" {
			t.Fatalf("the child says %q", said.Text())
		}
	}
	_ = cmd.Wait()
	return last
}

func TestAKilledWriterLosesNothingAcknowledged(t *testing.T) {
	for engineName, times := range map[string]int{"sqlite": 20, "postgres": 8} {
		t.Run(engineName, func(t *testing.T) {
			where, next := freshPlace(t, engineName), 0
			for range times {
				// Most of the time at work, sometimes while it opens.
				last := killed(t, "write", engineName, where, next, time.Duration(rand.N(int64(250*time.Millisecond))))
				s, err := reopen(engineName, where)
				if err != nil {
					t.Fatal(err)
				}
				next = whole(t, s, last)
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
			}
			if next == 0 {
				t.Error("nothing was ever stored")
			}
		})
	}
}

func TestAKilledMigrationIsDoneByTheNext(t *testing.T) {
	for engineName, times := range map[string]int{"sqlite": 12, "postgres": 5} {
		t.Run(engineName, func(t *testing.T) {
			for range times {
				where := freshPlace(t, engineName)
				killed(t, "open", engineName, where, 0, time.Duration(rand.N(int64(100*time.Millisecond))))
				s, err := reopen(engineName, where)
				if err != nil {
					t.Fatal(err)
				}
				if err := writeBatch(s, 0); err != nil {
					t.Fatal(err)
				}
				whole(t, s, 0)
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func TestAKilledBackupLeavesTheStoreAsItWas(t *testing.T) {
	for engineName, times := range map[string]int{"sqlite": 3, "postgres": 2} {
		t.Run(engineName, func(t *testing.T) {
			where := freshPlace(t, engineName)
			s, err := reopen(engineName, where)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			for n := range 20 {
				if err := writeBatch(s, n); err != nil {
					t.Fatal(err)
				}
			}
			for n := range times {
				killed(t, "backup", engineName, where, 0, time.Duration(rand.N(int64(250*time.Millisecond))))
				if err := writeBatch(s, 20+n); err != nil { // nothing is held any more
					t.Fatal(err)
				}
				whole(t, s, 20+n)
			}
		})
	}
}

// What comes out of a backup that was killed is not taken for one.
func TestABackupThatWasCutIsNotRestored(t *testing.T) {
	s := opens(t, "sqlite")
	for n := range 5 {
		if err := writeBatch(s, n); err != nil {
			t.Fatal(err)
		}
	}
	packed, _ := backedUp(t, s, BackupOptions{})
	into := opens(t, "sqlite")
	for range 20 {
		_, err := into.Restore(context.Background(), bytes.NewReader(packed[:rand.IntN(len(packed))]), BackupOptions{})
		var e *engine.Error
		if !errors.As(err, &e) || e.Kind != engine.BadBackup {
			t.Fatalf("err = %v", err)
		}
	}
	if !empty(t, into) {
		t.Error("something was restored")
	}
}
