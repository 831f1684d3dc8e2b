package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
	"github.com/seed-a76b335c/philint/internal/store/pgtest"
)

// drawer keeps files in memory.
type drawer map[string][]byte

func (d drawer) Open(_ context.Context, p record.PersonID, id string) (io.ReadCloser, error) {
	b, ok := d[string(p)+"/"+id]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return io.NopCloser(iotest.HalfReader(bytes.NewReader(b))), nil
}

func (d drawer) Put(_ context.Context, p record.PersonID, id string, r io.Reader) error {
	b, err := io.ReadAll(r)
	if err == nil {
		d[string(p)+"/"+id] = b
	}
	return err
}

func (d drawer) Remove(_ context.Context, p record.PersonID, id string) error {
	delete(d, string(p)+"/"+id)
	return nil
}

func opens(t *testing.T, name string) *Store {
	t.Helper()
	var s *Store
	var err error
	if name == "sqlite" {
		s, err = OpenSQLite(context.Background(), filepath.Join(t.TempDir(), "s.db"), "")
	} else {
		s, err = OpenPostgres(context.Background(), pgtest.DSN(t))
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func keyFile(t *testing.T, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

var (
	goodKey  = strings.Repeat("good key ", 8)
	otherKey = strings.Repeat("other key ", 8)
)

func backedUp(t *testing.T, s *Store, o BackupOptions) ([]byte, BackupSummary) {
	t.Helper()
	var out bytes.Buffer
	sum, err := s.Backup(context.Background(), &out, o)
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), sum
}

func TestABackupIsRestoredOnEitherEngine(t *testing.T) {
	o := BackupOptions{KeyFile: keyFile(t, goodKey)}
	w, files := newWorld(3), drawer{}
	for _, p := range w.persons[1:] {
		files[string(p)+"/d1"] = bytes.Repeat([]byte(p), 20_000)
	}
	var want map[string]string
	var digest [32]byte
	for _, from := range []string{"sqlite", "postgres"} {
		full := opens(t, from)
		w = newWorld(3) // writing draws from it
		w.fill(t, full)
		o.Files = files
		packed, sum := backedUp(t, full, o)
		if sum.Rows < 500 || sum.Files != 2 || sum.Missing != 1 {
			t.Errorf("%d rows, %d files, %d missing", sum.Rows, sum.Files, sum.Missing)
		}
		if want == nil {
			want, digest = w.ask(t, full, order()[:len(asked)]), sum.Digest
		}
		if sum.Digest != digest {
			t.Error("the engines' backups of the same content differ")
		}
		for _, to := range []string{"sqlite", "postgres"} {
			t.Run(from+" to "+to, func(t *testing.T) {
				s, restored := opens(t, to), drawer{}
				got, err := s.Restore(context.Background(), bytes.NewReader(packed), BackupOptions{KeyFile: o.KeyFile, Files: restored})
				if err != nil || got.Rows != sum.Rows || got.Files != sum.Files || got.Digest != sum.Digest {
					t.Fatalf("restored %+v of %+v, %v", got, sum, err)
				}
				if fmt.Sprint(restored) != fmt.Sprint(files) {
					t.Error("the files differ")
				}
				if _, again := backedUp(t, s, o); again.Digest != sum.Digest {
					t.Error("a backup of the restored store has other contents")
				}
				answers := w.ask(t, s, order()[:len(asked)])
				for _, name := range slices.Sorted(maps.Keys(want)) {
					if answers[name] != want[name] {
						t.Fatalf("%s differs: %.300s, want %.300s", name, answers[name], want[name])
					}
				}
			})
		}
	}
}

func TestABackupSeesOneState(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		ctx := context.Background()
		newWorld(5).fill(t, s)
		_, before := backedUp(t, s, BackupOptions{})
		// What is written while the archive is: after its first byte and before its last.
		var once sync.Once
		var out bytes.Buffer
		sum, err := s.Backup(ctx, writerFunc(func(p []byte) (int, error) {
			once.Do(func() {
				if err := s.Person(record.NewPersonID([10]byte{1})).LogAccess(ctx, AccessEntry{Operation: "later"}); err != nil {
					t.Error(err)
				}
			})
			return out.Write(p)
		}), BackupOptions{})
		if err != nil {
			t.Fatal(err)
		}
		// The first byte is the header, before the state is chosen: the entry is in it, whole.
		_, after := backedUp(t, s, BackupOptions{})
		if sum.Digest != after.Digest || after.Rows != before.Rows+1 {
			t.Errorf("%d rows, %d before and %d after", sum.Rows, before.Rows, after.Rows)
		}
		stop, stopped := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(stopped)
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				// Two rows that belong together.
				err := s.Person(ana).Write(ctx, func(tx *Tx) error {
					return tx.Touch(ctx, []Cell{{Series: "pair", Day: record.Day(n)}, {Series: "zpair", Day: record.Day(n)}})
				})
				if err != nil {
					t.Error(err)
					return
				}
			}
		}()
		for range 5 {
			packed, _ := backedUp(t, s, BackupOptions{})
			r := opens(t, "sqlite")
			if _, err := r.Restore(ctx, bytes.NewReader(packed), BackupOptions{}); err != nil {
				t.Fatal(err)
			}
			var pairs int
			err := r.Person(ana).Write(ctx, func(tx *Tx) error {
				cells, err := tx.Touched(ctx, Cell{}, -1)
				for _, c := range cells {
					switch c.Series {
					case "pair":
						pairs++
					case "zpair":
						pairs--
					}
				}
				return err
			})
			if err != nil || pairs != 0 {
				t.Errorf("half of %d pairs is missing, %v", pairs, err)
			}
		}
		close(stop)
		<-stopped
	})
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// empty says whether a store holds nothing, by the digest of its backup.
func empty(t *testing.T, s *Store) bool {
	t.Helper()
	_, sum := backedUp(t, s, BackupOptions{})
	return sum.Rows == 0
}

func TestABadBackupLeavesAnEmptyStoreEmpty(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		ctx := context.Background()
		full := opens(t, "sqlite")
		w := newWorld(6)
		w.fill(t, full)
		files := drawer{string(w.persons[0]) + "/d1": []byte("a"), string(w.persons[1]) + "/d1": []byte("b")}
		key := keyFile(t, goodKey)
		locked, _ := backedUp(t, full, BackupOptions{KeyFile: key, Files: files})
		open, _ := backedUp(t, full, BackupOptions{Files: files})
		refused := func(what string, archive []byte, key string, want engine.Kind) {
			t.Helper()
			got := drawer{}
			sum, err := s.Restore(ctx, bytes.NewReader(archive), BackupOptions{KeyFile: key, Files: got})
			var e *engine.Error
			if !errors.As(err, &e) || e.Kind != want {
				t.Errorf("%s: %v", what, err)
			}
			if len(got) != 0 || sum != (BackupSummary{}) {
				t.Errorf("%s: %d files are left, %v", what, len(got), sum)
			}
		}
		r := rand.New(rand.NewPCG(1, 2))
		for _, c := range []struct {
			archive []byte
			key     string
		}{{locked, key}, {open, ""}} {
			for range 12 {
				refused("cut", c.archive[:r.IntN(len(c.archive))], c.key, engine.BadBackup)
				changed := bytes.Clone(c.archive)
				changed[r.IntN(len(changed))] ^= 1 << r.IntN(8)
				refused("changed", changed, c.key, engine.BadBackup)
			}
			refused("cut before its last byte", c.archive[:len(c.archive)-1], c.key, engine.BadBackup)
			refused("longer", append(bytes.Clone(c.archive), 'x'), c.key, engine.BadBackup)
		}
		refused("no key", locked, "", engine.BackupNoKey)
		refused("another key", locked, keyFile(t, otherKey), engine.BadBackup)
		refused("a key too many", open, key, engine.BackupPlain)
		refused("a key that is not there", locked, "/nowhere", engine.BadKey)
		refused("no archive", []byte(strings.Repeat("dear diary ", 100)), "", engine.BadBackup)
		if !empty(t, s) {
			t.Error("the store is not empty any more")
		}
		broken := errors.New("a path /home/ana/secret")
		if _, err := s.Restore(ctx, io.MultiReader(bytes.NewReader(open[:len(open)/2]), iotest.ErrReader(broken)), BackupOptions{}); err == nil || strings.Contains(err.Error(), "ana") {
			t.Errorf("a broken medium: %v", err)
		}
		gone, cancel := context.WithCancel(ctx)
		if _, err := s.Restore(gone, io.MultiReader(bytes.NewReader(open[:len(open)/2]), readerFunc(func(p []byte) (int, error) { cancel(); return 0, io.EOF })), BackupOptions{}); err == nil {
			t.Error("a caller that gave up")
		}
		if !empty(t, s) {
			t.Error("the store is not empty any more")
		}
		if _, err := s.Restore(ctx, bytes.NewReader(open), BackupOptions{}); err != nil {
			t.Errorf("the whole archive: %v", err)
		}
		_, before := backedUp(t, s, BackupOptions{})
		refused("a store that is not empty", open, "", engine.NotEmpty)
		if _, after := backedUp(t, s, BackupOptions{}); after != before {
			t.Error("it is changed")
		}
	})
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func TestAFullDiskEndsABackup(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		newWorld(7).fill(t, s)
		f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Skip("no /dev/full here")
		}
		defer f.Close()
		_, err = s.Backup(context.Background(), f, BackupOptions{})
		var e *engine.Error
		if !errors.As(err, &e) || e.Kind != engine.Full {
			t.Errorf("err = %v", err)
		}
	})
}

func TestABackupNeedsLittleMemory(t *testing.T) {
	engines(t, func(t *testing.T, s *Store) {
		ctx := context.Background()
		if err := s.AddPerson(ctx, Person{ID: ana, Zone: "UTC"}); err != nil {
			t.Fatal(err)
		}
		big := fullObservation()
		big.Comment = strings.Repeat("x", 10_000)
		for n := range 8 {
			rows := make([]record.Observation, 500) // 40 MB in all
			for i := range rows {
				rows[i] = big
				rows[i].ID = record.ObsID{byte(n), byte(i >> 8), byte(i)}
			}
			if err := s.Person(ana).Write(ctx, func(tx *Tx) error { _, err := tx.InsertObservations(ctx, rows); return err }); err != nil {
				t.Fatal(err)
			}
		}
		into := opens(t, s.Engine())
		r, w := io.Pipe()
		go func() {
			_, err := s.Backup(ctx, w, BackupOptions{})
			w.CloseWithError(err)
		}()
		peak := watch(t)
		if _, err := into.Restore(ctx, r, BackupOptions{}); err != nil {
			t.Fatal(err)
		}
		if n := peak(); n > 30<<20 {
			t.Errorf("%d MB more than before", n>>20)
		}
	})
}

// watch returns a function that says by how much the heap has grown at most meanwhile.
func watch(t *testing.T) func() uint64 {
	t.Helper()
	read := func() uint64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	runtime.GC()
	base := read()
	stop, peak := make(chan struct{}), make(chan uint64)
	go func() {
		most := base
		for {
			select {
			case <-stop:
				peak <- most - base
				return
			default:
				runtime.GC()
				most = max(most, read())
				time.Sleep(20 * time.Millisecond)
			}
		}
	}()
	return func() uint64 { close(stop); return <-peak }
}
