package judge

import (
	"go/ast"
	"go/types"

	"github.com/seed-a76b335c/philint/analyzers/internal/policy"
	"github.com/seed-a76b335c/philint/analyzers/internal/shape"
)

// classify says what a value is that nothing allows: the first class that matches, most specific first.
func (j *Judge) classify(e ast.Expr, t types.Type, name policy.Name, owner []policy.Name, v Verdict) Verdict {
	if v.Class == "" {
		v.Class = policy.FreeText
	}
	if shape.IsError(t) {
		return refuse(policy.ErrorText, "an error's text may quote anything").via(Text(e))
	}
	if w := j.healthWord(t, name, owner); w != "" {
		return refuse(policy.Health, `its name or its owner's says "`+w+`"`).via(Text(e))
	}
	if composite(t) {
		return j.composite(e, t, v)
	}
	if isBytes(t) {
		return refuse(policy.Payload, "bytes of unknown content").via(Text(e))
	}
	basic := shape.Basic(t)
	switch basic {
	case policy.String:
		if j.Words.Address(name) {
			return refuse(policy.Payload, "its name is that of an address or path").via(Text(e))
		}
		if w := j.Words.Body(name); w != "" {
			return refuse(policy.Payload, `its name says "`+w+`"`).via(Text(e))
		}
	case policy.Integer, policy.Float, policy.Complex:
		return v.as(policy.Value, "a number that neither its type nor its name makes a count, duration or status").via(Text(e))
	case policy.Bool:
		return v.as(policy.Value, "a flag that is not operational by its name").via(Text(e))
	}
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && !j.Info.Types[call.Fun].IsType() {
		if v.Class == policy.OpaqueCall || v.Why == "" {
			return v.as(policy.OpaqueCall, "the result of a call that is not known to return an allowed shape").via(Text(e))
		}
	}
	if v.Why == "" {
		v.Why = "text of unknown content"
	}
	v.State = Unknown
	return v.via(Text(e))
}

// as keeps the state of an unknown verdict and gives it a class.
func (v Verdict) as(class policy.Class, why string) Verdict {
	v.State, v.Class, v.Why = Unknown, class, why
	return v
}

func (j *Judge) healthWord(t types.Type, name policy.Name, owner []policy.Name) string {
	if w := j.Words.Health(name); w != "" {
		return w
	}
	for _, o := range owner {
		if w := j.Words.Health(o); w != "" {
			return w
		}
	}
	for {
		t = types.Unalias(t)
		switch u := t.(type) {
		case *types.Pointer:
			t = u.Elem()
			continue
		case *types.Slice:
			t = u.Elem()
			continue
		case *types.Map:
			t = u.Elem()
			continue
		case *types.Named:
			return j.Words.Health(policy.Split(u.Obj().Name()))
		}
		return ""
	}
}

// composite allows a struct, map or slice every leaf of which is allowed, and else names the first that is not.
func (j *Judge) composite(e ast.Expr, t types.Type, v Verdict) Verdict {
	ok, leaf := j.Types.AllAllowed(t)
	if ok {
		return allow(policy.Allowed, "every leaf of "+types.TypeString(t, types.RelativeTo(j.Pkg))+" is allowed")
	}
	why := "nothing is known of what it holds"
	if leaf.Path != "" {
		why = "it holds " + leaf.Path
		if leaf.Why != "" {
			why += " (" + leaf.Why + ")"
		}
	} else if types.IsInterface(t) {
		why = "an interface with unknown content"
	}
	state := Refused
	if types.IsInterface(t) {
		state = Unknown
	}
	return Verdict{State: state, Class: policy.Composite, Why: why}.via(Text(e))
}

func composite(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Struct, *types.Map, *types.Interface, *types.Chan, *types.Signature:
		return true
	case *types.Pointer:
		if _, again := u.Elem().Underlying().(*types.Pointer); again {
			return true // a pointer to a pointer, perhaps to itself
		}
		return composite(u.Elem())
	case *types.Slice:
		b, ok := u.Elem().Underlying().(*types.Basic)
		return !ok || b.Kind() != types.Byte
	case *types.Array:
		return true
	}
	return false
}

func isBytes(t types.Type) bool {
	u, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	b, ok := u.Elem().Underlying().(*types.Basic)
	return ok && b.Kind() == types.Byte
}
