package shape_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/analyzers/internal/shape"
)

// TestContent lists what values of a type hold: whatever the types of fields say, none is left out.
func TestContent(t *testing.T) {
	const decls = `
type note struct { Room string; N int }
type strung struct { Room string }
func (strung) String() string { return "" }
type addr struct { City string }
type tagged struct { X string ` + "`phi:\"x\"`" + ` }
type list []list
type dict map[string]dict
type ptr *ptr
type tree struct { Name string; Kids []*tree; Up map[string]tree }
type mine struct { Code string }
func (mine) Error() string { return "" }
type d1 struct { A struct { B struct { C struct { D struct { E struct { F struct { G struct { H int }}}}}}}}
`
	for typ, want := range map[string]string{
		"note": "N int, Room string", "*note": "N int, Room string", "[]note": "N int, Room string", "[2]note": "N int, Room string", "[][2]note": "N int, Room string",
		"map[note]int": "[key].N int, [key].Room string", "map[string]note": "N int, Room string, [key] string",
		"strung": "Room string", "struct{ Other strung }": "Other.Room string", "struct{ Address addr }": "Address.City string", "struct{ addr }": "addr.City string",
		"tagged": "X string", "list": "", "dict": "", "ptr": "", "tree": "Name string, Up[key] string", "*mine": "Code string", "string": "", "[]string": "", "struct{}": "",
		"struct{ At time.Time; Took time.Duration }": "At time.Time, Took time.Duration", "d1": "A.B.C.D.E.F.G.H int", "struct{ V any }": "V any",
	} {
		src := "package p\nimport \"time\"\nvar _ time.Time\n" + decls + "\nvar v " + typ
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "p.go", src, 0)
		if err != nil {
			t.Fatal(err)
		}
		pkg, err := (&types.Config{Importer: importer.Default()}).Check("p", fset, []*ast.File{f}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(shape.Content(pkg.Scope().Lookup("v").Type()), ", "); got != want {
			t.Errorf("Content(%s)\n got %s\nwant %s", typ, got, want)
		}
	}
}
