package expvars

import "expvar"

type user struct {
	ID    string
	Email string
}

var (
	last = expvar.NewString("last")
	seen = expvar.NewInt("seen")
	byID = expvar.NewMap("by_id")
)

// What is published as a string.
func publish(u user) {
	last.Set(u.ID)
	last.Set("fixed")
	last.Set(u.Email)                     // want "u\\.Email is personal"
	expvar.NewString("mail").Set(u.Email) // want "u\\.Email is personal"
	var s expvar.String
	s.Set(u.Email) // want "u\\.Email is personal"
	seen.Add(1)
	byID.Add("fixed", 1)
}
