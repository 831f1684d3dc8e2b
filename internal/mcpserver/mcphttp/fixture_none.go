//go:build !conformance

package mcphttp

import "github.com/seed-a76b335c/philint/internal/mcpserver"

// Only a build with the tag conformance has a fixture.

func prepareFixture(*mcpserver.Config) {}

func newFixture(*Handler) fixture { return nil }
