package engine

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/seed-a76b335c/philint/analyzers/internal/policy"
	"github.com/seed-a76b335c/philint/analyzers/internal/sink"
	"github.com/seed-a76b335c/philint/redact"
)

// An interpolated is one operand of a message, and what the text before it calls it ("user=").
type interpolated struct {
	expr ast.Expr
	hint string
}

// hole stands for an operand in a message's text.
const hole = "\x00"

// message makes a message that was put together a constant one, and its operands fields. It hides nothing: what the
// policy refuses is refused as a field's value. own is applied to its operand on the way, if there is one.
func (x *fixer) message(own *rewrite) ([]analysis.TextEdit, bool) {
	call := x.s.expr
	if call == nil || call.Ellipsis.IsValid() || own != nil && (own.renamed || own.insert.IsValid()) {
		return nil, false
	}
	i := slices.IndexFunc(call.Args, func(a ast.Expr) bool { return a.Pos() <= x.e.Pos() && x.e.End() <= a.End() })
	if i < 0 {
		return nil, false
	}
	w := x.writer(call, i)
	if w == nil {
		return nil, false
	}
	arg := call.Args[i]
	text, operands, ok := x.takeApart(arg)
	if !ok || len(operands) == 0 {
		return nil, false
	}
	text, operands = tidy(text, operands)
	if text == "" {
		return nil, false
	}
	keys := x.keys(call, arg, operands, own)
	var edits []analysis.TextEdit
	if own != nil {
		_, edits = x.redact(own.at.Pos(), own.fn)
	}
	importing := len(edits) > 0
	done, ok := w.write(x, arg, text, operands, keys, own)
	if !ok {
		return nil, false
	}
	kept := make([]ast.Node, len(operands))
	for k, o := range operands {
		kept[k] = o.expr
	}
	removed, ok := x.unimport(arg.Pos(), arg.End(), kept, importing)
	return ordered(slices.Concat(edits, done, removed)), ok
}

// takeApart splits a message into its text, with holes, and the operands that stand in them.
func (x *fixer) takeApart(e ast.Expr) (text string, operands []interpolated, ok bool) {
	e = ast.Unparen(e)
	if t, ok := x.p.constText(e); ok {
		return t, nil, !strings.Contains(t, hole)
	}
	switch n := e.(type) {
	case *ast.BinaryExpr:
		if n.Op != token.ADD {
			break
		}
		a, left, ok := x.takeApart(n.X)
		if !ok {
			return "", nil, false
		}
		b, right, ok := x.takeApart(n.Y)
		return a + b, append(left, right...), ok
	case *ast.CallExpr:
		f, ok := x.p.calleeOf(n).(*types.Func)
		if !ok || n.Ellipsis.IsValid() {
			break
		}
		switch qualified(f) {
		case "fmt.Sprintf":
			return x.format(n)
		case "fmt.Sprint":
			for k, a := range n.Args {
				t, more, ok := x.takeApart(a)
				if !ok {
					return "", nil, false
				}
				if k > 0 {
					text += " "
				}
				text, operands = text+t, append(operands, more...)
			}
			return text, operands, true
		case "strconv.Itoa", "strconv.FormatBool":
			return hole, []interpolated{{expr: ast.Unparen(n.Args[0])}}, true
		case "strconv.FormatInt", "strconv.FormatUint":
			if base := x.p.TypesInfo.Types[n.Args[1]].Value; base != nil && base.ExactString() == "10" {
				return hole, []interpolated{{expr: ast.Unparen(n.Args[0])}}, true
			}
		}
	}
	return hole, []interpolated{{expr: e}}, true
}

// format takes a Sprintf apart whose directives print one argument each, in order.
func (x *fixer) format(n *ast.CallExpr) (text string, operands []interpolated, ok bool) {
	format, ok := x.p.constText(n.Args[0])
	if !ok || strings.Contains(format, hole) {
		return "", nil, false
	}
	var b strings.Builder
	next := 1
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			b.WriteByte(format[i])
			continue
		}
		i++
		for i < len(format) && strings.IndexByte("+-# 0123456789.", format[i]) >= 0 {
			i++
		}
		if i == len(format) {
			return "", nil, false
		}
		switch format[i] {
		case '%':
			b.WriteByte('%')
		case 'v', 's', 'd', 'q', 't', 'f', 'g':
			if next >= len(n.Args) {
				return "", nil, false
			}
			if t, ok := x.p.constText(n.Args[next]); ok {
				b.WriteString(t)
			} else {
				b.WriteString(hole)
				operands = append(operands, interpolated{expr: ast.Unparen(n.Args[next])})
			}
			next++
		default:
			return "", nil, false
		}
	}
	return b.String(), operands, next == len(n.Args)
}

var (
	aside    = regexp.MustCompile(`\(([^()]*\x00[^()]*)\)|\[([^\[\]]*\x00[^\[\]]*)\]`)
	labelled = regexp.MustCompile(`([\pL_][\pL\pN_.]*)=["'\[(]?$`)
	empties  = regexp.MustCompile("\\(\\s*\\)|\\[\\s*\\]|\\{\\s*\\}|<\\s*>|\"\\s*\"|'\\s*'|`\\s*`")
	loose    = regexp.MustCompile(`\s+([,.;:!?)\]}])`)
	opened   = regexp.MustCompile(`([(\[{])\s+`)
	doubled  = regexp.MustCompile(`([,;:])(?:\s*[,;:])+`)
	dangling = regexp.MustCompile(`(?:[\s,;:=/#@&|(\[{<>-]|(?:^|\s)(?:from|of|for|with|at|in|into|to|by|on|and|as|is|was|id|after|via|the|a|an))+$`)
)

// tidy joins a message's text over its holes, and gives each operand the label that stood before it.
func tidy(text string, operands []interpolated) (string, []interpolated) {
	operands = slices.Clone(operands)
	pieces := strings.Split(aside.ReplaceAllString(text, " $1$2 "), hole)
	for i := range operands {
		if m := labelled.FindStringSubmatchIndex(pieces[i]); m != nil {
			operands[i].hint = pieces[i][m[2]:m[3]]
			pieces[i] = pieces[i][:m[0]] + pieces[i][m[3]+1:]
		}
	}
	s := strings.Join(pieces, "")
	s = empties.ReplaceAllString(s, "")
	s = strings.Join(strings.Fields(s), " ")
	s = opened.ReplaceAllString(loose.ReplaceAllString(s, "$1"), "$1")
	s = doubled.ReplaceAllString(s, "$1")
	s = dangling.ReplaceAllString(s, "")
	return strings.TrimSpace(strings.TrimLeft(s, " ,;:=-)]}>.!?")), operands
}

// keys names the operands.
func (x *fixer) keys(call *ast.CallExpr, arg ast.Expr, operands []interpolated, own *rewrite) []string {
	taken := map[string]bool{}
	ast.Inspect(call, func(n ast.Node) bool {
		if n == ast.Node(arg) {
			return false
		}
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if s, err := strconv.Unquote(lit.Value); err == nil {
				taken[s] = true
			}
		}
		return true
	})
	out := make([]string, len(operands))
	for i, o := range operands {
		var names []string
		if own != nil && own.at == o.expr {
			switch own.fn {
			case "ErrType":
				names = []string{"error"}
			case "Path":
				names = []string{"path"}
			case "Fingerprint":
				names = []string{snake(x.nameOf(o.expr)) + "_fingerprint", "fingerprint"}
			}
		}
		names = append(names, x.names(o.expr)...)
		if o.hint != "" {
			names = append(names, snake(o.hint))
		}
		names = slices.DeleteFunc(names, func(s string) bool { return s == "" })
		key := "value"
		if len(names) > 0 {
			key = names[0]
		}
		for _, n := range names {
			if x.registered(n) {
				key = n
				break
			}
		}
		out[i] = x.unique(key, taken)
		taken[out[i]] = true
	}
	return out
}

// names returns the keys that an operand may stand under, the best first.
func (x *fixer) names(e ast.Expr) []string {
	e = ast.Unparen(e)
	if x.errorOf(e) != nil {
		return []string{"error"}
	}
	if x.request(e) != nil {
		return []string{"path"}
	}
	if call, ok := e.(*ast.CallExpr); ok {
		switch f := x.p.calleeOf(call).(type) {
		case *types.Builtin:
			if (f.Name() == "len" || f.Name() == "cap") && len(call.Args) == 1 {
				of := snake(x.nameOf(call.Args[0]))
				return []string{of, strings.TrimSuffix(of, "s") + "_count", "count"}
			}
		case *types.Func:
			if f.Pkg() == nil {
				break
			}
			switch f.Pkg().Path() {
			case redactPath:
				switch f.Name() {
				case "ErrType":
					return []string{"error"}
				case "Path":
					return []string{"path"}
				case "Fingerprint":
					return []string{"fingerprint"}
				}
				if len(call.Args) > 0 {
					return x.names(call.Args[0])
				}
			case "time":
				if f.Name() == "Since" || f.Name() == "Sub" {
					return []string{"elapsed"}
				}
			case "strconv", "strings", "fmt":
				if len(call.Args) > 0 {
					return x.names(call.Args[0])
				}
			}
		}
	}
	own := snake(x.nameOf(e))
	names := []string{own}
	if sel, ok := e.(*ast.SelectorExpr); ok {
		owner := snake(x.nameOf(sel.X))
		if t := x.p.TypesInfo.Types[sel.X].Type; t != nil && len(owner) < 3 { // u.ID of a User
			if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
				t = ptr.Elem()
			}
			if n, ok := types.Unalias(t).(*types.Named); ok {
				owner = snake(n.Obj().Name())
			}
		}
		if owner != "" {
			full := owner + "_" + own
			if x.p.opts.Words.BareID(policy.Split(own)) {
				return []string{full, own}
			}
			names = append(names, full)
		}
	}
	return names
}

func snake(name string) string { return strings.Join(policy.Split(name).Parts, "_") }

// registered reports whether the run-time filter keeps a field of this name.
func (x *fixer) registered(name string) bool {
	if x.p.opts.Registered != nil {
		return x.p.opts.Registered(name)
	}
	_, ok := redact.Fields.Lookup(name)
	return ok
}

// constKeys are the constant texts in a call's arguments.
func (x *fixer) constKeys(call *ast.CallExpr) map[string]bool {
	m := map[string]bool{}
	for _, a := range call.Args {
		if t, ok := x.p.constText(a); ok {
			m[t] = true
		}
	}
	return m
}

func (x *fixer) unique(name string, taken map[string]bool) string {
	if !taken[name] {
		return name
	}
	for i := 2; ; i++ {
		if n := name + "_" + strconv.Itoa(i); !taken[n] {
			return n
		}
	}
}

// A fieldWriter writes fields the way one family of loggers takes them.
type fieldWriter struct {
	// In place: the operands stay where they are, as arguments after the message.
	open  func(key string, t types.Type) (string, bool) // before an operand
	close string                                        // after it
	// By calls in front: the operands become arguments of methods called on what the message's method is called on.
	call func(key, text string, t types.Type) (string, bool)
	name *ast.Ident // of the function
	to   string     // its new name, if that changes
}

// writer returns how the call that takes a message as its i-th argument takes fields, or nil.
func (x *fixer) writer(call *ast.CallExpr, i int) *fieldWriter {
	f, ok := x.p.calleeOf(call).(*types.Func)
	if !ok {
		return nil
	}
	var name *ast.Ident
	var recv types.Type
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		name = fun
	case *ast.SelectorExpr:
		name = fun.Sel
		if s, ok := x.p.TypesInfo.Selections[fun]; ok {
			if s.Kind() != types.MethodVal {
				return nil
			}
			recv = s.Recv()
		}
	default:
		return nil
	}
	spec, sig := x.s.spec, f.Signature()
	if spec.Kind != sink.Statement {
		return nil
	}
	if spec.Role(i) == sink.Message && i+1 < len(spec.Roles) {
		if !sig.Variadic() || i+1 != sig.Params().Len()-1 {
			return nil
		}
		t := sig.Params().At(i + 1).Type()
		switch spec.Roles[i+1] {
		case sink.Pairs:
			if anySlice(t) {
				return &fieldWriter{open: func(key string, _ types.Type) (string, bool) { return quote(key) + ", ", true }}
			}
		case sink.Fields:
			return x.typedFields(t, call.Pos())
		}
		return nil
	}
	if len(call.Args) != 1 || x.s.wrapper || f.Pkg() == nil || spec.Role(0) != sink.Message && spec.Role(0) != sink.Values {
		return nil
	}
	method := func(name string) *types.Func {
		if recv == nil {
			fn, _ := f.Pkg().Scope().Lookup(name).(*types.Func)
			if _, bare := ast.Unparen(call.Fun).(*ast.Ident); bare && fn != nil {
				if _, obj := x.scopeAt(call.Pos()).LookupParent(name, call.Pos()); obj != fn {
					return nil
				}
			}
			return fn
		}
		obj, _, _ := types.LookupFieldOrMethod(recv, true, x.p.Pkg, name)
		fn, _ := obj.(*types.Func)
		return fn
	}
	if w := method(f.Name() + "w"); w != nil { // zap's sugared logger
		ps := w.Signature().Params()
		if w.Signature().Variadic() && ps.Len() == 2 && isString(ps.At(0).Type()) && anySlice(ps.At(1).Type()) {
			return &fieldWriter{name: name, to: w.Name(), open: func(key string, _ types.Type) (string, bool) { return quote(key) + ", ", true }}
		}
	}
	if w := method("WithField"); w != nil && takes(w.Signature(), true) { // logrus, apex
		if m, _, _ := types.LookupFieldOrMethod(w.Signature().Results().At(0).Type(), true, x.p.Pkg, f.Name()); m != nil {
			return &fieldWriter{name: name, call: func(key, text string, _ types.Type) (string, bool) {
				return "WithField(" + quote(key) + ", " + text + ").", true
			}}
		}
	}
	if f.Name() != "Msg" || recv == nil {
		return nil
	}
	if w := method("Str"); w == nil || !takes(w.Signature(), false) || !types.Identical(types.Unalias(recv), w.Signature().Results().At(0).Type()) {
		return nil
	}
	return &fieldWriter{name: name, call: func(key, text string, t types.Type) (string, bool) { // zerolog, phuslu
		b := builder(t, zerologBuilders)
		if b == "" || method(b) == nil {
			b = "Interface"
		}
		if method(b) == nil {
			return "", false
		}
		return b + "(" + quote(key) + ", " + text + ").", true
	}}
}

// takes reports whether a function takes a key and a value, any or a string, and returns one thing.
func takes(sig *types.Signature, any bool) bool {
	if sig.Params().Len() != 2 || sig.Results().Len() != 1 || sig.Variadic() || !isString(sig.Params().At(0).Type()) {
		return false
	}
	t := sig.Params().At(1).Type()
	if any {
		i, ok := t.Underlying().(*types.Interface)
		return ok && i.Empty()
	}
	return isString(t)
}

// fieldPackages are the packages with the builders of a field type.
var fieldPackages = map[string]string{
	"go.uber.org/zap/zapcore.Field": "go.uber.org/zap", "log/slog.Attr": "log/slog", "golang.org/x/exp/slog.Attr": "golang.org/x/exp/slog",
}

var (
	zapBuilders = map[string]string{
		"string": "String", "bool": "Bool", "int": "Int", "int64": "Int64", "uint64": "Uint64", "float64": "Float64",
		"time.Duration": "Duration", "time.Time": "Time",
	}
	zerologBuilders = map[string]string{
		"string": "Str", "bool": "Bool", "int": "Int", "int32": "Int32", "int64": "Int64", "uint": "Uint", "uint32": "Uint32",
		"uint64": "Uint64", "float64": "Float64", "time.Duration": "Dur", "time.Time": "Time",
	}
)

func builder(t types.Type, names map[string]string) string {
	if t == nil {
		return ""
	}
	return names[types.TypeString(types.Default(t), nil)]
}

// typedFields writes fields with the builders of their package, if the file imports that.
func (x *fixer) typedFields(t types.Type, pos token.Pos) *fieldWriter {
	s, ok := t.Underlying().(*types.Slice)
	if !ok {
		return nil
	}
	n, ok := types.Unalias(s.Elem()).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return nil
	}
	path, ok := fieldPackages[n.Obj().Pkg().Path()+"."+n.Obj().Name()]
	if !ok {
		return nil
	}
	scope := x.scopeAt(pos)
	for _, spec := range x.file.Imports {
		name := x.p.TypesInfo.PkgNameOf(spec)
		if name == nil || name.Imported().Path() != path || name.Name() == "." || name.Name() == "_" {
			continue
		}
		if _, obj := scope.LookupParent(name.Name(), pos); obj != name {
			continue
		}
		return &fieldWriter{close: ")", open: func(key string, t types.Type) (string, bool) {
			b := builder(t, zapBuilders)
			if b == "" || name.Imported().Scope().Lookup(b) == nil {
				b = "Any"
			}
			return name.Name() + "." + b + "(" + quote(key) + ", ", name.Imported().Scope().Lookup(b) != nil
		}}
	}
	return nil
}

func (w *fieldWriter) write(x *fixer, arg ast.Expr, text string, operands []interpolated, keys []string, own *rewrite) ([]analysis.TextEdit, bool) {
	var edits []analysis.TextEdit
	replace := func(from, to token.Pos, s string) bool {
		if from != to || s != "" {
			edits = append(edits, analysis.TextEdit{Pos: from, End: to, NewText: []byte(s)})
		}
		return !x.commented(from, to)
	}
	typeOf := func(e ast.Expr) types.Type {
		if own != nil && own.at == e && w.open == nil {
			return types.Typ[types.String]
		}
		return x.p.TypesInfo.Types[e].Type // in place, the operand's own fix may be applied or not: its builder takes both
	}
	if w.to != "" {
		replace(w.name.Pos(), w.name.End(), w.to)
	}
	if w.open != nil {
		from, before := arg.Pos(), quote(text)
		for i, o := range operands {
			open, ok := w.open(keys[i], typeOf(o.expr))
			if !ok || !replace(from, o.expr.Pos(), before+", "+open) {
				return nil, false
			}
			from, before = o.expr.End(), w.close
		}
		if !replace(from, arg.End(), before) {
			return nil, false
		}
		if own != nil {
			prefix, _ := x.redact(own.at.Pos(), own.fn)
			edits = append(edits, analysis.TextEdit{Pos: own.at.Pos(), End: own.at.End(), NewText: []byte(own.before + prefix + own.fn + "(" + own.arg + ")")})
		}
		return edits, true
	}
	var calls strings.Builder
	between := x.lineBreak(w.name)
	for i, o := range operands {
		t, ok := x.substituted(o.expr, own)
		if !ok {
			return nil, false
		}
		c, ok := w.call(keys[i], t, typeOf(o.expr))
		if !ok {
			return nil, false
		}
		calls.WriteString(c + between)
	}
	replace(w.name.Pos(), w.name.Pos(), calls.String())
	return edits, replace(arg.Pos(), arg.End(), quote(text))
}

// lineBreak returns what stands between the dot before a method's name and the name.
func (x *fixer) lineBreak(name *ast.Ident) string {
	src := x.source()
	to := x.tf.Offset(name.Pos())
	from := to
	for from > 0 && from <= len(src) && strings.IndexByte(" \t\r\n", src[from-1]) >= 0 {
		from--
	}
	if from == 0 || from > len(src) || src[from-1] != '.' {
		return ""
	}
	return string(src[from:to])
}

// substituted is an operand's text with the rewrite in it.
func (x *fixer) substituted(e ast.Expr, own *rewrite) (string, bool) {
	if own == nil || own.at.Pos() < e.Pos() || own.at.End() > e.End() {
		return x.text(e)
	}
	head, ok := x.between(e.Pos(), own.at.Pos())
	if !ok {
		return "", false
	}
	tail, ok := x.between(own.at.End(), e.End())
	prefix, _ := x.redact(own.at.Pos(), own.fn)
	return head + own.before + prefix + own.fn + "(" + own.arg + ")" + tail, ok
}
