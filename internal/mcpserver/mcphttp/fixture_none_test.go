//go:build !conformance

package mcphttp

import (
	"testing"

	"github.com/seed-a76b335c/philint/internal/mcpserver"
)

// What the conformance suite looks for is in no server that is shipped.
func TestAShippedServerHasNoFixture(t *testing.T) {
	var c mcpserver.Config
	prepareFixture(&c)
	if newFixture(&Handler{}) != nil || c.Adjust != nil || len(c.Tools) > 0 {
		t.Error("there is a fixture")
	}
}
