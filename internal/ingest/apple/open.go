package apple

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"path"
	"strings"
	"sync/atomic"

	"github.com/seed-a76b335c/philint/internal/ingest"
)

// Platform is the vendor under which the metric table lists the export's fields.
const Platform = "apple"

// Export is an export that can be read, more than once.
type Export struct {
	open   func() (io.ReadCloser, error)
	size   int64
	read   atomic.Int64
	counts map[string]int64
}

const (
	sniffed       = 64 << 10
	maxCandidates = 64
	// maxUnpacked bounds what an archive may hold, in bytes: far more than a life's samples.
	maxUnpacked = 64 << 30
)

// Open finds the export in a file: an archive, in which the phone's language names the file, or the XML itself. The
// error is a *ingest.Problem.
func Open(src io.ReaderAt, size int64) (*Export, error) {
	magic := make([]byte, 4)
	n, err := src.ReadAt(magic, 0)
	if err != nil && err != io.EOF {
		return nil, &ingest.Problem{Reason: ingest.Damaged, Where: "file"}
	}
	if !bytes.Equal(magic[:n], []byte("PK\x03\x04")) {
		return &Export{size: size, open: func() (io.ReadCloser, error) {
			return io.NopCloser(io.NewSectionReader(src, 0, size)), nil
		}}, nil
	}
	archive, err := zip.NewReader(src, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, &ingest.Problem{Reason: ingest.Damaged, Where: "archive"}
	}
	return find(archive)
}

func find(archive *zip.Reader) (*Export, error) {
	var found *zip.File
	tried, locked := 0, false
	for _, f := range archive.File {
		if !mayBeExport(f.Name) || found != nil && found.UncompressedSize64 >= f.UncompressedSize64 {
			continue
		}
		if f.Flags&1 != 0 {
			locked = true
			continue
		}
		if tried++; tried > maxCandidates {
			break
		}
		if isExport(f) {
			found = f
		}
	}
	switch {
	case found != nil:
		return &Export{size: int64(min(found.UncompressedSize64, maxUnpacked)), open: found.Open}, nil
	case locked:
		return nil, &ingest.Problem{Reason: ingest.NotSupported, Where: "archive with a password"}
	default:
		return nil, &ingest.Problem{Reason: ingest.MissingElement, Where: "export.xml"}
	}
}

// mayBeExport says whether a name can be the export's. Its folder and name are in the phone's language: export.xml,
// exportación.xml, 导出.xml. Routes, electrocardiograms and clinical records lie one folder deeper.
func mayBeExport(name string) bool {
	name = strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "./")
	base := path.Base(name)
	return strings.EqualFold(path.Ext(base), ".xml") && strings.Count(name, "/") <= 1 &&
		!strings.HasPrefix(name, "__MACOSX/") && !strings.HasPrefix(base, ".")
}

// isExport looks at the beginning of a file. The other file of an export, export_cda.xml, has another root.
func isExport(f *zip.File) bool {
	r, err := f.Open()
	if err != nil {
		return false
	}
	defer r.Close()
	head, err := io.ReadAll(io.LimitReader(r, sniffed))
	if err != nil && len(head) == 0 {
		return false
	}
	return bytes.Contains(head, []byte("<HealthData")) || bytes.Contains(head, []byte("<!DOCTYPE HealthData"))
}

// Progress is how far the export was read, in bytes of XML. It may be asked while another goroutine reads.
func (e *Export) Progress() (read, total int64) { return e.read.Load(), e.size }

// Counts are how many elements of each kind the last reading met, after it: "Record", "Workout", "Me" and so on, and
// what was left out on purpose: "member" (of a correlation, which stands at the top too), "goal", "beat", "route".
func (e *Export) Counts() map[string]int64 { return maps.Clone(e.counts) }

// Drafts yields the drafts of an export. Where it cannot be read further, the last error is an *ingest.Halt, or the
// context's.
func (e *Export) Drafts(ctx context.Context) ingest.Drafts {
	return func(yield func(ingest.Draft, error) bool) {
		in, err := e.open()
		if err != nil {
			yield(ingest.Draft{}, &ingest.Halt{Problem: ingest.Problem{Reason: ingest.Damaged, Where: "archive"}})
			return
		}
		defer in.Close()
		r := &reader{scan: newScanner(io.LimitReader(in, maxUnpacked)), yield: yield, counts: map[string]int64{}, progress: &e.read}
		r.run(ctx)
		e.counts = r.counts
	}
}
