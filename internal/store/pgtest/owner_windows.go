package pgtest

import "syscall"

// account is nothing here: there are no Unix sockets as the tests want them.
type account struct{}

func (account) command() *syscall.SysProcAttr { return nil }

func (account) server() *syscall.SysProcAttr { return nil }

// owner says that there is no server to test on.
func owner(string) (account, error) { return account{}, errAbsent }
