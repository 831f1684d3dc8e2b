package main_test

import (
	"strings"
	"testing"
)

const leak = `package store

import "log/slog"

type Patient struct{ Email string }

func saveZ(p Patient) { slog.Info("x", "e", p.Email) }
`

// store is a module with one finding in store/z.go, and a baseline that counts it.
func store(t *testing.T, text string) string {
	t.Helper()
	dir := module(t, "silent")
	write(t, dir, "store/z.go", text)
	philint(t, dir, "baseline", "init").wants(t, 0, "1 entry of 1 finding")
	return dir
}

// A finding is told from one at the same line and column of another file.
func TestSamePlaceInAnotherFile(t *testing.T) {
	t.Parallel()
	dir := store(t, leak)
	again := strings.ReplaceAll(strings.Replace(leak, "type Patient struct{ Email string }", "", 1), "saveZ", "saveA")
	write(t, dir, "store/a.go", again)
	philint(t, dir, "./...").wants(t, 1, "a.go:7:45: p.Email", "1 finding,").lacks(t, "z.go:7:45")
	philint(t, dir, "baseline", "check").wants(t, 1, "a.go:7:45: p.Email", "1 thing to mend").lacks(t, "z.go:7:45")
	philint(t, dir, "-o", "run.json", "./...").wants(t, 0)
	philint(t, dir, "baseline", "check", "run.json").wants(t, 1, "a.go:7:45: p.Email", "1 thing to mend")
	vet(t, dir, "./...").wants(t, 1, "a.go:7:45")
}

// Nor do two files become one by claiming the same place, with a column or without.
func TestSamePlaceByLineDirective(t *testing.T) {
	t.Parallel()
	for _, directive := range []string{"//line tmpl.yy:5", "//line tmpl.yy:5:3"} {
		t.Run(directive, func(t *testing.T) {
			t.Parallel()
			text := strings.Replace(leak, "func saveZ", directive+"\nfunc saveZ", 1)
			dir := store(t, text)
			at := map[bool]string{true: "tmpl.yy:5: p.Email is personal", false: "tmpl.yy:5:47: p.Email is personal"}[strings.HasSuffix(directive, "yy:5")]
			philint(t, dir, "-baseline", "off", "./...").wants(t, 1, at, "1 finding,")
			philint(t, dir, "-baseline", "off", "-sarif", "./...").wants(t, 1, `"startLine": 5`)
			philint(t, dir, "-baseline", "off", "-github", "./...").wants(t, 1, "line=5").lacks(t, "col=0")
			philint(t, dir, "baseline", "check").wants(t, 0)
			philint(t, dir, "inventory").wants(t, 0, "in the baseline")

			text = strings.Replace(text, "type Patient struct{ Email string }", "//"+strings.Repeat("x", len("type Patient struct{ Email string }")-2), 1)
			write(t, dir, "store/a.go", strings.ReplaceAll(text, "saveZ", "saveA"))
			philint(t, dir, "./...").wants(t, 1, at, "1 finding,")
			philint(t, dir, "baseline", "check").wants(t, 1, at, "1 thing to mend")
			// Equal in all, but for the file.
			write(t, dir, "store/z.go", leakInInit(leak, directive))
			write(t, dir, "store/a.go", leakInInit(text, directive))
			write(t, dir, "store/given.go", "package store\n\nfunc given() (p Patient) { return p }\n")
			philint(t, dir, "-baseline", "off", "./...").wants(t, 1, "2 findings,")
			philint(t, dir, "baseline", "prune").wants(t, 0)
			philint(t, dir, "baseline", "check").wants(t, 1, "p.Email is personal", "1 thing to mend")
		})
	}
}

func leakInInit(text, directive string) string {
	head, _, _ := strings.Cut(text, "//line")
	head, _, _ = strings.Cut(head, "func ")
	return head + "\n" + directive + "\nfunc init() { var p Patient = given(); slog.Info(\"x\", \"e\", p.Email) }\n"
}

func TestBaselineErrorNamesTheFileOnce(t *testing.T) {
	t.Parallel()
	dir := module(t, "silent")
	write(t, dir, "philint.baseline", "no header\n")
	philint(t, dir, "./...").wants(t, 2, "philint.baseline: baseline: line 1").lacks(t, "baseline "+dir)
}
