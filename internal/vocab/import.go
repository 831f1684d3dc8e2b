package vocab

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/seed-a76b335c/philint/internal/terminology"
	"github.com/seed-a76b335c/philint/internal/terminology/icpc3"
	"github.com/seed-a76b335c/philint/internal/terminology/loinc"
)

// ErrBusy says that another import is at work in the same directory.
var ErrBusy = errors.New("another import is at work in this data directory: wait for it to end")

// PartialError says that a file has so few of the built-in codes that it must have been cut. LOINC takes no code out of
// a release, and nine in ten of the built-in codes are older than the releases of ten years ago.
type PartialError struct {
	Kind       Kind
	Core, Have int
}

func (e *PartialError) Error() string {
	return fmt.Sprintf("the file has %d of the %d codes that are built in, so it seems to be cut, or a part: give the whole %s of the release, or say that it is a part (--partial); the built-in codes that it lacks then stay as they are",
		e.Have, e.Core, e.Kind.Official())
}

// cut says whether a report is that of a file that was cut.
func cut(r Report) bool { return 10*(r.Core-r.Absent) < 9*r.Core }

// Options are how an import is done.
type Options struct {
	Now     time.Time
	Partial bool // a release with few of the built-in codes is taken
}

// Import reads an official release and puts its table in the place of the one that was imported before. When it fails,
// or the process ends on the way, the one in use is as it was.
func Import(dataDir string, k Kind, r io.Reader, o Options) (Report, error) {
	f := formats[k]
	if f.release == nil {
		return Report{}, fmt.Errorf("there is no vocabulary %q", k)
	}
	t, report, err := f.release(r)
	if err != nil {
		return Report{}, err
	}
	report.Kind, report.Version = k, t.Version()
	if cut(report) && !o.Partial {
		return Report{}, &PartialError{Kind: k, Core: report.Core, Have: report.Core - report.Absent}
	}
	if err := fits(t); err != nil {
		return Report{}, err
	}
	unlock, err := begin(dataDir)
	if err != nil {
		return Report{}, err
	}
	defer unlock()
	return report, replace(dataDir, k, t, o.Now)
}

// begin keeps others out, and removes what an import left that was cut off.
func begin(dataDir string) (unlock func(), err error) {
	dir := directory(dataDir)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the directory of vocabularies: %w", err)
	}
	if unlock, err = lock(filepath.Join(dir, "import.lock")); err != nil {
		return nil, err
	}
	sweep(dir)
	return unlock, nil
}

// ErrNotImported says that there is nothing to remove.
var ErrNotImported = errors.New("no release is imported here: the built-in table is in use")

// Remove goes back to the built-in table. A damaged file is removed like a whole one.
func Remove(dataDir string, k Kind) error {
	if _, err := os.Stat(tablePath(dataDir, k)); errors.Is(err, os.ErrNotExist) {
		return ErrNotImported // without making a directory first
	}
	unlock, err := begin(dataDir)
	if err != nil {
		return err
	}
	defer unlock()
	switch err := os.Remove(tablePath(dataDir, k)); {
	case errors.Is(err, os.ErrNotExist):
		return ErrNotImported
	case err != nil:
		return fmt.Errorf("remove the table: %w", err)
	}
	return syncDir(directory(dataDir))
}

// fits makes sure that the program can work with the table before it is the one in use.
func fits(t table) error {
	v := &Vocabularies{Codes: loinc.Core(), Complaints: icpc3.Core()}
	err := v.use(t)
	if err == nil {
		_, err = terminology.New(v.Codes, v.Complaints)
	}
	if err != nil {
		return fmt.Errorf("the release does not go together with this version of the program: %w", err)
	}
	return nil
}

const unfinished = ".unfinished"

// sweep removes what an import left. Its caller holds the lock.
func sweep(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), unfinished) {
			_ = os.Remove(filepath.Join(dir, e.Name())) // it is in nobody's way
		}
	}
}

func replace(dataDir string, k Kind, t table, now time.Time) (err error) {
	f, err := os.CreateTemp(directory(dataDir), string(k)+"-*"+unfinished) // mode 0600
	if err != nil {
		return fmt.Errorf("create the table's file: %w", err)
	}
	defer func() {
		if err != nil {
			_ = f.Close()
			_ = os.Remove(f.Name())
		}
	}()
	if err := write(f, k, t, now); err != nil {
		return fmt.Errorf("write the table: %w", err)
	}
	// What cannot be read back must not take the old table's place.
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("read the table back: %w", err)
	}
	back, err := read(f, k)
	if err != nil {
		return fmt.Errorf("read the table back: %w", err)
	}
	if back.table.Version() != t.Version() || back.table.Len() != t.Len() {
		return errors.New("read the table back: it is another one")
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("write the table: %w", err)
	}
	if err := os.Rename(f.Name(), tablePath(dataDir, k)); err != nil {
		return fmt.Errorf("put the table in its place: %w", err)
	}
	return syncDir(directory(dataDir))
}

func write(f *os.File, k Kind, t table, now time.Time) error {
	if _, err := f.WriteString(head(k, now, strings.Repeat("0", 2*sha256.Size))); err != nil {
		return err
	}
	h := sha256.New()
	w := bufio.NewWriterSize(io.MultiWriter(f, h), 1<<20)
	if err := formats[k].write(w, t); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if _, err := f.WriteAt([]byte(head(k, now, hex.EncodeToString(h.Sum(nil)))), 0); err != nil {
		return err
	}
	return f.Sync()
}
