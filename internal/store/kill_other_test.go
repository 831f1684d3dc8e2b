//go:build !linux

package store

import (
	"testing"
	"time"
)

// runChild has no tasks here.
func runChild(string) int { return 2 }

// killed skips the test: a child is killed on Linux only.
func killed(t *testing.T, _, _, _ string, _ int, _ time.Duration) (last int) {
	t.Helper()
	t.Skip("a child that works on a store is killed on Linux only: not here")
	return 0
}
