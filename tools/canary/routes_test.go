package canarycheck

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// registering is where handlers are put under addresses: by the lists that the driver takes its routes from, and what
// stands under the others.
var registering = []string{
	`cmd/recordserver/serve_house.go "GET /metrics"`, // the address for metrics alone, which the driver asks
	`internal/mcpserver/mcphttp/handler.go path`,     // mcphttp.Paths
	`internal/web/routes.go "/"`,                     // what is no route
	`internal/web/routes.go r.Path`,                  // web.Routes, and those of the other surfaces
}

// looking is where a request's address is looked at besides: an answer could be given there that is no route.
var looking = []string{
	"internal/mcpserver/mcphttp/identity.go PathValue", // the secret of a personal link
	"internal/web/gate.go URL.Path",                    // lets two routes through while nothing else is answered
	"internal/web/metrics.go Pattern",                  // the label of a request's route
	"internal/web/routes.go URL.Path",                  // refuses what is not written as a path is
}

// A route that is registered beside the lists, or answered by what stands around them, would be driven by nobody, and missed
// by nobody.
func TestRoutesAreRegisteredFromTheListsOnly(t *testing.T) {
	compare := func(what string, find func(*ast.File) []string, want []string) {
		got := inSource(t, find)
		if !slices.Equal(got, want) {
			t.Errorf("%s at\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	compare("handlers are registered", registered, registering)
	compare("addresses are looked at", looks, looking)
}

// inSource is what is found in the files that the server is built of, behind the name of the file.
func inSource(t *testing.T, find func(*ast.File) []string) (out []string) {
	t.Helper()
	root := filepath.Join("..", "..")
	for _, dir := range []string{"internal", filepath.Join("cmd", "recordserver")} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, e fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			where, err := filepath.Rel(root, path)
			if err != nil || strings.HasPrefix(where, filepath.Join("internal", "hook")) { // of test builds only
				return err
			}
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			for _, found := range find(f) {
				out = append(out, filepath.ToSlash(where)+" "+found)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// looks are the parts of a request by which its address is known, where a file that has to do with requests reads them.
func looks(f *ast.File) (out []string) {
	if !slices.ContainsFunc(f.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"net/http"` }) {
		return nil
	}
	ast.Inspect(f, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		switch s.Sel.Name {
		case "RequestURI", "Pattern", "PathValue":
			out = append(out, s.Sel.Name)
		case "Path", "RawPath", "EscapedPath", "String":
			if of, ok := s.X.(*ast.SelectorExpr); ok && of.Sel.Name == "URL" {
				out = append(out, "URL."+s.Sel.Name)
			}
		}
		return true
	})
	return out
}

// registered are the addresses in calls of a mux's methods. A handler of the log has a method of the same name, which
// takes a context.
func registered(f *ast.File) (out []string) {
	ast.Inspect(f, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 2 {
			return true
		}
		method, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || method.Sel.Name != "Handle" && method.Sel.Name != "HandleFunc" {
			return true
		}
		switch a := call.Args[0].(type) {
		case *ast.BasicLit:
			out = append(out, a.Value)
		case *ast.Ident:
			if a.Name != "ctx" {
				out = append(out, a.Name)
			}
		case *ast.SelectorExpr:
			if x, ok := a.X.(*ast.Ident); ok {
				out = append(out, x.Name+"."+a.Sel.Name)
				break
			}
			out = append(out, a.Sel.Name)
		default:
			out = append(out, "an expression")
		}
		return true
	})
	return out
}

func TestARouteBesideTheListsIsSeen(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), "x.go", `package x
func f(mux m) { mux.HandleFunc("/debug/peek", g); mux.Handle(prefix+"x", h); next.Handle(ctx, record); http.Handle(p.at, h) }`, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := registered(f); !slices.Equal(got, []string{`"/debug/peek"`, "an expression", "p.at"}) {
		t.Errorf("%q", got)
	}
	f, err = parser.ParseFile(token.NewFileSet(), "x.go", `package x
import "net/http"
func f(w http.ResponseWriter, r *http.Request) { if r.URL.Path == "/peek" || r.RequestURI == "x" || r.URL.Query().Get("a") == "" { g() } }`, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := looks(f); !slices.Equal(got, []string{"URL.Path", "RequestURI"}) {
		t.Errorf("%q", got)
	}
}
