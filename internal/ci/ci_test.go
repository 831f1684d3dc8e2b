package ci

import (
	"errors"
	"os/exec"
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
