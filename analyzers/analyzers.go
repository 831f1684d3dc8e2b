// Package analyzers is the registry of philint's analyzers.
//
// A log statement may carry identifiers, counts, durations, status codes and type names, nothing else. Three analyzers
// report what else it carries, by where it goes: [logphi] to a log, [telemetryphi] to spans and metrics, [panicphi] to
// standard output, standard error and panics. A fourth, philint, does the work for the three and reports what is
// wrong with the directives.
package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/seed-a76b335c/philint/analyzers/internal/engine"
	"github.com/seed-a76b335c/philint/analyzers/internal/policy"
	"github.com/seed-a76b335c/philint/analyzers/internal/sink"
	"github.com/seed-a76b335c/philint/analyzers/logphi"
	"github.com/seed-a76b335c/philint/analyzers/panicphi"
	"github.com/seed-a76b335c/philint/analyzers/telemetryphi"
)

// All returns the analyzers with the built-in policy.
func All() []*analysis.Analyzer {
	return build(&engine.Options{Sinks: sink.Default(), Words: policy.NewWords(policy.Extra{})})
}

func build(opts *engine.Options) []*analysis.Analyzer {
	core := engine.New(opts)
	return []*analysis.Analyzer{core, logphi.New(core), telemetryphi.New(core), panicphi.New(core)}
}
