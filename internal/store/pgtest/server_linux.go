package pgtest

import "syscall"

// server is command for the server itself, which must not outlive a test binary that is killed.
func (a account) server() *syscall.SysProcAttr {
	attr := a.command()
	attr.Pdeathsig = syscall.SIGQUIT
	return attr
}
