package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestHelpNamesTheFlags(t *testing.T) {
	t.Parallel()
	dir := module(t, "clean")
	for _, tt := range []struct{ command, want string }{
		{"inventory", "-html"},
		{"escapes", "-json"},
		{"explain", "CLASS"},
		{"version", "philint version"},
		{"baseline", "philint baseline merge ANCESTOR OURS THEIRS"},
		{"baseline init", "-baseline file"},
		{"baseline check", "-since revision"},
		{"baseline prune", "-tags tags"},
		{"baseline report", "-svg file"},
		{"baseline merge", "git merge driver"},
	} {
		words := strings.Fields(tt.command)
		a := philint(t, dir, append([]string{"help"}, words...)...).wants(t, 0, "philint "+tt.command, tt.want)
		for _, h := range []string{"-h", "-help", "--help"} {
			b := philint(t, dir, append(words[:len(words):len(words)], h)...).wants(t, 0)
			if b.stdout != a.stdout || b.stderr != "" {
				t.Errorf("%s %s prints\n%s%s\nnot\n%s", tt.command, h, b.stdout, b.stderr, a.stdout)
			}
		}
	}
	philint(t, dir, "baseline", "check", "-tags", "x", "-h").wants(t, 0, "-since revision")
	philint(t, dir, "help", "baseline", "nonsense").wants(t, 2, `no command "baseline nonsense"`)
}

func TestDirectoryBeforeTheCommand(t *testing.T) {
	t.Parallel()
	dir := module(t, "shop")
	up := filepath.Dir(dir)
	philint(t, up, "-C", "shop", "baseline", "init").wants(t, 0, "2 entries")
	philint(t, up, "-C=shop", "baseline", "check").wants(t, 0)
	philint(t, up, "-C", "shop", "inventory", "-csv").wants(t, 0, "u.Email")
	philint(t, up, "-C", "absent", "baseline", "check").wants(t, 2, "absent")
}

func TestBaselineInitCreatesTheNamedFile(t *testing.T) {
	t.Parallel()
	dir := module(t, "shop")
	philint(t, dir, "baseline", "init", "-baseline", "one.baseline").wants(t, 0, "one.baseline: 2 entries")
	philint(t, dir, "baseline", "check", "-baseline", "one.baseline").wants(t, 0)
	philint(t, dir, "baseline", "init", "-baseline", "one.baseline").wants(t, 2, "is there already")
	env := []string{"PHILINT_BASELINE=" + filepath.Join(dir, "two.baseline")}
	ask(t, dir, env, program, "baseline", "init").wants(t, 0, "two.baseline: 2 entries")
	ask(t, dir, env, program, "baseline", "check").wants(t, 0)
	if read(t, dir, "one.baseline") != read(t, dir, "two.baseline") {
		t.Error("the files differ")
	}
}

// A run is compared with the baseline of what it looked at only.
func TestRunOfOtherSources(t *testing.T) {
	t.Parallel()
	dir := module(t, "shop")
	philint(t, dir, "baseline", "init").wants(t, 0)
	philint(t, dir, "-o", "run.json", "./...").wants(t, 0)
	philint(t, dir, "baseline", "check", "run.json").wants(t, 0)
	write(t, dir, "testdata/x.go", "package x\n")
	write(t, dir, "user/user.go", strings.ReplaceAll(read(t, dir, "user/user.go"), "\n", "\r\n"))
	philint(t, dir, "baseline", "check", "run.json").wants(t, 0)
	const other = "is a run of other sources"
	write(t, dir, "user/more_windows.go", "package user\n")
	for _, command := range []string{"check", "prune"} {
		philint(t, dir, "baseline", command, "run.json").wants(t, 2, other)
	}
	if err := os.Remove(filepath.Join(dir, "user", "more_windows.go")); err != nil {
		t.Fatal(err)
	}
	write(t, dir, ".philint.yml", "exclude: [example.com/shop/user]\n")
	philint(t, dir, "baseline", "check", "run.json").wants(t, 2, other)

	clean := module(t, "clean")
	philint(t, clean, "baseline", "init", filepath.Join(dir, "run.json")).wants(t, 2, "is a run of example.com/shop, and this is example.com/clean")
	replace(t, dir, "run.json", `"hash": "`, `"hash": "", "nothing": "`)
	philint(t, dir, "baseline", "check", "run.json").wants(t, 2, "is no run")
}

// The entries of excluded packages are neither deleted nor forgotten.
func TestExcludedEntriesStay(t *testing.T) {
	t.Parallel()
	dir := module(t, "shop")
	philint(t, dir, "baseline", "init").wants(t, 0)
	write(t, dir, ".philint.yml", "exclude: [example.com/shop/user]\n")
	const left = "2 entries of excluded packages left as they are: example.com/shop/user"
	philint(t, dir, "baseline", "prune").wants(t, 0, left, "0 changes, 2 entries of 2 findings left")
	philint(t, dir, "baseline", "check").wants(t, 0, left)
	philint(t, dir, "-o", "run.json", "./...").wants(t, 0)
	philint(t, dir, "baseline", "prune", "run.json").wants(t, 0, left)
	philint(t, dir, "./...").wants(t, 0)
}

func TestEscapesOfExcludedPackages(t *testing.T) {
	t.Parallel()
	dir := module(t, "escapes")
	philint(t, dir, "escapes").wants(t, 0, "escapes.go:9:23: NO REASON", "3 escapes")
	write(t, dir, ".philint.yml", "exclude: [example.com/escapes]\n")
	philint(t, dir, "escapes").wants(t, 0, "shown to nobody but the operator (in an excluded package)", "NO REASON (in an excluded package)")
	philint(t, dir, "escapes", "-json").wants(t, 0, `"excluded": true`)
}

// A cache that kept a package's verdict and lost what was printed of it is asked once more.
func TestSilentCache(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in for the go command is a shell script")
	}
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go command")
	}
	dir := module(t, "shop")
	for _, tt := range []struct {
		script string
		status int
		want   string
	}{
		{`case "$1 $*" in "vet "*-philint.again=*) exec GO "$@";; "vet "*) exit 0;; *) exec GO "$@";; esac`, 1, "u.Email is personal"},
		{`case "$1" in vet) exit 0;; *) exec GO "$@";; esac`, 2, "gave no account of it; go clean -cache may help"},
	} {
		bin := t.TempDir()
		if err := os.WriteFile(filepath.Join(bin, "go"), []byte("#!/bin/sh\n"+strings.ReplaceAll(tt.script, "GO", goTool)+"\n"), 0o777); err != nil {
			t.Fatal(err)
		}
		ask(t, dir, []string{"PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH")}, program, "./...").wants(t, tt.status, tt.want)
	}
}

// A fix may import what go.mod promises and go.sum does not have.
func TestFixThatNeedsGoModUpdated(t *testing.T) {
	t.Parallel()
	dir := module(t, "shop")
	write(t, dir, "go.mod", read(t, dir, "go.mod")+"\nrequire github.com/seed-a76b335c/philint v0.0.1\n")
	philint(t, dir, "-fix", "./...").wants(t, 2, "philint: 1 fix applied in 1 file\n",
		"philint: the fixes are in "+filepath.Join("user", "user.go")+", but go.mod or go.sum does not have all that they import: go mod tidy, or go get github.com/seed-a76b335c/philint\n")
}
