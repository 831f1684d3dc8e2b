package app

import (
	"log"

	"example.com/lib"
)

type Person struct{ Email string }

func App(p Person) {
	log.Println(p.Email)
	lib.Audit(p.Email)
}
