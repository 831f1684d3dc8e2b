//go:build unix

package stdio

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// ClaimStdout gives the caller standard output for itself. For the rest of the process's life whatever else writes to
// it, in Go or below, writes to standard error: a stray line would break the protocol.
func ClaimStdout() (*os.File, error) {
	fd, err := unix.FcntlInt(1, unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return nil, fmt.Errorf("duplicate standard output: %w", err)
	}
	if err := unix.Dup2(2, 1); err != nil {
		_ = unix.Close(fd)
		return nil, fmt.Errorf("point standard output at standard error: %w", err)
	}
	os.Stdout = os.Stderr
	return os.NewFile(uintptr(fd), "stdout"), nil
}
