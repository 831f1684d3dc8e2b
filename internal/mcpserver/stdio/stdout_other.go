//go:build !unix

package stdio

import "os"

// ClaimStdout gives the caller standard output for itself. For the rest of the process's life whatever else writes to
// os.Stdout writes to standard error: a stray line would break the protocol.
func ClaimStdout() (*os.File, error) {
	own := os.Stdout
	os.Stdout = os.Stderr
	return own, nil
}
