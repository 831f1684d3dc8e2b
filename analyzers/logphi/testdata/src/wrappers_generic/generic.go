package wrappers_generic

import (
	"log"

	"people"
	"wrappers_generic/lib"
)

func show[T any](v T) { log.Print(v) }

type number interface{ ~int | ~int64 }

func sum[N number](n N) { log.Print(n) }

func good(l *lib.Logger[string], u people.User, list []string) {
	keep(list)
	show(u.ID)
	show(len(list))
	sum(len(list))
	lib.Log("x", u.ID)
	lib.Log[string]("x", u.ID)
	lib.All("x", u.ID, "fixed")
	l.Put(u.ID)
	l.Count(list)
}

func bad(l *lib.Logger[string], u people.User, amount int) {
	keep(u, amount)
	show(u.Email)                 // want "u\\.Email is personal: .*show"
	show[string](u.Email)         // want "u\\.Email is personal: .*show"
	show(u)                       // want "u is composite: .*show"
	sum(amount)                   // want "amount is value: .*sum"
	lib.Log("x", u.Email)         // want "u\\.Email is personal: .*Log"
	lib.Log[string]("x", u.Email) // want "u\\.Email is personal: .*Log"
	lib.All("x", u.ID, u.Email)   // want "u\\.Email is personal: .*All"
	l.Put(u.Email)                // want "u\\.Email is personal: .*Put"
}
