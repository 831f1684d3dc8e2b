package sinkcheck

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/seed-a76b335c/philint/analyzers/internal/sink"
)

// versions are the import paths checked for rows that stand for any version.
var versions = map[string][]string{
	"k8s.io/klog/v*":                          {"k8s.io/klog", "k8s.io/klog/v2"},
	"github.com/charmbracelet/log/v*":         {"github.com/charmbracelet/log"},
	"charm.land/log/v*":                       {"charm.land/log/v2"},
	"github.com/go-chi/chi/v*/middleware":     {"github.com/go-chi/chi/v5/middleware"},
	"github.com/DataDog/datadog-go/v*/statsd": {"github.com/DataDog/datadog-go/statsd", "github.com/DataDog/datadog-go/v5/statsd"},
	"github.com/gofiber/fiber/v*/log":         {"github.com/gofiber/fiber/v2/log", "github.com/gofiber/fiber/v3/log"},
	"github.com/aws/aws-xray-sdk-go/v*/xray":  {"github.com/aws/aws-xray-sdk-go/xray"},
	"go.opentelemetry.io/otel/semconv/v*":     {"go.opentelemetry.io/otel/semconv/v1.37.0"},
}

// A member is a function or a declared method of a package.
type member struct{ pkg, recv, fn string }

func (m member) String() string {
	if m.recv == "" {
		return m.pkg + " " + m.fn
	}
	return m.pkg + " " + m.recv + "." + m.fn
}

func TestTables(t *testing.T) {
	rows := sink.All()
	var paths []string
	for _, r := range rows {
		for _, path := range pathsOf(r) {
			if !slices.Contains(paths, path) && !slices.Contains(unavailable, path) {
				paths = append(paths, path)
			}
		}
	}
	pkgs := load(t, paths)
	gone := expand(older)

	// Every row is true of its library.
	inRow := map[member]bool{}
	fieldTypes := map[string]bool{}
	for _, r := range rows {
		for _, fn := range strings.Fields(r.Funcs) {
			exists := false
			for _, path := range pathsOf(r) {
				m := member{path, r.Recv, fn}
				inRow[m] = true
				pkg, ok := pkgs[path]
				if !ok || fn == "*" {
					exists = true
					continue
				}
				f := find(pkg, m)
				if f == nil {
					continue
				}
				exists = true
				for _, p := range mismatches(r, m, f.Signature()) {
					t.Errorf("%s: %s", m, p)
				}
				if res := f.Signature().Results(); r.Kind == sink.Field && res.Len() == 1 {
					fieldTypes[fieldType(res.At(0).Type())] = true
				}
			}
			m := member{r.Pkg, r.Recv, fn}
			if _, ok := gone[m]; exists == ok && pkgs[pathsOf(r)[0]] != nil {
				if ok {
					t.Errorf("%s is there: remove it from the older ones", m)
				} else {
					t.Errorf("%s is not in the library", m)
				}
			}
			delete(gone, m)
		}
	}
	for m := range gone {
		t.Errorf("%s: listed as older, but in no row", m)
	}
	delete(fieldTypes, "")

	// Every function of the library that could be in a row is in one or ignored.
	skip := expand(ignored)
	for _, path := range paths {
		for _, f := range candidates(pkgs[path], rows, fieldTypes) {
			m := member{path, recvName(f), f.Name()}
			if inRow[m] || inRow[member{path, "", "*"}] && m.recv == "" {
				continue
			}
			if _, ok := skip[m]; !ok {
				t.Errorf("%s%s is in no row and not ignored", m, strings.TrimPrefix(types.TypeString(f.Signature(), types.RelativeTo(f.Pkg())), "func"))
			}
			delete(skip, m)
		}
	}
	for m, reason := range skip {
		t.Errorf("%s: ignored (%s) for nothing", m, reason)
	}
}

func load(t *testing.T, paths []string) map[string]*types.Package {
	t.Helper()
	paths = slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return p == "builtin" })
	loaded, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedExportFile, Tests: false}, paths...)
	if err != nil {
		t.Fatal(err)
	}
	pkgs := map[string]*types.Package{}
	for _, p := range loaded {
		for _, e := range p.Errors {
			t.Errorf("%s: %v", p.PkgPath, e)
		}
		pkgs[p.PkgPath] = p.Types
	}
	for _, p := range paths {
		if pkgs[p] == nil {
			t.Fatalf("%s not loaded", p)
		}
	}
	return pkgs
}

func pathsOf(r sink.Row) []string {
	if strings.Contains(r.Pkg, "/v*") {
		return versions[r.Pkg]
	}
	return []string{r.Pkg}
}

// methods returns the exported methods a type of the package declares itself.
func methods(pkg *types.Package, recv string) (fns []*types.Func) {
	tn, ok := pkg.Scope().Lookup(recv).(*types.TypeName)
	if !ok {
		return nil
	}
	named, ok := tn.Type().(*types.Named)
	if !ok || named.Obj() != tn {
		return nil // an alias: its methods belong to the other type
	}
	if iface, ok := named.Underlying().(*types.Interface); ok {
		fns = slices.Collect(iface.ExplicitMethods())
	} else {
		fns = slices.Collect(named.Methods())
	}
	return slices.DeleteFunc(fns, func(f *types.Func) bool { return !f.Exported() })
}

func find(pkg *types.Package, m member) *types.Func {
	if m.recv == "" {
		f, _ := pkg.Scope().Lookup(m.fn).(*types.Func)
		return f
	}
	for _, f := range methods(pkg, m.recv) {
		if f.Name() == m.fn {
			return f
		}
	}
	return nil
}

func recvName(f *types.Func) string {
	recv := f.Signature().Recv()
	if recv == nil {
		return ""
	}
	typ := types.Unalias(recv.Type())
	if p, ok := typ.(*types.Pointer); ok {
		typ = types.Unalias(p.Elem())
	}
	return typ.(*types.Named).Obj().Name()
}

// mismatches tells where the row's words do not fit the signature.
func mismatches(r sink.Row, m member, sig *types.Signature) (problems []string) {
	words := strings.Fields(r.Params)
	if len(words) != sig.Params().Len() {
		return []string{fmt.Sprintf("row has %d words %v, the function is %s", len(words), words, sig)}
	}
	printf := strings.HasSuffix(strings.TrimSuffix(m.fn, "Depth"), "f") && !strings.HasSuffix(m.fn, "Diff") // and InfofDepth
	if printf && !slices.Contains(words, "format") {
		problems = append(problems, "has no format")
	}
	for i, w := range words {
		name := sig.Params().At(i).Name()
		isFormat := name == "format" || name == "template"
		if isFormat && w != "format" || w == "format" && !isFormat && !printf && !slices.Contains(formats, m.String()) {
			problems = append(problems, fmt.Sprintf("word %d is %q in %s", i+1, w, sig))
		}
		if kv := strings.Contains(strings.ToLower(name), "keyval") || strings.Contains(strings.ToLower(name), "keysandval"); kv && w != "pairs" {
			problems = append(problems, fmt.Sprintf("word %d is %q, the parameter is called %s", i+1, w, name))
		}
		typ := sig.Params().At(i).Type()
		tail := sig.Variadic() && i == len(words)-1
		if tail {
			typ = typ.(*types.Slice).Elem()
		}
		ok := true
		switch w {
		case "pairs":
			ok = tail && isAny(typ)
		case "values":
			ok = tail
		case "value", "writer":
			ok = !tail
		case "key", "format":
			ok = !tail && isString(typ)
		case "message":
			fn, isFunc := typ.Underlying().(*types.Signature)
			ok = !tail && (isString(typ) || isAny(typ) || isFunc && fn.Results().Len() == 1 && isString(fn.Results().At(0).Type()))
		case "fields":
			ok = !isString(typ)
		}
		if w == "writer" {
			ok = types.TypeString(typ, nil) == "io.Writer"
		}
		if w == "format" && (i+2 != len(words) || words[i+1] != "values") {
			ok = false
		}
		if !ok {
			problems = append(problems, fmt.Sprintf("word %d %q does not fit %s", i+1, w, sig))
		}
	}
	return problems
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.String
}

func isAny(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.Empty()
}

func fieldType(t types.Type) string {
	named, ok := types.Unalias(t).(*types.Named)
	if p, isPtr := types.Unalias(t).(*types.Pointer); isPtr {
		named, ok = types.Unalias(p.Elem()).(*types.Named)
	}
	if !ok || named.Obj().Pkg() == nil {
		return ""
	}
	return types.TypeString(named, nil)
}

// candidates are the functions with parameters that write or build what is written, as far as their form tells:
// the methods of every type that is some row's receiver and not in notLoggers, the methods of other types that look like loggers,
// and the functions that return a field or look like a logger's method.
func candidates(pkg *types.Package, rows []sink.Row, fieldTypes map[string]bool) (fns []*types.Func) {
	if pkg == nil {
		return nil
	}
	seen := map[string]bool{"": true}
	for _, r := range rows {
		if slices.Contains(pathsOf(r), pkg.Path()) && !seen[r.Recv] && !slices.Contains(notLoggers, pkg.Path()+" "+r.Recv) {
			seen[r.Recv] = true
			for _, f := range methods(pkg, r.Recv) {
				if f.Signature().Params().Len() > 0 {
					fns = append(fns, f)
				}
			}
		}
	}
	for _, name := range pkg.Scope().Names() {
		if tn, ok := pkg.Scope().Lookup(name).(*types.TypeName); ok && tn.Exported() && !seen[name] && sink.IsLogger(tn.Type()) {
			for _, f := range methods(pkg, name) {
				if _, ok := sink.MethodShape(f); ok {
					fns = append(fns, f)
				}
			}
		}
		f, ok := pkg.Scope().Lookup(name).(*types.Func)
		if !ok || !f.Exported() || f.Signature().Params().Len() == 0 {
			continue
		}
		_, shape := sink.MethodShape(f)
		res := f.Signature().Results()
		if shape || res.Len() == 1 && fieldTypes[fieldType(res.At(0).Type())] {
			fns = append(fns, f)
		}
	}
	return fns
}

// expand reads a table of lines "import/path Recv.Func Func …" by reason.
func expand(table map[string]string) map[member]string {
	m := map[member]string{}
	for reason, lines := range table {
		for line := range strings.Lines(lines) {
			words := strings.Fields(line)
			for i := 1; i < len(words); i++ {
				recv, fn, ok := strings.Cut(words[i], ".")
				if !ok {
					recv, fn = "", words[i]
				}
				m[member{words[0], recv, fn}] = reason
			}
		}
	}
	return m
}
