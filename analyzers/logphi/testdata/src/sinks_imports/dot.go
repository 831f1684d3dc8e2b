package sinks_imports

import . "log"

type user struct {
	ID    string
	Email string
	Label string
}

// A dot import.
func dot(u user) {
	Printf("%s", u.ID)
	Printf("%s", u.Email)      // want "u\\.Email is personal"
	Println(u.Email)           // want "u\\.Email is personal"
	Default().Println(u.Email) // want "u\\.Email is personal"
}
