package engine

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/printer"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/analyzers/internal/judge"
	"github.com/seed-a76b335c/philint/analyzers/internal/policy"
	"github.com/seed-a76b335c/philint/analyzers/internal/shape"
	"github.com/seed-a76b335c/philint/analyzers/internal/sink"
)

// report judges every leaf of every site.
func (p *pkg) report(res *Result) {
	p.judge.ForgetReports()
	seen := map[seenKey]bool{}
	for _, s := range p.sites {
		p.guard(s.root, func() { p.reportSite(s, res, seen) })
	}
	for r, what := range p.faults {
		res.Findings = append(res.Findings, &Finding{
			Pos: r.node.Pos(), End: r.node.Pos(), Class: policy.Internal, Operand: r.name, Decl: r.name,
			Message: fmt.Sprintf("%s is internal-error: the linter failed inside it (%s) and judged nothing of it; please report this", r.name, what),
		})
	}
	p.reportDirectives(res)
	slices.SortStableFunc(res.Findings, func(a, b *Finding) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.End, b.End), cmp.Compare(a.Class, b.Class))
	})
	slices.SortStableFunc(res.Statements, func(a, b Statement) int { return cmp.Compare(a.Pos, b.Pos) })
	if p.opts.Hide != nil {
		p.opts.Hide(p.Pkg.Path(), res.Findings)
	}
}

type seenKey struct {
	pos, end token.Pos
	class    policy.Class
}

func (p *pkg) reportSite(s *site, res *Result, seen map[seenKey]bool) {
	sc := p.scope(s.root, judge.ModeReport)
	if !p.active(s, sc) {
		return
	}
	leaves := p.split(s, sc)
	escape := p.escapeOf(s.stmt, s.pos())
	st := Statement{
		Pos: s.pos(), Sink: s.name, Surface: s.spec.Surface, Kind: s.spec.Kind, Level: s.spec.Level, Decl: s.root.name, Wrapper: s.wrapper,
		Message: p.message(s),
	}
	if escape != nil {
		st.Escape = escape.Reason
	}
	keys := p.opts.Keys != nil && p.opts.Keys(p.Fset, s.root.file)
	res.KeysJudged = res.KeysJudged || keys
	for _, l := range leaves {
		f, op, judged := p.leafVerdict(s, l, sc, keys)
		if !judged {
			continue
		}
		st.Operands = append(st.Operands, op)
		if f == nil {
			continue
		}
		k := seenKey{f.Pos, f.End, f.Class}
		if seen[k] {
			continue
		}
		seen[k] = true
		if e := firstEscape(escape, p.escapeOf(s.stmt, f.Pos)); e != nil && f.Class != policy.Secret && e.Reason != "" {
			e.Used = true
			continue
		}
		res.Findings = append(res.Findings, f)
	}
	res.Statements = append(res.Statements, st)
}

func (s *site) pos() token.Pos {
	switch {
	case s.expr != nil:
		if sel, ok := ast.Unparen(s.expr.Fun).(*ast.SelectorExpr); ok {
			return sel.Sel.Pos() // in a chain over several lines every call has a place of its own
		}
		return s.expr.Pos()
	case s.lit != nil:
		return s.lit.Pos()
	}
	return s.assign.Pos()
}

// message returns the statement's constant message.
func (p *pkg) message(s *site) string {
	if s.expr == nil {
		return ""
	}
	if s.spec.Kind != sink.Statement {
		return ""
	}
	var parts []string
	for i, a := range s.expr.Args {
		switch s.spec.Role(i) {
		case sink.Message, sink.Format:
			t, _ := p.constText(a)
			return t
		case sink.Values, sink.Value:
			if t, ok := p.constText(a); ok {
				parts = append(parts, t)
			}
		}
	}
	return strings.Join(parts, " ")
}

// leafVerdict judges one leaf. judged is false for constants, which are no operands.
func (p *pkg) leafVerdict(s *site, l leaf, sc *judge.Scope, keys bool) (*Finding, Operand, bool) {
	e := ast.Unparen(l.expr)
	tv := p.TypesInfo.Types[e]
	if l.role == sink.Key {
		return p.keyVerdict(s, l, sc, keys)
	}
	if tv.Value != nil || tv.IsNil() {
		return nil, Operand{}, false
	}
	if t := tv.Type; t != nil && p.types.Field(t) && l.role == sink.Fields {
		return nil, Operand{}, false
	}
	v := p.operand(l, sc)
	op := Operand{Text: p.asWritten(e), Key: l.key, Type: p.typeText(tv.Type), OK: v.OK(), Forwarded: v.OK() && v.Depends(), Shape: v.Shape, Why: v.Why, Pos: e.Pos()}
	if v.OK() {
		return nil, op, true
	}
	class := v.Class
	if l.text && (l.role == sink.Message || l.role == sink.Format) && class.Weak() {
		class = policy.DynamicMessage
	}
	op.Class = class
	f := p.finding(s, l, e, class, v)
	return f, op, true
}

func (p *pkg) keyVerdict(s *site, l leaf, sc *judge.Scope, keys bool) (*Finding, Operand, bool) {
	e := ast.Unparen(l.expr)
	if text, ok := p.constText(e); ok {
		if !keys || p.opts.Registered == nil || text == "" || p.opts.Registered(text) || s.spec.Surface != sink.Log {
			return nil, Operand{}, false
		}
		v := judge.Verdict{State: judge.Unknown, Class: policy.UnregisteredKey, Why: "the run-time filter drops what stands under it, so it must not look logged"}
		f := p.finding(s, l, e, policy.UnregisteredKey, v)
		return f, Operand{Text: p.asWritten(e), Class: policy.UnregisteredKey, Why: v.Why, Pos: e.Pos()}, true
	}
	tv := p.TypesInfo.Types[e]
	if tv.Value != nil || tv.IsNil() {
		return nil, Operand{}, false
	}
	v := p.judge.Operand(e, sc)
	op := Operand{Text: p.asWritten(e), Type: p.typeText(tv.Type), OK: v.OK(), Forwarded: v.OK() && v.Depends(), Shape: v.Shape, Why: v.Why, Pos: e.Pos()}
	if v.OK() {
		return nil, op, true
	}
	class := v.Class
	if class.Weak() {
		class = policy.DynamicKey
	}
	op.Class = class
	return p.finding(s, l, e, class, v), op, true
}

func (p *pkg) typeText(t types.Type) string {
	if t == nil {
		return ""
	}
	return types.TypeString(t, (*types.Package).Name)
}

// finding builds the diagnostic of a refused leaf: what, why, by which way, through whom, and what to do instead.
func (p *pkg) finding(s *site, l leaf, e ast.Expr, class policy.Class, v judge.Verdict) *Finding {
	operand := p.asWritten(e)
	var b strings.Builder
	fmt.Fprintf(&b, "%s is %s: %s", short(operand), class, v.Why)
	if way := v.Way(); len(v.Path) > 1 {
		fmt.Fprintf(&b, " (%s)", way)
	}
	if s.wrapper {
		fmt.Fprintf(&b, ", and %s forwards it to a log", shortName(s.name))
	}
	if out := class.WayOut(); out != "" {
		fmt.Fprintf(&b, "; %s", out)
	}
	f := &Finding{
		Surface: s.spec.Surface, Pos: e.Pos(), End: e.End(), Class: class, Operand: operand, Message: b.String(),
		Sink: s.name, Decl: s.root.name, Type: p.typeText(p.TypesInfo.Types[e].Type),
	}
	f.Leaves = p.leafNames(p.TypesInfo.Types[e].Type)
	f.Fixes = p.fixes(s, l, e, class)
	return f
}

// leafNames lists what a composite operand holds, with the types, so that a field gained later is seen, and one that
// changed its type.
func (p *pkg) leafNames(t types.Type) []string {
	if t == nil {
		return nil
	}
	return shape.Content(t)
}

// maxOperand bounds the text of one operand; what is beyond it is summed up, so that it cannot change unseen.
const maxOperand = 240

// asWritten prints an expression with white space folded, whatever literals it holds.
func (p *pkg) asWritten(e ast.Expr) string {
	var b strings.Builder
	if err := printer.Fprint(&b, p.Fset, e); err != nil {
		return judge.Text(e)
	}
	text := strings.Join(strings.Fields(b.String()), " ")
	if len(text) <= maxOperand {
		return text
	}
	sum := sha256.Sum256([]byte(text))
	return strings.ToValidUTF8(text[:maxOperand], "") + "… " + hex.EncodeToString(sum[:6])
}

func short(s string) string {
	if r := []rune(s); len(r) > 80 {
		return string(r[:77]) + "..."
	}
	return s
}

// shortName drops the path of a qualified name but for its last element.
func shortName(s string) string {
	if i := strings.LastIndexByte(s, '/'); i >= 0 {
		return s[i+1:]
	}
	return s
}

func (p *pkg) reportDirectives(res *Result) {
	d := p.directives
	res.Escapes = d.escapes
	for _, pr := range d.problems {
		res.Findings = append(res.Findings, &Finding{
			Pos: pr.pos, End: pr.end, Class: policy.Escape, Operand: "//philint", Decl: "", Sink: "directive", Message: pr.text,
		})
	}
	for _, e := range d.escapes {
		if e.Reason != "" && !e.Used {
			res.Findings = append(res.Findings, &Finding{
				Pos: e.Pos, End: e.Pos, Class: policy.Escape, Operand: "//philint:ok", Sink: "directive",
				Message: "//philint:ok is escape: it suppresses nothing; remove it",
			})
		}
	}
}

func firstEscape(a, b *Escape) *Escape {
	if a != nil {
		return a
	}
	return b
}

// operand judges a leaf: an expression, or one result of a call that gives several arguments at once.
func (p *pkg) operand(l leaf, sc *judge.Scope) judge.Verdict {
	if call, ok := ast.Unparen(l.expr).(*ast.CallExpr); ok {
		if l.result > 0 {
			return p.judge.ResultOf(call, l.result, sc)
		}
		if p.judge.Stack(call) {
			return judge.Verdict{State: judge.Refused, Class: policy.ErrorText, Why: "a stack trace"}
		}
	}
	return p.judge.Operand(l.expr, sc)
}
