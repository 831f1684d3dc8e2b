package main

import (
	"slices"
	"testing"
)

// What help does not list cannot be read out of it: tools/canary names these commands by itself, and drives them.
func TestCommandsThatHelpDoesNotListAreKnownToTheCanary(t *testing.T) {
	var hidden []string
	for _, c := range commands() {
		if c.hidden {
			hidden = append(hidden, c.name)
		}
	}
	if want := []string{"read-pdf"}; !slices.Equal(hidden, want) {
		t.Errorf("%q, want %q: add it to hiddenCommands in tools/canary/lists.go, and steps that drive it", hidden, want)
	}
}
