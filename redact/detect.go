package redact

import (
	"net/netip"
	"slices"
	"strings"
)

// A Detector looks for one sort of telling text in a message. It is for what the linter cannot see,
// such as a library that formats its arguments into its messages; it is no licence to do that.
type Detector struct {
	Name string                 // what a hit is called in the log: lower case, at most 24 letters
	Find func(text string) bool // reports whether text has it; must be safe for concurrent use
}

// Detectors are the built-in detectors, in the order in which they are asked.
var Detectors = []Detector{
	DetectJWT, DetectToken, DetectFHIR, DetectTable, DetectEmail, DetectURL, DetectMBI, DetectSSN,
	DetectRecordNumber, DetectNHSNumber, DetectPhone, DetectDate, DetectAddress, DetectBSN,
	DetectDocument, DetectPair,
}

// The built-in detectors, for [WithDetectors].
var (
	// DetectEmail finds an e-mail address.
	DetectEmail = Detector{"email", hasEmail}
	// DetectPhone finds a telephone number: international, or national in its usual groups.
	DetectPhone = Detector{"phone", hasPhone}
	// DetectSSN finds a United States social-security number, written in groups.
	DetectSSN = Detector{"ssn", hasSSN}
	// DetectNHSNumber finds ten digits with a valid NHS check digit.
	DetectNHSNumber = Detector{"nhs-number", hasNHSNumber}
	// DetectBSN finds eight or nine digits that pass the eleven test of the Dutch citizen number.
	DetectBSN = Detector{"bsn", hasBSN}
	// DetectMBI finds a Medicare beneficiary identifier.
	DetectMBI = Detector{"mbi", hasMBI}
	// DetectRecordNumber finds a number that is called a medical record number.
	DetectRecordNumber = Detector{"record-number", hasRecordNumber}
	// DetectDate finds a calendar date; a record has its own time, so one in a message is about a person.
	DetectDate = Detector{"date", hasCalendarDate}
	// DetectAddress finds an IP address other than the loopback and unspecified ones.
	DetectAddress = Detector{"ip-address", hasIP}
	// DetectToken finds bearer tokens, keys with a known prefix, and long random text.
	DetectToken = Detector{"token", hasToken}
	// DetectJWT finds a JSON web token.
	DetectJWT = Detector{"jwt", hasJWT}
	// DetectURL finds a URL of another host than this one.
	DetectURL = Detector{"url", hasURL}
	// DetectFHIR finds a FHIR resource in JSON or XML.
	DetectFHIR = Detector{"fhir", hasFHIR}
	// DetectTable finds a rendered table: columns between bars or tabs.
	DetectTable = Detector{"table", hasTable}
	// DetectDocument finds JSON, XML, a printed struct, map or error with a value in quotes.
	DetectDocument = Detector{"document", hasDocument}
	// DetectPair finds name=value with a name that is not in [Fields] or a value not of its kind.
	DetectPair = Detector{"pair", hasBadPair}
)

// detect names the first detector that finds something. A detector that panics has found something.
func (f *Filter) detect(text string) string {
	for _, d := range f.detectors {
		if finds(d, text) {
			if !isDetectorName(d.Name) {
				return "text"
			}
			return d.Name
		}
	}
	return ""
}

func isDetectorName(s string) bool { return s != "" && len(s) <= 24 && all(s, lower|namePunct) }

func finds(d Detector, text string) (found bool) {
	if d.Find == nil {
		return false
	}
	defer func() {
		if recover() != nil {
			found = true
		}
	}()
	return d.Find(text)
}

func isAlnum(c byte) bool { return class[c]&(lower|upper|digit) != 0 }
func isDigit(c byte) bool { return class[c]&digit != 0 }

// hasWordAt reports whether s begins with the lower-case word w, in any case.
func hasWordAt(s, w string) bool { return len(s) >= len(w) && strings.EqualFold(s[:len(w)], w) }

func hasEmail(s string) bool {
	for i := 1; i < len(s)-3; i++ {
		at := 0
		switch {
		case s[i] == '@':
			at = 1
		case hasWordAt(s[i:], "%40"):
			at = 3
		default:
			continue
		}
		if c := s[i-1]; !isAlnum(c) && !strings.ContainsRune("._%+-\"'", rune(c)) && c < 0x80 {
			continue
		}
		// The domain's last label is what tells an address from pkg@v1.2.3.
		j := i + at
		dot := -1
		for j < len(s) && (isAlnum(s[j]) || s[j] == '-' || s[j] == '.' || s[j] >= 0x80) {
			if s[j] == '.' {
				dot = j
			}
			j++
		}
		for j > 0 && s[j-1] == '.' {
			j-- // the end of a sentence
			dot = strings.LastIndexByte(s[i+at:j], '.')
			if dot >= 0 {
				dot += i + at
			}
		}
		if dot > i && j-dot > 2 && !isDigit(s[dot+1]) {
			return true
		}
	}
	return false
}

// A run is a piece of text made of digits and the separators that people put between them.
type run struct {
	text   string
	digits string
	before byte // the byte before it, or 0
	after  byte
}

// runs yields the maximal runs of digits with single separators of these between them. A run that
// touches a letter is part of a word and is not one.
func runs(s, separators string) []run {
	var out []run
	for i := 0; i < len(s); {
		if !isDigit(s[i]) {
			i++
			continue
		}
		j, digits := i, make([]byte, 0, 16)
		for j < len(s) {
			if isDigit(s[j]) {
				digits = append(digits, s[j])
				j++
			} else if strings.IndexByte(separators, s[j]) >= 0 && j+1 < len(s) && isDigit(s[j+1]) {
				j++
			} else {
				break
			}
		}
		r := run{text: s[i:j], digits: string(digits)}
		if i > 0 {
			r.before = s[i-1]
		}
		if j < len(s) {
			r.after = s[j]
		}
		if class[r.before]&(lower|upper) == 0 && class[r.after]&(lower|upper) == 0 && r.before != '_' && r.after != '_' {
			out = append(out, r)
		}
		i = j
	}
	return out
}

// groups gives the lengths of a run's digit groups: "123-45-6789" is 3 2 4.
func (r run) groups() []int {
	var g []int
	n := 0
	for i := 0; i < len(r.text); i++ {
		if isDigit(r.text[i]) {
			n++
		} else {
			g = append(g, n)
			n = 0
		}
	}
	return append(g, n)
}

func hasPhone(s string) bool {
	// (555) 010-9999 reads like 555-010-9999.
	flat := strings.NewReplacer("(0)", "", ") ", "-", ")", "-", "(", "").Replace(s)
	for _, r := range runs(flat, " -./") {
		n := len(r.digits)
		if r.before == '+' && n >= 8 && n <= 15 {
			return true
		}
		g := r.groups()
		switch {
		case strings.HasPrefix(r.digits, "00") && n >= 10 && n <= 15:
			return true
		case r.digits[0] == '0' && (n == 10 || n == 11) && len(g) <= 6:
			return true // 06 1234 5678, 0201234567
		case n == 10 && len(g) == 3 && g[0] == 3 && g[1] == 3, n == 10 && len(g) == 2 && g[0] == 3 && g[1] == 7:
			return true // 555-010-9999
		case n == 11 && r.digits[0] == '1' && len(g) == 4 && g[1] == 3 && g[2] == 3:
			return true
		}
	}
	return false
}

func hasSSN(s string) bool {
	for _, r := range runs(s, "- ") {
		if g := r.groups(); slices.Equal(g, []int{3, 2, 4}) && validSSN(r.digits) {
			return true
		}
	}
	// Without groups it is any nine digits, so it must be called by its name.
	i := indexFold(s, "ssn", "social security")
	return i >= 0 && slices.ContainsFunc(runs(s[i:], "- "), func(r run) bool { return len(r.digits) == 9 })
}

func validSSN(d string) bool {
	return d[:3] != "000" && d[:3] != "666" && d[3:5] != "00" && d[5:] != "0000"
}

func hasNHSNumber(s string) bool {
	for _, r := range runs(s, "- ") {
		if len(r.digits) != 10 {
			continue
		}
		sum := 0
		for i := range 9 {
			sum += int(r.digits[i]-'0') * (10 - i)
		}
		if check := (11 - sum%11) % 11; check != 10 && check == int(r.digits[9]-'0') && strings.Trim(r.digits, r.digits[:1]) != "" {
			return true
		}
	}
	return false
}

func hasBSN(s string) bool {
	for _, r := range runs(s, ".") {
		d := r.digits
		if len(d) == 8 {
			d = "0" + d
		}
		if len(d) != 9 || strings.Trim(d, "0") == "" {
			continue
		}
		sum := -int(d[8] - '0')
		for i := range 8 {
			sum += int(d[i]-'0') * (9 - i)
		}
		if sum%11 == 0 {
			return true
		}
	}
	return false
}

// hasMBI looks for the eleven places of the identifier, C A N/A N A N/A N A A N N, with or without its
// hyphens. S, L, O, I, B and Z never occur in it.
func hasMBI(s string) bool {
	const form = "CAXNAXNAANN"
	for i := 0; i < len(s); i++ {
		if i > 0 && isAlnum(s[i-1]) {
			continue
		}
		j, k := i, 0
		for j < len(s) && k < len(form) {
			c := s[j] &^ 0x20 // upper case, for letters
			if s[j] == '-' && (k == 4 || k == 7) {
				j++
				continue
			}
			letter := c >= 'A' && c <= 'Z' && !strings.ContainsRune("SLOIBZ", rune(c)) && class[s[j]]&(lower|upper) != 0
			ok := false
			switch form[k] {
			case 'C':
				ok = s[j] >= '1' && s[j] <= '9'
			case 'A':
				ok = letter
			case 'N':
				ok = isDigit(s[j])
			case 'X':
				ok = letter || isDigit(s[j])
			}
			if !ok {
				break
			}
			j++
			k++
		}
		if k == len(form) && (j == len(s) || !isAlnum(s[j])) {
			return true
		}
	}
	return false
}

var recordWords = []string{
	"mrn", "medical record", "record number", "patient number", "patient no", "patient id", "nhs no",
	"nhs number", "bsn", "insurance number", "member number", "policy number", "hospital number", "chart number",
}

func hasRecordNumber(s string) bool {
	i := indexFold(s, recordWords...)
	return i >= 0 && hasDigitRun(strings.NewReplacer("-", "", " ", "", ".", "").Replace(s[i:]), 4)
}

// indexFold returns the first place in s where one of the words begins, as a word, in any case.
func indexFold(s string, words ...string) int {
	for i := range len(s) {
		if i > 0 && isAlnum(s[i-1]) {
			continue
		}
		for _, w := range words {
			if hasWordAt(s[i:], w) && (i+len(w) == len(s) || class[s[i+len(w)]]&(lower|upper) == 0) {
				return i
			}
		}
	}
	return -1
}

func hasCalendarDate(s string) bool {
	for _, sep := range []string{"-", "/", "."} {
		for _, r := range dateRuns(s, sep[0]) {
			g := r.groups()
			if len(g) != 3 {
				continue
			}
			switch {
			case g[0] == 4 && g[1] <= 2 && g[2] <= 2:
				if isYear(r.digits[:4]) {
					return true
				}
			case g[0] <= 2 && g[1] <= 2 && g[2] == 4:
				if isYear(r.digits[len(r.digits)-4:]) {
					return true
				}
			case g[0] <= 2 && g[1] <= 2 && g[2] == 2 && sep == "/":
				return true // 2/29/80
			}
		}
	}
	return hasWordedDate(s)
}

// dateRuns is runs, but lets a T follow: a date of birth may be written as a timestamp.
func dateRuns(s string, sep byte) []run {
	return runs(strings.NewReplacer("T", " ", "_", " ").Replace(s), string(sep))
}

func isYear(s string) bool { return s[:2] == "18" || s[:2] == "19" || s[:2] == "20" }

var months = []string{
	"january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
	"november", "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
}

// hasWordedDate finds 29 Feb 1980 and February 29, 1980.
func hasWordedDate(s string) bool {
	words := strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' || r == '.' || r == '-' })
	for i, w := range words {
		if !slices.ContainsFunc(months, func(m string) bool { return strings.EqualFold(m, w) }) {
			continue
		}
		near := words[max(0, i-1):min(len(words), i+3)]
		if slices.ContainsFunc(near, func(w string) bool { return len(w) == 4 && all(w, digit) && isYear(w) }) {
			return true
		}
	}
	return false
}

// words splits text at what cannot be part of a token.
func tokens(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool {
		return r <= ' ' || r >= 0x80 || strings.ContainsRune("\"'`,;()<>[]{}=&?|", r)
	})
}

func hasIP(s string) bool {
	for _, t := range tokens(s) {
		t = strings.TrimRight(t, ".:")
		if host, _, ok := strings.Cut(t, "/"); ok {
			t = host
		}
		if isAddress(t) && !isLocal(t) {
			return true
		}
		if i := strings.LastIndexByte(t, ':'); i > 0 && isAddress(t[:i]) && !isLocal(t) {
			return true
		}
	}
	return false
}

// isLocal reports whether what a URL has after its slashes, or an address with a port perhaps, begins with this
// machine's own name or address, whole.
func isLocal(host string) bool {
	if end := strings.IndexAny(host, "/?#"); end >= 0 {
		host = host[:end]
	}
	switch host {
	case "::", "::1":
		return true
	}
	if inner, rest, ok := strings.Cut(strings.TrimPrefix(host, "["), "]"); ok && host[0] == '[' {
		return (inner == "::" || inner == "::1") && (rest == "" || rest[0] == ':' && all(rest[1:], digit))
	}
	name, port, _ := strings.Cut(host, ":")
	if !all(port, digit) {
		return false
	}
	if name == "localhost" {
		return true
	}
	a, err := netip.ParseAddr(name)
	return err == nil && (a.IsLoopback() || a.IsUnspecified())
}

func hasToken(s string) bool {
	if i := indexFold(s, "bearer", "basic"); i >= 0 {
		if t := tokens(s[i:]); len(t) > 1 && len(t[1]) >= 8 && (hasDigitRun(t[1], 1) || len(t[1]) >= 20) {
			return true
		}
	}
	for _, t := range tokens(s) {
		t = strings.TrimRight(t, ".:!")
		if len(t) >= 12 && isSecretForm(t) && hasDigitRun(t, 1) {
			return true
		}
		if len(t) >= 32 && isRandom(t) {
			return true
		}
	}
	return false
}

// isRandom reports whether a long word mixes cases and digits as only generated text does. Hexadecimal
// is let through: trace and object identifiers are written so.
func isRandom(t string) bool {
	var seen uint8
	switches := 0
	for i := 0; i < len(t); i++ {
		c := class[t[i]]
		if c&(lower|upper|digit) == 0 && !strings.ContainsRune("+/_-", rune(t[i])) {
			return false
		}
		seen |= c
		if i > 0 && (c^class[t[i-1]])&(lower|upper|digit) != 0 {
			switches++
		}
	}
	return seen&lower != 0 && seen&upper != 0 && seen&digit != 0 && switches >= len(t)/4
}

func hasJWT(s string) bool {
	for {
		i := strings.Index(s, "eyJ")
		if i < 0 {
			return false
		}
		s = s[i:]
		n := 0
		for n < len(s) && (isAlnum(s[n]) || s[n] == '_' || s[n] == '-') {
			n++
		}
		if n >= 8 {
			return true // a header alone is only that; with it goes the rest, cut or not
		}
		s = s[3:]
	}
}

func hasURL(s string) bool {
	for {
		i := strings.Index(s, "://")
		if i < 0 {
			return false
		}
		s = s[i+3:]
		end := strings.IndexAny(s, " \"'<>")
		if end < 0 {
			end = len(s)
		}
		if !isLocal(s[:end]) || strings.ContainsAny(s[:end], "?@") {
			return true
		}
	}
}

func hasFHIR(s string) bool {
	return strings.Contains(s, "resourceType") || strings.Contains(s, "http://hl7.org/fhir") || strings.Contains(s, "hl7.org/fhir")
}

func hasTable(s string) bool {
	return strings.Count(s, "|") >= 2 || strings.Count(s, "\t") >= 2 && strings.ContainsAny(s, "0123456789\n")
}

func hasDocument(s string) bool {
	for i := 0; i+1 < len(s); i++ {
		switch s[i] {
		case '{':
			if s[i+1] == '"' || s[i+1] == '\\' || isFieldStart(s[i+1:]) {
				return true // {"a":…  {\"a\":…  {Name:…
			}
		case '[':
			if s[i+1] == '{' || s[i+1] == '"' || isByteList(s[i+1:]) {
				return true
			}
		case 'm':
			if strings.HasPrefix(s[i:], "map[") && strings.Contains(s[i:], ":") {
				return true
			}
		case '<':
			if class[s[i+1]]&(lower|upper) != 0 || s[i+1] == '?' || s[i+1] == '/' {
				if strings.IndexByte(s[i:], '>') > 0 && !strings.HasPrefix(s[i:], "<nil>") {
					return true
				}
			}
		}
	}
	return false
}

// isFieldStart reports whether s begins like the inside of a printed struct: {Mary 43} or {Name:Mary}.
func isFieldStart(s string) bool {
	n := 0
	for n < len(s) && (isAlnum(s[n]) || s[n] == '_') {
		n++
	}
	return n > 0 && n < len(s) && (s[n] == ':' || s[n] == ' ')
}

// isByteList reports whether s begins like a printed []byte: [67 65 78 …
func isByteList(s string) bool {
	n := 0
	for i, f := range strings.Fields(s) {
		f = strings.TrimRight(f, "]")
		if len(f) > 3 || !all(f, digit) || f == "" {
			break
		}
		n = i + 1
	}
	return n >= 4
}

func hasBadPair(s string) bool { return hasPairNotIn(Fields.load(), s) }

func hasPairNotIn(snap *snapshot, s string) bool {
	for i := 1; i+1 < len(s); i++ {
		if s[i] != '=' || s[i+1] == ' ' || s[i+1] == '=' || s[i+1] == '>' || strings.IndexByte("!<>=: ", s[i-1]) >= 0 {
			continue
		}
		j := i
		for j > 0 && (isAlnum(s[j-1]) || s[j-1] == '_' || s[j-1] == '-' || s[j-1] == '.') {
			j--
		}
		e := snap.lookup(s[j:i])
		end := strings.IndexAny(s[i+1:], " ,;)")
		if end < 0 {
			end = len(s) - i - 1
		}
		if e == nil || !e.accepts(s[i+1:i+1+end]) {
			return true
		}
	}
	return false
}
