package testfiles

import "fmt"

type user struct {
	ID    string
	Email string
}

func run(u user) { fmt.Println(u.ID) }
