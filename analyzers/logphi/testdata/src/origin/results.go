package origin

import (
	"log"

	"origin/lib"
	"people"
)

func kind(n int) string {
	if n > 2 {
		return "many"
	}
	return "few"
}

func owner(u people.User) string { return u.ID }

func contact(u people.User) string { return u.Email }

func same(s string) string { return s }

func size(list []string) int { return len(list) }

func countDown(n int) string {
	if n == 0 {
		return "zero"
	}
	return countDown(n - 1)
}

// Results of functions in this package.
func here(u people.User, remark string, list []string) {
	keep(u, remark, list)
	log.Print(kind(3), owner(u), same(u.ID), size(list), countDown(2))
	x := owner(u)
	log.Print(x)
	log.Print(contact(u)) // want "contact\\(u\\) is personal"
	userID := contact(u)
	log.Print(userID)       // want "userID is personal"
	log.Print(same(remark)) // want "remark.* is (free-text|opaque-call)"
	y := same(u.Email)
	log.Print(y) // want "y is personal"
}

// Results of functions in another package.
func there(u people.User, remark string, list []string, b *lib.Box) {
	keep(u, remark, list, b)
	log.Print(lib.Kind(3), lib.Owner(u), lib.Same(u.ID), lib.Or(u.ID), lib.Size(list), lib.Chained(1), lib.Named(1))
	log.Print(b.Kind(), lib.First(u.ID))
	log.Print(lib.ErrFull)
	x := lib.Owner(u)
	log.Print(x)
	log.Print(lib.Contact(u)) // want "lib\\.Contact\\(u\\) is personal"
	userID := lib.Contact(u)
	log.Print(userID)             // want "userID is personal"
	log.Print(lib.Mixed(u, true)) // want "lib\\.Mixed\\(u, true\\) is personal"
	log.Print(lib.Same(remark))   // want "remark.* is (free-text|opaque-call)"
	log.Print(lib.Or(u.Email))    // want "u\\.Email.* is personal"
	log.Print(b.Contact())        // want "b\\.Contact\\(\\) is personal"
	log.Print(lib.First(u.Email)) // want "u\\.Email.* is personal"
}

// Errors of constants only are constants.
func errs(u people.User, remark string, n int) {
	keep(u, remark, n)
	if err := lib.Check(n); err != nil {
		log.Print(err)
		log.Printf("%s", err.Error())
	}
	err := lib.Close()
	log.Print(err)
	id, err := lib.Both(u)
	if err != nil {
		log.Print(err)
	}
	log.Print(id)
	err = lib.Parsed(remark)
	log.Print(err) // want "err is error-text"
}
