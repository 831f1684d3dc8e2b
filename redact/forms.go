package redact

import (
	"net/netip"
	"strings"
)

// A form is how a string value is checked. Every form is a subset of printable ASCII, so an accepted
// string can neither break a line nor hide one.
type form uint8

const (
	formDefault  form = iota // what the kind says: an identifier, a status word, a name
	formGoType               // *fs.PathError<syscall.Errno, as ErrType writes it
	formFunc                 // github.com/a/b.(*T).Method
	formSource               // dir/file.go:42
	formRoute                // GET /patients/{id}
	formMethod               // GET
	formPath                 // what Path writes
	formMedia                // application/json; charset=utf-8
	formLabel                // a name with digits in it: of a machine, an image, a model
	formVersion              // v1.2.3-rc.1
	formSQLState             // 23505
)

// check reports whether a string is a value of the entry's kind.
func (e *entry) check(s string) bool {
	if e.opaque {
		return isIdentifier(s)
	}
	if e.values != nil {
		return e.values[s]
	}
	switch e.field.Kind {
	case KindIdentifier:
		return isVersion(s) // other identifiers are opaque
	case KindStatus:
		if e.form == formSQLState {
			return isSQLState(s)
		}
		return isStatusWord(s)
	case KindTypeName:
		switch e.form {
		case formGoType:
			return isGoType(s)
		case formFunc:
			return isFuncName(s)
		case formSource:
			return isSourceLine(s)
		case formRoute:
			return isRoute(s)
		case formMethod:
			return isHTTPMethod(s)
		case formPath:
			return isCleanPath(s)
		case formMedia:
			return isMediaType(s)
		case formLabel:
			return isLabel(s)
		default:
			return isName(s)
		}
	}
	return false
}

// Classes of bytes, one bit each.
const (
	lower = 1 << iota
	upper
	digit
	hexLetter
	idPunct   // . _ : ~ - inside an identifier
	namePunct // . _ - / : inside a name
	typePunct // what the name of a Go type has besides
	foreign   // in no identifier
)

var class = func() (t [256]uint8) {
	for c := 'a'; c <= 'z'; c++ {
		t[c] |= lower
	}
	for c := 'A'; c <= 'Z'; c++ {
		t[c] |= upper
	}
	for c := '0'; c <= '9'; c++ {
		t[c] |= digit
	}
	for _, c := range "abcdefABCDEF" {
		t[c] |= hexLetter
	}
	for _, c := range "._:~-" {
		t[c] |= idPunct
	}
	for _, c := range "._-/:" {
		t[c] |= namePunct
	}
	for _, c := range "._-/*()[]<|," {
		t[c] |= typePunct
	}
	for c := range t {
		if t[c]&(lower|upper|digit|idPunct) == 0 {
			t[c] |= foreign
		}
	}
	return t
}()

// all reports whether s is made of bytes of these classes only.
func all(s string, classes uint8) bool {
	for i := 0; i < len(s); i++ {
		if class[s[i]]&classes == 0 {
			return false
		}
	}
	return true
}

const maxIdentifier = 64

// isIdentifier reports whether s has the form of an opaque key: 1 to 64 letters, digits and . _ : ~ -
// with at least one digit, and not the form of something that a person can be known by or that opens
// a door: a date, a measured number, a social-security number, a network address, a secret.
func isIdentifier(s string) bool {
	if len(s) == 0 || len(s) > maxIdentifier+len(digestPrefixes[0]) {
		return false
	}
	if len(s) >= 8 && len(s) <= maxIdentifier && alphanumeric(s) {
		return !isSecretForm(s) && !isWordSecret(s) // the common case: letters and digits
	}
	var seen uint8
	i := 0
	for ; i+4 <= len(s); i += 4 {
		seen |= class[s[i]] | class[s[i+1]] | class[s[i+2]] | class[s[i+3]]
	}
	for ; i < len(s); i++ {
		seen |= class[s[i]]
	}
	if seen&foreign != 0 {
		return false
	}
	if isDigest(s) {
		return true
	}
	if len(s) > maxIdentifier {
		return false
	}
	if isUUID(s) {
		return true
	}
	if seen&digit == 0 {
		return false
	}
	if seen&(lower|upper) == 0 && isNumberForm(s) {
		return false
	}
	return !isSecretForm(s) && !isWordSecret(s) && !isAddress(s) && !hasDate(s) && !tells(s, false)
}

// alphanumeric reports whether s, of at least 8 bytes, is letters and digits with a digit among them. It
// looks at eight bytes at a time: identifiers are the longest values of most records.
func alphanumeric(s string) bool {
	var digits, notOK uint64
	for i := 0; ; i += 8 {
		if i+8 > len(s) {
			if i == len(s) {
				break
			}
			i = len(s) - 8 // the last eight again, in part
		}
		// Adding 0x80-c to a byte below 0x80 sets its high bit when it is c or more.
		x := load64(s[i:])
		d := (x + ones*(0x80-'0')) &^ (x + ones*(0x80-'9'-1))
		l := x | ones*0x20
		notOK |= x | ^(d | (l+ones*(0x80-'a'))&^(l+ones*(0x80-'z'-1)))
		digits |= d
	}
	return notOK&high == 0 && digits&high != 0
}

const (
	ones = 0x0101010101010101
	high = 0x80 * ones
)

// hasDate reports whether a date yyyy-mm-dd is anywhere in s.
func hasDate(s string) bool {
	for i := 0; i+10 <= len(s); i++ {
		d := s[i : i+10]
		if (d[0] == '1' || d[0] == '2') && d[4] == d[7] && class[d[4]]&idPunct != 0 &&
			all(d[:4], digit) && all(d[5:7], digit) && all(d[8:], digit) && d[5] <= '1' && d[8] <= '3' {
			return true
		}
	}
	return false
}

// isUUID reports whether s is 8-4-4-4-12 hexadecimal digits.
func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := 0; i < len(s); i++ {
		switch i {
		case 8, 13, 18, 23:
			if s[i] != '-' {
				return false
			}
		default:
			if class[s[i]]&(digit|hexLetter) == 0 {
				return false
			}
		}
	}
	return true
}

// isNumberForm reports whether s, digits and punctuation, is one of the numbers that are not keys: a
// decimal number, a date or time, ddd-dd-dddd, a telephone number written in groups.
func isNumberForm(s string) bool {
	if !strings.ContainsAny(s, "._:-~") {
		return false
	}
	groups := strings.FieldsFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	if len(groups) == 0 {
		return true
	}
	// A composite key of long numbers (a topic offset, a snowflake pair) has no group pattern of
	// these; a date, a phone number and a decimal always have a short group.
	for _, g := range groups {
		if len(g) <= 4 {
			return true
		}
	}
	return false
}

// secretPrefixes begin keys that open a door by themselves.
var secretPrefixes = []string{
	"eyJ", "sk-", "sk_", "pk_live", "rk_live", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_",
	"glpat-", "xox", "AKIA", "ASIA", "AIza", "ya29.", "SG.", "npm_", "pypi-", "hvs.", "whsec_",
}

func isSecretForm(s string) bool {
	switch s[0] {
	case 'e', 's', 'p', 'r', 'g', 'x', 'A', 'y', 'S', 'n', 'h', 'w':
		for _, p := range secretPrefixes {
			if strings.HasPrefix(s, p) {
				return true
			}
		}
	}
	return false
}

func isAddress(s string) bool {
	if strings.Count(s, ".") != 3 && strings.Count(s, ":") < 2 {
		return false
	}
	if _, err := netip.ParseAddr(s); err == nil {
		return true
	}
	_, err := netip.ParseAddrPort(s)
	return err == nil
}

// digestPrefixes begin what Fingerprint and Tag return.
var digestPrefixes = [...]string{"sha256:", "tag:", "~"}

func isDigest(s string) bool {
	for _, p := range digestPrefixes {
		if rest, ok := strings.CutPrefix(s, p); ok {
			return len(rest) >= 8 && len(rest) <= 64 && all(rest, digit|hexLetter)
		}
	}
	return false
}

// statusWords are the outcomes, states and reasons that operators read, in lower case and with
// underscores. They are closed on purpose: a status that was decoded from a client's document can
// hold any word, and a diagnosis is one word too.
var statusWords = wordSet(`
	ok success succeeded successful fail failed failure error errored fatal panic unknown none other
	pending queued scheduled waiting ready running started starting stopping stopped paused resumed
	blocked idle busy active inactive enabled disabled open opened opening closed closing half_open
	connected connecting disconnected reconnecting draining drained healthy unhealthy degraded up down
	serving not_serving in_progress processing processed partial complete completed done finished
	finishing skipped ignored dropped retry retrying retried retryable exhausted gave_up
	canceled cancelled aborted interrupted terminated killed timeout timed_out deadline_exceeded expired
	created updated deleted inserted changed unchanged replaced restored archived merged
	accepted rejected refused denied allowed granted revoked approved declined verified unverified
	valid invalid malformed unsupported missing duplicate conflict stale corrupt too_large too_many
	empty no_data not_found exists already_exists found unavailable overloaded rate_limited throttled
	quota_exceeded resource_exhausted permission_denied unauthenticated unauthorized forbidden
	failed_precondition out_of_range unimplemented not_implemented internal data_loss invalid_argument
	invalid_arguments invalid_request repeated_call bad_request bad_gateway service_unavailable
	gateway_timeout payload_too_large unprocessable_entity method_not_allowed gone
	online offline new old draft final live dead alive leader follower candidate primary secondary
	replica standby read_only read_write locked unlocked acquired released held lost
	acked nacked requeued delivered undelivered sent received dead_letter
	stop length tool_calls tool_use end_turn max_tokens content_filter stop_sequence function_call
	hit miss bypass warm cold fallback shutdown startup reload rollback commit
	debug info notice warn warning critical emergency alert trace dpanic
	low normal medium high urgent default
	pass passed true false yes no on off unset
	continue switching_protocols no_content moved_permanently see_other not_modified temporary_redirect
	permanent_redirect payment_required not_acceptable request_timeout precondition_failed
	unsupported_media_type too_many_requests internal_server_error request_entity_too_large
	sigterm sigint sighup sigkill sigquit
`)

func wordSet(words string) map[string]bool {
	m := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// isStatusWord accepts the status words in any case and with spaces, hyphens or nothing between them
// (NotFound, not-found, Not Found), a level with an offset (INFO+2), an HTTP status line ("404 Not
// Found") and a code that is all digits.
func isStatusWord(s string) bool {
	if statusWords[s] {
		return true
	}
	if len(s) == 0 || len(s) > 40 {
		return false
	}
	if len(s) <= 5 && all(s, digit) {
		return true
	}
	if len(s) > 4 && s[3] == ' ' && all(s[:3], digit) {
		s = s[4:]
	}
	var buf [64]byte
	b := buf[:0]
	var prev byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case class[c]&upper != 0:
			if class[prev]&lower != 0 {
				b = append(b, '_') // NotFound
			}
			b = append(b, c+'a'-'A')
		case class[c]&lower != 0:
			b = append(b, c)
		case c == ' ', c == '-', c == '_':
			b = append(b, '_')
		case c == '+' && i > 0 && i+1 < len(s) && all(s[i+1:], digit): // INFO+2
			return isLevelWord(string(b))
		default:
			return false
		}
		prev = c
	}
	return statusWords[string(b)]
}

func isLevelWord(s string) bool {
	switch s {
	case "debug", "info", "warn", "error":
		return true
	}
	return false
}

// sqlClasses are the classes of the standard and of the common databases: the first two characters.
var sqlClasses = wordSet(`
	00 01 02 03 07 08 09 0A 0B 0D 0E 0F 0K 0L 0M 0N 0P 0S 0T 0U 0V 0W 0X 0Y 0Z 10 20 21 22 23 24 25 26 27 28 2B 2C 2D 2E 2F 2H
	30 33 34 35 36 38 39 3B 3C 3D 3F 40 42 44 45 46 51 53 54 55 56 57 58 72 F0 HV HY HZ IM P0 S0 S1 XX
`)

func isSQLState(s string) bool {
	return len(s) == 5 && all(s, digit|upper) && sqlClasses[s[:2]] && hasDigitRun(s[2:], 1)
}

// isName accepts the name of a thing of the program: a letter, then letters, digits and . _ - / : at
// most 64 in all, without the five digits in a row that a record number or a telephone number has.
func isName(s string) bool {
	return isLabel(s) && !hasDigitRun(s, 5)
}

// isLabel is isName without the limit on digits, for names that machines give out.
func isLabel(s string) bool {
	if len(s) == 0 || len(s) > 64 || class[s[0]]&(lower|upper) == 0 {
		return false
	}
	plain := true
	for i := 0; i < len(s); i++ {
		c := class[s[i]]
		if c&(lower|upper|digit|namePunct) == 0 {
			return false
		}
		plain = plain && (c&(lower|upper) != 0 || s[i] == '_' || s[i] == '-')
	}
	return !isSecretForm(s) && (plain || !isAddress(s) && !isWordSecret(s) && !tells(s, true))
}

func hasDigitRun(s string, n int) bool {
	run := 0
	for i := 0; i < len(s); i++ {
		if class[s[i]]&digit == 0 {
			run = 0
			continue
		}
		if run++; run >= n {
			return true
		}
	}
	return false
}

// isGoType accepts what ErrType and %T write: names of predeclared types, or qualified names.
// The qualification is what tells a type from a message of one word.
func isGoType(s string) bool {
	if len(s) == 0 || len(s) > maxErrType {
		return false
	}
	if s == nilType {
		return true
	}
	if !all(s, lower|upper|digit|typePunct) || hasDigitRun(s, 5) {
		return false
	}
	parts := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune("<|()[],*", r) })
	if len(parts) == 0 || class[s[0]]&digit != 0 {
		return false
	}
	// An upper-case letter or a mark of composition is what tells a type from two words with a dot.
	marked := strings.ContainsAny(s, "*<[(")
	for _, part := range parts {
		if part == "..." || goPredeclared[part] || all(part, digit) {
			continue
		}
		if !isQualified(part) || !marked && all(part, lower|digit|typePunct) {
			return false
		}
	}
	return true
}

var goPredeclared = wordSet(`bool string int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 uintptr
	float32 float64 complex64 complex128 byte rune struct func chan map ptr slice array interface`)

// isQualified reports whether s is package.Name, the package's whole path perhaps. Packages have no upper-case
// letter at their beginning.
func isQualified(s string) bool {
	i := strings.LastIndexByte(s, '.')
	if i <= 0 || i+1 >= len(s) || class[s[0]]&lower == 0 || class[s[i+1]]&(lower|upper) == 0 || !all(s, lower|upper|digit|typePunct) {
		return false
	}
	pkg := s[strings.LastIndexByte(s[:i], '/')+1 : i]
	return pkg != "" && class[pkg[0]]&lower != 0 && strings.IndexByte(s[i+1:], '-') < 0 && !strings.Contains(s, "//")
}

// isFuncName accepts the name that the runtime gives a function: its package path, a dot, the rest; and
// :42, the line, after it.
func isFuncName(s string) bool {
	if i := strings.LastIndexByte(s, ':'); i > 0 && len(s)-i <= 7 && i+1 < len(s) && all(s[i+1:], digit) {
		s = s[:i]
	}
	s = strings.TrimSuffix(s, "[...]")
	if len(s) == 0 || len(s) > 256 || class[s[0]]&(lower|upper) == 0 {
		return false
	}
	i := strings.LastIndexByte(s, '/')
	return strings.IndexByte(s[i+1:], '.') > 0 && all(s, lower|upper|digit|typePunct) && !hasDigitRun(s, 5) && !tells(s, true)
}

// isSourceLine accepts file.go:42 with directories before it.
func isSourceLine(s string) bool {
	file, line, ok := strings.Cut(s, ".go:")
	return ok && file != "" && len(s) <= 256 && line != "" && len(line) <= 6 && all(line, digit) &&
		all(file, lower|upper|digit|namePunct) && !hasDigitRun(file, 7) && !tells(file, true)
}

func isHTTPMethod(s string) bool {
	switch s {
	case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PROPFIND", "_OTHER":
		return true
	}
	return false
}

// isRoute accepts a route pattern: a method perhaps, then a path whose parts are words of the program or
// wildcards ({id}, {rest...}, :id, *). A part that has digits beyond a version number is the value of a
// wildcard, so the string is a path and no pattern.
//
// A pattern that a mux has routed a request by is one whatever its words.
func isRoute(s string) bool {
	if len(s) > 200 {
		return false
	}
	if isKnownRoute(s) {
		return true
	}
	if m, rest, ok := strings.Cut(s, " "); ok {
		if !isHTTPMethod(m) {
			return false
		}
		s = rest
	}
	i := strings.IndexByte(s, '/')
	if i < 0 || !all(s[:i], lower|digit|namePunct) || isAddress(s[:i]) {
		return false
	}
	for part := range strings.SplitSeq(s[i:], "/") {
		if !isRoutePart(part) {
			return false
		}
	}
	return true
}

func isRoutePart(s string) bool {
	switch {
	case s == "", s == "*", s == "**", isAPIVersion(s):
		return true
	case s[0] == ':':
		s = s[1:]
	case s[0] == '{':
		var ok bool
		if s, ok = strings.CutSuffix(s[1:], "}"); !ok {
			return false
		}
		if s == "$" {
			return true
		}
		var re string
		if s, re, ok = strings.Cut(strings.TrimSuffix(s, "..."), ":"); ok && !isRouteRegexp(re) { // chi: {id:[0-9]+}
			return false
		}
	}
	return len(s) > 0 && len(s) <= 40 && all(s, lower|upper|idPunct) || s == "$export" || s == "$everything"
}

// isRouteRegexp accepts the regular expression of a wildcard, of classes and repetitions alone: [0-9a-f-]{36},
// \d+, [^x]*. Letters stand only in ranges and after a backslash, so that it spells no word.
func isRouteRegexp(s string) bool {
	if s == "" || len(s) > 40 {
		return false
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\' && i+1 < len(s) && class[s[i+1]]&(lower|upper|digit) != 0:
			i++
		case class[c]&(lower|upper|digit) != 0:
			if i+2 < len(s) && s[i+1] == '-' && class[s[i+2]]&class[c]&(lower|upper|digit) != 0 {
				i += 2
			} else if class[c]&digit == 0 || hasDigitRun(s[i:min(len(s), i+4)], 4) {
				return false
			}
		case strings.IndexByte("[]{}()^$.,*+?|_-", c) < 0:
			return false
		}
	}
	return true
}

// isAPIVersion accepts v1, v2beta1, v1alpha2, R4, R4B, dstu2.
func isAPIVersion(s string) bool {
	switch s {
	case "r2", "r3", "r4", "r4b", "r5", "r6", "R2", "R3", "R4", "R4B", "R5", "R6", "dstu1", "dstu2", "DSTU2", "stu3", "STU3":
		return true
	}
	rest, ok := strings.CutPrefix(s, "v")
	n := 0
	for n < len(rest) && class[rest[n]]&digit != 0 {
		n++
	}
	if !ok || n < 1 || n > 2 {
		return false
	}
	if rest = rest[n:]; rest == "" {
		return true
	}
	for _, stage := range []string{"alpha", "beta"} {
		if no, ok := strings.CutPrefix(rest, stage); ok {
			return len(no) <= 2 && all(no, digit)
		}
	}
	return false
}

// mediaTypes are the registered types that servers meet. Any other word after the slash is a word.
var mediaTypes = wordSet(`
	application/json application/xml application/pdf application/zip application/gzip application/octet-stream
	application/x-www-form-urlencoded application/javascript application/x-ndjson application/jsonl application/ld+json
	application/problem+json application/problem+xml application/json-patch+json application/merge-patch+json
	application/json-seq application/vnd.api+json application/hal+json application/fhir+json application/fhir+xml
	application/fhir+ndjson application/json+fhir application/xml+fhir application/dicom application/dicom+json application/dicom+xml
	application/hl7-v2 application/hl7-v2+er7 application/hl7-v2+xml application/soap+xml application/xhtml+xml application/atom+xml
	application/rss+xml application/yaml application/x-yaml application/toml application/cbor application/msgpack
	application/x-msgpack application/protobuf application/x-protobuf application/grpc application/grpc+proto
	application/grpc-web application/grpc-web+proto application/connect+json application/connect+proto application/graphql
	application/graphql-response+json application/jwt application/jose application/jose+json application/sql application/wasm
	application/x-tar application/x-gzip application/x-bzip2 application/x-7z-compressed application/zstd
	application/msword application/rtf application/vnd.ms-excel application/vnd.apache.parquet application/x-sqlite3
	application/vnd.openxmlformats-officedocument.wordprocessingml.document
	application/vnd.openxmlformats-officedocument.spreadsheetml.sheet
	application/vnd.openxmlformats-officedocument.presentationml.presentation
	application/openmetrics-text application/manifest+json application/pkcs8 application/x-pem-file application/cda+xml
	text/plain text/html text/css text/csv text/xml text/javascript text/markdown text/calendar text/vcard text/event-stream
	text/tab-separated-values text/rtf text/x-hl7-ft
	image/png image/jpeg image/gif image/webp image/svg+xml image/tiff image/bmp image/heic image/avif image/x-icon
	image/vnd.microsoft.icon image/jp2 audio/mpeg audio/wav audio/ogg audio/mp4 audio/webm audio/flac audio/aac
	video/mp4 video/webm video/mpeg video/quicktime video/ogg
	multipart/form-data multipart/mixed multipart/related multipart/alternative multipart/byteranges multipart/signed
	message/rfc822 message/http font/woff font/woff2 font/ttf font/otf model/gltf+json model/gltf-binary
`)

var charsets = wordSet(`utf-8 utf8 utf-16 us-ascii iso-8859-1 iso-8859-15 windows-1252`)

func isMediaType(s string) bool {
	s, param, ok := strings.Cut(s, ";")
	if ok {
		cs, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(param)), "charset=")
		if !ok || !charsets[cs] {
			return false
		}
	}
	return len(s) <= 80 && mediaTypes[strings.ToLower(s)]
}

// isVersion accepts v1.2.3, 1.2, go1.26.8, 2.0.0-rc.1+meta, what git describe writes (v1.2.3-4-g9fceb02), what Go
// calls a revision without a tag, a revision's hash, and (devel).
func isVersion(s string) bool {
	if s == "(devel)" || s == "devel" || s == "dev" || s == "latest" {
		return true
	}
	if len(s) == 0 || len(s) > 64 {
		return false
	}
	if isRevision(s) {
		return true
	}
	if isAddress(s) {
		return false
	}
	rest := strings.TrimPrefix(strings.TrimPrefix(s, "go"), "v")
	rest, meta, hasMeta := strings.Cut(rest, "+")
	if hasMeta && !isVersionTail(meta) {
		return false
	}
	n := 0
	for n < len(rest) && (class[rest[n]]&digit != 0 || rest[n] == '.') {
		n++
	}
	numbers := strings.Split(rest[:n], ".")
	if len(numbers) > 4 || len(numbers) > 1 && isGrouped(numbers, false) {
		return false
	}
	for i, number := range numbers {
		if number == "" || len(number) > 5 || i == 0 && len(number) > 1 && number[0] == '0' {
			return false
		}
	}
	tail := rest[n:]
	switch {
	case tail == "":
		return true
	case tail[0] == '-':
		return isVersionTail(tail[1:])
	}
	return isPreRelease(tail) // go1.27rc1
}

// isRevision accepts a hash of a commit: hexadecimal digits with both letters and numbers among them.
func isRevision(s string) bool {
	return len(s) >= 7 && len(s) <= 64 && all(s, digit|hexLetter) && !all(s, digit) && hasDigitRun(s, 1)
}

// isVersionTail accepts what stands after a version's numbers: rc.1, 4-g9fceb02, 0.20240102030405-abcdef012345,
// dirty, linux-amd64.
func isVersionTail(s string) bool {
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == '.' || r == '-' })
	for i, p := range parts {
		next := ""
		if i+1 < len(parts) {
			next = parts[i+1]
		}
		switch {
		case isPreRelease(p), len(p) > 7 && p[0] == 'g' && isRevision(p[1:]), isRevision(p):
		case all(p, digit) && len(p) == 14 && isRevision(next):
		case all(p, digit) && len(p) <= 4 && i > 0 && isPreRelease(parts[i-1]):
		case all(p, digit) && len(p) <= 5 && (len(next) > 7 && next[0] == 'g' && isRevision(next[1:]) || p == "0" && len(next) == 14):
		default:
			return false
		}
	}
	return len(parts) > 0
}

var versionWords = wordSet(`a alpha b beta c rc pre preview dev snapshot nightly canary final ga m post patch p sp hotfix dirty
	incompatible linux darwin windows amd64 arm64 alpine slim debian bookworm bullseye release build stable lts fips x`)

// isPreRelease accepts a word for a stage, with at most four digits after it.
func isPreRelease(s string) bool {
	n := len(s)
	for n > 0 && len(s)-n < 4 && class[s[n-1]]&digit != 0 {
		n--
	}
	return versionWords[strings.ToLower(s[:n])] || versionWords[strings.ToLower(s)]
}
