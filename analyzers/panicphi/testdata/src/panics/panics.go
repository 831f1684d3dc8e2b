package panics

import (
	"errors"
	"fmt"
	"log"

	"github.com/google/uuid"
	"github.com/seed-a76b335c/philint/redact"
)

type user struct {
	ID    string
	Email string
	Label string
}

var errGone = errors.New("gone")

const reason = "no room"

// A constant, a sentinel, an identifier.
func good(n int, u user, ref uuid.UUID, err error, list []string) {
	keep(n, ref, err, list)
	switch n {
	case 1:
		panic("no room")
	case 2:
		panic(reason)
	case 3:
		panic(errGone)
	case 4:
		panic(errors.New("gone"))
	case 5:
		panic(fmt.Sprintf("order %s of %d", u.ID, len(list)))
	case 6:
		panic(ref)
	case 7:
		panic(fmt.Sprintf("%T", err))
	case 8:
		panic(redact.ErrType(err))
	case 9:
		panic("unreachable: " + reason)
	case 10:
		panic(nil)
	}
}

// Anything else.
func bad(n int, u user, err error, v any) {
	keep(n, u, err, v)
	switch n {
	case 1:
		panic(err) // want "err is error-text"
	case 2:
		panic(u) // want "u is composite"
	case 3:
		panic(&u) // want "u is composite"
	case 4:
		panic(v) // want "v is composite"
	case 5:
		panic(u.Email) // want "u\\.Email is personal"
	case 6:
		panic("user " + u.Label) // want "u\\.Label.* is free-text"
	case 7:
		panic(fmt.Sprintf("user %s", u.Email)) // want "u\\.Email.* is personal"
	case 8:
		panic(fmt.Errorf("save: %w", err)) // want "err.* is error-text"
	case 9:
		panic(err.Error()) // want "err\\.Error\\(\\) is error-text"
	case 10:
		panic(errors.New(u.Label)) // want "u\\.Label.* is (free-text|error-text)"
	}
}

// A recovered value thrown again.
func again() {
	defer func() {
		if r := recover(); r != nil {
			panic(r) // want "r is error-text"
		}
	}()
}

// By origin.
func origin(n int, u user) {
	keep(n)
	id := u.Email
	x := u.ID
	if n > 1 {
		panic(id) // want "id is personal: .*id ← u\\.Email"
	}
	panic(x)
}

// The log package's Panic is a log statement: another analyzer's.
func logged(u user) {
	log.Panicf("%s", u.Email)
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func open(name string) (int, error) { return len(name), fmt.Errorf("open %s", name) }

// Through a wrapper.
func wrapped(u user, err error, find func() (string, error)) {
	keep(err)
	must(nil)
	must(errGone)
	must(err)        // want "err is error-text: .*must"
	_ = Must(1, err) // want "err is error-text: .*Must"
	_ = Must(u.Email, errGone)
	_ = Must(find()) // judgement: the error is a result of the inner call // want "find\\(\\) is error-text: .*Must"
}

// The builtin only.
func shadowed(u user) {
	panic := func(v any) {}
	panic(u)
}
