package redact

import (
	"log/slog"
	"math"
	"reflect"
	"strings"
	"sync"
	"time"
)

// A plan is what there is to know about logging a struct type under one state of the registry. Plans
// make structs cheap: names are looked up once for each type, and a struct of nothing but plain leaves
// is checked in place and passed on as it is.
type plan struct {
	snap   *snapshot
	fields []planned

	// verbatim: the type and all it contains has no methods, no pointers, no unexported fields, and only
	// registered names. If its leaves pass, no printer can find anything else in it.
	verbatim bool
}

// A planned is one field of a struct type, as it is logged.
type planned struct {
	index    int
	name     string
	entry    *entry // nil: the name is not registered
	leaf     slog.Kind
	isLeaf   bool  // a plain value of kind leaf: no method, no pointer
	sub      *plan // of a struct without methods
	tagged   bool  // phi or datapolicy: never logged
	embedded bool
}

var plans sync.Map // reflect.Type → *plan, of the latest registry state that asked

func planOf(s *snapshot, t reflect.Type) *plan {
	if p, ok := plans.Load(t); ok && p.(*plan).snap == s {
		return p.(*plan)
	}
	p := makePlan(s, t)
	plans.Store(t, p)
	return p
}

func makePlan(s *snapshot, t reflect.Type) *plan {
	p := &plan{snap: s, verbatim: methodless(t)}
	for i := range t.NumField() {
		f := t.Field(i)
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		q := planned{index: i, name: f.Name}
		for _, key := range []string{"phi", "datapolicy"} {
			if _, ok := f.Tag.Lookup(key); ok {
				q.tagged = true
			}
		}
		switch {
		case f.Anonymous && tag == "" && embeds(f.Type):
			if !f.IsExported() && f.Type.Kind() == reflect.Pointer {
				p.verbatim = false
				continue // reflection may not follow it, and printers do
			}
			q.embedded = true
		case !f.IsExported(), tag == "-":
			p.verbatim = false
			continue
		case tag != "":
			q.name = tag
		}
		q.entry = s.lookup(q.name)
		q.leaf, q.isLeaf = leafKind(f.Type)
		if f.Type.Kind() == reflect.Struct && f.Type != timeType && f.Type.NumMethod() == 0 {
			q.sub = planOf(s, f.Type)
		}
		// Text printers write the field's own name, so that must be registered as the tag's is.
		goName := s.lookup(f.Name)
		switch {
		case q.tagged, goName == nil, q.entry == nil, goName.field.Kind != q.entry.field.Kind:
			p.verbatim = false
		case q.isLeaf:
		case q.sub != nil && q.sub.verbatim && q.entry.field.Kind == KindGroup:
		default:
			p.verbatim = false
		}
		p.fields = append(p.fields, q)
	}
	return p
}

// methodless reports whether values of t, addressed or not, have no method that a printer could call.
func methodless(t reflect.Type) bool {
	return t.NumMethod() == 0 && reflect.PointerTo(t).NumMethod() == 0
}

// embeds reports whether an embedded field of type t puts its fields among its owner's.
func embeds(t reflect.Type) bool {
	base := t
	if base.Kind() == reflect.Pointer {
		base = base.Elem()
	}
	return base.Kind() == reflect.Struct && t != timeType &&
		!t.Implements(reflect.TypeFor[error]()) && !t.Implements(reflect.TypeFor[slog.LogValuer]())
}

var (
	timeType     = reflect.TypeFor[time.Time]()
	durationType = reflect.TypeFor[time.Duration]()
)

// leafKind is the plain slog kind of values of t, if they have one and no method can change it.
func leafKind(t reflect.Type) (slog.Kind, bool) {
	if t == durationType {
		return slog.KindDuration, true
	}
	if !methodless(t) {
		return 0, false
	}
	switch t.Kind() {
	case reflect.Bool:
		return slog.KindBool, true
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return slog.KindInt64, true
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return slog.KindUint64, true
	case reflect.Float32, reflect.Float64:
		return slog.KindFloat64, true
	case reflect.String:
		return slog.KindString, true
	}
	return 0, false
}

// leafValue reads a leaf without boxing it.
func leafValue(kind slog.Kind, v reflect.Value) slog.Value {
	switch kind {
	case slog.KindBool:
		return slog.BoolValue(v.Bool())
	case slog.KindInt64:
		return slog.Int64Value(v.Int())
	case slog.KindUint64:
		return slog.Uint64Value(v.Uint())
	case slog.KindFloat64:
		return slog.Float64Value(v.Float())
	case slog.KindDuration:
		return slog.DurationValue(time.Duration(v.Int()))
	default:
		return slog.StringValue(v.String())
	}
}

// verbatim reports whether an attribute holds a struct that may be passed on as it is.
func verbatim(s *snapshot, a slog.Attr) bool {
	x := a.Value.Any()
	t := reflect.TypeOf(x)
	if t == nil || t.Kind() != reflect.Struct {
		return false
	}
	if e := s.lookup(a.Key); e == nil || e.field.Kind != KindGroup {
		return false
	}
	p := planOf(s, t)
	return p.verbatim && p.passes(reflect.ValueOf(x))
}

// passes reports whether all leaves of a verbatim struct are of their kinds.
func (p *plan) passes(v reflect.Value) bool {
	for i := range p.fields {
		q := &p.fields[i]
		fv := v.Field(q.index)
		if q.sub != nil {
			if !q.sub.passes(fv) {
				return false
			}
			continue
		}
		if q.leaf == slog.KindString {
			if !q.entry.check(fv.String()) {
				return false
			}
			continue
		}
		if x := leafValue(q.leaf, fv); !q.entry.scalar(q.leaf, x) {
			return false
		}
	}
	return true
}

// structInto appends what is left of the exported fields of a struct, each under its name or its json
// tag's.
func (w *walk) structInto(out []slog.Attr, v reflect.Value) []slog.Attr {
	p := planOf(w.s, v.Type())
	for i := range p.fields {
		q := &p.fields[i]
		fv := v.Field(q.index)
		switch {
		case q.tagged:
			w.f.dropped(q.name, q.entry, Tagged)
		case q.embedded:
			if fv.Kind() != reflect.Pointer {
				out = w.structInto(out, fv)
				continue
			}
			if fv.IsNil() || !w.enter(fv.Pointer()) {
				continue
			}
			out = w.structInto(out, fv.Elem())
			w.leave()
		case q.isLeaf && q.entry != nil && w.leaves < maxLeaves:
			w.leaves++
			x := leafValue(q.leaf, fv)
			if q.entry.scalar(q.leaf, x) {
				out = append(out, slog.Attr{Key: q.name, Value: x})
				continue
			}
			if a, ok := w.f.drop(q.name, q.entry, WrongKind); ok {
				out = append(out, a)
			}
		default:
			w.depth++
			out = w.member(out, q.name, q.entry, fv)
			w.depth--
		}
	}
	return out
}

// finite reports whether x is a number that JSON can hold.
func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
