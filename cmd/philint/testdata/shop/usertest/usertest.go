// Package usertest is imported only by tests.
package usertest

import "log"

// Email is made up.
const Email = "a@example.com"

// Dump logs what no server may.
func Dump(email string) { log.Println(email) }
