//go:build philint_other

package ideas

import "log"

// Of another build: nothing is said in this one.
func tagged(u user) {
	log.Print(u.Email)
}
