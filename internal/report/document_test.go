package report

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// page is the drawing program of one page of a PDF.
type page string

// pdfOf writes a PDF of one font, uncompressed.
func pdfOf(pages ...page) []byte {
	var b bytes.Buffer
	var offsets []int
	obj := func(format string, args ...any) {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n"+format+"\nendobj\n", append([]any{len(offsets)}, args...)...)
	}
	b.WriteString("%PDF-1.4\n")
	obj("<</Type/Catalog/Pages 2 0 R>>")
	kids := ""
	for i := range pages {
		kids += fmt.Sprintf("%d 0 R ", 4+2*i)
	}
	obj("<</Type/Pages/Count %d/Kids[%s]>>", len(pages), kids)
	widths := strings.Repeat("500 ", 95)
	obj("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 126/Widths[%s]>>", widths)
	for i, p := range pages {
		obj("<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents %d 0 R>>", 5+2*i)
		obj("<</Length %d>>stream\n%s\nendstream", len(p), p)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, o := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, xref)
	return b.Bytes()
}

func cell(x, y int, s string) page {
	return page(fmt.Sprintf("BT /F1 10 Tf 1 0 0 1 %d %d Tm (%s) Tj ET\n", x, y, s))
}

func TestAPDFsTextLayerIsReadLineByLine(t *testing.T) {
	// Drawn column by column, as many laboratories' programs do.
	data := pdfOf(cell(50, 700, "Glucose")+cell(50, 680, "Total cholesterol")+cell(250, 700, "98")+cell(250, 680, "5.2")+cell(320, 700, "mg/dL")+cell(320, 680, "mmol/L"),
		cell(50, 700, "Page two"))
	got, err := Text(context.Background(), data, child(t))
	if err != nil {
		t.Fatal(err)
	}
	want := "Glucose\t98\tmg/dL\nTotal cholesterol\t5.2\tmmol/L\nPage two\n"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFilesThatCannotBeReadSaySo(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return p
	}
	good := pdfOf(cell(50, 700, "Glucose"))
	sparse := write("sparse", nil)
	if err := os.Truncate(sparse, MaxFile+1); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		path string
		want error
	}{
		"no file":             {filepath.Join(dir, "Quillfeather.pdf"), ErrNoFile},
		"a directory":         {dir, ErrNotRegular},
		"a device":            {"/dev/zero", ErrNotRegular},
		"too large":           {sparse, ErrFileTooBig},
		"empty":               {write("empty", nil), ErrEmpty},
		"blank":               {write("blank", []byte(" \n\t")), ErrEmpty},
		"binary":              {write("bin", []byte{0xff, 0xfe, 0, 1}), ErrNotText},
		"too long":            {write("long", bytes.Repeat([]byte("a"), MaxText+1)), ErrTooLong},
		"a page with no text": {write("scan.pdf", pdfOf("0 0 m 10 10 l S")), ErrNoTextLayer},
		"half a PDF":          {write("half.pdf", good[:len(good)/2]), ErrDamagedPDF},
		"only the head":       {write("head.pdf", []byte("%PDF-1.4\n")), ErrDamagedPDF},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := FileText(context.Background(), c.path, child(t))
			if !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
			if err != nil && strings.Contains(err.Error(), "Quillfeather") {
				t.Error("the error tells the file's name")
			}
		})
	}
	if got, err := FileText(context.Background(), write("t.txt", []byte("\ufeffGlucose 98")), child(t)); err != nil || got != "Glucose 98" {
		t.Errorf("got %q, %v", got, err)
	}
}

// endless.pdf is a page of this file's own making with a few bytes changed: the library never comes back from it.
func TestAPDFThatLeadsInCirclesEndsWithItsProcess(t *testing.T) {
	data, err := os.ReadFile("testdata/endless.pdf")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	begin := time.Now()
	if _, err := Text(ctx, data, child(t)); !errors.Is(err, ErrDamagedPDF) {
		t.Errorf("err = %v", err)
	}
	if took := time.Since(begin); took > 20*time.Second {
		t.Errorf("the process was not ended: %s", took)
	}
}

// child is this test binary as the process that reads PDFs.
func child(t *testing.T) PDFText {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return func(ctx context.Context, data []byte) (string, error) {
		t.Setenv(asChild, "1")
		return Child(self)(ctx, data)
	}
}

const asChild = "REPORT_TEST_READS_A_PDF"

func TestMain(m *testing.M) {
	if os.Getenv(asChild) != "" {
		os.Exit(Main(os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}
