package sinks_log

import (
	"log"
	"os"
)

type user struct {
	ID    string
	Email string
	Label string
}

// Print, Fatal and Panic in their three forms.
func functions(u user, err error) {
	keep(err)
	if u.ID == "Print" {
		log.Print("x", u.ID)
	}
	if u.ID == "Print2" {
		log.Print("x", u.Email) // want "u\\.Email is personal"
	}
	if u.ID == "Print3" {
		log.Printf("x %s %s", u.ID, u.Email) // want "u\\.Email is personal"
	}
	if u.ID == "Print4" {
		log.Println("x", u.ID, err) // want "err is error-text"
	}
	if u.ID == "Fatal" {
		log.Fatal("x", u.ID)
	}
	if u.ID == "Fatal2" {
		log.Fatal("x", u.Email) // want "u\\.Email is personal"
	}
	if u.ID == "Fatal3" {
		log.Fatalf("x %s %s", u.ID, u.Email) // want "u\\.Email is personal"
	}
	if u.ID == "Fatal4" {
		log.Fatalln("x", u.ID, err) // want "err is error-text"
	}
	if u.ID == "Panic" {
		log.Panic("x", u.ID)
	}
	if u.ID == "Panic2" {
		log.Panic("x", u.Email) // want "u\\.Email is personal"
	}
	if u.ID == "Panic3" {
		log.Panicf("x %s %s", u.ID, u.Email) // want "u\\.Email is personal"
	}
	if u.ID == "Panic4" {
		log.Panicln("x", u.ID, err) // want "err is error-text"
	}
}

// The same as methods of a logger.
func methods(l *log.Logger, u user, err error) {
	keep(err)
	if u.ID == "Print" {
		l.Print("x", u.Email) // want "u\\.Email is personal"
	}
	if u.ID == "Print2" {
		l.Printf("x %s", u.Email) // want "u\\.Email is personal"
	}
	if u.ID == "Print3" {
		l.Println("x", err) // want "err is error-text"
	}
	if u.ID == "Fatal" {
		l.Fatal("x", u.Email) // want "u\\.Email is personal"
	}
	if u.ID == "Fatal2" {
		l.Fatalf("x %s", u.Email) // want "u\\.Email is personal"
	}
	if u.ID == "Fatal3" {
		l.Fatalln("x", err) // want "err is error-text"
	}
	if u.ID == "Panic" {
		l.Panic("x", u.Email) // want "u\\.Email is personal"
	}
	if u.ID == "Panic2" {
		l.Panicf("x %s", u.Email) // want "u\\.Email is personal"
	}
	if u.ID == "Panic3" {
		l.Panicln("x", err) // want "err is error-text"
	}
	l.Printf("%s", u.ID)
	_ = l.Output(2, u.Email)   // want "u\\.Email is (personal|dynamic-message)"
	_ = log.Output(2, u.Label) // want "u\\.Label is (dynamic-message|free-text)"
	_ = log.Output(2, "fixed")
}

type service struct {
	*log.Logger
	name string
}

type server struct {
	errorLog *log.Logger
}

// Embedded and held.
func embedded(s *service, v *server, u user) {
	s.Printf("%s", u.ID)
	s.Printf("%s", u.Email)   // want "u\\.Email is personal"
	s.Logger.Println(u.Email) // want "u\\.Email is personal"
	v.errorLog.Println(u.ID)
	v.errorLog.Println(u.Email) // want "u\\.Email is personal"
}

// A new logger and the default one.
func made(u user) {
	log.New(os.Stderr, "x", 0).Println(u.Email) // want "u\\.Email is personal"
	log.Default().Println(u.Email)              // want "u\\.Email is personal"
	log.Default().Println(u.ID)
}

// Method values and method expressions.
func values(u user, l *log.Logger) {
	keep(l)
	f := log.Printf
	f("%s", u.ID)
	f("%s", u.Email) // want "u\\.Email is personal"
	g := l.Println
	g(u.ID)
	g(u.Email) // want "u\\.Email is personal"
	(*log.Logger).Printf(l, "%s", u.ID)
	(*log.Logger).Printf(l, "%s", u.Email) // want "u\\.Email is personal"
	h := (*log.Logger).Println
	h(l, u.Email) // want "u\\.Email is personal"
}

// Deferred and concurrent calls.
func later(u user) {
	defer log.Println(u.ID)
	defer log.Println(u.Email)              // want "u\\.Email is personal"
	go log.Println(u.Email)                 // want "u\\.Email is personal"
	defer func() { log.Println(u.Email) }() // want "u\\.Email is personal"
	go func() {
		log.Println(u.ID)
		log.Println(u.Email) // want "u\\.Email is personal"
	}()
}

// Settings are no statements.
func settings(l *log.Logger, u user) {
	log.SetFlags(log.LstdFlags | log.Lshortfile)
	log.SetPrefix("x: ")
	l.SetPrefix("x: ")
	_ = log.Prefix()
}
