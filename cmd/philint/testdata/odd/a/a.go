package a

import "log"

type P struct{ Email string }

func A(p P) { /* 𝔘ñí */ log.Println(p.Email) }
