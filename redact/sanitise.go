package redact

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

const (
	nilType    = "<nil>"
	maxErrType = 256 // bytes of one rendered chain
	maxWraps   = 32  // errors looked at: a chain may be cyclic
)

// ErrType returns the type names of an error, of those that it wraps, and of all branches of a join:
//
//	*fs.PathError<syscall.Errno
//	*errors.joinError<(*url.Error<*net.OpError|*errors.errorString)
//
// "a<b" reads "a wraps b". A nil error is "<nil>". The text of an error is never in it: drivers,
// decoders and parsers quote the value that they failed on.
func ErrType(err error) string {
	if err == nil {
		return nilType
	}
	if r, ok := err.(*typeOnly); ok {
		return r.types
	}
	var b strings.Builder
	left := maxWraps
	writeErrType(&b, err, &left)
	s := b.String()
	if len(s) > maxErrType {
		s = strings.TrimRight(s[:maxErrType-4], "<|(*[].") + "<..."
	}
	return s
}

func writeErrType(b *strings.Builder, err error, left *int) {
	if *left--; *left < 0 || b.Len() > maxErrType {
		b.WriteString("...")
		return
	}
	if r, ok := err.(*typeOnly); ok {
		b.WriteString(r.types)
		return
	}
	b.WriteString(typeName(reflect.TypeOf(err)))
	inner, joined := unwrap(err)
	if len(inner) == 0 {
		return
	}
	b.WriteByte('<')
	if joined {
		b.WriteByte('(')
		defer b.WriteByte(')')
	}
	for i, e := range inner {
		if i > 0 {
			b.WriteByte('|')
		}
		writeErrType(b, e, left)
	}
}

// unwrap survives an Unwrap that panics, as one on a typed nil does.
func unwrap(err error) (inner []error, joined bool) {
	defer func() {
		if recover() != nil {
			inner = nil
		}
	}()
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		if in := e.Unwrap(); in != nil {
			inner = append(inner, in)
		}
	case interface{ Unwrap() []error }:
		for _, in := range e.Unwrap() {
			if in != nil {
				inner = append(inner, in)
			}
		}
		joined = true
	}
	return inner, joined
}

// typeName is t's name, or its kind when the name is a literal that spells out fields and tags.
func typeName(t reflect.Type) string {
	if t == nil {
		return nilType
	}
	s := t.String()
	if len(s) <= 120 && all(s, lower|upper|digit|typePunct) {
		return s
	}
	if t.Kind() == reflect.Pointer && t.Elem().Name() == "" {
		return "*" + t.Elem().Kind().String()
	}
	return t.Kind().String()
}

// Reduce returns an error that stands for err in a log: its text is [ErrType] of err, and errors.Is
// still finds what err wraps, so a later handler can route by it. It has no Unwrap: nothing that
// prints it reaches err's own text. Reduce of nil is nil.
func Reduce(err error) error {
	if err == nil {
		return nil
	}
	if _, ok := err.(*typeOnly); ok {
		return err
	}
	return &typeOnly{types: ErrType(err), is: func(target error) bool { return safeIs(err, target) }}
}

// typeOnly keeps the error in a closure because printers by reflection walk into fields.
type typeOnly struct {
	types string
	is    func(error) bool
}

func (e *typeOnly) Error() string                { return e.types }
func (e *typeOnly) GoString() string             { return e.types }
func (e *typeOnly) MarshalText() ([]byte, error) { return []byte(e.types), nil }
func (e *typeOnly) Is(target error) bool         { return e.is(target) }

func safeIs(err, target error) (is bool) {
	defer func() { _ = recover() }()
	return errors.Is(err, target)
}

// ID returns s when it has the form of an identifier: 1 to 64 letters, digits and . _ : ~ - with at
// least one digit, or a UUID; and not that of a date, a decimal number, a social-security or telephone
// number, an IP address, a bearer token. Else it returns "invalid-id:" and the length.
//
// It is the check for identifiers that a client sent. It cannot tell a record number from a row key:
// use [Tag] for those that mean something outside this system.
func ID[T ~string](s T) string {
	if isIdentifier(string(s)) {
		return string(s)
	}
	return "invalid-id:" + strconv.Itoa(len(s))
}

// Fingerprint returns a digest by which two logged occurrences of one secret can be matched:
// "sha256:" and 12 hexadecimal digits. It is for random secrets, such as tokens and keys. Anything
// shorter than 16 bytes gets the fixed "sha256:short", since guessing would find it: use [Tag].
func Fingerprint(s string) string {
	switch {
	case s == "":
		return "sha256:none"
	case len(s) < 16:
		return "sha256:short"
	}
	sum := sha256.Sum256([]byte(s))
	return "sha256:" + hex.EncodeToString(sum[:6])
}

// Tag returns a pseudonym of an identifier that only holders of the key can link to it: "tag:" and
// 16 hexadecimal digits of an HMAC. Identifiers are few and guessable, so a digest without a key
// could be turned back; for the same reason a key of fewer than 16 bytes gives the fixed "tag:nokey".
func Tag[T ~string](key []byte, id T) string {
	if len(key) < 16 {
		return "tag:nokey"
	}
	if id == "" {
		return "tag:none"
	}
	return "tag:" + mac(key, string(id), 8)
}

// A Tagger makes tags with one key.
type Tagger struct{ key []byte }

// NewTagger returns a Tagger for a key of at least 16 bytes.
func NewTagger(key []byte) (*Tagger, error) {
	if len(key) < 16 {
		return nil, errors.New("redact: a tag key needs at least 16 bytes")
	}
	return &Tagger{append([]byte(nil), key...)}, nil
}

// Tag is [Tag] with t's key. A nil or zero Tagger has none.
func (t *Tagger) Tag(id string) string {
	if t == nil {
		return Tag(nil, id)
	}
	return Tag(t.key, id)
}

func mac(key []byte, s string, n int) string {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(s))
	return hex.EncodeToString(h.Sum(nil)[:n])
}

// Safe returns v and says why it may be logged; the linter accepts it and lists the reason. Without a
// reason it returns the zero value. Safe does not speak to the handler, which still wants a value of
// the field's kind.
func Safe[T any](v T, reason string) T {
	if strings.TrimSpace(reason) == "" {
		var zero T
		return zero
	}
	return v
}

// Path returns what may be logged of the path and query of a request: the words of the route, with
// every other part replaced by a digest ("/mcp/~1a2b3c4d?~5e6f7a8b"). Parts of a path are credentials
// (share links), names and record numbers; so are query strings.
//
// The words of the route are the literals of r.Pattern when the request was routed, but not of a CONNECT
// request, whose pattern can be the client's own path; else only those
// of a short built-in list (api, v1, login, …). Equal parts give equal digests within one process;
// [SetPathKey] makes them equal across processes.
func Path(r *http.Request) string {
	if r == nil || r.URL == nil {
		return "/"
	}
	pattern := routeOf(r)
	rememberRoute(pattern)
	noteRoute(r)
	path, query := r.URL.EscapedPath(), r.URL.RawQuery
	var b strings.Builder
	for i, part := range strings.Split(strings.TrimPrefix(path, "/"), "/") {
		b.WriteByte('/')
		switch {
		case i >= maxPathParts:
			b.WriteString("~" + pathDigest(path))
			return b.String()
		case part == "", commonPathWords[part], isAPIVersion(part):
			b.WriteString(part)
		case pattern != "" && isPatternLiteral(pattern, i, part):
			b.WriteString(part)
		default:
			b.WriteString("~" + pathDigest(part))
		}
	}
	if query != "" || r.URL.ForceQuery {
		b.WriteString("?~" + pathDigest(query))
	}
	return b.String()
}

const maxPathParts = 24

// commonPathWords are parts that routes of all services have in common.
var commonPathWords = wordSet(`api rest rpc graphql fhir mcp ws sse oauth oidc auth login logout callback
	static assets public internal admin health healthz livez readyz ready live metrics version status
	debug pprof favicon.ico robots.txt .well-known index.html`)

// isPatternLiteral reports whether part i of a path is that same literal in the pattern.
func isPatternLiteral(pattern string, i int, part string) bool {
	lits := patternParts(pattern)
	return i < len(lits) && lits[i] == part && isPlainLiteral(part)
}

// patternParts splits the path of a ServeMux pattern ("GET host/a/{b}") into its parts.
func patternParts(pattern string) []string {
	slash := strings.IndexByte(pattern, '/')
	if slash < 0 {
		return nil
	}
	return strings.Split(pattern[slash+1:], "/")
}

func isPlainLiteral(s string) bool {
	return s != "" && len(s) <= 64 && all(s, lower|upper|digit|idPunct)
}

// routeWords are the literals of all patterns that Path has seen: program constants, and what the
// handler accepts in a field named path besides digests.
var routeWords struct {
	sync.Mutex
	words    atomic.Pointer[map[string]bool]
	patterns atomic.Pointer[map[string]bool]
}

// maxRouteWords bounds the memory when something sets r.Pattern to other than constants.
const maxRouteWords = 4096

func rememberRoute(pattern string) {
	if !isPrintedPattern(pattern) {
		return
	}
	if known := routeWords.patterns.Load(); known != nil && ((*known)[pattern] || len(*known) >= maxRouteWords) {
		return
	}
	routeWords.Lock()
	defer routeWords.Unlock()
	patterns := copySet(routeWords.patterns.Load())
	words := copySet(routeWords.words.Load())
	patterns[pattern] = true
	for _, p := range patternParts(pattern) {
		if isPlainLiteral(p) && len(words) < maxRouteWords {
			words[p] = true
		}
	}
	routeWords.words.Store(&words)
	routeWords.patterns.Store(&patterns)
}

// isPrintedPattern reports whether a pattern that a mux has can be written: a method perhaps, and a host
// and path of visible ASCII.
func isPrintedPattern(s string) bool {
	if len(s) > 200 {
		return false
	}
	if m, rest, ok := strings.Cut(s, " "); ok {
		if !isHTTPMethod(m) {
			return false
		}
		s = rest
	}
	if strings.IndexByte(s, '/') < 0 {
		return false
	}
	for i := 0; i < len(s); i++ {
		if s[i] <= ' ' || s[i] >= 0x7f || strings.IndexByte("\"\\=@%&?", s[i]) >= 0 {
			return false
		}
	}
	return true
}

// isKnownRoute reports whether a mux has routed a request by this pattern.
func isKnownRoute(s string) bool {
	known := routeWords.patterns.Load()
	return known != nil && (*known)[s]
}

func copySet(m *map[string]bool) map[string]bool {
	c := make(map[string]bool)
	if m != nil {
		for k := range *m {
			c[k] = true
		}
	}
	return c
}

// isCleanPath reports whether s is something that Path can have returned.
func isCleanPath(s string) bool {
	if len(s) == 0 || len(s) > 1024 || s[0] != '/' {
		return false
	}
	path, query, ok := strings.Cut(s, "?")
	if ok && !isDigest(query) {
		return false
	}
	words := routeWords.words.Load()
	for part := range strings.SplitSeq(path[1:], "/") {
		known := part == "" || commonPathWords[part] || isAPIVersion(part) || words != nil && (*words)[part] ||
			part[0] == '~' && isDigest(part)
		if !known {
			return false
		}
	}
	return true
}

// pathKey is random unless the program sets one: parts of paths are guessable, so their digests must
// be keyed, and a process that only wants to correlate its own lines needs no key of its own.
var pathKey atomic.Pointer[[]byte]

// SetPathKey sets the key of the digests that [Path] writes, at least 16 bytes; the default is random
// for each process.
func SetPathKey(key []byte) error {
	if len(key) < 16 {
		return errors.New("redact: a path key needs at least 16 bytes")
	}
	k := append([]byte(nil), key...)
	pathKey.Store(&k)
	return nil
}

func pathDigest(s string) string {
	k := pathKey.Load()
	if k == nil {
		fresh := make([]byte, 32)
		_, _ = rand.Read(fresh) // never fails: crypto/rand ends the process instead
		pathKey.CompareAndSwap(nil, &fresh)
		k = pathKey.Load()
	}
	return mac(*k, s, 4)
}
