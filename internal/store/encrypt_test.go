package store

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

const canary = "canaryinthestore"

// withCanary makes a store with a canary in every text that a person gives, closes it and returns its path.
func withCanary(t *testing.T, key string) (path string, sum BackupSummary) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "s.db")
	s, err := OpenSQLite(context.Background(), path, key)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	putCanary(t, s)
	_, sum = backedUp(t, s, BackupOptions{})
	return path, sum
}

func putCanary(t *testing.T, s *Store) {
	t.Helper()
	ctx := context.Background()
	o := fullObservation()
	o.Name, o.Value, o.Comment, o.Coding.Series = canary+"1", canary+"2", canary+"3", canary+"4"
	err := errors.Join(
		s.AddPerson(ctx, Person{ID: ana, Name: canary + "5", Zone: "UTC"}),
		s.AddAccount(ctx, Account{ID: "a", Email: canary + "6", EmailKey: canary + "7", Person: ana}),
		s.Person(ana).Write(ctx, func(tx *Tx) error {
			if _, err := tx.PutDocument(ctx, Document{ID: "d", Name: canary + "8"}); err != nil {
				return err
			}
			for i := range 200 { // more than one page
				o.ID = record.ObsID{byte(i)}
				if _, err := tx.InsertObservations(ctx, []record.Observation{o}); err != nil {
					return err
				}
			}
			return nil
		}))
	if err != nil {
		t.Fatal(err)
	}
}

// onDisk is the bytes of every file in the store's directory, by name.
func onDisk(t *testing.T, path string) map[string][]byte {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	for _, f := range all {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		out[filepath.Base(f)] = b
	}
	return out
}

func TestAnEncryptedStoreHoldsNoWordInPlain(t *testing.T) {
	for _, key := range []string{"", keyFile(t, goodKey)} {
		path := filepath.Join(t.TempDir(), "s.db")
		s, err := OpenSQLite(context.Background(), path, key)
		if err != nil {
			t.Fatal(err)
		}
		putCanary(t, s)
		look := func(when string, wantFiles ...string) {
			t.Helper()
			files := onDisk(t, path)
			if got := slices.Sorted(maps.Keys(files)); !slices.Equal(got, wantFiles) {
				t.Errorf("%s: files %v", when, got)
			}
			for name, b := range files {
				for _, word := range []string{canary, "observation", "SQLite format"} {
					// The index of the log has no words either way.
					if found := bytes.Contains(b, []byte(word)); found && key != "" {
						t.Errorf("%s: %s holds %q", when, name, word)
					}
				}
			}
			if key == "" && !bytes.Contains(files["s.db"], []byte(canary)) && !bytes.Contains(files["s.db-wal"], []byte(canary)) {
				t.Errorf("%s: the search finds nothing in a plain store either", when)
			}
		}
		look("open", "s.db", "s.db-shm", "s.db-wal")
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		look("closed", "s.db")
	}
}

func TestAKeyThatDoesNotFitLeavesTheStoreAlone(t *testing.T) {
	good := keyFile(t, goodKey)
	locked, lockedSum := withCanary(t, good)
	open, openSum := withCanary(t, "")
	for name, c := range map[string]struct {
		path, key string
		want      engine.Kind
		says      string
	}{
		"no key":               {locked, "", engine.NoKey, "the store is encrypted: give its key file"},
		"another key":          {locked, keyFile(t, otherKey), engine.WrongKey, "the key does not open the store: give the key file it was made with; or the first page of its file is damaged"},
		"a short key":          {locked, keyFile(t, strings.Repeat("x", 31)+"\n\n"), engine.BadKey, "the key file cannot be read, or holds fewer than 32 bytes"},
		"no such key file":     {locked, filepath.Join(t.TempDir(), "none"), engine.BadKey, "the key file cannot be read, or holds fewer than 32 bytes"},
		"a key for the plain":  {open, good, engine.NotEncrypted, "a key file was given for the store, and it is not encrypted: leave that out"},
		"a short key for that": {open, keyFile(t, "x"), engine.BadKey, "the key file cannot be read, or holds fewer than 32 bytes"},
	} {
		before := onDisk(t, c.path)
		_, err := OpenSQLite(context.Background(), c.path, c.key)
		var e *engine.Error
		if !errors.As(err, &e) || e.Kind != c.want || err.Error() != c.says {
			t.Errorf("%s: %v", name, err)
		}
		if got := onDisk(t, c.path); !bytes.Equal(got["s.db"], before["s.db"]) {
			t.Errorf("%s: the file is changed", name)
		}
	}
	for path, want := range map[string]BackupSummary{locked: lockedSum, open: openSum} {
		key := ""
		if path == locked {
			key = good
		}
		if got := summary(t, path, key); got != want {
			t.Errorf("afterwards %v, before %v", got, want)
		}
	}
}

func summary(t *testing.T, path, key string) BackupSummary {
	t.Helper()
	s, err := OpenSQLite(context.Background(), path, key)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	sum, err := s.Backup(context.Background(), io.Discard, BackupOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// A copy that is larger than the cache is written in another order than a small one.
func TestAStoreLargerThanTheCacheGetsAnotherKey(t *testing.T) {
	const cache = 2 << 20 // SQLite's, of a connection that copies
	ctx := context.Background()
	key := keyFile(t, goodKey)
	path, _ := withCanary(t, "")
	s, err := OpenSQLite(ctx, path, "")
	if err != nil {
		t.Fatal(err)
	}
	for n := range 500 {
		if err := writeBatch(s, n); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Size() < 2*cache {
		t.Fatalf("%v, %v: too small to show anything", info, err)
	}
	want := summary(t, path, "")
	for _, step := range []struct{ from, to string }{{"", key}, {key, ""}} {
		if err := Rekey(ctx, path, step.from, step.to); err != nil {
			t.Fatal(err)
		}
		if got := summary(t, path, step.to); got != want {
			t.Errorf("other contents: %v, want %v", got, want)
		}
	}
}

func TestAStoreGetsAnotherKey(t *testing.T) {
	ctx := context.Background()
	good, other := keyFile(t, goodKey), keyFile(t, otherKey)
	path, want := withCanary(t, "")
	for _, step := range []struct{ from, to string }{{"", good}, {good, other}, {other, other}, {other, ""}} {
		if err := Rekey(ctx, path, step.from, step.to); err != nil {
			t.Fatal(err)
		}
		files := onDisk(t, path)
		if len(files) != 1 {
			t.Errorf("left behind: %v", slices.Collect(maps.Keys(files)))
		}
		if bytes.Contains(files["s.db"], []byte(canary)) != (step.to == "") {
			t.Error("the words are not as the key says")
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v, %v", info.Mode(), err)
		}
		if step.from != step.to {
			if _, err := OpenSQLite(ctx, path, step.from); err == nil {
				t.Error("the old key still opens it")
			}
		}
		if got := summary(t, path, step.to); got != want {
			t.Errorf("other contents: %v, want %v", got, want)
		}
	}
}

func TestAKeyIsNotChangedByHalves(t *testing.T) {
	ctx := context.Background()
	good := keyFile(t, goodKey)
	path, want := withCanary(t, good)
	intact := func(what string, err error, kind engine.Kind) {
		t.Helper()
		var e *engine.Error
		if !errors.As(err, &e) || e.Kind != kind {
			t.Errorf("%s: %v", what, err)
		}
		if got := summary(t, path, good); got != want {
			t.Errorf("%s: the store has changed", what)
		}
		if files := onDisk(t, path); len(files) > 1 && files["s.db.rekey"] != nil {
			t.Errorf("%s: a copy is left behind", what)
		}
	}
	intact("a short key", Rekey(ctx, path, good, keyFile(t, "x")), engine.BadKey)
	intact("the wrong key", Rekey(ctx, path, keyFile(t, otherKey), ""), engine.WrongKey)
	intact("no key", Rekey(ctx, path, "", good), engine.NoKey)
	gone, cancel := context.WithCancel(ctx)
	cancel()
	intact("a caller that gave up", Rekey(gone, path, good, ""), engine.Canceled)
	from, err := readKey(good)
	if err != nil {
		t.Fatal(err)
	}
	wrong := &engine.Error{Kind: engine.Corrupt}
	intact("a copy that is not whole", engine.RekeySQLite(ctx, path, from, nil, func(*engine.SQLite) error { return wrong }), engine.Corrupt)
	s, err := OpenSQLite(ctx, path, good)
	if err != nil {
		t.Fatal(err)
	}
	err = Rekey(ctx, path, good, "")
	_ = s.Close()
	intact("a store that is open", err, engine.Busy)
	// What a run that was killed left behind.
	if err := os.WriteFile(path+".rekey", []byte("rubbish"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Rekey(ctx, path, good, ""); err != nil {
		t.Errorf("after a run that was killed: %v", err)
	}
	if err := Rekey(ctx, filepath.Join(t.TempDir(), "none"), "", good); err == nil {
		t.Error("a store that is not there is made")
	}
}
