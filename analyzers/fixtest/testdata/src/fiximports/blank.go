package fiximports

import (
	"log"

	_ "github.com/seed-a76b335c/philint/redact"
)

func blank(err error) {
	keep(err)
	log.Print(err) // want "error-text"
}
