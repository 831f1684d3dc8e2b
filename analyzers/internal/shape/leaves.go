package shape

import (
	"go/types"

	"github.com/seed-a76b335c/philint/analyzers/internal/policy"
)

// A Leaf is one value inside a composite type.
type Leaf struct {
	Path  string // "Name", "Address.City", "[]"
	Type  string // with package names, not paths
	Class policy.Class
	Why   string // empty Class: why it is allowed
}

// maxDepth bounds the descent into nested types; what lies deeper is not known and so not allowed.
const maxDepth = 6

// Leaves lists what a composite type holds, each leaf judged by its type or by its field's name.
func (ts *Types) Leaves(t types.Type) []Leaf {
	var out []Leaf
	ts.leaves(t, "", policy.Name{}, policy.Name{}, map[types.Type]bool{}, 0, &out)
	return out
}

// AllAllowed reports whether every leaf of a composite type is allowed, and if not, which one is the first that is not.
func (ts *Types) AllAllowed(t types.Type) (bool, Leaf) {
	leaves := ts.Leaves(t)
	for _, l := range leaves {
		if l.Class != "" {
			return false, l
		}
	}
	return len(leaves) > 0, Leaf{}
}

func (ts *Types) leaves(t types.Type, path string, name, owner policy.Name, seen map[types.Type]bool, depth int, out *[]Leaf) {
	leaf := func(class policy.Class, why string) {
		*out = append(*out, Leaf{Path: path, Type: types.TypeString(t, (*types.Package).Name), Class: class, Why: why})
	}
	if depth > maxDepth {
		leaf(policy.Composite, "too deep to see")
		return
	}
	t = types.Unalias(t)
	if seen[t] {
		return
	}
	if len(name.Parts) > 0 {
		if class, word := ts.words.Veto(name); class != "" && !(Basic(t) == policy.Integer && ts.words.Counts(name)) {
			leaf(class, `its name says "`+word+`"`)
			return
		}
	}
	if v := ts.Of(t); v.Allowed() || v.Class != "" {
		if v.Class == policy.Time && ts.words.Clock(name) {
			leaf("", "the operation's own time")
			return
		}
		leaf(v.Class, v.Why)
		return
	}
	if IsError(t) {
		leaf(policy.ErrorText, "an error")
		return
	}
	if _, why, ok := ts.words.ByName(name, Basic(t)); ok && ts.words.Measured(name, owner) == "" {
		leaf("", why)
		return
	}
	if n, ok := t.(*types.Named); ok && HasText(n) {
		leaf(policy.Composite, "it writes itself by a method of its own")
		return
	}
	seen[t] = true
	defer delete(seen, t)
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		ts.leaves(u.Elem(), path, name, owner, seen, depth+1, out)
	case *types.Struct:
		own := policy.Name{}
		if n, ok := t.(*types.Named); ok {
			own = policy.Split(n.Obj().Name())
		}
		if u.NumFields() == 0 {
			leaf("", "empty")
		}
		for i := range u.NumFields() {
			f := u.Field(i)
			p := f.Name()
			if path != "" {
				p = path + "." + p
			}
			if d, ok := Tag(u.Tag(i)); ok {
				*out = append(*out, Leaf{Path: p, Type: types.TypeString(f.Type(), (*types.Package).Name), Class: policy.Health, Why: "declared " + d})
				continue
			}
			ts.leaves(f.Type(), p, policy.Split(f.Name()), own, seen, depth+1, out)
		}
	case *types.Slice:
		if isByte(u.Elem()) {
			leaf(policy.Payload, "bytes")
			return
		}
		ts.leaves(u.Elem(), path+"[]", name, owner, seen, depth+1, out)
	case *types.Array:
		ts.leaves(u.Elem(), path+"[]", name, owner, seen, depth+1, out)
	case *types.Map:
		ts.leaves(u.Key(), path+"[key]", policy.Name{}, owner, seen, depth+1, out)
		ts.leaves(u.Elem(), path+"[]", name, owner, seen, depth+1, out)
	case *types.Chan, *types.Signature:
		leaf("", "an address")
	case *types.Interface:
		leaf(policy.Composite, "an interface with unknown content")
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			leaf(policy.FreeText, "text")
		default:
			leaf(policy.Value, "a value")
		}
	default:
		leaf(policy.Composite, "unknown content")
	}
}

// HasText reports whether a type writes itself (String, Error, MarshalText, MarshalJSON, Format, LogValue …): what it
// writes is not what its fields say.
func HasText(n *types.Named) bool {
	for _, m := range []string{"String", "Error", "GoString", "Format", "MarshalText", "MarshalJSON", "LogValue", "MarshalLog", "MarshalLogObject", "MarshalZerologObject"} {
		obj, _, _ := types.LookupFieldOrMethod(n, true, n.Obj().Pkg(), m)
		if _, ok := obj.(*types.Func); ok {
			return true
		}
	}
	return false
}

// KeyValue reports whether a struct is a home-made log field: a name or key, and a value of any type.
func KeyValue(n *types.Named) bool {
	st, ok := n.Underlying().(*types.Struct)
	if !ok || st.NumFields() < 2 || st.NumFields() > 4 {
		return false
	}
	key, value := false, false
	for i := range st.NumFields() {
		f := st.Field(i)
		name := policy.Split(f.Name())
		switch name.Last() {
		case "key", "name", "k":
			key = key || Basic(f.Type()) == policy.String
		case "value", "val", "v":
			value = true
		}
	}
	return key && value
}
