package engine

import (
	"go/ast"
	"go/types"

	"github.com/seed-a76b335c/philint/analyzers/internal/sink"
)

// unseen reports whether a function has no caller that could be judged in its place: nothing in this package calls it,
// and whatever does is a library (it implements an interface of another module) or cannot exist (it cannot be named
// from outside). Such a function is judged inside, forwarder or not.
func (p *pkg) unseen(fn *types.Func) bool {
	if u, ok := p.noCallers[fn]; ok {
		return u
	}
	u := false
	if len(p.calls[fn]) == 0 && !p.heldHere(fn) && !p.calledByInterface(fn) {
		switch p.duty(fn) {
		case none:
			u = !p.nameable(fn)
		case callback:
			u = true
		case backEnd: // what a logging library hands on was judged where it was logged
		}
	}
	p.noCallers[fn] = u
	return u
}

// nameable reports whether another package can call the function by name.
func (p *pkg) nameable(fn *types.Func) bool {
	if !fn.Exported() || p.Pkg.Name() == "main" {
		return false
	}
	recv := recvName(fn)
	return recv == "" || ast.IsExported(recv)
}

// heldHere reports whether a variable of this package holds the function: calls of the variable are calls of it.
func (p *pkg) heldHere(fn *types.Func) bool {
	for _, b := range p.bindings {
		if f, ok := p.funcValue(b.from).(*types.Func); ok && f.Origin() == fn {
			return true
		}
	}
	return false
}

// calledByInterface reports whether a method is called through an interface in this package.
func (p *pkg) calledByInterface(fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil {
		return false
	}
	for _, obj := range p.callees {
		m, ok := obj.(*types.Func)
		if !ok || m.Name() != fn.Name() || m.Signature().Recv() == nil {
			continue
		}
		if iface, ok := m.Signature().Recv().Type().Underlying().(*types.Interface); ok && m.Pkg() == p.Pkg && types.Implements(recv.Type(), iface) {
			return true
		}
	}
	return false
}

// A duty is what an imported package may call a method for.
type duty uint8

const (
	none     duty = iota
	callback      // it belongs to an interface of a library, which may be its only caller
	backEnd       // it belongs to an interface of a logging library
)

func (p *pkg) duty(fn *types.Func) duty {
	recv := fn.Signature().Recv()
	if recv == nil {
		return none
	}
	out := none
	for _, q := range p.Pkg.Imports() {
		scope := q.Scope()
		for _, name := range scope.Names() {
			t, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || !t.Exported() {
				continue
			}
			if n, ok := t.Type().(*types.Named); ok && n.TypeParams().Len() > 0 {
				continue
			}
			iface, ok := t.Type().Underlying().(*types.Interface)
			if !ok || iface.NumMethods() == 0 || !has(iface, fn.Name()) {
				continue
			}
			if !types.Implements(recv.Type(), iface) {
				continue
			}
			if sink.Knows(q.Path()) || sink.IsLogger(t.Type()) {
				return backEnd
			}
			out = callback
		}
	}
	return out
}

func has(iface *types.Interface, name string) bool {
	for i := range iface.NumMethods() {
		if iface.Method(i).Name() == name {
			return true
		}
	}
	return false
}
