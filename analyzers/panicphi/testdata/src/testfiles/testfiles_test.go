package testfiles

import (
	"fmt"
	"os"
	"testing"
)

func TestRun(t *testing.T) {
	u := user{Email: "ada@example.org"}
	run(u)
	fmt.Println(u.Email)
	fmt.Fprintln(os.Stderr, u)
	println(u.Email)
	if u.ID != "" {
		panic(u)
	}
}

func Example() {
	fmt.Println(user{ID: "1"})
	// Output: {1 }
}
