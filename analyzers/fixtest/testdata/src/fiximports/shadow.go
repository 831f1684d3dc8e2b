package fiximports

import (
	"log"

	"github.com/seed-a76b335c/philint/redact"
)

func shadow(err error, redacted bool) {
	keep(err, redact.ErrType(err))
	log.Print(err) // want "error-text"
	if redact := redacted; redact {
		log.Print(err) // want "error-text"
	}
}
