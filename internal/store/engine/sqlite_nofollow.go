//go:build !windows

package engine

import "syscall"

// noFollow refuses a link in the place of the file.
const noFollow = syscall.O_NOFOLLOW
