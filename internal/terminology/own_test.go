package terminology

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/terminology/alias"
	"github.com/seed-a76b335c/philint/internal/terminology/fold"
)

func TestTheGeneratedFilesAreWhatTheirSourcesSay(t *testing.T) {
	files, err := Generated()
	if err != nil {
		t.Fatal(err)
	}
	size := 0
	for name, want := range files {
		got, err := os.ReadFile(filepath.FromSlash(name))
		if err != nil {
			t.Error(err)
		}
		if string(got) != want {
			t.Errorf("%s is stale: run go run ./internal/terminology/gen", name)
		}
		size += len(got)
	}
	if size > 3<<20 {
		t.Errorf("the generated files have %d bytes", size)
	}
	if files["phrases.txt"] != phrasesText {
		t.Error("the phrases that are built in are not those of the sources")
	}
}

// What a generated file leaves out must make no difference: every own name is asked with and without blanks around it,
// and its words are known.
func TestEveryOwnNameIsFoundByItsKeyAndByItsPhrase(t *testing.T) {
	s := coreSet(t)
	s.Warm()
	entries, err := alias.Load()
	if err != nil {
		t.Fatal(err)
	}
	for i := range entries {
		e := &entries[i]
		m, ok := s.aliases.Find(" " + e.Surface + " ")
		if !ok || len(m.Codes) != len(e.Codes) {
			t.Fatalf("%s:%d: %q is %+v, want %s", e.File, e.Line, e.Surface, m, e.Target)
		}
		phrase := s.index.base.phraseOf(e.Key)
		if phrase == "" {
			continue
		}
		found := false
		for _, f := range s.index.find(nil, []byte(phrase)) {
			found = found || f.alias != nil && f.alias.Target == e.Target
		}
		if !found {
			t.Errorf("%s:%d: the phrase %q does not stand for %s", e.File, e.Line, phrase, e.Target)
		}
	}
}

func TestANameIsNotReadInTheGrammarOfTheNameBefore(t *testing.T) {
	s := coreSet(t)
	p := &parser{x: s.index.ready()}
	for _, formal := range []string{"glucose [mass/volume] in serum or plasma", "glucose serpl mcnc"} {
		if len(p.read(formal)) == 0 || !p.formal {
			t.Fatalf("%s is not read as a name of LOINC's", formal)
		}
		if p.read("blorbine"); p.formal || p.short {
			t.Errorf("an unknown word after %s is read as a name of LOINC's", formal)
		}
	}
}

func TestAnExtraNameIsOneOfTheOwnNames(t *testing.T) {
	entry := func(surface, target string, codes ...string) alias.Entry {
		return alias.Entry{
			Surface: surface, Key: fold.Key(surface), KeyAsWritten: fold.KeyAsWritten(surface),
			Meaning: alias.Meaning{Target: target, Codes: codes}, File: "site.tsv", Line: 3,
		}
	}
	s, err := New(nil, nil, entry("Zuckerwert des Hauses", "2345-7", "2345-7"), entry("家中膽固", "2093-3", "2093-3"), entry("House panel", alias.TooBroad))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, code, reason, method string }{
		{"zuckerwert des hauses", "2345-7", "", MethodAlias},
		{"家中膽固", "2093-3", "", MethodAlias},
		{"家中胆固", "2093-3", "", MethodAlias}, // simplified
		{"Zuckerwert des Hauses in urine", "2350-7", "", MethodParts},
		{"house panel", "", ReasonTooBroad, ""},
		{"Glucose", "2345-7", "", MethodAlias},
		{"血紅素", "718-7", "", MethodAlias},
	} {
		r := s.Resolve(c.name)
		if r.Code != c.code || r.Reason != c.reason || r.Method != c.method {
			t.Errorf("%s: %q by %q, reason %q; want %q by %q, %q", c.name, r.Code, r.Method, r.Reason, c.code, c.method, c.reason)
		}
	}
	if s.Release() == coreSet(t).Release() {
		t.Error("two sets of own names have one release")
	}
	_, err = New(nil, nil, entry("Total WBC count", "2345-7", "2345-7"))
	if err == nil || !strings.Contains(err.Error(), "site.tsv:3") || !strings.Contains(err.Error(), "en.tsv:") {
		t.Errorf("a contradiction says %v", err)
	}
	_, err = New(nil, nil, entry("x of ours", "2345-7", "2345-7"), entry("X of ours", "718-7", "718-7"))
	if err == nil || !strings.Contains(err.Error(), "site.tsv:3") {
		t.Errorf("two meanings of an extra name: %v", err)
	}
}
