package lib

import "log"

type Person struct{ Phone string }

// Audit writes.
func Audit(v any) { log.Println(v) }

func Lib(p Person) { log.Println(p.Phone) }
