package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/seed-a76b335c/philint/internal/report"
)

// errNotInReports is one error for a file that is not there and for one that is elsewhere: a client must not learn what
// there is outside the directory.
var errNotInReports = errors.New("this server reads reports from one directory only (its --reports): there is no such file in it; give a path in it, or the report as text")

// reportsDir is the one directory that reports are read from.
type reportsDir struct {
	path string // absolute, without links
	root *os.Root
}

// openReportsDir is nil for no name.
func openReportsDir(name string) (*reportsDir, error) {
	if name == "" {
		return nil, nil
	}
	path, err := filepath.Abs(name)
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return nil, usage("--reports (or %s) must be a directory that can be read", envReports)
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, usage("--reports (or %s) must be a directory that can be read", envReports)
	}
	return &reportsDir{path, root}, nil
}

// text reads a file. Links are followed first, so that one may lead from the directory into it; the file is then opened
// below the directory's own handle, so that a link which is put there in the meantime leads nowhere.
func (d *reportsDir) text(ctx context.Context, path string, pdf report.PDFText) (string, error) {
	if !filepath.IsAbs(path) {
		path = filepath.Join(d.path, path)
	}
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", errNotInReports
	}
	path, err = filepath.Rel(d.path, path)
	if err != nil || !filepath.IsLocal(path) {
		return "", errNotInReports
	}
	info, err := d.root.Stat(path)
	switch {
	case err != nil:
		return "", errNotInReports
	case !info.Mode().IsRegular(): // a pipe would be waited for
		return "", report.ErrNotRegular
	case info.Size() > report.MaxFile:
		return "", report.ErrFileTooBig
	}
	f, err := d.root.Open(path)
	if err != nil {
		return "", report.ErrNoFile
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, report.MaxFile+1))
	switch {
	case err != nil:
		return "", report.ErrNoFile
	case len(data) > report.MaxFile:
		return "", report.ErrFileTooBig
	}
	return report.Text(ctx, data, pdf)
}
