//go:build linux

package store

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// limitFiles makes files end at 2 MB, as a full disk does.
func limitFiles() error {
	signal.Ignore(syscall.SIGXFSZ)
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 2 << 20, Max: 2 << 20})
}

// ends runs a child to its end and returns the last batch it stored and its last word.
func ends(t *testing.T, task, where string, first int, credential *syscall.Credential) (last int, word string) {
	t.Helper()
	cmd, said := child(t, task, "sqlite", where, first, credential)
	last = first - 1
	for said.Scan() {
		if strings.HasPrefix(said.Text(), "stored ") {
			last++
			continue
		}
		word = said.Text()
	}
	_ = cmd.Wait()
	return last, word
}

func TestAFullDiskEndsAWriterAndNothingElse(t *testing.T) {
	t.Run("files may not grow", func(t *testing.T) {
		untilFull(t, filepath.Join(t.TempDir(), "s.db"), "fill", func() {})
	})
	t.Run("a small disk", func(t *testing.T) {
		dir := t.TempDir()
		if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=3m"); err != nil {
			t.Skipf("a small disk cannot be mounted here: %v", err)
		}
		defer func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) }()
		untilFull(t, filepath.Join(dir, "s.db"), "write", func() {
			if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, "size=64m"); err != nil {
				t.Fatal(err)
			}
		})
	})
}

// untilFull writes until there is no more room, makes room, and goes on.
func untilFull(t *testing.T, where, task string, makeRoom func()) {
	t.Helper()
	last, word := ends(t, task, where, 0, nil)
	if word != "error full" || last < 3 {
		t.Fatalf("%q after %d batches", word, last+1)
	}
	// It fails again while there is none, and what is there can be read.
	if again, word := ends(t, task, where, last+1, nil); word != "error full" {
		t.Errorf("again: %q, %d", word, again)
	} else {
		last = again
	}
	makeRoom()
	s, err := OpenSQLite(context.Background(), where, "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	next := whole(t, s, last)
	if err := writeBatch(s, next); err != nil {
		t.Errorf("with room: %v", err)
	}
	whole(t, s, next)
}

func TestAFullDiskInThisProcess(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=3m"); err != nil {
		t.Skipf("a small disk cannot be mounted here: %v", err)
	}
	defer func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) }()
	s, err := OpenSQLite(context.Background(), filepath.Join(dir, "s.db"), "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	n := 0
	for err == nil {
		err = writeBatch(s, n)
		n++
	}
	kindIs(t, "a full disk", err, engine.Full)
	whole(t, s, n-2)
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, "size=64m"); err != nil {
		t.Fatal(err)
	}
	// The same connection goes on as soon as there is room.
	if err := writeBatch(s, n-1); err != nil {
		t.Errorf("with room: %v", err)
	}
	whole(t, s, n-1)
}

func TestAReadOnlyDiskIsSaidSo(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=16m"); err != nil {
		t.Skipf("a disk cannot be mounted here: %v", err)
	}
	defer func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) }()
	path := filepath.Join(dir, "s.db")
	s, err := OpenSQLite(context.Background(), path, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := writeBatch(s, 0); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skipf("it cannot be made read-only here: %v", err)
	}
	_, err = OpenSQLite(context.Background(), path, "")
	kindIs(t, "a store on it", err, engine.ReadOnly)
	_, err = OpenSQLite(context.Background(), filepath.Join(dir, "new", "s.db"), "")
	kindIs(t, "a new store on it", err, engine.ReadOnly)
	kindIs(t, "another key", Rekey(context.Background(), path, "", keyFile(t, goodKey)), engine.ReadOnly)
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, ""); err != nil {
		t.Fatal(err)
	}
	if s, err = OpenSQLite(context.Background(), path, ""); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	whole(t, s, 0)
}

func TestRightsThatAreMissingAreSaidSo(t *testing.T) {
	// Rights do not bind root: the child is somebody else.
	var somebody *syscall.Credential
	base := os.TempDir()
	if os.Getuid() == 0 {
		somebody = &syscall.Credential{Uid: 65534, Gid: 65534}
	}
	dir, err := os.MkdirTemp(base, "rights")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "s.db")
	s, err := OpenSQLite(context.Background(), path, "")
	if err != nil {
		t.Fatal(err)
	}
	if err := writeBatch(s, 0); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for what, set := range map[string]func() error{
		"a file of somebody else": func() error { return os.Chmod(dir, 0o755) },
		"a directory that may not be written": func() error {
			return errors.Join(os.Chmod(path, 0o666), os.Chmod(dir, 0o555))
		},
		"a file that may not be written": func() error {
			return errors.Join(os.Chmod(path, 0o444), os.Chmod(dir, 0o777))
		},
	} {
		if os.Getuid() != 0 && what == "a file of somebody else" {
			continue
		}
		if err := set(); err != nil {
			t.Fatal(err)
		}
		if _, word := ends(t, "try", path, 1, somebody); word != "error read-only" {
			t.Errorf("%s: %q", what, word)
		}
	}
	if err := errors.Join(os.Chmod(dir, 0o700), os.Chmod(path, 0o600)); err != nil {
		t.Fatal(err)
	}
	if s, err = OpenSQLite(context.Background(), path, ""); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	whole(t, s, 0)
}
