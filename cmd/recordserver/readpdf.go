package main

import (
	"context"

	"github.com/seed-a76b335c/philint/internal/report"
)

// readPDFCommand is what the server starts to read one PDF: a file that leads the reader astray ends that process only.
var readPDFCommand = command{
	name: "read-pdf", doc: "the text of a PDF, from standard input to standard output", hidden: true,
	run: func(a *app, _ context.Context, _ *options) error {
		if status := report.Main(a.in, a.out); status != 0 {
			return statusError(status)
		}
		return nil
	},
}
