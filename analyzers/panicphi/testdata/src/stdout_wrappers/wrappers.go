package stdout_wrappers

import (
	"bytes"
	"fmt"
	"os"

	"stdout_wrappers/lib"
)

type user struct {
	ID    string
	Email string
}

func say(text string) { fmt.Println(text) }

// A usage text with a name in it is no wrapper's business.
func usage(u user) {
	fmt.Fprintln(os.Stderr, "usage: tool [flags]")
	fmt.Fprintln(os.Stderr, u.Email) // want "u\\.Email is personal"
}

func good(u user, buf *bytes.Buffer) {
	keep(buf)
	say(u.ID)
	lib.Say("%s", u.ID)
	lib.To(buf, u.Email)
	lib.To(os.Stderr, u.ID)
}

func bad(u user, err error) {
	keep(err)
	say(u.Email)               // want "u\\.Email is personal: .*say"
	lib.Say("%s", u.Email)     // want "u\\.Email is personal: .*Say"
	lib.To(os.Stderr, u.Email) // judgement: the caller's stream makes it a log // want "u\\.Email is personal: .*To"
	lib.Fatal(err)             // want "err is error-text: .*Fatal"
}
