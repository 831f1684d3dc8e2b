package shape

import (
	"crypto/sha256"
	"encoding/hex"
	"go/types"
	"slices"
)

// maxContent bounds a list of leaf fields; what is beyond it is summed up in one entry, so that it cannot change unseen.
const maxContent = 200

// Content lists every leaf field that a value of the type can hold, with its type: "Address.City string". Nothing is left
// out for what its name or type says, because a field that is not listed could be gained unseen. A type without struct
// fields has none. The list is sorted.
func Content(t types.Type) []string {
	c := &content{met: map[types.Type]bool{}}
	c.walk(t, "")
	if !c.fields {
		return nil
	}
	slices.Sort(c.out)
	c.out = slices.Compact(c.out)
	if len(c.out) > maxContent {
		h := sha256.New()
		for _, l := range c.out[maxContent:] {
			_, _ = h.Write([]byte(l + "\n"))
		}
		c.out = append(c.out[:maxContent:maxContent], "~ "+hex.EncodeToString(h.Sum(nil)[:8]))
	}
	return c.out
}

type content struct {
	met    map[types.Type]bool
	fields bool
	out    []string
}

func (c *content) walk(t types.Type, path string) {
	t = types.Unalias(t)
	if c.met[t] {
		return // a recursive type: what it holds is listed where it was met first
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		if n, ok := t.(*types.Named); ok && foreign(n) {
			break
		}
		c.met[t] = true
		defer delete(c.met, t)
		for i := range u.NumFields() {
			f := u.Field(i)
			c.fields = true
			p := f.Name()
			if path != "" {
				p = path + "." + p
			}
			c.walk(f.Type(), p)
		}
		if u.NumFields() > 0 {
			return
		}
	case *types.Pointer:
		c.within(t, u.Elem(), path)
		return
	case *types.Slice:
		c.within(t, u.Elem(), path)
		return
	case *types.Array:
		c.within(t, u.Elem(), path)
		return
	case *types.Map:
		c.within(t, u.Key(), path+"[key]")
		c.within(t, u.Elem(), path)
		return
	case *types.Interface:
		if p, ok := t.(*types.TypeParam); ok {
			c.constraint(p, path)
			return
		}
	}
	if path != "" {
		c.out = append(c.out, path+" "+types.TypeString(t, (*types.Package).Name))
	}
}

func (c *content) within(t, elem types.Type, path string) {
	c.met[t] = true
	c.walk(elem, path)
	delete(c.met, t)
}

// constraint lists what the types of a type parameter's constraint hold.
func (c *content) constraint(p *types.TypeParam, path string) {
	c.met[p] = true
	defer delete(c.met, p)
	iface, ok := p.Constraint().Underlying().(*types.Interface)
	if !ok {
		return
	}
	for e := range iface.EmbeddedTypes() {
		if u, ok := e.(*types.Union); ok {
			for i := range u.Len() {
				c.walk(u.Term(i).Type(), path)
			}
			continue
		}
		c.walk(e, path)
	}
}

// foreign reports whether a struct belongs to the standard library: its fields are nobody's here, and change with Go.
func foreign(n *types.Named) bool {
	if n.Obj().Pkg() == nil {
		return true
	}
	switch key := Key(n); {
	case allowedTypes[key] != "", refusedTypes[key] != "", fieldTypes[key]:
		return true
	}
	return false
}
