//go:build unix

package canary

import (
	"syscall"
	"time"
)

// processorTime is what this process has used. Unlike the time that goes by, it says much on a machine that others use.
func processorTime() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
