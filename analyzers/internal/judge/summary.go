package judge

import (
	"go/ast"
	"go/types"

	"github.com/seed-a76b335c/philint/analyzers/internal/policy"
	"github.com/seed-a76b335c/philint/analyzers/internal/shape"
)

// A Summary says what one result of a function is, seen from its parameters.
type Summary struct {
	State  State
	Shape  policy.Shape
	Class  policy.Class
	Why    string
	Path   []string
	Params []int // the parameters the result is made of; -1 is the receiver
}

// Known reports whether the summary says more than that nothing is known.
func (s Summary) Known() bool { return s.State != Unknown || len(s.Params) > 0 }

// Summaries returns one summary a result, or nil where nothing is known of the function.
func (j *Judge) Summaries(f *types.Func) []Summary {
	if f.Pkg() != j.Pkg {
		if j.Result == nil {
			return nil
		}
		return j.Result(f)
	}
	if s, ok := j.summaries[f]; ok {
		return s
	}
	if j.summaries == nil {
		j.summaries, j.running, j.partial = map[*types.Func][]Summary{}, map[*types.Func]int{}, map[*types.Func]partial{}
		j.lowest = outside
	}
	decl := j.Decl(f)
	if decl == nil || decl.Body == nil || f.Signature().Results().Len() == 0 {
		j.summaries[f] = nil
		return nil
	}
	if depth, ok := j.running[f]; ok {
		// A recursive call adds nothing of its own to what the function returns.
		j.needs(depth)
		return make([]Summary, f.Signature().Results().Len())
	}
	if p, ok := j.partial[f]; ok {
		j.needs(p.lowest)
		return p.sums
	}
	return j.complete(f, decl)
}

// outside is deeper than any function under way.
const outside = 1 << 30

// A partial summary was made while functions further out were under way, the outermost of them at depth lowest: it lacks
// what they add, and holds only until the one at that depth is done.
type partial struct {
	sums   []Summary
	lowest int
}

// needs notes that what is being judged lacks what the function at a depth adds: it must not be remembered beyond that.
func (j *Judge) needs(depth int) {
	j.lowest = min(j.lowest, depth)
	j.cut++
}

// complete summarises a function, and remembers the summary if it lacks nothing.
func (j *Judge) complete(f *types.Func, decl *ast.FuncDecl) []Summary {
	depth, outer := len(j.running), j.lowest
	j.running[f], j.lowest = depth, outside
	out := j.summarise(f, decl)
	delete(j.running, f)
	for g, p := range j.partial {
		if p.lowest >= depth {
			delete(j.partial, g)
		}
	}
	if j.lowest >= depth {
		j.summaries[f] = out
		j.lowest = outer
		return out
	}
	j.partial[f] = partial{out, j.lowest}
	j.lowest = min(outer, j.lowest)
	return out
}

func (j *Judge) summarise(f *types.Func, decl *ast.FuncDecl) []Summary {
	sig := f.Signature()
	index := map[*types.Var]int{}
	for i := range sig.Params().Len() {
		index[sig.Params().At(i)] = i
	}
	if sig.Recv() != nil {
		index[sig.Recv()] = -1
	}
	s := &Scope{Flow: j.FlowOf(decl), Owner: OwnerOf(decl), mode: ModeSummary, Symbolic: func(v *types.Var) bool { _, ok := index[v]; return ok }}
	verdicts := make([]Verdict, sig.Results().Len())
	for _, ret := range returns(decl.Body) {
		for i := range verdicts {
			verdicts[i] = join(verdicts[i], j.returned(ret, i, decl, sig, s))
		}
	}
	out := make([]Summary, len(verdicts))
	for i, v := range verdicts {
		out[i] = Summary{State: v.State, Shape: v.Shape, Class: v.Class, Why: v.Why, Path: v.Path}
		seen := map[int]bool{}
		for _, id := range v.Params {
			if p, ok := j.Info.Uses[id].(*types.Var); ok && !seen[index[p]] {
				seen[index[p]] = true
				out[i].Params = append(out[i].Params, index[p])
			}
		}
	}
	return out
}

// returned judges the i-th result at one return statement.
func (j *Judge) returned(ret *ast.ReturnStmt, i int, decl *ast.FuncDecl, sig *types.Signature, s *Scope) Verdict {
	t := sig.Results().At(i).Type()
	switch {
	case len(ret.Results) == sig.Results().Len():
		return j.evalAs(ret.Results[i], t, s)
	case len(ret.Results) == 1:
		return j.value(ret.Results[0], i, s)
	}
	v := sig.Results().At(i)
	return j.defs(s.Flow.Reaching(v, ret.Pos()), t, s)
}

// evalAs judges a returned expression; the parameters it is made of may stand behind an unknown rest.
func (j *Judge) evalAs(e ast.Expr, t types.Type, s *Scope) Verdict {
	v := j.eval(e, s)
	if v.State == Unknown && shape.IsError(t) {
		return refuse(policy.ErrorText, "an error's text may quote anything")
	}
	return v
}

func returns(body *ast.BlockStmt) []*ast.ReturnStmt {
	var out []*ast.ReturnStmt
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			out = append(out, n)
		}
		return true
	})
	return out
}

// apply turns a function's summary into the verdict on one call of it.
func (j *Judge) apply(sum Summary, f *types.Func, e *ast.CallExpr, s *Scope) (Verdict, bool) {
	if !sum.Known() {
		return Verdict{}, false
	}
	v := Verdict{State: sum.State, Shape: sum.Shape, Class: sum.Class, Why: sum.Why, Path: sum.Path}
	if v.State == Nothing && len(sum.Params) == 0 {
		v = allow(policy.Constant, f.Name()+" returns only nil")
	}
	if v.State == Allowed && v.Why != "" {
		v.Why = f.Name() + " returns only: " + v.Why
	}
	for _, p := range sum.Params {
		for _, a := range j.args(f, e, p) {
			v = join(v, j.eval(a, s))
		}
	}
	if v.State == Unknown && len(sum.Params) == 0 {
		return Verdict{}, false
	}
	return v.via(Text(e.Fun) + "(…)"), true
}

// args returns the arguments bound to a parameter: several for a variadic one, the receiver for -1.
func (j *Judge) args(f *types.Func, e *ast.CallExpr, p int) []ast.Expr {
	sel, isSel := ast.Unparen(e.Fun).(*ast.SelectorExpr)
	if p < 0 {
		if isSel {
			return []ast.Expr{sel.X}
		}
		return nil
	}
	args := e.Args
	if isSel {
		if x, ok := j.Info.Selections[sel]; ok && x.Kind() == types.MethodExpr && len(args) > 0 {
			args = args[1:]
		}
	}
	sig := f.Signature()
	if sig.Variadic() && p == sig.Params().Len()-1 {
		if p > len(args) {
			return nil
		}
		return args[p:]
	}
	if p < len(args) {
		return args[p : p+1]
	}
	return nil
}

// OwnerOf names a declaration and its receiver type.
func OwnerOf(decl *ast.FuncDecl) []string {
	if decl == nil {
		return nil
	}
	out := []string{decl.Name.Name}
	if decl.Recv != nil && len(decl.Recv.List) == 1 {
		t := decl.Recv.List[0].Type
		for {
			switch x := t.(type) {
			case *ast.StarExpr:
				t = x.X
				continue
			case *ast.IndexExpr:
				t = x.X
				continue
			case *ast.IndexListExpr:
				t = x.X
				continue
			case *ast.Ident:
				out = append(out, x.Name)
			}
			return out
		}
	}
	return out
}
