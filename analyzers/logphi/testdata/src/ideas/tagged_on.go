//go:build !philint_other

package ideas

import "log"

// Of this build.
func tagged(u user) {
	log.Print(u.Email) // want "u\\.Email is personal"
}
