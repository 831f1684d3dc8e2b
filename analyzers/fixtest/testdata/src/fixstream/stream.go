// Package fixstream writes to the standard streams and panics.
package fixstream

import (
	"errors"
	"fmt"
	"net/http"
	"os"
)

var kept []any

// keep stores its arguments: who calls it with a parameter does more than log it, and is no wrapper for it.
func keep(v ...any) { kept = append(kept, v...) }

func streams(r *http.Request, err error, token, label string) {
	keep(r, err, token, label)
	fmt.Println("failed:", err)                 // want "error-text"
	fmt.Printf("failed: %v\n", err)             // want "error-text"
	fmt.Fprintf(os.Stderr, "failed: %v\n", err) // want "error-text"
	fmt.Fprintln(os.Stderr, r.URL.Path)         // want "payload"
	fmt.Print("token=" + token)                 // want "secret"
	os.Stderr.WriteString(err.Error())          // want "error-text"
	println(err.Error())                        // want "error-text"
	fmt.Println("loaded " + label)              // want "free-text"
}

func panics(r *http.Request, err error, n int) {
	keep(r, err)
	switch n {
	case 0:
		panic(err) // want "error-text"
	case 1:
		panic("failed: " + err.Error()) // want "error-text"
	case 2:
		panic(fmt.Sprintf("failed: %v", err)) // want "error-text"
	case 3:
		panic(fmt.Errorf("failed: %w", err)) // want "error-text"
	case 4:
		panic(fmt.Errorf("failed: %v", err)) // want "error-text"
	case 5:
		panic(errors.New(err.Error())) // want "error-text"
	}
	panic("no route for " + r.URL.Path) // want "payload"
}
