// Package lib returns values; what they are travels as facts.
package lib

import (
	"errors"
	"strconv"

	"people"
)

var ErrFull = errors.New("full")

// Kind returns only constants.
func Kind(n int) string {
	switch {
	case n > 10:
		return "many"
	case n > 1:
		return "some"
	}
	return "one"
}

// Check returns a sentinel, a literal error, or nil.
func Check(n int) error {
	if n > 10 {
		return ErrFull
	}
	if n < 0 {
		return errors.New("negative")
	}
	return nil
}

// Close always succeeds.
func Close() error { return nil }

// Owner returns an identifier.
func Owner(u people.User) string { return u.ID }

// Both returns an identifier and an error of constants.
func Both(u people.User) (string, error) {
	if u.ID == "" {
		return "", ErrFull
	}
	return u.ID, nil
}

// Same returns its parameter.
func Same(s string) string { return s }

// Or returns its first parameter or a constant.
func Or(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// Size returns a count.
func Size(list []string) int { return len(list) }

// Contact returns an e-mail address.
func Contact(u people.User) string { return u.Email }

// Mixed returns an identifier or an e-mail address.
func Mixed(u people.User, short bool) string {
	if short {
		return u.ID
	}
	return u.Email
}

// Parsed returns whatever the library says.
func Parsed(s string) error {
	_, err := strconv.Atoi(s)
	return err
}

// Chained goes through another function of this package.
func Chained(n int) string { return "k-" + Kind(n) }

// Named has a named result.
func Named(n int) (word string) {
	word = "few"
	if n > 3 {
		word = "lots"
	}
	return
}

type Box struct {
	kind  string
	owner people.User
}

// Kind is a method with a constant result.
func (b *Box) Kind() string { return "box" }

// Contact is a method with a personal result.
func (b *Box) Contact() string { return b.owner.Email }

// First is generic and returns its parameter.
func First[T any](v T) T { return v }
