package main

import (
	"strings"
	"testing"
)

// Up to Go 1.25 the diagnostics come on standard error, between the lines of the go command.
func TestSplitOutput(t *testing.T) {
	const text = `# example.com/a
# [example.com/a]
{
	"example.com/a": {
		"logphi": [
			{
				"posn": "a.go:1:2",
				"end": "a.go:1:3",
				"message": "{ is not the end }\n"
			}
		]
	}
}
# example.com/b
./b.go:3:1: undefined: x
{}
exit status 1
`
	trees, lines, err := splitOutput([]byte(text))
	if err != nil || len(trees) != 2 || len(trees[0]["example.com/a"]) != 1 || len(lines) != 1 || lines[0] != "./b.go:3:1: undefined: x" {
		t.Errorf("%v, %q, %v", trees, lines, err)
	}
	if _, _, err := splitOutput([]byte("{\"a\": {\"b\":")); err == nil {
		t.Error("half an object was taken")
	}
}

func TestParsePlace(t *testing.T) {
	for posn, want := range map[string]place{
		"/a/b.go:12:3":  {"/a/b.go", 12, 3},
		`C:\a\b.go:1:2`: {`C:\a\b.go`, 1, 2},
		"a:b.go:1:2":    {"a:b.go", 1, 2},
		"-":             {"-", 0, 0},
		"":              {"", 0, 0},
	} {
		if got := parsePlace(posn); got != want {
			t.Errorf("%q: %+v", posn, got)
		}
	}
}

func TestOnlyTests(t *testing.T) {
	pkgs := []*listed{
		{ImportPath: "cmd", Name: "main", Imports: []string{"server"}},
		{ImportPath: "server", Imports: []string{"store"}, TestImports: []string{"store", "fixture"}, XTestImports: []string{"server", "tool"}},
		{ImportPath: "store", XTestImports: []string{"store"}},
		{ImportPath: "fixture", Imports: []string{"deep"}},
		{ImportPath: "deep"},
		{ImportPath: "tool", Name: "main"},
		{ImportPath: "library", XTestImports: []string{"library"}},
		{ImportPath: "cycle", Imports: []string{"fixture"}},
	}
	got := strings.Join(sorted(onlyTests(pkgs)), " ")
	if got != "" {
		t.Errorf("cycle imports fixture, and is nobody's test: %s", got)
	}
	pkgs = pkgs[:len(pkgs)-1]
	if got := strings.Join(sorted(onlyTests(pkgs)), " "); got != "deep fixture" {
		t.Errorf("got %q", got)
	}
}

func TestUnified(t *testing.T) {
	lines := func(s string) string { return strings.Join(strings.Split(s, ""), "\n") + "\n" }
	for _, tt := range []struct{ before, after, want string }{
		{"a\n", "a\n", ""},
		{"a\n", "b\n", "--- o\n+++ n\n@@ -1,1 +1,1 @@\n-a\n+b\n"},
		{"", "b\n", "--- o\n+++ n\n@@ -0,0 +1,1 @@\n+b\n"},
		{"a\n", "a", "--- o\n+++ n\n@@ -1,1 +1,1 @@\n-a\n+a\n\\ No newline at end of file\n"},
		{lines("abcdefghij"), lines("abcdeXfghij"), "--- o\n+++ n\n@@ -3,6 +3,7 @@\n c\n d\n e\n+X\n f\n g\n h\n"},
		{lines("abcdefghijklmn"), lines("Xbcdefghijklmn") + "Y\n", "--- o\n+++ n\n@@ -1,4 +1,4 @@\n-a\n+X\n b\n c\n d\n@@ -12,3 +12,4 @@\n l\n m\n n\n+Y\n"},
		{lines("abcdef"), lines("Xbcdeg"), "--- o\n+++ n\n@@ -1,6 +1,6 @@\n-a\n+X\n b\n c\n d\n e\n-f\n+g\n"},
	} {
		if got := unified("o", "n", tt.before, tt.after); got != tt.want {
			t.Errorf("%q → %q:\n%s", tt.before, tt.after, got)
		}
	}
}

const fixable = `package p

import (
	"fmt"
	"log"
)

func f(err error) {
	log.Print(fmt.Sprint(err))
	log.Print(err)
}
`

// edit replaces the n-th occurrence of a text.
func edit(before, after string, n int) textEdit {
	at := 0
	for range n {
		at += strings.Index(fixable[at:], before) + 1
	}
	at--
	return textEdit{"p.go", at, at + len(before), after}
}

func TestFixesAreMerged(t *testing.T) {
	addImport := textEdit{"p.go", strings.Index(fixable, "\t\"log\""), strings.Index(fixable, "\t\"log\""), "\t\"example.com/redact\"\n"}
	taken := map[string][]textEdit{}
	take := func(edits ...textEdit) bool {
		fresh, ok := fits(taken, edits)
		if ok {
			taken["p.go"] = append(taken["p.go"], fresh...)
		}
		return ok
	}
	if !take(addImport, edit("fmt.Sprint(err)", "redact.ErrType(err)", 1)) || !take(addImport, edit("log.Print(err)", "log.Print(redact.ErrType(err))", 1)) {
		t.Fatal("two fixes that add one import do not go together")
	}
	if take(edit("Sprint(err)", "Sprintln(err)", 1)) {
		t.Error("a fix within a fix was taken")
	}
	if len(taken["p.go"]) != 3 {
		t.Errorf("%v", taken)
	}
	got, err := apply(fixable, taken["p.go"])
	if err != nil {
		t.Fatal(err)
	}
	const want = `package p

import (
	"example.com/redact"
	"log"
)

func f(err error) {
	log.Print(redact.ErrType(err))
	log.Print(redact.ErrType(err))
}
`
	if got != want {
		t.Errorf("got:\n%s", got)
	}
	if _, err := apply(fixable, []textEdit{edit("log.Print(err)", "log.Print(", 1)}); err == nil {
		t.Error("a fix that does not parse was applied")
	}
	if _, err := apply("package p\n", []textEdit{{"p.go", 5, 500, ""}}); err == nil {
		t.Error("a fix beyond the file was applied")
	}
}

func TestWorkflowCommandsAreEscaped(t *testing.T) {
	if got := data("100%\r\n: ,"); got != "100%25%0D%0A: ," {
		t.Errorf("data: %s", got)
	}
	if got := property("100%\r\n: ,"); got != "100%25%0D%0A%3A %2C" {
		t.Errorf("property: %s", got)
	}
}

func TestEveryClassIsExplained(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range classes() {
		if c.text == "" || c.summary() == "" || strings.ContainsAny(c.name, " #") {
			t.Errorf("%+v", c)
		}
		seen[c.name] = true
	}
	for _, name := range strings.Fields("secret personal health error-text payload composite value time dynamic-message dynamic-key unregistered-key opaque-call free-text escape internal-error stale") {
		if !seen[name] {
			t.Errorf("%s is not in docs/classes.md", name)
		}
	}
}

func TestSpreadsheetsTakeNoFormula(t *testing.T) {
	for text, want := range map[string]string{"=1+1": "'=1+1", "-x": "'-x", "x": "x", "": "", "@a": "'@a"} {
		if got := inert(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}
