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

// A route that is registered beside the lists would be driven by nobody, and missed by nobody.
func TestRoutesAreRegisteredFromTheListsOnly(t *testing.T) {
	root := filepath.Join("..", "..")
	var got []string
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
			for _, address := range registered(f) {
				got = append(got, filepath.ToSlash(where)+" "+address)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(got)
	if got = slices.Compact(got); !slices.Equal(got, registering) {
		t.Errorf("handlers are registered at\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(registering, "\n"))
	}
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
}
