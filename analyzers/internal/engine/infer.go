package engine

import (
	"go/ast"
	"go/types"

	"github.com/seed-a76b335c/philint/analyzers/internal/flow"
	"github.com/seed-a76b335c/philint/analyzers/internal/judge"
	"github.com/seed-a76b335c/philint/analyzers/internal/shape"
	"github.com/seed-a76b335c/philint/analyzers/internal/sink"
)

// infer finds the functions, methods, closures and function-valued variables that forward their parameters to a sink,
// directly or through one another, until nothing new is found.
func (p *pkg) infer() {
	p.spreadLeaving()
	p.trackParams()
	p.bindKnown()
	p.loggerMethods()
	for i := 0; i < len(p.sites); {
		for ; i < len(p.sites); i++ {
			s := p.sites[i]
			p.guard(s.root, func() { p.inferSite(s) })
		}
		p.settle()
	}
}

// spreadLeaving carries backwards that a function value leaves: what a variable holds goes where the variable goes.
func (p *pkg) spreadLeaving() {
	for changed := true; changed; {
		changed = false
		for _, b := range p.bindings {
			if !p.left[b.to] {
				continue
			}
			switch o := p.funcValue(b.from).(type) {
			case *types.Func:
				if !p.escaped[o.Origin()] {
					p.escaped[o.Origin()], changed = true, true
				}
			case *types.Var:
				if !p.left[o.Origin()] {
					p.left[o.Origin()], changed = true, true
				}
			}
		}
	}
}

// trackParams notes every parameter whose arguments can be seen: of declared functions, and of literals that stay here.
func (p *pkg) trackParams() {
	track := func(v *types.Var, f *forward) {
		p.params = append(p.params, v)
		p.forwards[v] = f
	}
	for _, r := range p.roots {
		fn := r.fn
		if fn == nil || r.decl.Body == nil {
			continue
		}
		sig := fn.Signature()
		for i := range sig.Params().Len() {
			track(sig.Params().At(i), &forward{fn: fn, index: i, tail: sig.Variadic() && i == sig.Params().Len()-1})
		}
	}
	p.bindArgs()
	for _, lit := range p.lits {
		if !p.litHome[lit] || p.invokedInPlace(lit) {
			continue
		}
		sig, ok := p.TypesInfo.Types[lit].Type.(*types.Signature)
		if !ok {
			continue
		}
		for i := range sig.Params().Len() {
			track(sig.Params().At(i), &forward{lit: lit, index: i, tail: sig.Variadic() && i == sig.Params().Len()-1})
		}
	}
}

func (p *pkg) invokedInPlace(lit *ast.FuncLit) bool {
	for _, b := range p.bindings {
		if ast.Unparen(b.from) == lit {
			return false
		}
	}
	return true
}

// bindKnown gives variables that hold a known sink (logf = log.Printf) its spec, and those that are named like one
// and look like one.
func (p *pkg) bindKnown() {
	for _, b := range p.bindings {
		f, ok := p.funcValue(b.from).(*types.Func)
		if !ok {
			continue
		}
		f = f.Origin()
		if s, ok := p.opts.Sinks.Lookup(f); ok {
			p.learn(b.to, p.asMethodExpr(b.from, s))
		} else if f.Pkg() != nil && f.Pkg() != p.Pkg {
			if l := p.load(f.Pkg()); l != nil && l.funcs[funcKey(f)] != nil {
				p.learn(b.to, l.funcs[funcKey(f)])
			}
		} else if s := p.shaped(f); s != nil && !p.hasBody(f) {
			p.learn(b.to, s)
		}
	}
	for _, obj := range p.callees {
		v, ok := obj.(*types.Var)
		if !ok || p.specs[v] != nil {
			continue
		}
		if s, ok := funcShape(v.Name(), v.Type()); ok && !p.boundHere(v) {
			p.learn(v, s)
		}
	}
}

// boundHere reports whether what a variable holds is all in sight.
func (p *pkg) boundHere(v *types.Var) bool {
	for _, b := range p.bindings {
		if b.to == v {
			return true
		}
	}
	return false
}

// loggerMethods marks the methods of this package's own logger-shaped types: their callers are judged.
func (p *pkg) loggerMethods() {
	for _, r := range p.roots {
		fn := r.fn
		if fn == nil || r.decl.Recv == nil {
			continue
		}
		s := p.shaped(fn)
		if s == nil {
			continue
		}
		p.learn(fn, s)
		sig := fn.Signature()
		for i := range sig.Params().Len() {
			if s.Role(i) != sink.None {
				p.forwards[sig.Params().At(i)].forced = true
			}
		}
	}
}

// learn merges a spec into what is known of a function or variable, and makes its calls sites.
func (p *pkg) learn(obj types.Object, s *sink.Spec) bool {
	old := p.specs[obj]
	merged, changed := mergeSpecs(old, s)
	if !changed {
		return false
	}
	p.specs[obj] = merged
	if old != nil {
		*old = *merged // the sites hold it
		p.specs[obj] = old
		return true
	}
	name := obj.Name()
	if f, ok := obj.(*types.Func); ok {
		name = qualified(f)
	}
	for _, c := range p.calls[obj] {
		p.sites = append(p.sites, &site{call: *c, spec: p.specs[obj], name: name, wrapper: true})
	}
	return true
}

func mergeSpecs(old, s *sink.Spec) (*sink.Spec, bool) {
	if old == nil {
		c := *s
		c.Roles = append([]sink.Role(nil), s.Roles...)
		return &c, true
	}
	c := *old
	c.Roles = append([]sink.Role(nil), old.Roles...)
	changed := false
	for i, r := range s.Roles {
		for len(c.Roles) <= i {
			c.Roles = append(c.Roles, sink.None)
		}
		if m := mergeRole(c.Roles[i], r); m != c.Roles[i] {
			c.Roles[i], changed = m, true
		}
	}
	return &c, changed
}

func mergeRole(a, b sink.Role) sink.Role {
	switch {
	case a == b || b == sink.None:
		return a
	case a == sink.None:
		return b
	case a == sink.Value || b == sink.Value:
		if a == sink.Values || b == sink.Values || a == sink.Pairs || b == sink.Pairs || a == sink.Fields || b == sink.Fields {
			return sink.Values
		}
		return sink.Value
	}
	return a
}

// inferSite records which parameters of the enclosing functions reach the site.
func (p *pkg) inferSite(s *site) {
	if len(p.forwards) == 0 {
		return
	}
	sc := p.scope(s.root, judge.ModeInfer)
	var stream *types.Var
	if !p.active(s, sc) {
		if stream = p.streamParam(s); stream == nil {
			return
		}
	}
	for _, l := range p.split(s, sc) {
		if tv := p.TypesInfo.Types[l.expr]; tv.Value != nil {
			continue
		}
		v := p.operand(l, sc)
		for _, id := range v.Params {
			p.forwardTo(id, l, s, stream)
		}
		for _, id := range v.Locals {
			p.locals[id] = true
		}
	}
	for _, id := range s.followed {
		p.locals[id] = true
		if v, ok := p.TypesInfo.Uses[id].(*types.Var); ok && p.forwards[v] != nil && p.forwards[v].seen != nil {
			p.forwards[v].seen[id] = true
		}
	}
}

// forwardTo notes that a parameter's mention ends in a leaf of a site.
func (p *pkg) forwardTo(id *ast.Ident, l leaf, s *site, stream *types.Var) {
	pv, ok := p.TypesInfo.Uses[id].(*types.Var)
	if !ok {
		return
	}
	f := p.forwards[pv]
	if f == nil {
		return
	}
	role := l.role
	whole := ast.Unparen(l.expr) == id
	switch {
	case f.tail && role == sink.Fields && whole:
		role = p.tailRole(s)
	case f.tail:
		role = sink.Values
		if n, ok := elemNamed(pv.Type()); ok && shape.KeyValue(n) {
			role = sink.Fields
		}
	case !whole && role != sink.Key:
		role = sink.Value
	case role == sink.Pairs || role == sink.Values:
		role = sink.Fields
	}
	if f.seen == nil {
		f.seen = map[*ast.Ident]bool{}
		f.role, f.surface, f.kind = role, s.spec.Surface, s.spec.Kind
	}
	f.role = mergeRole(f.role, role)
	f.seen[id] = true
	if stream == nil {
		f.always = true
	} else {
		f.needs = stream
	}
}

func elemNamed(t types.Type) (*types.Named, bool) {
	if s, ok := t.Underlying().(*types.Slice); ok {
		t = s.Elem()
	}
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return n, ok
}

// tailRole is what a spread tail means to the sink it is spread into.
func (p *pkg) tailRole(s *site) sink.Role {
	if s.spec != nil && len(s.spec.Roles) > 0 {
		if r := s.spec.Roles[len(s.spec.Roles)-1]; r != sink.None {
			return r
		}
	}
	return sink.Fields
}

// settle decides which parameters are only ever forwarded, and makes their functions wrappers.
func (p *pkg) settle() {
	type change struct {
		obj  types.Object
		lit  *ast.FuncLit
		spec *sink.Spec
	}
	var changes []change
	p.decideWhole()
	for _, v := range p.params {
		f := p.forwards[v]
		if f.seen == nil || !f.whole || f.role == sink.Writer && p.writesAnyway(f.fn) {
			continue
		}
		if f.needs != nil && !f.always && !p.forwards[f.needs].whole {
			continue
		}
		sp := &sink.Spec{Surface: f.surface, Kind: f.kind, Roles: make([]sink.Role, f.index+1)}
		sp.Roles[f.index] = f.role
		changes = append(changes, change{f.fn, f.lit, sp})
	}
	for _, c := range changes {
		sp := p.padded(c.obj, c.lit, c.spec)
		if c.lit != nil {
			old := p.litSpecs[c.lit]
			if m, changed := mergeSpecs(old, sp); changed {
				p.litSpecs[c.lit] = m
			}
			continue
		}
		p.learn(c.obj, sp)
	}
	p.spread()
}

// padded lengthens a spec to the function's parameters, so that a tail's role covers the tail alone.
func (p *pkg) padded(obj types.Object, lit *ast.FuncLit, s *sink.Spec) *sink.Spec {
	n := 0
	if f, ok := obj.(*types.Func); ok {
		n = f.Signature().Params().Len()
	} else if lit != nil {
		if sig, ok := p.TypesInfo.Types[lit].Type.(*types.Signature); ok {
			n = sig.Params().Len()
		}
	}
	for len(s.Roles) < n {
		s.Roles = append(s.Roles, sink.None)
	}
	return s
}

// spread carries specs from functions to the variables that hold them and to the interface methods they implement.
func (p *pkg) spread() {
	for _, b := range p.bindings {
		switch from := ast.Unparen(b.from).(type) {
		case *ast.FuncLit:
			if s := p.litSpecs[from]; s != nil {
				p.learn(b.to, s)
			}
		default:
			if obj := p.funcValue(from); obj != nil {
				if f, ok := obj.(*types.Func); ok {
					obj = f.Origin()
				} else if v, ok := obj.(*types.Var); ok {
					obj = v.Origin()
				}
				if s := p.specs[obj]; s != nil {
					p.learn(b.to, s)
				}
			}
		}
	}
	p.interfaces()
}

// interfaces gives an interface method of this package the spec of an implementation in this package.
func (p *pkg) interfaces() {
	var methods []*types.Func
	for _, r := range p.roots {
		if f := r.fn; f != nil && p.specs[f] != nil && f.Signature().Recv() != nil && !types.IsInterface(f.Signature().Recv().Type()) {
			methods = append(methods, f)
		}
	}
	if len(methods) == 0 {
		return
	}
	for _, obj := range p.callees {
		m, ok := obj.(*types.Func)
		if !ok || p.specs[m] != nil || m.Signature().Recv() == nil {
			continue
		}
		iface, ok := m.Signature().Recv().Type().Underlying().(*types.Interface)
		if !ok {
			continue
		}
		for _, f := range methods {
			if f.Name() == m.Name() && types.Implements(f.Signature().Recv().Type(), iface) {
				p.learn(m, p.specs[f])
			}
		}
	}
}

// everyUseForwards reports whether each mention of the parameter ends in a sink or only asks about it, and the
// function's callers are all in sight.
func (p *pkg) everyUseForwards(v *types.Var, f *forward) bool {
	var r *root
	if f.lit != nil {
		r = p.litRoot[f.lit]
	} else if fn, ok := f.fn.(*types.Func); ok {
		if p.escaped[fn] {
			return false
		}
		r = p.decls[fn]
	}
	if f.lit != nil && p.litLeaves(f.lit) {
		return false
	}
	if r == nil {
		return false
	}
	fl := p.judge.FlowOf(r.node)
	for _, u := range fl.Uses(v) {
		if u.Neutral {
			continue
		}
		if f.seen[u.Ident] {
			if !p.localsForward(fl, v, u.Ident) {
				return false
			}
			continue
		}
		if q := p.argTo[u.Ident]; q == nil || q == v || p.forwards[q] == nil {
			if q == v {
				continue
			}
			return false
		}
		f.onto = append(f.onto, p.argTo[u.Ident])
	}
	return true
}

// localsForward reports whether the local variables that a parameter's mention goes into end in sinks alone.
func (p *pkg) localsForward(fl *flow.Func, v *types.Var, id *ast.Ident) bool {
	for _, d := range fl.Into(id.Pos()) {
		if d.Var == v || d.Kind == flow.RangeKey && isInt(d.Var.Type()) || p.inSink(d.Expr, id) {
			continue
		}
		for _, u := range fl.Uses(d.Var) {
			if !u.Neutral && !p.locals[u.Ident] {
				return false
			}
		}
	}
	return true
}

// inSink reports whether a mention is an argument of a sink within the expression: what the sink returns (a bound
// logger, a field) was judged with it.
func (p *pkg) inSink(within ast.Expr, id *ast.Ident) bool {
	for _, s := range p.sites {
		if s.expr != nil && within.Pos() <= s.expr.Lparen && s.expr.Lparen < id.Pos() && id.End() <= s.expr.End() && s.expr.End() <= within.End() {
			return true
		}
	}
	return false
}

// decideWhole finds the parameters whose every use is forwarded. Functions that forward to one another support each
// other: all that only ask for each other stay, as long as one of them reaches a sink.
func (p *pkg) decideWhole() {
	candidates := map[*types.Var]*forward{}
	for _, v := range p.params {
		f := p.forwards[v]
		f.onto = nil
		if !f.whole && p.everyUseForwards(v, f) {
			candidates[v] = f
		}
	}
	for changed := true; changed; {
		changed = false
		for v, f := range candidates {
			for _, q := range f.onto {
				if candidates[q] == nil && !p.forwards[q].whole {
					delete(candidates, v)
					changed = true
					break
				}
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, v := range p.params {
			f := candidates[v]
			if f == nil || f.seen != nil {
				continue
			}
			for _, q := range f.onto {
				if g := p.forwards[q]; g.seen != nil {
					f.seen, f.role, f.surface, f.kind, f.always = map[*ast.Ident]bool{}, g.role, g.surface, g.kind, true
					changed = true
					break
				}
			}
		}
	}
	for _, f := range candidates {
		if f.seen != nil {
			f.whole = true
		}
	}
}

// writesAnyway reports whether a function writes some parameter to a log whatever stream it is given.
func (p *pkg) writesAnyway(fn types.Object) bool {
	for _, f := range p.forwards {
		if f.fn == fn && f.always {
			return true
		}
	}
	return false
}

// litLeaves reports whether a function literal is held by a variable that leaves the module.
func (p *pkg) litLeaves(lit *ast.FuncLit) bool {
	for _, b := range p.bindings {
		if ast.Unparen(b.from) == lit && p.left[b.to] {
			return true
		}
	}
	return false
}

// asMethodExpr shifts a method's roles by one where the method is named with its receiver as first parameter.
func (p *pkg) asMethodExpr(e ast.Expr, s *sink.Spec) *sink.Spec {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return s
	}
	if x, ok := p.TypesInfo.Selections[sel]; !ok || x.Kind() != types.MethodExpr {
		return s
	}
	c := *s
	c.Roles = append([]sink.Role{sink.None}, s.Roles...)
	return &c
}

// bindArgs notes for every argument that is a mere mention which parameter of this package's functions it becomes.
func (p *pkg) bindArgs() {
	for _, obj := range p.callees {
		calls := p.calls[obj]
		fn, ok := obj.(*types.Func)
		if !ok || !p.hasBody(fn) {
			continue
		}
		params := fn.Signature().Params()
		for _, c := range calls {
			for i, a := range c.expr.Args {
				id, ok := ast.Unparen(a).(*ast.Ident)
				if !ok || params.Len() == 0 {
					continue
				}
				p.argTo[id] = params.At(min(i, params.Len()-1))
			}
		}
	}
}
