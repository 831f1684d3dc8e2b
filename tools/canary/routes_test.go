package canarycheck

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
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
	`internal/vocab/lock_windows.go windows.Handle`,  // a type of Windows
	`internal/web/routes.go "/"`,                     // what is no route
	`internal/web/routes.go r.Path`,                  // web.Routes,
	`internal/web/routes.go r.Path`,                  // and those of the other surfaces
}

// looking is where a request's address is looked at besides, or might be: an answer could be given there that is no route.
var looking = []string{
	"cmd/recordserver/serve_address.go u.Path", // of the public URL, as it is configured
	"cmd/recordserver/serve_announce.go mcphttp.Path",
	"cmd/recordserver/serve_announce.go mcphttp.Path",
	"internal/mcpserver/mcphttp/identity.go r.PathValue",    // the secret of a personal link
	"internal/mcpserver/mcphttp/identity.go r.URL.RawQuery", // whether there may be a token in it
	"internal/mcpserver/mcphttp/origin.go u.Path",           // of an origin that is configured, and of one that a header names:
	"internal/mcpserver/mcphttp/origin.go u.Path",           // it has none
	"internal/web/gate.go r.URL.Path",                       // lets two routes through while nothing else is answered:
	"internal/web/gate.go r.URL.Path",                       // that of health, that of metrics
	"internal/web/metrics.go r.Pattern",                     // the label of a request's route
	"internal/web/query.go r.URL.RawQuery",                  // the parameters of a question
	"internal/web/routes.go r.Path",                         // of an entry in the lists: registered, and noted,
	"internal/web/routes.go r.Path",                         // from the own one
	"internal/web/routes.go r.Path",
	"internal/web/routes.go r.Path", // and from the others'
	"internal/web/routes.go r.URL.Path",
	"internal/web/routes.go r.URL.Path", // refuses what is not written as a path is
	"internal/web/routes.go r.URL.Path",
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

// inSource is what is found in the files that the server is built of, behind the name of the file, as often as it is there:
// a second look in a file that has one is a look too.
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
	return out
}

// looks are the places where a request's address may be read: its parts in any spelling, in files that have to do with
// requests or addresses, and each use of an address as a whole, which can be read under another name. What asks for the
// query's values alone is none.
func looks(f *ast.File) (out []string) {
	near := slices.ContainsFunc(f.Imports, func(i *ast.ImportSpec) bool {
		return i.Path.Value == `"net/http"` || i.Path.Value == `"net/url"`
	})
	inner := map[ast.Expr]bool{} // what stands in a place that has been looked at
	ast.Inspect(f, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok || inner[s] {
			return true
		}
		if of, ok := ast.Unparen(s.X).(*ast.SelectorExpr); ok && of.Sel.Name == "URL" && !isPackage(of, "url") {
			inner[of] = true
			if s.Sel.Name != "Query" {
				out = append(out, types.ExprString(s))
			}
			return true
		}
		switch s.Sel.Name {
		case "URL":
			if !isPackage(s, "url") { // the type
				out = append(out, types.ExprString(s))
			}
		case "RequestURI", "RawPath", "EscapedPath", "PathValue":
			out = append(out, types.ExprString(s))
		case "Path", "Pattern":
			if near {
				out = append(out, types.ExprString(s))
			}
		}
		return true
	})
	return out
}

// isPackage says whether what is selected is selected of a package of the name.
func isPackage(s *ast.SelectorExpr, name string) bool {
	x, ok := s.X.(*ast.Ident)
	return ok && x.Name == name
}

// registered are the addresses in calls of a mux's methods, and each use of such a method otherwise: as a value it is called
// by another name. A handler of the log has a method of the same name, which takes a context.
func registered(f *ast.File) (out []string) {
	called := map[ast.Expr]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && !called[s] && isRegistration(s) {
			out = append(out, types.ExprString(s))
		}
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) != 2 {
			return true
		}
		method, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || !isRegistration(method) {
			return true
		}
		called[method] = true
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

func isRegistration(s *ast.SelectorExpr) bool {
	return s.Sel.Name == "Handle" || s.Sel.Name == "HandleFunc"
}

func TestARouteBesideTheListsIsSeen(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), "x.go", `package x
func f(mux m) { mux.HandleFunc("/debug/peek", g); mux.Handle(prefix+"x", h); next.Handle(ctx, record); http.Handle(p.at, h); put := mux.Handle; put("/x", h) }`, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := registered(f); !slices.Equal(got, []string{`"/debug/peek"`, "an expression", "p.at", "mux.Handle"}) {
		t.Errorf("%q", got)
	}
	for _, c := range []struct{ body, want string }{
		{`r.URL.Path == "/peek" || r.RequestURI == "x" || r.URL.Query().Get("a") == ""`, "r.URL.Path r.RequestURI"},
		{`func() bool { u := r.URL; return u.Path == "/peek" }()`, "r.URL u.Path"},
		{`(*r.URL).Path == "/peek"`, "(*r.URL).Path r.URL"},
		{`(r.URL).EscapedPath() == "/peek"`, "(r.URL).EscapedPath"},
		{`is(r.URL)`, "r.URL"},
		{`func(u *url.URL) bool { return u.RawPath == "/peek" }(nil)`, "u.RawPath"},
		{`r.URL.String() == "/peek" || r.URL.Opaque == ""`, "r.URL.String r.URL.Opaque"},
		{`http.Request.PathValue(*r, "x") == "" || r.Pattern == ""`, "http.Request.PathValue r.Pattern"},
		{`a.URL.Path == a.URL.Path`, "a.URL.Path a.URL.Path"},
	} {
		f, err := parser.ParseFile(token.NewFileSet(), "x.go", `package x
import "net/http"
func f(w http.ResponseWriter, r *http.Request) { if `+c.body+` { g() } }`, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(looks(f), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.body, got, c.want)
		}
	}
	f, err = parser.ParseFile(token.NewFileSet(), "x.go", `package x
func f(a any, r route) bool { return r.Path == "a" && g(a.(asked).URL) }`, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := looks(f); !slices.Equal(got, []string{"a.(asked).URL"}) {
		t.Errorf("%q", got)
	}
}
