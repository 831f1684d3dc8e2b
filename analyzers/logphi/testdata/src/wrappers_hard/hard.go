package wrappers_hard

import (
	"errors"
	"log"
	"log/slog"
	"sync"

	"people"
)

// Declared after its use, and in another file.
func early(u people.User) {
	late(u.ID)
	late(u.Email)  // want "u\\.Email is personal: .*late"
	other(u.Email) // want "u\\.Email is personal: .*other"
}

func late(text string) { log.Print(text) }

// Two that call each other.
func ping(n int, text string) {
	if n == 0 {
		log.Print(text)
		return
	}
	pong(n-1, text)
}

func pong(n int, text string) { ping(n, text) }

func mutual(u people.User) {
	ping(2, u.ID)
	ping(2, u.Email) // want "u\\.Email is personal: .*ping"
	pong(2, u.Email) // want "u\\.Email is personal: .*pong"
}

// A function that returns a logging closure.
func printer(prefix string) func(string, ...any) {
	return func(format string, args ...any) { log.Printf(prefix+format, args...) }
}

func returned(u people.User) {
	say := printer("x: ")
	say("%s", u.ID)
	say("%s", u.Email)            // judgement: a returned closure is a wrapper of its callers // want "u\\.Email is personal"
	printer("x: ")("%s", u.Email) // judgement: likewise // want "u\\.Email is personal"
}

// Deferred and concurrent inside the wrapper.
func background(text string) {
	go func() { log.Print(text) }()
}

func atEnd(text string) {
	defer func() { log.Print(text) }()
}

func inner(u people.User) {
	background(u.ID)
	background(u.Email) // want "u\\.Email is personal: .*background"
	atEnd(u.Email)      // want "u\\.Email is personal: .*atEnd"
}

// By level, on several paths.
func at(level int, text string, args ...any) {
	switch level {
	case 0:
		slog.Debug(text, args...)
	case 1:
		slog.Info(text, args...)
	default:
		slog.Error(text, args...)
	}
}

func levels(u people.User) {
	at(1, "x", "id", u.ID)
	at(1, "x", "email", u.Email) // want "u\\.Email is personal: .*at"
}

// Under a lock, once.
type once struct {
	mu   sync.Mutex
	once sync.Once
}

func (o *once) say(text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.once.Do(func() { log.Print(text) })
}

func locked(o *once, u people.User) {
	o.say(u.ID)
	o.say(u.Email) // want "u\\.Email is personal: .*say"
}

// Only an argument of a variadic tail.
func first(args ...any) {
	if len(args) > 0 {
		log.Print(args[0])
	}
}

func tail(u people.User) {
	first(u.ID)
	first(u.Email) // judgement: one element of the tail is forwarded too // want "u\\.Email is personal: .*first"
}

// Parts of a struct made of parameters.
type record struct {
	Who  string
	What string
}

func write(r record) { slog.Info("x", "record", r) }

func compose(who, what string) { write(record{Who: who, What: what}) }

func composed(u people.User) {
	compose(u.ID, "fixed")
	compose(u.Email, "fixed") // judgement: a struct made to be logged forwards what it is made of // want "u\\.Email is personal: .*compose"
}

var errGone = errors.New("gone")

// A wrapper of errors that adds constant text.
func report(op string, err error) {
	if err == nil || errors.Is(err, errGone) {
		return
	}
	log.Printf("%s: %v", op, err)
}

func reported(err error) {
	keep(err)
	report("load", errGone)
	report("load", err) // judgement: comparing an error with a sentinel is a check like one for nil // want "err is error-text: .*report"
}

// Chained methods that return the receiver.
type event struct{ l *slog.Logger }

func (e *event) Str(key, value string) *event { e.l = e.l.With(key, value); return e }

func (e *event) Send(msg string) { e.l.Info(msg) }

func chained(e *event, u people.User) {
	e.Str("id", u.ID).Send("x")
	e.Str("id", u.ID).Str("email", u.Email).Send("x") // want "u\\.Email is personal: .*Str"
}
