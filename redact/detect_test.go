package redact

import (
	"strings"
	"testing"
)

// Each detector must find its form in all spellings, and must leave alone what servers write.
func TestDetectors(t *testing.T) {
	for _, tc := range []struct {
		d    Detector
		hits []string
	}{
		{DetectEmail, []string{"a@b.co", "<mary.o'neil+x@clinic.example.org>", "to mary@clinic.example.", "u=mary%40clinic.example", "\u00e9va@clinic.example", "mary@cl\u00ednica.example"}},
		{DetectPhone, []string{"+31612345678", "+1 (555) 010-7788", "+44 20 7946 0018", "0612345678", "06-12345678", "06 12 34 56 78", "(555) 010-7788", "555.010.7788", "1-555-010-7788", "0031612345678", "030/1234567"}},
		{DetectSSN, []string{"078-05-1120", "078 05 1120", "ssn 078051120", "Social Security no. 078051120"}},
		{DetectNHSNumber, []string{"943 476 5919", "9434765919", "943-476-5919"}},
		{DetectBSN, []string{"111222333", "bsn:123456782", "1112.22.333"}},
		{DetectMBI, []string{"1EG4-TE5-MK73", "1EG4TE5MK73", "1eg4te5mk73"}},
		{DetectRecordNumber, []string{"MRN 0048173", "mrn#48-173", "Medical Record No 4817", "patient number 48173"}},
		{DetectDate, []string{"1931-03-08", "08/03/1931", "3/8/31", "08.03.1931", "8-3-1931", "8 March 1931", "Mar 8, 1931", "1931-03-08T10:00:00Z", "mary_1931-03-08.pdf", "2026-05-04"}},
		{DetectAddress, []string{"203.0.113.7", "203.0.113.7:443", "[2001:db8::1]:80", "2001:db8::1", "from 203.0.113.0/24"}},
		{DetectToken, []string{
			"Bearer mF9B5f41", "authorization: bearer abcdefghijklmnopqrstuvwxyz", "Basic bWFyeTpzM2NyZXQ=1", "sk_live_4eC39HqLyjWDarjtT1zdp7dc",
			"ghp_16C7e42F292c6912E7710c838347Ae178B4a", "AKIAIOSFODNN7EXAMPLE", "x wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY1 y",
		}},
		{DetectJWT, []string{"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJxIn0.c2ln", "t=eyJhbGciOiJub25l"}},
		{DetectURL, []string{"https://api.example/Patient/1", "postgres://u:p@db/x", "http://localhost/x?name=mary"}},
		{DetectFHIR, []string{`{"resourceType":"Patient"}`, `{\"resourceType\":`, `xmlns="http://hl7.org/fhir"`}},
		{DetectTable, []string{"indicator|unit|time|value", "a\tb\tc\n1\t2\t3"}},
		{DetectDocument, []string{`{"a":1}`, `{\"a\":1}`, "{Name:mary}", "{mary 43}", "&{ID:7 Name:x}", "map[a:1]", "[{a b}]", "[67 65 78 65]", "<Patient>x</Patient>", "<?xml ?>", `["a"]`}},
		{DetectPair, []string{"name=mary", "x (name=mary)", "status=pregnant", "user_id=mary", "a name=1"}},
	} {
		for _, s := range tc.hits {
			if !tc.d.Find(s) {
				t.Errorf("%s is blind to %q", tc.d.Name, s)
			}
			if !triggered(s) && !triggered(strings.Repeat("x", 8)+s) {
				t.Errorf("%s is never asked about %q", tc.d.Name, s)
			}
			if NewFilter().Message(s) == s {
				t.Errorf("the filter lets %q pass", s)
			}
		}
		if tc.d.Find("") {
			t.Errorf("%s finds something in nothing", tc.d.Name)
		}
	}
	for _, s := range []string{
		"server started", "listening on :8080", "listening on 0.0.0.0:8080", "see http://localhost:8080/docs", "took 37.5ms for 12 rows", "go1.26.8 linux/amd64",
		"version v1.2.3-rc.1", "job 42 of 4096 done", "wrote 1048576 bytes", "018f4e2a-7b1c-7cc3-98c4-dc0c0c07398f", "4bf92f3577b34da6a3ce929d0e0e4736",
		"commit 9698880", "retry 3/5", "GET /v1/records/{id}", "user_id=u1 status=ok duration=37ms", "queue depth 0, lag 12", "25% done", "may 12 workers start", "basic auth is off",
		"the bearer is missing", "a < b, c > d", "err: <nil>", "[1/4] build", "step 2: index", "ratio 0.25", "Handler panicked; see type", "port 5432 in use", "HTTP/1.1 404 Not Found", "sha256:1a2b3c4d5e6f",
		"closing idle connections: 3 of 10", "email sent", "phone verified", "shutdown in 30 s", "lease 83724123 expired",
	} {
		if got := NewFilter().Message(s); got != s {
			t.Errorf("%q is replaced: %s", s, got)
		}
	}
}

func TestLines(t *testing.T) {
	f := NewFilter()
	for in, want := range map[string]string{
		"":                             "",
		"server started":               "server started",
		"login of mary@clinic.example": "[redacted email: 28 runes]",
		`time=2006-01-02 level=INFO msg="request served" user_id=u1 name="mary smith" status=ok`:                                         `level=INFO msg="request served" user_id=u1 status=ok`,
		`msg="login of mary@clinic.example" row_count=3`:                                                                                 `msg="[redacted email: 28 runes]" row_count=3`,
		"served name=Mary Smith user_id=u1 took=5ms":                                                                                     "served user_id=u1 took=5ms",
		"served user.id=u1 user.name=mary user.request.row_count=2":                                                                      "served user.id=u1 user.request.row_count=2",
		`{"level":"info","msg":"m","user_id":"u1","email":"x","n":3,"error":"mary"}`:                                                     `{"level":"info","msg":"m","user_id":"u1","n":3}`,
		`{"msg":"m","request":{"id":7,"email":"x"},"duration":"37ms","started_at":"2026-05-04T03:02:01Z","time":"1931-03-08T00:00:00Z"}`: `{"msg":"m","request":{"id":7},"duration":"37ms","started_at":"2026-05-04T03:02:01Z","time":"1931-03-08T00:00:00Z"}`,
		`{"msg":"m","broken`:   `{"msg":"[redacted document: 18 runes]"}`,
		`{"msg":"m"} mary`:     `{"msg":"[redacted document: 16 runes]"}`,
		`{"msg":{"a":"mary"}}`: `{}`,
	} {
		if got := f.Line(in); got != want {
			t.Errorf("Line(%s)\n got %s\nwant %s", in, got, want)
		}
	}
}

func TestDetectorListAndVariablesAgree(t *testing.T) {
	seen := make(map[string]bool)
	for _, d := range Detectors {
		if seen[d.Name] || d.Find == nil || !all(d.Name, lower|namePunct) {
			t.Errorf("detector %q", d.Name)
		}
		seen[d.Name] = true
	}
	if len(seen) != 16 {
		t.Errorf("%d detectors", len(seen))
	}
}
