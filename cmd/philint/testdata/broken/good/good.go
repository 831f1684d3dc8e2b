package good

import "log"

type Person struct{ Email string }

func Good(p Person) { log.Println(p.Email) }
