package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"testing/iotest"

	"github.com/ncruces/go-sqlite3"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

func kindOf(err error) engine.Kind {
	var e *engine.Error
	if !errors.As(err, &e) {
		return ""
	}
	return e.Kind
}

// filledFile makes a store in a file and closes it.
func filledFile(t *testing.T, key string) (path string, sum BackupSummary) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "s.db")
	s, err := OpenSQLite(context.Background(), path, key)
	if err != nil {
		t.Fatal(err)
	}
	newWorld(11).fill(t, s)
	_, sum = backedUp(t, s, BackupOptions{})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path, sum
}

// withoutChecksums copies a store's tables into a file as it was made before pages had checksums.
func withoutChecksums(t *testing.T, path string) string {
	t.Helper()
	old := filepath.Join(t.TempDir(), "old.db")
	c, err := sqlite3.Open("file:" + old)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	do := func(sql string) {
		t.Helper()
		if err := c.Exec(sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	do("PRAGMA journal_mode=WAL")
	do(fmt.Sprint("PRAGMA application_id=", engine.ApplicationID))
	do("ATTACH '" + path + "' AS made")
	var tables, indexes []string
	q, _, err := c.Prepare("SELECT type, name, sql FROM made.sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%'")
	if err != nil {
		t.Fatal(err)
	}
	for q.Step() {
		if q.ColumnText(0) == "table" {
			tables = append(tables, q.ColumnText(1))
			do(q.ColumnText(2))
		} else {
			indexes = append(indexes, q.ColumnText(2))
		}
	}
	if err := q.Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range tables {
		do("INSERT INTO main." + name + " SELECT * FROM made." + name)
	}
	for _, sql := range indexes {
		do(sql)
	}
	do("DETACH made")
	return old
}

// TestADamagedStoreIsNotBackedUpAsAWholeOne changes bytes of a store of either age. Where a backup is made it holds all.
func TestADamagedStoreIsNotBackedUpAsAWholeOne(t *testing.T) {
	ctx := context.Background()
	key := keyFile(t, goodKey)
	made, sum := filledFile(t, "")
	locked, lockedSum := filledFile(t, key)
	for name, c := range map[string]struct {
		path, key string
		want      BackupSummary
		most      int // bytes that are changed together
	}{
		"plain":                {made, "", sum, 3000},
		"encrypted":            {locked, key, lockedSum, 1},
		"without checksums":    {withoutChecksums(t, made), "", sum, 3000},
		"without checksums, 8": {withoutChecksums(t, made), "", sum, 8},
	} {
		t.Run(name, func(t *testing.T) {
			whole, err := os.ReadFile(c.path)
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(3, 4))
			refused, kept := 0, 0
			for range 40 {
				changed := bytes.Clone(whole)
				at := 4096 + r.IntN(len(changed)-4096-c.most)
				for i := range c.most {
					changed[at+i] = ^changed[at+i]
				}
				if err := os.WriteFile(c.path, changed, 0o600); err != nil {
					t.Fatal(err)
				}
				var got BackupSummary
				s, err := OpenSQLite(ctx, c.path, c.key)
				if err == nil {
					got, err = s.Backup(ctx, io.Discard, BackupOptions{})
					_ = s.Close()
				}
				switch {
				case err != nil:
					refused++
				case got.Rows != c.want.Rows:
					t.Errorf("byte %d: %d rows of %d, and no error", at, got.Rows, c.want.Rows)
				case got.Digest != c.want.Digest && (c.most > 8 || c.key != ""):
					t.Errorf("byte %d: other contents, and no error", at)
				default:
					kept++
				}
			}
			if refused == 0 {
				t.Error("nothing was refused")
			}
			t.Logf("%d refused, %d unharmed", refused, kept)
		})
	}
}

func TestAStoreWithoutChecksumsGetsThemWithAnotherKey(t *testing.T) {
	ctx := context.Background()
	made, sum := filledFile(t, "")
	old, key := withoutChecksums(t, made), keyFile(t, goodKey)
	for _, step := range []struct {
		key  string
		want FileCheck
	}{{"", FilesOld}, {key, FilesRead}} {
		if step.key != "" {
			if err := Rekey(ctx, old, "", step.key); err != nil {
				t.Fatal(err)
			}
		}
		s, err := OpenSQLite(ctx, old, step.key)
		if err != nil {
			t.Fatal(err)
		}
		if how, err := s.CheckFiles(ctx); err != nil || how != step.want {
			t.Errorf("%s, %v", how, err)
		}
		if _, got := backedUp(t, s, BackupOptions{}); got != sum {
			t.Errorf("other contents: %+v, want %+v", got, sum)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// torn is a drawer some of whose files end in an error.
type torn struct {
	drawer
	damaged map[string]bool
}

func (d torn) Open(ctx context.Context, p record.PersonID, id string) (io.ReadCloser, error) {
	r, err := d.drawer.Open(ctx, p, id)
	if err == nil && d.damaged[string(p)+"/"+id] {
		r = io.NopCloser(io.MultiReader(r, iotest.ErrReader(errors.New("the original is damaged"))))
	}
	return r, err
}

func TestADamagedOriginalIsLeftOutOfABackupAndNamed(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		ctx := context.Background()
		w := newWorld(5)
		w.fill(t, s)
		files := torn{drawer{}, map[string]bool{string(w.persons[1]) + "/d1": true}}
		for _, p := range w.persons[1:] {
			files.drawer[string(p)+"/d1"] = bytes.Repeat([]byte(p), 20_000)
		}
		var lost []Lost
		packed, sum := backedUp(t, s, BackupOptions{Files: files, Lost: func(l Lost) { lost = append(lost, l) }})
		want := fmt.Sprint([]Lost{{w.persons[0], "d1", false}, {w.persons[1], "d1", true}})
		if fmt.Sprint(lost) != want && fmt.Sprint([]Lost{lost[1], lost[0]}) != want || sum.Damaged != 1 || sum.Missing != 1 || sum.Files != 1 {
			t.Errorf("lost %v, want %v; %+v", lost, want, sum)
		}
		into, got := opens(t, s.Engine()), drawer{}
		back, err := into.Restore(ctx, bytes.NewReader(packed), BackupOptions{Files: got})
		if err != nil || back.Rows != sum.Rows || back.Files != 1 || back.Damaged != 1 || back.Digest != sum.Digest {
			t.Errorf("%+v of %+v, %v", back, sum, err)
		}
		if len(got) != 1 || !bytes.Equal(got[string(w.persons[2])+"/d1"], files.drawer[string(w.persons[2])+"/d1"]) {
			t.Errorf("%d files are restored", len(got))
		}
	})
}

func TestABackupIsLookedAtBeforeAStoreIsMade(t *testing.T) {
	full := opens(t, "sqlite")
	newWorld(6).fill(t, full)
	key, other := keyFile(t, goodKey), keyFile(t, otherKey)
	locked, _ := backedUp(t, full, BackupOptions{KeyFile: key})
	open, _ := backedUp(t, full, BackupOptions{})
	for name, c := range map[string]struct {
		archive   []byte
		key       string
		want      engine.Kind
		encrypted bool
	}{
		"encrypted":              {locked, key, "", true},
		"plain":                  {open, "", "", false},
		"no key":                 {locked, "", engine.BackupNoKey, true},
		"another key":            {locked, other, engine.BadBackup, true},
		"a key too many":         {open, key, engine.BackupPlain, false},
		"a key that is not read": {locked, key + "x", engine.BadKey, true},
		"cut":                    {locked[:100], key, engine.BadBackup, true},
	} {
		if err := CheckBackup(bytes.NewReader(c.archive), c.key); kindOf(err) != c.want || c.want == "" && err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if is, err := BackupEncrypted(bytes.NewReader(c.archive)); err != nil || is != c.encrypted {
			t.Errorf("%s: encrypted %v, %v", name, is, err)
		}
	}
	for _, text := range []string{"", "dear diary", string(bytes.Repeat([]byte("dear diary "), 30))} {
		if _, err := BackupEncrypted(bytes.NewReader([]byte(text))); kindOf(err) != engine.BadBackup {
			t.Errorf("%d bytes: %v", len(text), err)
		}
	}
}

func TestOnlyAnEmptyStoreIsDiscarded(t *testing.T) {
	ctx := context.Background()
	key := keyFile(t, goodKey)
	path := filepath.Join(t.TempDir(), "s.db")
	s, err := OpenSQLite(ctx, path, key)
	if err != nil {
		t.Fatal(err)
	}
	if err := Discard(ctx, path, key); kindOf(err) != engine.Busy {
		t.Errorf("one that is open: %v", err)
	}
	if err := s.AddPerson(ctx, Person{ID: ana, Zone: "UTC"}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := Discard(ctx, path, key); kindOf(err) != engine.NotEmpty {
		t.Errorf("one with a person: %v", err)
	}
	if s, err = OpenSQLite(ctx, path, key); err != nil {
		t.Fatal(err)
	}
	if list, err := s.Persons(ctx); err != nil || len(list) != 1 {
		t.Errorf("%d persons, %v", len(list), err)
	}
	_ = s.Close()
	empty := filepath.Join(t.TempDir(), "s.db")
	if s, err = OpenSQLite(ctx, empty, key); err != nil {
		t.Fatal(err)
	}
	_ = s.Close()
	if err := Discard(ctx, empty, key); err != nil {
		t.Error(err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(empty), "*")); len(left) > 0 {
		t.Errorf("left behind: %d files", len(left))
	}
}

// TestRowsAreNotLostWithAnIndex damages every page of an index, and none of the table's.
func TestRowsAreNotLostWithAnIndex(t *testing.T) {
	ctx := context.Background()
	path, want := filledFile(t, "")
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	page, size := rootOf(t, path, "observation_id")
	_, err = f.WriteAt([]byte("damage"), (page-1)*size+100)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	s, err := OpenSQLite(ctx, path, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.CheckFiles(ctx); kindOf(err) != engine.Corrupt {
		t.Errorf("err = %v", err)
	}
	packed, got := backedUp(t, s, BackupOptions{})
	_ = s.Close()
	if !got.Unsound || got.Rows != want.Rows || got.Digest != want.Digest {
		t.Errorf("%+v of %+v", got, want)
	}
	into := opens(t, "sqlite")
	if back, err := into.Restore(ctx, bytes.NewReader(packed), BackupOptions{}); err != nil || back != want {
		t.Errorf("%+v of %+v, %v", back, want, err)
	}
	if err := Rekey(ctx, path, "", keyFile(t, goodKey)); kindOf(err) != engine.Corrupt {
		t.Errorf("another key: %v", err)
	}
}
