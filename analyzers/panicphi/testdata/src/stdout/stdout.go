package stdout

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
)

type user struct {
	ID    string
	Email string
	Label string
}

// fmt's own functions.
func printing(u user, err error, list []string) {
	keep(u, err, list)
	fmt.Print("x", u.ID)
	fmt.Println("x", u.ID, len(list))
	fmt.Printf("%s %d", u.ID, len(list))
	fmt.Printf("%T\n", u)
	fmt.Print("x", u.Email)    // want "u\\.Email is personal"
	fmt.Println("x", u.Email)  // want "u\\.Email is personal"
	fmt.Printf("%s", u.Email)  // want "u\\.Email is personal"
	fmt.Printf("%v\n", u)      // want "u is composite"
	fmt.Println(err)           // want "err is error-text"
	fmt.Printf(u.Label)        // want "u\\.Label is (dynamic-message|free-text)"
	defer fmt.Println(u.Email) // want "u\\.Email is personal"
	go fmt.Println(u.Email)    // want "u\\.Email is personal"
	f := fmt.Println
	f(u.ID)
	f(u.Email) // want "u\\.Email is personal"
}

// The builtins.
func builtins(u user, n int, amount int) {
	keep(n, amount)
	print("x", u.ID, len(u.Email))
	println("x", u.ID)
	print("x", u.Email)   // want "u\\.Email is personal"
	println("x", u.Email) // want "u\\.Email is personal"
	println(amount)       // want "amount is value"
	println(n)
}

// The standard streams, and the log's writer.
func streams(u user, err error) {
	keep(err)
	fmt.Fprintln(os.Stderr, "x", u.ID)
	fmt.Fprintln(os.Stderr, "x", u.Email) // want "u\\.Email is personal"
	fmt.Fprintf(os.Stderr, "%s", u.Email) // want "u\\.Email is personal"
	fmt.Fprint(os.Stderr, u.Email)        // want "u\\.Email is personal"
	fmt.Fprintln(os.Stdout, u.Email)      // want "u\\.Email is personal"
	fmt.Fprintf(os.Stdout, "%v", err)     // want "err is error-text"
	fmt.Fprint(os.Stdout, "fixed")
	fmt.Fprintln(log.Writer(), u.Email) // want "u\\.Email is personal"
	fmt.Fprintln(log.Writer(), u.ID)
	_, _ = os.Stderr.WriteString(u.Email) // want "u\\.Email is personal"
	_, _ = os.Stdout.WriteString("fixed")
	_, _ = os.Stderr.Write([]byte(u.Email))   // judgement: it writes to standard error like WriteString // want "u\\.Email.* is personal"
	_, _ = io.WriteString(os.Stdout, u.Email) // judgement: it writes to standard output like Fprint // want "u\\.Email is personal"
}

var out io.Writer = os.Stderr

type tool struct {
	stderr io.Writer
	file   io.Writer
}

// Streams in variables.
func variables(u user, quiet bool) {
	keep(quiet)
	w := os.Stderr
	fmt.Fprintln(w, u.ID)
	fmt.Fprintln(w, u.Email) // want "u\\.Email is personal"
	var v io.Writer = os.Stdout
	fmt.Fprintln(v, u.Email) // want "u\\.Email is personal"
	if quiet {
		w = os.Stdout
	}
	fmt.Fprintf(w, "%s", u.Email) // want "u\\.Email is personal"
	fmt.Fprintln(out, u.Email)    // want "u\\.Email is personal"
	t := tool{stderr: os.Stderr}
	fmt.Fprintln(t.stderr, u.Email) // want "u\\.Email is personal"
	x := log.Writer()
	fmt.Fprintln(x, u.Email) // want "u\\.Email is personal"
}

// Other writers are no log.
func others(u user, w io.Writer, rw http.ResponseWriter, name string) string {
	var buf bytes.Buffer
	fmt.Fprintf(&buf, "%s", u.Email)
	b := &strings.Builder{}
	fmt.Fprintln(b, u.Email)
	fmt.Fprintln(w, u.Email)
	fmt.Fprintf(rw, "%s", u.Email)
	fmt.Fprintln(io.Discard, u.Email)
	if f, err := os.Create(name); err == nil {
		fmt.Fprintln(f, u.Email)
		_, _ = f.WriteString(u.Email)
	}
	t := tool{file: &buf}
	fmt.Fprintln(t.file, u.Email)
	var sw io.Writer = &buf
	fmt.Fprintln(sw, u.Email)
	return fmt.Sprintf("%s", u.Email) + fmt.Sprint(u.Email)
}

// A log statement is another analyzer's.
func logged(u user) {
	log.Print(u.Email)
}
