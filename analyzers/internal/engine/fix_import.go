package engine

import (
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// redact returns what to write before the name of a function of the redact package at a position, and the edit that
// imports it if the file does not. The edit is the same for every fix of a file, so that drivers make one of them all.
func (x *fixer) redact(pos token.Pos, fn string) (prefix string, edits []analysis.TextEdit) {
	scope := x.scopeAt(pos)
	for _, spec := range x.file.Imports {
		name := x.p.TypesInfo.PkgNameOf(spec)
		if name == nil || name.Imported().Path() != redactPath || name.Name() == "_" {
			continue
		}
		if name.Name() == "." {
			if _, obj := scope.LookupParent(fn, pos); obj != nil && obj.Pkg() == name.Imported() {
				return "", nil
			}
			continue
		}
		if _, obj := scope.LookupParent(name.Name(), pos); obj == name {
			return name.Name() + ".", nil
		}
	}
	name := "redact"
	for i := 1; x.declares(name); i++ {
		name = "phiredact"
		if i > 1 {
			name += strconv.Itoa(i)
		}
	}
	text := strconv.Quote(redactPath)
	if name != path.Base(redactPath) {
		text = name + " " + text
	}
	return name + ".", x.importEdits(text)
}

// declares reports whether the package, or anything in the file, declares a name.
func (x *fixer) declares(name string) bool {
	if x.p.Pkg.Scope().Lookup(name) != nil {
		return true
	}
	var in func(*types.Scope) bool
	in = func(s *types.Scope) bool {
		if s.Lookup(name) != nil {
			return true
		}
		for i := range s.NumChildren() {
			if in(s.Child(i)) {
				return true
			}
		}
		return false
	}
	return in(x.p.TypesInfo.Scopes[x.file])
}

func insertion(at token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: at, End: at, NewText: []byte(text)}
}

// importDecls returns the file's import declarations and the one that takes a new import: one in parentheses, if there
// is one, or the only one.
func (x *fixer) importDecls() (all []*ast.GenDecl, target *ast.GenDecl) {
	for _, d := range x.file.Decls {
		if gd, ok := d.(*ast.GenDecl); ok && gd.Tok == token.IMPORT {
			all = append(all, gd)
		}
	}
	for _, gd := range all {
		if !gd.Lparen.IsValid() {
			continue
		}
		if target == nil {
			target = gd
		}
		for _, s := range gd.Specs {
			if foreign(specPath(s)) {
				return all, gd
			}
		}
	}
	if target == nil && len(all) == 1 {
		target = all[0]
	}
	return all, target
}

func specPath(s ast.Spec) string {
	p, _ := strconv.Unquote(s.(*ast.ImportSpec).Path.Value)
	return p
}

// foreign reports whether an import path is not of the standard library.
func foreign(p string) bool {
	first, _, _ := strings.Cut(p, "/")
	return strings.Contains(first, ".")
}

// local reports whether an import path is of the package's own module.
func (x *fixer) local(p string) bool {
	root := ""
	if m := x.p.Module; m != nil {
		root = m.Path
	}
	if root == "" {
		root, _, _ = strings.Cut(x.p.Pkg.Path(), "/")
	}
	return p == root || strings.HasPrefix(p, root+"/")
}

func start(s *ast.ImportSpec) token.Pos {
	if s.Doc != nil {
		return s.Doc.Pos()
	}
	return s.Pos()
}

func end(s *ast.ImportSpec) token.Pos {
	if s.Comment != nil {
		return s.Comment.End()
	}
	return s.End()
}

// importEdits adds one import spec.
func (x *fixer) importEdits(text string) []analysis.TextEdit {
	all, target := x.importDecls()
	switch {
	case target == nil && len(all) == 0:
		at := x.file.Name.End()
		for _, g := range x.file.Comments {
			if g.Pos() >= at && x.tf.Line(g.Pos()) == x.tf.Line(at) {
				at = g.List[0].End()
				break
			}
		}
		return []analysis.TextEdit{insertion(at, "\n\nimport "+text)}
	case target == nil:
		last := all[len(all)-1]
		after := end(last.Specs[0].(*ast.ImportSpec))
		if line := x.tf.Line(after); line < x.tf.LineCount() {
			return []analysis.TextEdit{insertion(x.tf.LineStart(line+1), "import "+text+"\n")}
		}
		return []analysis.TextEdit{insertion(after, "\nimport "+text)}
	case !target.Lparen.IsValid():
		only := target.Specs[0].(*ast.ImportSpec)
		switch p := specPath(only); {
		case !foreign(p):
			return []analysis.TextEdit{insertion(only.Pos(), "(\n\t"), insertion(end(only), "\n\n\t"+text+"\n)")}
		case p > redactPath:
			return []analysis.TextEdit{insertion(only.Pos(), "(\n\t"+text+"\n\t"), insertion(end(only), "\n)")}
		}
		return []analysis.TextEdit{insertion(only.Pos(), "(\n\t"), insertion(end(only), "\n\t"+text+"\n)")}
	}
	group := x.importGroup(target)
	if group == nil {
		blank := "\n"
		if len(target.Specs) == 0 {
			return []analysis.TextEdit{insertion(target.Rparen, "\n\t"+text+"\n")}
		}
		return []analysis.TextEdit{x.after(target, target.Specs[len(target.Specs)-1].(*ast.ImportSpec), blank+"\t"+text+"\n")}
	}
	for i, s := range group {
		if specPath(s) <= redactPath {
			continue
		}
		at := start(s)
		line := x.tf.Line(at)
		if line == x.tf.Line(target.Lparen) || i > 0 && line == x.tf.Line(end(group[i-1])) {
			return []analysis.TextEdit{insertion(at, text+"\n\t")}
		}
		return []analysis.TextEdit{insertion(x.tf.LineStart(line), "\t"+text+"\n")}
	}
	return []analysis.TextEdit{x.after(target, group[len(group)-1], "\t"+text+"\n")}
}

// after inserts a line after a spec.
func (x *fixer) after(gd *ast.GenDecl, s *ast.ImportSpec, text string) analysis.TextEdit {
	line := x.tf.Line(end(s))
	if x.tf.Line(gd.Rparen) == line {
		return insertion(gd.Rparen, "\n"+text)
	}
	return insertion(x.tf.LineStart(line+1), text)
}

// importGroup returns the specs between blank lines that the new import belongs to: those of other modules, the most
// alike first; nil if there is none.
func (x *fixer) importGroup(gd *ast.GenDecl) []*ast.ImportSpec {
	var best, group []*ast.ImportSpec
	score := 0
	done := func() {
		s := 0
		for _, spec := range group {
			p := specPath(spec)
			switch {
			case !foreign(p):
			case x.local(p):
				s = max(s, 1)
			default:
				s = max(s, 2+common(p, redactPath))
			}
		}
		if s > score {
			best, score = group, s
		}
		group = nil
	}
	for _, s := range gd.Specs {
		s := s.(*ast.ImportSpec)
		if len(group) > 0 && x.tf.Line(start(s)) > x.tf.Line(end(group[len(group)-1]))+1 {
			done()
		}
		group = append(group, s)
	}
	done()
	return best
}

// common returns how many leading elements two paths share.
func common(a, b string) int {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	n := 0
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	return n
}

// unimport removes the imports whose last uses stand in a range that is replaced, outside of the parts that are kept.
// ok is false where an import would be left unused.
func (x *fixer) unimport(from, to token.Pos, kept []ast.Node, importing bool) (edits []analysis.TextEdit, ok bool) {
	gone := func(id *ast.Ident) bool {
		if id.Pos() < from || id.End() > to {
			return false
		}
		for _, k := range kept {
			if k.Pos() <= id.Pos() && id.End() <= k.End() {
				return false
			}
		}
		return true
	}
	left := map[*types.PkgName]bool{} // true: still used
	any := false
	ast.Inspect(x.file, func(n ast.Node) bool {
		if id, is := n.(*ast.Ident); is && gone(id) {
			if name, is := x.p.TypesInfo.Uses[id].(*types.PkgName); is {
				left[name] = false
				any = true
			}
		}
		return n == nil || n.Pos() < to && from < n.End()
	})
	if !any {
		return nil, true
	}
	ast.Inspect(x.file, func(n ast.Node) bool {
		if id, is := n.(*ast.Ident); is && !gone(id) {
			if name, is := x.p.TypesInfo.Uses[id].(*types.PkgName); is {
				if _, asked := left[name]; asked {
					left[name] = true
				}
			}
		}
		return true
	})
	for _, spec := range x.file.Imports {
		name := x.p.TypesInfo.PkgNameOf(spec)
		if used, asked := left[name]; name == nil || !asked || used {
			continue
		}
		edit, ok := x.removeImport(spec, importing)
		if !ok {
			return nil, false
		}
		edits = append(edits, edit)
	}
	return edits, true
}

// removeImport deletes one import spec, and its declaration if that has no other and takes no new one.
func (x *fixer) removeImport(spec *ast.ImportSpec, importing bool) (analysis.TextEdit, bool) {
	all, target := x.importDecls()
	var gd *ast.GenDecl
	for _, d := range all {
		for _, s := range d.Specs {
			if s == spec {
				gd = d
			}
		}
	}
	switch {
	case gd == nil:
		return analysis.TextEdit{}, false
	case len(gd.Specs) > 1:
		return x.deleteLines(start(spec), end(spec), aloneInGroup(x.tf, gd, spec))
	case gd != target:
		from := gd.Pos()
		if gd.Doc != nil {
			from = gd.Doc.Pos()
		}
		return x.deleteLines(from, max(gd.End(), end(spec)), target != nil)
	case !importing:
		return analysis.TextEdit{}, false
	case !gd.Lparen.IsValid():
		return analysis.TextEdit{Pos: spec.Pos(), End: end(spec)}, true
	}
	return x.deleteLines(start(spec), end(spec), false)
}

// aloneInGroup reports whether the blank line after a spec goes with it. After the last spec, or one of another module,
// the new import may be inserted.
func aloneInGroup(tf *token.File, gd *ast.GenDecl, spec *ast.ImportSpec) bool {
	for i, s := range gd.Specs {
		if s != spec || i == len(gd.Specs)-1 || foreign(specPath(spec)) {
			continue
		}
		before := i == 0 || tf.Line(end(gd.Specs[i-1].(*ast.ImportSpec)))+1 < tf.Line(start(spec))
		return before && tf.Line(end(spec))+1 < tf.Line(start(gd.Specs[i+1].(*ast.ImportSpec)))
	}
	return false
}

// deleteLines deletes whole lines, and perhaps a blank one after them, if nothing else stands on them.
func (x *fixer) deleteLines(from, to token.Pos, blank bool) (analysis.TextEdit, bool) {
	src := x.source()
	if src == nil {
		return analysis.TextEdit{}, false
	}
	a, b := x.tf.Offset(from), x.tf.Offset(to)
	for a > 0 && (src[a-1] == ' ' || src[a-1] == '\t') {
		a--
	}
	for b < len(src) && (src[b] == ' ' || src[b] == '\t' || src[b] == '\r') {
		b++
	}
	if a > 0 && src[a-1] != '\n' || b >= len(src) || src[b] != '\n' {
		return analysis.TextEdit{}, false
	}
	b++
	if rest := b; blank {
		for rest < len(src) && (src[rest] == ' ' || src[rest] == '\t' || src[rest] == '\r') {
			rest++
		}
		if rest < len(src) && src[rest] == '\n' {
			b = rest + 1
		}
	}
	return analysis.TextEdit{Pos: x.tf.Pos(a), End: x.tf.Pos(b)}, true
}
