package classes_error

import (
	"errors"
	"fmt"
	"log"
	"log/slog"
	"runtime/debug"

	"github.com/seed-a76b335c/philint/redact"
)

type failure struct{ text string }

func (f *failure) Error() string { return f.text }

type result struct {
	Err   error
	Cause *failure
}

// An error under any verb but %T.
func verbs(err error) {
	keep(err)
	log.Print(err)         // want "err is error-text"
	log.Println("x", err)  // want "err is error-text"
	log.Printf("%v", err)  // want "err is error-text"
	log.Printf("%s", err)  // want "err is error-text"
	log.Printf("%q", err)  // want "err is error-text"
	log.Printf("%+v", err) // want "err is error-text"
	log.Printf("%#v", err) // want "err is error-text"
	log.Printf("%T", err)
	log.Printf("%[1]T %[1]v", err) // want "err is error-text"
}

// Its text, and concrete error types.
func texts(err error, f *failure, r result) {
	keep(err, f)
	log.Print(err.Error())         // want "err\\.Error\\(\\) is error-text"
	log.Print(f)                   // want "f is error-text"
	log.Print(f.Error())           // want "f\\.Error\\(\\) is error-text"
	log.Print(r.Err)               // want "r\\.Err is error-text"
	log.Print(r.Cause)             // want "r\\.Cause is error-text"
	log.Print("x: " + err.Error()) // want "err\\.Error\\(\\).* is error-text"
	text := err.Error()
	log.Print(text)                                  // want "text is error-text"
	slog.Error("x", "err", err)                      // want "err is error-text"
	slog.Error("x", slog.Any("err", err))            // want "err is error-text"
	slog.Error("x", slog.String("err", err.Error())) // want "err\\.Error\\(\\) is error-text"
	slog.Error(err.Error())                          // want "err\\.Error\\(\\) is (error-text|dynamic-message)"
}

// Joined and wrapped.
func joined(err, other error, errs []error) {
	keep(err, other, errs)
	log.Print(errors.Join(err, other))  // want "is error-text"
	log.Print(errors.Unwrap(err))       // want "errors\\.Unwrap\\(err\\) is error-text"
	log.Print(fmt.Errorf("x: %w", err)) // want "err.* is error-text"
	log.Print(errs)                     // want "errs is (error-text|composite)"
	log.Print(errors.Join(errors.New("a"), nil))
	var target *failure
	if errors.As(err, &target) {
		log.Print(target)      // want "target is error-text"
		log.Print(target.text) // want "target\\.text is (free-text|error-text)"
	}
}

// Recovered values and stacks.
func recovered() {
	defer func() {
		if r := recover(); r != nil {
			log.Print(r)        // want "r is error-text"
			log.Printf("%v", r) // want "r is error-text"
			log.Printf("%T", r)
			log.Print(debug.Stack())         // want "debug\\.Stack\\(\\) is error-text"
			log.Print(string(debug.Stack())) // want "debug\\.Stack\\(\\).* is error-text"
			slog.Error("x", "panic", r)      // want "r is error-text"
		}
	}()
}

// The ways out.
func out(err error) {
	keep(err)
	log.Print(redact.ErrType(err))
	log.Printf("%T", err)
	log.Print(err == nil, err != nil)
}
