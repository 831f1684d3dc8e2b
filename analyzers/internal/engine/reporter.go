package engine

import (
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/seed-a76b335c/philint/analyzers/internal/policy"
	"github.com/seed-a76b335c/philint/analyzers/internal/sink"
)

// DocURL is where the classes are explained.
const DocURL = "https://github.com/seed-a76b335c/philint/blob/main/docs/classes.md"

// Reporter returns an analyzer that reports the findings of core on one surface.
func Reporter(name, doc string, core *analysis.Analyzer, surface sink.Surface) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:     name,
		Doc:      manual(name, doc),
		URL:      DocURL,
		Requires: []*analysis.Analyzer{core},
		Run: func(pass *analysis.Pass) (any, error) {
			for _, f := range pass.ResultOf[core].(*Result).Findings {
				if f.Surface == surface && !f.Hidden && f.Class != policy.Escape && f.Class != policy.Internal {
					pass.Report(f.Diagnostic())
				}
			}
			return nil, nil
		},
	}
}

// Diagnostic returns the finding as a diagnostic.
func (f *Finding) Diagnostic() analysis.Diagnostic {
	return analysis.Diagnostic{
		Pos: f.Pos, End: f.End, Category: string(f.Class), Message: f.Message,
		URL: DocURL + "#" + string(f.Class), SuggestedFixes: f.Fixes,
	}
}

// manual returns the part of a package comment that follows "# Analyzer name".
func manual(name, doc string) string {
	_, text, ok := strings.Cut(doc, "# Analyzer "+name+"\n")
	if !ok {
		return name
	}
	text, _, _ = strings.Cut(text, "\npackage ")
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimPrefix(strings.TrimPrefix(line, "//"), " ")
		b.WriteString(line)
	}
	return strings.TrimSpace(b.String())
}
