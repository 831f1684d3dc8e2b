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
	"regexp"
	"time"
)

// A vocabulary's file is one line about it and the table's own form. The line has a fixed length, since the digest in
// it is known only when the rest has been written:
//
//	#recordserver-vocabulary 1 loinc 2026-11-30T12:00:00Z <sha256 of all that follows>
var headLine = regexp.MustCompile(`^#recordserver-vocabulary 1 ([a-z0-9]{5}) (\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z) ([0-9a-f]{64})\n$`)

func head(k Kind, imported time.Time, digest string) string {
	return fmt.Sprintf("#recordserver-vocabulary 1 %s %s %s\n", k, imported.UTC().Format(time.RFC3339), digest)
}

// directory is where the files are.
func directory(dataDir string) string { return filepath.Join(dataDir, "vocabularies") }

func tablePath(dataDir string, k Kind) string {
	return filepath.Join(directory(dataDir), string(k)+".table")
}

// DamagedError is a file that is not what was imported.
type DamagedError struct {
	Kind Kind
	Path string
	Err  error
}

func (e *DamagedError) Error() string {
	return fmt.Sprintf("the %s table in %s is damaged: %v; import the release again (recordserver vocab import %s FILE), or go back to the built-in table (recordserver vocab remove %s)",
		e.Kind, e.Path, e.Err, e.Kind, e.Kind)
}

func (e *DamagedError) Unwrap() error { return e.Err }

// stored is a table as a file holds it.
type stored struct {
	table    table
	imported time.Time
	digest   string
}

// load reads a file. It is nil where there is none.
func load(dataDir string, k Kind) (*stored, error) {
	if dataDir == "" {
		return nil, nil
	}
	f, err := os.Open(tablePath(dataDir, k))
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("open the %s table: %w", k, err)
	}
	defer f.Close()
	s, err := read(f, k)
	if err != nil {
		return nil, &DamagedError{Kind: k, Path: f.Name(), Err: err}
	}
	return s, nil
}

var (
	errHead   = errors.New("its first line is not that of an imported table")
	errDigest = errors.New("its content does not fit its digest")
)

func read(f io.Reader, k Kind) (*stored, error) {
	r := bufio.NewReader(f)
	line, err := r.ReadString('\n')
	m := headLine.FindStringSubmatch(line)
	if err != nil || m == nil || m[1] != string(k) {
		return nil, errHead
	}
	at, err := time.Parse(time.RFC3339, m[2])
	if err != nil {
		return nil, errHead
	}
	h := sha256.New()
	body := io.TeeReader(r, h)
	t, err := formats[k].read(body)
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(io.Discard, body); err != nil {
		return nil, fmt.Errorf("read the table: %w", err)
	}
	if hex.EncodeToString(h.Sum(nil)) != m[3] {
		return nil, errDigest
	}
	return &stored{table: t, imported: at, digest: m[3]}, nil
}
