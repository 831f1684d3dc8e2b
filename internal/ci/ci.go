// Package ci says whether this is continuous integration. A test that cannot run there is a failure and not a skip: nobody
// reads the skips of a machine.
package ci

import (
	"os"
	"strconv"
)

// On reports whether the environment variable CI is set to anything but a value that is false to [strconv.ParseBool]: services
// set it to true, 1, or their own name. The scripts ask .ci/in-ci, which says the same.
func On() bool {
	value := os.Getenv("CI")
	on, err := strconv.ParseBool(value)
	return value != "" && (on || err != nil)
}
