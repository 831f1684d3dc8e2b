package apple

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/ingest/apple/gen"
)

func TestTheExportIsFoundUnderItsNameInEveryLanguage(t *testing.T) {
	for _, name := range []string{"export.xml", "Export.xml", "exportación.xml", "导出.xml", "書き出したデータ.xml", "\x83\x65.XML"} {
		var file bytes.Buffer
		want, err := gen.WriteArchive(&file, name, gen.Options{Records: 200, Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		e, err := Open(bytes.NewReader(file.Bytes()), int64(file.Len()))
		if err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		if out := collect(t, e); len(out.samples) != want.Drafts {
			t.Errorf("%q: %d samples of %d", name, len(out.samples), want.Drafts)
		}
		if read, total := e.Progress(); read != want.Bytes || total != want.Bytes {
			t.Errorf("%q: progress %d of %d, the file has %d", name, read, total, want.Bytes)
		}
	}
}

func TestAnArchiveWithoutAnExportSaysSo(t *testing.T) {
	var file bytes.Buffer
	z := zip.NewWriter(&file)
	for _, name := range []string{"apple_health_export/export_cda.xml", "a/b/export.xml", "__MACOSX/export.xml"} {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		text := sampleExport
		if strings.Contains(name, "cda") {
			text = "<ClinicalDocument/>"
		}
		if _, err := io.WriteString(w, text); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	_, err := Open(bytes.NewReader(file.Bytes()), int64(file.Len()))
	var p *ingest.Problem
	if !errors.As(err, &p) || p.Reason != ingest.MissingElement || p.Where != "export.xml" {
		t.Errorf("got %v", err)
	}
	_, err = Open(bytes.NewReader(file.Bytes()[:file.Len()/2]), int64(file.Len()/2))
	if !errors.As(err, &p) || p.Reason != ingest.Damaged {
		t.Errorf("half an archive: %v", err)
	}
}

func TestADamagedArchiveEndsWithAProblem(t *testing.T) {
	var file bytes.Buffer
	if _, err := gen.WriteArchive(&file, "export.xml", gen.Options{Records: 3000, Seed: 3}); err != nil {
		t.Fatal(err)
	}
	data := file.Bytes()
	for i := len(data) / 2; i < len(data)/2+200; i++ {
		data[i] ^= 0x55
	}
	e, err := Open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	out := collect(t, e)
	if n := len(out.problems); n == 0 || out.problems[n-1].Reason != ingest.Damaged {
		t.Errorf("problems %v", out.problems)
	}
}
