package platform

import "log"

type Person struct{ Email, Phone, Address string }

func All(p Person) { log.Println(p.Email) }
