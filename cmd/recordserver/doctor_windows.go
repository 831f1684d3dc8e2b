package main

import (
	"io/fs"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// private is not told by this system's file modes.
func private(fs.FileInfo) bool { return true }

// freeBytes is how much room is left where a directory is, or will be.
func freeBytes(dir string) (uint64, bool) {
	for {
		var free uint64
		name, err := windows.UTF16PtrFromString(dir)
		if err == nil && windows.GetDiskFreeSpaceEx(name, &free, nil, nil) == nil {
			return free, true
		}
		up := filepath.Dir(dir)
		if up == dir {
			return 0, false
		}
		dir = up
	}
}
