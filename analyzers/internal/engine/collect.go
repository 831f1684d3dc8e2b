package engine

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/seed-a76b335c/philint/analyzers/internal/shape"
	"github.com/seed-a76b335c/philint/analyzers/internal/sink"
)

// collect walks the package once: its functions, calls, package variables and function values.
func (p *pkg) collect() {
	p.directives = p.readDirectives()
	for _, f := range p.files {
		for _, d := range f.Decls {
			p.declare(d, f)
		}
	}
	for _, r := range p.roots {
		p.guard(r, func() { p.walk(r) })
	}
}

func (p *pkg) declare(d ast.Decl, file *ast.File) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		fn, _ := p.TypesInfo.Defs[d.Name].(*types.Func)
		r := &root{node: d, decl: d, fn: fn, file: file, name: declName(d), owner: ownerOf(d)}
		p.roots = append(p.roots, r)
		if fn != nil {
			p.decls[fn] = r
		}
	case *ast.GenDecl:
		if d.Tok != token.VAR {
			return
		}
		for _, s := range d.Specs {
			vs := s.(*ast.ValueSpec)
			for i, name := range vs.Names {
				v, ok := p.TypesInfo.Defs[name].(*types.Var)
				if !ok {
					continue
				}
				g := p.global(v)
				g.open = g.open || name.IsExported()
				switch {
				case len(vs.Values) == len(vs.Names):
					g.exprs = append(g.exprs, vs.Values[i])
				case len(vs.Values) == 1 && i == 0:
					g.exprs = append(g.exprs, vs.Values[0])
				case len(vs.Values) == 1:
					g.open = true
				}
			}
			for _, e := range vs.Values {
				r := &root{node: e, file: file, name: vs.Names[0].Name}
				p.roots = append(p.roots, r)
			}
			for i, e := range vs.Values {
				if len(vs.Values) == len(vs.Names) {
					p.bindValue(p.TypesInfo.Defs[vs.Names[i]], e, p.roots[len(p.roots)-len(vs.Values)+i])
				}
			}
		}
	}
}

func (p *pkg) global(v *types.Var) *global {
	g := p.globals[v]
	if g == nil {
		g = &global{}
		p.globals[v] = g
	}
	return g
}

// walk records what one root holds.
func (p *pkg) walk(r *root) {
	var stack []ast.Node
	ast.Inspect(r.node, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		switch n := n.(type) {
		case *ast.CallExpr:
			p.walkCall(n, r, stack)
		case *ast.AssignStmt:
			p.walkAssign(n, r)
		case *ast.ValueSpec:
			for i, e := range n.Values {
				if len(n.Values) == len(n.Names) {
					p.bindValue(p.TypesInfo.Defs[n.Names[i]], e, r)
				}
			}
		case *ast.CompositeLit:
			p.walkLit(n, r, stack)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				if v := p.packageVar(n.X); v != nil {
					p.global(v).open = true
				}
			}
		case *ast.FuncLit:
			if p.litRoot[n] == nil {
				p.lits = append(p.lits, n)
			}
			p.litRoot[n] = r
		case *ast.ReturnStmt:
			p.walkReturn(n, r, stack)
		case *ast.SendStmt:
			p.leave(n.Value)
		}
		stack = append(stack, n)
		return true
	})
}

func (p *pkg) packageVar(e ast.Expr) *types.Var {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := p.TypesInfo.Uses[id].(*types.Var)
	if ok && v.Pkg() == p.Pkg && v.Parent() == p.Pkg.Scope() {
		return v
	}
	return nil
}

func (p *pkg) walkCall(n *ast.CallExpr, r *root, stack []ast.Node) {
	c := &call{expr: n, root: r, stmt: statement(stack)}
	callee := p.calleeOf(n)
	switch o := callee.(type) {
	case *types.Func:
		if o.Pkg() == p.Pkg {
			p.called(o, c)
		}
	case *types.Var:
		p.called(o, c)
	}
	if s, name, wrapper := p.known(n, callee); s != nil {
		p.sites = append(p.sites, &site{call: *c, spec: s, name: name, wrapper: wrapper})
		if s.Kind == sink.Field && p.judge.Stack(n) {
			p.sites = append(p.sites, &site{call: *c, spec: s, name: name, leaves: []leaf{{expr: n, role: sink.Value}}})
		}
	}
	if lit, ok := ast.Unparen(n.Fun).(*ast.FuncLit); ok {
		p.litHome[lit] = true // called where it stands; its parameters' origins are the arguments
	}
	if tv := p.TypesInfo.Types[n.Fun]; tv.IsType() {
		for _, a := range n.Args {
			p.leave(a)
		}
		return
	}
	p.giveArgs(n, callee, r)
}

func (p *pkg) called(o types.Object, c *call) {
	if p.calls[o] == nil {
		p.callees = append(p.callees, o)
	}
	p.calls[o] = append(p.calls[o], c)
}

// giveArgs binds function values among the arguments to the callee's parameters, or lets them leave the module.
func (p *pkg) giveArgs(n *ast.CallExpr, callee types.Object, r *root) {
	f, _ := callee.(*types.Func)
	for i, a := range n.Args {
		if !isFunc(p.TypesInfo.Types[a].Type) {
			continue
		}
		if f != nil && f.Pkg() == p.Pkg && p.hasBody(f) {
			sig := f.Signature()
			if i < sig.Params().Len() && (!sig.Variadic() || i < sig.Params().Len()-1) {
				p.bindValue(sig.Params().At(i), a, r)
				continue
			}
		}
		p.leave(a)
	}
}

func (p *pkg) hasBody(f *types.Func) bool {
	if r := p.decls[f]; r != nil {
		return r.decl.Body != nil
	}
	return false
}

func isFunc(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// walkReturn binds a function value that an unexported function returns to that function's callers.
func (p *pkg) walkReturn(n *ast.ReturnStmt, r *root, stack []ast.Node) {
	inner := false
	for _, s := range stack {
		if _, ok := s.(*ast.FuncLit); ok {
			inner = true
		}
	}
	if v := p.resultVar(r.fn); v != nil && !inner && len(n.Results) == 1 {
		p.bindValue(v, n.Results[0], r)
		return
	}
	for _, e := range n.Results {
		p.leave(e)
	}
}

// resultVar stands for the function value that an unexported function of this package returns, or nil.
func (p *pkg) resultVar(f *types.Func) *types.Var {
	if f == nil || f.Pkg() != p.Pkg || f.Exported() {
		return nil
	}
	res := f.Signature().Results()
	if res.Len() != 1 || !isFunc(res.At(0).Type()) {
		return nil
	}
	v := p.results[f]
	if v == nil {
		v = types.NewVar(token.NoPos, p.Pkg, f.Name(), res.At(0).Type())
		p.results[f] = v
	}
	return v
}

// leave notes that a function value goes where its callers cannot be seen.
func (p *pkg) leave(e ast.Expr) {
	switch o := p.funcValue(e).(type) {
	case *types.Func:
		p.escaped[o.Origin()] = true
	case *types.Var:
		p.left[o.Origin()] = true
	}
}

// funcValue returns the function, or function-valued variable, that an expression names, if it names one.
func (p *pkg) funcValue(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return p.TypesInfo.Uses[e]
	case *ast.SelectorExpr:
		return p.TypesInfo.Uses[e.Sel]
	case *ast.IndexExpr:
		return p.funcValue(e.X)
	case *ast.CallExpr:
		if f, ok := p.calleeOf(e).(*types.Func); ok {
			if v := p.resultVar(f); v != nil {
				return v
			}
		}
	}
	return nil
}

func (p *pkg) walkAssign(n *ast.AssignStmt, r *root) {
	for i, l := range n.Lhs {
		var rhs ast.Expr
		if len(n.Lhs) == len(n.Rhs) {
			rhs = n.Rhs[i]
		} else if i == 0 {
			rhs = n.Rhs[0]
		}
		if v := p.packageVar(l); v != nil {
			g := p.global(v)
			if rhs == nil || n.Tok != token.ASSIGN {
				g.open = true
			} else {
				g.exprs = append(g.exprs, rhs)
			}
		}
		if rhs == nil || len(n.Lhs) != len(n.Rhs) {
			continue
		}
		switch l := ast.Unparen(l).(type) {
		case *ast.Ident:
			p.bindValue(p.TypesInfo.ObjectOf(l), rhs, r)
		case *ast.SelectorExpr:
			p.bindValue(p.TypesInfo.ObjectOf(l.Sel), rhs, r)
			p.stream(p.TypesInfo.ObjectOf(l.Sel), rhs)
		case *ast.IndexExpr:
			p.leave(rhs)
			if fieldMap(p.TypesInfo.Types[l.X].Type) {
				p.sites = append(p.sites, &site{
					call: call{root: r, stmt: n}, assign: n, spec: fieldSpec(p.TypesInfo.Types[l.X].Type), name: "field",
					leaves: []leaf{{expr: l.Index, role: sink.Key}, {expr: rhs, role: sink.Value, key: p.keyText(l.Index)}},
				})
			}
		}
	}
}

// bindValue records that a variable, field or parameter may hold a function value.
func (p *pkg) bindValue(to types.Object, from ast.Expr, r *root) {
	v, ok := to.(*types.Var)
	if !ok || !isFunc(v.Type()) {
		return
	}
	if v.IsField() && v.Pkg() != p.Pkg {
		p.leave(from)
		return
	}
	if lit, ok := ast.Unparen(from).(*ast.FuncLit); ok {
		p.litHome[lit] = true
	}
	p.bindings = append(p.bindings, binding{to: v.Origin(), from: from, root: r})
}

func (p *pkg) walkLit(n *ast.CompositeLit, r *root, stack []ast.Node) {
	t := p.TypesInfo.Types[n].Type
	if t == nil {
		return
	}
	if fieldMap(t) || p.types.Field(t) && isStruct(t) {
		p.sites = append(p.sites, &site{call: call{root: r, stmt: statement(stack)}, lit: n, spec: fieldSpec(t), name: "field"})
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		for _, el := range n.Elts {
			if kv, ok := el.(*ast.KeyValueExpr); ok {
				el = kv.Value
			}
			p.leave(el)
		}
		return
	}
	for i, el := range n.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok {
				p.bindValue(p.TypesInfo.Uses[id], kv.Value, r)
				p.stream(p.TypesInfo.Uses[id], kv.Value)
			}
		} else if i < st.NumFields() {
			p.bindValue(st.Field(i), el, r)
			p.stream(st.Field(i), el)
		}
	}
}

func isStruct(t types.Type) bool { _, ok := t.Underlying().(*types.Struct); return ok }

// fieldMap reports whether the type is a logger's map of fields: what is written into it was meant for a log.
func fieldMap(t types.Type) bool {
	if t == nil {
		return false
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return false
	}
	switch n.Obj().Pkg().Path() + "." + n.Obj().Name() {
	case "github.com/sirupsen/logrus.Fields", "github.com/apex/log.Fields", "github.com/prometheus/client_golang/prometheus.Labels",
		"github.com/phuslu/log.Fields", "github.com/charmbracelet/log.Fields":
		return true
	}
	return false
}

// fieldSpec is the spec of a literal of a field type: it goes where the type's package sends it.
func fieldSpec(t types.Type) *sink.Spec {
	s := &sink.Spec{Kind: sink.Field}
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil {
		if path := n.Obj().Pkg().Path(); strings.HasPrefix(path, "go.opentelemetry.io/") || strings.HasPrefix(path, "github.com/prometheus/") || strings.HasPrefix(path, "go.opencensus.io/") {
			s.Surface = sink.Telemetry
		}
	}
	return s
}

// statement returns the innermost statement, or value specification, on the stack.
func statement(stack []ast.Node) ast.Node {
	for i := len(stack) - 1; i >= 0; i-- {
		switch n := stack[i].(type) {
		case *ast.ValueSpec:
			return n
		case *ast.BlockStmt, *ast.LabeledStmt:
		case ast.Stmt:
			return n
		case *ast.FuncLit:
			return n
		}
	}
	if len(stack) > 0 {
		return stack[0]
	}
	return nil
}

// calleeOf returns the function, builtin or function-valued variable that a call names, or nil.
func (p *pkg) calleeOf(n *ast.CallExpr) types.Object {
	switch o := typeutil.Callee(p.TypesInfo, n).(type) {
	case *types.Func:
		return o.Origin()
	case *types.Builtin:
		return o
	case *types.Var:
		return o.Origin()
	}
	if inner, ok := ast.Unparen(n.Fun).(*ast.CallExpr); ok {
		if f, ok := typeutil.Callee(p.TypesInfo, inner).(*types.Func); ok {
			if v := p.resultVar(f.Origin()); v != nil {
				return v
			}
		}
	}
	return nil
}

// stream notes a field that is set to a standard stream.
func (p *pkg) stream(field types.Object, e ast.Expr) {
	v, ok := field.(*types.Var)
	if !ok || !v.IsField() {
		return
	}
	if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok {
		if s, ok := p.TypesInfo.Uses[sel.Sel].(*types.Var); ok && s.Pkg() != nil && s.Pkg().Path() == "os" && (s.Name() == "Stdout" || s.Name() == "Stderr") {
			p.streams[v.Origin()] = true
		}
	}
}

// known returns the spec of a call that the tables, another package's facts or a logger's shape tell.
func (p *pkg) known(n *ast.CallExpr, callee types.Object) (s *sink.Spec, name string, wrapper bool) {
	switch o := callee.(type) {
	case *types.Builtin:
		if s, ok := p.opts.Sinks.Builtin(o.Name()); ok {
			return s, o.Name(), false
		}
	case *types.Func:
		if s, ok := p.opts.Sinks.Lookup(o); ok {
			return s, qualified(o), false
		}
		if o.Pkg() != nil && o.Pkg() != p.Pkg {
			if l := p.load(o.Pkg()); l != nil {
				if s := l.funcs[funcKey(o)]; s != nil {
					return s, qualified(o), true
				}
			}
		}
		if s := p.shaped(o); s != nil && (o.Pkg() != p.Pkg || !p.hasBody(o)) {
			return s, qualified(o), false
		}
	case *types.Var:
		if o.Pkg() != nil && o.Pkg() != p.Pkg {
			if l := p.load(o.Pkg()); l != nil {
				if s := l.vars[o]; s != nil {
					return s, o.Name(), true
				}
			}
		}
	}
	return nil, "", false
}

// shaped returns the spec of a method of a logger-shaped type.
func (p *pkg) shaped(f *types.Func) *sink.Spec {
	recv := f.Signature().Recv()
	if recv == nil || f.Pkg() == nil || standardPath(f.Pkg().Path()) {
		return nil
	}
	s, ok := sink.MethodShape(f)
	if !ok {
		return nil
	}
	t := recv.Type()
	key := t
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		key = ptr.Elem()
	}
	is, ok := p.loggers[key]
	if !ok {
		is = sink.IsLogger(t)
		if n, named := types.Unalias(key).(*types.Named); named && p.opts.NotLoggers[shape.Key(n)] {
			is = false
		}
		p.loggers[key] = is
	}
	if !is {
		return nil
	}
	return s
}

func standardPath(path string) bool {
	for i := range len(path) {
		if path[i] == '/' {
			return stdRoots[path[:i]]
		}
		if path[i] == '.' {
			return false
		}
	}
	return stdRoots[path]
}

func declName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	return "(" + recvText(d.Recv.List[0].Type) + ")." + d.Name.Name
}

func recvText(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return "*" + recvText(e.X)
	case *ast.IndexExpr:
		return recvText(e.X)
	case *ast.IndexListExpr:
		return recvText(e.X)
	case *ast.Ident:
		return e.Name
	case *ast.ParenExpr:
		return recvText(e.X)
	}
	return "?"
}
