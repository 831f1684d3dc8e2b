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

// Import reads an official release and puts its table in the place of the one in use. When it fails, or the process
// ends on the way, the one in use is as it was.
func Import(dataDir string, k Kind, r io.Reader, now time.Time) (Report, error) {
	f := formats[k]
	if f.release == nil {
		return Report{}, fmt.Errorf("there is no vocabulary %q", k)
	}
	t, report, err := f.release(r)
	if err != nil {
		return Report{}, err
	}
	report.Kind, report.Version = k, t.Version()
	if err := fits(t); err != nil {
		return Report{}, err
	}
	dir := directory(dataDir)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return Report{}, fmt.Errorf("make the directory of vocabularies: %w", err)
	}
	unlock, err := lock(filepath.Join(dir, "import.lock"))
	if err != nil {
		return Report{}, err
	}
	defer unlock()
	sweep(dir)
	return report, replace(dataDir, k, t, now)
}

// fits makes sure that the program can work with the table before it is the one in use.
func fits(t table) error {
	codes, _ := t.(*loinc.Table)
	complaints, _ := t.(*icpc3.Table)
	if _, err := terminology.New(codes, complaints); err != nil {
		return fmt.Errorf("the release does not go together with this version of the program: %w", err)
	}
	return nil
}

const unfinished = ".unfinished"

// sweep removes what an import left that was cut off. Its caller holds the lock.
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
