//go:build linux || darwin

package main

import (
	"io/fs"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// private says that nobody but the owner has rights to a file.
func private(info fs.FileInfo) bool { return info.Mode().Perm()&0o077 == 0 }

// freeBytes is how much room is left where a directory is, or will be.
func freeBytes(dir string) (uint64, bool) {
	for {
		var s unix.Statfs_t
		if unix.Statfs(dir, &s) == nil {
			return uint64(s.Bavail) * uint64(s.Bsize), true
		}
		up := filepath.Dir(dir)
		if up == dir {
			return 0, false
		}
		dir = up
	}
}
