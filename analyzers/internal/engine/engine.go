// Package engine applies the log policy to one package: it finds the statements that write to a log, infers which
// functions only forward their parameters to one, judges every operand and hands the findings to the analyzers.
package engine

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/seed-a76b335c/philint/analyzers/internal/judge"
	"github.com/seed-a76b335c/philint/analyzers/internal/policy"
	"github.com/seed-a76b335c/philint/analyzers/internal/shape"
	"github.com/seed-a76b335c/philint/analyzers/internal/sink"
)

// Options configure one run. They are read once and never change.
type Options struct {
	Sinks      *sink.Table
	Words      *policy.Words
	Sanitisers map[string]bool // "path.Func", "path.(Recv).Method"
	NotLoggers map[string]bool // "path.Type"
	Exclude    func(pkgPath string) bool
	Std        bool // judge the standard library too; only tests do
	// Keys says whether constant keys must be registered; it is asked with the position of a file of the package.
	Keys func(fset *token.FileSet, file *ast.File) bool
	// Registered reports whether the run-time filter keeps an attribute of this name.
	Registered func(name string) bool
	// Hide removes the findings of one package that its baseline holds; nil hides none. It gets them in file order
	// and marks those to hide.
	Hide func(pkgPath string, fs []*Finding)
	// KeysReason says for the summary whether the keys of the package in a directory are judged, and why.
	KeysReason func(dir string) (judged bool, reason string)
	// Records adds to the core analyzer's diagnostics a [Record] of every package, statement and finding.
	Records bool
	// FactsOnly leaves out everything but the facts: the package is a dependency.
	FactsOnly bool
}

// A Finding is one operand that the policy refuses.
type Finding struct {
	Surface sink.Surface
	Pos     token.Pos
	End     token.Pos
	Class   policy.Class
	Operand string // as written
	Message string
	Sink    string // the function called: "log/slog.Info"
	Decl    string // the enclosing declaration: "(*Service).UpdateEmail"
	Type    string
	Leaves  []string // the leaf fields of a composite operand: "Address.City string"
	Fixes   []analysis.SuggestedFix
	Hidden  bool // held by the baseline
}

// A Statement is one call that writes, with what was made of each of its operands.
type Statement struct {
	Pos      token.Pos
	Sink     string
	Surface  sink.Surface
	Kind     sink.Kind
	Level    string
	Message  string // the constant message, if it has one
	Decl     string
	Wrapper  bool
	Operands []Operand
	Escape   string // the reason of its //philint:ok
}

// An Operand is one judged operand of a statement.
type Operand struct {
	Text      string
	Key       string
	Type      string
	OK        bool
	Forwarded bool // judged at the callers
	Shape     policy.Shape
	Class     policy.Class
	Why       string
	Pos       token.Pos
}

// An Escape is one //philint:ok comment.
type Escape struct {
	Pos    token.Pos
	Reason string
	Used   bool
	alone  bool // on a line without code: it speaks of the line below
}

// A Result is what one package yields.
type Result struct {
	Findings   []*Finding
	Statements []Statement
	Escapes    []*Escape
	KeysJudged bool
}

// New returns the analyzer that does the work; the others report its result.
func New(opts *Options) *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name: "philint",
		Doc:  "check that log statements carry identifiers, counts, durations, status codes and type names only",
		URL:  "https://github.com/seed-a76b335c/philint",
		Run: func(pass *analysis.Pass) (any, error) {
			res, err := run(pass, opts)
			if err == nil {
				deliver(pass, opts, res)
			}
			return res, err
		},
		ResultType: reflect.TypeFor[*Result](),
		FactTypes:  []analysis.Fact{new(Facts)},
	}
	a.Flags.BoolVar(&opts.Records, "records", opts.Records, "also report every log statement, for the stand-alone command")
	return a
}

func run(pass *analysis.Pass, opts *Options) (*Result, error) {
	res := &Result{}
	if !opts.Std && standard(pass) {
		return res, nil
	}
	p := newPkg(pass, opts)
	if p.nothingToDo() {
		return res, nil
	}
	p.collect()
	p.infer()
	p.export()
	if opts.FactsOnly || opts.Exclude != nil && opts.Exclude(pass.Pkg.Path()) {
		return res, nil
	}
	p.report(res)
	return res, nil
}

// stdRoots are the first path elements of the standard library.
var stdRoots = func() map[string]bool {
	m := map[string]bool{}
	for _, s := range strings.Fields(`archive bufio bytes cmp compress container context crypto database debug embed encoding errors expvar flag fmt go hash html
image index internal io iter log maps math mime net os path plugin reflect regexp runtime slices sort strconv strings structs sync syscall testing text time unicode unique unsafe vendor weak cmd`) {
		m[s] = true
	}
	return m
}()

// standard reports whether the package is of the standard library: its sinks are in the tables and its code is nobody's to mend.
func standard(pass *analysis.Pass) bool {
	if pass.Module != nil && pass.Module.Path != "" && pass.Module.Path != "std" && pass.Module.Path != "cmd" {
		return false
	}
	first, _, _ := strings.Cut(pass.Pkg.Path(), "/")
	if !stdRoots[first] {
		return false
	}
	// A module may be called "log" or "go": its files do not lie in a folder "src".
	if len(pass.Files) == 0 {
		return true
	}
	name := filepathSlash(pass.Fset.File(pass.Files[0].FileStart).Name())
	return strings.Contains(name, "/src/"+pass.Pkg.Path()+"/") && !strings.Contains(name, "/testdata/")
}

func filepathSlash(s string) string { return strings.ReplaceAll(s, `\`, "/") }

// pkg is the analysis of one package.
type pkg struct {
	*analysis.Pass
	opts  *Options
	judge *judge.Judge
	types *shape.Types

	files      []*ast.File // without tests
	roots      []*root
	decls      map[*types.Func]*root
	callees    []types.Object           // the keys of calls, in the order met
	params     []*types.Var             // the keys of forwards, in source order
	lits       []*ast.FuncLit           // the keys of litRoot, in source order
	calls      map[types.Object][]*call // calls of this package's functions and function-valued variables
	sites      []*site
	globals    map[*types.Var]*global
	bindings   []binding
	specs      map[types.Object]*sink.Spec // inferred, of functions and variables
	litSpecs   map[*ast.FuncLit]*sink.Spec
	litHome    map[*ast.FuncLit]bool // every call of the literal is seen in this package
	litRoot    map[*ast.FuncLit]*root
	left       map[*types.Var]bool  // a function-valued variable that leaves the module
	escaped    map[*types.Func]bool // used as a value that leaves the module
	forwards   map[*types.Var]*forward
	marks      map[types.Object]judge.Mark
	imported   map[*types.Package]*loaded
	loggers    map[types.Type]bool
	directives *directives
	faults     map[*root]string
	locals     map[*ast.Ident]bool        // mentions of local variables that end in a sink
	argTo      map[*ast.Ident]*types.Var  // a whole argument → the parameter of this package's function that it is bound to
	noCallers  map[*types.Func]bool       // see unseen
	results    map[*types.Func]*types.Var // stands for the function value that an unexported function returns
	streams    map[*types.Var]bool        // fields that some code of the package sets to a standard stream
}

// A root is one function declaration or one initialiser of a package variable.
type root struct {
	node  ast.Node // *ast.FuncDecl or ast.Expr
	decl  *ast.FuncDecl
	fn    *types.Func
	name  string
	file  *ast.File
	owner []string
}

// A call is one call expression and where it stands.
type call struct {
	expr *ast.CallExpr
	root *root
	stmt ast.Node
}

// A site is a call of a sink or wrapper, or a literal of a field type.
type site struct {
	call
	lit      *ast.CompositeLit // instead of a call
	assign   *ast.AssignStmt   // instead of a call: fields["k"] = v
	spec     *sink.Spec
	name     string
	wrapper  bool
	leaves   []leaf
	followed []*ast.Ident // see splitter
}

type global struct {
	exprs []ast.Expr
	open  bool // exported, or its address is taken
}

// A binding gives a function value to a variable, field or parameter.
type binding struct {
	to   *types.Var
	from ast.Expr
	root *root
}

// A forward is a parameter that reaches a sink.
type forward struct {
	fn      types.Object // *types.Func, or the literal's key
	lit     *ast.FuncLit
	index   int
	tail    bool
	role    sink.Role
	surface sink.Surface
	kind    sink.Kind
	seen    map[*ast.Ident]bool
	needs   *types.Var   // the parameter that must be a standard stream for it to be a log
	always  bool         // it reaches a sink whatever the stream
	onto    []*types.Var // parameters of this package's functions that it is passed on to
	whole   bool         // every use forwards: the caller is judged
	forced  bool         // a method of a logger-shaped type
}

func newPkg(pass *analysis.Pass, opts *Options) *pkg {
	p := &pkg{
		Pass: pass, opts: opts, types: shape.New(opts.Words, pass.Pkg),
		decls: map[*types.Func]*root{}, calls: map[types.Object][]*call{}, globals: map[*types.Var]*global{},
		specs: map[types.Object]*sink.Spec{}, litSpecs: map[*ast.FuncLit]*sink.Spec{}, litHome: map[*ast.FuncLit]bool{}, litRoot: map[*ast.FuncLit]*root{},
		escaped: map[*types.Func]bool{}, left: map[*types.Var]bool{}, forwards: map[*types.Var]*forward{}, marks: map[types.Object]judge.Mark{},
		imported: map[*types.Package]*loaded{}, loggers: map[types.Type]bool{}, faults: map[*root]string{}, locals: map[*ast.Ident]bool{},
		argTo: map[*ast.Ident]*types.Var{}, results: map[*types.Func]*types.Var{}, streams: map[*types.Var]bool{}, noCallers: map[*types.Func]bool{},
	}
	for _, f := range pass.Files {
		if !strings.HasSuffix(pass.Fset.File(f.FileStart).Name(), "_test.go") {
			p.files = append(p.files, f)
		}
	}
	p.judge = &judge.Judge{
		Info: pass.TypesInfo, Pkg: pass.Pkg, Words: opts.Words, Types: p.types,
		Declared: p.mark, Result: p.resultFact, Sanitiser: p.sanitiser,
		Decl: func(f *types.Func) *ast.FuncDecl {
			if r := p.decls[f]; r != nil {
				return r.decl
			}
			return nil
		},
		Globals: p.globalExprs,
	}
	return p
}

func (p *pkg) nothingToDo() bool { return len(p.files) == 0 }

// underWork reports whether the package belongs to a module under work rather than to a released dependency: only there
// are the results of functions summarised.
func (p *pkg) underWork() bool { return p.Module == nil || p.Module.Version == "" }

func (p *pkg) globalExprs(v *types.Var) ([]ast.Expr, bool) {
	g := p.globals[v]
	if g == nil {
		return nil, false
	}
	return g.exprs, !g.open
}

func (p *pkg) scope(r *root, mode uint8) *judge.Scope {
	s := &judge.Scope{Flow: p.judge.FlowOf(r.node), Owner: r.owner}
	if mode == judge.ModeInfer {
		return s.WithMode(mode, p.symbolic)
	}
	return s.WithMode(mode, p.forwarded)
}

// symbolic reports whether a parameter's callers are seen, so that it may stand for their arguments.
func (p *pkg) symbolic(v *types.Var) bool {
	_, ok := p.forwards[v]
	return ok
}

// forwarded reports whether a parameter is only ever forwarded, so that the callers are judged and not the inside.
func (p *pkg) forwarded(v *types.Var) bool {
	f := p.forwards[v]
	if f == nil {
		return false
	}
	fn, _ := f.fn.(*types.Func)
	return f.forced || f.whole && (fn == nil || !p.unseen(fn))
}

// guard runs f, and turns a panic into a fault of the root: an "internal error" finding, never a crash and never silence.
func (p *pkg) guard(r *root, f func()) {
	defer func() {
		if x := recover(); x != nil {
			if p.faults[r] == "" {
				p.faults[r] = fmt.Sprintf("%T", x)
			}
		}
	}()
	f()
}

func (p *pkg) sanitiser(f *types.Func) bool {
	if f.Pkg() == nil {
		return false
	}
	if f.Pkg().Path() == redactPath {
		return slices.Contains(sanitisers, f.Name())
	}
	return len(p.opts.Sanitisers) > 0 && p.opts.Sanitisers[qualified(f)]
}

const redactPath = "github.com/seed-a76b335c/philint/redact"

var sanitisers = []string{"ErrType", "Reduce", "ID", "Fingerprint", "Tag", "Path", "Safe"}

// qualified is a function's full name without the receiver's star: "path.Func", "path.(Recv).Method".
func qualified(f *types.Func) string {
	f = f.Origin()
	if f.Pkg() == nil {
		return f.Name()
	}
	if r := recvName(f); r != "" {
		return f.Pkg().Path() + ".(" + r + ")." + f.Name()
	}
	return f.Pkg().Path() + "." + f.Name()
}

func recvName(f *types.Func) string {
	recv := f.Signature().Recv()
	if recv == nil {
		return ""
	}
	t := types.Unalias(recv.Type())
	if ptr, ok := t.(*types.Pointer); ok {
		t = types.Unalias(ptr.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}
