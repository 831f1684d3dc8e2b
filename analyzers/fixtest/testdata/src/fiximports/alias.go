package fiximports

import (
	"log"

	clean "github.com/seed-a76b335c/philint/redact"
)

func alias(err error, token string) {
	keep(err, token)
	log.Print(err)                       // want "error-text"
	log.Print(clean.ErrType(err), token) // want "secret"
}
