package telemetryphi

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/seed-a76b335c/philint/analyzers/internal/engine"
	"github.com/seed-a76b335c/philint/analyzers/internal/sink"
)

//go:embed doc.go
var doc string

// New returns the analyzer that reports what core found in spans, metrics and expvars.
func New(core *analysis.Analyzer) *analysis.Analyzer {
	return engine.Reporter("telemetryphi", doc, core, sink.Telemetry)
}
