package platform

import "log"

func OnlyLinux(p Person) { log.Println(p.Address) }
