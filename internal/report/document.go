package report

import (
	"bytes"
	"context"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ledongthuc/pdf"
)

// PDFText reads a PDF's text layer; Child is one that cannot be led astray.
type PDFText func(ctx context.Context, data []byte) (string, error)

// FileText reads the text of a file: UTF-8 text as it is, a PDF by its text layer, line by line as printed.
func FileText(ctx context.Context, path string, readPDF PDFText) (string, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return "", ErrNoFile
	case !info.Mode().IsRegular():
		return "", ErrNotRegular
	case info.Size() > MaxFile:
		return "", ErrFileTooBig
	}
	f, err := os.Open(path)
	if err != nil {
		return "", ErrNoFile
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, MaxFile+1))
	switch {
	case err != nil:
		return "", ErrNoFile
	case len(data) > MaxFile:
		return "", ErrFileTooBig
	}
	return Text(ctx, data, readPDF)
}

// Text is FileText for bytes at hand.
func Text(ctx context.Context, data []byte, readPDF PDFText) (string, error) {
	if bytes.HasPrefix(bytes.TrimLeft(data[:min(len(data), 1024)], "\x00\t\r\n \ufeff"), []byte("%PDF-")) {
		text, err := readPDF(ctx, data)
		if err != nil {
			return "", err
		}
		return bounded(text)
	}
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		return "", ErrNotText
	}
	return bounded(strings.TrimPrefix(string(data), "\ufeff"))
}

func bounded(text string) (string, error) {
	switch {
	case strings.TrimSpace(text) == "":
		return "", ErrEmpty
	case utf8.RuneCountInString(text) > MaxText:
		return "", ErrTooLong
	}
	return text, nil
}

// readPDF reads a PDF in this process. The library panics on some damaged files and runs in circles on others: it
// belongs in a process that can be ended, see Child.
func readPDF(ctx context.Context, data []byte) (text string, err error) {
	defer func() {
		if recover() != nil {
			text, err = "", ErrDamagedPDF
		}
	}()
	r, err := pdf.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return "", ErrDamagedPDF
	}
	pages := r.NumPage()
	if pages > MaxPages {
		return "", ErrTooLong
	}
	var b strings.Builder
	for i := 1; i <= pages && ctx.Err() == nil; i++ {
		page := r.Page(i)
		if page.V.IsNull() {
			continue
		}
		b.WriteString(lines(page.Content().Text))
		if b.Len() > 4*MaxText {
			return "", ErrTooLong
		}
	}
	if strings.TrimSpace(b.String()) == "" {
		return "", ErrNoTextLayer
	}
	return b.String(), nil
}

// lines puts glyphs back into lines: a table's cells stand on one line, with a tab where there is a gap between them,
// whatever the order in which the file draws them.
func lines(glyphs []pdf.Text) string {
	slices.SortStableFunc(glyphs, func(a, b pdf.Text) int {
		switch {
		case a.Y > b.Y:
			return -1
		case a.Y < b.Y:
			return 1
		default:
			return 0
		}
	})
	var b strings.Builder
	for len(glyphs) > 0 {
		n := 1
		for n < len(glyphs) && glyphs[0].Y-glyphs[n].Y <= 0.4*math.Max(glyphs[0].FontSize, 1) {
			n++
		}
		line(&b, glyphs[:n])
		glyphs = glyphs[n:]
	}
	return b.String()
}

func line(b *strings.Builder, glyphs []pdf.Text) {
	slices.SortStableFunc(glyphs, func(a, b pdf.Text) int {
		switch {
		case a.X < b.X:
			return -1
		case a.X > b.X:
			return 1
		default:
			return 0
		}
	})
	end := math.Inf(1)
	for _, g := range glyphs {
		size := math.Max(g.FontSize, 1)
		switch gap := g.X - end; {
		case gap > 1.2*size:
			b.WriteByte('\t')
		case gap > 0.2*size:
			b.WriteByte(' ')
		}
		b.WriteString(g.S)
		end = g.X + g.W
	}
	b.WriteByte('\n')
}
