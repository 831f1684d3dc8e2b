package engine

import (
	"cmp"
	"go/types"
	"slices"
	"strings"

	"github.com/seed-a76b335c/philint/analyzers/internal/judge"
	"github.com/seed-a76b335c/philint/analyzers/internal/sink"
)

// Facts are what other packages need to know of one: its wrappers, the results of its functions, its declarations.
// The lists are sorted, so that equal packages have equal facts.
type Facts struct {
	Specs   []SpecFact
	Results []ResultFact
	Marks   []MarkFact
}

// A SpecFact says that a function, method, variable or field forwards its arguments to a sink.
type SpecFact struct {
	Key  string
	Spec sink.Spec
}

// A ResultFact says what a function's results are.
type ResultFact struct {
	Key     string
	Results []judge.Summary
}

// A MarkFact is one declaration by directive.
type MarkFact struct {
	Key  string
	Mark judge.Mark
}

// AFact marks Facts as a fact.
func (*Facts) AFact() {}

func (f *Facts) String() string {
	keys := make([]string, 0, len(f.Specs))
	for _, s := range f.Specs {
		keys = append(keys, s.Key)
	}
	return "philint(" + strings.Join(keys, " ") + ")"
}

// loaded are the facts of one imported package, by object.
type loaded struct {
	funcs   map[string]*sink.Spec
	vars    map[*types.Var]*sink.Spec
	results map[string][]judge.Summary
	marks   map[types.Object]judge.Mark
	funcsMk map[string]judge.Mark
}

func (p *pkg) load(q *types.Package) *loaded {
	if l, ok := p.imported[q]; ok {
		return l
	}
	var f Facts
	if standardPath(q.Path()) || !p.ImportPackageFact(q, &f) {
		p.imported[q] = nil
		return nil
	}
	l := &loaded{
		funcs: map[string]*sink.Spec{}, vars: map[*types.Var]*sink.Spec{}, results: map[string][]judge.Summary{},
		marks: map[types.Object]judge.Mark{}, funcsMk: map[string]judge.Mark{},
	}
	for i := range f.Specs {
		s := &f.Specs[i]
		if v, ok := lookupVar(q, s.Key); ok {
			l.vars[v] = &s.Spec
			continue
		}
		l.funcs[s.Key] = &s.Spec
	}
	for _, r := range f.Results {
		l.results[r.Key] = r.Results
	}
	for _, m := range f.Marks {
		if v, ok := lookupVar(q, m.Key); ok {
			l.marks[v] = m.Mark
		} else if t := q.Scope().Lookup(m.Key); t != nil {
			l.marks[t] = m.Mark
		} else {
			l.funcsMk[m.Key] = m.Mark
		}
	}
	p.imported[q] = l
	return l
}

// lookupVar finds a package variable "V" or a struct field "T.F".
func lookupVar(q *types.Package, key string) (*types.Var, bool) {
	if name, field, ok := strings.Cut(key, "."); ok {
		t, ok := q.Scope().Lookup(name).(*types.TypeName)
		if !ok {
			return nil, false
		}
		st, ok := t.Type().Underlying().(*types.Struct)
		if !ok {
			return nil, false
		}
		for i := range st.NumFields() {
			if st.Field(i).Name() == field {
				return st.Field(i), true
			}
		}
		return nil, false
	}
	v, ok := q.Scope().Lookup(key).(*types.Var)
	return v, ok
}

// funcKey is a function's key within its package: "F" or "(T).M".
func funcKey(f *types.Func) string {
	if r := recvName(f); r != "" {
		return "(" + r + ")." + f.Name()
	}
	return f.Name()
}

// resultFact returns the summaries of another package's function.
func (p *pkg) resultFact(f *types.Func) []judge.Summary {
	if f.Pkg() == nil {
		return nil
	}
	l := p.load(f.Pkg())
	if l == nil {
		return nil
	}
	return l.results[funcKey(f.Origin())]
}

// mark returns what is declared about an object of this package or another.
func (p *pkg) mark(obj types.Object) (judge.Mark, bool) {
	if obj == nil || obj.Pkg() == nil {
		return judge.Mark{}, false
	}
	if v, ok := obj.(*types.Var); ok {
		obj = v.Origin()
	}
	if obj.Pkg() == p.Pkg {
		m, ok := p.marks[obj]
		return m, ok
	}
	l := p.load(obj.Pkg())
	if l == nil {
		return judge.Mark{}, false
	}
	if f, ok := obj.(*types.Func); ok {
		m, ok := l.funcsMk[funcKey(f.Origin())]
		return m, ok
	}
	m, ok := l.marks[obj]
	return m, ok
}

// export publishes what importers need.
func (p *pkg) export() {
	var f Facts
	fieldOwner := p.fieldOwners()
	for obj, s := range p.specs {
		if key := p.exportKey(obj, fieldOwner); key != "" {
			f.Specs = append(f.Specs, SpecFact{Key: key, Spec: *s})
		}
	}
	for obj, m := range p.marks {
		if key := p.exportKey(obj, fieldOwner); key != "" {
			f.Marks = append(f.Marks, MarkFact{Key: key, Mark: m})
		}
	}
	for _, r := range p.roots {
		fn := r.fn
		if fn == nil || !fn.Exported() || !p.underWork() {
			continue
		}
		p.guard(r, func() {
			sums := p.judge.Summaries(fn)
			if slices.ContainsFunc(sums, judge.Summary.Known) {
				f.Results = append(f.Results, ResultFact{Key: funcKey(fn), Results: sums})
			}
		})
	}
	if len(f.Specs)+len(f.Results)+len(f.Marks) == 0 {
		return
	}
	slices.SortFunc(f.Specs, func(a, b SpecFact) int { return cmp.Compare(a.Key, b.Key) })
	slices.SortFunc(f.Results, func(a, b ResultFact) int { return cmp.Compare(a.Key, b.Key) })
	slices.SortFunc(f.Marks, func(a, b MarkFact) int { return cmp.Compare(a.Key, b.Key) })
	p.ExportPackageFact(&f)
}

func (p *pkg) fieldOwners() map[types.Object]string {
	owners := map[types.Object]string{}
	scope := p.Pkg.Scope()
	need := false
	for obj := range p.specs {
		if v, ok := obj.(*types.Var); ok && v.IsField() {
			need = true
		}
	}
	for obj := range p.marks {
		if v, ok := obj.(*types.Var); ok && v.IsField() {
			need = true
		}
	}
	if !need {
		return owners
	}
	for _, name := range scope.Names() {
		t, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || t.IsAlias() {
			continue
		}
		if st, ok := t.Type().Underlying().(*types.Struct); ok {
			for i := range st.NumFields() {
				owners[st.Field(i)] = name
			}
		}
	}
	return owners
}

func (p *pkg) exportKey(obj types.Object, fieldOwner map[types.Object]string) string {
	switch o := obj.(type) {
	case *types.Func:
		if o.Pkg() == p.Pkg && o.Exported() {
			return funcKey(o)
		}
	case *types.TypeName:
		return o.Name()
	case *types.Var:
		if o.IsField() {
			if owner := fieldOwner[o]; owner != "" && o.Exported() {
				return owner + "." + o.Name()
			}
			return ""
		}
		if o.Parent() == p.Pkg.Scope() && o.Exported() {
			return o.Name()
		}
	}
	return ""
}
