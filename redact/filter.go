package redact

import (
	"log/slog"
	"reflect"
	"slices"
	"unsafe"
)

// Marker is the value of a dropped field whose name is kept: see [KeepNames].
const Marker = "[redacted]"

// badKey is the key that slog gives a value without one.
const badKey = "!BADKEY"

// A Filter judges single fields and messages. It is what [Handler], [Writer] and the adapters share;
// an adapter for one more logger needs only a Filter. It is safe for concurrent use.
type Filter struct {
	reg            *Registry
	stats          *Stats
	onDrop         func(Drop)
	detectors      []Detector
	plainDetectors bool // all detectors are ours: text without any trigger byte needs none of them
	maxMessage     int
	keepNames      bool
	constantOnly   bool
}

// NewFilter returns a filter that judges by [Fields], cuts messages at 300 runes and runs all
// [Detectors], unless the options say otherwise.
func NewFilter(opts ...Option) *Filter {
	f := &Filter{reg: Fields, stats: DefaultStats, detectors: Detectors, plainDetectors: true, maxMessage: 300}
	for _, o := range opts {
		if o != nil {
			o(f)
		}
	}
	if f.reg != Fields {
		f.detectors = slices.Clone(f.detectors)
		for i, d := range f.detectors {
			// The built-in detector of pairs knows the names of Fields; this filter has its own.
			if d.Find != nil && reflect.ValueOf(d.Find).Pointer() == reflect.ValueOf(hasBadPair).Pointer() {
				f.detectors[i].Find = func(text string) bool { return hasPairNotIn(f.snapshot(), text) }
			}
		}
	}
	return f
}

// Stats returns what the filter counts into.
func (f *Filter) Stats() *Stats { return f.count() }

// count is where to count: a filter that nobody made with [NewFilter] has nothing of its own.
func (f *Filter) count() *Stats {
	if f == nil || f.stats == nil {
		return DefaultStats
	}
	return f.stats
}

// snapshot is what to judge by: by nothing at all, which lets nothing pass, in a filter that nobody made with
// [NewFilter].
func (f *Filter) snapshot() *snapshot {
	if f == nil || f.reg == nil {
		return nothing
	}
	return f.reg.load()
}

// Attr judges one attribute. It returns what may be logged of it, or false for nothing. The result holds
// plain values only: no type whose methods could still write something else.
func (f *Filter) Attr(a slog.Attr) (slog.Attr, bool) {
	s := f.snapshot()
	if clean(s, &a) {
		return a, true
	}
	w := walk{f: f, s: s}
	return w.attr(a)
}

// Attrs judges attributes and returns those that may be logged. The argument is not changed.
func (f *Filter) Attrs(as []slog.Attr) []slog.Attr {
	out := make([]slog.Attr, 0, len(as))
	for _, a := range as {
		if a, ok := f.Attr(a); ok {
			out = append(out, a)
		}
	}
	return out
}

// Value judges one named value, for loggers whose fields are not slog's. A group, struct or map comes
// back as a map[string]any.
func (f *Filter) Value(name string, v any) (any, bool) {
	a, ok := f.Attr(slog.Any(name, v))
	if !ok {
		return nil, false
	}
	return plain(a.Value), true
}

// Group reports whether a group of this name may be opened, and counts it as dropped if not.
func (f *Filter) Group(name string) bool {
	e := f.snapshot().lookup(name)
	if e != nil && e.field.Kind == KindGroup {
		return true
	}
	f.dropped(name, e, reasonFor(name, e))
	return false
}

// Name returns s if it has the form of the name of a thing of the program, such as a logger's own
// name, and else the empty string.
func (f *Filter) Name(s string) string {
	if s == "" || isName(s) {
		return s
	}
	f.dropped("logger", nil, WrongKind)
	return ""
}

func reasonFor(name string, e *entry) Reason {
	switch {
	case e != nil:
		return WrongKind
	case name == badKey:
		return BadKey
	}
	return Unregistered
}

func (f *Filter) dropped(name string, e *entry, why Reason) {
	f.count().dropped[why].Add(1)
	d := Drop{Name: name, Reason: why}
	if e != nil {
		d.Kind = e.field.Kind
		if why == WrongKind {
			f.count().byKind[d.Kind].Add(1)
		}
	}
	if f != nil && f.onDrop != nil {
		f.onDrop(d)
	}
}

// drop counts a dropped attribute and returns what is left of it.
func (f *Filter) drop(name string, e *entry, why Reason) (slog.Attr, bool) {
	f.dropped(name, e, why)
	if f != nil && f.keepNames && isFieldName(name) {
		return slog.String(name, Marker), true
	}
	return slog.Attr{}, false
}

func isFieldName(s string) bool {
	return s != "" && len(s) <= maxName && s != badKey && all(s, lower|upper|digit|idPunct) && isConstant(s)
}

// clean reports whether an attribute may be passed on as it is. It is the fast path: it runs for every
// attribute, allocates nothing, calls no method of a value, and counts nothing.
func clean(s *snapshot, a *slog.Attr) bool {
	kind := a.Value.Kind()
	if plainKinds&(1<<kind) != 0 {
		var e *entry
		data := unsafe.StringData(a.Key)
		if c := s.cache.slot(data, len(a.Key)).Load(); c != nil && c.data == data && c.n == len(a.Key) {
			e = c.entry // lookup, written out: it is too long for the compiler to do that
		} else {
			e = s.lookupSlow(a.Key)
		}
		if e == nil || e.fits&(1<<kind) == 0 {
			return false
		}
		if kind == slog.KindString {
			v := a.Value.String()
			if e.opaque && len(v) >= 8 && len(v) <= maxIdentifier && alphanumeric(v) {
				return !isSecretForm(v) && !isWordSecret(v) // isIdentifier's first case, without the calls on the way to it
			}
			return e.check(v)
		}
		return kind != slog.KindFloat64 || finite(a.Value.Float64())
	}
	switch kind {
	case slog.KindAny:
		return verbatim(s, *a)
	case slog.KindGroup:
		if a.Key != "" {
			if e := s.lookup(a.Key); e == nil || e.field.Kind != KindGroup {
				return false
			}
		}
		group := a.Value.Group()
		for i := range group {
			if !clean(s, &group[i]) {
				return false
			}
		}
		return true
	}
	return false
}

const plainKinds = 1<<slog.KindBool | 1<<slog.KindDuration | 1<<slog.KindFloat64 | 1<<slog.KindInt64 |
	1<<slog.KindString | 1<<slog.KindTime | 1<<slog.KindUint64

// scalar reports whether a value of a plain slog kind is one of the entry's kind.
func (e *entry) scalar(kind slog.Kind, v slog.Value) bool {
	if e.fits&(1<<kind) == 0 {
		return false
	}
	switch kind {
	case slog.KindString:
		return e.check(v.String())
	case slog.KindFloat64:
		return finite(v.Float64())
	}
	return true
}

// fits has, for each kind of field, the plain slog kinds that its values may have.
var fits = func() (t [len(kindNames)]uint16) {
	const integer = 1<<slog.KindInt64 | 1<<slog.KindUint64
	t[KindIdentifier] = integer | 1<<slog.KindString
	t[KindCount] = integer
	t[KindDuration] = integer | 1<<slog.KindDuration | 1<<slog.KindFloat64
	t[KindStatus] = integer | 1<<slog.KindString
	t[KindTypeName] = 1 << slog.KindString
	t[KindFlag] = 1 << slog.KindBool
	t[KindTime] = 1 << slog.KindTime
	return t
}()

// plain turns a judged value into one for loggers that know no slog.Value.
func plain(v slog.Value) any {
	if v.Kind() != slog.KindGroup {
		if r, ok := v.Any().(*typeOnly); ok {
			return r.types // inside a list or map, printers show an error's fields, not its text
		}
		return v.Any()
	}
	group := v.Group()
	m := make(map[string]any, len(group))
	for _, a := range group {
		if a.Key == "" && a.Value.Kind() == slog.KindGroup {
			for k, v := range plain(a.Value).(map[string]any) {
				m[k] = v
			}
			continue
		}
		m[a.Key] = plain(a.Value)
	}
	return m
}
