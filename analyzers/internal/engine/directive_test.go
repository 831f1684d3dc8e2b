package engine_test

import (
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/analyzers/internal/engine"
)

func TestParseDirective(t *testing.T) {
	for _, c := range []struct {
		text, verb, reason string
		ok, wrong          bool
	}{
		{"// a comment", "", "", false, false},
		{"// philint:ok spaced", "", "", false, false},
		{"//philint:ok the label comes from a fixed list", "ok", "the label comes from a fixed list", true, false},
		{"//philint:ok\ttabbed reason", "ok", "tabbed reason", true, false},
		{"//philint:ok", "ok", "", true, true},
		{"//philint:ok   ", "ok", "", true, true},
		{"//philint:safe", "safe", "", true, true},
		{"//philint:safe checked by the parser", "safe", "checked by the parser", true, false},
		{"//philint:phi", "phi", "", true, false},
		{"//philint:okay reason", "okay", "reason", true, true},
		{"//philint:", "", "", true, true},
	} {
		d, problem, ok := engine.ParseDirective(c.text)
		if ok != c.ok || d.Verb != c.verb || d.Reason != c.reason || (problem != "") != c.wrong {
			t.Errorf("ParseDirective(%q) = %+v, %q, %v", c.text, d, problem, ok)
		}
	}
}

func FuzzParseDirective(f *testing.F) {
	for _, s := range []string{"//philint:ok why", "//philint:ok", "//philint:phi", "//philint:\x00", "//philint:safe\t\t", "/*philint:ok*/"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, problem, ok := engine.ParseDirective(text)
		if ok != strings.HasPrefix(text, "//philint:") {
			t.Fatalf("ok = %v for %q", ok, text)
		}
		if ok && problem == "" && d.Verb != "phi" && strings.TrimSpace(d.Reason) == "" {
			t.Errorf("%q passes without a reason", text)
		}
	})
}
