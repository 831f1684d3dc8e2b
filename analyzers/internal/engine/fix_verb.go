package engine

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"
)

// typeVerb makes the verb that prints the operand %T, in the format's literal. Formats that are not one literal, or
// take arguments by index or for a width, are left alone.
func (x *fixer) typeVerb() ([]analysis.TextEdit, bool) {
	switch x.l.verb {
	case 'v', 's', 'q':
	default:
		return nil, false
	}
	t := x.p.TypesInfo.Types[x.e].Type
	if t == nil || !x.isError(x.e) && !types.IsInterface(t) {
		return nil, false // the type of a text says nothing
	}
	var call *ast.CallExpr
	for i := len(x.path) - 2; i >= 0 && call == nil; i-- {
		switch n := x.path[i].(type) {
		case *ast.ParenExpr:
		case *ast.CallExpr:
			call = n
		default:
			return nil, false
		}
	}
	if call == nil || call.Ellipsis.IsValid() {
		return nil, false
	}
	sig, ok := x.p.TypesInfo.Types[call.Fun].Type.(*types.Signature)
	if !ok || !sig.Variadic() {
		return nil, false
	}
	at := sig.Params().Len() - 2
	k := argIndex(call, x.e) - at - 1
	if at < 0 || k < 0 {
		return nil, false
	}
	lit, ok := ast.Unparen(call.Args[at]).(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return nil, false
	}
	if text, ok := x.between(lit.Pos(), lit.End()); !ok || text != lit.Value {
		return nil, false
	}
	from, to, ok := directive(lit.Value, k)
	if !ok {
		return nil, false
	}
	return []analysis.TextEdit{{Pos: lit.Pos() + token.Pos(from), End: lit.Pos() + token.Pos(to), NewText: []byte("%T")}}, true
}

// directive returns where the directive of the k-th argument stands in the source of a format literal.
func directive(lit string, k int) (from, to int, ok bool) {
	format, offset, ok := decode(lit)
	if !ok {
		return 0, 0, false
	}
	found := false
	for i := 0; i < len(format); {
		begin := i
		if i++; format[begin] != '%' {
			continue
		}
		for i < len(format) && strings.IndexByte("+-# 0123456789.", format[i]) >= 0 {
			i++
		}
		if i == len(format) {
			break
		}
		verb, size := utf8.DecodeRuneInString(format[i:])
		i += size
		switch {
		case verb == '*' || verb == '[':
			return 0, 0, false
		case verb == '%':
		case k == 0:
			from, to, found = offset[begin], offset[i], true
			k--
		default:
			k--
		}
	}
	return from, to, found
}

// decode returns the value of a string literal and, for each of its bytes and its end, the offset in the source.
func decode(lit string) (value string, offset []int, ok bool) {
	if len(lit) < 2 {
		return "", nil, false
	}
	body, quote := lit[1:len(lit)-1], lit[0]
	if quote == '`' {
		for i := 0; i <= len(body); i++ {
			offset = append(offset, 1+i)
		}
		return body, offset, true
	}
	var b strings.Builder
	for rest := body; rest != ""; {
		at := 1 + len(body) - len(rest)
		r, multi, tail, err := strconv.UnquoteChar(rest, quote)
		if err != nil {
			return "", nil, false
		}
		before := b.Len()
		if multi {
			b.WriteRune(r)
		} else {
			b.WriteByte(byte(r))
		}
		for range b.Len() - before {
			offset = append(offset, at)
		}
		rest = tail
	}
	return b.String(), append(offset, 1+len(body)), true
}
