package bad

import "log"

type Person struct{ Email string }

func Bad(p Person) {
	log.Println(p.Email)
	undefined()
}
