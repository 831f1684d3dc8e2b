package flow

import (
	"go/ast"
	"go/token"
	"go/types"
	"sort"
)

// Reaching returns the definitions that a use of v at pos can see: the last one that is certain to have run before
// it, and every one after that which may have. Definitions in branches that exclude the use, or that leave the
// function, are not among them.
func (f *Func) Reaching(v *types.Var, pos token.Pos) []*Def {
	all := f.defs[v]
	if len(all) <= 1 {
		return all
	}
	use := f.at(pos)
	useFn := use.function()

	var killer *Def
	for _, d := range all {
		if d.full() && d.at <= pos && d.where.function() == useFn && d.where.encloses(use) && (killer == nil || d.at > killer.at) {
			killer = d
		}
	}
	var out []*Def
	for _, d := range all {
		if d == killer || f.mayReach(d, killer, use, useFn, pos) {
			out = append(out, d)
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].at < out[j].at })
	return out
}

// full reports whether the definition replaces the whole value.
func (d *Def) full() bool {
	switch d.Kind {
	case Add, Update, Element, Escape:
		return false
	}
	return true
}

func (f *Func) mayReach(d, killer *Def, use, useFn *region, pos token.Pos) bool {
	if d.where.function() != useFn {
		return true // written or read from a closure: when it runs is not known
	}
	if killer != nil {
		for l := use; l != nil && l.kind != function; l = l.parent {
			if l.kind == loop && !l.encloses(killer.where) && l.encloses(d.where) {
				return true // from an earlier turn of the loop
			}
		}
		if d.at < killer.at {
			return false
		}
	} else if loopShared(d.where, use) {
		return true
	}
	if d.at > pos {
		return false
	}
	if killer == nil && !d.full() && d.at <= pos {
		return !f.excluded(d.where, use, d.at)
	}
	return !f.excluded(d.where, use, d.at)
}

// excluded reports whether control that ran through d's region cannot come to the use.
func (f *Func) excluded(from, use *region, at token.Pos) bool {
	lca := from
	for !lca.encloses(use) {
		lca = lca.parent
	}
	for r := from; r != lca; r = r.parent {
		if r.leaves == leavesFunc && !f.getsOut(at, r) || r.leaves == endsTurn && r.loop().encloses(use) && !f.getsOut(at, r) {
			return true
		}
	}
	if lca.kind != choice {
		return false
	}
	a, b := childToward(lca, from), childToward(lca, use)
	return a != nil && b != nil && a != b && a.branch && b.branch
}

// getsOut reports whether control may leave the region by a break or goto before its end.
func (f *Func) getsOut(at token.Pos, r *region) bool {
	for _, p := range f.outs {
		if at <= p && p < r.end {
			return true
		}
	}
	return false
}

func childToward(anc, r *region) *region {
	for r != nil && r.parent != anc {
		r = r.parent
	}
	return r
}

func loopShared(a, b *region) bool {
	for l := b; l != nil && l.kind != function; l = l.parent {
		if l.kind == loop && l.encloses(a) {
			return true
		}
	}
	return false
}

func (r *region) encloses(s *region) bool {
	if r == nil {
		return false
	}
	for ; s != nil; s = s.parent {
		if s == r {
			return true
		}
	}
	return false
}

// loop returns the innermost loop around the region, or nil.
func (r *region) loop() *region {
	for r != nil && r.kind != loop {
		r = r.parent
	}
	return r
}

func (r *region) function() *region {
	for r.kind != function {
		r = r.parent
	}
	return r
}

// at returns the innermost region that holds the position.
func (f *Func) at(pos token.Pos) *region {
	r := f.top
next:
	for _, c := range r.children {
		if c.pos <= pos && pos < c.end {
			r = c
			goto next
		}
	}
	return r
}

// EnclosingLit returns the innermost function literal around the position, or nil.
func (f *Func) EnclosingLit(pos token.Pos) *ast.FuncLit { return f.at(pos).function().lit }
