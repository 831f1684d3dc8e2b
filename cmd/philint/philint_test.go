package main_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// program is the philint that the tests run.
var program string

func TestMain(m *testing.M) { os.Exit(build(m)) }

func build(m *testing.M) int {
	dir, err := os.MkdirTemp("", "philint")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	program = filepath.Join(dir, "philint")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%s%v\n", out, err)
		return 1
	}
	return m.Run()
}

// An answer is what a command said.
type answer struct {
	status         int
	stdout, stderr string
}

// ask runs a program in a directory. Nothing of the environment of the tests may decide.
func ask(t *testing.T, dir string, env []string, name string, args ...string) answer {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=", "GOPROXY=off", "PHILINT_CONFIG=", "PHILINT_BASELINE=", "GITHUB_WORKSPACE=", "GOOS=", "GOARCH=")
	cmd.Env = append(cmd.Env, env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return answer{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

func philint(t *testing.T, dir string, args ...string) answer {
	t.Helper()
	return ask(t, dir, nil, program, args...)
}

func vet(t *testing.T, dir string, args ...string) answer {
	t.Helper()
	return ask(t, dir, nil, "go", append([]string{"vet", "-vettool=" + program}, args...)...)
}

// wants fails unless the answer has the status and the texts.
func (a answer) wants(t *testing.T, status int, texts ...string) answer {
	t.Helper()
	if a.status != status {
		t.Errorf("status %d, want %d", a.status, status)
	}
	for _, text := range texts {
		if !strings.Contains(a.stdout+a.stderr, text) {
			t.Errorf("nothing says %q", text)
		}
	}
	if t.Failed() {
		t.Fatalf("stdout:\n%s\nstderr:\n%s", a.stdout, a.stderr)
	}
	return a
}

func (a answer) lacks(t *testing.T, texts ...string) answer {
	t.Helper()
	for _, text := range texts {
		if strings.Contains(a.stdout+a.stderr, text) {
			t.Fatalf("something says %q\nstdout:\n%s\nstderr:\n%s", text, a.stdout, a.stderr)
		}
	}
	return a
}

// module copies a module of testdata to a place where it can be edited.
func module(t *testing.T, name string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(dir, name)
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", name))); err != nil {
		t.Fatal(err)
	}
	return dir
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func replace(t *testing.T, dir, name, before, after string) {
	t.Helper()
	text := read(t, dir, name)
	if !strings.Contains(text, before) {
		t.Fatalf("%s has no %q", name, before)
	}
	write(t, dir, name, strings.ReplaceAll(text, before, after))
}

// A vet tool built on an x/tools that does not know the go command's protocol passes in silence. This must fail.
func TestVetToolFailsOnBadCode(t *testing.T) {
	t.Parallel()
	a := vet(t, module(t, "shop"), "./...").wants(t, 1, "user.go:17:49: u.Email is personal", "user.go:19:35: err is error-text")
	if strings.Contains(a.stdout, "u.Email") {
		t.Error("findings belong on standard error")
	}
	vet(t, module(t, "clean"), "./...").wants(t, 0)
}

// Go 1.26 keeps what a vet tool prints without regard to whether the package was asked for or only imported.
func TestVetToolAfterImportingPackageWasVetted(t *testing.T) {
	t.Parallel()
	dir := module(t, "shop")
	if err := os.Remove(filepath.Join(dir, "user", "user_test.go")); err != nil {
		t.Fatal(err)
	}
	replace(t, dir, "user/user.go", "A User is", "Here a User is") // no other test has this text in the cache
	vet(t, dir, ".")
	vet(t, dir, "./user").wants(t, 1, "u.Email is personal")
	philint(t, dir, "./user").wants(t, 1, "u.Email is personal")
	philint(t, dir, ".").wants(t, 0, "1 package,").lacks(t, "u.Email")
}

func TestStatusAndText(t *testing.T) {
	t.Parallel()
	dir := module(t, "shop")
	a := philint(t, dir, "./...").wants(t, 1,
		"philint: 2 packages, 3 log statements, 4 operands judged, 2 findings, 0 escapes",
		"keys not judged: example.com/shop neither requires",
		"imported only by tests, so not judged (1): example.com/shop/usertest")
	lines := strings.Split(strings.TrimSpace(a.stdout), "\n")
	if len(lines) != 2 || !strings.HasPrefix(lines[0], filepath.Join("user", "user.go")+":17:49: u.Email is personal: ") || !strings.HasSuffix(lines[0], " (personal)") {
		t.Errorf("text:\n%s", a.stdout)
	}
	philint(t, module(t, "clean"), "./...").wants(t, 0, "1 package, 1 log statement, 2 operands judged, 0 findings")
	philint(t, module(t, "silent"), "./...").wants(t, 0, "no log statement was seen")
	philint(t, filepath.Dir(dir), "-C", "shop").wants(t, 1, "u.Email")
	philint(t, dir, "user/user.go").wants(t, 1, "u.Email")
}

func TestCannotCheck(t *testing.T) {
	t.Parallel()
	dir := module(t, "clean")
	write(t, dir, "run.json", "{}")
	write(t, dir, "wrong.baseline", "no header\n")
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"-bogus", "./..."}, "flag provided but not defined: -bogus"},
		{[]string{"./...", "-json"}, "flag -json after an argument"},
		{[]string{"-json", "-sarif", "./..."}, "-json and -sarif cannot be used together"},
		{[]string{"-fix", "-diff", "./..."}, "-fix and -diff cannot be used together"},
		{[]string{"-config", "absent.yml", "./..."}, "absent.yml: no such file"},
		{[]string{"-config", ".", "./..."}, "not a regular file"},
		{[]string{"-baseline", "absent.baseline", "./..."}, "absent.baseline: no such file"},
		{[]string{"-baseline", "wrong.baseline", "./..."}, "wrong.baseline: baseline: line 1"},
		{[]string{"-C", "absent", "./..."}, "absent"},
		{[]string{"./absent/..."}, "absent"},
		{[]string{"./absent"}, "absent"},
		{[]string{"example.com/nowhere"}, "example.com/nowhere"},
		{[]string{"no such command"}, "no such command"},
		{[]string{"baseline"}, "one of init, prune, check, merge, report"},
		{[]string{"baseline", "check"}, "philint baseline init writes one"},
		{[]string{"baseline", "prune"}, "philint baseline init writes one"},
		{[]string{"baseline", "init", "run.json"}, "is no run"},
		{[]string{"baseline", "init", "absent.json"}, "absent.json: no such file"},
		{[]string{"baseline", "merge", "one"}, "takes the ancestor"},
		{[]string{"explain", "nonsense"}, `"nonsense" is no class`},
		{[]string{"help", "nonsense"}, `no command "nonsense"`},
		{[]string{"inventory", "-csv", "-html"}, "cannot be used together"},
		{[]string{"baseline", "check", "-since", ""}, "flag -since is empty"},
		{[]string{"baseline", "check", "-since="}, "flag -since is empty"},
		{[]string{"baseline", "check", "-since", " "}, "flag -since is empty"},
		{[]string{"-config", "", "./..."}, "flag -config is empty"},
		{[]string{"-baseline", "", "./..."}, "flag -baseline is empty"},
		{[]string{"-o", "", "./..."}, "flag -o is empty"},
		{[]string{"-C", "", "baseline", "check"}, "flag -C is empty"},
		{[]string{"-C"}, "flag needs an argument: -C"},
		{[]string{"-tags", "x", "baseline", "check"}, "flags of a command come after it"},
		{[]string{"baseline", "-since", "x", "check"}, "flags come after it"},
		{[]string{"baseline", "check", "-baseline", "off"}, "the baseline is off"},
	} {
		t.Run(strings.Join(tt.args, " "), func(t *testing.T) {
			a := philint(t, dir, tt.args...).wants(t, 2, tt.want)
			if !strings.HasPrefix(a.stderr, "philint: ") || a.stdout != "" {
				t.Errorf("stdout:\n%s\nstderr:\n%s", a.stdout, a.stderr)
			}
		})
	}
}

func TestPackageThatDoesNotTypeCheck(t *testing.T) {
	t.Parallel()
	dir := module(t, "broken")
	philint(t, dir, "./...").wants(t, 2, "undefined: undefined", "good.go:7:35: p.Email is personal", "philint: 1 package,")
	philint(t, dir, "./user").wants(t, 2, "undefined: undefined")
	vet(t, dir, "./bad").wants(t, 1, "undefined: undefined")
	philint(t, dir, "baseline", "init").wants(t, 2, "not every package could be judged")
	write(t, dir, "bad/bad.go", "package bad\n\nimport _ \"example.com/absent\"\n")
	philint(t, dir, "./...").wants(t, 2, "example.com/absent", "p.Email is personal")
	write(t, dir, "bad/bad.go", "package bad\n\nfunc {\n")
	philint(t, dir, "./...").wants(t, 2, "bad.go:3:6", "p.Email is personal")
	philint(t, dir, "baseline", "init").wants(t, 2)
}

func TestEditedConfigurationDecides(t *testing.T) {
	t.Parallel()
	dir := module(t, "clean")
	vet(t, dir, "./...").wants(t, 0)
	write(t, dir, ".philint.yml", "keys: always\nwords:\n  personal: [badge]\n")
	vet(t, dir, "./...").wants(t, 1, "t.BadgeID is personal")
	philint(t, dir, "./...").wants(t, 1, "t.BadgeID is personal", "keys judged: keys: always")
	write(t, dir, ".philint.yml", "exclude: [example.com/clean]\n")
	vet(t, dir, "./...").wants(t, 0)
	philint(t, dir, "./...").wants(t, 0, "excluded by .philint.yml (1): example.com/clean")
	write(t, dir, ".philint.yml", "exclude: [example.com/clean]\nwrods: {}\n")
	const wrong = `.philint.yml:2:1: unknown key "wrods"; the configuration has the keys exclude, fields, keys, notLoggers, sanitisers, sinks, words`
	vet(t, dir, "./...").wants(t, 1, wrong)
	philint(t, dir, "./...").wants(t, 2, wrong)
	write(t, dir, "other.yml", "words: {personal: [badge]}\n")
	philint(t, dir, "-config", "other.yml", "./...").wants(t, 1, "t.BadgeID is personal")
	ask(t, dir, []string{"PHILINT_CONFIG=" + filepath.Join(dir, "other.yml")}, "go", "vet", "-vettool="+program, "./...").wants(t, 1, "t.BadgeID is personal")
	ask(t, dir, []string{"PHILINT_CONFIG=" + filepath.Join(dir, "gone.yml")}, "go", "vet", "-vettool="+program, "./...").wants(t, 1, "no such file")
	ask(t, dir, []string{"PHILINT_CONFIG=other.yml"}, "go", "vet", "-vettool="+program, "./...").wants(t, 1, "want an absolute path")
}

func TestConfigurationBelowTheModuleRootIsRefused(t *testing.T) {
	t.Parallel()
	dir := module(t, "shop")
	write(t, dir, "user/.philint.yml", "keys: never\n")
	vet(t, dir, "./...").wants(t, 1, "a configuration stands beside go.mod")
	philint(t, dir, "./...").wants(t, 2, "a configuration stands beside go.mod")
}

func TestConfiguredSinkAndSanitiser(t *testing.T) {
	t.Parallel()
	dir := module(t, "clean")
	write(t, dir, "clean.go", `package clean

import "example.com/clean/audit"

type P struct{ Email string }

func Clean(p P) { audit.Trail("x", "email", p.Email); audit.Trail("x", "e", audit.Mask(p.Email)) }
`)
	write(t, dir, "audit/audit.go", "package audit\n\nfunc Trail(msg string, kv ...any) { keep(msg, kv) }\n\nfunc keep(...any) {}\n\nfunc Mask(s string) string { return s[:1] + \"…\" }\n")
	philint(t, dir, "./...").wants(t, 0, "no log statement was seen")
	sinks := "sinks:\n  - package: example.com/clean/audit\n    functions: [Trail]\n    parameters: message pairs\n"
	write(t, dir, ".philint.yml", sinks)
	philint(t, dir, "./...").wants(t, 1, "2 log statements", "2 findings")
	write(t, dir, ".philint.yml", sinks+"sanitisers: [example.com/clean/audit.Mask]\n")
	philint(t, dir, "./...").wants(t, 1, "1 finding,")
	write(t, dir, ".philint.yml", sinks+"fields: {e: identifier}\n")
	philint(t, dir, "./...").wants(t, 1, "the configuration registers fields", "(unregistered-key)")
}

func TestEditedBaselineDecides(t *testing.T) {
	t.Parallel()
	dir := module(t, "shop")
	vet(t, dir, "./...").wants(t, 1)
	philint(t, dir, "baseline", "init").wants(t, 0, "2 entries of 2 findings")
	vet(t, dir, "./...").wants(t, 0)
	vet(t, dir, "-philint.baseline=off", "./...").wants(t, 1)
	philint(t, dir, "./...").wants(t, 0, "2 hidden by the baseline")
	philint(t, dir, "-baseline", "off", "./...").wants(t, 1, "2 findings")
	philint(t, dir, "baseline", "check").wants(t, 0)
	philint(t, dir, "baseline", "init").wants(t, 2, "is there already")

	const file = "philint.baseline"
	whole := read(t, dir, file)
	lines := strings.SplitAfter(whole, "\n")
	write(t, dir, file, lines[0]+lines[1])
	vet(t, dir, "./...").wants(t, 1)
	philint(t, dir, "./...").wants(t, 1, "1 finding,")
	write(t, dir, file, lines[0]+lines[2]+lines[1])
	vet(t, dir, "./...").wants(t, 1, "line 3")
	philint(t, dir, "./...").wants(t, 2, "line 3")
	write(t, dir, file, whole)

	replace(t, dir, "user/user.go", `, "email", u.Email`, "")
	vet(t, dir, "./...").wants(t, 0)
	philint(t, dir, "./...").wants(t, 1, "philint.baseline:3:1: ", "gone; run philint baseline prune (stale)")
	philint(t, dir, "./user").wants(t, 1, "(stale)")
	philint(t, dir, ".").wants(t, 0)
	philint(t, dir, "baseline", "check").wants(t, 1, "1 thing to mend")
	philint(t, dir, "baseline", "prune").wants(t, 0, "1 change, 1 entry of 1 finding left")
	philint(t, dir, "baseline", "check").wants(t, 0)

	replace(t, dir, "user/user.go", `"user_id", u.ID`, `"user_id", u.ID, "user", u`)
	philint(t, dir, "./...").wants(t, 1, "(composite)")
	philint(t, dir, "baseline", "prune").wants(t, 0, "0 changes")
	philint(t, dir, "baseline", "check").wants(t, 1, "(composite)")
}

// Of several equal findings the last ones are the surplus, in the vet tool as in the command.
func TestSurplusIsTheLast(t *testing.T) {
	t.Parallel()
	dir := module(t, "shop")
	philint(t, dir, "baseline", "init").wants(t, 0)
	replace(t, dir, "user/user.go", `"email", u.Email`, `"email", u.Email, "again", u.Email`)
	const last = "user.go:17:67: u.Email"
	vet(t, dir, "./...").wants(t, 1, last, "the baseline counts 1 of these here").lacks(t, "17:49")
	philint(t, dir, "./...").wants(t, 1, last, "the baseline counts 1 of these here").lacks(t, "17:49")
}

func TestGainedFieldIsNamed(t *testing.T) {
	t.Parallel()
	dir := module(t, "shop")
	replace(t, dir, "user/user.go", `"user_id", u.ID`, `"user", u`)
	philint(t, dir, "baseline", "init").wants(t, 0)
	replace(t, dir, "user/user.go", "Email string", "Email string\n\tPhone string")
	for _, a := range []answer{philint(t, dir, "./..."), vet(t, dir, "./...")} {
		a.wants(t, 1, "gained Phone")
	}
}

func TestMovedFindingNeedsOnlyAPrune(t *testing.T) {
	t.Parallel()
	dir := module(t, "shop")
	philint(t, dir, "baseline", "init").wants(t, 0)
	replace(t, dir, "user/user.go", "func Update(u User)", "func Renamed(u User)")
	replace(t, dir, "user/user_test.go", "Update(", "Renamed(")
	replace(t, dir, "main.go", "user.Update", "user.Renamed")
	philint(t, dir, "./...").wants(t, 1, "moved to", "0 findings").lacks(t, "(personal)")
	philint(t, dir, "baseline", "prune").wants(t, 0, "2 changes, 2 entries")
	philint(t, dir, "baseline", "check").wants(t, 0)
}

func TestSeveralBuildConfigurations(t *testing.T) {
	t.Parallel()
	dir := module(t, "platform")
	for _, os := range []string{"linux", "windows"} {
		ask(t, dir, []string{"GOOS=" + os, "GOARCH=amd64"}, program, "-o", os+".json", "./...").wants(t, 0, "("+os+"/amd64)")
	}
	philint(t, dir, "baseline", "init", "linux.json", "windows.json").wants(t, 0, "3 entries of 3 findings")
	philint(t, dir, "baseline", "check", "linux.json", "windows.json").wants(t, 0)
	// The escape is unused on Linux alone, where one entry is stale too.
	philint(t, dir, "baseline", "check", "linux.json").wants(t, 1, "(escape)", "p.Phone", "(stale)", "2 things to mend")
	philint(t, dir, "baseline", "check", "windows.json").wants(t, 1, "p.Address", "1 thing to mend")
	philint(t, dir, "baseline", "prune", "linux.json", "windows.json").wants(t, 0, "0 changes")

	philint(t, dir, "-o", "part.json", ".").wants(t, 0)
	write(t, dir, "sub/sub.go", "package sub\n")
	philint(t, dir, "-o", "part.json", ".").wants(t, 0)
	philint(t, dir, "baseline", "check", "part.json").wants(t, 2, "over some packages only")
}

func TestSince(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	dir := module(t, "shop")
	git := func(args ...string) {
		t.Helper()
		ask(t, dir, nil, "git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.com"}, args...)...).wants(t, 0)
	}
	git("init", "-q")
	git("add", ".")
	git("commit", "-q", "-m", "one")
	philint(t, dir, "baseline", "init").wants(t, 0)
	philint(t, dir, "baseline", "check", "-since", "HEAD").wants(t, 1, "grown since HEAD", "2 things to mend")
	git("add", ".")
	git("commit", "-q", "-m", "two")
	philint(t, dir, "baseline", "check", "-since", "HEAD").wants(t, 0)
	philint(t, dir, "baseline", "check", "-since", "nonsense").wants(t, 2, "nonsense")
	philint(t, dir, "baseline", "report", "-svg", "trend.svg").wants(t, 0, "2 entries of 2 findings", "error-text", "example.com/shop/user")
	if !strings.Contains(read(t, dir, "trend.svg"), "<svg") {
		t.Error("no picture")
	}
	philint(t, dir, "baseline", "report", "-json").wants(t, 0, `"trend"`)

	// A hand edit that adds fails.
	replace(t, dir, "user/user.go", `"email", u.Email`, `"email", u.Email, "again", u.Email`)
	replace(t, dir, "philint.baseline", "personal\tu.Email\tstring\t-\t1", "personal\tu.Email\tstring\t-\t2")
	philint(t, dir, "baseline", "check").wants(t, 0)
	philint(t, dir, "baseline", "check", "-since", "HEAD").wants(t, 1, "grown since HEAD")
}

func TestMergeDriver(t *testing.T) {
	t.Parallel()
	dir := module(t, "shop")
	philint(t, dir, "baseline", "init").wants(t, 0)
	whole := read(t, dir, "philint.baseline")
	lines := strings.SplitAfter(whole, "\n")
	write(t, dir, "ours", lines[0]+lines[1])
	write(t, dir, "theirs", lines[0]+lines[2])
	write(t, dir, "empty", "")
	philint(t, dir, "baseline", "merge", "philint.baseline", "ours", "theirs").wants(t, 0)
	if got := read(t, dir, "ours"); got != lines[0] {
		t.Errorf("merged:\n%s", got)
	}
	write(t, dir, "ours", whole)
	philint(t, dir, "baseline", "merge", "empty", "ours", "theirs").wants(t, 0)
	if got := read(t, dir, "ours"); got != lines[0]+lines[2] {
		t.Errorf("merged without an ancestor:\n%s", got)
	}
	write(t, dir, "theirs", "<<<<<<< ours\n")
	philint(t, dir, "baseline", "merge", "empty", "ours", "theirs").wants(t, 2, "theirs: baseline: line 1")
}

func TestEscapes(t *testing.T) {
	t.Parallel()
	dir := module(t, "escapes")
	philint(t, dir, "./...").wants(t, 1, "needs a reason", "suppresses nothing", "escapes.go:9:14: n.Email is personal", "escapes (1 unused)")
	vet(t, dir, "./...").wants(t, 1, "needs a reason", "suppresses nothing")
	philint(t, dir, "escapes").wants(t, 0, "shown to nobody but the operator", "nothing to suppress (suppresses nothing)")
	philint(t, dir, "escapes", "-json").wants(t, 0, `"reason": "shown to nobody but the operator"`)
	// What is wrong with an escape is never hidden.
	philint(t, dir, "baseline", "init").wants(t, 0, "1 entry of 1 finding")
	vet(t, dir, "./...").wants(t, 1, "needs a reason").lacks(t, "n.Email is personal")
}

func TestWorkspace(t *testing.T) {
	t.Parallel()
	dir := module(t, "work")
	philint(t, dir, "./app/...", "./lib/...").wants(t, 1, "2 packages", "3 findings")
	vet(t, dir, "./app/...", "./lib/...").wants(t, 1, "p.Email is personal", "p.Phone is personal")
	// Each module has its own configuration and baseline, and each is part of what decides.
	write(t, dir, "lib/.philint.yml", "exclude: [example.com/lib]\n")
	vet(t, dir, "./app/...", "./lib/...").wants(t, 1, "p.Email is personal").lacks(t, "p.Phone")
	for _, m := range []string{"app", "lib"} {
		philint(t, filepath.Join(dir, m), "baseline", "init").wants(t, 0)
	}
	vet(t, dir, "./app/...", "./lib/...").wants(t, 0)
	philint(t, dir, "./app/...", "./lib/...").wants(t, 0, "2 hidden by the baseline", "excluded by .philint.yml (1): example.com/lib")
}

func TestJSON(t *testing.T) {
	t.Parallel()
	dir := module(t, "shop")
	a := philint(t, dir, "-json", "./...").wants(t, 1)
	var out map[string]map[string][]struct{ Category, Posn, End, Message string }
	if err := json.Unmarshal([]byte(a.stdout), &out); err != nil {
		t.Fatal(err)
	}
	ds := out["example.com/shop/user"]["logphi"]
	if len(ds) != 2 || ds[0].Category != "personal" || ds[0].Posn != filepath.Join(dir, "user", "user.go")+":17:49" || !strings.HasSuffix(ds[0].End, ":17:56") {
		t.Errorf("%s", a.stdout)
	}
	a.lacks(t, `"record"`)
}

func TestGitHub(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(dir, "50%,a:b"), os.DirFS(filepath.Join("testdata", "odd"))); err != nil {
		t.Skip("the file system does not take the name")
	}
	a := ask(t, filepath.Join(dir, "50%,a:b"), []string{"GITHUB_WORKSPACE=" + dir}, program, "-github", "./...").wants(t, 1)
	const want = "::error file=50%25%2Ca%3Ab/a/a.go,line=7,endLine=7,col=42,endColumn=49,title=philint%3A personal::p.Email is personal: "
	if !strings.HasPrefix(a.stdout, want) || strings.Count(a.stdout, "\n") != 1 {
		t.Errorf("got %q\nwant %q…", a.stdout, want)
	}
}

func TestSARIFColumns(t *testing.T) {
	t.Parallel()
	a := philint(t, module(t, "odd"), "-sarif", "./...").wants(t, 1)
	var log struct {
		Runs []struct {
			Results []struct {
				RuleID    string
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI, URIBaseID string }
						Region           struct{ StartLine, StartColumn, EndColumn int }
					}
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(a.stdout), &log); err != nil {
		t.Fatal(err)
	}
	r := log.Runs[0].Results[0]
	at := r.Locations[0].PhysicalLocation
	// In bytes the operand starts at column 42; 𝔘 is four bytes and two units of UTF-16, ñ and í two bytes and one.
	if r.RuleID != "personal" || at.ArtifactLocation.URI != "a/a.go" || at.Region.StartColumn != 38 || at.Region.EndColumn != 45 {
		t.Errorf("%+v", r)
	}
}

func TestInventoryIsComplete(t *testing.T) {
	t.Parallel()
	dir := module(t, "shop")
	philint(t, dir, "baseline", "init").wants(t, 0)
	replace(t, dir, "user/user.go", "log.Printf(", "log.Print(u.Email)\n\t\tlog.Printf(")
	a := philint(t, dir, "inventory", "-json").wants(t, 0, "4 log statements, 5 operands")
	var inv struct {
		Statements, Operands int
		Log                  []struct {
			Kind, Sink, Level, Message string
			Operands                   []struct{ Text, Standing string }
		}
	}
	if err := json.Unmarshal([]byte(a.stdout), &inv); err != nil {
		t.Fatal(err)
	}
	standing := map[string]int{}
	for _, s := range inv.Log {
		for _, o := range s.Operands {
			standing[o.Standing]++
		}
	}
	if inv.Statements != 4 || inv.Operands != 5 || len(inv.Log) != 4 || standing["in the baseline"] != 2 || standing["finding"] != 1 || standing["allowed"] != 2 {
		t.Errorf("%v\n%s", standing, a.stdout)
	}
	a = philint(t, dir, "inventory", "-csv").wants(t, 0)
	if n := strings.Count(a.stdout, "\n"); n != 7 {
		t.Errorf("%d lines of CSV:\n%s", n, a.stdout)
	}
	a = philint(t, dir, "inventory", "-html").wants(t, 0, "<title>Log statements</title>", "u.Email")
	for _, outside := range []string{"http://", "https://", "src=", "@import"} {
		if strings.Contains(a.stdout, outside) {
			t.Errorf("the page is not self-contained: %s", outside)
		}
	}
	philint(t, module(t, "escapes"), "inventory").wants(t, 0, `"standing": "escaped"`)
}

// Whatever the fixes are, what they make compiles, and a second run has nothing to add.
func TestFixesCompile(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, redact := range []bool{false, true} {
		t.Run(fmt.Sprintf("redact=%v", redact), func(t *testing.T) {
			dir := module(t, "shop")
			if redact {
				const philint = "github.com/seed-a76b335c/philint"
				write(t, dir, "go.mod", strings.Replace(read(t, root, "go.mod"), "module "+philint+"\n",
					fmt.Sprintf("module example.com/shop\n\nrequire %s v0.0.0\n\nreplace %[1]s => %q\n", philint, root), 1))
				write(t, dir, "go.sum", read(t, root, "go.sum"))
			}
			before := read(t, dir, "user/user.go")
			diff := philint(t, dir, "-diff", "./...").wants(t, 1)
			if read(t, dir, "user/user.go") != before {
				t.Error("-diff changed a file")
			}
			philint(t, dir, "-fix", "./...").wants(t, 1, "1 fix applied in 1 file")
			after := read(t, dir, "user/user.go")
			if changed := after != before; changed != (diff.stdout != "") {
				t.Errorf("-diff and -fix do not agree: changed %v, diff:\n%s", changed, diff.stdout)
			}
			if want := map[bool]string{false: `"save %d: %T", u.ID, err`, true: "redact.ErrType(err)"}[redact]; !strings.Contains(after, want) {
				t.Errorf("no %s in:\n%s", want, after)
			}
			ask(t, dir, nil, "go", "build", "./...").wants(t, 0)
			if a := philint(t, dir, "-diff", "./..."); a.stdout != "" {
				t.Errorf("a second run would change:\n%s", a.stdout)
			}
		})
	}
}

func TestExplainHasEveryClass(t *testing.T) {
	t.Parallel()
	philint(t, ".", "explain", "personal").wants(t, 0, "Log the record's id instead")
	philint(t, ".", "version").wants(t, 0, "fingerprint ")
	philint(t, ".", "help").wants(t, 0, "philint inventory")
	philint(t, ".", "-h").wants(t, 0, "philint inventory")
	philint(t, ".", "help", "baseline").wants(t, 0, "merge driver")
}

// The sums of the fixture are what the tests above count on.
func TestFixtureSums(t *testing.T) {
	t.Parallel()
	a := philint(t, module(t, "shop"), "inventory", "-csv").wants(t, 0)
	rows := strings.Split(strings.TrimSpace(a.stdout), "\n")[1:]
	slices.SortFunc(rows, cmp.Compare[string])
	if len(rows) != 5 {
		t.Errorf("%s", a.stdout)
	}
}
