package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/seed-a76b335c/philint/internal/llm"
	"github.com/seed-a76b335c/philint/internal/mcpserver"
	"github.com/seed-a76b335c/philint/internal/report"
	"github.com/seed-a76b335c/philint/internal/standardize"
)

// reports reads reports with a language model, or says that there is none.
type reports struct {
	reader report.Reader
	from   *reportsDir // nil: files are read wherever they are
}

// newReports checks the model's configuration. Without one there is a reader that says what to set.
func newReports(cfg llm.Config, code *standardize.Standardizer) (reports, error) {
	exe, err := os.Executable()
	if err != nil {
		return reports{}, fmt.Errorf("find the program's own file: %w", err)
	}
	r := report.Reader{Standard: code, PDF: report.Child(exe, readPDFCommand.name)}
	if cfg.BaseURL == "" && cfg.Model == "" {
		return reports{reader: r}, nil
	}
	model, err := llm.New(cfg)
	if err != nil {
		return reports{}, usage("--model-url (or %s) must be an http or https address, and --model (or %s) a model's name: both or neither", llm.EnvURL, llm.EnvModel)
	}
	r.Model = model
	return reports{reader: r}, nil
}

// ReadReport implements [mcpserver.ReportReader].
func (r reports) ReadReport(ctx context.Context, src mcpserver.ReportSource) (mcpserver.Report, error) {
	read, from := r.reader.ReadText, src.Text
	switch {
	case src.Path == "":
	case r.from == nil:
		read, from = r.reader.ReadFile, src.Path
	default:
		read, from = r.readBelow, src.Path
	}
	out, err := read(ctx, from)
	if err != nil {
		return mcpserver.Report{}, forClient(ctx, err)
	}
	return mcpserver.Report{Observations: out.Observations, Coded: out.Coded, Note: out.Note}, nil
}

// readBelow reads a file of the directory that reports are read from.
func (r reports) readBelow(ctx context.Context, path string) (report.Report, error) {
	if r.reader.Model == nil {
		return report.Report{}, report.ErrNoModel
	}
	text, err := r.from.text(ctx, path, r.reader.PDF)
	if err != nil {
		return report.Report{}, err
	}
	return r.reader.ReadText(ctx, text)
}

// expected are the errors whose text is made for a client.
var expected = []error{
	report.ErrNoModel, report.ErrNoFile, report.ErrNotRegular, report.ErrFileTooBig, report.ErrNotText, report.ErrDamagedPDF,
	report.ErrNoTextLayer, report.ErrTooLong, report.ErrEmpty, report.ErrModelList, errNotInReports,
}

// forClient is the error that a client may see.
func forClient(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if i := slices.IndexFunc(expected, func(e error) bool { return errors.Is(err, e) }); i >= 0 {
		return mcpserver.Failure(expected[i].Error())
	}
	if advice, ok := report.Advice(err); ok {
		return mcpserver.Failure(advice)
	}
	return err
}
