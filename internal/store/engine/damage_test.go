//go:build unix

package engine_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/seed-a76b335c/philint/internal/store/engine"
)

var someKey = bytes.Repeat([]byte{7}, 64)

// filled makes a file with a table and an index, closes it, and returns its path and bytes.
func filled(t *testing.T, key []byte) (path string, content []byte) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "s.db")
	db, err := engine.OpenSQLite(ctx, path, key)
	if err != nil {
		t.Fatal(err)
	}
	if err := write(db, "CREATE TABLE item (id TEXT NOT NULL, words TEXT NOT NULL, PRIMARY KEY (id)) STRICT, WITHOUT ROWID"); err != nil {
		t.Fatal(err)
	}
	if err := write(db, "CREATE INDEX by_words ON item (words)"); err != nil {
		t.Fatal(err)
	}
	for i := range 400 {
		if err := write(db, "INSERT INTO item VALUES (?, ?)", fmt.Sprint("item ", i), fmt.Sprint("some words about ", i*i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if content, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	return path, content
}

// TestEveryByteThatWasChangedIsNoticed changes one byte anywhere behind the first page's header.
func TestEveryByteThatWasChangedIsNoticed(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for name, key := range map[string][]byte{"plain": nil, "encrypted": someKey} {
		t.Run(name, func(t *testing.T) {
			path, content := filled(t, key)
			for range 60 {
				changed := bytes.Clone(content)
				at := 600 + r.IntN(len(changed)-600)
				changed[at] ^= 1 << r.IntN(8)
				if err := os.WriteFile(path, changed, 0o600); err != nil {
					t.Fatal(err)
				}
				db, err := engine.OpenSQLite(ctx, path, key)
				if err == nil {
					err = db.Whole(ctx)
					_ = db.Close()
				}
				if kind(err) != engine.Corrupt {
					t.Errorf("byte %d of %d: %v", at, len(content), err)
				}
			}
		})
	}
}

func TestAReaderIsNotGivenWhatHasChanged(t *testing.T) {
	path, content := filled(t, someKey)
	changed := bytes.Clone(content)
	for at := 4096 + 17; at < len(changed); at += 4096 { // each page but the first
		changed[at] ^= 1
	}
	if err := os.WriteFile(path, changed, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := engine.OpenSQLite(ctx, path, someKey)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = db.ReadOnce(ctx, "", func(tx engine.Tx) error {
		rows, err := tx.Query(ctx, "SELECT id FROM item WHERE id >= 'item 2' ORDER BY id")
		if err != nil {
			return err
		}
		for rows.Next() {
			t.Error("a row")
		}
		return rows.Close()
	})
	if kind(err) != engine.Corrupt {
		t.Errorf("err = %v", err)
	}
}

func TestFilesHaveChecksums(t *testing.T) {
	for _, key := range [][]byte{nil, someKey} {
		path, _ := filled(t, key)
		db, err := engine.OpenSQLite(ctx, path, key)
		if err != nil {
			t.Fatal(err)
		}
		if has, err := db.Checksums(ctx); err != nil || !has {
			t.Errorf("%v, %v", has, err)
		}
		_ = db.Close()
	}
}

// startOfJournal is what SQLite puts into the journal of an empty file.
var startOfJournal = append([]byte{0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7, 0, 0, 0, 0, 0x30, 0xb0, 0x35, 0x7b, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0x10, 0}, make([]byte, 484)...)

// TestAFileWhoseMakingWasBrokenOffIsMade has the room for the first page, and nothing in it, as a kill leaves it.
func TestAFileWhoseMakingWasBrokenOffIsMade(t *testing.T) {
	for name, journal := range map[string][]byte{"no journal": nil, "its journal": startOfJournal, "another key's journal": bytes.Repeat([]byte("x9"), 256)} {
		for _, size := range []int{1, 100, 4096} {
			for _, key := range [][]byte{nil, someKey} {
				path := filepath.Join(t.TempDir(), "s.db")
				err := os.WriteFile(path, make([]byte, size), 0o600)
				if err == nil && journal != nil {
					err = os.WriteFile(path+"-journal", journal, 0o600)
				}
				if err != nil {
					t.Fatal(err)
				}
				for range 2 {
					db, err := engine.OpenSQLite(ctx, path, key)
					if err == nil {
						err = write(db, "CREATE TABLE IF NOT EXISTS item (id INTEGER)")
					}
					if err != nil {
						t.Fatalf("%s, %d bytes, key %v: %v", name, size, key != nil, err)
					}
					if err := db.Close(); err != nil {
						t.Error(err)
					}
				}
			}
		}
	}
}

func TestMoreThanAPageOfZerosIsNoNewFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	zeros := make([]byte, 8192)
	if err := os.WriteFile(path, zeros, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := engine.OpenSQLite(ctx, path, nil); err == nil {
		t.Error("it is opened")
	}
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, zeros) {
		t.Errorf("it is changed, %v", err)
	}
}

func TestALogIsNotThrownAwayWithAnEmptyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+"-wal", []byte("what was not yet in the file"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := engine.OpenSQLite(ctx, path, nil); kind(err) != engine.Corrupt {
		t.Errorf("err = %v", err)
	}
	if got, err := os.ReadFile(path + "-wal"); err != nil || len(got) == 0 {
		t.Errorf("%d bytes are left, %v", len(got), err)
	}
}

func TestTooManyOpenFilesAreSaidSo(t *testing.T) {
	path, _ := filled(t, nil)
	var was syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &was); err != nil {
		t.Fatal(err)
	}
	// Fewer and fewer, so that the limit is met by each of the files that are opened.
	met := false
	for more := uint64(16); ; more-- {
		err := withLimit(t, was, more, func() error {
			db, err := engine.OpenSQLite(context.Background(), path, nil)
			if err == nil {
				_ = db.Close()
			}
			return err
		})
		if err != nil && kind(err) != engine.ManyFiles {
			t.Errorf("%d more: %v", more, err)
		}
		met = met || err != nil
		if more == 0 {
			break
		}
	}
	if !met {
		t.Error("the limit was never met")
	}
}

// withLimit runs fn where so many more files can be opened.
func withLimit(t *testing.T, was syscall.Rlimit, more uint64, fn func() error) error {
	t.Helper()
	f, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	next := uint64(f.Fd())
	_ = f.Close()
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: next + more, Max: was.Max}); err != nil {
		t.Skipf("the limit cannot be set: %v", err)
	}
	defer func() { _ = syscall.Setrlimit(syscall.RLIMIT_NOFILE, &was) }()
	return fn()
}
