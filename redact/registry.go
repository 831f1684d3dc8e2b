package redact

import (
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"
)

// A Kind says what the value of a field may be. A value that is not of its field's kind is dropped
// like a field that nobody registered.
type Kind uint8

const (
	// KindIdentifier is an opaque key: an integer, or a string in the form that [ID] checks.
	KindIdentifier Kind = iota + 1
	// KindCount is an integer that counts or sizes something.
	KindCount
	// KindDuration is a time.Duration, or a number of the unit that the field's name gives.
	KindDuration
	// KindStatus is a number, or a word of a closed set: see [Field.Values].
	KindStatus
	// KindTypeName is the name of a thing of the program: a type, a function, a route pattern, a
	// component. An error under such a name is written as its type names, see [ErrType].
	KindTypeName
	// KindFlag is a bool.
	KindFlag
	// KindTime is a time.Time: the operation's own clock, never a date about a person.
	KindTime
	// KindGroup names a group, struct, map or list of these; each name inside is looked up itself.
	KindGroup
)

var kindNames = [...]string{
	KindIdentifier: "identifier",
	KindCount:      "count",
	KindDuration:   "duration",
	KindStatus:     "status",
	KindTypeName:   "type-name",
	KindFlag:       "flag",
	KindTime:       "time",
	KindGroup:      "group",
}

func (k Kind) String() string {
	if k == 0 || int(k) >= len(kindNames) {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kindNames[k]
}

// ParseKind is the inverse of [Kind.String], for configuration files.
func ParseKind(s string) (Kind, bool) {
	if i := slices.Index(kindNames[1:], s); i >= 0 {
		return Kind(i + 1), true
	}
	return 0, false
}

// A Field is a name that may appear in a log, and what its value may be.
type Field struct {
	Name string // canonical spelling, in snake_case
	Kind Kind

	// Values closes the set of a status or type-name field: another string is dropped. A status
	// without Values accepts the operational words this package knows (ok, failed, timeout, …).
	Values []string

	form form // how a string value is checked, when the kind's own check is too weak or too strict
}

// Fields is the registry that handlers use unless told otherwise, and that the linter reads. It holds
// the names that servers commonly need; [Register] adds an application's own.
var Fields = builtin()

// Register adds an application's own names to [Fields]. Call it while the program starts, before it
// logs: a name that is registered later is dropped until then.
func Register(fields ...Field) error { return Fields.Register(fields...) }

// A Registry is a set of fields, safe for concurrent use.
//
// Names are matched without regard to case and separators: user_id, userID, user-id and user.id are
// one name. A name after the names of groups, with dots between, is that name: request.user_id. Names of
// more than 64 bytes, and names with any other character, are never registered.
type Registry struct {
	mu   sync.Mutex               // serialises writers
	snap atomic.Pointer[snapshot] // what readers see; never changed in place
}

// nothing is the state of a registry that nobody made: it has no names.
var nothing = new(snapshot)

func (r *Registry) load() *snapshot {
	if r == nil {
		return nothing
	}
	if s := r.snap.Load(); s != nil {
		return s
	}
	return nothing
}

// NewRegistry returns a registry of only these fields.
func NewRegistry(fields ...Field) (*Registry, error) {
	r := new(Registry)
	r.snap.Store(new(snapshot).clone(len(fields)))
	return r, r.Register(fields...)
}

// Clone returns a copy that can be added to without changing r.
func (r *Registry) Clone() *Registry {
	c := new(Registry)
	c.snap.Store(r.load())
	return c
}

// Lookup returns the kind of the field with this name, in any spelling.
func (r *Registry) Lookup(name string) (Kind, bool) {
	e := r.load().lookup(name)
	if e == nil {
		return 0, false
	}
	return e.field.Kind, true
}

// All yields the registered fields, sorted by name.
func (r *Registry) All() iter.Seq[Field] {
	s := r.load()
	return func(yield func(Field) bool) {
		for _, e := range s.spelled.sorted() {
			f := e.field
			f.Values = slices.Clone(f.Values)
			if !yield(f) {
				return
			}
		}
	}
}

// Register adds fields, all of them or, on an error, none.
//
// It is an error to register a name again with another kind or other values, a name that cannot be
// matched, and a name that says that its value is personal or secret (email, patient_dob, phone_no, api_key):
// such a value has no kind that would make it fit for a log. A name that ends in name (ward_name) needs a closed
// set of values. To close the values of a name that was open is no conflict.
func (r *Registry) Register(fields ...Field) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	next := r.load().clone(len(fields))
	var errs []error
	for _, f := range fields {
		err := next.add(f)
		if err == nil {
			err = permitted(f)
		}
		if err != nil {
			errs = append(errs, err)
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	r.snap.Store(next)
	return nil
}

// An entry is one registered field, ready for checking values.
type entry struct {
	fits   uint16 // the plain slog kinds that a value may have, a bit each
	opaque bool   // the value is an identifier: the check that most records need
	field  Field
	form   form
	values map[string]bool // nil: no closed set of its own
}

// A snapshot maps names to entries. It is immutable once published, but for its cache.
type snapshot struct {
	spelled index // by canonical name: the spelling that needs no folding
	folded  index // by folded name: every spelling
	cache   cache // by address: the spellings in the program's text
}

func (s *snapshot) clone(extra int) *snapshot {
	return &snapshot{spelled: s.spelled.clone(extra), folded: s.folded.clone(extra)}
}

func (s *snapshot) lookupFolded(name string) *entry {
	var buf [maxName]byte
	if n, ok := fold(&buf, name); ok {
		// The string is only compared with: it lives no longer than buf.
		if e := s.folded.find(unsafe.String(&buf[0], n)); e != nil {
			return e
		}
	}
	// Some loggers write groups as prefixes: request.user.id is the id in a group in a group.
	if i := strings.IndexByte(name, '.'); i > 0 && len(name) <= 4*maxName {
		if e := s.lookup(name[:i]); e != nil && e.field.Kind == KindGroup {
			return s.lookup(name[i+1:])
		}
	}
	return nil
}

func (s *snapshot) add(f Field) error {
	var buf [maxName]byte
	n, ok := fold(&buf, f.Name)
	if !ok {
		return fmt.Errorf("redact: field name of %d bytes: want letters, digits, _ - and . only, at most %d bytes", len(f.Name), maxName)
	}
	if f.Kind == 0 || int(f.Kind) >= len(kindNames) {
		return fmt.Errorf("redact: field %s has no kind", f.Name)
	}
	if len(f.Values) > 0 && f.Kind != KindStatus && f.Kind != KindTypeName {
		return fmt.Errorf("redact: field %s: a %s has no closed set of values", f.Name, f.Kind)
	}
	for _, v := range f.Values {
		if !isClosedValue(v) {
			return fmt.Errorf("redact: field %s: a value of %d bytes: want at most 64 letters, digits and . _ - / : or spaces, and no long number", f.Name, len(v))
		}
	}
	key := string(buf[:n])
	if word := forbiddenEnding(key); word != "" {
		return fmt.Errorf("redact: field %s: a name that ends in %q promises a value that no log may hold", f.Name, word)
	}
	old := s.folded.find(key)
	narrows := old != nil && old.field.Kind == f.Kind && old.values == nil && len(f.Values) > 0
	if narrows {
		f.Name, f.form = old.field.Name, old.form
	} else if old != nil {
		if old.field.Kind != f.Kind || (len(f.Values) > 0 && !sameValues(old.field.Values, f.Values)) {
			return fmt.Errorf("redact: field %s is already registered as %s, a %s", f.Name, old.field.Name, old.field.Kind)
		}
		return nil
	}
	f.Values = slices.Clone(f.Values)
	e := &entry{field: f, form: f.form, fits: fits[f.Kind], opaque: f.Kind == KindIdentifier && f.form == formDefault}
	if len(f.Values) > 0 {
		e.fits = 1 << slog.KindString
		e.values = make(map[string]bool, len(f.Values))
		for _, v := range f.Values {
			e.values[v] = true
		}
	}
	if narrows {
		s.folded.replace(old, e)
		s.spelled.replace(old, e)
		return nil
	}
	s.folded.put(key, e)
	s.spelled.put(f.Name, e)
	return nil
}

func isClosedValue(s string) bool {
	return s != "" && len(s) <= 64 && all(strings.ReplaceAll(s, " ", ""), lower|upper|digit|namePunct) && strings.TrimSpace(s) == s &&
		!hasDigitRun(s, 6) && !isAddress(s) && !strings.Contains(s, "//")
}

func sameValues(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

const maxName = 64

// fold writes name to buf in lower case and without separators. Letters outside ASCII are refused
// rather than folded, so no look-alike of a registered name is taken for it.
func fold(buf *[maxName]byte, name string) (n int, ok bool) {
	if len(name) == 0 || len(name) > maxName {
		return 0, false
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		case c == '_', c == '-', c == '.':
			continue
		default:
			return 0, false
		}
		buf[n] = c
		n++
	}
	return n, n > 0
}

// forbiddenEndings are the words, folded, that no registered name may end in.
var forbiddenEndings = strings.Fields(`
	email emailaddress phone phonenumber mobile fax address postcode zipcode postalcode
	firstname lastname fullname givenname familyname surname maidenname patientname username birthname
	birthdate dateofbirth birthday dob deathdate age gender sex race ethnicity religion
	ssn bsn mbi nhsnumber mrn nationalid taxid passport passportid driverlicense insuranceid
	password passwd passphrase secret token apikey privatekey secretkey signingkey encryptionkey
	credential credentials authorization cookie dsn sessionid useragent ipaddr ipaddress remoteaddr
	diagnosis medication symptom glucose allergy genotype
`)

func forbiddenEnding(folded string) string {
	for _, w := range forbiddenEndings {
		if !strings.HasSuffix(folded, w) {
			continue
		}
		// Short words are endings of harmless ones (pAGE, mESSAGE): only the whole name counts.
		if len(w) <= 4 && folded != w {
			continue
		}
		return w
	}
	return ""
}

var (
	forbiddenParts = wordSet(strings.Join(forbiddenEndings, " ") + " ip addr pwd")
	// persons make a short word after them telling, where it is no part of its own: patientage.
	persons = wordSet("patient person user member subject client customer owner doctor physician nurse mother father child spouse contact")
	// restWords may stand after the name of a value and change nothing of it.
	restWords = wordSet("no nr num number line lines text txt str string raw value val iso plain full first last hash prefix suffix encrypted masked of at in")
)

// permitted refuses names whose parts say what the whole name's ending does not: patient_dob, emails, phone_no,
// birthdate_iso. The built-in names need no such look.
func permitted(f Field) error {
	if old := Fields; old != nil {
		if _, ok := old.Lookup(f.Name); ok {
			return nil
		}
	}
	parts := nameParts(f.Name)
	for len(parts) > 1 && restWords[strings.TrimRight(parts[len(parts)-1], "0123456789")] {
		parts = parts[:len(parts)-1]
	}
	if len(parts) == 0 {
		return nil
	}
	refuse := func(word string) error {
		return fmt.Errorf("redact: field %s: a name with %q in it promises a value that no log may hold", f.Name, word)
	}
	last := strings.TrimRight(parts[len(parts)-1], "0123456789")
	ending := last
	for i := len(parts) - 1; i >= 0; i-- {
		for _, w := range []string{ending, strings.TrimSuffix(ending, "s"), strings.TrimSuffix(ending, "es")} {
			if !forbiddenParts[w] || w == "age" && f.Kind == KindDuration && !slices.ContainsFunc(parts, func(p string) bool { return persons[p] }) {
				continue
			}
			return refuse(w)
		}
		if i > 0 {
			ending = parts[i-1] + ending
		}
	}
	for _, w := range forbiddenEndings {
		if rest, ok := strings.CutSuffix(last, w); ok && (persons[rest] || len(w) > 4) {
			return refuse(w)
		}
	}
	if last == "name" && len(f.Values) == 0 {
		return refuse("name")
	}
	return nil
}

// nameParts are the words of a name, in lower case.
func nameParts(name string) []string {
	var parts []string
	start := true
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case c == '_', c == '-', c == '.':
			start = true
			continue
		case class[c]&upper != 0:
			if i > 0 && class[name[i-1]]&upper == 0 || i > 0 && i+1 < len(name) && class[name[i+1]]&lower != 0 {
				start = true
			}
			c += 'a' - 'A'
		}
		if start {
			parts, start = append(parts, ""), false
		}
		parts[len(parts)-1] += string(c)
	}
	return parts
}
