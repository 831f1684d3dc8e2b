package sink

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

var (
	fset   = token.NewFileSet()
	stdlib = importer.ForCompiler(fset, "gc", nil)
)

func TestRows(t *testing.T) {
	if _, err := build(nil, All()); err != nil {
		t.Fatal(err)
	}
	a, b := All(), All()
	if len(a) == 0 || len(a) != len(b) {
		t.Fatalf("All has %d and %d rows", len(a), len(b))
	}
	for i := range a {
		if a[i] != b[i] {
			t.Errorf("row %d differs between two calls: %s, %s", i, a[i], b[i])
		}
	}
}

// words renders a spec as the row that gives it.
func words(s *Spec) string {
	var w []string
	for _, r := range s.Roles {
		w = append(w, r.String())
	}
	return strings.Join(w, " ")
}

// member returns a function, or a method "Type.Name", of a package.
func member(t *testing.T, pkg *types.Package, path string) *types.Func {
	t.Helper()
	recv, fn, method := strings.Cut(path, ".")
	obj := pkg.Scope().Lookup(recv)
	if method {
		if obj == nil {
			t.Fatalf("%s has no %s", pkg.Path(), recv)
		}
		obj, _, _ = types.LookupFieldOrMethod(obj.Type(), true, pkg, fn)
	}
	f, ok := obj.(*types.Func)
	if !ok {
		t.Fatalf("%s has no function %s", pkg.Path(), path)
	}
	return f
}

func TestLookupStd(t *testing.T) {
	for _, tt := range []struct {
		pkg, fn, params string
		kind            Kind
		surface         Surface
		level           string
	}{
		{"log", "Printf", "format values", Statement, Log, ""},
		{"log", "Fatal", "values", Statement, Log, "fatal"},
		{"log", "Logger.Panicln", "values", Statement, Log, "panic"},
		{"log", "Logger.Output", "_ value", Statement, Log, ""},
		{"log", "Logger.Writer", "", 0, 0, "-"},
		{"log/slog", "InfoContext", "_ message pairs", Statement, Log, "info"},
		{"log/slog", "Logger.LogAttrs", "_ _ message fields", Statement, Log, ""},
		{"log/slog", "Logger.With", "pairs", Binder, Log, ""},
		{"log/slog", "Any", "key value", Field, Log, ""},
		{"log/slog", "Group", "key pairs", Field, Log, ""},
		{"log/slog", "GroupAttrs", "key fields", Field, Log, ""},
		{"log/slog", "Handler.Handle", "", 0, 0, "-"},
		{"fmt", "Fprintf", "writer format values", Statement, Stream, ""},
		{"fmt", "Sprintf", "", 0, 0, "-"},
		{"os", "File.WriteString", "value", Statement, Stream, ""},
		{"expvar", "String.Set", "value", Statement, Telemetry, ""},
	} {
		pkg, err := stdlib.Import(tt.pkg)
		if err != nil {
			t.Fatal(err)
		}
		s, ok := Lookup(member(t, pkg, tt.fn))
		switch {
		case tt.level == "-":
			if ok {
				t.Errorf("%s.%s is a sink (%s), want none", tt.pkg, tt.fn, words(s))
			}
		case !ok:
			t.Errorf("%s.%s is no sink", tt.pkg, tt.fn)
		case words(s) != tt.params || s.Kind != tt.kind || s.Surface != tt.surface || s.Level != tt.level:
			t.Errorf("%s.%s = %q, %+v", tt.pkg, tt.fn, words(s), *s)
		}
	}
	if s, ok := Lookup(member(t, must(stdlib.Import("os")), "File.Write")); !ok || !s.RecvStream {
		t.Errorf("os.File.Write: %v, %v", s, ok)
	}
	for fn, params := range map[string]string{"panic": "value", "print": "values", "println": "values"} {
		if s, ok := Builtin(fn); !ok || words(s) != params || s.Surface != Stream {
			t.Errorf("Builtin(%q) = %v, %v", fn, s, ok)
		}
	}
	if _, ok := Builtin("recover"); ok {
		t.Error("recover is a sink")
	}
	if _, ok := Lookup(types.Universe.Lookup("error").Type().Underlying().(*types.Interface).Method(0)); ok {
		t.Error("error.Error is a sink")
	}
}

func must(pkg *types.Package, err error) *types.Package {
	if err != nil {
		panic(err)
	}
	return pkg
}

// check type-checks a source string as the package path.
func check(t *testing.T, path, src string) *types.Package {
	t.Helper()
	f, err := parser.ParseFile(fset, path+".go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Importer: stdlib}
	pkg, err := conf.Check(path, fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

func TestLookupPaths(t *testing.T) {
	const src = `package p
type Verbose struct{}
func (*Verbose) InfoS(msg string, kv ...any) {}
type Logger[T any] interface { Send(v T) }
func ErrorS(err error, msg string, kv ...any) {}
func UserEmail(s string) {}
func ErrorType(err error) {}
`
	for path, want := range map[string]bool{
		"k8s.io/klog": true, "k8s.io/klog/v2": true, "k8s.io/klog/v10": true,
		"k8s.io/klog/v": false, "k8s.io/klog/vx": false, "k8s.io/klog/v2/textlogger": false, "k8s.io": false,
	} {
		pkg := check(t, path, src)
		for _, fn := range []string{"ErrorS", "Verbose.InfoS"} {
			if _, ok := Lookup(member(t, pkg, fn)); ok != want {
				t.Errorf("Lookup(%s.%s) = %v, want %v", path, fn, ok, want)
			}
		}
	}
	pkg := check(t, "go.opentelemetry.io/otel/semconv/v1.37.0", src)
	for fn, want := range map[string]bool{"UserEmail": true, "ErrorType": false, "Verbose.InfoS": false} {
		if _, ok := Lookup(member(t, pkg, fn)); ok != want {
			t.Errorf("semconv %s: %v, want %v", fn, ok, want)
		}
	}

	table, err := New([]Row{
		{Pkg: "example.com/log", Recv: "Logger", Funcs: "Send", Params: "value", Level: "warn"},
		{Pkg: "example.com/log", Funcs: "ErrorS", Params: "value message pairs"},
		{Pkg: "k8s.io/klog", Funcs: "ErrorS", Params: "_"},
		{Pkg: "builtin", Funcs: "print", Params: "_"},
	})
	if err != nil {
		t.Fatal(err)
	}
	pkg = check(t, "example.com/log", src+"var L Logger[int]")
	m, _, _ := types.LookupFieldOrMethod(pkg.Scope().Lookup("L").Type(), true, pkg, "Send")
	if s, ok := table.Lookup(m.(*types.Func)); !ok || words(s) != "value" || s.Level != "warn" {
		t.Errorf("method of an instantiated interface: %v, %v", s, ok)
	}
	if s, ok := table.Lookup(member(t, pkg, "ErrorS")); !ok || s.Level != "error" {
		t.Errorf("configured function: %v, %v", s, ok)
	}
	klog := check(t, "k8s.io/klog", src)
	if _, ok := table.Lookup(member(t, klog, "ErrorS")); ok {
		t.Error("a row of \"_\" does not hide the built-in one")
	}
	if _, ok := table.Lookup(member(t, klog, "Verbose.InfoS")); !ok {
		t.Error("a row hides another function of its package")
	}
	if _, ok := table.Builtin("print"); ok {
		t.Error("print is not hidden")
	}
	if _, ok := table.Builtin("panic"); !ok {
		t.Error("panic is hidden")
	}
}

func TestNewErrors(t *testing.T) {
	for _, tt := range []struct {
		row  Row
		want string
	}{
		{Row{Funcs: "F", Params: "value"}, "Pkg must be an import path"},
		{Row{Pkg: "p", Params: "value"}, "Funcs names no function"},
		{Row{Pkg: "p", Funcs: "T.F", Params: "value"}, `"T.F" is not a function's name`},
		{Row{Pkg: "p", Recv: "*T", Funcs: "F", Params: "value"}, "Recv must be a type's name"},
		{Row{Pkg: "p", Recv: "T", Funcs: "*", Params: "value"}, `"*" is not a function's name`},
		{Row{Pkg: "p", Funcs: "F", Params: "values message"}, `"values" must be the last word`},
		{Row{Pkg: "p", Funcs: "F", Params: "text"}, `unknown parameter word "text"`},
		{Row{Pkg: "p", Funcs: "F F", Params: "value"}, "F is in an earlier row"},
		{Row{Pkg: "p", Funcs: "F", Params: "value", Level: "loud"}, `unknown level "loud"`},
		{Row{Pkg: "p", Funcs: "F", Params: "value", RecvStream: true}, "RecvStream needs a Recv"},
		{Row{Pkg: "p", Funcs: "F", Params: "value", Kind: 9}, "unknown kind"},
	} {
		_, err := New([]Row{tt.row})
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("New(%+v): %v, want %q", tt.row, err, tt.want)
		}
	}
	_, err := New([]Row{{Pkg: "p", Funcs: "F", Params: "x"}, {Pkg: "q", Funcs: "G", Params: "y"}})
	if err == nil || !strings.Contains(err.Error(), "row p {F}") || !strings.Contains(err.Error(), "row q {G}") {
		t.Errorf("an error for each row, got %v", err)
	}
}

func TestLevelOf(t *testing.T) {
	for fn, want := range map[string]string{
		"Debug": "debug", "Infow": "info", "WarningDepthf": "warn", "ErrorContext": "error", "ErrorS": "error", "ErrorSDepth": "error",
		"Fatalln": "fatal", "ExitContextDepthf": "fatal", "DPanicw": "panic", "Trace": "trace", "Notice": "info", "Crit": "fatal",
		"Print": "", "Log": "", "Msg": "", "Errors": "", "Information": "", "InfolnDepth": "info", "Warnf": "warn",
	} {
		if got := levelOf(fn); got != want {
			t.Errorf("levelOf(%q) = %q, want %q", fn, got, want)
		}
	}
}

func BenchmarkLookup(b *testing.B) {
	pkg := must(stdlib.Import("log"))
	fn := pkg.Scope().Lookup("Printf").(*types.Func)
	for b.Loop() {
		Lookup(fn)
	}
}
