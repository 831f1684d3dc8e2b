package engine

import (
	"go/ast"
	"go/types"

	"github.com/seed-a76b335c/philint/analyzers/internal/flow"
	"github.com/seed-a76b335c/philint/analyzers/internal/judge"
	"github.com/seed-a76b335c/philint/analyzers/internal/sink"
)

// active reports whether a site really writes: a sink for a stream counts only where the stream is a standard one.
func (p *pkg) active(s *site, sc *judge.Scope) bool {
	if s.expr == nil {
		return true
	}
	if s.spec.RecvStream {
		sel, ok := ast.Unparen(s.expr.Fun).(*ast.SelectorExpr)
		return ok && p.standardStream(sel.X, sc, 0)
	}
	for i, r := range s.spec.Roles {
		if r == sink.Writer {
			return i < len(s.expr.Args) && p.standardStream(s.expr.Args[i], sc, 0)
		}
	}
	return true
}

// standardStream reports whether an expression is, or may be, standard output, standard error or the log's own writer.
func (p *pkg) standardStream(e ast.Expr, sc *judge.Scope, depth int) bool {
	if depth > 5 {
		return false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		if v, ok := p.TypesInfo.Uses[e.Sel].(*types.Var); ok && v.Pkg() != nil && v.Pkg().Path() == "os" {
			return v.Name() == "Stdout" || v.Name() == "Stderr"
		} else if ok {
			return p.streams[v.Origin()]
		}
	case *ast.CallExpr:
		if f, ok := p.calleeOf(e).(*types.Func); ok {
			switch qualified(f) {
			case "log.Writer", "log.(Logger).Writer", "github.com/spf13/cobra.(Command).OutOrStdout", "github.com/spf13/cobra.(Command).OutOrStderr", "github.com/spf13/cobra.(Command).ErrOrStderr":
				return true
			case "io.MultiWriter", "bufio.NewWriter", "io.TeeReader", "text/tabwriter.NewWriter", "encoding/json.NewEncoder", "encoding/xml.NewEncoder", "encoding/csv.NewWriter", "encoding/gob.NewEncoder":
				for _, a := range e.Args {
					if p.standardStream(a, sc, depth+1) {
						return true
					}
				}
			}
		}
	case *ast.Ident:
		v, ok := p.TypesInfo.Uses[e].(*types.Var)
		if !ok {
			return false
		}
		if v.Pkg() == p.Pkg && v.Parent() == p.Pkg.Scope() {
			if g := p.globals[v]; g != nil {
				for _, x := range g.exprs {
					if p.standardStream(x, sc, depth+1) {
						return true
					}
				}
			}
			return false
		}
		if sc.Flow == nil || !sc.Flow.Knows(v) {
			return false
		}
		for _, d := range sc.Flow.Reaching(v, e.Pos()) {
			if d.Kind == flow.Assign && d.Index == 0 && p.standardStream(d.Expr, sc, depth+1) {
				return true
			}
		}
	}
	return false
}

// streamParam returns the parameter that names the stream a site writes to: its callers decide whether it is a log.
func (p *pkg) streamParam(s *site) *types.Var {
	for i, r := range s.spec.Roles {
		if r != sink.Writer || i >= len(s.expr.Args) {
			continue
		}
		id, ok := ast.Unparen(s.expr.Args[i]).(*ast.Ident)
		if !ok {
			return nil
		}
		v, _ := p.TypesInfo.Uses[id].(*types.Var)
		f := p.forwards[v]
		if v == nil || f == nil || f.fn == nil {
			return nil
		}
		if f.seen == nil {
			f.seen, f.role, f.surface, f.kind = map[*ast.Ident]bool{}, sink.Writer, s.spec.Surface, s.spec.Kind
		}
		f.seen[id] = true
		return v
	}
	return nil
}
