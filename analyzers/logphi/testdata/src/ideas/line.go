package ideas

import "log"

// A generator's template is where the diagnostic points.
func templated(u user) {
//line page.tmpl:7
	log.Print(u.Email) // want "u\\.Email is personal"
	log.Print(u.ID)
}
