package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// gate runs .ci/gate over the steps and returns what it printed and whether it is open.
func gate(t *testing.T, steps, passed string) (string, bool) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "steps")
	if err := os.WriteFile(file, []byte(steps), 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.Command("../.ci/gate", file)
	c.Env = append(os.Environ(), "GATE_PASSED="+passed)
	out, err := c.CombinedOutput()
	if err != nil && c.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), err == nil
}

func TestTheGateIsOpenOnlyWhenEveryStepPassed(t *testing.T) {
	for name, c := range map[string]struct {
		steps, passed string
		open          bool
		says          []string
	}{
		"all pass":                          {"one\ttrue\ntwo\techo 'gate: 20 of 20'\n", "", true, []string{"the gate is open", "20 of 20"}},
		"one fails, and the rest still run": {"one\tfalse\ntwo\techo ran\n", "", false, []string{"FAILED", "\nran\n", "the gate is shut"}},
		"a pipe's first part fails":         {"one\tfalse | cat\n", "", false, []string{"FAILED"}},
		"one cannot run here":               {"one\texit 77\n", "", false, []string{"COULD NOT RUN", "the gate is shut"}},
		"one was seen to pass":              {"one\tfalse\ntwo\ttrue\n", "one", true, []string{"passed before"}},
		"what was seen to pass is no step":  {"one\ttrue\n", "other", false, []string{"names no step"}},
		"no steps":                          {"# none\n", "", false, []string{"no step"}},
		"the last line has no newline":      {"one\ttrue\ntwo\techo ran; false", "", false, []string{"\nran\n", "FAILED"}},
		"a line has no tab":                 {"one\ttrue\ntwo false\nthree\techo ran\n", "", false, []string{"two false ", "NO STEP", "\nran\n", "the gate is shut"}},
		"a line has no command":             {"one\ttrue\ntwo\t \n", "", false, []string{"two ", "NO STEP", "the gate is shut"}},
		"a command is a comment":            {"one\ttrue\ntwo\t # false\n", "", false, []string{"two ", "NO STEP", "the gate is shut"}},
		"a command has no name":             {"one\ttrue\n\tfalse\n", "", false, []string{"NO STEP", "the gate is shut"}},
		"a name stands twice":               {"one\ttrue\none\ttrue\n", "", false, []string{"one ", "twice", "the gate is shut"}},
		"of two of a name one was seen":     {"one\ttrue\none\tfalse\n", "one", false, []string{"twice", "the gate is shut"}},
		"no step was seen to pass":          {"one\ttrue\ntwo\n", "two", false, []string{"NO STEP", "names no step"}},
		"a step reads what it inherits":     {"one\tcat <&3 || true; cat\ntwo\techo ran; false\n", "", false, []string{"\nran\n", "FAILED"}},
		"lines end as on Windows":           {"one\ttrue\r\n\r\ntwo\techo ran; false\r\n", "", false, []string{"FAILED", "the gate is shut"}},
	} {
		t.Run(name, func(t *testing.T) {
			out, open := gate(t, c.steps, c.passed)
			if open != c.open {
				t.Errorf("open: %v\n%s", open, out)
			}
			for _, s := range c.says {
				if !strings.Contains(out, s) {
					t.Errorf("does not say %q:\n%s", s, out)
				}
			}
		})
	}
}
