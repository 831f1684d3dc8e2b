package judge

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/seed-a76b335c/philint/analyzers/internal/flow"
	"github.com/seed-a76b335c/philint/analyzers/internal/policy"
	"github.com/seed-a76b335c/philint/analyzers/internal/shape"
)

// expr judges by the form of the expression and by where its value comes from.
func (j *Judge) expr(e ast.Expr, t types.Type, s *Scope) Verdict {
	switch e := ast.Unparen(e).(type) {
	case *ast.BasicLit:
		return allow(policy.Constant, "a constant")
	case *ast.Ident:
		return j.ident(e, t, s)
	case *ast.SelectorExpr:
		return j.selector(e, s)
	case *ast.StarExpr:
		return j.eval(e.X, s)
	case *ast.UnaryExpr:
		if e.Op == token.ARROW {
			return j.received(e.X, s)
		}
		return j.eval(e.X, s)
	case *ast.BinaryExpr:
		return j.binary(e, s)
	case *ast.SliceExpr:
		return j.eval(e.X, s)
	case *ast.TypeAssertExpr:
		v := j.eval(e.X, s)
		if v.State == Unknown && v.Class == policy.Composite {
			v.Class, v.Why = policy.FreeText, "taken out of an interface with unknown content"
			if _, call := ast.Unparen(e.X).(*ast.CallExpr); call {
				v.Class = policy.OpaqueCall
			}
		}
		return v
	case *ast.IndexExpr:
		return j.index(e, s)
	case *ast.CompositeLit:
		return j.literal(e, s)
	case *ast.CallExpr:
		return j.call(e, 0, s)
	case *ast.FuncLit:
		return unknown(policy.Composite, "a function")
	}
	return unknown(policy.FreeText, "nothing is known of it")
}

func (j *Judge) binary(e *ast.BinaryExpr, s *Scope) Verdict {
	return join(j.eval(e.X, s), j.eval(e.Y, s))
}

// ident follows a variable to the assignments that reach this use.
func (j *Judge) ident(id *ast.Ident, t types.Type, s *Scope) Verdict {
	switch obj := j.Info.ObjectOf(id).(type) {
	case *types.Const:
		return allow(policy.Constant, "a constant")
	case *types.Nil:
		return Verdict{}
	case *types.Func:
		return unknown(policy.Composite, "a function")
	case *types.Var:
		if obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope() {
			return j.global(obj, s).via(id.Name)
		}
		if s.Flow == nil || !s.Flow.Knows(obj) {
			return unknown(policy.FreeText, "its origin is not known")
		}
		v := j.defs(s.Flow.Reaching(obj, id.Pos()), obj.Type(), s).via(id.Name)
		if v.Depends() {
			v.Locals = merge(v.Locals, []*ast.Ident{id})
		}
		return v
	}
	return unknown(policy.FreeText, "its origin is not known")
}

func (j *Judge) defs(list []*flow.Def, t types.Type, s *Scope) Verdict {
	out := Verdict{}
	for _, d := range list {
		out = join(out, j.def(d, t, s))
	}
	return out
}

// def judges what one definition gives a variable.
func (j *Judge) def(d *flow.Def, t types.Type, s *Scope) Verdict {
	if j.busy == nil {
		j.busy, j.done = map[*flow.Def]bool{}, map[defKey]Verdict{}
	}
	if j.done == nil {
		j.done = map[defKey]Verdict{}
	}
	if j.busy[d] {
		j.cut++
		return Verdict{}
	}
	key := defKey{d, s.mode}
	if v, ok := j.done[key]; ok {
		return v
	}
	j.busy[d] = true
	cut := j.cut
	v := j.defValue(d, t, s)
	delete(j.busy, d)
	if cut == j.cut || len(j.busy) == 0 && len(j.running) == 0 {
		j.done[key] = v
	}
	return v
}

func (j *Judge) defValue(d *flow.Def, t types.Type, s *Scope) Verdict {
	switch d.Kind {
	case flow.Zero:
		return allow(policy.Constant, "the zero value")
	case flow.Add:
		return allow(policy.Count, "a counter")
	case flow.Assert:
		return allow(policy.Status, "the outcome of a test")
	case flow.Param:
		if m, ok := j.declaredObj(d.Var); ok {
			return m
		}
		if d.Lit != nil {
			if arg, ok := j.invoked(d, s); ok {
				return j.eval(arg, s)
			}
		}
		return unknown(policy.FreeText, "a parameter")
	case flow.RangeKey:
		if x := j.Info.Types[d.Expr].Type; x != nil {
			switch u := x.Underlying().(type) {
			case *types.Map:
				if j.Types.Of(u.Key()).Allowed() {
					return allow(policy.Status, "a key of a closed type")
				}
				return j.part(d.Expr, true, s)
			case *types.Slice, *types.Array, *types.Pointer, *types.Basic:
				return allow(policy.Count, "an index")
			case *types.Chan:
				return j.received(d.Expr, s)
			}
		}
		return unknown(policy.FreeText, "a key")
	case flow.RangeVal:
		return j.part(d.Expr, false, s)
	case flow.Escape:
		if v := j.filled(d, s); v.State == Refused {
			return v
		}
		return unknown(policy.FreeText, "written through its address by "+Text(d.Expr))
	case flow.Element:
		v := j.value(d.Expr, d.Index, s)
		if d.Key != nil {
			v = join(v, j.key(d.Key, s))
		}
		return v
	case flow.Update:
		return j.eval(d.Expr, s)
	}
	return j.value(d.Expr, d.Index, s)
}

// received judges what comes out of a channel: what this function sends into it, if it is bad.
func (j *Judge) received(ch ast.Expr, s *Scope) Verdict {
	if id, ok := ast.Unparen(ch).(*ast.Ident); ok {
		if v, ok := j.Info.Uses[id].(*types.Var); ok && s.Flow != nil && s.Flow.Knows(v) {
			for _, d := range s.Flow.All(v) {
				if d.Kind != flow.Element {
					continue
				}
				if out := j.def(d, v.Type(), s); out.State == Refused {
					return out.via("<-" + id.Name)
				}
			}
		}
	}
	return unknown(policy.FreeText, "received from a channel")
}

// filled judges what a call writes through an address from what else it is given: a decoder writes what it reads. Only
// what is known to be bad counts.
func (j *Judge) filled(d *flow.Def, s *Scope) Verdict {
	call, ok := ast.Unparen(d.Expr).(*ast.CallExpr)
	if !ok {
		return Verdict{}
	}
	var from []ast.Expr
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
		if inner, ok := ast.Unparen(sel.X).(*ast.CallExpr); ok && !j.Info.Types[inner.Fun].IsType() {
			from = append(from, inner.Args...) // json.NewDecoder(r.Body).Decode(&v)
		} else if _, pkg := j.object(sel.X).(*types.PkgName); !pkg {
			from = append(from, sel.X)
		}
	}
	for _, e := range append(from, call.Args...) {
		t := j.Info.Types[e].Type
		if u, ok := ast.Unparen(e).(*ast.UnaryExpr); ok && u.Op == token.AND || t == nil || isContextType(t) {
			continue
		}
		switch v := j.eval(e, s); v.Class {
		case policy.Payload, policy.Personal, policy.Secret, policy.Health:
			if v.State == Refused {
				return v.via(Text(call.Fun) + "(…)")
			}
		}
	}
	return Verdict{}
}

func isContextType(t types.Type) bool {
	n := namedOf(t)
	return n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}

// key judges a map key or index that becomes part of a logged map: a constant one says nothing.
func (j *Judge) key(e ast.Expr, s *Scope) Verdict {
	if tv := j.Info.Types[e]; tv.Value != nil {
		return Verdict{}
	}
	if t := j.Info.Types[e].Type; t != nil && shape.Basic(t) == policy.Integer {
		return Verdict{}
	}
	return j.eval(e, s)
}

// value judges the index-th value of an expression.
func (j *Judge) value(e ast.Expr, index int, s *Scope) Verdict {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && index > 0 {
		return j.result(call, index, s)
	}
	if index > 0 {
		return allow(policy.Status, "the outcome of a test")
	}
	return j.eval(e, s)
}

// result judges a further result of a call, by its type and by what is known of the function.
func (j *Judge) result(call *ast.CallExpr, index int, s *Scope) Verdict {
	tuple, ok := j.Info.Types[call].Type.(*types.Tuple)
	if !ok || index >= tuple.Len() {
		return unknown(policy.OpaqueCall, "the result of a call")
	}
	t := tuple.At(index).Type()
	if tv := j.Types.Of(t); tv.Allowed() {
		return allow(tv.Shape, tv.Why)
	}
	name, owner := policy.Name{}, []policy.Name(nil)
	if index == 0 && !j.vouched(call, s) {
		name, owner = j.ownName(call), j.owner(call)
		if v, ok := j.veto(call, t, name, owner, s); ok {
			return v
		}
	}
	v := j.call(call, index, s)
	if v.State != Unknown {
		return v
	}
	if shape.IsError(t) {
		return refuse(policy.ErrorText, "an error's text may quote anything")
	}
	if index == 0 && !j.transparent(call) {
		return j.byName(call, t, name, owner, v)
	}
	return v
}

// vouched reports whether e calls a function in sight whose first result is allowed whatever its name says.
func (j *Judge) vouched(e ast.Expr, s *Scope) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	f := j.callee(call)
	if f == nil || f.Signature().Results().Len() == 0 {
		return false
	}
	sums := j.Summaries(f)
	return len(sums) > 0 && sums[0].State == Allowed && sums[0].Shape == policy.Constant && len(sums[0].Params) == 0
}

// part judges an element (or, with keys, a key) of a container.
func (j *Judge) part(container ast.Expr, keys bool, s *Scope) Verdict {
	c := ast.Unparen(container)
	t := j.Info.Types[c].Type
	if t == nil {
		return unknown(policy.FreeText, "an element of something unknown")
	}
	if b, ok := t.Underlying().(*types.Basic); ok {
		if b.Info()&types.IsInteger != 0 {
			return allow(policy.Count, "an index")
		}
		return j.eval(c, s)
	}
	if _, ok := t.Underlying().(*types.Chan); ok {
		return j.received(c, s)
	}
	if _, ok := t.Underlying().(*types.Signature); ok {
		return j.eval(c, s) // an iterator
	}
	if lit, ok := c.(*ast.CompositeLit); ok {
		return j.elements(lit, keys, s)
	}
	if id, ok := c.(*ast.Ident); ok {
		if v, ok := j.Info.Uses[id].(*types.Var); ok && s.Symbolic != nil && s.Symbolic(v) {
			out, _ := j.param(id, t, s)
			return out
		}
	}
	v := j.eval(c, s)
	if v.State == Unknown && len(v.Params) == 0 {
		// The container is not known; its element's type and name decide anew.
		return unknown(policy.FreeText, "an element of "+Text(c))
	}
	if v.State == Refused && v.Class == policy.Composite {
		return unknown(policy.FreeText, "an element of "+Text(c))
	}
	return v
}

func (j *Judge) elements(lit *ast.CompositeLit, keys bool, s *Scope) Verdict {
	out := Verdict{}
	for _, el := range lit.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			if keys {
				out = join(out, j.eval(kv.Key, s))
				continue
			}
			el = kv.Value
		}
		out = join(out, j.eval(el, s))
	}
	return out
}

// literal judges a composite literal by everything written in it.
func (j *Judge) literal(lit *ast.CompositeLit, s *Scope) Verdict {
	t := j.Info.Types[lit].Type
	_, isMap := t.Underlying().(*types.Map)
	st, isStruct := t.Underlying().(*types.Struct)
	out := allow(policy.Allowed, "everything in it is allowed")
	for i, el := range lit.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		value := el
		if ok {
			value = kv.Value
		}
		v := j.eval(value, s)
		if isMap && ok {
			v = join(v, j.key(kv.Key, s))
		}
		if isStruct && v.State == Unknown {
			v = j.literalField(st, i, kv, v)
		}
		out = join(out, v)
	}
	if out.State == Unknown {
		out.Class = policy.Composite
	}
	return out
}

// literalField lets a field's own name vouch for what is written into it.
func (j *Judge) literalField(st *types.Struct, i int, kv *ast.KeyValueExpr, v Verdict) Verdict {
	name := ""
	var t types.Type
	if kv != nil {
		id, ok := kv.Key.(*ast.Ident)
		if !ok {
			return v
		}
		name = id.Name
		for k := range st.NumFields() {
			if st.Field(k).Name() == name {
				t = st.Field(k).Type()
			}
		}
	} else if i < st.NumFields() {
		name, t = st.Field(i).Name(), st.Field(i).Type()
	}
	if t == nil {
		return v
	}
	n := policy.Split(name)
	if class, word := j.Words.Veto(n); class != "" {
		return refuse(class, `its field's name says "`+word+`"`)
	}
	if sh, why, ok := j.Words.ByName(n, shape.Basic(t)); ok {
		return allow(sh, why)
	}
	return v
}

// index judges m[k]: the matching writes of a local container, else an element of what it came from.
func (j *Judge) index(e *ast.IndexExpr, s *Scope) Verdict {
	if tv := j.Info.Types[e.X]; tv.IsType() || tv.Type == nil {
		return unknown(policy.FreeText, "nothing is known of it")
	}
	if _, ok := j.Info.Types[e.X].Type.Underlying().(*types.Signature); ok {
		return unknown(policy.Composite, "a function")
	}
	key, keyed := j.stringConst(e.Index)
	id, ok := ast.Unparen(e.X).(*ast.Ident)
	if !ok || !keyed {
		return j.part(e.X, false, s)
	}
	v, ok := j.Info.Uses[id].(*types.Var)
	if !ok || s.Flow == nil || !s.Flow.Knows(v) {
		return j.part(e.X, false, s)
	}
	out := Verdict{}
	for _, d := range s.Flow.Reaching(v, id.Pos()) {
		switch {
		case d.Kind == flow.Element && d.Key != nil:
			if k, ok := j.stringConst(d.Key); !ok || k == key {
				out = join(out, j.value(d.Expr, d.Index, s))
			}
		case d.Kind == flow.Assign && d.Index == 0:
			out = join(out, j.keyOf(d.Expr, key, s))
		case d.Kind == flow.Zero:
		default:
			out = join(out, j.def(d, v.Type(), s))
		}
	}
	if out.State == Nothing && !out.Depends() {
		return unknown(policy.FreeText, "read by key")
	}
	return out
}

// keyOf judges what a map expression holds under one constant key.
func (j *Judge) keyOf(e ast.Expr, key string, s *Scope) Verdict {
	if lit, ok := ast.Unparen(e).(*ast.CompositeLit); ok {
		for _, el := range lit.Elts {
			if kv, ok := el.(*ast.KeyValueExpr); ok {
				if k, ok := j.stringConst(kv.Key); ok && k == key {
					return j.eval(kv.Value, s)
				}
			}
		}
		return Verdict{}
	}
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok {
		if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && id.Name == "make" {
			return Verdict{}
		}
	}
	return j.part(e, false, s)
}

// selector judges x.F.
func (j *Judge) selector(e *ast.SelectorExpr, s *Scope) Verdict {
	obj := j.Info.ObjectOf(e.Sel)
	switch obj := obj.(type) {
	case *types.Const:
		return allow(policy.Constant, "a constant")
	case *types.Func:
		return unknown(policy.Composite, "a function")
	case *types.Var:
		if !obj.IsField() {
			return j.global(obj, s)
		}
		return j.field(e, obj, s)
	}
	return unknown(policy.FreeText, "nothing is known of it")
}

// field judges a struct field: what is known of the type, then what this function wrote into it.
func (j *Judge) field(e *ast.SelectorExpr, f *types.Var, s *Scope) Verdict {
	base := j.Info.Types[e.X].Type
	if base == nil {
		return unknown(policy.FreeText, "a field")
	}
	if n := namedOf(base); n != nil {
		if eff, ok := policy.FieldOf(shape.Key(n) + "." + f.Name()); ok {
			if eff.Class != "" {
				return refuse(eff.Class, "it is "+n.Obj().Pkg().Name()+"."+n.Obj().Name()+"'s "+f.Name()).via(Text(e))
			}
			return allow(eff.Shape, "it is "+n.Obj().Name()+"'s "+f.Name())
		}
		if tv := j.Types.Of(n); tv.Foreign && (tv.Class == policy.Payload || tv.Class == policy.Secret) {
			return refuse(tv.Class, "a part of "+n.Obj().Name()).via(Text(e))
		}
		if shape.KeyValue(n) {
			// One field of a key–value pair that a caller made: judged where it was made.
			if v := j.eval(e.X, s); v.Depends() {
				return Verdict{Params: v.Params, Locals: v.Locals}
			}
		}
	}
	if id, ok := ast.Unparen(e.X).(*ast.Ident); ok {
		if v, ok := j.Info.Uses[id].(*types.Var); ok && s.Flow != nil && s.Flow.Knows(v) {
			if out := j.written(v, f, id.Pos(), s); out.State == Refused || out.State == Allowed {
				return out.via(Text(e))
			}
		}
	}
	return unknown(policy.FreeText, "a field whose content is not known")
}

// written joins what the function wrote into one field of a local struct variable. Unknown if the struct may come
// from, or go, elsewhere.
func (j *Judge) written(v, f *types.Var, pos token.Pos, s *Scope) Verdict {
	out := Verdict{}
	for _, d := range s.Flow.Reaching(v, pos) {
		switch d.Kind {
		case flow.Element:
			if d.Field == f {
				out = join(out, j.value(d.Expr, d.Index, s))
			}
		case flow.Assign:
			out = join(out, j.fieldOf(d.Expr, f, s))
		case flow.Zero:
			out = join(out, allow(policy.Constant, "the zero value"))
		default:
			out = join(out, unknown(policy.FreeText, "a field whose content is not known"))
		}
	}
	return out
}

func (j *Judge) fieldOf(e ast.Expr, f *types.Var, s *Scope) Verdict {
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = ast.Unparen(u.X)
	}
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		return unknown(policy.FreeText, "a field whose content is not known")
	}
	st, ok := j.Info.Types[lit].Type.Underlying().(*types.Struct)
	if !ok {
		return unknown(policy.FreeText, "a field whose content is not known")
	}
	for i, el := range lit.Elts {
		if kv, ok := el.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && j.Info.Uses[id] == f {
				return j.eval(kv.Value, s)
			}
		} else if i < st.NumFields() && st.Field(i) == f {
			return j.eval(el, s)
		}
	}
	// Left out of the literal it is zero, unless something out of sight fills it later.
	return unknown(policy.FreeText, "a field that this function leaves empty")
}

// global judges a package variable.
func (j *Judge) global(v *types.Var, s *Scope) Verdict {
	if shape.IsError(v.Type()) && v.Pkg() != j.Pkg {
		return allow(policy.Constant, "a sentinel error")
	}
	if v.Pkg() != j.Pkg {
		return unknown(policy.FreeText, "a package variable")
	}
	exprs, ok := j.Globals(v)
	out := Verdict{}
	for _, e := range exprs {
		if e == nil {
			continue
		}
		root := e
		out = join(out, j.globalExpr(v, root))
	}
	if !ok && out.State < Unknown && !(shape.IsError(v.Type()) && len(exprs) == 1) {
		return unknown(policy.FreeText, "a package variable that others may set")
	}
	if out.State == Nothing {
		return allow(policy.Constant, "the zero value")
	}
	return out
}

func (j *Judge) globalExpr(v *types.Var, e ast.Expr) Verdict {
	d := &flow.Def{Kind: flow.Assign, Var: v, Expr: e}
	if j.busyGlobal == nil {
		j.busyGlobal = map[ast.Expr]bool{}
	}
	if j.busyGlobal[e] {
		j.cut++
		return Verdict{}
	}
	j.busyGlobal[e] = true
	defer delete(j.busyGlobal, e)
	return j.defValue(d, v.Type(), &Scope{Flow: j.FlowOf(e), mode: ModeSummary})
}
