// Package user imports what does not compile.
package user

import "example.com/broken/bad"

func User() { bad.Bad(bad.Person{}) }
