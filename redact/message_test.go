package redact

import (
	"strings"
	"testing"
)

func TestPlainTextAgreesWithItsDefinition(t *testing.T) {
	for c := range 256 {
		for place := range 19 {
			b := []byte("request served well")
			b[place] = byte(c)
			s := string(b)
			want := strings.Trim(strings.ToLower(s), "acdefghijklmnopqrstuvwxyz ") == "" && !strings.ContainsAny(s, "\u212a\u017f") && all(strings.ReplaceAll(s, " ", ""), lower|upper)
			if got := isPlainText(s); got != want {
				t.Fatalf("isPlainText(%q) = %v", s, got)
			}
			if isPlainText(s) && triggered(s) {
				t.Fatalf("%q is plain and triggered", s)
			}
		}
	}
}

func TestMarkersCannotBeForged(t *testing.T) {
	f := NewFilter()
	for _, s := range []string{"[redacted mary.smith: 19310308 runes]", "[redacted mary: 3 runes]", "[redacted email: 19310308123 runes]", "[redacted : 3 runes]"} {
		if f.isMessageMarker(s) {
			t.Errorf("%s is taken for a marker", s)
		}
	}
	own := NewFilter(WithDetectors(Detector{"ward", func(s string) bool { return s == "ward 3" }}))
	for _, s := range []string{"[redacted email: 28 runes]", "[redacted dynamic: 3 runes]", own.Message("ward 3")} {
		if got := own.Message(s); got != s {
			t.Errorf("%s becomes %s", s, got)
		}
	}
}

func TestAMessageIsJudgedOnce(t *testing.T) {
	f := NewFilter(MaxMessage(20))
	for _, s := range []string{
		strings.Repeat("\n", 50), strings.Repeat("word ", 30), "aaaaaaaaaaaaaaaaaa\x01\x02\x03", "\u2028\u2028\u2028\u2028\u2028\u2028", strings.Repeat("a", 18) + "\u202e" + "b",
		strings.Repeat("x", 10) + " +31612345678901234567", strings.Repeat("\xff", 30), strings.Repeat("\u00e9", 40), "short\ttext",
	} {
		once := f.Message(s)
		if twice := f.Message(once); twice != once {
			t.Errorf("%q becomes %q, then %q", s, once, twice)
		}
		text, _, _ := strings.Cut(once, cutPrefix)
		if n := len([]rune(text)); n > 20 && !strings.HasPrefix(once, "[redacted") {
			t.Errorf("%q is left with %d runes", s, n)
		}
		if strings.ContainsFunc(once, func(r rune) bool { return unsafeRune(r, 2) }) {
			t.Errorf("%q is left", once)
		}
	}
}

func TestThePairDetectorKnowsTheFiltersOwnNames(t *testing.T) {
	r, err := NewRegistry(Field{Name: "ward", Kind: KindIdentifier})
	if err != nil {
		t.Fatal(err)
	}
	f := NewFilter(WithRegistry(r))
	if got := f.Message("moved ward=w3"); got != "moved ward=w3" {
		t.Errorf("a name of the registry: %s", got)
	}
	if got := f.Message("moved user_id=u1"); got == "moved user_id=u1" {
		t.Error("a name of another registry stays")
	}
}

func TestOnlyThisMachineIsLocal(t *testing.T) {
	for s, local := range map[string]bool{
		"127.0.0.1:80/x": true, "localhost": true, "localhost:8080/docs": true, "[::1]:80": true, "0.0.0.0:80": true, "::1": true,
		"127.clinic.example": false, "localhost.clinic.example": false, "127.0.0.1.example": false, "localhost:mary@x": false, "[::1].example": false, "::1f": false, "": false,
	} {
		if isLocal(s) != local {
			t.Errorf("isLocal(%q) = %v", s, !local)
		}
	}
}
