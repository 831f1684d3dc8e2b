package testfiles

import "log"

type user struct {
	ID    string
	Email string
}

func run(u user) {
	log.Print(u.ID)
	log.Print(u.Email) // want "u\\.Email is personal"
}
