//go:build unix

package pgtest

import (
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// account is who the server runs as; nil is who runs the tests.
type account struct{ credential *syscall.Credential }

// command is how a program of the server's is run.
func (a account) command() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: a.credential}
}

// owner gives the directory to the user that the server runs as: it refuses to run as root.
func owner(dir string) (account, error) {
	if os.Getuid() != 0 {
		return account{}, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return account{}, errAbsent
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return account{}, err
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		return account{}, err
	}
	if err := os.Chown(dir, int(uid), int(gid)); err != nil {
		return account{}, err
	}
	return account{&syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}, nil
}
