package engine

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/seed-a76b335c/philint/analyzers/internal/flow"
	"github.com/seed-a76b335c/philint/analyzers/internal/judge"
	"github.com/seed-a76b335c/philint/analyzers/internal/shape"
	"github.com/seed-a76b335c/philint/analyzers/internal/sink"
)

// A leaf is one interpolated expression of a statement.
type leaf struct {
	expr   ast.Expr
	role   sink.Role
	key    string // the constant key it stands under
	text   bool   // part of a message or format rather than a field's value
	result int    // which result of a call with several, given on as arguments
	verb   rune   // the printf verb that prints it, if one does
}

// split takes a site's arguments apart into leaves, as far as they are written there: formats into their arguments,
// concatenations into their parts, literals of fields into their values.
func (p *pkg) split(s *site, sc *judge.Scope) []leaf {
	s.followed = nil
	if s.leaves != nil {
		return s.leaves
	}
	x := &splitter{p: p, sc: sc}
	switch {
	case s.lit != nil:
		x.fields(s.lit)
	case s.expr != nil:
		x.args(s.expr, s.spec)
	}
	s.followed = x.followed
	return x.out
}

type splitter struct {
	p   *pkg
	sc  *judge.Scope
	out []leaf
	met map[ast.Expr]bool
	// followed are the variables that were replaced by what was put into them.
	followed []*ast.Ident
	// plain: a slice of any holds values (a format's arguments), not keys and values in turn.
	plain bool
}

func (x *splitter) add(e ast.Expr, role sink.Role, key string, text bool, verb rune) {
	x.out = append(x.out, leaf{expr: e, role: role, key: key, text: text, verb: verb})
}

func (x *splitter) args(c *ast.CallExpr, spec *sink.Spec) {
	args := c.Args
	if sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr); ok {
		if s, ok := x.p.TypesInfo.Selections[sel]; ok && s.Kind() == types.MethodExpr && len(args) > 0 {
			args = args[1:]
		}
	}
	if len(args) == 1 {
		if tuple, ok := x.p.TypesInfo.Types[args[0]].Type.(*types.Tuple); ok {
			for i := range tuple.Len() {
				if r := spec.Role(i); r != sink.None && r != sink.Writer {
					x.out = append(x.out, leaf{expr: args[0], role: sink.Value, result: i})
				}
			}
			return
		}
	}
	var verbs []rune
	known := false
	for i := 0; i < len(args); i++ {
		a := args[i]
		role := spec.Role(i)
		spread := c.Ellipsis.IsValid() && i == len(args)-1
		switch role {
		case sink.None, sink.Writer:
		case sink.Format, sink.Message:
			x.value(a, role, "", true, 0)
			if text, ok := x.p.constText(a); ok {
				if v := judge.Verbs(text); role == sink.Format || len(v) > 0 && spec.Role(i+1) == sink.Pairs && x.p.notPairs(args[i+1:]) {
					verbs, known = v, true
					if role == sink.Message {
						x.tail(args[i+1:], verbs, true, spread)
						return
					}
				}
			}
		case sink.Values:
			if i < len(spec.Roles)-1 {
				x.spread(a)
				continue
			}
			x.tail(args[i:], verbs, known, c.Ellipsis.IsValid())
			return
		case sink.Pairs:
			x.pairs(args[i:], c.Ellipsis.IsValid())
			return
		case sink.Fields:
			x.fields(a)
		case sink.Key:
			x.add(a, role, "", false, 0)
		default:
			key := ""
			if i > 0 && spec.Role(i-1) == sink.Key {
				key = x.p.keyText(args[i-1])
			}
			x.value(a, role, key, false, 0)
		}
	}
}

// notPairs reports whether what follows a message does not read as key–value pairs: then % verbs in it are meant.
func (p *pkg) notPairs(args []ast.Expr) bool {
	if len(args)%2 == 1 {
		return true
	}
	for i := 0; i < len(args); i += 2 {
		if _, ok := p.constText(args[i]); !ok {
			return true
		}
	}
	return false
}

func (x *splitter) tail(args []ast.Expr, verbs []rune, known, spread bool) {
	for k, a := range args {
		if spread && k == len(args)-1 {
			x.spread(a)
			return
		}
		var verb rune
		if known && k < len(verbs) {
			verb = verbs[k]
		}
		if verb == 'T' {
			continue
		}
		x.value(a, sink.Value, "", false, verb)
	}
}

func (x *splitter) pairs(args []ast.Expr, spread bool) {
	for k := 0; k < len(args); k++ {
		a := args[k]
		if spread && k == len(args)-1 {
			x.fields(a)
			return
		}
		if t := x.p.TypesInfo.Types[a].Type; t != nil && x.p.types.Field(t) {
			x.field(a)
			continue
		}
		if k+1 == len(args) { // an odd one: it lands under !BADKEY
			x.value(a, sink.Value, "!BADKEY", false, 0)
			return
		}
		x.add(a, sink.Key, "", false, 0)
		k++
		if spread && k == len(args)-1 {
			x.fields(args[k])
			return
		}
		x.value(args[k], sink.Value, x.p.keyText(a), false, 0)
	}
}

// value takes one operand apart where it is written as a format, a concatenation or the like.
func (x *splitter) value(e ast.Expr, role sink.Role, key string, text bool, verb rune) {
	e = ast.Unparen(e)
	if tv := x.p.TypesInfo.Types[e]; tv.Value != nil {
		x.add(e, role, key, text, verb)
		return
	}
	inner := role
	switch e := e.(type) {
	case *ast.BinaryExpr:
		if e.Op == token.ADD && isString(x.p.TypesInfo.Types[e].Type) {
			x.value(e.X, inner, key, text, 0)
			x.value(e.Y, inner, key, text, 0)
			return
		}
	case *ast.CallExpr:
		if x.sprint(e, key, text) {
			return
		}
	case *ast.CompositeLit:
		t := x.p.TypesInfo.Types[e].Type
		if t != nil && (role == sink.Value && !isNamedStruct(t) || x.pair(t)) {
			x.fields(e)
			return
		}
	case *ast.FuncLit:
		x.returned(e, role, key, text)
		return
	case *ast.Ident:
		if x.pair(x.p.TypesInfo.Types[e].Type) && x.follow(e) {
			return
		}
	}
	if c, ok := e.(*ast.CallExpr); ok && x.pair(x.p.TypesInfo.Types[e].Type) && x.builder(c) {
		return
	}
	if t := x.p.TypesInfo.Types[e].Type; t != nil && (x.p.types.Field(t) || fieldMap(t)) {
		x.field(e)
		return
	}
	x.add(e, role, key, text, verb)
}

// sprint splits the calls that only put text together.
func (x *splitter) sprint(c *ast.CallExpr, key string, text bool) bool {
	f, ok := x.p.calleeOf(c).(*types.Func)
	if !ok || f.Pkg() == nil {
		return false
	}
	format := -1
	switch qualified(f) {
	case "fmt.Sprint", "fmt.Sprintln":
	case "fmt.Sprintf", "fmt.Errorf", "github.com/pkg/errors.Errorf", "golang.org/x/xerrors.Errorf":
		format = 0
	case "github.com/pkg/errors.Wrapf", "github.com/pkg/errors.WithMessagef":
		format = 1
	case "github.com/pkg/errors.Wrap", "github.com/pkg/errors.WithMessage", "github.com/pkg/errors.New", "errors.New", "strings.Join":
	default:
		return false
	}
	if qualified(f) == "strings.Join" {
		if _, ok := ast.Unparen(c.Args[0]).(*ast.CompositeLit); !ok {
			return false
		}
	}
	var verbs []rune
	for i, a := range c.Args {
		if c.Ellipsis.IsValid() && i == len(c.Args)-1 {
			x.spread(a)
			continue
		}
		var verb rune
		switch {
		case i == format:
			if t, ok := x.p.constText(a); ok {
				verbs = judge.Verbs(t)
			}
			x.value(a, sink.Format, key, text, 0)
			continue
		case format >= 0 && i > format && i-format-1 < len(verbs):
			verb = verbs[i-format-1]
		}
		if verb == 'T' {
			continue
		}
		x.value(a, sink.Value, key, text, verb)
	}
	return true
}

// returned splits what a function literal returns: a message or value made only when it is logged.
func (x *splitter) returned(lit *ast.FuncLit, role sink.Role, key string, text bool) {
	ast.Inspect(lit.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			for _, r := range n.Results {
				if role == sink.Values || role == sink.Fields {
					x.spread(r)
					continue
				}
				x.value(r, role, key, text, 0)
			}
		}
		return true
	})
}

// pair reports whether a type is a home-made field: a key and a value.
func (x *splitter) pair(t types.Type) bool {
	if t == nil {
		return false
	}
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && shape.KeyValue(n)
}

// builder splits a call that only puts its arguments into a home-made field.
func (x *splitter) builder(c *ast.CallExpr) bool {
	f, ok := x.p.calleeOf(c).(*types.Func)
	if !ok {
		return false
	}
	sums := x.p.judge.Summaries(f)
	if len(sums) != 1 || sums[0].State > judge.Allowed || len(sums[0].Params) == 0 {
		return false
	}
	key := ""
	for i, a := range c.Args {
		if !slices.Contains(sums[0].Params, min(i, f.Signature().Params().Len()-1)) {
			continue
		}
		if i == 0 && len(c.Args) > 1 && isString(x.p.TypesInfo.Types[a].Type) {
			x.add(a, sink.Key, "", false, 0)
			key = x.p.keyText(a)
			continue
		}
		x.value(a, sink.Value, key, false, 0)
	}
	return true
}

// field handles a ready-made field: it was judged where it was built, unless it is a parameter or built here by a literal.
func (x *splitter) field(e ast.Expr) {
	if c, ok := ast.Unparen(e).(*ast.CallExpr); ok && x.p.TypesInfo.Types[c.Fun].IsType() && len(c.Args) == 1 {
		x.fields(c.Args[0])
	}
}

// fields splits a field, map, slice or literal of fields; a local variable is followed to what was put into it.
func (x *splitter) fields(e ast.Expr) {
	e = ast.Unparen(e)
	if x.met == nil {
		x.met = map[ast.Expr]bool{}
	}
	if x.met[e] {
		return
	}
	x.met[e] = true
	t := x.p.TypesInfo.Types[e].Type
	switch e := e.(type) {
	case *ast.CompositeLit:
		x.literal(e, t)
		return
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			x.fields(e.X)
			return
		}
	case *ast.CallExpr:
		if id, ok := ast.Unparen(e.Fun).(*ast.Ident); ok {
			if _, b := x.p.TypesInfo.Uses[id].(*types.Builtin); b {
				x.built(id.Name, e)
				return
			}
		}
		if x.p.TypesInfo.Types[e.Fun].IsType() && len(e.Args) == 1 {
			x.fields(e.Args[0])
			return
		}
		if x.pair(t) && x.builder(e) {
			return
		}
	case *ast.FuncLit:
		x.returned(e, sink.Fields, "", false)
		return
	case *ast.Ident:
		if x.follow(e) {
			return
		}
	}
	if t != nil && (x.p.types.Field(t) || fieldMap(t)) {
		x.field(e)
		return
	}
	x.value1(e)
}

// spread splits a slice whose elements are a format's arguments.
func (x *splitter) spread(e ast.Expr) {
	old := x.plain
	x.plain = true
	x.fields(e)
	x.plain = old
}

func (x *splitter) value1(e ast.Expr) { x.add(e, sink.Fields, "", false, 0) }

func (x *splitter) built(name string, e *ast.CallExpr) {
	switch name {
	case "append":
		x.fields(e.Args[0])
		if e.Ellipsis.IsValid() {
			x.fields(e.Args[1])
			return
		}
		if !x.plain && anySlice(x.p.TypesInfo.Types[e].Type) {
			x.pairs(e.Args[1:], false)
			return
		}
		for _, a := range e.Args[1:] {
			x.value(a, sink.Value, "", false, 0)
		}
	case "make", "new":
	default:
		x.value1(e)
	}
}

func (x *splitter) literal(e *ast.CompositeLit, t types.Type) {
	switch t.Underlying().(type) {
	case *types.Map:
		for _, el := range e.Elts {
			if kv, ok := el.(*ast.KeyValueExpr); ok {
				x.add(kv.Key, sink.Key, "", false, 0)
				x.value(kv.Value, sink.Value, x.p.keyText(kv.Key), false, 0)
			}
		}
	case *types.Slice, *types.Array:
		list := make([]ast.Expr, 0, len(e.Elts))
		for _, el := range e.Elts {
			if kv, ok := el.(*ast.KeyValueExpr); ok {
				el = kv.Value
			}
			list = append(list, el)
		}
		if !x.plain && anySlice(t) {
			x.pairs(list, false)
			return
		}
		for _, el := range list {
			x.value(el, sink.Value, "", false, 0)
		}
	case *types.Struct:
		if x.p.types.Field(t) || x.pair(t) {
			for i, el := range e.Elts {
				if _, keyed := el.(*ast.KeyValueExpr); !keyed && i == 0 {
					x.add(el, sink.Key, "", false, 0)
					continue
				}
				if kv, ok := el.(*ast.KeyValueExpr); ok {
					if id, ok := kv.Key.(*ast.Ident); ok && (id.Name == "Key" || id.Name == "Name" || id.Name == "key" || id.Name == "name") {
						x.add(kv.Value, sink.Key, "", false, 0)
						continue
					}
					el = kv.Value
				}
				x.value(el, sink.Value, "", false, 0)
			}
			return
		}
		x.value1(e)
	default:
		x.value1(e)
	}
}

// follow replaces a local variable by what was put into it, if all of that is in sight.
func (x *splitter) follow(id *ast.Ident) bool {
	v, ok := x.p.TypesInfo.Uses[id].(*types.Var)
	if !ok || x.sc.Flow == nil || !x.sc.Flow.Knows(v) {
		return false
	}
	defs := x.sc.Flow.Reaching(v, id.Pos())
	for _, d := range defs {
		switch d.Kind {
		case flow.Assign:
			if !x.visible(d.Expr, v) || d.Index != 0 {
				return false
			}
		case flow.Element, flow.Zero:
		default:
			return false
		}
	}
	x.followed = append(x.followed, id)
	for _, d := range defs {
		switch d.Kind {
		case flow.Assign:
			x.fields(d.Expr)
		case flow.Element:
			key := ""
			if d.Key != nil && !isInt(x.p.TypesInfo.Types[d.Key].Type) {
				x.add(d.Key, sink.Key, "", false, 0)
				key = x.p.keyText(d.Key)
			}
			if d.Index == 0 {
				x.value(d.Expr, sink.Value, key, false, 0)
			} else {
				x.value1(id)
			}
		}
	}
	return true
}

// visible reports whether an expression shows what fields it holds.
func (x *splitter) visible(e ast.Expr, self *types.Var) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		t := x.p.TypesInfo.Types[e].Type
		_, isStruct := t.Underlying().(*types.Struct)
		return !isStruct || x.pair(t)
	case *ast.CallExpr:
		if x.pair(x.p.TypesInfo.Types[e].Type) {
			f, ok := x.p.calleeOf(e).(*types.Func)
			if ok {
				sums := x.p.judge.Summaries(f)
				return len(sums) == 1 && sums[0].State <= judge.Allowed && len(sums[0].Params) > 0
			}
		}
		id, ok := ast.Unparen(e.Fun).(*ast.Ident)
		if !ok {
			return false
		}
		if _, b := x.p.TypesInfo.Uses[id].(*types.Builtin); !b {
			return false
		}
		switch id.Name {
		case "make":
			return true
		case "append":
			return true
		}
	}
	return false
}

func anySlice(t types.Type) bool {
	if t == nil {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		i, ok := u.Elem().Underlying().(*types.Interface)
		return ok && i.Empty()
	case *types.Array:
		i, ok := u.Elem().Underlying().(*types.Interface)
		return ok && i.Empty()
	}
	return false
}

func isNamedStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

func isString(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func isInt(t types.Type) bool {
	if t == nil {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

func (p *pkg) constText(e ast.Expr) (string, bool) {
	if v := p.TypesInfo.Types[ast.Unparen(e)].Value; v != nil && v.Kind() == constant.String {
		return constant.StringVal(v), true
	}
	return "", false
}

func (p *pkg) keyText(e ast.Expr) string {
	s, _ := p.constText(e)
	return s
}
