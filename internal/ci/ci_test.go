package ci

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestOnlyWhatSaysNoIsNotCI(t *testing.T) {
	for value, want := range map[string]bool{
		"": false, "0": false, "f": false, "F": false, "false": false, "False": false, "FALSE": false,
		"1": true, "t": true, "T": true, "true": true, "True": true, "TRUE": true,
		"woodpecker": true, "yes": true, "2": true, " ": true, "false ": true, "*": true,
	} {
		t.Setenv("CI", value)
		if On() != want {
			t.Errorf("%q: %v", value, !want)
		}
		err := exec.Command("../../.ci/in-ci").Run()
		if err != nil && !errors.As(err, new(*exec.ExitError)) {
			t.Fatal(err)
		}
		if (err == nil) != want {
			t.Errorf("%q: .ci/in-ci says %v", value, err)
		}
	}
}

func TestNobodyElseReadsTheVariable(t *testing.T) {
	const module = "../.."
	// The module canary does not see this package; its example is what a test of another project may say.
	own := []string{"internal/ci/ci.go", "canary/check_leaky_test.go", "canary/example_check_test.go"}
	seen := false
	err := filepath.WalkDir(module, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "bin" || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(bytes.ToLower(text), []byte("env(\"c"+"i\")")) {
			return err
		}
		name, err := filepath.Rel(module, path)
		if name = filepath.ToSlash(name); !slices.Contains(own, name) {
			t.Errorf("%s asks the environment itself: ci.On knows every spelling", name)
		}
		seen = seen || name == own[0]
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if !seen {
		t.Error("not even ci.On was found to ask: nothing was looked at")
	}
}
