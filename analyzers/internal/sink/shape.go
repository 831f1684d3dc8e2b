package sink

import (
	"go/types"
	"slices"
	"strings"
)

// levels are the values of Spec.Level, mildest first.
var levels = []string{"trace", "debug", "info", "warn", "error", "fatal", "panic"}

// levelWords are the level words of functions' names. What follows "/" tells levels of equal severity apart.
var levelWords = []struct{ word, level string }{
	{"Trace", "trace"},
	{"Verbose", "debug/verbose"},
	{"Debug", "debug"},
	{"Info", "info"},
	{"Notice", "info/notice"},
	{"Warning", "warn"},
	{"Warn", "warn"},
	{"Error", "error"},
	{"Err", "error"},
	{"Critical", "fatal/critical"},
	{"Crit", "fatal/critical"},
	{"Alert", "fatal/alert"},
	{"Emergency", "fatal/emergency"},
	{"Emerg", "fatal/emergency"},
	{"Fatal", "fatal"},
	{"Exit", "fatal"},
	{"DPanic", "panic"},
	{"Panic", "panic"},
}

// plainWords are the words of logger methods without a level of their own.
var plainWords = []string{"Print", "Log", "Output"}

// affixes may stand before (prefixes) or, repeated, after (suffixes) the word of a logger's method.
var (
	prefixes = []string{"Log", "Print", "Write", "Ctx", "V"}
	suffixes = []string{
		"WithContext", "WithFields", "WithField", "WithError", "WithErr", "Context", "Fields", "Attrs", "Depth",
		"Message", "Msg", "Ctx", "Log", "Err", "Skip", "KV", "ln", "fn", "f", "w", "j", "v", "x", "c", "S", "E", "C", "F", "W",
	}
)

// A methodName is a logger method's name, taken apart.
type methodName struct {
	level  string // one of levelWords, or "" for Print, Log and Output
	print  bool   // Print
	format bool   // suffix f
	line   bool   // suffix ln
	pairs  bool   // suffix w, S, KV
	depth  bool   // suffix Depth
}

// parseName takes the name of a level, Print or Log method apart: Infof, warnw, LogErrorCtx, InfoContextDepthf, Println.
func parseName(fn string) (methodName, bool) {
	if fn == "" {
		return methodName{}, false
	}
	fn = strings.ToUpper(fn[:1]) + fn[1:]
	if n, ok := parseWord(fn); ok {
		return n, true
	}
	for _, p := range prefixes {
		if rest, ok := strings.CutPrefix(fn, p); ok {
			if n, ok := parseWord(rest); ok && n.level != "" {
				return n, true
			}
		}
	}
	return methodName{}, false
}

func parseWord(fn string) (methodName, bool) {
	var n methodName
	rest, ok := "", false
	for _, w := range levelWords {
		if rest, ok = strings.CutPrefix(fn, w.word); ok {
			n.level = w.level
			break
		}
	}
	for i := 0; !ok && i < len(plainWords); i++ {
		rest, ok = strings.CutPrefix(fn, plainWords[i])
		n.print = ok && plainWords[i] == "Print"
	}
	for ok && rest != "" {
		i := slices.IndexFunc(suffixes, func(s string) bool { return strings.HasPrefix(rest, s) })
		if i < 0 {
			return n, false
		}
		switch suffixes[i] {
		case "f", "F":
			n.format = true
		case "ln":
			n.line = true
		case "w", "W", "S", "KV":
			n.pairs = true
		case "Depth":
			n.depth = true
		}
		rest = rest[len(suffixes[i]):]
	}
	return n, ok
}

// levelOf returns the severity a function's name tells, or "".
func levelOf(fn string) string {
	n, _ := parseName(fn)
	level, _, _ := strings.Cut(n.level, "/")
	return level
}

// LoggerShape returns what method, called on a value of type t, does with its arguments
// if t is logger-shaped ([IsLogger]) and method is one of its level, Print, Log or With methods.
// Methods that belong to a package of the built-in tables are in a row or no sinks.
func LoggerShape(t types.Type, method *types.Func) (*Spec, bool) {
	if method.Pkg() == nil || Default().knows(method.Pkg().Path()) {
		return nil, false
	}
	s, ok := MethodShape(method)
	if !ok || !IsLogger(t) {
		return nil, false
	}
	return s, true
}

// IsLogger reports whether t, an interface or a concrete type, has methods of two different levels
// that take a message, a format with its arguments, operands, key-value pairs or fields.
// Types with a method Helper or FailNow are tests, and no loggers. Callers should cache the answer.
func IsLogger(t types.Type) bool {
	t = types.Unalias(t)
	if p, ok := t.(*types.TypeParam); ok {
		t = p.Constraint()
	}
	if _, ptr := t.(*types.Pointer); !ptr && !types.IsInterface(t) {
		t = types.NewPointer(t)
	}
	level := ""
	found := false
	set := types.NewMethodSet(t)
	for m := range set.Methods() {
		fn := m.Obj().(*types.Func)
		if fn.Name() == "Helper" || fn.Name() == "FailNow" {
			return false
		}
		if n, ok := parseName(fn.Name()); ok && n.level != "" && !found && isLevelMethod(fn.Signature()) {
			found = level != "" && level != n.level
			level = n.level
		}
	}
	return found
}

// isLevelMethod reports whether sig is that of a level method: after an optional context and an optional error,
// a message or format string with or without a tail, or a variadic tail alone; its result is at most an error.
func isLevelMethod(sig *types.Signature) bool {
	switch res := sig.Results(); {
	case res.Len() > 1, res.Len() == 1 && !isError(res.At(0).Type()):
		return false
	}
	params := sig.Params()
	i := 0
	for i < params.Len() && (isContext(params.At(i).Type()) || isError(params.At(i).Type())) {
		i++
	}
	if i < params.Len() && isString(params.At(i).Type()) {
		i++
		if i < params.Len() && isError(params.At(i).Type()) {
			i++
		}
	} else if i < params.Len() && isAny(params.At(i).Type()) && sig.Variadic() && params.Len() == i+2 {
		i++ // Info(msg any, keyvals ...any)
	} else if !sig.Variadic() {
		return false
	}
	switch params.Len() - i {
	case 0:
		return true
	case 1:
		return sig.Variadic() || isFieldsType(params.At(i).Type())
	}
	return false
}

// MethodShape returns what method does with its arguments if by its name and parameters it can be a logger's method.
// Whether its receiver is a logger is asked of [IsLogger].
func MethodShape(method *types.Func) (*Spec, bool) {
	sig := method.Signature()
	var roles []Role
	kind := Statement
	if n, ok := parseName(method.Name()); ok {
		roles = statementRoles(n, sig)
	} else if strings.HasPrefix(method.Name(), "With") || method.Name() == "Named" {
		roles, kind = binderRoles(strings.TrimPrefix(method.Name(), "With"), sig), Binder
	}
	if !slices.ContainsFunc(roles, func(r Role) bool { return r != None }) {
		return nil, false
	}
	if strings.HasPrefix(method.Name(), "Exit") && !sig.Variadic() && !slices.Contains(roles, Message) {
		return nil, false // Exit(code int)
	}
	s := &Spec{Roles: roles, Kind: kind}
	if kind == Statement {
		s.Level = levelOf(method.Name())
	}
	return s, true
}

func statementRoles(n methodName, sig *types.Signature) []Role {
	params := sig.Params()
	roles := make([]Role, params.Len())
	text := -1 // the message or format
	for i := range params.Len() {
		t := params.At(i).Type()
		last := i == params.Len()-1
		switch {
		case last && sig.Variadic():
			elem := t.(*types.Slice).Elem()
			switch {
			case isFunc(elem):
			case isAny(elem) && text >= 0 && (n.format || isFormatName(params.At(text).Name())):
				roles[text], roles[i] = Format, Values
			case isAny(elem) && !n.line && (n.pairs || text >= 0 && !n.print || text >= 0 && isPairsName(params.At(i).Name())):
				roles[i] = Pairs
			case isAny(elem), isBasic(elem), isError(elem):
				roles[i] = Values
			default:
				roles[i] = Fields
			}
		case isContext(t), isFunc(t):
		case isError(t):
			roles[i] = Value
		case text < 0 && isString(t):
			roles[i], text = Message, i
		case text < 0 && isAny(t) && sig.Variadic() && i == params.Len()-2:
			roles[i], text = Message, i
		case text < 0 && (n.level == "" || n.depth) && isLevelType(t):
		case isFieldsType(t):
			roles[i] = Fields
		default:
			roles[i] = Value
		}
	}
	return roles
}

func binderRoles(what string, sig *types.Signature) []Role {
	params := sig.Params()
	roles := make([]Role, params.Len())
	key := false
	for i := range params.Len() {
		t := params.At(i).Type()
		last := i == params.Len()-1
		switch {
		case last && sig.Variadic():
			elem := t.(*types.Slice).Elem()
			switch {
			case isFunc(elem) || strings.HasSuffix(typeName(elem), "Option"):
			case isAny(elem) && key:
				roles[i] = Values
			case isAny(elem):
				roles[i] = Pairs
			case isBasic(elem), isError(elem):
				roles[i] = Values
			default:
				roles[i] = Fields
			}
		case isContext(t), isFunc(t), isLevelType(t):
		case i < params.Len()-1 && !key && isString(t) && isKeyed(what, params.At(i).Name()):
			roles[i], key = Key, true
		case isFieldsType(t):
			roles[i] = Fields
		case isString(t) && slices.Contains([]string{"Named", "Name", "Prefix"}, what):
			roles[i] = Message
		case isString(t) && what == "Group":
			roles[i] = Key
		default:
			roles[i] = Value
		}
	}
	return roles
}

// isKeyed reports whether the first string of the binder With<what>(<param> string, …) is a key.
func isKeyed(what, param string) bool {
	return slices.Contains([]string{"", "Field", "Fields", "Value", "Values", "Tag", "Label", "Attr", "KV", "Any", "String", "Int"}, what) ||
		slices.Contains([]string{"k", "key", "name", "field", "tag", "label"}, strings.ToLower(param))
}

func isFormatName(param string) bool {
	return slices.Contains([]string{"format", "fmt", "f", "template", "tmpl", "fmtstr", "formatstring", "msgfmt", "msgformat"}, strings.ToLower(param))
}

func isPairsName(param string) bool {
	p := strings.ToLower(param)
	return strings.HasPrefix(p, "kv") || strings.Contains(p, "keyval") || strings.Contains(p, "keysandval") ||
		strings.Contains(p, "pairs") || strings.Contains(p, "fields") || strings.Contains(p, "attrs")
}

func isContext(t types.Type) bool {
	n := typeName(t)
	return n == "Context" || n == "Ctx"
}

func isError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

// isString reports whether t is string itself: a named string type is no message.
func isString(t types.Type) bool {
	b, ok := types.Unalias(t).(*types.Basic)
	return ok && b.Kind() == types.String
}

func isAny(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	_, param := types.Unalias(t).(*types.TypeParam)
	return ok && !param && i.Empty()
}

func isBasic(t types.Type) bool {
	_, ok := t.Underlying().(*types.Basic)
	return ok
}

func isFunc(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// isLevelType reports whether t can be a level, a verbosity or a call depth.
func isLevelType(t types.Type) bool {
	if b, ok := types.Unalias(t).(*types.Basic); ok {
		return b.Info()&types.IsInteger != 0
	}
	n := typeName(t)
	for _, w := range []string{"Level", "Lvl", "Severity", "Priority", "Verbosity", "Classification"} {
		if strings.HasSuffix(n, w) {
			return true
		}
	}
	return false
}

// isFieldsType reports whether t is a field, or a slice or map of fields.
func isFieldsType(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Map:
		return isString(u.Key().Underlying())
	case *types.Slice:
		return !isBasic(u.Elem())
	}
	switch typeName(t) {
	case "Field", "Fields", "Attr", "Attrs", "Fielder", "KV", "Tags":
		return true
	}
	return false
}

// typeName returns the name of t, or of what it points to, or "".
func typeName(t types.Type) string {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}
