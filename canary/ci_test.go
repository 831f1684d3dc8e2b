package canary

import "testing"

func TestOnlyWhatSaysNoIsNotCI(t *testing.T) {
	for value, want := range map[string]bool{"": false, "0": false, "false": false, "1": true, "true": true, "yes": true} {
		t.Setenv("CI", value)
		if inCI() != want {
			t.Errorf("%q: %v", value, !want)
		}
	}
}
