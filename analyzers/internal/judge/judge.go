package judge

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"github.com/seed-a76b335c/philint/analyzers/internal/flow"
	"github.com/seed-a76b335c/philint/analyzers/internal/policy"
	"github.com/seed-a76b335c/philint/analyzers/internal/shape"
)

// A Mark is what a directive or struct tag declares about a type, field, function or parameter.
type Mark struct {
	Safe bool   // //philint:safe reason
	Text string // the directive as written
}

// A Judge judges the expressions of one package.
type Judge struct {
	Info  *types.Info
	Pkg   *types.Package
	Words *policy.Words
	Types *shape.Types

	// Declared returns what is declared about an object, of this package or another.
	Declared func(types.Object) (Mark, bool)
	// Result returns what is known of the results of a function of another package.
	Result func(*types.Func) []Summary
	// Sanitiser reports whether calls of the function make a value safe.
	Sanitiser func(*types.Func) bool
	// Decl returns the declaration of a function of this package, or nil.
	Decl func(*types.Func) *ast.FuncDecl
	// Globals returns every expression assigned to a package variable of this package; ok is false where others may assign it too.
	Globals func(*types.Var) (exprs []ast.Expr, ok bool)

	flows      map[ast.Node]*flow.Func
	summaries  map[*types.Func][]Summary
	running    map[*types.Func]int     // functions being summarised, and how deep each lies
	partial    map[*types.Func]partial // summaries that lack what a function further out adds
	lowest     int                     // the depth of the outermost function that what is being judged lacks
	done       map[defKey]Verdict
	busy       map[*flow.Def]bool
	busyGlobal map[ast.Expr]bool
	cut        int // how often a cycle was met
	steps      int
}

// A Scope is where an expression stands.
type Scope struct {
	Flow *flow.Func
	// Owner names the enclosing function and its receiver type: what a bare id belongs to.
	Owner []string
	// Symbolic reports whether a parameter stands for whatever a caller passes: then its mention is only recorded.
	Symbolic func(*types.Var) bool
	mode     uint8 // distinguishes remembered verdicts by what Symbolic means
}

// Modes of a scope; verdicts are remembered per mode.
const (
	ModeReport  uint8 = iota // parameters that are forwarded are symbolic
	ModeInfer                // every parameter is symbolic
	ModeSummary              // every parameter and the receiver are symbolic
)

// WithMode returns the scope with its mode and meaning of symbolic replaced.
func (s *Scope) WithMode(mode uint8, symbolic func(*types.Var) bool) *Scope {
	c := *s
	c.mode, c.Symbolic = mode, symbolic
	return &c
}

type defKey struct {
	def  *flow.Def
	mode uint8
}

// maxSteps bounds the work on one operand.
const maxSteps = 4000

// FlowOf returns the definitions of a function declaration or package-level expression.
func (j *Judge) FlowOf(root ast.Node) *flow.Func {
	if f, ok := j.flows[root]; ok {
		return f
	}
	if j.flows == nil {
		j.flows = map[ast.Node]*flow.Func{}
	}
	f := flow.New(root, j.Info)
	j.flows[root] = f
	return f
}

// ForgetReports drops what was remembered in ModeReport; the meaning of its symbolic parameters has changed.
func (j *Judge) ForgetReports() {
	for k := range j.done {
		if k.mode == ModeReport {
			delete(j.done, k)
		}
	}
}

// Operand judges one operand as it stands in a log statement.
func (j *Judge) Operand(e ast.Expr, s *Scope) Verdict {
	j.steps = 0
	v := j.eval(e, s)
	if len(v.Path) == 1 {
		v.Path = nil
	}
	return v
}

// eval applies the policy's decision order to an expression.
func (j *Judge) eval(e ast.Expr, s *Scope) Verdict {
	if j.steps++; j.steps > maxSteps {
		return unknown(policy.FreeText, "it comes from more places than could be followed")
	}
	e = ast.Unparen(e)
	tv := j.Info.Types[e]
	if tv.Value != nil {
		return allow(policy.Constant, "a constant")
	}
	if tv.IsNil() {
		return Verdict{}
	}
	if tv.IsType() {
		return allow(policy.TypeName, "a type")
	}
	t := tv.Type
	if id, ok := e.(*ast.Ident); ok && t == nil {
		if obj := j.Info.ObjectOf(id); obj != nil {
			t = obj.Type()
		}
	}
	if t == nil {
		return unknown(policy.FreeText, "its type is not known")
	}
	if v, ok := j.param(e, t, s); ok {
		return v
	}
	if v, ok := j.declared(e, t); ok {
		return v
	}
	if v, ok := j.outcome(e, s); ok {
		return v
	}
	if _, ok := t.(*types.Tuple); ok {
		if call, ok := e.(*ast.CallExpr); ok {
			return j.result(call, 0, s)
		}
	}
	name := j.ownName(e)
	owner := j.owner(e)
	if j.vouched(e, s) {
		// What a function in sight returns says more than what it is called.
		return j.expr(e, t, s)
	}
	if v, ok := j.veto(e, t, name, owner, s); ok {
		return v
	}
	if v, ok := j.byType(e, t, name, s); ok {
		return v
	}
	v := j.expr(e, t, s)
	if v.State != Unknown {
		return v
	}
	return j.byName(e, t, name, owner, v)
}

// param records a mention of a symbolic parameter.
func (j *Judge) param(e ast.Expr, t types.Type, s *Scope) (Verdict, bool) {
	id, ok := e.(*ast.Ident)
	if !ok {
		return Verdict{}, false
	}
	v, ok := j.Info.Uses[id].(*types.Var)
	if !ok || s.Symbolic == nil || !s.Symbolic(v) {
		return Verdict{}, false
	}
	if tv := j.Types.Of(t); tv.Shape == policy.Judged {
		return allow(policy.Judged, tv.Why), true
	}
	out := Verdict{}
	for _, d := range s.Flow.Reaching(v, id.Pos()) {
		if d.Kind == flow.Param {
			if m, ok := j.declaredObj(v); ok {
				return m, true
			}
			out.Params = merge(out.Params, []*ast.Ident{id})
			continue
		}
		out = join(out, j.def(d, t, s))
	}
	if out.Depends() {
		out.Params = merge(out.Params, []*ast.Ident{id})
	}
	return out, true
}

// declared applies //philint:phi, //philint:safe and struct tags on the value's declaration or its type's.
func (j *Judge) declared(e ast.Expr, t types.Type) (Verdict, bool) {
	if obj := j.object(e); obj != nil {
		if v, ok := j.declaredObj(obj); ok {
			return v, true
		}
		if f, ok := obj.(*types.Var); ok && f.IsField() {
			if tag, ok := j.fieldTag(e); ok {
				if d, ok := shape.Tag(tag); ok {
					return refuse(policy.Health, "its field is declared "+d), true
				}
			}
		}
	}
	for u := types.Unalias(t); ; {
		switch x := u.(type) {
		case *types.Pointer:
			u = types.Unalias(x.Elem())
			continue
		case *types.Slice:
			u = types.Unalias(x.Elem())
			continue
		case *types.Named:
			return j.declaredObj(x.Obj())
		}
		return Verdict{}, false
	}
}

func (j *Judge) declaredObj(obj types.Object) (Verdict, bool) {
	if j.Declared == nil {
		return Verdict{}, false
	}
	m, ok := j.Declared(obj)
	switch {
	case !ok:
		return Verdict{}, false
	case m.Safe:
		return allow(policy.Declared, obj.Name()+" is declared "+m.Text), true
	}
	return refuse(policy.Health, obj.Name()+" is declared "+m.Text), true
}

// object returns the variable, field or function that an expression names or calls.
func (j *Judge) object(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return j.Info.ObjectOf(e)
	case *ast.SelectorExpr:
		return j.Info.ObjectOf(e.Sel)
	case *ast.StarExpr:
		return j.object(e.X)
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return j.object(e.X)
		}
	case *ast.CallExpr:
		if f := j.callee(e); f != nil {
			return f
		}
	case *ast.IndexExpr:
		return j.object(e.X)
	}
	return nil
}

func (j *Judge) fieldTag(e ast.Expr) (string, bool) {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		if st, ok := ast.Unparen(e).(*ast.StarExpr); ok {
			return j.fieldTag(st.X)
		}
		return "", false
	}
	s, ok := j.Info.Selections[sel]
	if !ok || s.Kind() != types.FieldVal {
		return "", false
	}
	t := s.Recv()
	tag := ""
	for _, i := range s.Index() {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		st, ok := t.Underlying().(*types.Struct)
		if !ok {
			return "", false
		}
		tag, t = st.Tag(i), st.Field(i).Type()
	}
	return tag, true
}

// outcome allows what only says how many or whether: len, comparisons, logic.
func (j *Judge) outcome(e ast.Expr, s *Scope) (Verdict, bool) {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		switch e.Op {
		case token.EQL, token.NEQ, token.LSS, token.GTR, token.LEQ, token.GEQ, token.LAND, token.LOR:
			if w := j.findingIn(e.X, e.Y); w != "" {
				return refuse(policy.Health, `even its outcome tells a finding ("`+w+`")`), true
			}
			return allow(policy.Status, "the outcome of a comparison"), true
		}
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			if w := j.findingIn(e.X); w != "" {
				return refuse(policy.Health, `even its outcome tells a finding ("`+w+`")`), true
			}
			return allow(policy.Status, "a flag's opposite"), true
		}
	case *ast.CallExpr:
		if f := j.callee(e); f != nil && j.Sanitiser != nil && j.Sanitiser(f) {
			return allow(policy.Sanitised, f.Name()+" makes it safe"), true
		}
		if id, ok := ast.Unparen(e.Fun).(*ast.Ident); ok {
			if _, builtin := j.Info.Uses[id].(*types.Builtin); builtin && (id.Name == "len" || id.Name == "cap" || id.Name == "copy") {
				return allow(policy.Count, id.Name+" is a count"), true
			}
		}
	}
	return Verdict{}, false
}

// findingIn returns the finding word that an identifier in one of the expressions carries.
func (j *Judge) findingIn(list ...ast.Expr) string {
	found := ""
	for _, e := range list {
		ast.Inspect(e, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && found == "" {
				if _, pkg := j.Info.Uses[id].(*types.PkgName); !pkg {
					found = j.Words.Finding(policy.Split(id.Name))
				}
			}
			return found == ""
		})
	}
	return found
}

// veto refuses by the words of the value's own name.
func (j *Judge) veto(e ast.Expr, t types.Type, name policy.Name, owner []policy.Name, s *Scope) (Verdict, bool) {
	if len(name.Parts) == 0 || shape.IsError(t) {
		return Verdict{}, false
	}
	kind := shape.Basic(t)
	if _, fn := t.Underlying().(*types.Signature); fn {
		return Verdict{}, false
	}
	tv := j.Types.Of(t)
	// What a type cannot hold, a name does not put there: a flag is no token, a member of a closed set no password.
	hides := kind == policy.Bool || tv.Shape == policy.Count || tv.Shape == policy.TypeName
	class, word := j.Words.Veto(name)
	switch {
	case class == "", hides:
	case class == policy.Secret && tv.Closed:
	case class == policy.Payload && tv.Allowed():
	case kind == policy.Integer && (j.Words.Counts(name) || class == policy.Secret && strings.HasPrefix(name.Last(), "tokens")):
	default:
		return refuse(class, `its name says "`+word+`"`).via(j.text(e)), true
	}
	if j.bare(name) && !hides && !tv.Closed {
		owners := owner
		if len(owners) == 0 {
			for _, o := range s.Owner {
				owners = append(owners, policy.Split(o))
			}
		}
		for _, o := range owners {
			if w := j.Words.SecretOwner(o); w != "" {
				return refuse(policy.Secret, "the id of a "+w+" is as good as the "+w+` ("`+o.Text+`")`).via(j.text(e)), true
			}
		}
	}
	return Verdict{}, false
}

func (j *Judge) bare(n policy.Name) bool {
	if len(n.Parts) == 2 && n.Parts[0] == "get" {
		n.Parts = n.Parts[1:]
	}
	return j.Words.BareID(n)
}

// byType applies what the type alone decides.
func (j *Judge) byType(e ast.Expr, t types.Type, name policy.Name, s *Scope) (Verdict, bool) {
	tv := j.Types.Of(t)
	switch {
	case tv.Class == policy.Time:
		return j.time(e, name, s), true
	case tv.Class != "" && buffer(t):
		if v := j.expr(e, t, s); v.State == Allowed || v.State == Refused || v.Depends() {
			return v, true
		}
		return refuse(tv.Class, tv.Why).via(j.text(e)), true
	case tv.Class != "":
		return refuse(tv.Class, tv.Why).via(j.text(e)), true
	case tv.Shape == "":
		return Verdict{}, false
	case tv.Closed || tv.Shape == policy.Identifier:
		// A conversion from text opens a closed set, and an id's type does not launder a name.
		if v := j.opened(e, tv.Closed, s); v.State == Refused {
			return v, true
		}
	case tv.Shape == policy.Allowed:
		if v := j.expr(e, t, s); v.State == Refused {
			return v, true
		}
	}
	return allow(tv.Shape, tv.Why), true
}

// opened follows a value of a closed set or an identifier type to a conversion from something else.
func (j *Judge) opened(e ast.Expr, closed bool, s *Scope) Verdict {
	switch x := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		if j.Info.Types[x.Fun].IsType() && len(x.Args) == 1 {
			from := j.Info.Types[x.Args[0]].Type
			v := j.eval(x.Args[0], s)
			if !closed {
				if v.State == Refused {
					return v.via(j.text(e))
				}
				return Verdict{}
			}
			if from != nil && shape.Basic(from) == policy.String && v.State >= Unknown {
				class := policy.FreeText
				if v.State == Refused {
					class = v.Class
				}
				return refuse(class, "a conversion from text opens the closed set").via(j.text(x.Args[0])).via(j.text(e))
			}
		}
	case *ast.Ident:
		v, ok := j.Info.Uses[x].(*types.Var)
		if !ok || !s.Flow.Knows(v) {
			return Verdict{}
		}
		out := Verdict{}
		for _, d := range s.Flow.Reaching(v, x.Pos()) {
			if d.Kind != flow.Assign || d.Index != 0 || j.busy[d] {
				continue
			}
			if j.busy == nil {
				j.busy = map[*flow.Def]bool{}
			}
			j.busy[d] = true
			out = join(out, j.opened(d.Expr, closed, s))
			delete(j.busy, d)
		}
		return out.via(j.text(e))
	}
	return Verdict{}
}

// time allows the operation's own clock.
func (j *Judge) time(e ast.Expr, name policy.Name, s *Scope) Verdict {
	if j.Words.Clock(name) {
		return allow(policy.Clock, "a time named "+name.Text)
	}
	if v := j.expr(e, nil, s); v.State == Allowed || v.Depends() && v.State < Unknown {
		return v
	}
	return refuse(policy.Time, "a point in time about which nothing says that it is the operation's own").via(j.text(e))
}

// byName lets the value's own name vouch for it, and otherwise says what it is.
func (j *Judge) byName(e ast.Expr, t types.Type, name policy.Name, owner []policy.Name, v Verdict) Verdict {
	kind := shape.Basic(t)
	if len(name.Parts) > 0 && !types.IsInterface(t) {
		if kind == policy.Integer || kind == policy.Float {
			for _, o := range append(owner, policy.Name{}) {
				if w := j.Words.Measured(name, o); w != "" {
					return refuse(policy.Value, `its name or its owner's says that it is measured ("`+w+`")`).via(j.text(e))
				}
			}
		}
		if shape, why, ok := j.Words.ByName(name, kind); ok {
			out := allow(shape, why)
			out.Params, out.Locals = v.Params, v.Locals
			return out
		}
		if t != nil && !shape.IsError(t) && kind == policy.String && j.isVersion(e, name) {
			return allow(policy.Constant, "a version set when the program is built")
		}
	}
	if j.transparent(e) {
		return v
	}
	out := j.classify(e, t, name, owner, v)
	out.Params, out.Locals = v.Params, v.Locals
	return out
}

// isVersion reports whether e is a package variable that a linker sets.
func (j *Judge) isVersion(e ast.Expr, name policy.Name) bool {
	v, ok := j.object(e).(*types.Var)
	return ok && !v.IsField() && v.Pkg() != nil && v.Parent() == v.Pkg().Scope() && j.Words.Version(name)
}

// text prints an expression with white space folded.
func (j *Judge) text(e ast.Expr) string { return Text(e) }

// Text prints an expression on one line.
func Text(e ast.Expr) string {
	return strings.Join(strings.Fields(types.ExprString(e)), " ")
}

// stringConst returns a constant's text.
func (j *Judge) stringConst(e ast.Expr) (string, bool) {
	if v := j.Info.Types[e].Value; v != nil && v.Kind() == constant.String {
		return constant.StringVal(v), true
	}
	return "", false
}

// transparent reports whether an expression is only another form of what is inside it, which then says what it is.
func (j *Judge) transparent(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.StarExpr, *ast.SliceExpr, *ast.BinaryExpr:
		return true
	case *ast.UnaryExpr:
		return e.Op != token.ARROW
	case *ast.CallExpr:
		if j.Info.Types[e.Fun].IsType() {
			return true
		}
		f := j.callee(e)
		if f == nil {
			return false
		}
		if eff, ok := policy.Calls(callKey(f)); ok {
			return len(eff.Through) > 0 && !eff.Parse && !eff.Keyed
		}
	}
	return false
}

// buffer reports whether a type collects what is written to it, which may be in sight.
func buffer(t types.Type) bool {
	n := namedOf(t)
	if n == nil {
		return false
	}
	switch shape.Key(n) {
	case "strings.Builder", "bytes.Buffer":
		return true
	}
	return false
}
