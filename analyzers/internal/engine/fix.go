package engine

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"

	"github.com/seed-a76b335c/philint/analyzers/internal/policy"
)

// fixes proposes what to write instead.
func (p *pkg) fixes(s *site, l leaf, e ast.Expr, class policy.Class) []analysis.SuggestedFix {
	return nil
}
