// Package judge decides one operand: allowed or refused, why, and what it is made of. It follows the order of the
// policy: what is declared, the words of its name, its type, its expression, where it comes from, and only then its name.
package judge

import (
	"go/ast"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/analyzers/internal/policy"
)

// A State orders verdicts: joining two keeps the greater.
type State uint8

const (
	Nothing State = iota // no value at all: nil, an empty branch, the middle of a cycle
	Allowed
	Unknown // nothing speaks for it and nothing against it; refused unless its name vouches for it
	Refused
)

// A Verdict is what is known of one expression.
type Verdict struct {
	State State
	Shape policy.Shape // Allowed
	Class policy.Class // Unknown, Refused
	Why   string       // the deciding fact, to follow "because"
	// Path is the way the value came, from the expression asked about to where the decision fell.
	Path []string
	// Params are the mentions of the enclosing functions' parameters that the value is made of. State speaks of the rest of it.
	Params []*ast.Ident
	// Locals are the mentions of local variables through which the parameters came.
	Locals []*ast.Ident
}

func allow(shape policy.Shape, why string) Verdict {
	return Verdict{State: Allowed, Shape: shape, Why: why}
}

func refuse(class policy.Class, why string) Verdict {
	return Verdict{State: Refused, Class: class, Why: why}
}

func unknown(class policy.Class, why string) Verdict {
	return Verdict{State: Unknown, Class: class, Why: why}
}

// OK reports whether the value may be logged, given that its parameters may.
func (v Verdict) OK() bool { return v.State <= Allowed }

// Depends reports whether the value is made of parameters.
func (v Verdict) Depends() bool { return len(v.Params) > 0 }

// join is the verdict on a value that is one or the other, or made of both.
func join(a, b Verdict) Verdict {
	out := a
	switch {
	case b.State > a.State:
		out = b
	case b.State == a.State && a.State == Allowed:
		out.Shape = mix(a.Shape, b.Shape)
		if out.Shape == b.Shape {
			out.Why = b.Why
		}
	case b.State == a.State && a.State >= Unknown && b.Class.MoreSpecific(a.Class):
		out = b
	}
	out.Params = merge(a.Params, b.Params)
	out.Locals = merge(a.Locals, b.Locals)
	return out
}

func merge(a, b []*ast.Ident) []*ast.Ident {
	switch {
	case len(b) == 0:
		return a
	case len(a) == 0:
		return b
	}
	out := slices.Clone(a)
	for _, id := range b {
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// mix is the shape of what is made of two allowed parts.
func mix(a, b policy.Shape) policy.Shape {
	switch {
	case a == b || b == policy.Constant || b == "":
		return a
	case a == policy.Constant || a == "":
		return b
	case a == policy.Duration || b == policy.Duration:
		return policy.Duration
	case a == policy.Identifier || b == policy.Identifier:
		return policy.Identifier
	}
	return a
}

// via puts one step in front of the way of a verdict.
func (v Verdict) via(step string) Verdict {
	if v.State < Unknown || len(v.Path) >= 8 || len(v.Path) > 0 && v.Path[0] == step {
		return v
	}
	v.Path = append([]string{step}, v.Path...)
	return v
}

// Way prints the path: "id ← lookup(…) ← patient.Name".
func (v Verdict) Way() string { return strings.Join(v.Path, " ← ") }
