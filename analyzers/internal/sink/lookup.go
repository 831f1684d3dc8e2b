package sink

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"
)

// groups are the built-in rows, one group a family, in the order of [All].
var groups = [][]Row{
	std, slog, zap, zerolog, logrus, logr, klogGlog, hclog, gokit, charm, apex, phuslu, web, services, packageLoggers,
	otel, prometheus, victoria, tracing, errorTrackers,
}

// suffixed appends a suffix to each of the names.
func suffixed(names, suffix string) string {
	f := strings.Fields(names)
	for i := range f {
		f[i] += suffix
	}
	return strings.Join(f, " ")
}

// All returns the built-in rows in a stable order.
func All() []Row { return slices.Concat(groups...) }

// A Table finds the spec of a function. It never changes and may be used concurrently.
type Table struct {
	base  *Table // looked at after this one
	exact map[string]map[name]*Spec
	any   map[string]map[name]*Spec // by import path without its major version
}

type name struct{ recv, fn string }

// Default returns the table of the built-in rows.
func Default() *Table { return builtin() }

var builtin = sync.OnceValue(func() *Table {
	t, err := build(nil, All())
	if err != nil {
		panic(err) //philint:ok a mistake in this package's own constant tables, which TestRows finds
	}
	return t
})

// New returns a table of extra rows on top of the built-in ones.
// An extra row hides a built-in one for the same function; with nothing but "_" as parameters it makes it no sink.
// The error names every wrong row.
func New(extra []Row) (*Table, error) {
	if len(extra) == 0 {
		return Default(), nil
	}
	return build(Default(), extra)
}

// Lookup returns what fn, a function, method or interface method, does with its arguments, if it is a sink of the table.
func (t *Table) Lookup(fn *types.Func) (*Spec, bool) {
	if fn == nil || fn.Pkg() == nil {
		return nil, false // error.Error, unsafe
	}
	path := fn.Pkg().Path()
	for plain := ""; t != nil; t = t.base {
		names := t.exact[path]
		if names == nil {
			if plain == "" {
				plain = withoutMajor(path)
			}
			if names = t.any[plain]; names == nil {
				continue
			}
		}
		n, ok := nameOf(fn)
		if !ok {
			return nil, false
		}
		s, ok := names[n]
		if !ok && n.recv == "" {
			s, ok = names[name{fn: "*"}]
		}
		if ok {
			return s, s != nil
		}
	}
	return nil, false
}

// knows reports whether the package has rows, which then are complete.
func (t *Table) knows(path string) bool {
	return t.exact[path] != nil || t.any[withoutMajor(path)] != nil
}

// Lookup looks fn up in the default table.
func Lookup(fn *types.Func) (*Spec, bool) { return Default().Lookup(fn) }

// Builtin returns the spec of a builtin function that writes: print, println, panic.
func (t *Table) Builtin(fn string) (*Spec, bool) {
	for ; t != nil; t = t.base {
		if s, ok := t.exact["builtin"][name{fn: fn}]; ok {
			return s, s != nil
		}
	}
	return nil, false
}

// Builtin looks a builtin function up in the default table.
func Builtin(fn string) (*Spec, bool) { return Default().Builtin(fn) }

// nameOf returns the names fn is declared with. A method of an unnamed interface has none.
func nameOf(fn *types.Func) (name, bool) {
	fn = fn.Origin()
	n := name{fn: fn.Name()}
	recv := fn.Signature().Recv()
	if recv == nil {
		return n, true
	}
	typ := types.Unalias(recv.Type())
	if p, ok := typ.(*types.Pointer); ok {
		typ = types.Unalias(p.Elem())
	}
	named, ok := typ.(*types.Named)
	if !ok {
		return n, false
	}
	n.recv = named.Obj().Name()
	return n, true
}

// withoutMajor removes the version elements of an import path: example.com/log/v2/sub and example.com/log/v1.2.3/sub are example.com/log/sub.
func withoutMajor(path string) string {
	for i := 0; ; {
		j := strings.Index(path[i:], "/v")
		if j < 0 {
			return path
		}
		i += j
		end := i + 2
		for end < len(path) && ('0' <= path[end] && path[end] <= '9' || path[end] == '.') {
			end++
		}
		if end > i+2 && (end == len(path) || path[end] == '/') {
			path = path[:i] + path[end:]
		} else {
			i = end
		}
	}
}

func build(base *Table, rows []Row) (*Table, error) {
	t := &Table{base: base, exact: map[string]map[name]*Spec{}, any: map[string]map[name]*Spec{}}
	var errs []error
	for _, r := range rows {
		if err := t.add(r); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	return t, nil
}

func (t *Table) add(r Row) error {
	wrong := func(format string, args ...any) error {
		return fmt.Errorf("row %s: %s", r, fmt.Sprintf(format, args...))
	}
	proto, err := r.spec()
	if err != nil {
		return err
	}
	switch {
	case r.Pkg == "" || strings.ContainsAny(r.Pkg, " \t\\"):
		return wrong("Pkg must be an import path")
	case r.Recv != "" && !token.IsIdentifier(r.Recv):
		return wrong("Recv must be a type's name without package and \"*\"")
	case r.RecvStream && r.Recv == "":
		return wrong("RecvStream needs a Recv")
	case r.Level != "" && !slices.Contains(levels, r.Level):
		return wrong("unknown level %q; the levels are %s", r.Level, strings.Join(levels, " "))
	case r.Kind > Field || r.Surface > Stream:
		return wrong("unknown kind or surface")
	}
	for i, role := range proto.Roles {
		if last := i == len(proto.Roles)-1; !last && (role == Pairs || role == Values) {
			return wrong("%q must be the last word", role)
		}
	}
	index, path := t.exact, r.Pkg
	if plain := strings.ReplaceAll(r.Pkg, "/v*", ""); plain != r.Pkg {
		index, path = t.any, plain
	}
	if index[path] == nil {
		index[path] = map[name]*Spec{}
	}
	funcs := strings.Fields(r.Funcs)
	if len(funcs) == 0 {
		return wrong("Funcs names no function")
	}
	for _, fn := range funcs {
		if !token.IsIdentifier(fn) && !(fn == "*" && r.Recv == "") {
			return wrong("%q is not a function's name", fn)
		}
		n := name{r.Recv, fn}
		if _, dup := index[path][n]; dup {
			return wrong("%s is in an earlier row", fn)
		}
		s := *proto
		if s.Level == "" && s.Kind == Statement && s.Surface == Log {
			s.Level = levelOf(fn)
		}
		if len(s.Roles) > 0 && !slices.ContainsFunc(s.Roles, func(r Role) bool { return r != None }) {
			index[path][n] = nil // hides a row of the base
			continue
		}
		index[path][n] = &s
	}
	return nil
}

// String names the row's functions.
func (r Row) String() string {
	s := r.Pkg
	if r.Recv != "" {
		s += "." + r.Recv
	}
	return s + " {" + strings.Join(strings.Fields(r.Funcs), " ") + "}"
}

// Knows reports whether the built-in rows speak of a package: it is a logging or telemetry library.
func Knows(path string) bool {
	t := Default()
	return t.exact[path] != nil || t.any[withoutMajor(path)] != nil
}
