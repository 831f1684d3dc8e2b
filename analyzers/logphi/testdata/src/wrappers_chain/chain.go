package wrappers_chain

import (
	"people"
	"wrappers_chain/inner"
	m "wrappers_chain/middle"
)

func report(text string) { m.Note(text) }

func good(l *m.Logger, u people.User) {
	inner.Write("x", "id", u.ID)
	m.Log("x", "id", u.ID)
	m.Note(u.ID)
	report(u.ID)
	l.Say(u.ID)
	m.Safe(u.Email)
	inner.Safe(u.Email)
}

func bad(l *m.Logger, u people.User) {
	inner.Write("x", "email", u.Email) // want "u\\.Email is personal: .*Write"
	inner.Note(u.Email)                // want "u\\.Email is personal: .*Note"
	m.Log("x", "email", u.Email)       // want "u\\.Email is personal: .*Log"
	m.Note(u.Email)                    // want "u\\.Email is personal: .*Note"
	report(u.Email)                    // want "u\\.Email is personal: .*report"
	l.Say(u.Email)                     // want "u\\.Email is personal: .*Say"
	f := m.Note
	f(u.Email) // want "u\\.Email is personal"
}
