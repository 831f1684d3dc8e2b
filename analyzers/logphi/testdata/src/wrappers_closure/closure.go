package wrappers_closure

import (
	"log"
	"log/slog"

	"people"
)

// In a local variable.
func local(u people.User, err error) {
	keep(err)
	say := func(s string) { log.Print(s) }
	say(u.ID)
	say(u.Email) // want "u\\.Email is personal: .*say"
	logf := func(format string, args ...any) { log.Printf("[x] "+format, args...) }
	logf("%s", u.ID)
	logf("%s", u.Email) // want "u\\.Email is personal: .*logf"
	var fail func(error)
	fail = func(err error) { slog.Error("failed", "err", err) }
	fail(nil)
	fail(err)          // want "err is error-text: .*fail"
	defer say(u.Email) // want "u\\.Email is personal: .*say"
	go say(u.Email)    // want "u\\.Email is personal: .*say"
}

// In package variables.
var (
	Logf  = log.Printf
	shout = func(s string) { log.Print("!", s) }
	Debug func(msg string, args ...any)
)

func init() {
	Debug = slog.Debug
}

func packageVariables(u people.User) {
	Logf("%s", u.ID)
	Logf("%s", u.Email) // want "u\\.Email is personal: .*Logf"
	shout(u.ID)
	shout(u.Email) // want "u\\.Email is personal: .*shout"
	Debug("x", "id", u.ID)
	Debug("x", "email", u.Email) // want "u\\.Email is personal: .*Debug"
}

// In struct fields.
type service struct {
	logf  func(format string, args ...any)
	warn  func(string)
	store func(string)
}

func newService() *service {
	s := &service{
		logf:  log.Printf,
		store: func(string) {},
	}
	s.warn = func(text string) { slog.Warn("warning", "text", text) }
	return s
}

func (s *service) run(u people.User) {
	s.logf("%s", u.ID)
	s.logf("%s", u.Email) // want "u\\.Email is personal: .*logf"
	s.warn(u.ID)
	s.warn(u.Email) // want "u\\.Email is personal: .*warn"
	s.store(u.Email)
}

// As a parameter: the function is judged where it is known.
func each(list []people.User, do func(people.User)) {
	for _, u := range list {
		do(u)
	}
}

// Immediately invoked: the parameter's origin is the argument.
func invoked(u people.User, remark string) {
	keep(remark)
	func(s string) { log.Print(s) }(u.ID)
	func(s string) { log.Print(s) }(u.Email)   // want "is personal"
	go func(s string) { log.Print(s) }(remark) // want "is free-text"
	defer func(n int) { log.Print(n) }(len(remark))
	func(id string) { log.Print(id) }(u.Email) // want "is personal"
}

// A closure that logs what it captured, not a parameter.
func captured(u people.User) {
	run := func() {
		log.Print(u.ID)
		log.Print(u.Email) // want "u\\.Email is personal"
	}
	run()
}
