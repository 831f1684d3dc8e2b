// Package format opens a file of any format that can be imported: it tells which one it is and hands out its drafts.
package format

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/ingest/apple"
	"github.com/seed-a76b335c/philint/internal/ingest/ccda"
	"github.com/seed-a76b335c/philint/internal/ingest/csvtable"
	"github.com/seed-a76b335c/philint/internal/ingest/device"
	"github.com/seed-a76b335c/philint/internal/ingest/fhir"
	"github.com/seed-a76b335c/philint/internal/record"
)

// Format is how a file is written.
type Format string

// Formats.
const (
	FHIR  Format = "fhir"  // FHIR R4 JSON: a bundle, a resource, or one resource a line
	CCDA  Format = "ccda"  // a clinical document, C-CDA R2
	Apple Format = "apple" // the export of Apple Health, export.zip or export.xml
	// Device is a batch of a device's samples: one JSON object, or one a line.
	Device Format = "device"
	CSV    Format = "csv" // a table of results, with commas, semicolons, tabs or bars
)

// FHIRType is the media type of FHIR files.
const FHIRType = "application/fhir+json"

// opener reads one format.
type opener struct {
	format    Format
	version   string // of the reading: an import that was broken off goes on only where records come in the same order
	mediaType string
	kinds     func() []string
	open      func(ctx context.Context, f *File, src io.ReaderAt, size int64, o Options) error
}

func openers() []opener {
	return []opener{
		{FHIR, "fhir/1", FHIRType, fhir.Kinds, openFHIR},
		{CCDA, "ccda/1", "application/hl7-cda+xml", ccda.Kinds, openCCDA},
		{Apple, "apple/1", "application/xml", apple.Kinds, openApple},
		{Device, "device/1", "application/json", device.Kinds, openDevice},
		{CSV, "csv/1", "text/csv", csvtable.Kinds, openCSV},
	}
}

// All are the formats.
func All() []Format {
	var out []Format
	for _, o := range openers() {
		out = append(out, o.format)
	}
	return out
}

// Kinds are what a file of a format can have that is told apart when it is read: sections, resources, elements, columns.
func Kinds(f Format) []string {
	for _, o := range openers() {
		if o.format == f {
			return o.kinds()
		}
	}
	return nil
}

// Parse finds a format by its name.
func Parse(s string) (Format, bool) {
	f := Format(s)
	return f, slices.Contains(All(), f)
}

// Options say how to read what a file alone does not say.
type Options struct {
	Columns csvtable.Columns
	Order   csvtable.Order
	Decimal byte // what separates decimals in a table; 0 where the table is to show it
	Zones   record.ZoneLoader
}

// File is a file that can be imported.
type File struct {
	Format    Format
	Version   string // for ingest.Options.Format
	MediaType string
	// Mapping says how a table is read, one line a column, without its content; "" for what is no table.
	Mapping string
	// Drafts are what is in the file. They can be read more than once.
	Drafts ingest.Drafts
}

// Open opens a file. The error is a *ingest.Problem.
func Open(ctx context.Context, src io.ReaderAt, size int64, format Format, o Options) (*File, error) {
	for _, by := range openers() {
		if by.format == format {
			f := &File{Format: format, Version: by.version, MediaType: by.mediaType}
			if err := by.open(ctx, f, src, size, o); err != nil {
				return nil, err
			}
			return f, nil
		}
	}
	return nil, &ingest.Problem{Reason: ingest.WrongFormat}
}

// again reads from the beginning each time.
func again(src io.ReaderAt, size int64, read func(io.Reader) ingest.Drafts) ingest.Drafts {
	return func(yield func(ingest.Draft, error) bool) {
		read(io.NewSectionReader(src, 0, size))(yield)
	}
}

func openFHIR(_ context.Context, f *File, src io.ReaderAt, size int64, o Options) error {
	f.Drafts = again(src, size, func(r io.Reader) ingest.Drafts { return fhir.Read(r, fhir.Options{Zones: o.Zones}) })
	return nil
}

func openCCDA(_ context.Context, f *File, src io.ReaderAt, size int64, _ Options) error {
	f.Drafts = again(src, size, func(r io.Reader) ingest.Drafts { return ccda.Read(r, ccda.Options{}) })
	return nil
}

func openApple(ctx context.Context, f *File, src io.ReaderAt, size int64, _ Options) error {
	e, err := apple.Open(src, size)
	if err != nil {
		return err
	}
	if isZip(head(src, 4)) {
		f.MediaType = "application/zip"
	}
	f.Drafts = e.Drafts(ctx)
	return nil
}

func openDevice(ctx context.Context, f *File, src io.ReaderAt, size int64, _ Options) error {
	f.Drafts = again(src, size, func(r io.Reader) ingest.Drafts { return device.Read(ctx, r, device.Options{}) })
	return nil
}

func openCSV(ctx context.Context, f *File, src io.ReaderAt, size int64, o Options) error {
	t, err := csvtable.Open(src, size, csvtable.Options{Columns: o.Columns, Order: o.Order, Decimal: o.Decimal})
	if err != nil {
		return err
	}
	m := t.Mapping()
	f.Mapping, f.Drafts = m.String(), t.Drafts(ctx)
	// Under another mapping other records come.
	sum := sha256.Sum256([]byte(f.Mapping))
	f.Version += "/" + hex.EncodeToString(sum[:4])
	return nil
}

// sniffed is how much of a file is looked at.
const sniffed = 64 << 10

// Sniff tells a file's format by its beginning, never by its name; ok is false for what is none of them.
func Sniff(src io.ReaderAt) (f Format, ok bool) {
	b := head(src, sniffed)
	if isZip(b) {
		return Apple, true
	}
	text := bytes.TrimLeft(bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")), " \t\r\n")
	switch {
	case len(text) == 0:
		return "", false
	case text[0] == '<':
		return ofXML(text)
	case text[0] == '{', text[0] == '[':
		return ofJSON(text)
	case isTable(b):
		return CSV, true
	}
	return "", false
}

func head(src io.ReaderAt, n int) []byte {
	b := make([]byte, n)
	n, _ = src.ReadAt(b, 0) // what cannot be read is found out when it is read in earnest
	return b[:n]
}

func isZip(b []byte) bool { return bytes.HasPrefix(b, []byte("PK\x03\x04")) }

// ofXML goes by the outermost element.
func ofXML(b []byte) (Format, bool) {
	d := xml.NewDecoder(bytes.NewReader(b))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	for {
		t, err := d.RawToken()
		if err != nil {
			return "", false
		}
		if e, ok := t.(xml.StartElement); ok {
			switch e.Name.Local {
			case "HealthData":
				return Apple, true
			case "ClinicalDocument", "component", "section", "entry":
				return CCDA, true // of a part that was cut out its reader says that it is one
			}
			return "", false
		}
	}
}

func ofJSON(b []byte) (Format, bool) {
	if bytes.Contains(b, []byte(`"resourceType"`)) {
		return FHIR, true
	}
	if bytes.HasPrefix(b, []byte("{")) && bytes.Contains(b, []byte(`"device"`)) {
		return Device, true
	}
	return "", false
}

// isTable says that something is text with more than one cell in its first line.
func isTable(b []byte) bool {
	for _, mark := range [...]string{"\xff\xfe", "\xfe\xff"} { // UTF-16 tells itself
		if bytes.HasPrefix(b, []byte(mark)) {
			return true
		}
	}
	if bytes.IndexByte(b, 0) >= 0 {
		return false
	}
	if !utf8.Valid(b) && bytes.HasPrefix(b, []byte("%PDF")) {
		return false
	}
	return bytes.ContainsAny(b, ",;\t|")
}
