// Package flow answers, from syntax and types alone, which assignments a use of a local variable can see:
// reaching definitions over the block structure of one function, without building SSA.
package flow

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// A Kind says what a definition binds the variable to.
type Kind uint8

const (
	Assign   Kind = iota // the Index-th value of Expr
	Param                // the function's Index-th parameter
	Zero                 // the zero value
	RangeKey             // the key or index of ranging over Expr
	RangeVal             // an element of Expr
	Add                  // the old value changed by a count: v++, v--
	Update               // the old value combined with Expr: v += Expr
	Element              // v[k] = Expr, v.Field = Expr: a part of the variable's value
	Escape               // the address was given to the call Expr, which may write anything
	Assert               // the outcome of v, ok := <-c, m[k], x.(T): a flag
)

// A Def is one place where a variable gets a value, or a part of one.
type Def struct {
	Kind  Kind
	Var   *types.Var
	Expr  ast.Expr
	Index int
	Key   ast.Expr     // Element: the index or map key
	Field *types.Var   // Element: the struct field
	Lit   *ast.FuncLit // Param: the function literal whose parameter it is, or nil
	at    token.Pos    // the value is seen from here on
	where *region
}

// A Func is one function or method declaration, or the initialiser of a package variable, with every function literal in it.
type Func struct {
	Root ast.Node
	defs map[*types.Var][]*Def
	uses map[*types.Var][]Use
	lits map[*ast.FuncLit]*region
	top  *region
	into []*Def
	outs []token.Pos // where a break or goto stands
	info *types.Info
}

// A Use is one mention of a parameter or local variable.
type Use struct {
	Ident *ast.Ident
	// Neutral marks a mention through which nothing of the value gets anywhere: a comparison, len, a blank assignment.
	Neutral bool
}

type regionKind uint8

const (
	plain  regionKind = iota
	choice            // if, switch, select: its branches exclude each other
	loop
	function
)

// An exit says how the last statement of a block ends it.
type exit uint8

const (
	runsOn     exit = iota // control goes on behind the block
	endsTurn               // continue: the rest of the loop's turn is not seen
	leavesFunc             // return, panic
)

type region struct {
	kind     regionKind
	parent   *region
	children []*region
	pos, end token.Pos
	lit      *ast.FuncLit
	results  []*ast.Ident // a function's named results
	branch   bool         // one of several that exclude each other
	leaves   exit         // how its last statement ends it
}

// New walks the function once.
func New(root ast.Node, info *types.Info) *Func {
	f := &Func{Root: root, info: info, defs: map[*types.Var][]*Def{}, uses: map[*types.Var][]Use{}, lits: map[*ast.FuncLit]*region{}}
	f.top = &region{kind: function, pos: root.Pos(), end: root.End()}
	w := &walker{f: f}
	switch n := root.(type) {
	case *ast.FuncDecl:
		w.params(n.Type, n.Recv, f.top, nil)
		if n.Body != nil {
			w.block(n.Body.List, f.top)
		}
	case ast.Expr:
		w.exprs(f.top, n)
	}
	return f
}

// Uses returns every mention of a parameter or local variable of the function.
func (f *Func) Uses(v *types.Var) []Use { return f.uses[v] }

// Into returns the definitions whose expression holds the position: the variables that what stands there goes into.
func (f *Func) Into(pos token.Pos) []*Def {
	if f.into == nil {
		for _, ds := range f.defs {
			for _, d := range ds {
				if d.Expr != nil {
					f.into = append(f.into, d)
				}
			}
		}
		if f.into == nil {
			f.into = []*Def{}
		}
	}
	var out []*Def
	fn := f.at(pos).function()
	for _, d := range f.into {
		// What stands in a function literal goes where that function sends it, not where the function goes.
		if d.Expr.Pos() <= pos && pos < d.Expr.End() && d.where.function() == fn {
			out = append(out, d)
		}
	}
	return out
}

// All returns every definition of the variable, in source order.
func (f *Func) All(v *types.Var) []*Def { return f.defs[v] }

// Knows reports whether the variable is declared within the function.
func (f *Func) Knows(v *types.Var) bool { return len(f.defs[v]) > 0 }

// walker records definitions while it follows the statements down.
type walker struct{ f *Func }

func (w *walker) region(parent *region, kind regionKind, n ast.Node) *region {
	r := &region{kind: kind, parent: parent, pos: n.Pos(), end: n.End()}
	parent.children = append(parent.children, r)
	return r
}

func (w *walker) def(v types.Object, d Def) {
	lv, ok := v.(*types.Var)
	if !ok || lv.IsField() {
		return
	}
	d.Var = lv
	w.f.defs[lv] = append(w.f.defs[lv], &d)
}

func (w *walker) params(t *ast.FuncType, recv *ast.FieldList, r *region, lit *ast.FuncLit) {
	at := t.End()
	i := 0
	if recv != nil {
		for _, f := range recv.List {
			for _, name := range f.Names {
				w.def(w.f.info.Defs[name], Def{Kind: Param, Index: -1, Lit: lit, at: at, where: r})
			}
		}
	}
	for _, f := range t.Params.List {
		if len(f.Names) == 0 {
			i++
		}
		for _, name := range f.Names {
			w.def(w.f.info.Defs[name], Def{Kind: Param, Index: i, Lit: lit, at: at, where: r})
			i++
		}
	}
	r.results = nil
	if t.Results != nil {
		for _, f := range t.Results.List {
			for _, name := range f.Names {
				r.results = append(r.results, name)
				w.def(w.f.info.Defs[name], Def{Kind: Zero, at: at, where: r})
			}
		}
	}
}

func (w *walker) block(list []ast.Stmt, r *region) {
	for _, s := range list {
		w.stmt(s, r)
	}
	if len(list) > 0 {
		r.leaves = w.leaves(list[len(list)-1])
	}
}

func (w *walker) nested(b *ast.BlockStmt, parent *region, kind regionKind, branch bool) {
	if b == nil {
		return
	}
	r := w.region(parent, kind, b)
	r.branch = branch
	w.block(b.List, r)
}

func (w *walker) stmt(s ast.Stmt, r *region) {
	switch s := s.(type) {
	case nil:
	case *ast.BlockStmt:
		w.nested(s, r, plain, false)
	case *ast.ExprStmt:
		w.exprs(r, s.X)
	case *ast.SendStmt:
		w.exprs(r, s.Chan, s.Value)
		w.part(&ast.IndexExpr{X: s.Chan}, s.Value, 0, Assign, s.End(), r)
	case *ast.IncDecStmt:
		w.exprs(r, s.X)
		if id, ok := ast.Unparen(s.X).(*ast.Ident); ok {
			w.def(w.f.info.ObjectOf(id), Def{Kind: Add, at: s.End(), where: r})
		}
	case *ast.AssignStmt:
		w.assign(s, r)
	case *ast.GoStmt:
		w.exprs(r, s.Call)
	case *ast.DeferStmt:
		w.exprs(r, s.Call)
	case *ast.ReturnStmt:
		w.exprs(r, s.Results...)
		w.returned(s, r)
	case *ast.LabeledStmt:
		w.stmt(s.Stmt, r)
	case *ast.BranchStmt:
		if s.Tok == token.BREAK || s.Tok == token.GOTO {
			w.f.outs = append(w.f.outs, s.Pos())
		}
	case *ast.DeclStmt:
		w.decl(s, r)
	case *ast.IfStmt:
		c := w.region(r, choice, s)
		w.stmt(s.Init, c)
		w.exprs(c, s.Cond)
		w.nested(s.Body, c, plain, true)
		switch e := s.Else.(type) {
		case *ast.BlockStmt:
			w.nested(e, c, plain, true)
		case *ast.IfStmt:
			b := w.region(c, plain, e)
			b.branch = true
			w.stmt(e, b)
		}
	case *ast.ForStmt:
		l := w.region(r, loop, s)
		if s.Init != nil { // the initialiser runs once, before the loop
			w.stmt(s.Init, r)
		}
		w.exprs(l, s.Cond)
		w.stmt(s.Post, l)
		w.nested(s.Body, l, plain, false)
	case *ast.RangeStmt:
		l := w.region(r, loop, s)
		w.exprs(r, s.X)
		w.rangeVar(s.Key, s, RangeKey, l)
		w.rangeVar(s.Value, s, RangeVal, l)
		w.nested(s.Body, l, plain, false)
	case *ast.SwitchStmt:
		c := w.region(r, choice, s)
		w.stmt(s.Init, c)
		w.exprs(c, s.Tag)
		w.clauses(s.Body, c, nil)
	case *ast.TypeSwitchStmt:
		c := w.region(r, choice, s)
		w.stmt(s.Init, c)
		w.clauses(s.Body, c, w.typeSwitch(s, c))
	case *ast.SelectStmt:
		c := w.region(r, choice, s)
		w.clauses(s.Body, c, nil)
	}
}

// returned assigns what a return statement returns to the named results: deferred functions see it.
func (w *walker) returned(s *ast.ReturnStmt, r *region) {
	names := r.function().results
	if len(names) == 0 || len(s.Results) == 0 {
		return
	}
	for i, name := range names {
		d := Def{Kind: Assign, at: s.End(), where: r}
		switch {
		case len(s.Results) == len(names):
			d.Expr = s.Results[i]
		default:
			d.Expr, d.Index = s.Results[0], i
		}
		w.def(w.f.info.Defs[name], d)
	}
}

func (w *walker) typeSwitch(s *ast.TypeSwitchStmt, r *region) ast.Expr {
	var x ast.Expr
	switch a := s.Assign.(type) {
	case *ast.ExprStmt:
		x = a.X
	case *ast.AssignStmt:
		x = a.Rhs[0]
	}
	if ta, ok := ast.Unparen(x).(*ast.TypeAssertExpr); ok {
		w.exprs(r, ta.X)
		return ta.X
	}
	return nil
}

func (w *walker) clauses(body *ast.BlockStmt, c *region, assertOf ast.Expr) {
	for _, cl := range body.List {
		b := w.region(c, plain, cl)
		b.branch = true
		switch cl := cl.(type) {
		case *ast.CaseClause:
			if v, ok := w.f.info.Implicits[cl]; ok && assertOf != nil {
				w.def(v, Def{Kind: Assign, Expr: assertOf, at: cl.Pos(), where: b})
			}
			w.exprs(b, cl.List...)
			w.block(cl.Body, b)
		case *ast.CommClause:
			w.stmt(cl.Comm, b)
			w.block(cl.Body, b)
		}
	}
}

func (w *walker) rangeVar(e ast.Expr, s *ast.RangeStmt, kind Kind, r *region) {
	if e == nil {
		return
	}
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		w.def(w.f.info.ObjectOf(id), Def{Kind: kind, Expr: s.X, at: s.X.End(), where: r})
		return
	}
	w.part(e, s.X, 0, kind, s.X.End(), r)
}

func (w *walker) decl(s *ast.DeclStmt, r *region) {
	g, ok := s.Decl.(*ast.GenDecl)
	if !ok || g.Tok != token.VAR {
		return
	}
	for _, sp := range g.Specs {
		vs := sp.(*ast.ValueSpec)
		w.exprs(r, vs.Values...)
		for i, name := range vs.Names {
			d := Def{Kind: Zero, at: vs.End(), where: r}
			switch {
			case len(vs.Values) == len(vs.Names):
				d.Kind, d.Expr = Assign, vs.Values[i]
			case len(vs.Values) == 1:
				d.Kind, d.Expr, d.Index = Assign, vs.Values[0], i
			}
			w.def(w.f.info.Defs[name], d)
		}
	}
}

func (w *walker) assign(s *ast.AssignStmt, r *region) {
	w.exprs(r, s.Rhs...)
	for i, l := range s.Lhs {
		rhs, index := s.Rhs[0], i
		if len(s.Rhs) == len(s.Lhs) {
			rhs, index = s.Rhs[i], 0
		}
		kind := Assign
		switch s.Tok {
		case token.ASSIGN, token.DEFINE:
			if index == 1 && len(s.Rhs) == 1 && commaOK(rhs) {
				kind = Assert
			}
		default:
			kind = Update
		}
		switch l := ast.Unparen(l).(type) {
		case *ast.Ident:
			if l.Name != "_" {
				w.def(w.f.info.ObjectOf(l), Def{Kind: kind, Expr: rhs, Index: index, at: s.End(), where: r})
			}
		default:
			w.exprs(r, l)
			w.part(l, rhs, index, kind, s.End(), r)
		}
	}
}

func commaOK(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.IndexExpr, *ast.TypeAssertExpr:
		return true
	case *ast.UnaryExpr:
		return e.Op == token.ARROW
	}
	return false
}

// part records v[k] = x, v.F = x and *v = x against the variable at the bottom of the left side.
func (w *walker) part(l, rhs ast.Expr, index int, kind Kind, at token.Pos, r *region) {
	d := Def{Kind: Element, Expr: rhs, Index: index, at: at, where: r}
	if kind == RangeKey || kind == RangeVal {
		return
	}
	for e := ast.Unparen(l); ; {
		switch x := e.(type) {
		case *ast.IndexExpr:
			d.Key, d.Field = x.Index, nil
			e = ast.Unparen(x.X)
		case *ast.SelectorExpr:
			if sel, ok := w.f.info.Selections[x]; ok {
				d.Field, _ = sel.Obj().(*types.Var)
				d.Key = nil
			}
			e = ast.Unparen(x.X)
		case *ast.StarExpr:
			e = ast.Unparen(x.X)
		case *ast.Ident:
			w.def(w.f.info.ObjectOf(x), d)
			return
		default:
			return
		}
	}
}

// exprs looks into expressions for function literals, addresses given away, and mentions of parameters.
func (w *walker) exprs(r *region, list ...ast.Expr) {
	for _, e := range list {
		if e != nil {
			w.expr(e, r)
		}
	}
}

func (w *walker) expr(root ast.Expr, r *region) {
	var stack []ast.Node
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			fr := w.region(r, function, n)
			fr.lit = n
			w.f.lits[n] = fr
			w.params(n.Type, nil, fr, n)
			w.block(n.Body.List, fr)
			return false // nothing is pushed, and Inspect sends no nil for it
		case *ast.Ident:
			w.use(n, stack)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				w.address(n, stack, r)
			}
		case *ast.CallExpr:
			w.written(n, r)
		}
		stack = append(stack, n)
		return true
	})
}

func (w *walker) use(id *ast.Ident, stack []ast.Node) {
	v, ok := w.f.info.Uses[id].(*types.Var)
	if !ok || v.IsField() {
		return
	}
	if len(w.f.defs[v]) == 0 {
		return
	}
	w.f.uses[v] = append(w.f.uses[v], Use{Ident: id, Neutral: w.neutral(id, stack)})
}

// neutral reports whether the mention only asks about the value: compares it, counts it.
func (w *walker) neutral(id *ast.Ident, stack []ast.Node) bool {
	var child ast.Node = id
	for i := len(stack) - 1; i >= 0; i-- {
		switch p := stack[i].(type) {
		case *ast.ParenExpr, *ast.SelectorExpr, *ast.StarExpr:
		case *ast.BinaryExpr:
			switch p.Op {
			case token.EQL, token.NEQ, token.LSS, token.GTR, token.LEQ, token.GEQ, token.LAND, token.LOR:
				return true
			}
			return false
		case *ast.UnaryExpr:
			return p.Op == token.NOT
		case *ast.CallExpr:
			if p.Fun == child {
				return false
			}
			switch f := ast.Unparen(p.Fun).(type) {
			case *ast.Ident:
				return f.Name == "len" || f.Name == "cap"
			case *ast.SelectorExpr:
				return w.asks(f)
			}
			return false
		default:
			return false
		}
		child = stack[i]
	}
	return false
}

// asks reports whether a called function only asks about its argument, or makes it safe: errors.Is, errors.As and what
// package redact offers, under whatever name the file imports them.
func (w *walker) asks(f *ast.SelectorExpr) bool {
	id, ok := f.X.(*ast.Ident)
	if !ok {
		return false
	}
	pkg, ok := w.f.info.Uses[id].(*types.PkgName)
	if !ok {
		return false
	}
	switch pkg.Imported().Path() {
	case "errors":
		return f.Sel.Name == "Is" || f.Sel.Name == "As"
	case "github.com/seed-a76b335c/philint/redact":
		return true
	}
	return false
}

// address records &v, &v.F: whoever gets the address may write through it.
func (w *walker) address(n *ast.UnaryExpr, stack []ast.Node, r *region) {
	e := ast.Unparen(n.X)
	for {
		if s, ok := e.(*ast.SelectorExpr); ok {
			e = ast.Unparen(s.X)
			continue
		}
		break
	}
	id, ok := e.(*ast.Ident)
	if !ok {
		return
	}
	d := Def{Kind: Escape, Expr: n, at: n.End(), where: r}
	for i := len(stack) - 1; i >= 0; i-- {
		if call, ok := stack[i].(*ast.CallExpr); ok {
			d.Expr, d.at = call, call.End()
			break
		}
	}
	w.def(w.f.info.ObjectOf(id), d)
}

// written records b.WriteString(x) and the like against b: a buffer holds what is written to it.
func (w *walker) written(call *ast.CallExpr, r *region) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !strings.HasPrefix(sel.Sel.Name, "Write") || len(call.Args) != 1 {
		return
	}
	id, ok := ast.Unparen(sel.X).(*ast.Ident)
	if !ok {
		return
	}
	if v, ok := w.f.info.Uses[id].(*types.Var); ok {
		w.def(v, Def{Kind: Element, Expr: call.Args[0], at: call.End(), where: r})
	}
}

// leaves says how a statement that ends a block ends it. A jump to a label may go anywhere, so nothing is said of it.
func (w *walker) leaves(s ast.Stmt) exit {
	switch s := s.(type) {
	case *ast.ReturnStmt:
		return leavesFunc
	case *ast.BranchStmt:
		if s.Tok == token.CONTINUE && s.Label == nil {
			return endsTurn
		}
	case *ast.BlockStmt:
		if len(s.List) > 0 {
			return w.leaves(s.List[len(s.List)-1])
		}
	case *ast.IfStmt:
		if s.Else != nil {
			return min(w.leaves(s.Body), w.leaves(s.Else))
		}
	case *ast.ExprStmt:
		if call, ok := s.X.(*ast.CallExpr); ok && w.endsProgram(call) {
			return leavesFunc
		}
	}
	return runsOn
}

func (w *walker) endsProgram(call *ast.CallExpr) bool {
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		_, builtin := w.f.info.Uses[f].(*types.Builtin)
		return builtin && f.Name == "panic"
	case *ast.SelectorExpr:
		switch f.Sel.Name {
		case "Fatal", "Fatalf", "Fatalln", "Panic", "Panicf", "Panicln", "Goexit", "Exit":
			return true
		}
	}
	return false
}
