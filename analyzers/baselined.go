package analyzers

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"sync"

	"github.com/seed-a76b335c/philint/analyzers/baseline"
	"github.com/seed-a76b335c/philint/analyzers/config"
	"github.com/seed-a76b335c/philint/analyzers/internal/engine"
	"github.com/seed-a76b335c/philint/analyzers/internal/policy"
)

// WithBaseline hides exactly the findings that a baseline counts, and completes the messages of those beyond it.
func WithBaseline(b baseline.Baseline) Option {
	return func(o *engine.Options) { o.Hide = hider(b) }
}

func hider(b baseline.Baseline) func(string, []*engine.Finding) {
	return func(pkgPath string, fs []*engine.Finding) {
		known := make([]baseline.Finding, 0, len(fs))
		at := make([]*engine.Finding, 0, len(fs))
		for i, f := range fs {
			if !Baselined(string(f.Class)) {
				continue
			}
			// Findings come in file order, and their number in it is all that the baseline needs of a position.
			known = append(known, Identify(pkgPath, &FindingRecord{
				Place: Place{Offset: i}, Class: string(f.Class), Operand: f.Operand, Sink: f.Sink, Decl: f.Decl, Type: f.Type, Leaves: f.Leaves,
			}))
			at = append(at, f)
		}
		for i, v := range baseline.Judge(b, known) {
			if v.Reason == baseline.Known {
				at[i].Hidden = true
			} else if more := v.Explain(); more != "" {
				at[i].Message += "; " + more
			}
		}
	}
}

// Baselined reports whether a baseline may hold findings of a class. A faulty escape and a fault of the linter itself
// are never hidden.
func Baselined(class string) bool {
	return class != string(policy.Escape) && class != string(policy.Internal)
}

// importPath is the part of a qualified name before the package's own name.
var importPath = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[^\s()\[\]{}*,;/]+/`) })

// Identify returns a finding of a package as a baseline knows it. Types and sinks are named by their package's last
// path element, so that a finding survives when that package moves.
func Identify(pkgPath string, f *FindingRecord) baseline.Finding {
	return baseline.Finding{
		Package: pkgPath, Decl: f.Decl, Sink: importPath().ReplaceAllString(f.Sink, ""), Class: f.Class, Operand: f.Operand,
		Type: importPath().ReplaceAllString(f.Type, ""), Fields: f.Leaves, File: f.File, Offset: f.Offset,
	}
}

// ModuleBaseline reads the baseline in force in a directory; nil says that there is none.
func ModuleBaseline(dir string) (*baseline.Baseline, error) {
	path, named, err := config.BaselinePath(dir)
	if err != nil || path == "" {
		return nil, err
	}
	b, err := baseline.Read(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !named:
		return nil, nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("baseline %s: no such file", path)
	case err != nil:
		if _, ok := errors.AsType[*baseline.SyntaxError](err); ok {
			return nil, err // it names the baseline itself
		}
		return nil, fmt.Errorf("baseline: %w", err)
	}
	return &b, nil
}
