// Package wrappers_registrar gives functions to code that keeps them for later: nobody in sight calls them by name.
package wrappers_registrar

import (
	"log"

	"people"
)

var subs []func(people.User)

func subscribe(f func(people.User)) { subs = append(subs, f) }

var byName = map[string]func(people.User){}

func on(name string, f func(people.User)) { byName[name] = f }

type service struct{}

func wire(s *service) {
	subscribe(onUser)
	subscribe(s.onUser)
	on("x", handle)
	subscribe(func(u people.User) { log.Print(u) }) // want "u is (composite|personal)"
	twice(loud)
}

func onUser(u people.User) { log.Print(u) } // want "u is (composite|personal)"

func (s *service) onUser(u people.User) { log.Print(u) } // want "u is (composite|personal)"

func handle(u people.User) { log.Print(u) } // want "u is (composite|personal)"

// A function that calls what it is given is seen through.
func twice(f func(string)) {
	f("one")
	f("two")
}

func loud(text string) { log.Print(text) }
