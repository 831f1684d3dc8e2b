//go:build unix && !linux

package pgtest

import "syscall"

// server is command: these systems do not end a process with its parent.
func (a account) server() *syscall.SysProcAttr { return a.command() }
