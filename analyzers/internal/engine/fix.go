package engine

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/seed-a76b335c/philint/analyzers/internal/policy"
	"github.com/seed-a76b335c/philint/analyzers/internal/sink"
)

// The messages of the fixes. A driver applies the first fix of a diagnostic.
const (
	fixErrType     = "Log the error's type with redact.ErrType"
	fixVerb        = "Print the type with %T"
	fixMessage     = "Write a constant message and fields"
	fixPath        = "Log the path with redact.Path"
	fixFingerprint = "Log a fingerprint with redact.Fingerprint"
	fixID          = "Check the identifier with redact.ID"
)

// fixes proposes what to write instead. Drivers merge the fixes of one file like branches of one version: identical
// edits become one and overlapping ones keep the first fix. So every fix replaces as little as it can, leaves operands
// where they stand, and inserts the same import in the same place.
func (p *pkg) fixes(s *site, l leaf, e ast.Expr, class policy.Class) []analysis.SuggestedFix {
	if l.role == sink.Key || p.Pkg.Path() == redactPath {
		return nil
	}
	x := p.newFixer(s, l, e)
	if x == nil {
		return nil
	}
	var out []analysis.SuggestedFix
	own := x.own(class)
	if own != nil {
		if edits, ok := x.edits(own); ok {
			out = append(out, analysis.SuggestedFix{Message: own.message, TextEdits: edits})
		} else {
			own = nil
		}
	}
	if edits, ok := x.typeVerb(); ok && class == policy.ErrorText {
		out = append(out, analysis.SuggestedFix{Message: fixVerb, TextEdits: edits})
	}
	if own != nil || class != policy.Secret {
		if edits, ok := x.message(own); ok {
			out = append(out, analysis.SuggestedFix{Message: fixMessage, TextEdits: edits})
		}
	}
	return out
}

// A fixer makes the fixes of one finding.
type fixer struct {
	p    *pkg
	s    *site
	l    leaf
	e    ast.Expr
	file *ast.File
	tf   *token.File
	path []ast.Node // from the site down to e
	src  []byte     // read when needed
}

// newFixer returns nil where no fix is offered: the operand stands outside of the statement, or in a file whose text
// is not what its author wrote.
func (p *pkg) newFixer(s *site, l leaf, e ast.Expr) *fixer {
	var root ast.Node
	switch {
	case s.expr != nil:
		root = s.expr
	case s.lit != nil:
		root = s.lit
	case s.assign != nil:
		root = s.assign
	}
	if root == nil || e.Pos() < root.Pos() || e.End() > root.End() {
		return nil
	}
	x := &fixer{p: p, s: s, l: l, e: e, file: s.root.file, path: pathTo(root, e)}
	if x.path == nil || x.file == nil || x.file.FileStart > e.Pos() || e.End() > x.file.FileEnd {
		return nil
	}
	x.tf = p.Fset.File(x.file.FileStart)
	if x.tf == nil || ast.IsGenerated(x.file) || translated(x.file) {
		return nil
	}
	return x
}

// translated reports whether a file was, or will be, written by another program: cgo, or one that leaves //line comments.
func translated(f *ast.File) bool {
	for _, spec := range f.Imports {
		if spec.Path.Value == `"C"` {
			return true
		}
	}
	for _, g := range f.Comments {
		for _, c := range g.List {
			if strings.HasPrefix(c.Text, "//line ") || strings.HasPrefix(c.Text, "/*line ") {
				return true
			}
		}
	}
	return false
}

// A rewrite replaces one expression by a call of a sanitiser.
type rewrite struct {
	message string
	at      ast.Expr // what is replaced
	fn      string   // the sanitiser
	arg     string   // its argument, as text
	before  string   // what stands before the call in the argument list: a key
	whole   string   // instead of the call: the error argument of logr is nil
	more    []analysis.TextEdit
	insert  token.Pos // where the call goes instead, after a comma and its key
	renamed bool      // the callee is another one: the message cannot be rewritten beside it
}

// own returns the rewrite that makes the operand itself safe.
func (x *fixer) own(class policy.Class) *rewrite {
	switch class {
	case policy.ErrorText:
		return x.errType()
	case policy.Payload:
		if r := x.requestPath(); r != nil {
			return r
		}
		return x.clientID()
	case policy.Secret:
		return x.fingerprint()
	}
	return nil
}

// edits are the rewrite's, with the import that it needs.
func (x *fixer) edits(r *rewrite) ([]analysis.TextEdit, bool) {
	prefix, imports := x.redact(r.at.Pos(), r.fn)
	call := prefix + r.fn + "(" + r.arg + ")"
	edits := append(slices.Clone(r.more), imports...)
	if r.insert.IsValid() {
		edits = append(edits,
			analysis.TextEdit{Pos: r.at.Pos(), End: r.at.End(), NewText: []byte(r.whole)},
			analysis.TextEdit{Pos: r.insert, End: r.insert, NewText: []byte(", " + r.before + call)})
	} else {
		edits = append(edits, analysis.TextEdit{Pos: r.at.Pos(), End: r.at.End(), NewText: []byte(r.before + call)})
	}
	removed, ok := x.unimport(r.at.Pos(), r.at.End(), []ast.Node{x.kept(r)}, len(imports) > 0)
	return ordered(append(edits, removed...)), ok
}

// kept is the part of what is replaced that the replacement still holds.
func (x *fixer) kept(r *rewrite) ast.Node {
	if r.message == fixErrType {
		if inner := x.errorOf(r.at); inner != nil {
			return inner
		}
	}
	return r.at
}

func ordered(edits []analysis.TextEdit) []analysis.TextEdit {
	slices.SortStableFunc(edits, func(a, b analysis.TextEdit) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.End, b.End))
	})
	return edits
}

// errType replaces an error, or its text, by redact.ErrType of it. Where an error is wanted, the field's builder
// changes with it, or the error that wraps this one is replaced.
func (x *fixer) errType() *rewrite {
	switch x.l.verb {
	case 0, 'v', 's', 'q', 'w':
	default:
		return nil
	}
	for i := len(x.path) - 1; i >= 0; i-- {
		at, ok := x.path[i].(ast.Expr)
		if !ok {
			continue
		}
		if at == x.s.expr {
			break
		}
		inner := x.errorOf(at)
		if inner == nil {
			if at == x.e {
				return nil
			}
			continue
		}
		if at == x.e && x.l.verb == 'w' {
			continue // %w wants an error: the one that wraps it is replaced
		}
		if at != x.e {
			if _, call := at.(*ast.CallExpr); !call {
				continue
			}
		}
		arg, ok := x.text(inner)
		if !ok {
			return nil
		}
		r := &rewrite{message: fixErrType, at: at, fn: "ErrType", arg: arg}
		if x.place(i, r) {
			return r
		}
	}
	return nil
}

// errorOf returns the error that an expression is, or whose text it is.
func (x *fixer) errorOf(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	if x.isError(e) {
		return e
	}
	if call, ok := e.(*ast.CallExpr); ok && len(call.Args) == 0 {
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && sel.Sel.Name == "Error" && x.isError(sel.X) {
			return sel.X
		}
	}
	return nil
}

var errorType = types.Universe.Lookup("error").Type()

func (x *fixer) isError(e ast.Expr) bool {
	tv := x.p.TypesInfo.Types[e]
	return tv.IsValue() && tv.Type != nil && types.AssignableTo(tv.Type, errorType)
}

// requestPath replaces a request's URL, or its path, by redact.Path of the request.
func (x *fixer) requestPath() *rewrite {
	req := x.request(x.e)
	if req == nil {
		return nil
	}
	arg, ok := x.text(req)
	if !ok {
		return nil
	}
	return x.plain(&rewrite{message: fixPath, at: x.e, fn: "Path", arg: arg})
}

// request returns r of r.URL, r.URL.Path, r.URL.String() and r.RequestURI.
func (x *fixer) request(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	if call, ok := e.(*ast.CallExpr); ok && len(call.Args) == 0 {
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return nil
		}
		switch sel.Sel.Name {
		case "String", "EscapedPath", "RequestURI", "Redacted":
			return x.requestURL(sel.X)
		}
		return nil
	}
	sel, ok := e.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	switch sel.Sel.Name {
	case "RequestURI":
		if x.isRequest(sel.X) {
			return sel.X
		}
	case "Path", "RawPath":
		return x.requestURL(sel.X)
	case "URL":
		return x.requestURL(e)
	}
	return nil
}

func (x *fixer) requestURL(e ast.Expr) ast.Expr {
	if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok && sel.Sel.Name == "URL" && x.isRequest(sel.X) {
		return sel.X
	}
	return nil
}

func (x *fixer) isRequest(e ast.Expr) bool {
	t := x.p.TypesInfo.Types[e].Type
	if t == nil {
		return false
	}
	ptr, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := types.Unalias(ptr.Elem()).(*types.Named)
	return ok && n.Obj().Name() == "Request" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "net/http"
}

// clientID puts redact.ID around text a client sent under the name of an identifier.
func (x *fixer) clientID() *rewrite {
	if !textual(x.p.TypesInfo.Types[x.e].Type) || !x.p.opts.Words.Identifies(policy.Split(x.nameOf(x.e))) {
		return nil
	}
	arg, ok := x.text(x.e)
	if !ok {
		return nil
	}
	return x.plain(&rewrite{message: fixID, at: x.e, fn: "ID", arg: arg})
}

// fingerprint puts redact.Fingerprint around a secret string.
func (x *fixer) fingerprint() *rewrite {
	t := x.p.TypesInfo.Types[x.e].Type
	if !textual(t) {
		return nil
	}
	arg, ok := x.text(x.e)
	if !ok {
		return nil
	}
	if !types.Identical(t, types.Typ[types.String]) {
		name, ok := x.universe("string")
		if !ok {
			return nil
		}
		arg = name + "(" + arg + ")"
	}
	return x.plain(&rewrite{message: fixFingerprint, at: x.e, fn: "Fingerprint", arg: arg})
}

// plain is the rewrite if its place takes a string that the statement's verb prints.
func (x *fixer) plain(r *rewrite) *rewrite {
	switch x.l.verb {
	case 0, 'v', 's', 'q':
		if x.place(len(x.path)-1, r) {
			return r
		}
	}
	return nil
}

// universe returns a predeclared name unless something hides it.
func (x *fixer) universe(name string) (string, bool) {
	_, obj := x.scopeAt(x.e.Pos()).LookupParent(name, x.e.Pos())
	return name, obj == types.Universe.Lookup(name)
}

// textual reports whether values of a type are strings: a string type, or a type parameter with string types only.
func textual(t types.Type) bool {
	if t == nil {
		return false
	}
	tp, ok := types.Unalias(t).(*types.TypeParam)
	if !ok {
		return isString(t)
	}
	iface, ok := tp.Constraint().Underlying().(*types.Interface)
	if !ok || iface.NumEmbeddeds() == 0 {
		return false
	}
	for i := range iface.NumEmbeddeds() {
		if !textualTerm(iface.EmbeddedType(i)) {
			return false
		}
	}
	return true
}

func textualTerm(t types.Type) bool {
	u, ok := t.(*types.Union)
	if !ok {
		return isString(t)
	}
	for i := range u.Len() {
		if !isString(u.Term(i).Type()) {
			return false
		}
	}
	return true
}

// nameOf returns the name that a value goes by: of its variable, its field, or the constant key it was read with.
func (x *fixer) nameOf(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.StarExpr:
		return x.nameOf(e.X)
	case *ast.UnaryExpr:
		return x.nameOf(e.X)
	case *ast.SliceExpr:
		return x.nameOf(e.X)
	case *ast.TypeAssertExpr:
		return x.nameOf(e.X)
	case *ast.IndexExpr:
		if k, ok := x.p.constText(e.Index); ok {
			return k
		}
		return x.nameOf(e.X)
	case *ast.CallExpr:
		for i := len(e.Args) - 1; i >= 0; i-- {
			if k, ok := x.p.constText(e.Args[i]); ok {
				return k
			}
		}
		switch {
		case len(e.Args) == 1:
			if x.p.TypesInfo.Types[e.Fun].IsType() {
				return x.nameOf(e.Args[0])
			}
		case len(e.Args) == 0:
			if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok {
				switch sel.Sel.Name {
				case "String", "Error", "Hex", "Bytes", "Text", "Value", "Load":
					return x.nameOf(sel.X)
				}
				return sel.Sel.Name
			}
		}
		if f, ok := ast.Unparen(e.Fun).(*ast.Ident); ok {
			return f.Name
		}
		if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok {
			return sel.Sel.Name
		}
	}
	return ""
}

func quote(s string) string { return strconv.Quote(s) }
