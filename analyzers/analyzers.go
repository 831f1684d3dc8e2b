// Package analyzers is the registry of philint's analyzers.
//
// A log statement may carry identifiers, counts, durations, status codes and type names, nothing else. Three analyzers
// report what else it carries, by where it goes: [logphi] to a log, [telemetryphi] to spans and metrics, [panicphi] to
// standard output, standard error and panics. A fourth, philint, does the work for the three and reports what is
// wrong with the directives.
package analyzers

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/seed-a76b335c/philint/analyzers/config"
	"github.com/seed-a76b335c/philint/analyzers/internal/engine"
	"github.com/seed-a76b335c/philint/analyzers/internal/policy"
	"github.com/seed-a76b335c/philint/analyzers/internal/shape"
	"github.com/seed-a76b335c/philint/analyzers/internal/sink"
	"github.com/seed-a76b335c/philint/analyzers/logphi"
	"github.com/seed-a76b335c/philint/analyzers/panicphi"
	"github.com/seed-a76b335c/philint/analyzers/telemetryphi"
)

// All returns the analyzers with the built-in policy.
func All() []*analysis.Analyzer {
	return build(&engine.Options{Sinks: sink.Default(), Words: policy.NewWords(policy.Extra{})})
}

// Core is the name of the analyzer that does the work for the others.
const Core = "philint"

// New returns the analyzers with a module's own policy.
func New(cfg *config.Config, opts ...Option) ([]*analysis.Analyzer, error) {
	o := &engine.Options{
		Sinks:      cfg.Table(),
		Words:      policy.NewWords(cfg.Words),
		Sanitisers: map[string]bool{},
		NotLoggers: map[string]bool{},
		Exclude:    cfg.Excludes,
		Keys: func(fset *token.FileSet, f *ast.File) bool {
			judged, _ := cfg.JudgesKeys(filepath.Dir(fset.File(f.FileStart).Name()))
			return judged
		},
		KeysReason: cfg.JudgesKeys,
		Registered: cfg.Registered,
	}
	for _, s := range cfg.Sanitisers {
		o.Sanitisers[s] = true
	}
	for _, t := range cfg.NotLoggers {
		dot := strings.LastIndexByte(t, '.')
		o.NotLoggers[shape.AnyMajor(t[:dot])+t[dot:]] = true
	}
	for _, opt := range opts {
		opt(o)
	}
	list := build(o)
	return list, analysis.Validate(slices.Clone(list))
}

// An Option changes what [New] returns.
type Option func(*engine.Options)

// FactsOnly leaves out everything but the facts, for packages that others import and nobody asks about.
func FactsOnly() Option {
	return func(o *engine.Options) { o.FactsOnly = true }
}

func build(opts *engine.Options) []*analysis.Analyzer {
	core := engine.New(opts)
	return []*analysis.Analyzer{core, logphi.New(core), telemetryphi.New(core), panicphi.New(core)}
}
