package baseline_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	. "github.com/seed-a76b335c/philint/analyzers/baseline"
)

const (
	pruners    = 8
	prunerPath = "BASELINE_TEST_PRUNE_PATH"
	prunerNum  = "BASELINE_TEST_PRUNE_NUMBER"
)

// TestMain is also the program of the processes that prune at the same time, and of git's merge driver.
func TestMain(m *testing.M) {
	if os.Getenv(mergeDriver) != "" {
		if err := runMergeDriver(os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if path := os.Getenv(prunerPath); path != "" {
		n, err := strconv.Atoi(os.Getenv(prunerNum))
		if err == nil {
			err = pruneAs(path, n)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// contested is what all start from: eight findings that one pruner each fixes, and one that each moves somewhere else.
func contested() []string {
	lines := []string{"p Shared s c x t"}
	for i := range pruners {
		lines = append(lines, fmt.Sprintf("p F%d s c y%d t", i, i))
	}
	return lines
}

// view is what pruner n sees.
func view(n int) Run {
	lines := contested()
	lines[0] = fmt.Sprintf("p Moved%d s c x t", n)
	return whole(append(lines[:n+1:n+1], lines[n+2:]...)...)
}

func pruneAs(path string, n int) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_, err := Update(ctx, path, func(b Baseline) (Baseline, error) { return Prune(b, view(n)), nil })
	return err
}

// serialResults are the files that the pruners could leave one after the other, in any order.
func serialResults() map[string]bool {
	reached := map[int]map[string]Baseline{0: {"": Init(whole(contested()...))}}
	for mask := range 1<<pruners - 1 {
		for _, b := range reached[mask] {
			for n := range pruners {
				if next := mask | 1<<n; next != mask {
					if reached[next] == nil {
						reached[next] = map[string]Baseline{}
					}
					after := Prune(b, view(n))
					reached[next][string(after.Format())] = after
				}
			}
		}
	}
	results := map[string]bool{}
	for text := range reached[1<<pruners-1] {
		results[text] = true
	}
	return results
}

func TestConcurrentPrunesEqualSomeOrder(t *testing.T) {
	results := serialResults()
	if len(results) != pruners {
		t.Fatalf("%d possible results, want one for each last pruner", len(results))
	}
	ways := []struct {
		name  string
		prune func(path string, n int) error
	}{
		{"goroutines", pruneAs},
		{"processes", func(path string, n int) error {
			exe, err := os.Executable()
			if err != nil {
				return err
			}
			cmd := exec.Command(exe)
			cmd.Env = append(os.Environ(), prunerPath+"="+path, prunerNum+"="+strconv.Itoa(n))
			out, err := cmd.CombinedOutput()
			if err != nil {
				return fmt.Errorf("%w: %s", err, out)
			}
			return nil
		}},
	}
	for _, way := range ways {
		t.Run(way.name, func(t *testing.T) {
			path := create(t, Init(whole(contested()...)))
			stop, read := make(chan bool), make(chan error)
			go func() { // a reader never sees half a file
				for {
					select {
					case <-stop:
						read <- nil
						return
					default:
						if _, err := Read(path); err != nil {
							read <- err
							return
						}
					}
				}
			}()
			var wg sync.WaitGroup
			for n := range pruners {
				wg.Go(func() {
					if err := way.prune(path, n); err != nil {
						t.Errorf("pruner %d: %v", n, err)
					}
				})
			}
			wg.Wait()
			close(stop)
			if err := <-read; err != nil {
				t.Errorf("reader: %v", err)
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !results[string(text)] {
				t.Errorf("no order of the pruners gives\n%s", text)
			}
			onlyFile(t, path)
		})
	}
}

func create(t *testing.T, b Baseline) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), FileName)
	if err := Create(t.Context(), path, b); err != nil {
		t.Fatal(err)
	}
	return path
}

// onlyFile checks that no temporary file is left.
func onlyFile(t *testing.T, path string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 || entries[0].Name() != filepath.Base(path) {
		t.Errorf("the directory has %v", entries)
	}
}

func keep(b Baseline) (Baseline, error) { return b, nil }

func empty(Baseline) (Baseline, error) { return Baseline{}, nil }

func TestCreateRefusesToOverwrite(t *testing.T) {
	path := create(t, sample())
	if err := Create(t.Context(), path, Baseline{}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("got %v", err)
	}
	if b, err := Read(path); err != nil || !b.Equal(sample()) {
		t.Errorf("it did overwrite: %v", err)
	}
	onlyFile(t, path)
}

func TestReadOfNoFile(t *testing.T) {
	if _, err := Read(filepath.Join(t.TempDir(), FileName)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	if _, err := Update(t.Context(), filepath.Join(t.TempDir(), FileName), keep); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestUpdateLeavesTheFileAlone(t *testing.T) {
	path := create(t, sample())
	old := time.Now().Add(-time.Hour).Truncate(time.Second)
	if err := os.Chtimes(path, old, old); err != nil {
		t.Fatal(err)
	}
	failure := errors.New("no")
	tests := []struct {
		name string
		edit func(Baseline) (Baseline, error)
		want error
	}{
		{"when nothing changes", keep, nil},
		{"when the edit fails", func(Baseline) (Baseline, error) { return Baseline{}, failure }, failure},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := Update(t.Context(), path, tt.edit); !errors.Is(err, tt.want) {
				t.Errorf("got %v", err)
			}
			info, err := os.Stat(path)
			if err != nil || !info.ModTime().Equal(old) {
				t.Errorf("it was written: %v", err)
			}
			onlyFile(t, path)
		})
	}
}

func TestUpdateNoticesOtherPrograms(t *testing.T) {
	path := create(t, sample())
	_, err := Update(t.Context(), path, func(b Baseline) (Baseline, error) {
		return Baseline{}, os.WriteFile(path, New(b.Entries()[:1]...).Format(), 0o644)
	})
	if !errors.Is(err, ErrChanged) {
		t.Errorf("got %v", err)
	}
	if b, err := Read(path); err != nil || b.Len() != 1 {
		t.Errorf("the other program's text is lost: %v", err)
	}
	onlyFile(t, path)
}

func TestUpdateNoticesThatItsLockWasTaken(t *testing.T) {
	path := create(t, sample())
	_, err := Update(t.Context(), path, func(b Baseline) (Baseline, error) {
		return Baseline{}, errors.Join(os.Remove(path+".lock"), os.WriteFile(path+".lock", []byte("another's"), 0o644))
	})
	if !errors.Is(err, ErrChanged) {
		t.Errorf("got %v", err)
	}
	if text, _ := os.ReadFile(path + ".lock"); string(text) != "another's" {
		t.Errorf("it took the other's lock: %q", text)
	}
}

func TestUpdateGivesUpOnAStaleLock(t *testing.T) {
	path := create(t, sample())
	if err := os.WriteFile(path+".lock", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := Update(ctx, path, empty)
	if !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), path+".lock") {
		t.Errorf("got %v", err)
	}
}

func TestUpdateNamesTheFileAndLineOfACorruptOne(t *testing.T) {
	path := create(t, sample())
	text := strings.Replace(string(sample().Format()), "\t1\n", "\tmany\n", 1)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := Update(t.Context(), path, empty)
	if want := path + ": baseline: line 2: count: not a whole number from 1 to 1000000"; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	if now, _ := os.ReadFile(path); string(now) != text {
		t.Error("it was written")
	}
	onlyFile(t, path)
}

func TestUpdateKeepsModeAndSymbolicLink(t *testing.T) {
	path := create(t, sample())
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	if _, err := Update(t.Context(), link, empty); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v", err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}
