package engine

import (
	"go/types"
	"strings"

	"github.com/seed-a76b335c/philint/analyzers/internal/policy"
	"github.com/seed-a76b335c/philint/analyzers/internal/sink"
)

// funcShape returns what calling a function value does, where only its name and type tell that it logs: a parameter
// or field "logf func(string, ...any)".
func funcShape(name string, t types.Type) (*sink.Spec, bool) {
	sig, ok := t.Underlying().(*types.Signature)
	if !ok || sig.Results().Len() > 0 || !logName(name) {
		return nil, false
	}
	n := sig.Params().Len()
	if n == 0 {
		return nil, false
	}
	roles := make([]sink.Role, n)
	for i := range n {
		pt := sig.Params().At(i).Type()
		switch {
		case sig.Variadic() && i == n-1:
			s, ok := pt.Underlying().(*types.Slice)
			if !ok {
				return nil, false
			}
			if !types.IsInterface(s.Elem()) {
				roles[i] = sink.Fields
				continue
			}
			roles[i] = sink.Values
			if i > 0 && isString(sig.Params().At(i-1).Type()) {
				roles[i-1] = sink.Format
			}
		case isString(pt):
			roles[i] = sink.Message
		case isContext(pt):
		default:
			roles[i] = sink.Value
		}
	}
	return &sink.Spec{Roles: roles}, true
}

func isContext(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}

func logName(name string) bool {
	n := policy.Split(name)
	switch last := strings.TrimSuffix(n.Last(), "ln"); last {
	case "log", "logf", "logger", "debugf", "infof", "warnf", "warningf", "errorf", "tracef", "printf", "logfn", "logfunc":
		return true
	case "fn", "func", "f":
		return len(n.Parts) > 1 && (n.Parts[len(n.Parts)-2] == "log" || n.Parts[len(n.Parts)-2] == "logger")
	}
	return false
}
