package vocab

import (
	"archive/zip"
	"compress/flate"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"
)

// Errors of a file that is to be imported.
var (
	ErrNotFile   = errors.New("not a regular file: give the CSV or TSV file of the release, or a .zip that holds it")
	ErrNoTable   = errors.New("the .zip holds no CSV or TSV file: give the file of the release itself")
	ErrTables    = errors.New("the .zip holds several CSV or TSV files and none, or more than one, has the official name: give the file of the release itself")
	ErrEncrypted = errors.New("the .zip is encrypted: unpack it and give the file of the release itself")
	ErrDamaged   = errors.New("the .zip is damaged or not complete: download the release again, or unpack it and give the file of the release itself")
	ErrPacked    = errors.New("the .zip is packed in a way that is not known here: unpack it and give the file of the release itself")
	ErrTooLarge  = errors.New("the file is larger than any release: is it the right one?")
)

// OpenSource opens the official file of a release: itself, or in a .zip in which it can be told from the others.
func OpenSource(name string, k Kind) (io.ReadCloser, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, fmt.Errorf("open the release: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, ErrNotFile
	}
	if !strings.EqualFold(path.Ext(name), ".zip") {
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("open the release: %w", err)
		}
		return bounded(f, formats[k].most, f), nil
	}
	z, err := zip.OpenReader(name)
	if err != nil {
		return nil, fmt.Errorf("open the .zip: %w", unpacking(err))
	}
	member, err := tableIn(z.File, k)
	if err != nil {
		_ = z.Close()
		return nil, err
	}
	r, err := member.Open()
	if err != nil {
		_ = z.Close()
		return nil, fmt.Errorf("open the file in the .zip: %w", unpacking(err))
	}
	return bounded(unpacked{r}, formats[k].most, r, z), nil
}

// tableIn finds the one file that the release can be.
func tableIn(files []*zip.File, k Kind) (*zip.File, error) {
	var tables, named []*zip.File
	for _, f := range files {
		ext := strings.ToLower(path.Ext(f.Name))
		if f.FileInfo().IsDir() || ext != ".csv" && ext != ".tsv" {
			continue
		}
		tables = append(tables, f)
		if strings.EqualFold(path.Base(f.Name), formats[k].official) {
			named = append(named, f)
		}
	}
	var found *zip.File
	switch {
	case len(tables) == 0:
		return nil, ErrNoTable
	case len(tables) == 1:
		found = tables[0]
	case len(named) == 1:
		found = named[0]
	default:
		return nil, ErrTables
	}
	const encrypted = 1
	if found.Flags&encrypted != 0 {
		return nil, ErrEncrypted
	}
	return found, nil
}

// unpacking says what to do about an error of unpacking; that of the disk below stays as it is.
func unpacking(err error) error {
	if _, corrupt := errors.AsType[flate.CorruptInputError](err); corrupt ||
		errors.Is(err, zip.ErrFormat) || errors.Is(err, zip.ErrChecksum) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w (%w)", ErrDamaged, err)
	}
	if errors.Is(err, zip.ErrAlgorithm) {
		return fmt.Errorf("%w (%w)", ErrPacked, err)
	}
	return err
}

// unpacked is a file in a .zip.
type unpacked struct{ r io.Reader }

func (u unpacked) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	return n, unpacking(err)
}

// bounded reads at most so many bytes, whatever a .zip says about itself.
func bounded(r io.Reader, most int64, closers ...io.Closer) io.ReadCloser {
	return &source{r: r, left: most, closers: closers}
}

type source struct {
	r       io.Reader
	left    int64
	closers []io.Closer
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if s.left -= int64(n); s.left < 0 {
		return 0, ErrTooLarge
	}
	return n, err //nolint:wrapcheck // io.EOF must stay io.EOF
}

func (s *source) Close() error {
	var errs []error
	for _, c := range s.closers {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}
