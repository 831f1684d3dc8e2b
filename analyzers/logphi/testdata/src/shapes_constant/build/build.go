// Package build holds what the linker sets.
package build

// Version is set with -ldflags.
var Version = "dev"
