//go:build !conformance

package mcphttp

// newFixture is nothing: only a build with the tag conformance has one.
func newFixture(*Handler) fixture { return nil }
