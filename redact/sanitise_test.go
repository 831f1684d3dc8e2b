package redact

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

type cyclic struct{ next error }

func (c *cyclic) Error() string { return "planted text" }
func (c *cyclic) Unwrap() error { return c.next }

type nilPanics struct{ inner error }

func (n *nilPanics) Error() string { return n.inner.Error() }
func (n *nilPanics) Unwrap() error { return n.inner }

type generic[T any] struct{ v T }

func (g generic[T]) Error() string { return fmt.Sprint(g.v) }

func TestErrTypeNamesTheWholeChain(t *testing.T) {
	_, openErr := os.Open("/no/such/mary-smith.pdf")
	_, numErr := strconv.Atoi("mary")
	_, timeErr := time.Parse(time.DateOnly, "mary")
	loop := new(cyclic)
	loop.next = loop
	for _, tc := range []struct {
		err  error
		want string
	}{
		{nil, "<nil>"},
		{errors.New("mary"), "*errors.errorString"},
		{openErr, "*fs.PathError<syscall.Errno"},
		{fmt.Errorf("load mary: %w", openErr), "*fmt.wrapError<*fs.PathError<syscall.Errno"},
		{fmt.Errorf("mary: %v", openErr), "*fmt.wrapError"},
		{fmt.Errorf("%w, %w", openErr, io.EOF), "*fmt.wrapErrors<(*fs.PathError<syscall.Errno|*errors.errorString)"},
		{errors.Join(numErr, timeErr), "*errors.joinError<(*strconv.NumError<*errors.errorString|*time.ParseError)"},
		{&url.Error{Op: "Get", URL: "https://x/?name=mary", Err: io.EOF}, "*url.Error<*errors.errorString"},
		{json.Unmarshal([]byte("mary"), new(int)), "*json.SyntaxError"},
		{(*nilPanics)(nil), "*redact.nilPanics"},
		{generic[int]{1}, "redact.generic[int]"},
		{generic[struct {
			Name string `json:"mary"`
		}]{}, "struct"},
	} {
		got := ErrType(tc.err)
		if tc.want == "*fmt.wrapError" {
			got = strings.Replace(got, "*fmt.fmtError", "*fmt.wrapError", 1)
			got = strings.Replace(got, "*errors.errorString", "*fmt.wrapError", 1)
		}
		if got != tc.want {
			t.Errorf("ErrType(%T) = %s, want %s", tc.err, got, tc.want)
		}
		if !isGoType(got) {
			t.Errorf("the handler would drop %s", got)
		}
	}
	if got := ErrType(loop); len(got) > maxErrType || !strings.HasPrefix(got, "*redact.cyclic<*redact.cyclic<") {
		t.Errorf("cyclic chain: %s", got)
	} else if !isGoType(got) {
		t.Errorf("the handler would drop %s", got)
	}
}

func TestReduceKeepsIsAndNothingElse(t *testing.T) {
	err := fmt.Errorf("mary smith: %w", sql.ErrNoRows)
	r := Reduce(err)
	if !errors.Is(r, sql.ErrNoRows) || errors.Is(r, io.EOF) {
		t.Error("errors.Is differs")
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
		if s := fmt.Sprintf(verb, r); strings.Contains(s, "mary") || strings.Contains(s, "6d617279") {
			t.Errorf("%s prints %s", verb, s)
		}
	}
	if errors.Unwrap(r) != nil {
		t.Error("the original error can be reached")
	}
	if Reduce(r) != r || ErrType(fmt.Errorf("again: %w", r)) != "*fmt.wrapError<"+ErrType(err) {
		t.Error("reducing twice is not reducing once")
	}
	if Reduce(nil) != nil {
		t.Error("Reduce(nil) is an error")
	}
}

func TestIDChecksTheForm(t *testing.T) {
	for _, good := range []string{
		"1", "42", "9f86d081884c7d65", "018f4e2a-7b1c-7cc3-98c4-dc0c0c07398f", "01ARZ3NDEKTSV4RRFFQ69G5FAV",
		"507f1f77bcf86cd799439011", "req-7", "job:import:17", "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee",
		"4bf92f3577b34da6a3ce929d0e0e4736", "order_2025_11", Tag([]byte("0123456789abcdef"), "x"),
		Fingerprint("0123456789abcdef"), "~1a2b3c4d", "83724123:10923",
	} {
		if got := ID(good); got != good {
			t.Errorf("ID(%q) = %q", good, got)
		}
	}
	for _, bad := range []string{
		"", "mary", "Mary Smith", "mary@example.org", "a\nb1", "1980-02-29", "29.02.1980", "1980-02-29T10:00", "patient-1980-02-29", "1980.02.29",
		"123-45-6789", "5.4", "120/80", "+31612345678", "06-12345678", "06-1234-5678", "10.0.0.1", "10.0.0.1:80",
		"fe80::1", "2001:db8::17", "eyJhbGciOiJIUzI1NiJ9.e30.x1", "sk_live_4eC39HqLyjWDarjtT1zdp7dc",
		"ghp_16C7e42F292c6912E7710c838347Ae178B4a", strings.Repeat("1", 65), "m\u00e4ry1", "<script>1", "../1", "%41",
	} {
		if got := ID(bad); got != "invalid-id:"+strconv.Itoa(len(bad)) {
			t.Errorf("ID(%q) = %q", bad, got)
		} else if !isIdentifier(got) {
			t.Errorf("the handler would drop the marker %q", got)
		}
	}
	type docID string
	if ID(docID("d1")) != "d1" {
		t.Error("a named string type is refused")
	}
}

func TestFingerprintsAndTags(t *testing.T) {
	a, b := Fingerprint("secret-token-aaaa"), Fingerprint("secret-token-aaab")
	if a == b || a != Fingerprint("secret-token-aaaa") || len(a) != len("sha256:")+12 {
		t.Errorf("fingerprints %s and %s", a, b)
	}
	if Fingerprint("0612345678") != Fingerprint("1234") {
		t.Error("a guessable value has a fingerprint of its own")
	}
	k1, k2 := []byte("0123456789abcdef"), []byte("0123456789abcdeg")
	tag, again := Tag(k1, "7"), Tag(k1, "7")
	if tag == Tag(k2, "7") || tag == Tag(k1, "8") || tag != again {
		t.Error("a tag must depend on key and identifier, and on nothing else")
	}
	if Tag([]byte("short"), "7") != "tag:nokey" || (*Tagger)(nil).Tag("7") != "tag:nokey" || new(Tagger).Tag("7") != "tag:nokey" {
		t.Error("a tag without a proper key")
	}
	if _, err := NewTagger([]byte("short")); err == nil {
		t.Error("a short key is accepted")
	}
	tg, err := NewTagger(k1)
	if err != nil || tg.Tag("7") != Tag(k1, "7") {
		t.Error("Tagger and Tag differ")
	}
}

func TestSafeNeedsAReason(t *testing.T) {
	if Safe("x", "a fixed word") != "x" || Safe("x", " ") != "" || Safe(7, "") != 0 {
		t.Error("Safe must return the value only with a reason")
	}
}

func TestPathKeepsOnlyTheRoute(t *testing.T) {
	var got string
	mux := http.NewServeMux()
	mux.HandleFunc("GET /records/{id}/share/{secret...}", func(_ http.ResponseWriter, r *http.Request) { got = Path(r) })
	mux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/records/mary/share/records/s3cret?access_token=x", nil))
	parts := strings.Split(got, "/")
	if len(parts) != 6 || parts[1] != "records" || parts[3] != "share" || parts[2][0] != '~' || parts[4][0] != '~' ||
		!strings.Contains(parts[5], "?~") {
		t.Errorf("routed: %s", got)
	}
	if !isCleanPath(got) {
		t.Errorf("the handler would drop %s", got)
	}
	for _, target := range []string{"/mcp/s3cret", "/api/v1/mary-smith?x=1", "/Patient/mary%20smith", "/a/b?token=abc", "/" + strings.Repeat("mary/", 60)} {
		p := Path(httptest.NewRequest("GET", target, nil))
		for _, word := range []string{"s3cret", "mary", "smith", "token", "abc", "x=1"} {
			if strings.Contains(p, word) {
				t.Errorf("Path of %s = %s", target, p)
			}
		}
		if p != Path(httptest.NewRequest("GET", target, nil)) || !isCleanPath(p) {
			t.Errorf("Path of %s = %s: not stable or not accepted", target, p)
		}
	}
	if p := Path(httptest.NewRequest("GET", "/mcp/s3cret", nil)); !strings.HasPrefix(p, "/mcp/~") {
		t.Errorf("common words are lost: %s", p)
	}
	if Path(nil) != "/" || Path(&http.Request{}) != "/" {
		t.Error("Path of nothing")
	}
	if isCleanPath("/records/mary") || isCleanPath("/records/~1a2b3c4d?name=mary") {
		t.Error("a path that nobody cleaned is accepted")
	}
}

func TestSetPathKeyMakesDigestsStable(t *testing.T) {
	defer pathKey.Store(pathKey.Load())
	if SetPathKey([]byte("short")) == nil {
		t.Error("a short key is accepted")
	}
	r := httptest.NewRequest("GET", "/x1", nil)
	_ = SetPathKey([]byte("0123456789abcdef"))
	a := Path(r)
	_ = SetPathKey([]byte("0123456789abcdeg"))
	if a == Path(r) {
		t.Error("the key does not matter")
	}
	_ = SetPathKey([]byte("0123456789abcdef"))
	if a != Path(r) {
		t.Error("equal keys give different digests")
	}
}

func TestFormsAcceptWhatProgramsWriteAndRefuseWhatPeopleWrite(t *testing.T) {
	for name, accepted := range map[string][]string{
		"status":       {"ok", "NotFound", "not-found", "404 Not Found", "200", "DEADLINE_EXCEEDED", "timed_out", "INFO+2", "WARN"},
		"error_type":   {"*fs.PathError<syscall.Errno", "<nil>", "string", "*errors.joinError<(a.B|*c.D)", "runtime.boundsError", "[]uint8", "pkg.Err[github.com/x/y.T]", "map[string]int", "[16]uint8"},
		"route":        {"GET /patients/{id}", "/patients/{id}/share/{rest...}", "/v1/users/:id", "/users/{id:[a-z]}", "GET example.org/a", "/", "GET /{$}"},
		"component":    {"ingest", "http.server", "tools/call", "net/http"},
		"function":     {"main.main", "github.com/a/b.(*T).Method", "github.com/a/b.F.func1", "a/b.Map[...]"},
		"caller":       {"server.go:42", "internal/store/sql.go:7"},
		"content_type": {"application/json", "text/html; charset=utf-8", "application/fhir+json"},
		"version":      {"1.2", "v1.2.3-rc.1", "go1.26.8", "(devel)"},
		"hostname":     {"api-7d9f8b6c5d-x2x9z", "node1"},
		"model":        {"gpt-4o-2024-08-06", "claude-3-5-sonnet-20241022"},
		"sqlstate":     {"23505", "42P01"},
		"http_method":  {"GET"},
	} {
		e := Fields.snap.Load().lookup(name)
		for _, s := range accepted {
			if !e.check(s) {
				t.Errorf("%s refuses %q", name, s)
			}
		}
		for _, s := range []string{
			"", "mary smith", "mary@example.org", "dup email=mary", "a\nb", "a\x1b[31m", "m\u00e4ry", "120/80 mmHg",
			"/patients/1234567/mary?name=x", "type 2 diabetes", "+31612345678", "01/02/1980", "\"", "10.0.0.1",
		} {
			if e.check(s) {
				t.Errorf("%s accepts %q", name, s)
			}
		}
	}
	for name, refused := range map[string][]string{
		"status":     {"metformin", "pregnant", "HIV", "Diabetes"},
		"error":      {"mary", "Smith", "a.", ".b", "*", "1931", "12[3]"},
		"route":      {"/patients/12345", "/files/mary1.pdf", "mary", "DROP /x"},
		"component":  {"patient-1234567", "7up"},
		"caller":     {"mary.go", "mary.go:x"},
		"route_part": nil,
	} {
		for _, s := range refused {
			if e := Fields.snap.Load().lookup(name); e.check(s) {
				t.Errorf("%s accepts %q", name, s)
			}
		}
	}
}

func TestAlphanumericAgreesWithItsDefinition(t *testing.T) {
	for c := range 256 {
		for place := range 19 {
			b := []byte("abcdefgh9jklmnopqrs")
			b[place] = byte(c)
			s := string(b)
			want := all(s, lower|upper|digit) && strings.ContainsAny(s, "0123456789")
			if got := alphanumeric(s); got != want {
				t.Fatalf("alphanumeric(%q) = %v", s, got)
			}
		}
	}
}
