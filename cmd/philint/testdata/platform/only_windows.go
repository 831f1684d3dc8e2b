package platform

import "log"

func OnlyWindows(p Person) { log.Println(p.Phone) }
