package engine

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/seed-a76b335c/philint/analyzers/internal/sink"
)

// pathTo returns the nodes from root down to e, both included, or nil.
func pathTo(root ast.Node, e ast.Expr) []ast.Node {
	var stack, found []ast.Node
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		if found != nil || n.Pos() > e.Pos() || n.End() < e.End() {
			return false
		}
		stack = append(stack, n)
		if n == ast.Node(e) {
			found = append(found, stack...)
		}
		return true
	})
	return found
}

// place finds out how a string can stand where r.at does, the i-th node of the path: as it is, or with the call that
// takes it changed to one for strings.
func (x *fixer) place(i int, r *rewrite) bool {
	parent := i - 1
	for parent >= 0 {
		if _, ok := x.path[parent].(*ast.ParenExpr); !ok {
			break
		}
		parent--
	}
	if parent < 0 {
		return false
	}
	call, _ := x.path[parent].(*ast.CallExpr)
	if call != nil && call == x.s.expr && x.builtinName(call) == "panic" && !isString(x.p.TypesInfo.Types[r.at].Type) {
		return false // who recovers may ask what it is
	}
	t := x.expected(x.path[parent], parent, r.at)
	fits := t != nil && types.AssignableTo(types.Typ[types.String], t)
	if call == nil || call != x.s.expr {
		return fits
	}
	if x.rename(call, r) || fits {
		return true
	}
	return x.nilError(call, r)
}

// expected returns the type that the expression's place wants, or nil.
func (x *fixer) expected(parent ast.Node, at int, e ast.Expr) types.Type {
	info := x.p.TypesInfo
	switch n := parent.(type) {
	case *ast.CallExpr:
		k := argIndex(n, e)
		if k < 0 {
			return nil
		}
		if info.Types[n.Fun].IsType() {
			if t := info.Types[n.Fun].Type; isString(t) || types.IsInterface(t) {
				return t
			}
			return nil
		}
		switch x.builtinName(n) {
		case "":
		case "panic":
			return types.Universe.Lookup("any").Type()
		case "print", "println":
			return types.Typ[types.String]
		case "append":
			if s, ok := info.Types[n].Type.Underlying().(*types.Slice); ok && k > 0 && !n.Ellipsis.IsValid() {
				return s.Elem()
			}
			return nil
		default:
			return nil
		}
		sig, ok := info.Types[n.Fun].Type.Underlying().(*types.Signature)
		if !ok {
			return nil
		}
		return paramType(sig, k, n.Ellipsis.IsValid())
	case *ast.BinaryExpr:
		if n.Op == token.ADD {
			return info.Types[n].Type
		}
	case *ast.KeyValueExpr:
		if at > 0 && ast.Unparen(n.Value) == e {
			if lit, ok := x.path[at-1].(*ast.CompositeLit); ok {
				return x.element(lit, n)
			}
		}
	case *ast.CompositeLit:
		return x.element(n, e)
	case *ast.AssignStmt:
		if len(n.Lhs) == 1 && len(n.Rhs) == 1 && n.Tok == token.ASSIGN {
			return info.Types[n.Lhs[0]].Type
		}
	case *ast.ReturnStmt:
		if len(n.Results) != 1 {
			return nil
		}
		for i := at; i >= 0; i-- {
			if lit, ok := x.path[i].(*ast.FuncLit); ok {
				if sig, ok := info.Types[lit].Type.(*types.Signature); ok && sig.Results().Len() == 1 {
					return sig.Results().At(0).Type()
				}
				return nil
			}
		}
	}
	return nil
}

func argIndex(call *ast.CallExpr, e ast.Expr) int {
	for i, a := range call.Args {
		if ast.Unparen(a) == e || a == e {
			return i
		}
	}
	return -1
}

func paramType(sig *types.Signature, k int, spread bool) types.Type {
	n := sig.Params().Len()
	if sig.Variadic() && k >= n-1 {
		t := sig.Params().At(n - 1).Type()
		if spread {
			return t
		}
		if s, ok := t.Underlying().(*types.Slice); ok {
			return s.Elem()
		}
		return nil
	}
	if k >= n {
		return nil
	}
	return sig.Params().At(k).Type()
}

func (x *fixer) element(lit *ast.CompositeLit, el ast.Expr) types.Type {
	t := x.p.TypesInfo.Types[lit].Type
	if t == nil {
		return nil
	}
	switch u := t.Underlying().(type) {
	case *types.Map:
		return u.Elem()
	case *types.Slice:
		return u.Elem()
	case *types.Array:
		return u.Elem()
	case *types.Struct:
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok {
				if f, ok := x.p.TypesInfo.Uses[id].(*types.Var); ok {
					return f.Type()
				}
			}
			return nil
		}
		for i, have := range lit.Elts {
			if ast.Unparen(have) == el && i < u.NumFields() {
				return u.Field(i).Type()
			}
		}
	}
	return nil
}

func (x *fixer) builtinName(call *ast.CallExpr) string {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok {
		if b, ok := x.p.TypesInfo.Uses[id].(*types.Builtin); ok {
			return b.Name()
		}
	}
	return ""
}

// A stringer names the builder of a string field that stands for another builder.
type stringer struct {
	fn  string
	key bool // the other one knows its key itself
}

var stringers = map[string]stringer{
	"Error": {"String", true}, "NamedError": {"String", false}, "Reflect": {"String", false}, // zap
	"Any": {"String", false}, "AnyValue": {"StringValue", false}, "Stringer": {"String", false}, // zap, slog
	"WithError": {"WithField", true}, // logrus, apex
}

var stringMethods = map[string]stringer{
	"Err": {"Str", true}, "AnErr": {"Str", false}, "Interface": {"Str", false}, "Any": {"Str", false}, "Stringer": {"Str", false}, // zerolog, phuslu
	"WithError": {"WithField", true},
}

// rename makes the call that takes the expression one that takes a string: zap.Error(err) becomes zap.String("error", …).
func (x *fixer) rename(call *ast.CallExpr, r *rewrite) bool {
	f, ok := x.p.calleeOf(call).(*types.Func)
	if !ok || x.s.wrapper || x.s.spec.Kind == sink.Statement {
		return false
	}
	var now types.Object
	var sel *ast.Ident
	var to stringer
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.SelectorExpr:
		sel = fun.Sel
		if s, method := x.p.TypesInfo.Selections[fun]; method {
			if s.Kind() != types.MethodVal {
				return false
			}
			if to, ok = stringMethods[f.Name()]; ok {
				now, _, _ = types.LookupFieldOrMethod(s.Recv(), true, x.p.Pkg, to.fn)
			}
		} else if to, ok = stringers[f.Name()]; ok && f.Pkg() != nil {
			now = f.Pkg().Scope().Lookup(to.fn)
		}
	case *ast.Ident: // a dot import
		sel = fun
		if to, ok = stringers[f.Name()]; ok && f.Pkg() != nil && f.Pkg() != x.p.Pkg {
			_, obj := x.scopeAt(call.Pos()).LookupParent(to.fn, call.Pos())
			if obj != nil && obj.Pkg() == f.Pkg() {
				now = obj
			}
		}
	}
	fn, ok := now.(*types.Func)
	if !ok || !fn.Exported() {
		return false
	}
	was, is := f.Signature(), fn.Signature()
	k := argIndex(call, r.at)
	n := is.Params().Len()
	withKey := to.key && n == 2 && was.Params().Len() == 1
	if k < 0 || was.Variadic() || is.Variadic() || !types.Identical(was.Results(), is.Results()) || !withKey && n != was.Params().Len() ||
		!types.AssignableTo(types.Typ[types.String], is.Params().At(n-1).Type()) ||
		n == 2 && !types.AssignableTo(types.Typ[types.String], is.Params().At(0).Type()) {
		return false
	}
	if withKey {
		r.before = quote("error") + ", "
	}
	r.renamed = true
	r.more = append(r.more, analysis.TextEdit{Pos: sel.Pos(), End: sel.End(), NewText: []byte(to.fn)})
	return true
}

// nilError makes the error argument of logr's and klog's error functions nil, which they allow, and adds a field.
func (x *fixer) nilError(call *ast.CallExpr, r *rewrite) bool {
	k := argIndex(call, r.at)
	spec := x.s.spec
	if k < 0 || x.s.wrapper || call.Ellipsis.IsValid() || k+1 >= len(call.Args) ||
		spec.Role(k) != sink.Value || spec.Role(k+1) != sink.Message || spec.Role(k+2) != sink.Pairs ||
		!strings.HasPrefix(x.s.name, "github.com/go-logr/logr.") && !strings.HasPrefix(x.s.name, "k8s.io/klog/") {
		return false
	}
	name, ok := x.universe("nil")
	if !ok {
		return false
	}
	r.whole, r.insert = name, call.Args[k+1].End()
	r.before = quote(x.unique("error_type", x.constKeys(call))) + ", "
	return true
}

// scopeAt returns the innermost scope at a position.
func (x *fixer) scopeAt(pos token.Pos) *types.Scope {
	if s := x.p.TypesInfo.Scopes[x.file].Innermost(pos); s != nil {
		return s
	}
	return x.p.Pkg.Scope()
}

// source returns the file's text, or nil if it cannot be read as it was parsed.
func (x *fixer) source() []byte {
	if x.src == nil && x.p.ReadFile != nil {
		if b, err := x.p.ReadFile(x.tf.Name()); err == nil && len(b) == x.tf.Size() {
			x.src = b
		}
	}
	return x.src
}

// text returns an expression as it is written.
func (x *fixer) text(e ast.Expr) (string, bool) {
	if id, ok := e.(*ast.Ident); ok {
		return id.Name, true
	}
	return x.between(e.Pos(), e.End())
}

func (x *fixer) between(from, to token.Pos) (string, bool) {
	src := x.source()
	if src == nil {
		return "", false
	}
	return string(src[x.tf.Offset(from):x.tf.Offset(to)]), true
}

// commented reports whether a comment begins between two positions.
func (x *fixer) commented(from, to token.Pos) bool {
	for _, g := range x.file.Comments {
		for _, c := range g.List {
			if from <= c.Pos() && c.Pos() < to {
				return true
			}
		}
	}
	return false
}
