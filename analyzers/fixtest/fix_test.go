// Package fixtest tests the suggested fixes: what they make of the fixtures, that each compiles on its own and all of
// them together, and that what was fixed is not reported again.
package fixtest

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"

	"github.com/seed-a76b335c/philint/analyzers"
)

var update = flag.Bool("update", false, "write the golden files")

const redactPath = "github.com/seed-a76b335c/philint/redact"

// fixtures are the packages with golden files, by the analyzer whose findings they hold.
var fixtures = map[string][]string{
	"logphi":   {"fixerrors", "fixmessages", "fixpayload", "fiximports", "fiximports/taken", "fiximports/cgo"},
	"panicphi": {"fixstream"},
}

// constantMessage is the message of the fix that moves operands without making them safe.
const constantMessage = "Write a constant message and fields"

func analyzer(t *testing.T, name string) *analysis.Analyzer {
	t.Helper()
	for _, a := range analyzers.All() {
		if a.Name == name {
			return a
		}
	}
	t.Fatalf("no analyzer %s", name)
	return nil
}

// TestGolden compares what the fixes make of the fixtures, by the fixes' messages.
func TestGolden(t *testing.T) {
	if *update {
		writeGolden(t)
	}
	for name, pkgs := range fixtures {
		analysistest.RunWithSuggestedFixes(t, analysistest.TestData(), analyzer(t, name), pkgs...)
	}
}

// TestFixes applies every fix on its own, without what a driver does afterwards: the result must compile, and the
// finding be gone. Then it applies the first fix of each finding, as drivers do, until there is nothing left to apply.
func TestFixes(t *testing.T) {
	w := loadWorld(t)
	for name, pkg := range w.fixtures(t) {
		t.Run(name, func(t *testing.T) {
			before := w.analyze(t, pkg)
			for _, d := range before {
				for _, fix := range d.SuggestedFixes {
					w.single(t, pkg, before, d, fix)
				}
			}
			w.repeat(t, pkg)
		})
	}
}

// single applies one fix.
func (w *world) single(t *testing.T, pkg *packages.Package, before []analysis.Diagnostic, d analysis.Diagnostic, fix analysis.SuggestedFix) {
	t.Helper()
	where := w.fset.Position(d.Pos)
	where.Filename = filepath.Base(where.Filename)
	edits := w.byFile(fix)
	if len(edits) != 1 {
		t.Errorf("%v: %s edits %d files", where, fix.Message, len(edits))
		return
	}
	texts := map[string][]byte{}
	for name, es := range edits {
		texts[name] = apply(w.read(t, name), es)
	}
	fixed, errs := w.check(t, pkg, texts)
	if len(errs) > 0 {
		t.Errorf("%v: %s: does not compile: %v", where, fix.Message, errs[0])
		return
	}
	after := w.analyze(t, fixed)
	was, is := count(before, d.Category), count(after, d.Category)
	if len(after) > len(before) || is > was {
		t.Errorf("%v: %s: %d findings, %d of them %s; before %d, %d", where, fix.Message, len(after), is, d.Category, len(before), was)
	}
	// A constant message takes its own class away; another one goes with the operand into a field.
	if (fix.Message != constantMessage || d.Category == "dynamic-message") && is >= was {
		t.Errorf("%v: %s: as many findings %s as before (%d)", where, fix.Message, d.Category, is)
	}
}

// repeat applies the first fixes until none is offered.
func (w *world) repeat(t *testing.T, pkg *packages.Package) {
	t.Helper()
	for round := 0; ; round++ {
		if round == 4 {
			t.Error("there are still fixes after four rounds")
			return
		}
		diags := w.analyze(t, pkg)
		texts := map[string][]byte{}
		merged := map[string][]edit{}
		skipped := 0
		for _, d := range diags {
			if len(d.SuggestedFixes) == 0 {
				continue
			}
			for name, es := range w.byFile(d.SuggestedFixes[0]) {
				m, ok := merge(merged[name], es)
				if !ok {
					skipped++
					continue
				}
				merged[name] = m
			}
		}
		if len(merged) == 0 {
			if n := count(diags, "dynamic-message") + count(diags, "error-text"); testing.Verbose() {
				t.Logf("%d findings left, %d of them messages and errors, after %d rounds", len(diags), n, round)
			}
			return
		}
		if testing.Verbose() {
			t.Logf("round %d: %d findings, %d fixes to be applied later", round, len(diags), skipped)
		}
		for name, es := range merged {
			texts[name] = tidyImports(t, pkg, apply(w.read(t, name), es))
		}
		fixed, errs := w.check(t, pkg, texts)
		if len(errs) > 0 {
			t.Errorf("round %d: does not compile: %v", round, errs)
			return
		}
		pkg = fixed
	}
}

// TestGoldenCompiles type-checks every section of the golden files.
func TestGoldenCompiles(t *testing.T) {
	w := loadWorld(t)
	n := 0
	for _, pkg := range w.fixtures(t) {
		for _, file := range pkg.GoFiles {
			golden, err := os.ReadFile(file + ".golden")
			if os.IsNotExist(err) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, section := range txtar.Parse(golden).Files {
				n++
				if _, errs := w.check(t, pkg, map[string][]byte{file: section.Data}); len(errs) > 0 {
					t.Errorf("%s.golden, %q: %v", filepath.Base(file), section.Name, errs)
				}
			}
		}
	}
	if n == 0 {
		t.Fatal("no golden file")
	}
}

// TestNoFixes looks at files that another program writes, and whose text is not theirs to change.
func TestNoFixes(t *testing.T) {
	w := loadWorld(t)
	w.a = analyzer(t, "logphi")
	found := map[string]int{}
	for _, path := range []string{"fiximports", "fiximports/cgo"} {
		for _, d := range w.analyze(t, w.byPath[path]) {
			name := filepath.Base(w.fset.PositionFor(d.Pos, false).Filename)
			if name != filepath.Base(w.fset.Position(d.Pos).Filename) {
				name = "cgo.go" // what cgo made of it
			}
			switch name {
			case "generated.go", "line.go", "cgo.go":
				found[name]++
				if len(d.SuggestedFixes) > 0 {
					t.Errorf("%s: %s", name, d.SuggestedFixes[0].Message)
				}
			}
		}
	}
	if len(found) != 3 {
		t.Errorf("findings in %v only", found)
	}
}

// Files that gofmt would change cannot be fixtures.
func TestUnformatted(t *testing.T) {
	w := loadWorld(t)
	w.a = analyzer(t, "logphi")
	for name, src := range map[string]string{
		"one line":                "package fiximports\n\nimport (\"log\"; \"os\")\n\nfunc f(err error) {\n\tkeep(err, os.Args)\n\tlog.Print(err)\n}\n",
		"semicolons":              "package fiximports; import \"log\"; func f(err error) { keep(err); log.Print(err) }\n",
		"returns":                 "package fiximports\r\n\r\nimport (\r\n\t\"log\"\r\n)\r\n\r\nfunc f(err error) {\r\n\tkeep(err)\r\n\tlog.Print(err)\r\n}\r\n",
		"raw string with returns": "package fiximports\n\nimport \"log\"\n\nfunc f(err error) {\n\tkeep(err)\n\tlog.Printf(`\r\n%v`, err)\n}\n",
		"unsorted":                "package fiximports\n\nimport (\n\t\"go.uber.org/zap\"\n\t\"log\"\n)\n\nfunc f(err error) {\n\tkeep(err, zap.L())\n\tlog.Print(err)\n}\n",
		"empty group":             "package fiximports\n\nimport ()\n\nfunc f(err error) {\n\tkeep(err)\n\tlogger.Info(\"x\", \"error\", err)\n}\n",
		"nothing":                 "package fiximports\nfunc f(err error) { keep(err); logger.Info(\"x\", \"error\", err) }",
	} {
		t.Run(name, func(t *testing.T) {
			pkg := w.byPath["fiximports"]
			base, errs := w.check(t, pkg, map[string][]byte{filepath.Join(filepath.Dir(pkg.GoFiles[0]), "new.go"): []byte(src)})
			if len(errs) > 0 {
				t.Fatal(errs)
			}
			before := w.analyze(t, base)
			fixes := 0
			for _, d := range before {
				if filepath.Base(w.fset.Position(d.Pos).Filename) != "new.go" {
					continue
				}
				for _, fix := range d.SuggestedFixes {
					fixes++
					w.single(t, base, before, d, fix)
				}
			}
			if fixes == 0 {
				t.Error("no fix")
			}
		})
	}
}

// A world is the fixtures and all they import, loaded once.
type world struct {
	fset   *token.FileSet
	all    map[string]*packages.Package
	byPath map[string]*packages.Package
	a      *analysis.Analyzer
	dir    string
	n      int
}

var shared *world

func loadWorld(t *testing.T) *world {
	t.Helper()
	if shared != nil {
		c := *shared
		c.dir = t.TempDir()
		return &c
	}
	fset := token.NewFileSet()
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.LoadAllSyntax, Dir: analysistest.TestData(), Fset: fset,
		Env: append(os.Environ(), "GOPATH="+analysistest.TestData(), "GO111MODULE=off", "GOWORK=off"),
	}, slices.Concat(slices.Concat(slices.Collect(maps.Values(fixtures))...), []string{redactPath})...)
	if err != nil {
		t.Fatal(err)
	}
	w := &world{fset: fset, all: map[string]*packages.Package{}, byPath: map[string]*packages.Package{}, a: analyzer(t, "logphi"), dir: t.TempDir()}
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		w.all[p.PkgPath] = p
		for _, e := range p.Errors {
			t.Error(e)
		}
	})
	for _, p := range pkgs {
		w.byPath[p.PkgPath] = p
	}
	if t.Failed() {
		t.FailNow()
	}
	shared = w
	return w
}

// fixtures yields the fixtures, with w set to the analyzer that each is for.
func (w *world) fixtures(t *testing.T) iter.Seq2[string, *packages.Package] {
	return func(yield func(string, *packages.Package) bool) {
		for name, pkgs := range fixtures {
			w.a = analyzer(t, name)
			for _, path := range pkgs {
				if !yield(path, w.byPath[path]) {
					return
				}
			}
		}
	}
}

func (w *world) analyze(t *testing.T, pkg *packages.Package) []analysis.Diagnostic {
	t.Helper()
	g, err := checker.Analyze([]*analysis.Analyzer{w.a}, []*packages.Package{pkg}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Roots) != 1 {
		t.Fatalf("%d roots", len(g.Roots))
	}
	if g.Roots[0].Err != nil {
		t.Fatal(g.Roots[0].Err)
	}
	return g.Roots[0].Diagnostics
}

// check type-checks a package with some files replaced or added. The files are written out so that the analyzers can read them.
func (w *world) check(t *testing.T, pkg *packages.Package, texts map[string][]byte) (*packages.Package, []error) {
	t.Helper()
	w.n++
	dir := filepath.Join(w.dir, fmt.Sprint(w.n))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	var errs []error
	var files []*ast.File
	names := slices.Clone(pkg.CompiledGoFiles)
	for name := range texts {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	out := *pkg
	out.CompiledGoFiles = nil
	for _, name := range names {
		text, changed := texts[name]
		if changed {
			name = filepath.Join(dir, filepath.Base(name))
			if err := os.WriteFile(name, text, 0o644); err != nil {
				t.Fatal(err)
			}
		} else {
			text = w.read(t, name)
		}
		f, err := parser.ParseFile(w.fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, []error{err}
		}
		files = append(files, f)
		out.CompiledGoFiles = append(out.CompiledGoFiles, name)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
	}
	conf := &types.Config{Importer: w, Error: func(err error) { errs = append(errs, err) }}
	tpkg, _ := conf.Check(pkg.PkgPath, w.fset, files, info)
	out.Types, out.TypesInfo, out.Syntax = tpkg, info, files
	out.Imports = maps.Clone(pkg.Imports)
	for _, imp := range tpkg.Imports() {
		out.Imports[imp.Path()] = w.all[imp.Path()]
	}
	return &out, errs
}

// Import is types.Importer's.
func (w *world) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if p := w.all[path]; p != nil {
		return p.Types, nil
	}
	return nil, fmt.Errorf("%s is not loaded", path)
}

func (w *world) read(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func count(ds []analysis.Diagnostic, class string) int {
	n := 0
	for _, d := range ds {
		if d.Category == class {
			n++
		}
	}
	return n
}

type edit struct {
	start, end int
	text       string
}

func (w *world) byFile(fix analysis.SuggestedFix) map[string][]edit {
	m := map[string][]edit{}
	for _, e := range fix.TextEdits {
		f := w.fset.File(e.Pos)
		m[f.Name()] = append(m[f.Name()], edit{f.Offset(e.Pos), f.Offset(e.End), string(e.NewText)})
	}
	for _, es := range m {
		slices.SortStableFunc(es, func(a, b edit) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end)) })
	}
	return m
}

func apply(src []byte, edits []edit) []byte {
	var b bytes.Buffer
	last := 0
	for _, e := range edits {
		b.Write(src[last:e.start])
		b.WriteString(e.text)
		last = e.end
	}
	b.Write(src[last:])
	return b.Bytes()
}

// merge is how the drivers of x/tools merge two fixes: as diff3 does, identical edits once.
func merge(x, y []edit) ([]edit, bool) {
	x, y = slices.Clone(x), slices.Clone(y)
	var out []edit
	for len(x) > 0 && len(y) > 0 {
		px, py := &x[0], &y[0]
		switch {
		case *px == *py:
			out, x, y = append(out, *px), x[1:], y[1:]
		case px.end <= py.start:
			out, x = append(out, *px), x[1:]
		case py.end <= px.start:
			out, y = append(out, *py), y[1:]
		case px.start < py.start:
			out = append(out, edit{px.start, py.start, ""})
			px.start = py.start
		case py.start < px.start:
			out = append(out, edit{py.start, px.start, ""})
			py.start = px.start
		default:
			return nil, false
		}
	}
	return append(append(out, x...), y...), true
}

// tidyImports formats a file and removes the imports that it no longer uses, as drivers do.
func tidyImports(t *testing.T, pkg *packages.Package, src []byte) []byte {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "fixed.go", src, parser.ParseComments)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	for _, spec := range slices.Clone(f.Imports) {
		path := strings.Trim(spec.Path.Value, `"`)
		if imp := pkg.Imports[path]; imp != nil && spec.Name == nil && !mentions(f, imp.Name) {
			astutil.DeleteImport(fset, f, path)
		}
	}
	ast.SortImports(fset, f)
	var b bytes.Buffer
	if err := format.Node(&b, fset, f); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func mentions(f *ast.File, name string) bool {
	found := false
	ast.Inspect(f, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok && id.Name == name {
				found = true
			}
		}
		return !found
	})
	return found
}

// writeGolden writes what the fixes make of the fixtures, to be read before it is kept.
func writeGolden(t *testing.T) {
	w := loadWorld(t)
	for _, pkg := range w.fixtures(t) {
		sections := map[string]map[string][]edit{} // file, message
		for _, d := range w.analyze(t, pkg) {
			for _, fix := range d.SuggestedFixes {
				for file, es := range w.byFile(fix) {
					if sections[file] == nil {
						sections[file] = map[string][]edit{}
					}
					m, ok := merge(sections[file][fix.Message], es)
					if !ok {
						t.Errorf("%s: conflict", w.fset.Position(d.Pos))
						continue
					}
					sections[file][fix.Message] = m
				}
			}
		}
		for file, byMessage := range sections {
			var ar txtar.Archive
			for _, message := range slices.Sorted(maps.Keys(byMessage)) {
				text := tidyImports(t, pkg, apply(w.read(t, file), byMessage[message]))
				ar.Files = append(ar.Files, txtar.File{Name: message, Data: text})
			}
			if err := os.WriteFile(file+".golden", txtar.Format(&ar), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
