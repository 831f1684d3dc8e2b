package judge

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/seed-a76b335c/philint/analyzers/internal/flow"
	"github.com/seed-a76b335c/philint/analyzers/internal/policy"
	"github.com/seed-a76b335c/philint/analyzers/internal/shape"
)

// callee returns the function or method that a call names, or nil for a function value, conversion or builtin.
func (j *Judge) callee(call *ast.CallExpr) *types.Func {
	f, _ := typeutil.Callee(j.Info, call).(*types.Func)
	if f == nil {
		return nil
	}
	return f.Origin()
}

// callKey is the key of policy.Calls.
func callKey(f *types.Func) string {
	if f.Pkg() == nil {
		return "error." + f.Name()
	}
	recv := f.Signature().Recv()
	path := shape.AnyMajor(f.Pkg().Path())
	if recv == nil {
		return path + "." + f.Name()
	}
	if n := namedOf(recv.Type()); n != nil {
		return path + ".(" + n.Obj().Name() + ")." + f.Name()
	}
	return path + ".()." + f.Name()
}

// call judges the index-th result of a call.
func (j *Judge) call(e *ast.CallExpr, index int, s *Scope) Verdict {
	if j.Info.Types[e.Fun].IsType() {
		if len(e.Args) != 1 {
			return unknown(policy.FreeText, "a conversion")
		}
		return j.eval(e.Args[0], s)
	}
	if id, ok := ast.Unparen(e.Fun).(*ast.Ident); ok {
		if b, ok := j.Info.Uses[id].(*types.Builtin); ok {
			return j.builtin(b.Name(), e, s)
		}
	}
	f := j.callee(e)
	if f == nil {
		return j.dynamic(e, index, s)
	}
	if eff, ok := policy.Calls(callKey(f)); ok {
		return j.effect(eff, f, e, index, s)
	}
	if f.Pkg() == nil && f.Name() == "Error" {
		return j.receiver(e, s)
	}
	if v, ok := j.ofAllowed(f, e, s); ok {
		return v
	}
	sums := j.Summaries(f)
	if index < len(sums) {
		if v, ok := j.apply(sums[index], f, e, s); ok {
			return v
		}
	}
	// err.Error(), String() and the like of something refused is refused as that is.
	if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok && len(e.Args) == 0 && f.Signature().Recv() != nil {
		switch f.Name() {
		case "Error", "String", "GoString", "Text", "Bytes", "Hex":
			t := j.Info.Types[sel.X].Type
			if t != nil && shape.IsError(t) && f.Name() == "Error" {
				return j.eval(sel.X, s)
			}
			if v := j.eval(sel.X, s); v.State == Refused && v.Class != policy.Composite {
				return v
			} else if v.Depends() && v.State < Unknown {
				return v
			} else if v.State == Allowed && v.Shape != policy.Allowed {
				return v
			}
		}
		if tv := j.Types.Of(j.Info.Types[sel.X].Type); tv.Class == policy.Payload || tv.Class == policy.Secret {
			if b := resultBasic(f, index); b == policy.String {
				return refuse(tv.Class, "taken from "+Text(sel.X)).via(Text(e))
			}
		}
	}
	if t := resultType(f, index); t != nil && shape.IsError(t) {
		return refuse(policy.ErrorText, "an error's text may quote anything").via(Text(e))
	}
	return unknown(policy.OpaqueCall, f.Name()+" is not known to return an allowed shape")
}

func resultType(f *types.Func, index int) types.Type {
	r := f.Signature().Results()
	if index < r.Len() {
		return r.At(index).Type()
	}
	return nil
}

func resultBasic(f *types.Func, index int) policy.Basic {
	if t := resultType(f, index); t != nil {
		return shape.Basic(t)
	}
	return policy.Other
}

func (j *Judge) receiver(e *ast.CallExpr, s *Scope) Verdict {
	if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok {
		return j.eval(sel.X, s)
	}
	return unknown(policy.OpaqueCall, "the result of a call")
}

func (j *Judge) builtin(name string, e *ast.CallExpr, s *Scope) Verdict {
	switch name {
	case "len", "cap", "copy":
		return allow(policy.Count, name+" is a count")
	case "min", "max", "append", "real", "imag", "complex":
		out := Verdict{}
		for _, a := range e.Args {
			out = join(out, j.eval(a, s))
		}
		return out
	case "make", "new":
		return Verdict{}
	case "recover":
		return refuse(policy.ErrorText, "a recovered panic may quote anything").via(Text(e))
	}
	return unknown(policy.FreeText, "nothing is known of it")
}

// effect applies what is known of a function outside the module.
func (j *Judge) effect(eff *policy.Effect, f *types.Func, e *ast.CallExpr, index int, s *Scope) Verdict {
	if index > 0 {
		if t := resultType(f, index); t != nil {
			switch {
			case eff.Class == policy.Personal:
				return unknown(policy.OpaqueCall, "a further result of "+f.Name())
			case shape.IsError(t):
				return refuse(policy.ErrorText, "an error's text may quote anything").via(Text(e))
			case shape.Basic(t) == policy.Bool:
				return allow(policy.Status, "the outcome of a test")
			}
		}
	}
	switch {
	case eff.Shape != "":
		return allow(eff.Shape, f.Name()+" returns one")
	case eff.Class != "":
		why := "it comes from " + Text(e.Fun)
		if eff.Keyed {
			why = "text a client sent, unchecked"
		}
		return refuse(eff.Class, why).via(Text(e))
	}
	in := j.through(eff, e, s)
	switch {
	case eff.Parse && in.State == Refused && (in.Class == policy.Payload || in.Class == policy.FreeText):
		return unknown(policy.Value, "a parsed number")
	case eff.Parse && in.State == Allowed:
		return in
	case eff.Parse && in.State == Unknown:
		return unknown(policy.Value, "a parsed number")
	case eff.Marshal && !in.OK():
		if in.State == Refused && in.Class != policy.Composite {
			return in.via(Text(e))
		}
		return refuse(policy.Payload, "an encoded "+j.typeOf(e.Args[0])).via(Text(e))
	}
	return in
}

func (j *Judge) typeOf(e ast.Expr) string {
	return types.TypeString(j.Info.Types[e].Type, types.RelativeTo(j.Pkg))
}

// through joins the arguments that a transparent call passes on.
func (j *Judge) through(eff *policy.Effect, e *ast.CallExpr, s *Scope) Verdict {
	out := Verdict{}
	for _, i := range eff.Through {
		if i < 0 {
			out = join(out, j.receiver(e, s))
			continue
		}
		if i < len(e.Args) {
			out = join(out, j.eval(e.Args[i], s))
		}
	}
	if eff.Rest {
		skip := j.typeVerbs(e)
		for i := eff.Through[len(eff.Through)-1] + 1; i < len(e.Args); i++ {
			if !skip[i] {
				out = join(out, j.eval(e.Args[i], s))
			}
		}
	}
	return out
}

// typeVerbs returns the indexes of arguments that a format prints by %T only.
func (j *Judge) typeVerbs(e *ast.CallExpr) map[int]bool {
	f := j.callee(e)
	if f == nil {
		return nil
	}
	switch f.Name() {
	case "Sprintf", "Errorf", "Appendf", "Wrapf", "WithMessagef", "Newf":
	default:
		return nil
	}
	for i, a := range e.Args {
		if text, ok := j.stringConst(a); ok {
			out := map[int]bool{}
			for k, verb := range Verbs(text) {
				if verb == 'T' {
					out[i+1+k] = true
				}
			}
			return out
		}
	}
	return nil
}

// ofAllowed allows String, Code, Seconds … of a value whose own type or origin is allowed.
func (j *Judge) ofAllowed(f *types.Func, e *ast.CallExpr, s *Scope) (Verdict, bool) {
	sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
	if !ok || f.Signature().Recv() == nil || len(e.Args) > 1 {
		return Verdict{}, false
	}
	switch f.Name() {
	case "String", "Hex", "Bytes", "Text", "GoString", "Code", "Name", "Value", "Get", "Load", "Number", "Int64", "Uint64", "Int", "Base32", "Base64", "URN",
		"Seconds", "Milliseconds", "Microseconds", "Nanoseconds", "Minutes", "Hours", "Round", "Truncate", "Abs", "AsDuration", "Signal", "ExitCode", "Enum", "Error":
	default:
		return Verdict{}, false
	}
	t := j.Info.Types[sel.X].Type
	if t == nil {
		return Verdict{}, false
	}
	tv := j.Types.Of(t)
	switch {
	case tv.Shape == policy.Allowed || tv.Shape == policy.Judged:
		return Verdict{}, false
	case tv.Allowed():
		v := j.eval(sel.X, s)
		if v.State == Nothing || v.State == Unknown {
			v = allow(tv.Shape, tv.Why)
		}
		return v, true
	}
	return Verdict{}, false
}

// dynamic judges the result of calling a function value.
func (j *Judge) dynamic(e *ast.CallExpr, index int, s *Scope) Verdict {
	if lit := j.literalOf(e.Fun, s); lit != nil {
		if v, ok := j.litResult(lit, index, s); ok {
			return v
		}
	}
	if t := j.Info.Types[e].Type; t != nil {
		if tuple, ok := t.(*types.Tuple); ok && index < tuple.Len() {
			t = tuple.At(index).Type()
		}
		if shape.IsError(t) {
			return refuse(policy.ErrorText, "an error's text may quote anything").via(Text(e))
		}
	}
	return unknown(policy.OpaqueCall, "the result of a function value")
}

// invoked returns the argument bound to a parameter of a function literal that is called where it stands.
func (j *Judge) invoked(d *flow.Def, s *Scope) (ast.Expr, bool) {
	var found ast.Expr
	ast.Inspect(s.Flow.Root, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && ast.Unparen(call.Fun) == d.Lit && d.Index >= 0 && d.Index < len(call.Args) {
			found = call.Args[d.Index]
		}
		return found == nil
	})
	return found, found != nil
}

// literalOf returns the one function literal that a called expression is, or that a local variable holds.
func (j *Judge) literalOf(fun ast.Expr, s *Scope) *ast.FuncLit {
	switch f := ast.Unparen(fun).(type) {
	case *ast.FuncLit:
		return f
	case *ast.Ident:
		v, ok := j.Info.Uses[f].(*types.Var)
		if !ok || s.Flow == nil {
			return nil
		}
		if defs := s.Flow.Reaching(v, f.Pos()); len(defs) == 1 && defs[0].Kind == flow.Assign {
			lit, _ := ast.Unparen(defs[0].Expr).(*ast.FuncLit)
			return lit
		}
	}
	return nil
}

// litResult judges what a function literal returns, seen from inside it.
func (j *Judge) litResult(lit *ast.FuncLit, index int, s *Scope) (Verdict, bool) {
	if j.busyGlobal == nil {
		j.busyGlobal = map[ast.Expr]bool{}
	}
	if j.busyGlobal[lit] {
		j.cut++
		return Verdict{}, true
	}
	sig, ok := j.Info.Types[lit].Type.(*types.Signature)
	if !ok || index >= sig.Results().Len() {
		return Verdict{}, false
	}
	j.busyGlobal[lit] = true
	defer delete(j.busyGlobal, lit)
	out := Verdict{}
	for _, ret := range returns(lit.Body) {
		out = join(out, j.returned(ret, index, nil, sig, s))
	}
	return out, true
}

// Stack reports whether a call makes a field of a stack trace, whatever its arguments.
func (j *Judge) Stack(call *ast.CallExpr) bool {
	f := j.callee(call)
	if f == nil {
		return false
	}
	eff, ok := policy.Calls(callKey(f))
	return ok && eff.Class == policy.ErrorText
}

// ResultOf judges the index-th result of a call.
func (j *Judge) ResultOf(call *ast.CallExpr, index int, s *Scope) Verdict {
	j.steps = 0
	return j.result(call, index, s)
}
