package main_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var golangci, philint string

func TestMain(m *testing.M) { os.Exit(build(m)) }

func build(m *testing.M) int {
	dir, err := os.MkdirTemp("", "golangci")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	golangci, philint = filepath.Join(dir, "golangci-lint"), filepath.Join(dir, "philint")
	for program, pkg := range map[string]string{golangci: ".", philint: "github.com/seed-a76b335c/philint/cmd/philint"} {
		if out, err := exec.Command("go", "build", "-o", program, pkg).CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%s%v\n", out, err)
			return 1
		}
	}
	return m.Run()
}

// lint runs golangci-lint with a cache of its own and returns its findings as "file:line:col message", its status and
// what it said on standard error.
func lint(t *testing.T, dir, cache string) (found []string, status int, stderr string) {
	t.Helper()
	cmd := exec.Command(golangci, "run", "--output.json.path=stdout", "--show-stats=false", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOLANGCI_LINT_CACHE="+cache, "GOFLAGS=", "GOWORK=off", "PHILINT_CONFIG=", "PHILINT_BASELINE=")
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	err := cmd.Run()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	var report struct {
		Issues []struct {
			Text string
			Pos  struct {
				Filename     string
				Line, Column int
			}
		}
	}
	if out.Len() > 0 {
		if err := json.NewDecoder(&out).Decode(&report); err != nil {
			t.Fatal(err)
		}
	}
	for _, i := range report.Issues {
		_, text, _ := strings.Cut(i.Text, ": ") // the analyzer's name
		if strings.HasPrefix(i.Text, "//") {
			text = i.Text
		}
		found = append(found, fmt.Sprintf("%s:%d:%d %s", filepath.ToSlash(i.Pos.Filename), i.Pos.Line, i.Pos.Column, text))
	}
	slices.Sort(found)
	return found, cmd.ProcessState.ExitCode(), problems.String()
}

// vet returns the findings of the vet tool in the same form.
func vet(t *testing.T, dir string) (found []string) {
	t.Helper()
	cmd := exec.Command("go", "vet", "-vettool="+philint, "-json", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "PHILINT_CONFIG=", "PHILINT_BASELINE=")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var tree map[string]map[string][]struct{ Posn, Message string }
		if err := dec.Decode(&tree); err != nil {
			t.Fatal(err)
		}
		for _, byAnalyzer := range tree {
			for _, ds := range byAnalyzer {
				for _, d := range ds {
					rel, err := filepath.Rel(dir, d.Posn)
					if err != nil {
						t.Fatal(err)
					}
					found = append(found, filepath.ToSlash(rel)+" "+d.Message)
				}
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

func module(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "clinic"))); err != nil {
		t.Fatal(err)
	}
	return dir
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func same(t *testing.T, dir, cache string, want int) {
	t.Helper()
	got, _, stderr := lint(t, dir, cache)
	vetted := vet(t, dir)
	if !slices.Equal(got, vetted) {
		t.Errorf("golangci-lint:\n%s\n%s\nvet tool:\n%s", strings.Join(got, "\n"), stderr, strings.Join(vetted, "\n"))
	}
	if len(got) != want {
		t.Errorf("%d findings, want %d:\n%s", len(got), want, strings.Join(got, "\n"))
	}
}

func TestSameFindingsAsTheVetTool(t *testing.T) {
	dir, cache := module(t), t.TempDir()
	same(t, dir, cache, findings)
	// Files that golangci-lint knows nothing of must not be missed because it has the result of yesterday.
	write(t, dir, ".philint.yml", "words: {personal: [ward]}\n")
	same(t, dir, cache, findings)
	write(t, dir, ".philint.yml", "exclude: [example.com/clinic/...]\n")
	same(t, dir, cache, 0)
	if err := os.Remove(filepath.Join(dir, ".philint.yml")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(philint, "baseline", "init")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	same(t, dir, cache, 1) // the needless escape is never hidden
}

// findings is how many the module has.
const findings = 8

func TestSettingsAreStrict(t *testing.T) {
	dir, cache := module(t), t.TempDir()
	text, err := os.ReadFile(filepath.Join(dir, ".golangci.yml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		settings, want string
		status         int
	}{
		{"{notLoggers: [example.com/x.Y], baseline: off}", "", 1},
		{"{exclude: [example.com/clinic/...]}", "", 0},
		{"{exlude: [example.com/clinic/...]}", `settings: unknown key "exlude"`, 3},
		{"{keys: sometimes}", `settings: "sometimes" is unknown; want auto, always or never`, 3},
		{"{baseline: maybe}", `settings: baseline: want "on" or "off"`, 3},
		{"{fingerprint: 1234}", "settings: fingerprint is 1234, but that of the files is", 3},
	} {
		write(t, dir, ".golangci.yml", strings.Replace(string(text), "        description", "        settings: "+tt.settings+"\n        description", 1))
		if _, status, stderr := lint(t, dir, cache); status != tt.status || !strings.Contains(stderr, tt.want) {
			t.Errorf("%s: status %d, want %d\n%s", tt.settings, status, tt.status, stderr)
		}
	}
}
