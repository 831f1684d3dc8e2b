package origin

import (
	"errors"
	"log"
	"os"
	"strconv"

	"people"
)

var errShort = errors.New("short")

func check(n int) error {
	if n < 2 {
		return errShort
	}
	return nil
}

// What counts is the value that reaches this use.
func reassigned(s string, n int) {
	keep(s, n)
	err := check(n)
	if err != nil {
		log.Print(err)
	}
	_, err = strconv.Atoi(s)
	if err != nil {
		log.Print(err) // want "err is error-text"
	}
	err = check(n)
	if err != nil {
		log.Print(err)
	}
}

// The second value of one call, then of another.
func twice(name string, n int) {
	keep(name, n)
	f, err := os.Open(name)
	if err != nil {
		log.Print(err) // want "err is error-text"
		return
	}
	defer f.Close()
	if err := check(n); err != nil {
		log.Print(err)
	}
	if err = check(n); err != nil {
		log.Print(err)
	}
}

// Branches join.
func branches(u people.User, remark string, short bool) {
	keep(remark, short)
	x := u.ID
	if short {
		x = remark
		log.Print(x) // want "x is free-text"
	} else {
		log.Print(x)
	}
	log.Print(x) // want "x is free-text"
	x = "done"
	log.Print(x)
	switch {
	case short:
		x = u.ID
	default:
		x = u.Email
	}
	log.Print(x) // want "x is personal"
}

// A branch that returns does not join.
func returning(u people.User, remark string, short bool) {
	keep(remark, short)
	x := u.ID
	if short {
		x = remark
		_ = x
		return
	}
	log.Print(x)
}

// A later round of the loop reaches an earlier line.
func loops(list []string, n int) {
	keep(list, n)
	word := "none"
	for _, r := range list {
		log.Print(word) // want "word is free-text"
		word = r
	}
	last := "none"
	for i := 0; i < n; i++ {
		log.Print(last, i)
		last = "again"
	}
	log.Print(last)
}

// break, continue, goto and labels.
func jumps(list []string) {
	keep(list)
	x := "none"
outer:
	for _, r := range list {
		for range list {
			if len(r) > 3 {
				x = r
				break outer
			}
			continue outer
		}
	}
	log.Print(x) // want "x is free-text"
	y := "a"
	if len(list) > 1 {
		goto end
	}
	y = list[0]
end:
	log.Print(y) // want "y is free-text"
}

// Captured variables, read and written by a closure.
func closures(u people.User, remark string) {
	keep(remark)
	x := u.ID
	func() { log.Print(x) }()
	y := "none"
	set := func() { y = remark }
	set()
	log.Print(y) // want "y is free-text"
	z := u.Email
	defer func() {
		log.Print(z) // want "z is personal"
	}()
	id := u.Email
	func() {
		log.Print(id) // want "id is personal"
	}()
}

// A value written through a pointer.
func pointers(u people.User, remark string) {
	keep(remark)
	x := "none"
	p := &x
	*p = remark
	log.Print(x) // want "x is free-text"
}

// A switch on the type, and a shadowed name.
func shadows(u people.User, v any) {
	keep(v)
	id := u.ID
	{
		id := u.Email
		log.Print(id) // want "id is personal"
	}
	log.Print(id)
	switch t := v.(type) {
	case error:
		log.Print(t) // want "t is error-text"
	case int:
		log.Print(t) // want "t is value"
	}
}

// A deferred call reads its argument now; a deferred closure reads it at the end.
func deferred(u people.User) {
	x := u.ID
	defer log.Print(x)
	x = u.Email
	_ = x
}

// A channel and a select.
func received(c chan string, ids chan people.User) {
	keep(c, ids)
	x := <-c
	log.Print(x) // want "x is (free-text|opaque-call)"
	log.Print((<-ids).ID)
	select {
	case y := <-c:
		log.Print(y) // want "y is (free-text|opaque-call)"
	default:
	}
}
