// Package cgo calls C.
package cgo

// int one(void) { return 1; }
import "C"

import "log"

var kept []any

// keep stores its arguments: who calls it with a parameter does more than log it, and is no wrapper for it.
func keep(v ...any) { kept = append(kept, v...) }

func calls(err error) {
	keep(err, C.one())
	log.Print(err) // want "error-text"
}
