package flow_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/analyzers/internal/flow"
)

// TestReaching asks at every use(v) which values of v it can see: the comment behind it lists them.
func TestReaching(t *testing.T) {
	for name, body := range map[string]string{
		"the last assignment":       `x := "a"; x = "b"; use(x) // b`,
		"a branch may have run":     `x := "a"; if c { x = "b" }; use(x) // a b`,
		"inside the branch":         `x := "a"; if c { x = "b"; use(x) } // b`,
		"the other branch":          `x := "a"; if c { x = "b" } else { use(x) } // a`,
		"both branches":             `x := "a"; if c { x = "b" } else { x = "d" }; use(x) // a b d`,
		"a branch that returns":     `x := "a"; if c { x = "b"; return }; use(x) // a`,
		"a branch that panics":      `x := "a"; if c { x = "b"; panic("") }; use(x) // a`,
		"an earlier turn":           `x := "a"; for i := 0; i < n; i++ { use(x); x = "b" } // a b`,
		"set anew each turn":        `for i := 0; i < n; i++ { x := "a"; use(x); x = "b"; _ = x } // a`,
		"after a break":             `x := "a"; for i := 0; i < n; i++ { if c { x = "b"; break }; continue }; use(x) // a b`,
		"a case":                    `x := "a"; switch n { case 1: x = "b"; case 2: use(x) } // a`,
		"after the switch":          `x := "a"; switch n { case 1: x = "b"; case 2: x = "d" }; use(x) // a b d`,
		"the if's own":              `x := "a"; _ = x; if x := "b"; c { use(x) } // b`,
		"a closure sees all":        `x := "a"; x = "b"; func() { use(x) }() // a b`,
		"a closure writes":          `x := "a"; func() { x = "b" }(); use(x) // a b`,
		"the zero value":            `var x string; use(x) // zero`,
		"from a range":              `for _, x := range list { use(x) } // list`,
		"an address given away":     `x := "a"; fill(&x); use(x) // a fill(&x)`,
		"joined to what it was":     `x := "a"; x += "b"; use(x) // a b`,
		"a parameter replaced":      `p = "a"; use(p) // a`,
		"a parameter kept":          `use(p) // param`,
		"a labelled loop":           "x := \"a\"\nouter: for i := 0; i < n; i++ { for { x = \"b\"; continue outer } }; use(x) // a b",
		"a turn that goes on":       `x := "a"; for i := 0; i < n; i++ { if c { x = "b"; continue }; _ = x }; use(x) // a b`,
		"the rest of the turn":      `for i := 0; i < n; i++ { x := "a"; if c { x = "b"; continue }; use(x) } // a`,
		"a defer sees the last one": `x := "a"; defer func() { use(x) }(); x = "b" // a b`,
		"a select's case":           `x := "a"; select { case x = <-ch: default: use(x) } // a`,
	} {
		t.Run(name, func(t *testing.T) {
			code, want, _ := strings.Cut(body, " // ")
			src := "package p\nfunc use(...any) {}\nfunc fill(*string) {}\nfunc f(p string, c bool, n int, list []string, ch chan string) {\n" + code + "\n}\n"
			if got := strings.Join(reaching(t, src), " "); got != want {
				t.Errorf("%s\nsees  %s\nwants %s", code, got, want)
			}
		})
	}
}

func reaching(t *testing.T, src string) []string {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Types: map[ast.Expr]types.TypeAndValue{}}
	if _, err := (&types.Config{Importer: importer.Default()}).Check("p", fset, []*ast.File{file}, info); err != nil {
		t.Fatal(err)
	}
	decl := file.Decls[len(file.Decls)-1].(*ast.FuncDecl)
	fl := flow.New(decl, info)
	var out []string
	ast.Inspect(decl, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if id, ok := call.Fun.(*ast.Ident); !ok || id.Name != "use" {
			return true
		}
		id := call.Args[0].(*ast.Ident)
		for _, d := range fl.Reaching(info.Uses[id].(*types.Var), id.Pos()) {
			switch d.Kind {
			case flow.Zero:
				out = append(out, "zero")
			case flow.Param:
				out = append(out, "param")
			default:
				out = append(out, strings.Trim(fmt.Sprint(types.ExprString(d.Expr)), `"`))
			}
		}
		return true
	})
	return out
}
