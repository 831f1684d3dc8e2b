package judge

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/seed-a76b335c/philint/analyzers/internal/policy"
)

// ownName returns the name a value goes by: of its variable, field, function or key.
func (j *Judge) ownName(e ast.Expr) policy.Name {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return policy.Split(e.Name)
	case *ast.SelectorExpr:
		return policy.Split(e.Sel.Name)
	case *ast.StarExpr:
		return j.ownName(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.AND || e.Op == token.ARROW {
			return j.ownName(e.X)
		}
	case *ast.SliceExpr:
		return j.ownName(e.X)
	case *ast.TypeAssertExpr:
		return j.ownName(e.X)
	case *ast.IndexExpr:
		if k, ok := j.stringConst(e.Index); ok {
			return policy.Split(k)
		}
		return j.ownName(e.X)
	case *ast.CallExpr:
		if j.Info.Types[e.Fun].IsType() {
			if len(e.Args) == 1 {
				return j.ownName(e.Args[0])
			}
			return policy.Name{}
		}
		if f := j.callee(e); f != nil {
			if eff, ok := policy.Calls(callKey(f)); ok {
				if eff.Keyed {
					if i := eff.Through[0]; i < len(e.Args) {
						if k, ok := j.stringConst(e.Args[i]); ok {
							return policy.Split(k)
						}
					}
				}
				return policy.Name{} // a known function's own name is no evidence
			}
			if keyed(f, e) {
				if k, ok := j.stringConst(e.Args[len(e.Args)-1]); ok {
					return policy.Split(k)
				}
			}
			switch f.Name() {
			case "String", "Error", "Hex", "Bytes", "Text", "GoString", "Value", "Get", "Load":
				if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok && len(e.Args) == 0 {
					return j.ownName(sel.X)
				}
			}
			return policy.Split(f.Name())
		}
		switch f := ast.Unparen(e.Fun).(type) {
		case *ast.Ident:
			return policy.Split(f.Name)
		case *ast.SelectorExpr:
			return policy.Split(f.Sel.Name)
		}
	}
	return policy.Name{}
}

// keyed reports whether a call looks a value up by a key: Get("user_id"), GetString("user_id"), Value("x").
func keyed(f *types.Func, e *ast.CallExpr) bool {
	if len(e.Args) == 0 || len(e.Args) > 2 {
		return false
	}
	n := policy.Split(f.Name())
	if n.First() != "get" && n.First() != "value" && n.First() != "lookup" && n.First() != "param" {
		return false
	}
	return len(n.Parts) == 1 || len(n.Parts) == 2 && (n.Parts[1] == "string" || n.Parts[1] == "int" || n.Parts[1] == "value" || n.Parts[1] == "int64")
}

// owner returns the names that a field or method belongs to: the expression before the dot and its type.
func (j *Judge) owner(e ast.Expr) []policy.Name {
	switch e := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		if id, ok := e.X.(*ast.Ident); ok {
			if _, pkg := j.Info.Uses[id].(*types.PkgName); pkg {
				return nil
			}
		}
		out := []policy.Name{j.ownName(e.X)}
		if t := j.Info.Types[e.X].Type; t != nil {
			if n := namedOf(t); n != nil {
				out = append(out, policy.Split(n.Obj().Name()))
			}
		}
		return out
	case *ast.StarExpr:
		return j.owner(e.X)
	case *ast.UnaryExpr:
		return j.owner(e.X)
	case *ast.SliceExpr:
		return j.owner(e.X)
	case *ast.TypeAssertExpr:
		return j.owner(e.X)
	case *ast.IndexExpr:
		if _, ok := j.stringConst(e.Index); ok {
			return []policy.Name{j.ownName(e.X)}
		}
		return j.owner(e.X)
	case *ast.CallExpr:
		if j.Info.Types[e.Fun].IsType() && len(e.Args) == 1 {
			return j.owner(e.Args[0])
		}
		if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok {
			switch sel.Sel.Name {
			case "String", "Hex", "Bytes", "Text", "Value":
				if len(e.Args) == 0 {
					return j.owner(sel.X)
				}
			}
			return j.owner(sel)
		}
	}
	return nil
}

func namedOf(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}
