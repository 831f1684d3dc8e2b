package engine

import (
	"go/ast"
	"go/token"
	"strings"

	"github.com/seed-a76b335c/philint/analyzers/internal/judge"
)

// A Directive is one //philint: comment.
type Directive struct {
	Verb   string // ok, phi, safe
	Reason string
}

// ParseDirective reads a comment's text. ok is false for a comment that is none of ours; problem says what is wrong
// with one that is.
func ParseDirective(text string) (d Directive, problem string, ok bool) {
	rest, found := strings.CutPrefix(text, "//philint:")
	if !found {
		return Directive{}, "", false
	}
	verb, reason, _ := strings.Cut(rest, " ")
	if i := strings.IndexByte(verb, '\t'); i >= 0 {
		verb, reason = verb[:i], verb[i+1:]+" "+reason
	}
	// A comment on the comment is no reason: analysistest and editors append them.
	reason, _, _ = strings.Cut(reason, "// want")
	d = Directive{Verb: strings.TrimSpace(verb), Reason: strings.TrimSpace(reason)}
	switch d.Verb {
	case "ok", "safe":
		if d.Reason == "" {
			problem = "needs a reason: //philint:" + d.Verb + " why it may be logged"
		}
	case "phi":
	default:
		problem = "is not a directive; there are //philint:ok, //philint:safe and //philint:phi"
	}
	return d, problem, true
}

type directives struct {
	escapes  []*Escape
	byFile   map[*token.File]map[int]*Escape // by line
	problems []problem
}

type problem struct {
	pos, end token.Pos
	text     string
}

// readDirectives finds the //philint: comments and binds declarations to what they declare.
func (p *pkg) readDirectives() *directives {
	d := &directives{byFile: map[*token.File]map[int]*Escape{}}
	for _, f := range p.files {
		byLine := map[int]*ast.Comment{}
		tf := p.Fset.File(f.FileStart)
		for _, g := range f.Comments {
			for _, c := range g.List {
				dir, wrong, ok := ParseDirective(c.Text)
				if !ok {
					continue
				}
				if wrong != "" {
					d.problems = append(d.problems, problem{c.Pos(), c.End(), "//philint:" + dir.Verb + " " + wrong})
					if dir.Verb != "ok" || dir.Reason == "" {
						continue
					}
				}
				switch dir.Verb {
				case "ok":
					e := &Escape{Pos: c.Pos(), Reason: dir.Reason}
					d.escapes = append(d.escapes, e)
					if d.byFile[tf] == nil {
						d.byFile[tf] = map[int]*Escape{}
					}
					e.alone = p.aloneOnLine(f, c)
					d.byFile[tf][tf.Line(c.Pos())] = e
				default:
					byLine[tf.Line(c.Pos())] = c
				}
			}
		}
		if len(byLine) > 0 {
			p.bindMarks(f, tf, byLine, d)
		}
	}
	return d
}

// bindMarks gives each declaration the directive on its line, or on the line above.
func (p *pkg) bindMarks(f *ast.File, tf *token.File, byLine map[int]*ast.Comment, d *directives) {
	used := map[*ast.Comment]bool{}
	bind := func(name *ast.Ident, doc *ast.CommentGroup) {
		obj := p.TypesInfo.Defs[name]
		if obj == nil {
			return
		}
		line := tf.Line(name.Pos())
		c := byLine[line]
		if c == nil {
			if above := byLine[line-1]; above != nil && tf.Line(above.Pos()) == line-1 && p.aloneOnLine(f, above) {
				c = above
			}
		}
		if c == nil && doc != nil {
			for _, x := range doc.List {
				if byLine[tf.Line(x.Pos())] == x {
					c = x
				}
			}
		}
		if c == nil {
			return
		}
		used[c] = true
		dir, _, _ := ParseDirective(c.Text)
		p.marks[obj] = judge.Mark{Safe: dir.Verb == "safe", Text: "//philint:" + dir.Verb}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			bind(n.Name, n.Doc)
		case *ast.GenDecl:
			for _, s := range n.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					doc := s.Doc
					if doc == nil && len(n.Specs) == 1 {
						doc = n.Doc
					}
					bind(s.Name, doc)
				case *ast.ValueSpec:
					for _, name := range s.Names {
						bind(name, s.Doc)
					}
				}
			}
		case *ast.Field:
			for _, name := range n.Names {
				bind(name, n.Doc)
			}
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				for _, l := range n.Lhs {
					if id, ok := l.(*ast.Ident); ok {
						bind(id, nil)
					}
				}
			}
		}
		return true
	})
	for _, c := range byLine {
		if !used[c] {
			d.problems = append(d.problems, problem{c.Pos(), c.End(), c.Text[:strings.IndexAny(c.Text+" ", " \t")] + " stands at no declaration"})
		}
	}
}

// aloneOnLine reports whether nothing but the comment stands on its line.
func (p *pkg) aloneOnLine(f *ast.File, c *ast.Comment) bool {
	tf := p.Fset.File(f.FileStart)
	line := tf.Line(c.Pos())
	alone := true
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil || !alone {
			return false
		}
		switch n.(type) {
		case *ast.Comment, *ast.CommentGroup:
			return false
		}
		if tf.Line(n.Pos()) > line || tf.Line(n.End()) < line {
			return false
		}
		if id, ok := n.(*ast.Ident); ok && tf.Line(id.Pos()) == line {
			alone = false
		}
		return true
	})
	return alone
}

// escapeOf returns the //philint:ok that covers a position: on a line of its statement, or on the line above it.
func (p *pkg) escapeOf(stmt ast.Node, pos token.Pos) *Escape {
	if p.directives == nil || len(p.directives.escapes) == 0 {
		return nil
	}
	tf := p.Fset.File(pos)
	lines := p.directives.byFile[tf]
	if lines == nil {
		return nil
	}
	first, last := tf.Line(pos), tf.Line(pos)
	if stmt != nil && stmt.Pos() <= pos && pos < stmt.End() {
		first, last = tf.Line(stmt.Pos()), tf.Line(simpleEnd(stmt))
	}
	if e := lines[first-1]; e != nil && e.alone {
		return e
	}
	for l := first; l <= max(last, tf.Line(pos)); l++ {
		if e := lines[l]; e != nil && !(e.alone && l == last) {
			return e
		}
	}
	return nil
}

// simpleEnd is where a statement's own text ends: before the block of an if, for or switch.
func simpleEnd(n ast.Node) token.Pos {
	switch n := n.(type) {
	case *ast.IfStmt:
		return n.Body.Pos()
	case *ast.ForStmt:
		return n.Body.Pos()
	case *ast.RangeStmt:
		return n.Body.Pos()
	case *ast.SwitchStmt:
		return n.Body.Pos()
	case *ast.TypeSwitchStmt:
		return n.Body.Pos()
	case *ast.SelectStmt:
		return n.Body.Pos()
	case *ast.CaseClause:
		return n.Colon
	case *ast.CommClause:
		return n.Colon
	case *ast.FuncLit:
		return n.Body.Pos()
	case *ast.FuncDecl:
		if n.Body != nil {
			return n.Body.Pos()
		}
	}
	return n.End()
}

// ownerOf names a declaration and its receiver type, for the ids that belong to them.
func ownerOf(d *ast.FuncDecl) []string { return judge.OwnerOf(d) }
