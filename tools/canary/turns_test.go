package canarycheck

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"
	"testing"
)

// lessIn are the functions in which a run that is not thorough does less, as often as each looks, and what. All that is on a
// list of the server is driven in both runs: each asks its coverage for what is missing.
var lessIn = []string{
	"commands", // of wrong command lines each command gets one, in turns: to run one in a container takes a fifth of a second
	"imports",  // no second trial of each good file, for the same reason
	"imports",  // nor each broken file alone: all are in one import as well
}

// What only one of the runs does would be missed by nobody in the other one.
func TestWhatOneRunDoesLessIsOnAList(t *testing.T) {
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), f.Name(), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, turning(parsed)...)
	}
	slices.Sort(got)
	if !slices.Equal(got, lessIn) {
		t.Errorf("runs are told apart in %q, not in %q", got, lessIn)
	}
}

// turning are the functions in which a run is told from another one: by whether it is thorough, or by what its target is.
func turning(f *ast.File) (out []string) {
	for _, decl := range f.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		ast.Inspect(fn, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if n.Sel.Name == "Thorough" {
					out = append(out, fn.Name.Name)
				}
			case *ast.TypeAssertExpr:
				if s, ok := n.X.(*ast.SelectorExpr); ok && s.Sel.Name == "target" {
					out = append(out, fn.Name.Name)
				}
			}
			return true
		})
	}
	return out
}

func TestRunsThatAreToldApartAreFound(t *testing.T) {
	const source = `package p
func a(d *Driver) { if d.Thorough { return } }
func b(d *Driver) { _, ok := d.target.(*x); _ = ok }
func c(d *Driver) { switch d.target.(type) { case nil: } }
func d(d *Driver) { d.target.Run() }
`
	f, err := parser.ParseFile(token.NewFileSet(), "p.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if got := turning(f); !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("%q", got)
	}
}
