// Package ideas_cgo needs a C compiler.
package ideas_cgo

// static int twice(int n) { return 2 * n; }
import "C"

import "log"

type user struct {
	ID    string
	Email string
}

func run(u user, items []string) {
	log.Print(u.ID)
	log.Print(u.Email) // want "u\\.Email is personal"
	count := int(C.twice(C.int(len(items))))
	log.Print(count)
}
