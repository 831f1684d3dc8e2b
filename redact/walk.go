package redact

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Limits of one attribute's value.
const (
	maxDepth     = 12
	maxLeaves    = 512
	maxList      = 64
	maxJSON      = 64 << 10
	maxLogValues = 100 // as slog resolves: a LogValuer may return another, or itself
)

// A walk judges one attribute whose value needs more than a look: it resolves, unwraps and rebuilds.
// It never hands on a value whose type has methods, since those run later and may write anything.
type walk struct {
	f       *Filter
	s       *snapshot
	depth   int
	leaves  int
	path    []uintptr // pointers and maps being walked, against cycles
	printed bool      // the value was printed by another logger: a time and a duration are text
}

func (w *walk) attr(a slog.Attr) (slog.Attr, bool) {
	if a.Key == "" {
		return w.inline(a)
	}
	e := w.s.lookup(a.Key)
	if e == nil {
		return w.f.drop(a.Key, nil, reasonFor(a.Key, nil))
	}
	v, ok := resolve(a.Value)
	if !ok {
		return w.f.drop(a.Key, e, Panicked)
	}
	out, why := w.value(e, v)
	switch why {
	case 0:
		return slog.Attr{Key: a.Key, Value: out}, true
	case empty:
		return slog.Attr{}, false
	}
	return w.f.drop(a.Key, e, why)
}

// empty is the verdict on a group that has no attributes, or none left: slog writes no such group.
const empty Reason = 255

// inline judges an attribute without a name: a group of that kind puts its attributes here, the zero
// attribute is ignored, anything else has no registered name.
func (w *walk) inline(a slog.Attr) (slog.Attr, bool) {
	v, ok := resolve(a.Value)
	if !ok {
		return w.f.drop("", nil, Panicked)
	}
	if v.Kind() == slog.KindGroup {
		out, why := w.group(v.Group())
		return slog.Attr{Value: out}, why == 0
	}
	if v.Equal(slog.Value{}) {
		return slog.Attr{}, false
	}
	return w.f.drop("", nil, Unregistered)
}

// resolve calls LogValue until there is a value, and survives one that panics or never ends.
func resolve(v slog.Value) (out slog.Value, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	for range maxLogValues {
		if v.Kind() != slog.KindLogValuer {
			return v, true
		}
		v = v.LogValuer().LogValue()
	}
	return v, false
}

// value judges a resolved value under a registered name: what may be logged, or why not.
func (w *walk) value(e *entry, v slog.Value) (slog.Value, Reason) {
	switch kind := v.Kind(); kind {
	case slog.KindAny:
		return w.any(e, v.Any())
	case slog.KindGroup:
		if e.field.Kind != KindGroup {
			return slog.Value{}, WrongKind
		}
		return w.group(v.Group())
	default:
		if !e.scalar(kind, v) {
			return slog.Value{}, WrongKind
		}
		return v, 0
	}
}

func (w *walk) group(attrs []slog.Attr) (slog.Value, Reason) {
	if w.depth >= maxDepth {
		return slog.Value{}, TooLarge
	}
	w.depth++
	defer func() { w.depth-- }()
	out := make([]slog.Attr, 0, len(attrs))
	for i := range attrs {
		out = w.add(out, attrs[i])
	}
	return grouped(out)
}

// add appends what is left of one member of a group.
func (w *walk) add(out []slog.Attr, a slog.Attr) []slog.Attr {
	if w.leaves++; w.leaves > maxLeaves {
		w.f.dropped(a.Key, nil, TooLarge)
		return out
	}
	if a, ok := w.attr(a); ok {
		return append(out, a)
	}
	return out
}

func grouped(attrs []slog.Attr) (slog.Value, Reason) {
	if len(attrs) == 0 {
		return slog.Value{}, empty
	}
	return slog.GroupValue(attrs...), 0
}

// left is what is left of n fields or entries: that nothing is, is a drop of its own.
func (w *walk) left(attrs []slog.Attr, n int) (slog.Value, Reason) {
	if len(attrs) == 0 && n > 0 {
		return slog.Value{}, WrongKind
	}
	return grouped(attrs)
}

// any judges a value of any type.
func (w *walk) any(e *entry, x any) (out slog.Value, why Reason) {
	// A method of the value is called in places below, and reflection on what another goroutine
	// changes can panic too. A log line must not end a program.
	defer func() {
		if recover() != nil {
			out, why = slog.Value{}, Panicked
		}
	}()
	switch x := x.(type) {
	case nil:
		return slog.AnyValue(nil), 0
	case error:
		return w.err(e, x)
	case slog.LogValuer:
		v, ok := resolve(slog.AnyValue(x))
		if !ok {
			return slog.Value{}, Panicked
		}
		return w.value(e, v)
	case slog.Attr:
		return w.listed(e, []slog.Attr{x})
	case []slog.Attr:
		return w.listed(e, x)
	case slog.Value:
		v, ok := resolve(x)
		if !ok {
			return slog.Value{}, Panicked
		}
		return w.value(e, v)
	case time.Time:
		return w.value(e, slog.TimeValue(x))
	case json.Number:
		return w.number(e, x)
	case json.RawMessage:
		return w.json(e, x)
	case []byte:
		return w.bytes(e, x)
	case reflect.Type:
		return w.text(e, typeName(x))
	}
	return w.reflect(e, reflect.ValueOf(x))
}

func (w *walk) listed(e *entry, as []slog.Attr) (slog.Value, Reason) {
	if e.field.Kind != KindGroup {
		return slog.Value{}, WrongKind
	}
	return w.group(as)
}

func (w *walk) err(e *entry, err error) (slog.Value, Reason) {
	switch e.field.Kind {
	case KindTypeName:
		w.f.count().errors.Add(1)
		return slog.AnyValue(Reduce(err)), 0
	case KindStatus, KindIdentifier, KindCount:
		// syscall.Errno and the like are a number that is an error besides.
		if v := reflect.ValueOf(err); v.CanInt() || v.CanUint() {
			return w.reflect(e, v)
		}
	}
	return slog.Value{}, WrongKind
}

func (w *walk) text(e *entry, s string) (slog.Value, Reason) {
	if !e.check(s) && (!w.printed || !e.accepts(s)) {
		return slog.Value{}, WrongKind
	}
	return slog.StringValue(s), 0
}

func (w *walk) number(e *entry, n json.Number) (slog.Value, Reason) {
	if i, err := strconv.ParseInt(string(n), 10, 64); err == nil {
		return w.value(e, slog.Int64Value(i))
	}
	x, err := strconv.ParseFloat(string(n), 64)
	if err != nil {
		return slog.Value{}, WrongKind
	}
	if x == math.Trunc(x) && math.Abs(x) < 1<<53 {
		return w.value(e, slog.Int64Value(int64(x)))
	}
	return w.value(e, slog.Float64Value(x))
}

// json judges a document by its leaves; what is no document is dropped.
func (w *walk) json(e *entry, raw []byte) (slog.Value, Reason) {
	if len(raw) > maxJSON {
		return slog.Value{}, TooLarge
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		return slog.Value{}, empty
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var doc any
	if err := dec.Decode(&doc); err != nil || dec.More() {
		return slog.Value{}, WrongKind
	}
	return w.any(e, doc)
}

func (w *walk) bytes(e *entry, b []byte) (slog.Value, Reason) {
	if e.field.Kind == KindGroup {
		return w.json(e, b)
	}
	if len(b) > 1024 {
		return slog.Value{}, TooLarge
	}
	return w.text(e, string(b))
}

// reflect judges what no earlier case knows.
func (w *walk) reflect(e *entry, v reflect.Value) (slog.Value, Reason) {
	if w.depth >= maxDepth {
		return slog.Value{}, TooLarge
	}
	switch v.Kind() {
	case reflect.Bool:
		return w.value(e, slog.BoolValue(v.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if v.Type() == durationType {
			return w.value(e, slog.DurationValue(time.Duration(v.Int())))
		}
		return w.named(e, v, slog.Int64Value(v.Int()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return w.named(e, v, slog.Uint64Value(v.Uint()))
	case reflect.Float32, reflect.Float64:
		return w.value(e, slog.Float64Value(v.Float()))
	case reflect.String:
		return w.text(e, v.String())
	case reflect.Pointer, reflect.Interface:
		return w.deref(e, v)
	case reflect.Array, reflect.Slice:
		return w.list(e, v)
	case reflect.Map:
		return w.dict(e, v)
	case reflect.Struct:
		if e.field.Kind != KindGroup {
			return w.stringer(e, v)
		}
		return w.left(w.structInto(make([]slog.Attr, 0, v.NumField()), v), v.NumField())
	}
	return slog.Value{}, WrongKind // a channel, a function, a complex number
}

// named prefers the name that a member of a closed set gives itself to its number.
func (w *walk) named(e *entry, v reflect.Value, number slog.Value) (slog.Value, Reason) {
	if k := e.field.Kind; (k == KindStatus || k == KindTypeName) && v.Type().PkgPath() != "" {
		if out, why := w.stringer(e, v); why == 0 {
			return out, 0
		}
	}
	return w.value(e, number)
}

// stringer judges the text form of a value that has one: a UUID, a level, a status code.
func (w *walk) stringer(e *entry, v reflect.Value) (slog.Value, Reason) {
	if !v.CanInterface() {
		return slog.Value{}, WrongKind
	}
	switch e.field.Kind {
	case KindIdentifier, KindStatus, KindTypeName:
	default:
		return slog.Value{}, WrongKind
	}
	switch x := v.Interface().(type) {
	case fmt.Stringer:
		return w.text(e, x.String())
	case encoding.TextMarshaler:
		b, err := x.MarshalText()
		if err != nil {
			return slog.Value{}, WrongKind
		}
		return w.text(e, string(b))
	}
	return slog.Value{}, WrongKind
}

func (w *walk) deref(e *entry, v reflect.Value) (slog.Value, Reason) {
	if v.IsNil() {
		return slog.AnyValue(nil), 0
	}
	if v.Kind() == reflect.Pointer {
		if !w.enter(v.Pointer()) {
			return slog.Value{}, TooLarge
		}
		defer w.leave()
	}
	return w.inner(e, v.Elem())
}

// inner judges an element of a value, through its methods when they can be reached.
func (w *walk) inner(e *entry, v reflect.Value) (slog.Value, Reason) {
	if !v.CanInterface() {
		return w.reflect(e, v)
	}
	if k := v.Kind(); k != reflect.Interface && k != reflect.Slice && v.Type().NumMethod() == 0 {
		return w.reflect(e, v) // nothing to call, so no need to box it
	}
	return w.any(e, v.Interface())
}

func (w *walk) enter(p uintptr) bool {
	if slices.Contains(w.path, p) || w.depth >= maxDepth {
		return false
	}
	w.path = append(w.path, p)
	w.depth++
	return true
}

func (w *walk) leave() {
	w.path = w.path[:len(w.path)-1]
	w.depth--
}

// list judges each element under the list's own name, and keeps those that pass.
func (w *walk) list(e *entry, v reflect.Value) (slog.Value, Reason) {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		if out, why := w.stringer(e, v); why == 0 {
			return out, 0 // uuid.UUID
		}
		if v.Kind() == reflect.Slice {
			return w.bytes(e, v.Bytes())
		}
		return slog.Value{}, WrongKind
	}
	n := v.Len()
	if n == 0 {
		return slog.Value{}, empty
	}
	w.depth++
	defer func() { w.depth-- }()
	out := make([]any, 0, min(n, maxList))
	var last Reason
	for i := range n {
		if i >= maxList || w.leaves >= maxLeaves {
			w.f.dropped(e.field.Name, e, TooLarge)
			break
		}
		w.leaves++
		elem, why := w.inner(e, v.Index(i))
		if why != 0 {
			if last = why; why != empty {
				w.f.dropped(e.field.Name, e, why)
			}
			continue
		}
		out = append(out, plain(elem))
	}
	if len(out) == 0 {
		if last == 0 {
			last = empty
		}
		return slog.Value{}, last
	}
	return slog.AnyValue(out), 0
}

// dict judges each entry under its key, in the keys' order.
func (w *walk) dict(e *entry, v reflect.Value) (slog.Value, Reason) {
	if e.field.Kind != KindGroup || v.Type().Key().Kind() != reflect.String {
		return slog.Value{}, WrongKind
	}
	if v.Len() == 0 {
		return slog.Value{}, empty
	}
	if !w.enter(v.Pointer()) {
		return slog.Value{}, TooLarge
	}
	defer w.leave()
	if v.Len() > maxLeaves {
		return slog.Value{}, TooLarge
	}
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	out := make([]slog.Attr, 0, len(keys))
	for _, k := range keys {
		out = w.member(out, k.String(), w.s.lookup(k.String()), v.MapIndex(k))
	}
	return w.left(out, len(keys))
}

// member judges one field of a struct or entry of a map.
func (w *walk) member(out []slog.Attr, name string, e *entry, v reflect.Value) []slog.Attr {
	if w.leaves++; w.leaves > maxLeaves {
		w.f.dropped(name, nil, TooLarge)
		return out
	}
	if e == nil {
		if a, ok := w.f.drop(name, nil, reasonFor(name, nil)); ok {
			out = append(out, a)
		}
		return out
	}
	val, why := w.inner(e, v)
	switch why {
	case 0:
		return append(out, slog.Attr{Key: name, Value: val})
	case empty:
		return out
	}
	if a, ok := w.f.drop(name, e, why); ok {
		out = append(out, a)
	}
	return out
}
